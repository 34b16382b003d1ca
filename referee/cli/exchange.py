"""The verbs `text`, `import`, `merge`: games with their notes as one text that people and programs read and write."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit

from referee.archive.exchange.making import make
from referee.archive.exchange.notes import merged
from referee.archive.exchange.reading import read
from referee.archive.exchange.telling import told_to
from referee.archive.exchange.writing import text_of
from referee.cli.books import as_known, out_option, put
from referee.cli.common import (
    NOTES,
    for_whom,
    game_argument,
    json_option,
    seat_of,
    tell_json,
)
from referee.cli.notes import notebook_in, notes_option, table_and_notes
from referee.cli.terminal import NO, say, tell, trouble, writing
from referee.util import files
from referee.util.errors import CannotWrite, Faulty, NotFound


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
