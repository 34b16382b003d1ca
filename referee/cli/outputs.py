"""The options by which it is said for whom a game is written out, and where; the verb that writes out its events."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from referee.archive.outputs.audience import for_all, for_seat
from referee.archive.outputs.events import as_csv, ndjson
from referee.cli.common import any_seat_option, game_argument, seat_of
from referee.cli.show import load
from referee.cli.terminal import hand_out, writing
from referee.util import files
from referee.util.errors import CannotWrite

onlooker_option = click.option(
    "--onlooker", is_flag=True, help="As somebody may have it who sits at no seat."
)
keeper_option = click.option("--keeper", is_flag=True, help="All of it, though the game is on.")
out_option = click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write it there, not to stdout.",
)


BEGINS = b"---\nentry: 0\n"
"""How a record begins, and a notebook."""


def for_whom(verb: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say for whom: --seat, --onlooker, --keeper."""
    return any_seat_option(onlooker_option(keeper_option(verb)))


def as_known(table: Any, seat: str | None, onlooker: bool, keeper: bool) -> Any:
    """The game as they may have it: a seat, an onlooker, or everybody when it is over. Raises `Faulty`."""
    if sum((seat is not None, onlooker, keeper)) > 1:
        raise click.UsageError("--seat, --onlooker and --keeper exclude each other.")
    if seat is None and not onlooker:
        return for_all(table, keeper=keeper)
    return for_seat(table, seat_of(table, seat) if seat is not None else None)


def put(data: bytes, out: Path | None) -> None:
    """Write what was made to a file, or on stdout; a record or a notebook is never written over. Raises `Faulty`."""
    if out is None:
        hand_out(data)
        return
    with writing():
        if out.exists() and not out.is_file():  # such as a pipe, which cannot be replaced
            out.write_bytes(data)
            return
        if out.exists() and out.read_bytes()[: len(BEGINS)] == BEGINS:
            raise CannotWrite("out-record", where=str(out))
        files.replace(out.resolve(), data)


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
