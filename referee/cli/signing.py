"""The verb by which a keeper signs."""

import click

from referee.cli.common import host_home
from referee.cli.exits import writing
from referee.cli.terminal import tell
from referee.home.signing import made_signer


@click.command("sign")
@click.pass_context
def sign(ctx: click.Context) -> None:
    """Sign the seals of the games that are opened from now on.

    A key is made in the home, if there is none, and its public half printed: tell it to the players by
    another way than the mail of the games, and they can check with `referee verify --key` that every letter
    is from you. The key itself stays in the file signing-key; anybody who has it can sign as you do. A game
    that is on already is not signed. Needs the extra `sign`.

    \b
    Examples:
      referee sign
    """  # noqa: D301  \b is click's mark
    with writing():
        signer = made_signer(host_home(ctx))
    tell(signer.public)
