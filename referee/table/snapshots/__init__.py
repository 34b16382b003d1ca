"""What was worked out from a record, kept beside it: the next process goes on from there and need not read it whole.

    record.snapshot     magic, HMAC-SHA256 of the rest; game, code, where the record ends, `Kept` as MessagePack

It may be deleted at any time, and is never trusted beyond the record: it counts only while the record is the very file
that it was made from, of the same length, not written to since, and with the same mark in its closing line. It counts
only for the code that made it: whenever a file of the referee or of the game has changed, a class may have. A snapshot
that does not count for any reason is as good as none: the record is read. It is as secret as the home.

What a pass no longer reads it no longer sees: bytes that rot below the file system, far from the end of a record that
nobody touched. `referee check` reads every record whole, and so does whoever asks for what lies further back.

What stands in it is believed, and so it is held to more than the rest of a home:

- it is opened only if it is a file of ours that nobody else may read or write, and no link;
- nothing in it is looked at before its seal has been verified, in constant time, with a key that is derived from that
  of the home and the game's own random bytes: whoever can forge it has the home, and needs no snapshot;
- then only values of the referee and of the game are made from it, and no functions are called (`codec`).
"""

import hmac
import os
import stat
from pathlib import Path

from referee.house.games import find
from referee.table.folded import Folded, Kept
from referee.table.snapshots.codec import Unkept, build, read, written
from referee.util import files

MAGIC = b"referee snapshot 2\n"
NAME = "record.snapshot"
_SEAL = 32
_CLOSING = 72
"""The length of the last line of a record, with its newline."""


def beside(record: Path) -> Path:
    """Where the snapshot of a record lies."""
    return record.with_name(NAME)


def keep(record: Path, key: bytes, table: Folded) -> bool:
    """Keep what was worked out at a table whose last entry is the last of the record; whether that was possible.

    Nothing is synced: after a loss of power there is no snapshot, or one that does not count. The caller is alone with
    the game. Raises OSError.
    """
    kept, where = table.kept(), _ends(record)
    whole = len(kept.points) == kept.index.entries == kept.last.entry + 1
    if where is None or not where.endswith(kept.last.mark.hex().encode()) or not whole:
        return False
    try:
        data = written(kept, table.game)
    except Unkept:
        return False  # a game of somebody else, whose state cannot be kept: its record is read
    text = b"\n\n".join((table.game.name.encode(), build(table.game).hex().encode(), where, data))
    files.jot(beside(record), MAGIC + hmac.digest(key, MAGIC + text, "sha256") + text)
    return True


def kept(record: Path, key: bytes) -> Kept | None:
    """What was kept of a record; None if there is nothing that counts."""
    try:
        data, where = _ours(beside(record)), _ends(record)
    except OSError:
        return None
    seal, text = data[len(MAGIC) : len(MAGIC) + _SEAL], data[len(MAGIC) + _SEAL :]
    good = hmac.compare_digest(seal, hmac.digest(key, MAGIC + text, "sha256"))
    if where is None or not good or not data.startswith(MAGIC):
        return None
    try:
        return _opened(text, where)
    except Exception:  # noqa: BLE001  whatever it is that does not fit: the record is read instead
        return None


def _ours(path: Path) -> bytes:
    """What is in a file of ours that nobody else may read; nothing for any other. Raises OSError, also for a link."""
    fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(fd, "rb") as file:
        there = os.fstat(fd)
        private = stat.S_ISREG(there.st_mode) and there.st_uid == os.geteuid() and not there.st_mode & 0o077
        return file.read() if private else b""


def _opened(text: bytes, where: bytes) -> Kept | None:
    """What is in a snapshot that we have sealed, if it was made by this code and the record is as it was then."""
    name, code, then, rest = text.split(b"\n\n", 3)
    if then != where:
        return None
    game = find(name.decode())
    return read(rest, game) if code.decode() == build(game).hex() else None


def _ends(record: Path) -> bytes | None:
    """Which file a record is, how long, when it was written to, and its closing line; None if it has none."""
    fd = os.open(record, os.O_RDONLY | os.O_CLOEXEC)
    try:
        there = os.fstat(fd)
        closing = os.pread(fd, _CLOSING, max(0, there.st_size - _CLOSING))
    finally:
        os.close(fd)
    if not (closing.startswith(b"\n... # ") and closing.endswith(b"\n")):
        return None
    return repr(files.which(there)).encode() + closing.strip()
