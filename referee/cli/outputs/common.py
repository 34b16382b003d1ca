"""What these verbs share: for whom a game is handed on, and where to."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from referee.archive.outputs.audience import for_all, for_seat
from referee.cli.common import any_seat_option, seat_of
from referee.cli.exits import writing
from referee.cli.terminal import hand_out
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
