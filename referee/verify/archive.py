"""Audit of many games: in which of the records below a folder would today's rules have ruled differently?"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.table.audit import Audit, audit
from referee.table.loading import load
from referee.util.errors import Faulty, NotFound, Why
from referee.verify.check import check

RECORD = "record.yaml"
HEAD = b"---\nentry: 0\n"
"""How a record begins, and a notebook, which says soon that it is one."""
NOTEBOOK = b"\nkind: notes\n"
BEGINNING = 100


@dataclass(frozen=True, slots=True)
class Audited:
    """A record and the result of its audit.

    Attributes:
        verdict: `same`, `otherwise`, `on` (not audited, because the game is still on) or `broken`.
        fault: what is wrong with a broken record, and at which entry.
        found: what the audit found, if there was one.
    """

    path: Path
    verdict: str
    game: str = ""
    entries: int = 0
    found: Audit | None = None
    fault: Why | None = None


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


def audited(path: Path, *, unfinished: bool = False) -> Audited:
    """Rule on one record again by today's rules, with the lots as they fell.

    With `unfinished`, also if its game is still on. If the record is broken, the answer says so; nothing is
    raised.
    """
    try:
        checked = check(path)
        if checked.fault:
            raise checked.why or NotFound("cannot-read", error=checked.fault)
        table = load(path)
        if table.outcome is None and not unfinished:
            return Audited(path, "on", table.id, len(table.points))
        found = audit(table)
    except Faulty as fault:
        return Audited(path, "broken", fault=fault.why)
    except OSError as error:
        return Audited(
            path, "broken", fault=NotFound("cannot-read", error=error.strerror or type(error).__name__).why
        )
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # The marks are right, and still it is no game that these rules can follow.
        return Audited(path, "broken", fault=Faulty("audit-stuck", kind=type(error).__name__).why)
    return Audited(path, "same" if found.clean else "otherwise", table.id, found.entries, found)


def below(folder: Path, *, unfinished: bool = False) -> Iterator[Audited]:
    """Every record below a folder, one by one. Raises `Faulty` as `records_below` does, before the first."""
    paths = records_below(folder)
    return (audited(path, unfinished=unfinished) for path in paths)
