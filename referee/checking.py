"""Is a record whole: its marks and seals, its structure, and that its events fold into a game.

`referee.record.check` looks at the bytes. This looks at what they say as well: a record whose marks somebody has
worked out anew may be whole as a file and still be no game.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee import fold, record
from referee.entries import Entry, Letter, Opening, event_document, from_documents
from referee.game import Faulty, find
from referee.record import Checked, Damaged, Reading, WasMailed, never
from referee.seals import is_redacted
from referee.stores import Reader


def check(path: Path, was_mailed: WasMailed = never) -> Checked:
    """Everything that can be checked of a record offline; changes nothing.

    Raises only `referee.record.Busy` and OSError: what is wrong with the record is the answer.
    """
    checked = record.check(path, was_mailed)
    return checked if checked.fault else _content(record.read(path), str(path), checked)


def check_reading(reading: Reading, name: str) -> Checked:
    """The same of a record that was read already, which messages call `name`; raises nothing."""
    checked = record.checked(reading, name)
    return checked if checked.fault else _content(reading, name, checked)


def _content(reading: Reading, name: str, checked: Checked) -> Checked:
    """What is wrong with what the documents say, if anything is; else what was `checked` before."""
    documents = reading.documents
    try:
        if is_redacted(documents):
            _redacted(reading, name)
            return checked
        entries = from_documents(documents)
        _fold(entries, documents, name)
    except Damaged as fault:
        return Checked(fault.entry, "damaged", fault.entry, fault)
    except Faulty as fault:
        entry = fault.why.params.get("entry", 0)
        return Checked(entry, "damaged", entry, fault)
    return checked


def _redacted(reading: Reading, name: str) -> None:
    """Everything in a redacted record is what it should be. Raises `Faulty`."""
    from referee.redacted import Redacted  # noqa: PLC0415  seldom needed, and it needs tables

    Redacted(Reader(Path(name), reading))


def _fold(entries: tuple[Entry, ...], documents: tuple[Any, ...], where: str) -> None:
    """Fold all events. Raises `Damaged` naming the first entry that does not fit what came before it."""
    first = entries[0] if entries else None
    if not isinstance(first, Opening):
        raise Damaged(0, "record-opening", where=where)
    game = find(first.game)
    now, before = fold.blank(game, first.id, first.options), list[_Stood]()
    for entry, document in zip(entries, documents, strict=True):
        _structure(entry, document, "{}.{}".format(*game.position(now.state)), where)
        for event in entry.events:
            try:
                now = fold.folded(game, before, now, event)
                game.view(now.state, None)
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                name = type(event).__name__
                raise Damaged(entry.entry, "record-fold", where=where, event=name) from error
        before.append(_Stood(entry, now.state))


@dataclass(frozen=True, slots=True)
class _Stood:
    """The game after an entry."""

    entry: Entry
    state: Any


def _structure(entry: Entry, document: Any, position: str, where: str) -> None:
    """The counts of events add up, each event names its own rule, a letter stands at its position."""
    written = [one.get("rule") for one in document.get("events", [])]
    if written != [event_document(event)["rule"] for event in entry.events]:
        raise Damaged(entry.entry, "record-rule", where=where)
    if isinstance(entry, Letter):
        if sum(line.events for line in entry.lines) > len(entry.events):
            raise Damaged(entry.entry, "record-counts", where=where)
        if entry.position != position:
            raise Damaged(
                entry.entry, "record-position", where=where, written=entry.position, stands=position
            )
