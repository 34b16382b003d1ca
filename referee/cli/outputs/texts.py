"""The verbs `events` and `playthrough`: a game as rows for programs, and as one text."""

from pathlib import Path

import click

from referee.archive.outputs.events import as_csv, ndjson
from referee.archive.outputs.playthrough import playthrough as told
from referee.cli.common import game_argument
from referee.cli.outputs.common import as_known, for_whom, out_option, put
from referee.cli.show import load


@click.command()
@game_argument
@click.option(
    "--format", "form", type=click.Choice(["ndjson", "csv"]), default="ndjson", show_default=True, help="How."
)
@for_whom
@out_option
@click.pass_context
def events(
    ctx: click.Context, game: str, form: str, seat: str | None, onlooker: bool, keeper: bool, out: Path | None
) -> None:
    """Write out the events of a GAME.

    One row an event: which game and entry, the position it led to, when, whose letter, the name of the event, the
    rule it carries out, and its fields as JSON. As JSON, an object a line (NDJSON), or as CSV (RFC 4180), with the
    names in the first line; `referee schema events` tells what is what.

    With --seat it holds what that seat was shown, and no more; without, it is everything, when the game is over.

    \b
    Examples:
      referee events g1 --seat loki
      referee events game/record.yaml --format csv --out game.csv
    """  # noqa: D301  \b is click's mark
    known = as_known(load(ctx, game), seat, onlooker, keeper)
    put(as_csv(known) if form == "csv" else ndjson(known), out)


@click.command("playthrough")
@game_argument
@for_whom
@out_option
@click.pass_context
def playthrough(
    ctx: click.Context, game: str, seat: str | None, onlooker: bool, keeper: bool, out: Path | None
) -> None:
    """Write out a GAME as a playthrough.

    One text that tells, entry by entry: the orders, the events, what each reader sees of the table, how many moves
    of which kind each seat had, and some of them. To read; and to compare: if a change of the referee changes
    what a game shows, allows or does, this text changes.

    \b
    Examples:
      referee playthrough g1 --seat loki
      referee playthrough game/record.yaml --out game.txt
    """  # noqa: D301  \b is click's mark
    put(told(as_known(load(ctx, game), seat, onlooker, keeper)).encode(), out)
