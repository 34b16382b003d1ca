"""Mailboxes on this machine, into which mail servers deliver, or in which people keep letters.

A Maildir and an mbox are emptied into the spool, so that at every moment each letter is in at least one of the two; a
crash in between leaves it in both, and it still counts once. To look at, there are also a folder of letters (`.eml`)
and single letters; these are only read, and anything may lie in them: a file that is no mail, one of any size, one that
vanishes while we look.
"""

import errno
import fcntl
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple

from referee.post.delivery import MOST
from referee.post.spool import Taking, wanted
from referee.util import files
from referee.util.errors import NotFound, TryAgain, WrongConfig
from referee.util.regexes import regex

# Paths are text here: the calls to the system take them.
# ruff: noqa: PTH108


# A Maildir: letters lie in `new` and `cur`; `tmp` holds unfinished ones. Each is removed once it is safe in the spool.


FOLDERS = ("new", "cur")
THROWN_AWAY = "T"


def fetch_maildir(box: Path, taking: Taking) -> None:
    """Take every letter of a Maildir, the oldest first. Raises OSError; `Faulty` if it is not a Maildir.

    A letter that cannot be read does not hold up the others; it is reported at the end.
    """
    faults = list[OSError]()
    for path, size, at in _in_maildir(box):
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


def _in_maildir(box: Path) -> Iterator[tuple[Path, int, datetime]]:
    """The letters of a Maildir, the oldest first: where each lies, its size, when it was delivered."""
    found = list[tuple[float, str, Path, int]]()
    if not _is_maildir(box):
        raise WrongConfig("source-no-maildir", where=str(box))
    for folder in FOLDERS:
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


# An mbox is locked as mail servers lock it, all letters are put into the spool, and then the file is emptied in place
# by one call. If a letter at the end is still being written, by a program that does not lock, nothing is taken until
# that letter is whole, or ten minutes have passed without a change.
#
# The lock of an mbox as mail servers hold it: `fcntl` on the file, and a file `.lock` beside it. We hold both.
#
# A `.lock` left by a dead process, or older than ten minutes, does not count. Where we may not create files,
# `fcntl` alone has to do, as it does for mail servers; but a `.lock` that others made there is respected.


STALE = 600.0
PAUSE = 0.05
MAY_NOT = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


class Locked(OSError):
    """Somebody else holds the lock."""


@contextmanager
def box_locked(path: Path, patience: float) -> Iterator[int]:
    """Hold the lock of an mbox while a block runs; gives the file, opened to read and to cut.

    Raises `Locked` after `patience` seconds; OSError.
    """
    ends = time.monotonic() + patience
    fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        while not (beside := _try(fd, path)):
            if time.monotonic() >= ends:
                raise Locked(errno.EAGAIN, os.strerror(errno.EAGAIN), str(path))
            time.sleep(PAUSE)
        try:
            yield fd
        finally:
            if beside == "made":
                os.unlink(_lock(path))
    finally:
        os.close(fd)


def _lock(path: Path) -> str:
    return f"{path}.lock"


def _try(fd: int, path: Path) -> str:
    """Take both locks: "" if others hold one, else whether the file `.lock` was `made`, or could not be."""
    try:
        fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in {errno.EACCES, errno.EAGAIN}:
            raise
        return ""
    if not _same(fd, path):
        raise Locked(errno.ESTALE, os.strerror(errno.ESTALE), str(path))
    _clear_stale(path)
    try:
        made = os.open(_lock(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    except FileExistsError:
        found = ""
    except OSError as error:
        if error.errno not in MAY_NOT:
            raise
        found = "" if os.path.lexists(_lock(path)) else "not"
    else:
        os.write(made, f"{os.getpid()}\n".encode())
        os.close(made)
        found = "made"
    if not found:
        fcntl.lockf(fd, fcntl.LOCK_UN)
    return found


def _same(fd: int, path: Path) -> bool:
    """Whether the open file still has that name, and has not been replaced."""
    try:
        return os.path.samestat(os.fstat(fd), path.stat())
    except FileNotFoundError:
        return False


def _clear_stale(path: Path) -> None:
    """Remove an abandoned `.lock`. We hold the `fcntl` lock, so no two processes do this at once."""
    try:
        text = Path(_lock(path)).read_bytes()[:20].strip()
        age = time.time() - Path(_lock(path)).stat().st_mtime
    except OSError:
        return
    if age > STALE or (text.isdigit() and _dead(int(text))):
        with suppress(OSError):
            os.unlink(_lock(path))


def _dead(process: int) -> bool:
    if not 1 < process < 2**22:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


PATIENCE = 10.0
"""Seconds to wait for a mail server to finish with the file."""
LEFT_ALONE = 600.0
"""Seconds without a change after which an unfinished letter counts as abandoned."""
PIECE = 1 << 16
SEPARATOR = b"From "
QUOTED = regex(rb"^>(>*From )", re.MULTILINE)
"""A line of a letter that looks like a separator: it has one or more `>` before it."""


def fetch_mbox(path: Path, taking: Taking) -> None:
    """Take every letter of an mbox, and empty it. Raises OSError; `Faulty` if it is locked, or not an mbox."""
    try:
        if not path.stat().st_size:
            return
    except FileNotFoundError:
        return  # mail servers create it with the first letter
    try:
        with box_locked(path, PATIENCE) as fd:
            _take_all(fd, path, taking)
    except Locked:
        raise TryAgain("source-locked", where=str(path)) from None


def _take_all(fd: int, path: Path, taking: Taking) -> None:
    known = os.fstat(fd)
    with open(fd, "rb", closefd=False) as box:
        if not _whole(box, known.st_size) and time.time() - known.st_mtime < LEFT_ALONE:
            raise TryAgain(
                "source-locked", where=str(path)
            )  # these letters may have come in time: nobody has looked at them
        box.seek(0)
        at = datetime.fromtimestamp(known.st_mtime, UTC)
        for raw in letters(box, str(path)):
            taking.take(raw, at)
    if os.fstat(fd).st_size == known.st_size:  # else somebody has appended without a lock
        files.cut(fd, 0)


def _whole(box: BinaryIO, size: int) -> bool:
    """Whether the last letter is complete: an empty line follows each letter."""
    box.seek(max(0, size - 4))
    return box.read().replace(b"\r", b"").endswith(b"\n\n")


def letters(box: BinaryIO, name: str) -> Iterator[bytes]:
    """The letters of an mbox as they were before they were put there. Raises `Faulty` if it does not begin with one.

    A letter begins after a line `From ...` that is the first, or follows an empty line. Of a letter that is
    too large, only the beginning is given.
    """
    letter = bytearray()
    begun, empty, starts = False, True, True
    while line := box.readline(PIECE):
        if starts and empty and line.startswith(SEPARATOR):
            if begun:
                yield _unquoted(letter)
            begun, letter = True, bytearray()
        elif not begun:
            raise WrongConfig("source-no-mbox", where=name)
        elif len(letter) <= MOST:
            letter += line
        if starts:
            empty = not line.strip(b"\r\n")
        starts = line.endswith(b"\n")
        empty = empty and starts
    if begun:
        yield _unquoted(letter)


def _unquoted(letter: bytearray) -> bytes:
    """A letter without what the mbox added: the empty line at its end, a `>` before lines that begin with `From `."""
    if len(letter) > MOST:
        return bytes(letter[: MOST + 1])
    text = bytes(letter)
    text = text[:-1].removesuffix(b"\r") if text.endswith((b"\n\n", b"\n\r\n")) else text
    head, gap, body = (
        re.split(rb"(\r?\n\r?\n)", text, maxsplit=1) if re.search(rb"\n\r?\n", text) else (text, b"", b"")
    )
    return head + gap + QUOTED.sub(rb"\1", body)


# What people keep: only read.


ENDING = ".eml"


class Kept(NamedTuple):
    """One mail of a mailbox: where it lies, and its bytes; if it is too large, only its beginning."""

    place: str
    raw: bytes


def is_mailbox(path: Path) -> bool:
    """Whether the path can be read as a mailbox: a folder, or a file that begins like an mbox or a mail."""
    if path.is_dir():
        return _is_maildir(path) or bool(_named(path))
    return path.is_file()


def mails(path: Path) -> Iterator[Kept]:
    """Every mail of a mailbox, sorted by file name, or in the order of the file.

    Raises `Faulty` if there is none; OSError if the mailbox itself cannot be read. A single file that cannot
    be read is left out.
    """
    if path.is_dir():
        yield from _of_folder(path)
        return
    if not path.exists():
        raise NotFound("file-missing", where=str(path))
    with path.open("rb") as box:
        head = box.read(len(SEPARATOR))
        box.seek(0)
        if head != SEPARATOR:
            yield Kept(str(path), box.read(MOST + 1))
            return
        for number, raw in enumerate(letters(box, str(path)), 1):
            yield Kept(f"{path}, {number}", raw)


def _of_folder(path: Path) -> Iterator[Kept]:
    found = _of_maildir(path) if _is_maildir(path) else _named(path)
    if not found and not _is_maildir(path):
        raise NotFound("no-mailbox", where=str(path))
    for one in sorted(found):
        raw = _read(one)
        if raw is not None:
            yield Kept(str(one), raw)


def _is_maildir(path: Path) -> bool:
    return all((path / name).is_dir() for name in FOLDERS)


def _of_maildir(path: Path) -> list[Path]:
    return [one for name in FOLDERS for one in (path / name).iterdir() if not one.name.startswith(".")]


def _named(path: Path) -> list[Path]:
    return [one for one in path.iterdir() if one.name.lower().endswith(ENDING)]


def _read(path: Path) -> bytes | None:
    """The bytes of a letter; None if it is not a file, or cannot be read."""
    try:
        # Reading a pipe would never end: only real files are opened.
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        with path.open("rb") as file:
            return file.read(MOST + 1)
    except OSError:
        return None
