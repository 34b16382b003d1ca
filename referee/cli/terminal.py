"""What is written on a terminal: sentences that hold words of players, and names from records, mails and files.

Nothing in them can move the cursor, change a colour, hide or turn other text: characters that could are shown
by number.
"""

import click

from referee.util.text import clean


def tell(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Write a text of one or more lines on stdout, or on stderr (`err`); `nl`: with a line end after it."""
    click.echo("\n".join(map(clean, str(text).split("\n"))), err=err, nl=nl)


def hand_out(data: bytes) -> None:
    """Write a file on stdout as it is: a record, whose layout escapes everything that a terminal would obey."""
    click.echo(data, nl=False)
