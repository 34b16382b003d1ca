"""Is a record whole: its marks and seals, its structure, and that its events fold into a game.

`referee.record.file.check` looks at the bytes. This looks at what they say as well: a record whose marks somebody has
worked out again may be whole as a file and still be no game.
"""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from referee.engine.game import Game
from referee.house.games import find
from referee.record import file
from referee.record.entries import Entry, Letter
from referee.record.file import Checked, Damaged, Reading, WasMailed, never
from referee.record.reading import iterated
from referee.record.seals import is_redacted
from referee.record.stores import Reader
from referee.table import fold
from referee.table.opening import started
from referee.table.points import written_position
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.errors import Faulty, NotFound
from referee.util.layout import Document
from referee.verify.domains import outside

# The findings of a verification, one by one: what was checked, where, and whether it is right.
#
# The text of a finding stands in `templates/verify.en.yaml`, by its key.


RIGHT, NOTE, WRONG = "right", "note", "wrong"


@dataclass(frozen=True, slots=True)
class LookedAt:
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


# Switching off the garbage collector while a record is loaded.
#
# Reading a record makes tens of thousands of values, all of which stay: a search for garbage among them only
# takes time.


@contextmanager
def uncollected() -> Iterator[None]:
    """Switch the garbage collector of this process off; afterwards it is on again, if it was on before."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()


T = TypeVar("T")


@uncollected()
def check(path: Path, was_mailed: WasMailed = never) -> Checked:
    """Check everything in a record that can be checked offline; changes nothing.

    The answer says what is wrong with the record. Raises only `referee.record.file.Busy` and OSError.
    """
    try:
        reading = file.read(path)
        reading.refuse_other_files(str(path))
    except Damaged as fault:
        return Checked(fault.entry, "damaged", fault.entry, fault)
    checked = file.checked(reading, str(path), was_mailed)
    return checked if checked.fault else _with_content(checked, reading, str(path), _looked_at)[0]


def loaded(reading: Reading, name: str, was_mailed: WasMailed = never) -> tuple[Checked, Table | None]:
    """Check a record that was read already; also returns its game if nothing is wrong. Raises nothing.

    Messages call the record `name`.
    """
    checked = file.checked(reading, name, was_mailed)
    return (checked, None) if checked.fault else _with_content(checked, reading, name, _taken_up)


def _with_content(
    checked: Checked, reading: Reading, name: str, look: Callable[[Reading, str], Table | None]
) -> tuple[Checked, Table | None]:
    """Check what the documents say: the result of `look`, or what is wrong.

    Where nothing is wrong, it returns `checked` as it was, with the game that `look` gives.
    """
    try:
        _in_domains(reading.documents)
        if is_redacted(reading.documents):
            return checked, Redacted(Reader(Path(name), reading))
        return checked, look(reading, name)
    except Damaged as fault:
        fault.where = name
        return Checked(fault.entry, "damaged", fault.entry, fault), None
    except Faulty as fault:
        entry = fault.why.params.get("entry", 0)
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


def _taken_up(reading: Reading, name: str) -> Table:
    """The game of a record, whose entries are compared with what they say of themselves. Raises `Faulty`."""
    table = Table(Reader(Path(name), reading))
    says = _Says(table.game, name)
    for point, document in zip(table.points, reading.documents, strict=True):
        says.so(point, document)
    return table


def _looked_at(reading: Reading, name: str) -> None:
    """Check a record without building its game; raises `Faulty` for the first entry that is not right.

    The entries are read, folded, and compared with what they say of themselves: each of these is done for all
    entries at once, because a processor is quicker at that than at taking turns.
    """
    entries, unread = _up_to_a_fault(iterated(reading.documents))
    if unread and not entries:
        raise unread
    _, game, _, now = started(tuple(entries[:1]))
    points, unfolded = _up_to_a_fault(_points(game, entries, now))
    says = _Says(game, name)
    for point, document in zip(points, reading.documents, strict=False):
        says.so(point, document)
    if fault := unfolded or unread:
        raise fault


def _up_to_a_fault(made: Iterator[T]) -> tuple[list[T], Faulty | None]:
    """What an iterator gives, up to the fault that it raises, if it raises one."""
    found = list[T]()
    try:
        for one in made:
            found.append(one)
    except Faulty as fault:
        return found, fault
    return found, None


def _points(game: Game, entries: Iterable[Entry], now: fold.Now) -> Iterator["_Point"]:
    """The game after each of the entries. Raises `Damaged`."""
    points = list[_Point]()
    for entry in entries:
        try:
            now = fold.last_folded(game, points, now, entry.events)
        except fold.NotFolded as misfit:
            raise Damaged(entry.entry, "record-fold", event=str(misfit)) from misfit
        points.append(point := _Point(entry, now.state))
        yield point


@dataclass(frozen=True, slots=True)
class _Point:
    """A game after one of its entries."""

    entry: Entry
    state: Any


class _Says:
    """Compares what each entry says of itself with the game, one entry after another.

    An entry must stand where the one before it left the table.
    """

    def __init__(self, game: Game, where: str) -> None:
        self._game, self._where = game, where
        self._position = ""  # before the opening there is none

    def so(self, point: fold.Stood, document: Document) -> None:
        """Raise `Damaged` if the next entry says something of itself that is not so."""
        _structure(point.entry, document, self._position, self._where)
        self._position = written_position(self._game.position(point.state))
        try:
            self._game.view(point.state, None)
        except fold.MISFITS as error:
            name = type(point.entry.events[-1]).__name__ if point.entry.events else ""
            raise Damaged(point.entry.entry, "record-fold", where=self._where, event=name) from error


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
