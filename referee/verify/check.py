"""Is a record whole: its marks and seals, its structure, and that its events fold into a game.

`referee.record.file.check` looks at the bytes. This looks at what they say as well: a record whose marks somebody has
worked out again may be whole as a file and still be no game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.seating import MASTER
from referee.house import letters, replacing
from referee.house.chapters import EVENTS, event_named
from referee.house.docket import ARBITER, KEEPER
from referee.house.games import find
from referee.house.rulings import REDEAL, SAME
from referee.house.terms import LONGEST, reminders, spans_of
from referee.house.time import AS_THE_TERMS
from referee.notation import languages
from referee.record import file
from referee.record.entries import Act, Entry, Letter, Opening, Ruling
from referee.record.file import Checked, Damaged, Reading
from referee.record.seals import is_redacted
from referee.record.stores import Reader
from referee.table import fold
from referee.table.points import written_position
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.errors import Faulty, NotFound
from referee.util.layout import Document
from referee.util.regexes import regex
from referee.util.times import NotSpan, zone_named
from referee.util.values import Value, field

# The findings of a verification, one by one: what was checked, where, and whether it is right.
#
# The text of a finding stands in `templates/verify.en.yaml`, by its key.


RIGHT, NOTE, WRONG = "right", "note", "wrong"


class LookedAt(Value):
    """One thing that was checked: right, wrong, or just worth a note; with the key of its text.

    `place` is a record with its entry, a letter with the place where it was kept, or a mailbox.
    """

    state: str
    key: str
    place: str
    params: Mapping[str, Any] = field(default_factory=dict)


def right(key: str, place: str, /, **params: Any) -> LookedAt:
    """A finding: this is as it must be."""
    return LookedAt(RIGHT, key, place, params)


def note(key: str, place: str, /, **params: Any) -> LookedAt:
    """A finding: this is not wrong, but the reader should know it."""
    return LookedAt(NOTE, key, place, params)


def wrong(key: str, place: str, /, **params: Any) -> LookedAt:
    """A finding: this is not as it must be."""
    return LookedAt(WRONG, key, place, params)


def summed(faults: list[LookedAt], fine: LookedAt | None) -> Iterator[LookedAt]:
    """All that is wrong with one thing; if nothing is, the finding that it is right."""
    yield from faults
    if fine and not faults:
        yield fine


def check(path: Path) -> Checked:
    """Check everything in a record that can be checked offline; changes nothing.

    The answer says what is wrong with the record. Raises only `referee.record.file.Busy` and OSError.
    """
    try:
        reading = file.read(path)
        reading.refuse_other_files(str(path))
    except Damaged as fault:
        return Checked(fault.entry, "damaged", fault.entry, fault)
    return loaded(reading, str(path))[0]


def loaded(reading: Reading, name: str) -> tuple[Checked, Table | None]:
    """Check a record that was read already; also returns its game if nothing is wrong. Raises nothing.

    Messages call the record `name`.
    """
    checked = file.checked(reading, name)
    if checked.fault:
        return checked, None
    fault: Faulty
    try:
        _in_domains(reading.documents)
        reader = Reader(Path(name), reading)
        return checked, Redacted(reader) if is_redacted(reading.documents) else _taken_up(reader, name)
    except Damaged as damage:
        damage.where = name
        entry, fault = damage.entry, damage
    except Faulty as misfit:
        entry, fault = misfit.why.params.get("entry", 0), misfit
    # All entries are looked at in one way before the next, so an earlier one may be wrong in another way.
    if 0 < entry < len(reading.documents):
        before = loaded(reading.until(entry), name)[0]
        if before.fault:
            return before, None
    return Checked(entry, "damaged", entry, fault), None


def _in_domains(documents: Sequence[Document]) -> None:
    """Raise `Faulty` for the first place that names what there cannot be: a seat, a language, a line.

    What is not even of the right form is told by what reads it.
    """
    with suppress(AttributeError, LookupError, TypeError):
        game, seats = find(str(documents[0]["game"])), frozenset(documents[0]["seats"])
        for number, document in enumerate(documents):
            for place in outside(document, game, seats):
                raise Faulty("record-domain", entry=number, field=place)


def _taken_up(reader: Reader, name: str) -> Table:
    """The game of a record. Raises `Faulty` for the first entry that says something of itself that is not so."""
    table, position = Table(reader), ""  # before the opening there is none
    for point, document in zip(table.points, reader.reading.documents, strict=True):
        _structure(point.entry, document, position, name)
        position = written_position(table.game.position(point.state))
        try:
            table.game.view(point.state, None)
        except fold.MISFITS as error:
            event = type(point.entry.events[-1]).__name__ if point.entry.events else ""
            raise Damaged(point.entry.entry, "record-fold", where=name, event=event) from error
    return table


def _structure(entry: Entry, document: Document, position: str, where: str) -> None:
    """The counts of events add up, each event names its own rule, a letter stands at its position."""
    written = [one.get("rule") for one in document.get("events", [])]
    if written != [event.cited for event in entry.events]:
        raise Damaged(entry.entry, "record-rule", where=where)
    if isinstance(entry, Letter):
        counts = [line.events for line in entry.lines]
        if sum(counts) > len(entry.events) or min(counts, default=0) < 0:
            raise Damaged(entry.entry, "record-counts", where=where)
        if entry.position != position:
            raise Damaged(
                entry.entry, "record-position", where=where, written=entry.position, stands=position
            )


# Audit of many games: in which of the records below a folder would today's rules have ruled differently?


RECORD = "record.yaml"
HEAD = b"---\nentry: 0\n"
"""How a record begins, and a notebook, which says soon that it is one."""
NOTEBOOK = b"\nkind: notes\n"
BEGINNING = 100


def records_below(folder: Path) -> tuple[Path, ...]:
    """The records below a folder, sorted by path: what has the name of a record, and files that begin like one.

    What has the name and is no file, as a link to nothing, is among them: it is to be told that it cannot be read.
    Links to folders are not followed. Raises `Faulty` if there is no such folder, or no record below it.
    """
    if not folder.is_dir():
        raise NotFound("file-missing", where=str(folder), name=str(folder))
    found = sorted(filter(_is_record, folder.rglob("*.yaml")))
    if not found:
        raise NotFound("no-records", where=str(folder))
    return tuple(found)


def _is_record(path: Path) -> bool:
    if path.name == RECORD or path.name.endswith(f".{RECORD}"):
        return True
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            begins = file.read(BEGINNING)
            return begins.startswith(HEAD) and NOTEBOOK not in begins
    except OSError:
        return False  # nothing tells that it is one


Seats = frozenset[str]
Holds = Callable[[Any, Seats], bool]
POSITION, HASH = regex(r"[0-9]{1,9}\.[0-9]{1,9}"), regex(r"[0-9a-f]{64}")
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
