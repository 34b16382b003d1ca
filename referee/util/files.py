"""Every durable act on files: what is told to be done is on the disk, folder and all, before we go on.

All calls to the system stand here, and are looked up when they are made, so that a test can count them and let
the n-th fail. Whatever fails raises OSError, and takes back what it can. A delivery of mail loads this module:
it imports little, and takes paths as text too.
"""

# Paths are text here, for pathlib is slow to load.
# ruff: noqa: PTH102, PTH104, PTH105, PTH108, PTH106, PTH112, PTH119, PTH120, PTH208

import errno
import os
import time

TYPE_CHECKING = False  # so spelled, type checkers know it; `typing` is slow to load
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import BinaryIO

AnyPath = str | os.PathLike[str]
_PAUSE = 0.01
_NO_LOCKS = frozenset({errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK, errno.ENOSYS})
_LEFT = len(".01234567.tmp")

LOCK = os.O_RDWR | os.O_CREAT
READ = os.O_RDONLY
ADD = os.O_RDWR | os.O_APPEND
ADD_OR_MAKE = ADD | os.O_CREAT
"""How a file is opened that is locked: one that is nothing but a lock, one to be read, one only added to."""


class BusyFile(OSError):
    """Another process holds the lock."""


class NoLocks(OSError):
    """The file system knows no locks."""


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
    """A new file for the owner alone, with these bytes, there whole or not at all.

    Raises FileExistsError if there is one; OSError, and then it is not there.
    """
    name = os.fspath(path)
    made = _beside(name)
    try:
        _make(made, data)
        _name(made, name)
    finally:
        forget(made)
    try:
        sync_folder(_parent(name))
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
    _replace(f"{os.fspath(aside)}/{base}" if aside else _beside(name), name, data)
    sync_folder(parent)


def jot(path: AnyPath, data: bytes) -> None:
    """The same for what may be lost or spoilt at any time: nothing waits for the disk. Raises OSError."""
    name = os.fspath(path)
    _replace(_beside(name), name, data, synced=False)


def add(path: AnyPath, data: bytes) -> None:
    """Add to the end of a file, in one write; made if need be. What may be lost: nothing waits for the disk. Raises OSError."""
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.write(fd, data)
    finally:
        os.close(fd)


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


def remove_folder(path: AnyPath) -> None:
    """Remove a folder with all that is in it, if it is there; nothing is followed out of it. Raises OSError."""
    name = os.fspath(path)
    try:
        inside = list(os.scandir(name))
    except FileNotFoundError:
        return
    for entry in inside:
        if entry.is_dir(follow_symlinks=False):
            remove_folder(entry.path)
        else:
            os.unlink(entry.path)
    os.rmdir(name)
    sync_folder(_parent(name))


def sweep(folder: AnyPath, ours: "Callable[[str], object]") -> None:
    """Remove what killed processes left half written in a folder, of the files whose names are `ours`.

    Only where nobody else may be writing these: the caller holds the lock. Raises OSError.
    """
    name = os.fspath(folder)
    for left in os.listdir(name) if os.path.isdir(name) else ():
        if left.startswith(".") and left.endswith(".tmp") and ours(left[1:-_LEFT]):
            os.unlink(f"{name}/{left}")


class streamed:  # noqa: N801  it is used as a function, in `with`
    """Write a file piece by piece: it is there whole when the block ends, in the place of what was there, or not at all.

    Gives a file opened for writing, for the owner alone. Raises OSError.
    """

    __slots__ = ("_file", "_made", "_name")

    def __init__(self, path: AnyPath) -> None:
        self._name = os.fspath(path)
        self._made = _beside(self._name)

    def __enter__(self) -> "BinaryIO":
        fd = os.open(self._made, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        self._file = os.fdopen(fd, "wb")
        return self._file

    def __exit__(
        self, kind: "type[BaseException] | None", _error: "BaseException | None", _at: "TracebackType | None"
    ) -> None:
        try:
            with self._file as file:
                file.flush()
                os.fsync(file.fileno())
            if kind is None:
                os.replace(self._made, self._name)
                sync_folder(_parent(self._name))
        finally:
            forget(self._made)


def set_mode(path: AnyPath, mode: int) -> None:
    """Who may do what with a file or folder. Raises OSError."""
    os.chmod(path, mode)  # noqa: PTH101


def give(path: AnyPath, uid: int, gid: int) -> None:
    """Give a folder with all that is in it to somebody; nothing is followed out of it. Raises OSError."""
    os.chown(path, uid, gid, follow_symlinks=False)
    for folder, inside, names in os.walk(path):
        for name in (*inside, *names):
            os.chown(f"{folder}/{name}", uid, gid, follow_symlinks=False)


def sync_all() -> None:
    """Have everything on the disk that was ever written, whoever wrote it."""
    os.sync()


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
    """Hold a lock while a block runs: `with locked(path, 5.0):`. A file that is only a lock is made, and stays.

    Gives the file, opened as `flags` say, for `append`, `cut` and `sync`. `shared`: others may read it too.
    The kernel lets go of it however the process ends. Raises `BusyFile` after `timeout` seconds; OSError.
    """

    __slots__ = ("_fd", "_flags", "_path", "_shared", "_timeout")

    def __init__(self, path: AnyPath, timeout: float, flags: int = LOCK, *, shared: bool = False) -> None:
        self._path = os.fspath(path)
        self._timeout, self._flags, self._shared = timeout, flags, shared
        self._fd = -1

    def __enter__(self) -> int:
        fd = os.open(self._path, self._flags | os.O_CLOEXEC, 0o600)
        try:
            _wait_for(fd, self._path, time.monotonic() + self._timeout, shared=self._shared)
        except BaseException:
            os.close(fd)
            raise
        self._fd = fd
        return fd

    def __exit__(
        self, _kind: "type[BaseException] | None", _error: "BaseException | None", _at: "TracebackType | None"
    ) -> None:
        os.close(self._fd)


def keeps_out(path: AnyPath) -> bool:
    """Whether a lock on this file, held by us, keeps others out: the file is opened once more, and must not be had."""
    import fcntl  # noqa: PLC0415  a delivery locks nothing

    fd = os.open(path, LOCK | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(fd)
    return False


def write_over(fd: int, data: bytes) -> None:
    """Have a file hold nothing but these bytes, which may be lost or spoilt at any time. Raises OSError."""
    os.ftruncate(fd, 0)
    os.pwrite(fd, data, 0)


def append(fd: int, data: bytes) -> None:
    """Add these bytes to a file in one write, and have them on the disk. Raises OSError; then part of them may be there."""
    if os.write(fd, data) != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.fsync(fd)


def cut(fd: int, size: int) -> None:
    """Have a file end after this many bytes. Raises OSError."""
    os.ftruncate(fd, size)
    os.fsync(fd)


def sync(fd: int) -> None:
    """Have on the disk what somebody wrote to a file. Raises OSError."""
    os.fsync(fd)


def _wait_for(fd: int, name: str, patience: float, *, shared: bool) -> None:
    import fcntl  # noqa: PLC0415  a delivery locks nothing

    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    while True:
        try:
            return fcntl.flock(fd, kind | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() >= patience:
                raise BusyFile(error.errno, error.strerror, name) from error
        except OSError as error:
            if error.errno in _NO_LOCKS:
                raise NoLocks(error.errno, os.strerror(error.errno), name) from error
            raise
        time.sleep(_PAUSE)


def _beside(name: str) -> str:
    """A name for a file that is still being written; `sweep` knows it again."""
    return f"{_parent(name)}/.{os.path.basename(name)}.{os.urandom(4).hex()}.tmp"


def _replace(made: str, name: str, data: bytes, *, synced: bool = True) -> None:
    try:
        _make(made, data, synced=synced)
        os.replace(made, name)
    except BaseException:
        forget(made)
        raise


def _name(made: str, name: str) -> None:
    """Give a file a second name, which must be free."""
    try:
        os.link(made, name)
    except FileExistsError:
        raise
    except OSError:  # a file system without second names
        if os.path.lexists(name):
            raise
        os.rename(made, name)


def _make(name: str, data: bytes, *, synced: bool = True) -> None:
    """A new file with these bytes, on the disk, but its name perhaps not."""
    try:
        fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except OSError as error:
        # Nobody knows the name of a file that is only on its way; its folder is what is missing, full or closed.
        error.filename = _parent(name)
        raise
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(fd, rest) :]
        if synced:
            os.fsync(fd)
    finally:
        os.close(fd)


def _parent(name: str) -> str:
    return os.path.dirname(name.rstrip("/")) or ("/" if name.startswith("/") else ".")
