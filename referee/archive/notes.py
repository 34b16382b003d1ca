"""Notes on a game: who says what of which moment, and who may read it when.

A note is bound to the seal of the entry that it is about, so it cannot be moved to another moment or another
game; and to the note before it, so that none can be left out, changed or dated otherwise (see
`referee.archive.notebook`).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.archive.places import Place
from referee.house.annotations import UNDONE
from referee.notation.tails import MARKS
from referee.util.errors import Faulty, WrongUsage
from referee.util.layout import Document
from referee.util.times import is_time
from referee.util.values import Value, replace

# Glyphs: the signs by which players judge a move or a position, with their numbers in PGN. The first six may stand
# after an order in a letter as well (`referee.notation.tails`).

GLYPHS: Mapping[str, int] = {
    "!": 1,
    "?": 2,
    "!!": 3,
    "??": 4,
    "!?": 5,
    "?!": 6,
    "forced": 7,
    "=": 10,
    "unclear": 13,
    "\u2a72": 14,
    "\u2a71": 15,
    "\u00b1": 16,
    "\u2213": 17,
    "+-": 18,
    "-+": 19,
}
"""Each glyph as it is written, and its number.

Good, bad, brilliant, blunder, interesting, dubious, the only move, even, unclear; then by how much the first seat
stands better, or the second: slightly, clearly, won.
"""
STANDING = r"[\u2a72\u2a71\u00b1\u2213]|\+-|-\+"
"""The pattern of the last six, which no order ends in."""

assert set(MARKS) <= GLYPHS.keys()  # noqa: S101  a mark of a letter is a glyph


def glyph_of(text: str) -> str:
    """The glyph that is written so, or as PGN's `$5`; "" if there is none."""
    if text.startswith("$"):
        return next((glyph for glyph, number in GLYPHS.items() if text[1:] == str(number)), "")
    return text if text in GLYPHS else ""


# The notes.

ALL, PLAYERS = "all", "players"
"""Everybody, onlookers too; and everybody who sits at the table."""
END = "end"
"""A note that opens when the game is over."""
OPENED = "opened"
"""The kind of the note by which a player opens what that seat thought and noted in play."""
WHOLE = Place()
"""The entry as a whole."""
LONGEST_TEXT, LONGEST_NAME = 8_000, 60
"""Of a text in bytes of UTF-8; of a name in characters."""
_FIELDS = ("at", "kind", "by", "seat", "about", "place", "glyph", "name", "text", "to", "opens")
_TEXTS = frozenset(_FIELDS) - {"place", "to"}


class Note(Value, kw_only=True):
    """One note.

    Attributes:
        at: when it was written (RFC 3339, UTC).
        kind: one of `KINDS`.
        by: the name of who wrote it; `seat` is where that person sat, "" for somebody who did not.
        about: the seal of the record's entry, in hex; `place` is where in it.
        glyph: a sign such as `!?`, "" for none.
        name: what a tag is called; with `published`, the name to be shown, or "" to take consent back.
        text: what is said.
        to: who may read it beside its writer: seats, `all`, `players`; () for nobody.
        opens: when they may: "" at once, `end` when the game is over, or from a turn on (`9`).
    """

    at: str
    kind: str
    by: str
    about: str
    place: Place = WHOLE
    seat: str = ""
    glyph: str = ""
    name: str = ""
    text: str = ""
    to: tuple[str, ...] = (ALL,)
    opens: str = ""

    def document(self) -> Document:
        """The note as a document, without number and seal; what is empty is left out, but for `to`."""
        values = {name: getattr(self, name) for name in _FIELDS}
        doc = {**values, "place": self.place.document(), "to": list(self.to)}
        return {name: value for name, value in doc.items() if value or name == "to"}

    @classmethod
    def read(cls, doc: Document) -> "Note":
        """The note that a document tells. Raises `Faulty`."""
        if unknown := doc.keys() - set(_FIELDS):
            raise Faulty("note-field", field=min(unknown))
        to = doc.get("to")
        if any(type(doc.get(name, "")) is not str for name in _TEXTS) or not _is_list_of_texts(to):
            raise Faulty("note-form")
        try:
            note = cls(**{**doc, "place": Place.of(doc.get("place", {})), "to": tuple(to or ())})
        except (TypeError, ValueError) as error:
            raise Faulty("note-form") from error
        return sound(note)


def _is_list_of_texts(value: Any) -> bool:
    return type(value) is list and all(type(one) is str for one in value)


Needs = Callable[[Note], bool]
KINDS: Mapping[str, Needs] = {
    "comment": lambda note: bool(note.text or note.glyph),
    "position": lambda note: bool(note.text),
    "bookmark": lambda _note: True,
    "question": lambda note: bool(note.text),
    "line": lambda note: bool(note.text),
    "tag": lambda note: bool(note.name),
    "opened": lambda note: bool(note.seat),
    "undone": lambda _note: True,
    "published": lambda note: bool(note.seat),
}
"""Each kind of note, and what it cannot do without.

A comment says something, or has a glyph. A position gets a name, a bookmark marks it, a question is put to the
reader of the game, a line is a variation. A tag is a fact of the game as a whole: event, round, annotator. With
`opened` a player opens to all what that seat wrote beside its orders while the game was on; with `published` a
player consents to be named when the game is published (see `referee.archive.consent`). `undone` takes back the
writer's last note on that place (see `referee.archive.notes`).
"""


def sound(note: Note) -> Note:
    """The note, if it can stand in a notebook. Raises `Faulty`."""
    if note.kind not in KINDS:
        raise WrongUsage("note-kind", given=note.kind, known=tuple(KINDS))
    if not KINDS[note.kind](note):
        raise WrongUsage("note-empty", kind=note.kind)
    if note.glyph and note.glyph not in GLYPHS:
        raise WrongUsage("note-glyph", given=note.glyph, known=tuple(GLYPHS))
    if not all(_is_text(one) for one in (note.by, note.name, note.text)):
        raise WrongUsage("note-no-text")
    if len(note.text.encode()) > LONGEST_TEXT:
        raise WrongUsage("note-long", most=LONGEST_TEXT)
    if not note.by or any(len(one) > LONGEST_NAME or not one.isprintable() for one in (note.by, note.name)):
        raise WrongUsage("note-name", most=LONGEST_NAME)
    if not is_time(note.at):
        raise Faulty("note-time", at=note.at)
    if note.opens and note.opens != END and not (note.opens.isascii() and note.opens.isdigit()):
        raise WrongUsage("note-opens", given=note.opens)
    return note


def _is_text(value: str) -> bool:
    """Whether it can be written down: an argument of a command may hold bytes that are no text."""
    return not any(0xD800 <= ord(char) <= 0xDFFF for char in value)  # noqa: PLR2004  surrogates


def may_read(note: Note, seat: str | None, *, turn: int, over: bool) -> bool:
    """Whether a seat (None: an onlooker) may read a note when the game stands in this turn, or is over."""
    if seat is not None and note.seat == seat:
        return True
    if not (ALL in note.to or (seat is not None and {PLAYERS, seat} & {*note.to})):
        return False
    return over or not note.opens or (note.opens != END and turn >= int(note.opens))


# Notes that their writers have taken back: a notebook is only added to, so that is a note as well.
#
# A note of the kind `undone` takes back the last note of the same writer that still stands and that is about
# the same place, for the same readers. So whoever may read the one may read the other.


def standing(notes: Iterable[Note]) -> tuple[Note, ...]:
    """The notes that were not taken back, in their order; without those that take back."""
    kept = list[Note]()
    for note in notes:
        if note.kind != UNDONE:
            kept.append(note)
            continue
        found = (n for n in reversed(range(len(kept))) if _whose(kept[n]) == _whose(note))
        if (last := next(found, None)) is not None:
            del kept[last]
    return tuple(kept)


def taking_back(note: Note, at: str) -> Note:
    """The note that takes back another, at a time (RFC 3339, UTC), if no later one of its writer stands there."""
    return replace(note, at=at, kind=UNDONE, glyph="", name="", text="")


def _whose(note: Note) -> tuple[object, ...]:
    """What a note has in common with the one that takes it back."""
    return (note.by, note.seat, note.about, note.place, frozenset(note.to), note.opens)
