"""A copy of a home in one file: `referee backup`, made while everything else goes on.

    referee-backup.json       when it was made, and who owned the home
    home/games/g1/record.yaml, ...
    digests.json              each file with its size, mode and SHA-256; the folders

It is a tar (POSIX.1-2001), so that any tool can open it. Letters that were put away or sent are copied before
the desk is asked to wait, because a file with their names never changes. Everything else is copied while no
pass runs. A letter that goes out meanwhile may be in the copy twice, as due and as sent, but is never
missing. A file may stand in the tar more than once: the last one counts, and only those that the digests
name.
"""

import hashlib
import io
import json
import os
import stat
import tarfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO

from referee.desk.leaps import LEAPT, SURE
from referee.home import abandonment
from referee.home.home import BEFORE, RESTORING, Home
from referee.home.lock import at_desk
from referee.table import snapshots
from referee.util import files
from referee.util.errors import CannotWrite, WrongUsage
from referee.util.times import moment, stamp
from referee.util.values import Struct, Value, field

FORMAT = 1
HEAD, DIGESTS, INSIDE = "referee-backup.json", "digests.json", "home/"
FOR_GOOD = ("post/done", "post/sent")
"""Folders in which a file never changes while it has its name, except that a letter may be sent once more."""
OUT = "post/out"
"""Copied before the letters that were sent: a letter goes from here to there."""
LAST = "last-backup"
"""A file in a home that tells when the last copy was made; it is not copied."""
PATIENCE = 60.0


class Row(Value):
    """A file of a copy: its size, mode and SHA-256 (hex)."""

    size: int
    mode: int
    sha256: str


class Made(Struct):
    """What a copy holds, by the paths below the home; and how large it is."""

    rows: dict[str, Row] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)
    size: int = 0


def back_up(home: Home, to: Path, now: datetime) -> Made:
    """Copy a home into a file, which appears whole or not at all and replaces an older copy.

    Raises `Faulty` for a place within the home, or one where something else lies; `Busy` if a pass takes too
    long; OSError.
    """
    home.key()
    _refuse_place(home, to)
    with files.streamed(to) as out, tarfile.open(fileobj=out, mode="w|", format=tarfile.PAX_FORMAT) as tar:
        copying = _Copying(home.path, tar)
        there = home.path.stat()
        copying.tell(HEAD, {"format": FORMAT, "made": stamp(now), "uid": there.st_uid, "gid": there.st_gid})
        for folder in FOR_GOOD:
            copying.copy(folder)
        with at_desk(home.path, PATIENCE):
            copying.made.rows.clear()
            copying.copy(OUT)
            copying.copy("")
        made = copying.made
        rows = {path: [row.size, row.mode, row.sha256] for path, row in made.rows.items()}
        copying.tell(DIGESTS, {"files": rows, "folders": sorted(made.folders)})
    made.size = to.stat().st_size
    return made


def note_made(home: Home, now: datetime) -> None:
    """Note that a copy was made then. Raises OSError."""
    files.replace(home.path / LAST, f"{stamp(now)}\n".encode("ascii"))


def last_made(home: Home) -> str:
    """When the last copy was made (RFC 3339, UTC); "" if that is not known."""
    try:
        return stamp(moment((home.path / LAST).read_text("ascii").strip()))
    except (OSError, ValueError):
        return ""


def _refuse_place(home: Home, to: Path) -> None:
    if home.path.resolve() in to.resolve().parents:
        raise WrongUsage("backup-within", where=str(to))
    with suppress(FileNotFoundError), to.open("rb") as file:
        if file.read(len(HEAD) + 1) != f"{HEAD}\0".encode():
            raise CannotWrite("backup-in-the-way", where=str(to))


class _Copying:
    """The files of a home on their way into a tar."""

    def __init__(self, home: Path, tar: tarfile.TarFile) -> None:
        self._home, self._tar, self.made = home, tar, Made()
        self._known: dict[str, tuple[tuple[int, ...], Row]] = {}

    def tell(self, name: str, doc: object) -> None:
        """Add a document of our own."""
        data = json.dumps(doc, sort_keys=True, indent=0).encode("ascii")
        self._add(name, len(data), 0o600, io.BytesIO(data))

    def copy(self, below: str) -> None:
        """Copy all files below a folder, except those already copied and unchanged. Raises OSError."""
        for path in _found(self._home, below, self.made.folders):
            with suppress(FileNotFoundError), (self._home / path).open("rb") as file:
                there = os.fstat(file.fileno())
                version = (there.st_ino, there.st_size, there.st_mtime_ns, stat.S_IMODE(there.st_mode))
                known = self._known.get(path)
                if known is None or known[0] != version:
                    mode = stat.S_IMODE(there.st_mode)
                    digest = self._add(INSIDE + path, there.st_size, mode, file)
                    self._known[path] = known = version, Row(there.st_size, mode, digest)
                self.made.rows[path] = known[1]

    def _add(self, name: str, size: int, mode: int, file: IO[bytes]) -> str:
        """Add a file, up to its length when it was opened; returns its SHA-256. Raises OSError if it is shorter."""
        info = tarfile.TarInfo(name)
        info.size, info.mode = size, mode
        read = _Read(file)
        self._tar.addfile(info, read)
        return read.digest.hexdigest()


class _Read:
    """A file that is read, with a digest of all that was read so far."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self.digest = file, hashlib.sha256()

    def read(self, size: int = -1, /) -> bytes:
        """Read this many bytes more, if there are as many."""
        data = self._file.read(size)
        self.digest.update(data)
        return data


def _found(home: Path, below: str, folders: set[str]) -> Iterator[str]:
    """The paths of all files below a folder of a home, except those that only a running process needs.

    The folders are added to `folders`.
    """
    here = home / below
    for folder, inside, names in os.walk(here, followlinks=True):
        base = Path(folder).relative_to(home)
        inside[:] = [
            name for name in sorted(inside) if not _passes(name) and (base / name) != Path("post/tmp")
        ]
        folders.update(str(base / name) for name in inside)
        for name in sorted(names):
            if not _passes(name) and (Path(folder) / name).is_file():
                yield str(base / name)


def _passes(name: str) -> bool:
    """Whether a file or folder of that name is left out.

    Left out are locks, files half written, those of a restore, what was noted of this machine's clock, snapshots,
    the end of a game that may still be taken back, and when the last copy was made.
    """
    if name in {SURE, LEAPT, snapshots.NAME, abandonment.NAME, LAST}:
        return True
    half = name.startswith(".") and name.endswith(".tmp")
    return half or name == "lock" or name.endswith(".lock") or name == RESTORING or name.startswith(BEFORE)
