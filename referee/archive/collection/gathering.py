"""One record looked at: the facts that are published of it, or why nothing is.

Every record is verified by its seals, and its notes with it, before anything of it is told.
"""

from dataclasses import dataclass

from referee.archive.collection.facts import Facts, facts
from referee.archive.collection.names import Names, cast
from referee.archive.collection.records import Files
from referee.archive.fitting import notes_checked
from referee.archive.mailed import with_mailed
from referee.archive.notebook import notes_of
from referee.archive.notes import Note
from referee.record.file import read
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.errors import Faulty, Why, kind_of
from referee.verify.check import loaded


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a record came to: its facts, or why there are none, and the entry where a damaged one is wrong.

    With neither it is what it was. `traces` stand for those who are named in it.
    """

    files: Files
    digest: str
    facts: Facts | None = None
    why: Why | None = None
    entry: int | None = None
    traces: frozenset[str] = frozenset()


def gathered(asked: tuple[Files, str], names: Names) -> Gathered:
    """Look at one record, unless it still has the digest given. Raises nothing: no record stops another."""
    (files, before), digest = asked, ""
    try:
        digest = files.digest()
        if digest == before:
            return Gathered(files, digest)
        table, notes = verified(files)
        people = cast(table, notes, names)
        told = facts(table, notes, people)
        return Gathered(files, digest, told, traces=names.traces(told.slug, people.called))
    except Faulty as fault:
        entry = getattr(fault, "entry", None) or fault.why.params.get("entry")
        return Gathered(files, digest, None, fault.why, entry if isinstance(entry, int) else None)
    except OSError as error:
        return Gathered(files, digest, None, Faulty("archive-unread", kind=type(error).__name__).why)
    except Exception as error:  # noqa: BLE001  a mistake of ours, or of a game, in one record
        return Gathered(files, digest, None, Faulty("archive-crashed", kind=kind_of(error)).why)


def verified(files: Files) -> tuple[Table, tuple[Note, ...]]:
    """The game of a record that is over, and its notes, all verified. Raises `Faulty` and OSError.

    Among the notes is what letters said of it, though the notebook is older than they are: consent that was taken back
    counts at once.
    """
    record = read(files.record)
    record.refuse_other_files(files.name)
    found, table = loaded(record, files.name)
    if table is None:
        raise found.why or Faulty("archive-damaged")
    if table.outcome is None:
        raise Faulty("archive-on")
    if files.notes is None:
        return table, _with_letters(table, ())
    reading = read(files.notes)
    for one in notes_checked(reading, files.name, table):
        if one.state == "wrong":
            why = one.params["why"]
            raise Faulty("archive-notes", why=why.why if isinstance(why, Faulty) else why)
    return table, _with_letters(table, tuple(note for _, note in notes_of(reading.documents)))


def _with_letters(table: Table, notes: tuple[Note, ...]) -> tuple[Note, ...]:
    """A redacted record does not tell what letters noted."""
    return notes if isinstance(table, Redacted) else with_mailed(table, notes)
