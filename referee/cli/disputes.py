"""Verbs of the keeper in a dispute: look at its packet, and rule."""

from collections.abc import Sequence

import click

from referee.cli.common import game_argument
from referee.cli.keeper import desk_of, tell_written
from referee.cli.terminal import NO, tell
from referee.desk.keeper_rulings import packet_of
from referee.desk.keeper_rulings import rule as ruled_by


@click.command("dispute")
@game_argument
@click.pass_context
def dispute(ctx: click.Context, game: str) -> None:
    """Print the packet of the dispute that is on.

    It shows the letters concerned, how each line was read and by which rules, the table as each player saw it
    before and after, what an audit says. All players are told that the keeper has seen it. Exit code 1 if
    there is no dispute.

    \b
    Examples:
      referee dispute g1
    """  # noqa: D301  \b is click's mark
    with desk_of(ctx) as desk:
        text, written = packet_of(desk, game)
    tell(text, nl=False)
    tell_written(written)


@click.command("rule")
@game_argument
@click.argument("lines", metavar="LINE...", nargs=-1, required=True)
@click.pass_context
def rule(ctx: click.Context, game: str, lines: Sequence[str]) -> None:
    """Rule in a dispute, or without one.

    Each LINE is a ruling; one is the reason, which all players are told. They take effect together, or not at
    all: then the reason is told, and the exit code is 1. While an arbiter is to rule, the keeper cannot.
    Lines that ask (packet, show, what if) are answered, and change nothing.

    \b
    Examples:
      referee rule g1 uphold "because: the line names column B."
      referee rule g1 "roll back to 7.1 redeal" "because: a letter was lost."
      referee rule g1 "clock loki +3 days" "because: the mail server was down."
      referee rule g1 "read 7.2 line 2 as: challenge b" "because: it was a slip."
      referee rule g1 "what if roll back to 7.1"
    """  # noqa: D301  \b is click's mark
    with desk_of(ctx) as desk:
        done = ruled_by(desk, game, lines)
    tell(done.text)
    if not done.done:
        ctx.exit(NO)
    tell_written(done.written)
