"""The verb that makes a booklet of a game: a PDF to print."""

from pathlib import Path

import click

from referee.archive.booklet.content import booklet as made
from referee.archive.booklet.printing import as_html, as_pdf
from referee.cli.common import NOTES, any_seat_option, game_argument, loaded, record_of, seat_of
from referee.cli.notes import notebook_in, notes_option
from referee.cli.outputs.common import onlooker_option, out_option, put
from referee.notation.languages import checked


@click.command("booklet")
@game_argument
@any_seat_option
@onlooker_option
@click.option("--language", metavar="LANGUAGE", help="In this language; else in that of the seat.")
@click.option("--html", "as_page", is_flag=True, help="The page as HTML, to print from a browser.")
@notes_option
@out_option
@click.pass_context
def booklet(
    ctx: click.Context,
    game: str,
    seat: str | None,
    onlooker: bool,
    language: str | None,
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
    if seat is not None and onlooker:
        raise click.UsageError("--seat and --onlooker exclude each other.")
    path = record_of(ctx, game)
    table = loaded(path)
    notes = notebook_in(table, file or path.parent / NOTES).notes
    reader = seat_of(table, seat) if seat is not None else None if onlooker else table.usual_reader
    alone, said = seat is not None or onlooker, checked(language) if language else ""
    book = made(table, notes, seat=reader, alone=alone, language=said)
    put(as_html(book).encode() if as_page else as_pdf(book), out)
