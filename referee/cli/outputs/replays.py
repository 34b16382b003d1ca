"""The verb that makes a replay of a game: one HTML file."""

from pathlib import Path

import click

from referee.archive.replay import page
from referee.cli.common import NOTES, any_seat_option, game_argument, loaded, record_of, seat_of
from referee.cli.notes import notebook_in, notes_option
from referee.cli.outputs.common import onlooker_option, out_option, put
from referee.notation.languages import checked


@click.command()
@game_argument
@any_seat_option
@onlooker_option
@click.option("--language", metavar="LANGUAGE", help="In this language; else in that of the seat.")
@notes_option
@out_option
@click.pass_context
def replay(
    ctx: click.Context,
    game: str,
    seat: str | None,
    onlooker: bool,
    language: str | None,
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
    if seat is not None and onlooker:
        raise click.UsageError("--seat and --onlooker exclude each other.")
    path = record_of(ctx, game)
    table = loaded(path)
    notes = notebook_in(table, file or path.parent / NOTES).notes
    reader = seat_of(table, seat) if seat is not None else None if onlooker else table.usual_reader
    table.view(reader)  # which a redacted record refuses to all but its audience
    said = checked(language) if language else ""
    alone = seat is not None or onlooker
    put(page(table, notes, reader=reader, alone=alone, language=said).encode(), out)
