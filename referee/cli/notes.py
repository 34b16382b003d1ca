"""Verbs for annotated games: write a note beside a record, and read what was noted."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from referee.archive.lines import KNOWN, LINE, of_note, played
from referee.archive.lines.telling import document, rows_told
from referee.archive.moments import moments
from referee.archive.notebook import Notebook, NotesFile
from referee.archive.notes import Note, glyph_of
from referee.archive.places import place_in
from referee.archive.walk import walk
from referee.cli.common import (
    NOTES,
    any_seat_option,
    game_argument,
    json_option,
    language_option,
    loaded,
    record_of,
    seat_of,
    tell_json,
)
from referee.cli.terminal import fault_sentence, say, tell, writing
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
def annotate(game: str, place: str, file: Path | None, as_json: bool, **said: Any) -> None:
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
    table, notebook = table_and_notes(game, file, written=True)
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


def table_and_notes(game: str, file: Path | None = None, *, written: bool = False) -> tuple[Any, Any]:
    """A game, and the notebook in a file, or beside its record, which will be `written` into. Raises `Faulty`."""
    path = record_of(game, noted=written)
    table = loaded(path)
    return table, notebook_in(table, file or path.parent / NOTES)


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
def read_notes(game: str, seat: str | None, file: Path | None, as_json: bool) -> None:
    """Tell what was noted on a GAME.

    Moment by moment: who said what, when; and, once its player has opened them, what a seat wrote beside its
    orders in play. Told is what an onlooker may read now, or with --seat what that seat may.

    \b
    Examples:
      referee notes g1
      referee notes game/record.yaml --seat thor --json
    """  # noqa: D301  \b is click's mark
    table, notebook = table_and_notes(game, file)
    reader = seat_of(table, seat) if seat else table.usual_reader
    steps = walk(table, notebook.notes, reader)
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


@click.command("line")
@game_argument
@click.argument("place")
@click.argument("text")
@any_seat_option
@click.option("--open", "look", flag_value="open", help="With the whole table open.")
@click.option("--known", "look", flag_value="known", help="As the seat knew it there.")
@click.option("--worlds", "look", flag_value="worlds", help="Over all worlds that the seat could be in.")
@language_option
@json_option
def line(game: str, place: str, text: str, seat: str | None, **how: Any) -> None:
    """Play a variation of a GAME, and write nothing.

    TEXT holds orders, separated by semicolons, in the words of letters. In front of an order may stand whose
    it is ("loki: draw"); after it how its lots fall ("[draws tyr]"), a glyph (!?), a comment in braces; and in
    parentheses what could be played instead of it. Each order is ruled on as in a letter; after one that is
    not played the rest is kept as text.

    PLACE is a position such as 7.2, an entry ("entry 14"), or a line of a letter, from before that line
    ("entry 14 line 2").

    With --seat the variation is played from what that seat knew there, and with --worlds over the worlds that
    it could be in: those that agree with all it sees and was shown, each as likely as any other; a sample of
    them, always the same. What a player is likely to hold, by what that player did, is not weighed.
    Without --seat everything is open, which is for the keeper while the game is on.

    \b
    Examples:
      referee line g1 7.2 "lay frigg A2; challenge A"
      referee line g1 7.2 "draw [draws tyr] (lay ravens B2); lay tyr A1" --seat thor
      referee line game/record.yaml "entry 14" "challenge A" --seat thor --worlds --json
    """  # noqa: D301  \b is click's mark
    table = loaded(record_of(game))
    reader = seat_of(table, seat) if seat is not None else table.usual_reader
    _tell(table, place, text, reader, **how)


def _tell(
    table: Any,
    place: str,
    text: str,
    reader: str | None,
    *,
    look: str | None,
    language: str,
    as_json: bool,
) -> None:
    """Tell a variation, for a reader."""
    said = language or table.index.language(reader)
    wanted = look or (KNOWN if reader else "")
    found = played(table, place, text, reader, look=wanted, language=said, keeper=True)
    if as_json:
        tell_json(game=table.id, **document(table, found, said))
        return
    for row in rows_told(table, found, said):
        tell(clean(row))


def note_rows(table: Any, moment: Any, note: Any, reader: str | None) -> list[str]:
    """A variation that was noted, as it is ruled on for a reader, a row each; nothing for another kind of note."""
    if note.kind != LINE:
        return []
    try:
        rows = rows_told(table, of_note(table, moment, note, reader), table.index.language(reader))
    except Faulty as fault:  # the audience of the record does not know how the table stood there
        rows = (fault_sentence(fault.why),)
    return [f"    {clean(row)}" for row in rows]


def note_document(table: Any, moment: Any, note: Any, reader: str | None) -> dict[str, Any]:
    """The same as data."""
    try:
        return document(table, of_note(table, moment, note, reader), table.index.language(reader))
    except Faulty as fault:
        return {"why": fault.why.key}
