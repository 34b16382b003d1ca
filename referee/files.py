"""Every durable act on files: what is told to be done is on the disk, folder and all, before we go on.

All calls to the system stand here, and are looked up when they are made, so that a test can count them and let
the n-th fail. Whatever fails raises OSError, and takes back what it can. A delivery of mail loads this module:
it imports little, and takes paths as text too.
"""

# Paths are text here, for pathlib is slow to load.
# ruff: noqa: PTH102, PTH104, PTH105, PTH108, PTH112, PTH119, PTH120

import os
import time

TYPE_CHECKING = False  # so spelled, type checkers know it; `typing` is slow to load
if TYPE_CHECKING:
    from types import TracebackType

AnyPath = str | os.PathLike[str]
_PAUSE = 0.01


class BusyFile(OSError):
    """Another process holds the lock."""


def private_folder(path: AnyPath) -> None:
    """A folder for the owner alone, with all above it; each new one is synced into its parent.

    Folders that are there already stay as they are. Raises OSError, also if a file is in the way.
    """
    name = os.fspath(path)
    if os.path.isdir(name):
        return
    parent = _parent(name)
    private_folder(parent)
    try:
        os.mkdir(name, 0o700)
    except FileExistsError:
        if not os.path.isdir(name):
            raise
    # Also if another process has just made it: it may not have come as far as this.
    sync_folder(parent)


def write_new(path: AnyPath, data: bytes) -> None:
    """A new file for the owner alone, with these bytes. Raises FileExistsError if there is one; OSError."""
    name = os.fspath(path)
    try:
        _make(name, data)
        sync_folder(_parent(name))
    except FileExistsError:
        raise
    except BaseException:
        forget(name)
        raise


def replace(path: AnyPath, data: bytes, aside: AnyPath = "") -> None:
    """A file with these bytes in the place of what was there; a reader sees the old or the new, never a part.

    It is written in the folder `aside` (by default in its own, under a name with a dot) and then renamed.
    Raises OSError; the old file is then still there, unless it was the last step that failed.
    """
    name = os.fspath(path)
    parent, base = _parent(name), os.path.basename(name)
    made = f"{os.fspath(aside)}/{base}" if aside else f"{parent}/.{base}.{os.urandom(4).hex()}.tmp"
    try:
        _make(made, data)
        os.replace(made, name)
    except BaseException:
        forget(made)
        raise
    sync_folder(parent)


def move(path: AnyPath, to: AnyPath) -> None:
    """Rename a file, on one disk; what stood at the new name is gone. Raises FileNotFoundError, OSError.

    The new folder is synced first: power lost in between may leave both names, and never none.
    """
    source, target = os.fspath(path), os.fspath(to)
    os.rename(source, target)
    sync_folder(_parent(target))
    if _parent(source) != _parent(target):
        sync_folder(_parent(source))


def remove(path: AnyPath) -> None:
    """Remove a file, if it is there; the folder is synced. Raises OSError."""
    name = os.fspath(path)
    try:
        os.unlink(name)
    except FileNotFoundError:
        return
    sync_folder(_parent(name))


def forget(path: AnyPath) -> None:
    """Remove a file that is in the way, as well as it goes: nothing is synced, and nothing raised."""
    try:
        os.unlink(path)
    except OSError:
        return


def sync_folder(path: AnyPath) -> None:
    """Have the names in a folder on the disk. Raises OSError."""
    fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


class locked:  # noqa: N801  it is used as a function, in `with`
    """Hold a lock while a block runs: `with locked(path, 5.0):`. The file is made, and stays.

    The kernel lets go of it however the process ends. Raises `BusyFile` after `timeout` seconds; OSError.
    """

    __slots__ = ("_fd", "_path", "_timeout")

    def __init__(self, path: AnyPath, timeout: float) -> None:
        self._path = os.fspath(path)
        self._timeout = timeout
        self._fd = -1

    def __enter__(self) -> None:
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            _wait_for(fd, self._path, time.monotonic() + self._timeout)
        except BaseException:
            os.close(fd)
            raise
        self._fd = fd

    def __exit__(
        self, _kind: "type[BaseException] | None", _error: "BaseException | None", _at: "TracebackType | None"
    ) -> None:
        os.close(self._fd)


def cut(fd: int, size: int) -> None:
    """Have a file end after so many bytes. Raises OSError."""
    os.ftruncate(fd, size)
    os.fsync(fd)


def _wait_for(fd: int, name: str, patience: float) -> None:
    import fcntl  # noqa: PLC0415  a delivery locks nothing

    while True:
        try:
            return fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() >= patience:
                raise BusyFile(error.errno, error.strerror, name) from error
        time.sleep(_PAUSE)


def _make(name: str, data: bytes) -> None:
    """A new file with these bytes, on the disk, but its name perhaps not."""
    fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(fd, rest) :]
        os.fsync(fd)
    finally:
        os.close(fd)


def _parent(name: str) -> str:
    return os.path.dirname(name.rstrip("/")) or ("/" if name.startswith("/") else ".")
