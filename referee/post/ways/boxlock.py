"""The lock of an mbox as mail servers hold it: `fcntl` on the file, and a file `.lock` beside it. We hold both.

A `.lock` left by a dead process, or older than ten minutes, does not count. Where we may not create files,
`fcntl` alone has to do, as it does for mail servers; but a `.lock` that others made there is respected.
"""

# Paths are text here: the calls to the system take them.
# ruff: noqa: PTH108

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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
