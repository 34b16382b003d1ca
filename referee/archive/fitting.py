"""Whether a notebook is whole, and its notes fit the record that they are about."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from errno import errorcode
from pathlib import Path

from referee.archive.moments import Moment, moments
from referee.archive.notebook import Head, head_of, notes_of
from referee.archive.notes import ALL, PLAYERS, Note
from referee.archive.places import misplaced
from referee.record.file import Damaged, Reading, checked, read
from referee.record.signing import is_signed
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.errors import Faulty, NotFound
from referee.util.layout import Document
from referee.util.times import moment as time_of
from referee.verify.check import LookedAt, loaded, right, summed, wrong

CLOCKS_DIFFER = timedelta(hours=1)
"""By how much the clock of an annotator may be behind the referee's."""


def notes_checked(reading: Reading, name: str, table: Table) -> Iterator[LookedAt]:
    """Each check of a notebook, which messages call `name`, against the game of a record."""
    found = checked(reading, name)
    if found.fault:
        yield wrong("notes-damaged", f"{name}, note {found.entry}", why=found.why)
        return
    try:
        head, notes = head_of(reading.documents), tuple(notes_of(reading.documents))
    except Damaged as fault:
        yield wrong("notes-damaged", f"{name}, note {fault.entry}", why=fault)
        return
    if head != Head.of(table):
        yield wrong("note-wrong", name, why=Faulty("notes-other-game", game=head.id, due=table.id).why)
        return
    faults = [
        wrong("note-wrong", f"{name}, note {n}", why=fault.why) for n, fault in _faults(reading, notes, table)
    ]
    yield from summed(faults, right("notes-fit", name, count=len(notes), game=table.id))


def _faults(
    reading: Reading, notes: Sequence[tuple[int, Note]], table: Table
) -> Iterator[tuple[int, Faulty]]:
    """Each note that does not fit, with what is wrong."""
    known = moments(table)
    by_seal = {one.seal: one for one in known}
    before = ""
    for n, note in notes:
        moment = by_seal.get(note.about)
        found = [*_times(note, moment, before), *_seats(note, table)]
        if not isinstance(table, Redacted):  # in one, what a note is about need not be told
            found += _misplaced(note, moment, known)
        yield from ((n, fault) for fault in found)
        before = note.at
    for n, doc in enumerate(reading.documents):
        yield from ((n, fault) for fault in _signature(doc, table))


def _misplaced(note: Note, moment: Moment | None, known: Sequence[Moment]) -> Iterator[Faulty]:
    """A note is bound to an entry of this record, in which there is the place that it tells."""
    if moment is None:
        yield Faulty("note-about", seal=note.about)
    elif problem := misplaced(known, moment, note.place):
        yield problem


def _times(note: Note, moment: Moment | None, before: str) -> Iterator[Faulty]:
    """A note is no older than the note before it, nor than what it is about."""
    at = time_of(note.at)
    if before and time_of(before) > at:
        yield Faulty("note-order", at=note.at, before=before)
    if moment and moment.at and at + CLOCKS_DIFFER < time_of(moment.at):
        yield Faulty("note-early", at=note.at, came=moment.at)


def _seats(note: Note, table: Table) -> Iterator[Faulty]:
    """It names seats of this table."""
    unknown = {note.seat} - {"", *table.seats} | {*note.to} - {ALL, PLAYERS, *table.seats}
    if unknown:
        yield Faulty("note-seat", seat=min(unknown), seats=table.seats)


def _signature(doc: Document, table: Table) -> Iterator[Faulty]:
    """What is signed is signed with the keeper's key: whoever has not got it signs nothing."""
    signature, signer = str(doc.get("signature", "")), table.opening.signer
    if signature and not is_signed(signer, table.id, str(doc["seal"]), signature):
        yield Faulty("note-signature", signer=signer or "-")


def verify_notes(record: Path, notes: Path) -> Iterator[LookedAt]:
    """Verify the notebook in a file against a record; nothing of a record that cannot be read."""
    whole, table = loaded(read(record), str(record))
    if whole.fault or table is None:
        return
    try:
        reading = read(notes)
    except Damaged as fault:
        yield wrong("notes-damaged", f"{notes}, note {fault.entry}", why=fault)
        return
    except OSError as error:
        code = errorcode.get(error.errno or 0, "")
        yield wrong(
            "notes-damaged", str(notes), why=NotFound("file-unreadable", where=str(notes), error=code)
        )
        return
    yield from notes_checked(reading, str(notes), table)
