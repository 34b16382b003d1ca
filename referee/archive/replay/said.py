"""What is said of a game, put to the frames of its replay: notes, and what seats thought as they played."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.archive.lines import LINE
from referee.archive.notes import GLYPHS, WHOLE, Note
from referee.archive.replay.frames import Film
from referee.archive.walk import Step
from referee.record.private import is_shut
from referee.util.text import clean
from referee.util.values import Struct, field

SHOWN = frozenset({"comment", "position", "bookmark", "question", LINE})
"""Kinds of notes that stand at a frame, or at the head of the page."""
TAG = "tag"
THOUGHT = "thought"
Document = dict[str, Any]


class Said(Struct):
    """What is said of the whole game, its tags, and what is said at each frame, by its number.

    Of each variation: its frame, its moment, the note that holds it, and the document of that note.
    """

    game: list[Document] = field(default_factory=list)
    tags: list[tuple[str, str]] = field(default_factory=list)
    frames: dict[int, list[Document]] = field(default_factory=lambda: defaultdict(list))
    lines: list[tuple[int, int, Note, Document]] = field(default_factory=list)


def said_of(film: Film, steps: Sequence[Step], people: Mapping[str, str]) -> Said:
    """Put the notes of a walk to the frames. `people` are the names of the players that may be told, by seat."""
    said = Said()
    for at, step in enumerate(steps):
        for note in step.notes:
            if note.kind == TAG:
                said.tags.append((clean(note.name), _shown(note.text)))
            elif note.kind in SHOWN:
                _put(said, film, at, note, people)
        for thought in step.thoughts:
            if not (is_shut(thought.text) or is_shut(thought.move)):
                n = _frame(film, at, "", thought.line)
                given = {"glyph": thought.glyph, "text": thought.text}
                said.frames[n].append(_document(THOUGHT, people.get(thought.seat, ""), thought.seat, given))
    return said


def _put(said: Said, film: Film, at: int, note: Note, people: Mapping[str, str]) -> None:
    by = people.get(note.seat, note.by) if note.seat else note.by
    document = _document(
        note.kind,
        by,
        note.seat,
        {"glyph": note.glyph, "text": note.text, "card": note.place.card, "on": note.at[:10]},
    )
    if at == 0 and note.place == WHOLE:
        said.game.append(document)
        return
    n = _frame(film, at, note.place.position, note.place.line)
    said.frames[n].append(document)
    if note.kind == LINE:
        said.lines.append((n, at, note, document))


def _document(kind: str, by: str, seat: str, given: Mapping[str, str]) -> Document:
    """A note as the page has it; what is empty is left out."""
    told = {"by": clean(by), "seat": seat, **given, "text": _shown(given.get("text", ""))}
    return {"kind": kind, **{name: text for name, text in told.items() if text}}


def _shown(text: str) -> str:
    """What people wrote, with nothing in it that could move, hide or overprint other text."""
    return "\n".join(map(clean, text.split("\n")))


def _frame(film: Film, moment: int, position: str, line: int) -> int:
    """The frame at which a note on a moment stands: that of its line or its position, else the last one."""
    there = [n for n, one in enumerate(film.frames) if one.moment == moment]
    if not there:  # what this entry did cannot be seen on the table
        return max((n for n, one in enumerate(film.frames) if one.moment < moment), default=0)
    if line:
        return next((n for n in there if any(one.number == line for one in film.frames[n].lines)), there[-1])
    return next((n for n in reversed(there) if position in film.frames[n].positions), there[-1])


def glyphs_at(documents: Sequence[Document]) -> Iterator[str]:
    """The glyphs at a frame, each once, in the order of their numbers."""
    found = {one["glyph"] for one in documents if "glyph" in one}
    return iter(sorted(found, key=lambda glyph: GLYPHS[glyph]))
