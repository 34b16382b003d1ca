"""Verbs that make something to read of a game: a replay, a booklet, a playthrough."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from referee.archive.booklet import as_html, as_pdf
from referee.archive.booklet import booklet as made
from referee.archive.notes import Note
from referee.archive.outputs import as_csv, for_all, for_seat, ndjson
from referee.archive.outputs import playthrough as told
from referee.archive.replay import page
from referee.cli.common import (
    any_seat_option,
    for_whom,
    game_argument,
    language_option,
    onlooker_option,
    seat_of,
)
from referee.cli.notes import notes_option, table_and_notes
from referee.cli.show import load
from referee.cli.terminal import hand_out, writing
from referee.util import files
from referee.util.errors import CannotWrite

out_option = click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write it there, not to stdout.",
)


BEGINS = b"---\nentry: 0\n"
"""How a record begins, and a notebook."""


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


def _looked_at(
    game: str, file: Path | None, seat: str | None, *, onlooker: bool
) -> tuple[Any, Sequence[Note], str | None]:
    """The table of a game, the notes on it, and whose view is asked for (None: an onlooker's)."""
    if seat is not None and onlooker:
        raise click.UsageError("--seat and --onlooker exclude each other.")
    table, notebook = table_and_notes(game, file)
    reader = seat_of(table, seat) if seat is not None else None if onlooker else table.usual_reader
    return table, notebook.notes, reader


@click.command()
@game_argument
@any_seat_option
@onlooker_option
@language_option
@notes_option
@out_option
def replay(
    game: str,
    seat: str | None,
    onlooker: bool,
    language: str,
    file: Path | None,
    out: Path | None,
) -> None:
    """Make a replay of a GAME: one HTML file for any browser.

    It needs no network and opens from the disk. It steps through the game, with the board at each step as each seat
    saw it then, as an onlooker did, and with all cards open; with the notes that everybody may read.

    With --seat or --onlooker it holds what they knew, the notes that they may read, and nothing else. The replay of
    a game that is still on never holds more: without --seat it is that of an onlooker.

    GAME is the id of a game in the home, or the path of a record (with a slash, or ending in .yaml).

    \b
    Examples:
      referee replay g1 --out game.html
      referee replay game/record.yaml --seat loki --out loki.html
      referee replay g1 --language de > partie.html
    """  # noqa: D301  \b is click's mark
    table, notes, reader = _looked_at(game, file, seat, onlooker=onlooker)
    table.view(reader)  # which a redacted record refuses to all but its audience
    alone = seat is not None or onlooker
    put(page(table, notes, reader=reader, alone=alone, language=language).encode(), out)


@click.command("booklet")
@game_argument
@any_seat_option
@onlooker_option
@language_option
@click.option("--html", "as_page", is_flag=True, help="The page as HTML, to print from a browser.")
@notes_option
@out_option
def booklet(
    game: str,
    seat: str | None,
    onlooker: bool,
    language: str,
    as_page: bool,
    file: Path | None,
    out: Path | None,
) -> None:
    """Make a booklet of a GAME: a PDF to print, A5.

    A cover, the game turn by turn with its comments and glyphs, variations, and the board wherever somebody has set
    a bookmark or named the position. All cards lie open; with --seat or --onlooker it tells what they knew, and
    nothing else, and so it does of a game that is still on. Players are named if they have agreed to it (see
    `referee annotate --kind published`), else they are called by their seats.

    It needs the extra `booklet`: pip install '.[booklet]' in a checkout.

    \b
    Examples:
      referee booklet g1 --out game.pdf
      referee booklet game/record.yaml --seat loki --language de --out loki.pdf
    """  # noqa: D301  \b is click's mark
    table, notes, reader = _looked_at(game, file, seat, onlooker=onlooker)
    alone = seat is not None or onlooker
    book = made(table, notes, seat=reader, alone=alone, language=language)
    put(as_html(book).encode() if as_page else as_pdf(book), out)


@click.command("playthrough")
@game_argument
@for_whom
@out_option
def playthrough(game: str, seat: str | None, onlooker: bool, keeper: bool, out: Path | None) -> None:
    """Write out a GAME as a playthrough.

    One text that tells, entry by entry: the orders, the events, what each reader sees of the table, how many moves
    of which kind each seat had, and some of them. To read; and to compare: if a change of the referee changes
    what a game shows, allows or does, this text changes.

    \b
    Examples:
      referee playthrough g1 --seat loki
      referee playthrough game/record.yaml --out game.txt
    """  # noqa: D301  \b is click's mark
    put(told(as_known(load(game), seat, onlooker, keeper)).encode(), out)


@click.command()
@game_argument
@click.option(
    "--format", "form", type=click.Choice(["ndjson", "csv"]), default="ndjson", show_default=True, help="How."
)
@for_whom
@out_option
def events(game: str, form: str, seat: str | None, onlooker: bool, keeper: bool, out: Path | None) -> None:
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
    known = as_known(load(game), seat, onlooker, keeper)
    put(as_csv(known) if form == "csv" else ndjson(known), out)
