"""Where in a game a note stands: the whole game, a position, or there a line, an event or a card.

    game                      the whole game
    7.2                       what led to position 7.2: action 2 of turn 7
    7.2 line 3                the third line of the letter that led there
    7.2 event TurnedUp        what happened there; `event TurnedUp 2` is the second of its kind
    7.2 card thor.tyr         a card that was named up to there
    entry 14 line 2           an entry of the record by its number, where a position is not enough

A place is held to the game when it is written: there is no note on what never was.
"""

import re
from collections.abc import Sequence
from typing import Any

from referee.archive.moments import Moment
from referee.util.errors import Faulty, NotFound, WrongUsage
from referee.util.layout import Document
from referee.util.regexes import regex
from referee.util.values import Value

_FORM = regex(
    r"(?:game|entry (?P<entry>[0-9]{1,9})|(?P<position>[0-9]{1,6}\.[0-9]{1,6}))"
    r"(?: line (?P<line>[0-9]{1,6})"
    r"| event (?P<event>[A-Z][A-Za-z]{0,59})(?: (?P<nth>[1-9][0-9]{0,5}))?"
    r"| card (?P<card>[a-z]+\.[a-z][a-z-]*))?",
    re.ASCII,
)
_KINDS = {"position": str, "line": int, "event": str, "nth": int, "card": str}


class Place(Value):
    """Where a note stands within the entry it is bound to.

    Attributes:
        position: a position such as `7.2`; "" where the entry as a whole is meant.
        line: the number of a line of its letter, or 0.
        event: the name of an event, or ""; `nth` is which of that name, counted from 1.
        card: a face such as `thor.tyr`, or "".
    """

    position: str = ""
    line: int = 0
    event: str = ""
    nth: int = 0
    card: str = ""

    def document(self) -> Document:
        """The place as it stands in a note; what is empty is left out."""
        return {name: value for name in _KINDS if (value := getattr(self, name))}

    @classmethod
    def of(cls, doc: Any) -> "Place":
        """The place that stands in a note. Raises ValueError if it is no place."""
        if type(doc) is not dict or any(type(value) is not _KINDS.get(name) for name, value in doc.items()):
            raise ValueError("no place")
        place = cls(**doc)
        if place.line < 0 or (place.nth > 0) != bool(place.event):
            raise ValueError("no place")
        return place

    @classmethod
    def written(cls, text: str) -> "Place":
        """The place that is written so, in whatever entry. Raises `Faulty`."""
        found = _FORM.fullmatch(" ".join(text.split()))
        if found is None:
            raise WrongUsage("note-place", given=text)
        event = found["event"] or ""
        nth = int(found["nth"] or 1) if event else 0
        return cls(found["position"] or "", int(found["line"] or 0), event, nth, found["card"] or "")

    def __str__(self) -> str:
        """As it is written, without the entry; see the module."""
        told = [self.position or "game"]
        told += [f"line {self.line}"] if self.line else []
        told += [f"event {self.event}"] if self.event else []
        told += [str(self.nth)] if self.nth > 1 else []
        told += [f"card {self.card}"] if self.card else []
        return " ".join(told)


def place_in(moments: Sequence[Moment], written: str) -> tuple[Moment, Place]:
    """The moment and the place that are written so.

    A position that the table reached twice, because it went back (H21, H22), is the later one. Raises `Faulty`
    for another form, and where the game has no such place.
    """
    found = _FORM.fullmatch(" ".join(written.split()))
    if found is None:
        raise WrongUsage("note-place", given=written)
    moment, place = _moment(moments, found, written), Place.written(written)
    if problem := misplaced(moments, moment, place):
        raise problem
    return moment, place


def _moment(moments: Sequence[Moment], found: re.Match[str], written: str) -> Moment:
    position = found["position"]
    if position is None:
        number = int(found["entry"] or 0)
        if number >= len(moments):
            raise NotFound("note-no-entry", given=written, last=len(moments) - 1)
        return moments[number]
    led = [one for one in moments if position in one.positions]
    there = led or [one for one in moments if one.began == position]
    if not there:
        raise NotFound("note-no-position", given=written)
    return there[-1]


def misplaced(moments: Sequence[Moment], moment: Moment, place: Place) -> Faulty | None:
    """Why there is no such place in a moment; None where there is."""
    given = str(place)
    if place.position and place.position not in {*moment.positions, moment.began}:
        return NotFound("note-no-position", given=given)
    if place.line and not (moment.letter and any(one.number == place.line for one in moment.letter.lines)):
        return NotFound("note-no-line", given=given)
    if place.event and sum(one.kind == place.event for one in moment.happened) < place.nth:
        return NotFound("note-no-event", given=given)
    named = (card for one in moments[: moment.number + 1] for card in one.faces())
    return NotFound("note-no-card", given=given) if place.card and place.card not in named else None
