"""The verb by which a mail server hands over a letter. Its work is done in `referee.post.delivery`."""

import click

from referee.post.delivery import deliver


@click.command()
@click.pass_context
def mail(ctx: click.Context) -> None:
    """Take one letter from standard input into the spool of the home.

    Exit 0: it is safely there. Exit 75, whatever is wrong: try again later. Nothing is ever printed. The home must
    be there already, with its key. The letter is answered by the next pass.

    \b
    Examples:
      referee mail < letter.eml
      referee --home ~/games mail < letter.eml

    \b
    In the file ~/.forward of the user whose home it is:
      "|/path/to/referee mail"
    """  # noqa: D301  \b is click's mark for a block that is not filled
    ctx.exit(deliver(str(ctx.find_root().params["home"])))
