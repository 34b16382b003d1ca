"""Whether what a record names can be: a seat of the table, a language, a zone, a line, a count.

A document may have the right form and a seal and still say what no letter ever said; other verbs stumble over it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.seating import MASTER
from referee.house import letters, replacing
from referee.house.chapters import EVENTS, event_named
from referee.house.docket import ARBITER, KEEPER
from referee.house.rulings import REDEAL, SAME
from referee.house.terms import LONGEST, reminders, spans_of
from referee.house.time import AS_THE_TERMS
from referee.notation import languages
from referee.record.entries import Act, Letter, Opening, Ruling
from referee.util.layout import Document
from referee.util.times import NotSpan, zone_named

Seats = frozenset[str]
Holds = Callable[[Any, Seats], bool]
POSITION, HASH = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}"), re.compile(r"[0-9a-f]{64}")
MOST = 2**53
"""No count is as high as that: what reads JSON need not keep it."""


def _seat(value: Any, seats: Seats) -> bool:
    return value in seats


def _seats(value: Any, seats: Seats) -> bool:
    return all(one in seats for one in value)


def _nobody_or_seats(value: Any, seats: Seats) -> bool:
    """As the audience of an event of a game, which may be nobody."""
    return value == "" or (_seats(value, seats) if isinstance(value, list) else value in seats)


def _judge(value: Any, _: Seats) -> bool:
    return value in {ARBITER, KEEPER}


def _position(value: Any, _: Seats) -> bool:
    return POSITION.fullmatch(value) is not None


def _hash(value: Any, _: Seats) -> bool:
    return HASH.fullmatch(value) is not None


def _language(value: Any, _: Seats) -> bool:
    return value in languages.known()


def _reminders(value: Any, _: Seats) -> bool:
    try:
        return value in {"", AS_THE_TERMS} or reminders(spans_of(value)) == value
    except NotSpan:
        return False


def _count(least: int, most: int = MOST) -> Holds:
    return lambda value, _: least <= value <= most


def _one_of(*known: str) -> Holds:
    return lambda value, _: value in known


DAY = 24 * 60 * 60
USUAL: Mapping[str, Holds] = {"by": _seat, "of": _seat}
"""By the name of a field, in the events of the house."""
OWN: Mapping[tuple[str, str], Holds] = {
    ("RulingMade", "by"): _judge,
    ("ArbiterShown", "by"): _judge,
    ("ArbiterShown", "of"): _seats,
    ("ArbiterShown", "position"): _position,
    ("Restored", "by"): lambda value, seats: value in {*seats, ARBITER},
    ("Restored", "last"): _count(0),
    ("Restored", "first"): _count(1),
    ("LanguageChosen", "language"): _language,
    ("LettersChosen", "pace"): lambda value, _: value in letters.PACES or letters.pace_of(value) == value,
    ("ZoneChosen", "zone"): lambda value, _: bool(value) and zone_named(value) == value,
    ("RemindersChosen", "before"): _reminders,
    ("VacationTaken", "days"): _count(1, LONGEST // DAY),
    ("ClockAdjusted", "seconds"): _count(-LONGEST, LONGEST),
    ("Disputed", "position"): _position,
    ("RolledBack", "position"): _position,
    ("RolledBack", "lots"): _one_of(SAME, REDEAL),
    ("Adjudged", "winners"): _seats,
    ("Foreseen", "name"): _count(1),
    ("Foreseen", "until"): _count(0),
    ("ForeseenWithdrawn", "name"): _count(1),
    ("ForeseenPlayed", "name"): _count(1),
    ("ForeseenPlayed", "branch"): _one_of("then", "else"),
    ("VoteOver", "reason"): _one_of(replacing.LATE, replacing.BACK),
    ("DeckFixed", "count"): _count(0),
    ("DeckFixed", "root"): _hash,
    ("SecretTold", "secret"): _hash,
    ("WordsCounted", "seats"): _seats,
    ("WordsCounted", "without"): _seats,
}
"""By the event of the house and its field."""


@cache
def _held(cls: type[Event]) -> Mapping[str, Holds]:
    """What the fields of an event are held to."""
    if EVENTS.get(cls.__name__) is cls:
        own = {one.name: OWN.get((cls.__name__, one.name), USUAL.get(one.name)) for one in cls.shown}
        return {name: holds for name, holds in own.items() if holds}
    named = {*cls.only, *(name for one in cls.shown for name in one.audience.named_in)} - {MASTER}
    return dict.fromkeys(named, _nobody_or_seats)


OF_THE_ENTRY: Mapping[str, Mapping[str, Holds]] = {
    Opening.kind: {
        "languages": lambda value, _: all(_language(one, _) for one in value),
        "language": _language,
    },
    Letter.kind: {"seat": _seat},
    Act.kind: {"seat": lambda value, seats: value in {*seats, "", ARBITER, KEEPER}},
    Ruling.kind: {"by": _judge},
}
"""By the kind of the entry and its key."""


def outside(document: Document, game: Game, seats: Seats) -> Iterator[str]:
    """The places in a document, as JSON pointers, of what there cannot be; what is kept private is not looked at."""
    for name, holds in OF_THE_ENTRY.get(str(document.get("kind")), {}).items():
        if name in document and not holds(document[name], seats):
            yield f"/{name}"
    for n, line in enumerate(document.get("lines", ())):
        if not _count(1)(line["number"], seats):
            yield f"/lines/{n}/number"
    for n, event in enumerate(document.get("events", ())):
        cls: Any = event_named(game, event["event"])
        for name, holds in _held(cls).items():
            value = event.get(name)
            if not (value is None or isinstance(value, dict) or holds(value, seats)):
                yield f"/events/{n}/{name}"
