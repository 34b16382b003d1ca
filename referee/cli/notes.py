"""Verbs for annotated games: write a note beside a record, and read what was noted."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from referee.archive.glyphs import glyph_of
from referee.archive.moments import moments
from referee.archive.notebook import Notebook, NotesFile
from referee.archive.notes import Note
from referee.archive.places import place_in
from referee.archive.walk import walk
from referee.cli.common import (
    NOTES,
    any_seat_option,
    game_argument,
    json_option,
    loaded,
    record_of,
    seat_of,
    tell_json,
)
from referee.cli.lines import note_document, note_rows
from referee.cli.terminal import say, tell, writing
from referee.util.errors import Faulty
from referee.util.text import clean
from referee.util.times import now

notes_option = click.option(
    "--notes",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=f"The notebook; else {NOTES} beside the record.",
)


@click.command()
@game_argument
@click.argument("place")
@click.argument("text", default="")
@click.option("--by", required=True, metavar="NAME", help="Who writes it.")
@click.option("--seat", default="", metavar="SEAT", help="Where that person sat, if at the table.")
@click.option("--glyph", default="", metavar="GLYPH", help="A sign such as ! ? !! ?? !? ?! = ± or PGN's $5.")
@click.option(
    "--kind",
    default="comment",
    show_default=True,
    metavar="KIND",
    help="comment, position (a name for it), bookmark, question, line (a variation), tag, opened, published, undone.",
)
@click.option(
    "--name",
    default="",
    metavar="NAME",
    help="Of a tag: event, round, annotator ...; with published: the name to be shown, if any.",
)
@click.option(
    "--to",
    multiple=True,
    metavar="READER",
    help="Who may read it: all, players, nobody, or a seat; all, if not said.",
)
@click.option(
    "--opens", default="", metavar="WHEN", help="When they may: end, or from a turn on (9); else at once."
)
@notes_option
@json_option
@click.pass_context
def annotate(
    ctx: click.Context, /, game: str, place: str, file: Path | None, as_json: bool, **said: Any
) -> None:
    """Write a note on a GAME, beside its record.

    The record stays as it is. The note is bound to the seal of the entry that it is about and to the note
    before it: `referee verify` tells if one was moved, changed or left out.

    PLACE is `game` for the game as a whole, a position such as 7.2, or an entry of the record (`entry 14`).
    After it may stand a line of the letter, an event or a card: "7.2 line 3", "7.2 event TurnedUp", "7.2 card
    thor.tyr". To write many notes, have the game as a text (`referee text`), write into it with any editor, and take
    over what you wrote (`referee merge`).

    GAME is the id of a game in the home, or the path of a record (with a slash, or ending in .yaml).

    \b
    Examples:
      referee annotate g1 7.2 "The left column is lost from here on." --by Anna --seat thor
      referee annotate g1 "7.2 line 1" --glyph "!?" --by Olaf --opens end
      referee annotate game/record.yaml game Cologne --kind tag --name site --by Olaf
      referee annotate g1 game --kind opened --seat thor --by Anna
      referee annotate g1 game --kind published --seat thor --by Anna --name "Anna K."
    """  # noqa: D301  \b is click's mark
    path = record_of(ctx, game, noted=True)
    table = loaded(path)
    notebook = notebook_in(table, file or path.parent / NOTES)
    _write(table, notebook, place, as_json=as_json, **said)


def _write(table: Any, notebook: Any, place: str, *, as_json: bool, **said: Any) -> None:
    """Write the note that the options tell, and say so."""
    moment, where = place_in(moments(table), place)
    note = _note(table, about=moment.seal, place=where, **said)
    with writing():
        notebook.add(note)
    reader = note.seat or table.usual_reader

    if as_json:
        ruled = {"line": note_document(table, moment, note, reader)} if note.kind == "line" else {}
        tell_json(note=len(notebook.notes), entry=moment.number, place=str(where), **ruled)
        return

    for row in (
        say("noted", note=len(notebook.notes), entry=moment.number),
        *note_rows(table, moment, note, reader),
    ):
        tell(row)


def _note(table: Any, *, seat: str, glyph: str, to: tuple[str, ...], **said: Any) -> Any:
    """The note that the options tell, written now."""
    return Note(
        at=now(),
        seat=seat_of(table, seat) if seat else "",
        glyph=glyph_of(glyph) or glyph,
        to=tuple(_reader(table, one) for one in to if one != "nobody") if to else ("all",),
        **said,
    )


def _reader(table: Any, name: str) -> str:
    """Who may read a note: `all`, `players`, or a seat."""
    return name if name in {"all", "players"} else seat_of(table, name)


def notebook_in(table: Any, path: Path) -> Any:
    """The notebook in a file that need not be there yet. Raises `Faulty`, which names the file."""
    try:
        return Notebook(NotesFile(path), table)
    except Faulty as fault:
        fault.where = str(path)
        raise


@click.command("notes")
@game_argument
@any_seat_option
@notes_option
@json_option
@click.pass_context
def read_notes(ctx: click.Context, game: str, seat: str | None, file: Path | None, as_json: bool) -> None:
    """Tell what was noted on a GAME.

    Moment by moment: who said what, when; and, once its player has opened them, what a seat wrote beside its
    orders in play. Told is what an onlooker may read now, or with --seat what that seat may.

    \b
    Examples:
      referee notes g1
      referee notes game/record.yaml --seat thor --json
    """  # noqa: D301  \b is click's mark
    path = record_of(ctx, game)
    table = loaded(path)
    notes = notebook_in(table, file or path.parent / NOTES).notes
    reader = seat_of(table, seat) if seat else table.usual_reader
    steps = walk(table, notes, reader)
    if as_json:
        told = [_document(table, one, reader) for one in steps if one.notes or one.thoughts]
        tell_json(game=table.id, moments=told)
        return

    for one in steps:
        for line in told_lines(one, partial(note_rows, table, one.moment, reader=reader)):
            tell(line)


def _document(table: Any, step: Any, reader: str | None) -> dict[str, Any]:

    lines = [
        {"note": n, **note_document(table, step.moment, note, reader)}
        for n, note in enumerate(step.notes)
        if note.kind == "line"
    ]
    return {
        **({"lines": lines} if lines else {}),
        "entry": step.moment.number,
        "positions": list(step.moment.positions),
        "notes": [note.document() for note in step.notes],
        "thoughts": [
            {"seat": one.seat, "line": one.line, "move": one.move, "glyph": one.glyph, "text": one.text}
            for one in step.thoughts
        ],
    }


def told_lines(step: Any, more: Callable[[Any], Sequence[str]] = lambda _note: ()) -> list[str]:
    """What is said of a moment, a line each; `more` are the rows that belong below a note."""
    lines = list[str]()
    for note in step.notes:
        told = say(
            f"note-{note.kind}",
            place=(note.place.position and str(note.place)) or f"entry {step.moment.number}",
            by=f"{note.by} ({note.seat})" if note.seat else note.by,
            at=note.at,
            name=note.name,
            text=" ".join((note.glyph, *note.text.split())).strip(),
        )
        lines += [told, *more(note)]
    lines += [
        say(
            "note-thought",
            place=step.moment.began or f"entry {step.moment.number}",
            by=one.seat,
            move=one.move,
            text=" ".join(filter(None, (one.glyph, one.text))),
        )
        for one in step.thoughts
    ]
    return [clean(line) for line in lines]
