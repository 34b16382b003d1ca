"""Letters from a Maildir, into which a mail server delivers: those in `new` and `cur`; `tmp` holds unfinished ones.

Each is removed once it is safely in the spool. A crash in between leaves it in both, and it still counts
once.
"""

import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from referee.post.spool import Taking, wanted
from referee.util import files
from referee.util.errors import WrongConfig

FOLDERS = ("new", "cur")
THROWN_AWAY = "T"


def fetch(box: Path, taking: Taking) -> None:
    """Take every letter of a Maildir, the oldest first. Raises OSError; `Faulty` if it is not a Maildir.

    A letter that cannot be read does not hold up the others; it is reported at the end.
    """
    faults = list[OSError]()
    for path, size, at in _letters(box):
        if taking.full:
            break
        try:
            with path.open("rb") as file:
                raw = file.read(wanted(size))
        except FileNotFoundError:
            continue  # another program has moved or removed it
        except OSError as error:
            faults.append(error)
            continue
        taking.take(raw, at)
        files.remove(path)
    if faults:
        raise faults[0]


def _letters(box: Path) -> Iterator[tuple[Path, int, datetime]]:
    """The letters of a Maildir, the oldest first: where each lies, its size, when it was delivered."""
    found = list[tuple[float, str, Path, int]]()
    for folder in FOLDERS:
        if not (box / folder).is_dir():
            raise WrongConfig("source-no-maildir", where=str(box))
        for entry in os.scandir(box / folder):
            if not entry.name.startswith(".") and THROWN_AWAY not in _flags(entry.name):
                found += _looked_at(entry)
    for seconds, _, path, size in sorted(found):
        yield path, size, datetime.fromtimestamp(seconds, UTC)


def _flags(name: str) -> str:
    """The flags that a mail program gave a letter: `T` means deleted there."""
    return name.rpartition(":2,")[2] if ":2," in name else ""


def _looked_at(entry: os.DirEntry[str]) -> list[tuple[float, str, Path, int]]:
    try:
        known = entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return []
    if not stat.S_ISREG(known.st_mode):
        return []
    return [(known.st_mtime, entry.name, Path(entry.path), known.st_size)]
