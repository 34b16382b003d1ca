"""Verbs that write a game out, to read or to hand on, and take in what others wrote: replay, booklet, events, text."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit

from referee.archive.booklet import as_html, as_pdf
from referee.archive.booklet import booklet as made
from referee.archive.exchange.making import make
from referee.archive.exchange.notes import merged
from referee.archive.exchange.reading import read
from referee.archive.exchange.telling import told_to
from referee.archive.exchange.writing import text_of
from referee.archive.notes import Note
from referee.archive.outputs import as_csv, for_all, for_seat, ndjson
from referee.archive.outputs import playthrough as told
from referee.archive.replay import page
from referee.cli.common import (
    NOTES,
    any_seat_option,
    for_whom,
    game_argument,
    json_option,
    language_option,
    onlooker_option,
    seat_of,
    tell_json,
)
from referee.cli.notes import notebook_in, notes_option, table_and_notes
from referee.cli.show import load
from referee.cli.terminal import NO, hand_out, say, tell, trouble, writing
from referee.util import files
from referee.util.errors import CannotWrite, Faulty, NotFound

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


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@for_whom
@out_option
def text(games: Sequence[str], seat: str | None, onlooker: bool, keeper: bool, out: Path | None) -> None:
    """Write GAMES with their notes as a text.

    After the tags come the letters: the position, the seat, each order as it is written in canonical notation, what
    became of it if it was not played, the lots, and the notes after what they are about. Any editor opens it;
    `referee merge` takes over what was written into it, `referee import` makes records of it.

    With --seat it holds what that seat knew, and no more; without, it is everything, when the game is over. The
    notes are those of notes.yaml beside each record.

    \b
    Examples:
      referee text g1 --out g1.txt
      referee text games/*/record.yaml > collection.txt
      referee text g1 --seat loki
    """  # noqa: D301  \b is click's mark
    made = []
    for game in games:
        table, notebook = table_and_notes(game)
        known = as_known(table, seat, onlooker, keeper)
        reader = seat_of(table, seat) if seat else known.usual_reader
        made.append(told_to(known, notebook.notes, reader, everything=keeper))
    put(text_of(made).encode(), out)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="FOLDER",
    help="Where each game gets a folder, with record.yaml and notes.yaml.",
)
@click.option("--by", default="", metavar="NAME", help="Who wrote the notes that do not say so.")
@json_option
def import_text(file: Path, out: Path, by: str, as_json: bool) -> None:
    """Make records of the games in a FILE.

    Every move is ruled on, with the lots as the text names them; what cannot be is told with its line and column,
    and the other games are made all the same. A record that was made so has seals of its own, and `referee verify`
    says so. Exit code 1 if a game or a note could not be made.

    A game whose hidden cards are not written, without the deal or with `?` for a card, cannot be imported.

    \b
    Examples:
      referee import collection.txt --out games
      referee import collection.txt --out games --by Anna
    """  # noqa: D301  \b is click's mark
    made, documents = [make(game, by=by) for game in _games(file)], list[dict[str, Any]]()
    folders = list(_folders(made, out))
    for one, folder in zip(made, folders, strict=True):
        if folder is not None:
            with writing():
                _write(one, folder)
        documents.append(_document(one, folder, file))
        if not as_json:
            _tell(one, folder, file)
    if as_json:
        tell_json(games=documents)
    if any(one.problems or one.unnoted for one in made):
        raise Exit(NO)


def _games(file: Path) -> list[Any]:
    """The games of a text. Raises `Faulty`; OSError."""
    try:
        return list(read(files.read(file).decode("utf-8-sig")))
    except FileNotFoundError:
        raise NotFound("file-missing", where=str(file), name=str(file)) from None
    except UnicodeDecodeError as error:
        raise Faulty("text-not-utf8", where=str(file), at=error.start) from error


def _folders(made: Sequence[Any], out: Path) -> Iterator[Path | None]:
    """The folder of each game, None for one that could not be made. Raises `Faulty` for one that has a record."""
    used = set[Path]()
    for one in made:
        if one.problems:
            yield None
            continue
        names = (f"{one.game.tag('id') or 'g1'}{'' if n == 1 else f'-{n}'}" for n in range(1, len(made) + 2))
        folder = next(out / name for name in names if out / name not in used)
        used.add(folder)
        if any((folder / name).exists() for name in ("record.yaml", NOTES)):
            raise CannotWrite("folder-not-empty", where=str(folder))
        yield folder


def _write(one: Any, folder: Path) -> None:

    files.private_folder(folder)
    files.replace(folder / "record.yaml", one.table.record.encode())
    notebook = notebook_in(one.table, folder / NOTES)
    for note in one.notes:
        notebook.add(note)


def _document(one: Any, folder: Path | None, file: Path) -> dict[str, Any]:
    problems = [trouble(each.fault(str(file))).document() for each in (*one.problems, *one.unnoted)]
    return {
        "game": one.game.tag("game"),
        "id": one.game.tag("id"),
        "line": one.game.at.line,
        "entries": one.entries,
        "notes": len(one.notes),
        "folder": str(folder) if folder else None,
        "problems": problems,
    }


def _tell(one: Any, folder: Path | None, file: Path) -> None:

    for each in (*one.problems, *one.unnoted):
        tell(str(trouble(each.fault(str(file)))), err=True)
    named = {
        "file": file,
        "line": one.game.at.line,
        "game": " ".join(filter(None, (one.game.tag("game"), one.game.tag("id")))) or "-",
        "entries": one.entries,
    }
    if folder is None:
        tell(say("not-imported", of=len(one.game.entries), **named))
    else:
        tell(say("imported", notes=len(one.notes), folder=folder, **named))


@click.command()
@game_argument
@click.argument("edited", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--by", required=True, metavar="NAME", help="Who wrote what is new or changed.")
@click.option("--seat", default="", metavar="SEAT", help="Where that person sat, if at the table.")
@notes_option
@json_option
def merge(game: str, edited: Path, by: str, seat: str, file: Path | None, as_json: bool) -> None:
    """Take over the notes of a text into the notebook of a GAME.

    FILE is a text of this game, as `referee text` writes it and somebody edited it. What is new in it is added, and so
    is what was changed, beside the note as it was; a note that was taken out of the text stays, and is counted. Two
    who edited the same text lose nothing: each text is merged for itself. Exit code 1 if something in it is no
    note; the others are added.

    \b
    Examples:
      referee merge g1 g1.txt --by Anna
      referee merge game/record.yaml edited.txt --by Olaf --seat thor
    """  # noqa: D301  \b is click's mark
    table, notebook = table_and_notes(game, file, written=True)
    texts = [one for one in _games(edited) if one.tag("id") in {"", table.id}]
    if not texts:
        raise NotFound("text-no-such-game", where=str(edited), game=table.id)
    found = merged(table, notebook.notes, texts[0], by=by, seat=seat_of(table, seat) if seat else "")
    with writing():
        for note in found.added:
            notebook.add(note)
    told = {"added": len(found.added), "changed": found.changed, "same": found.same, "gone": len(found.gone)}
    problems = [trouble(each.fault(str(edited))) for each in found.problems]
    if as_json:
        tell_json(**told, problems=[one.document() for one in problems])
    else:
        for one in problems:
            tell(str(one), err=True)
        tell(say("merged", **told))
    if problems:
        raise Exit(NO)
