"""One record looked at: the facts that are published of it, or why nothing is.

Every record is verified by its seals, and its notes with it, before anything of it is told.
"""

from dataclasses import dataclass

from referee.archive.collection.facts import Facts, facts
from referee.archive.collection.names import Names, cast
from referee.archive.collection.records import Files
from referee.archive.fitting import notes_checked
from referee.archive.notebook import notes_of
from referee.archive.notes import Note
from referee.record.file import read
from referee.table.table import Table
from referee.util.errors import Faulty, Why, kind_of
from referee.verify.check import loaded


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a record came to: its facts, or why there are none, and the entry where a damaged one is wrong.

    With neither it is what it was.
    """

    files: Files
    digest: str
    facts: Facts | None = None
    why: Why | None = None
    entry: int | None = None


def gathered(asked: tuple[Files, str], names: Names) -> Gathered:
    """Look at one record, unless it still has the digest given. Raises nothing: no record stops another."""
    (files, before), digest = asked, ""
    try:
        digest = files.digest()
        if digest == before:
            return Gathered(files, digest)
        table, notes = verified(files)
        people = cast(table, notes, names)
        return Gathered(files, digest, facts(table, notes, people))
    except Faulty as fault:
        entry = getattr(fault, "entry", None) or fault.why.params.get("entry")
        return Gathered(files, digest, None, fault.why, entry if isinstance(entry, int) else None)
    except OSError as error:
        return Gathered(files, digest, None, Faulty("archive-unread", kind=type(error).__name__).why)
    except Exception as error:  # noqa: BLE001  a mistake of ours, or of a game, in one record
        return Gathered(files, digest, None, Faulty("archive-crashed", kind=kind_of(error)).why)


def verified(files: Files) -> tuple[Table, tuple[Note, ...]]:
    """The game of a record that is over, and its notes, all verified. Raises `Faulty` and OSError."""
    record = read(files.record)
    record.refuse_other_files(files.name)
    found, table = loaded(record, files.name)
    if table is None:
        raise found.why or Faulty("archive-damaged")
    if table.outcome is None:
        raise Faulty("archive-on")
    if files.notes is None:
        return table, ()
    reading = read(files.notes)
    for one in notes_checked(reading, files.name, table):
        if one.state == "wrong":
            why = one.params["why"]
            raise Faulty("archive-notes", why=why.why if isinstance(why, Faulty) else why)
    return table, tuple(note for _, note in notes_of(reading.documents))
