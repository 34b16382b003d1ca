"""Every durable act on files: when it returns, the change is on the disk, the folder included.

All calls to the system stand here, and are looked up when they are made, so that a test can count them and
let the n-th fail. Whatever fails raises OSError, and takes back what it can. A delivery of mail loads this
module: it imports little, and accepts paths as text too.
"""

import errno
import os
import stat
import time
from _thread import _local  # as `threading.local`, which is slow to load

# Paths are text here, for pathlib is slow to load.
# ruff: noqa: PTH102, PTH104, PTH105, PTH108, PTH106, PTH112, PTH114, PTH119, PTH120, PTH208


TYPE_CHECKING = False  # so spelled, type checkers know it; `typing` is slow to load
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import BinaryIO

AnyPath = str | os.PathLike[str]
_PAUSE = 0.01
_THIS_THREAD = _local()
_NO_LOCKS = frozenset({errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK, errno.ENOSYS})
_LEFT = len(".01234567.tmp")

LOCK = os.O_RDWR | os.O_CREAT
READ = os.O_RDONLY | os.O_NONBLOCK  # a pipe in its place is not waited for
ADD = os.O_RDWR | os.O_APPEND
ADD_OR_MAKE = ADD | os.O_CREAT
"""How a file to be locked is opened: one that is only a lock, one to be read, one to be appended to."""


class unsynced:  # noqa: N801  it is used as a function, in `with`
    """While the block runs this thread syncs nothing: what it writes is only a copy, and may be lost."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        self._before = getattr(_THIS_THREAD, "copies", False)
        _THIS_THREAD.copies = True

    def __exit__(
        self, _kind: "type[BaseException] | None", _error: "BaseException | None", _at: "TracebackType | None"
    ) -> None:
        _THIS_THREAD.copies = self._before


class BusyFile(OSError):
    """Another process holds the lock."""


class NoLocks(OSError):
    """The file system has no locks."""


def private_folder(path: AnyPath) -> None:
    """Make a folder for the owner alone, and all its parents; each new one is synced into its parent.

    Folders that exist stay as they are. Raises OSError, also if a file is in the way.
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
    # Also if another process has just made it: that one may not have synced it yet.
    sync_folder(parent)


def write_new(path: AnyPath, data: bytes) -> None:
    """Make a new file for the owner alone, complete or not at all.

    Raises FileExistsError if there is one; after any other OSError it does not exist.
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
    """Put these bytes in place of what was there; a reader sees the old file or the new one, never a part.

    The file is written in the folder `aside` (by default in its own, under a name with a dot) and then
    renamed. Raises OSError; the old file is then still there, unless only the last step failed.
    """
    name = os.fspath(path)
    parent, base = _parent(name), os.path.basename(name)
    _replace(f"{os.fspath(aside)}/{base}" if aside else _beside(name), name, data)
    sync_folder(parent)


def jot(path: AnyPath, data: bytes) -> None:
    """The same for a file that may be lost or damaged at any time: nothing is synced. Raises OSError."""
    name = os.fspath(path)
    _replace(_beside(name), name, data, synced=False)


def leave(path: AnyPath, data: bytes, mode: int) -> None:
    """Make a file in place of what was there: it may be lost at any time, and readers see whether it is whole.

    Nothing lies beside it, however the process ends. `mode`: its permissions, whatever the umask is. Raises
    OSError; FileExistsError if another process is making it.
    """
    name = os.fspath(path)
    forget(name)
    _make(name, data, synced=False, mode=mode)


def add(path: AnyPath, data: bytes) -> None:
    """Append to a file, made if need be, in one write. It may be lost: nothing is synced. Raises OSError."""
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.write(fd, data)
    finally:
        os.close(fd)


def move(path: AnyPath, to: AnyPath) -> None:
    """Rename a file on the same disk, replacing what had the new name. Raises FileNotFoundError, OSError.

    The new folder is synced first: if the power fails in between, both names may be left, but never none.
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
    """Remove a folder with everything in it, if it is there; no link is followed. Raises OSError, also for a link."""
    name = os.fspath(path)
    if os.path.islink(name):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), name)
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
    """Remove half-written files that killed processes left in a folder, if their names are `ours`.

    Call it only where nobody else may be writing such files: the caller holds the lock. Raises OSError.
    """
    name = os.fspath(folder)
    for left in os.listdir(name) if os.path.isdir(name) else ():
        if left.startswith(".") and left.endswith(".tmp") and ours(left[1:-_LEFT]):
            os.unlink(f"{name}/{left}")


class streamed:  # noqa: N801  it is used as a function, in `with`
    """Write a file piece by piece: when the block ends it replaces what was there, complete or not at all.

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
                _fsync(file.fileno())
            if kind is None:
                os.replace(self._made, self._name)
                sync_folder(_parent(self._name))
        finally:
            forget(self._made)


def set_mode(path: AnyPath, mode: int) -> None:
    """Set the permissions of a file or folder. Raises OSError."""
    os.chmod(path, mode)  # noqa: PTH101


def give(path: AnyPath, uid: int, gid: int) -> None:
    """Give a folder with everything in it to a user; links are not followed. Raises OSError."""
    os.chown(path, uid, gid, follow_symlinks=False)
    for folder, inside, names in os.walk(path):
        for name in (*inside, *names):
            os.chown(f"{folder}/{name}", uid, gid, follow_symlinks=False)


def sync_all() -> None:
    """Sync everything that was ever written, by any process."""
    os.sync()


def forget(path: AnyPath) -> None:
    """Try to remove a file that is in the way: nothing is synced, and nothing raised."""
    try:
        os.unlink(path)
    except OSError:
        return


def sync_folder(path: AnyPath) -> None:
    """Sync the names in a folder. Raises OSError."""
    fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _fsync(fd)
    finally:
        os.close(fd)


class locked:  # noqa: N801  it is used as a function, in `with`
    """Hold a lock while a block runs: `with locked(path, 5.0):`. A file that is only a lock is made, and stays.

    Gives the file, opened as `flags` say, for `append`, `cut` and `sync`. `shared`: others may hold it for
    reading too. The kernel releases the lock however the process ends. Raises `BusyFile` after `timeout`
    seconds; OSError.
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
    """Whether our lock on this file keeps others out: it is opened once more, and locking that must fail."""
    import fcntl  # noqa: PLC0415  a delivery locks nothing

    fd = os.open(path, LOCK | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(fd)
    return False


def which(there: os.stat_result) -> tuple[int, ...]:
    """Which file this is, how long, and when it was changed last: the same again only for one that was left alone."""
    return there.st_dev, there.st_ino, there.st_size, there.st_mtime_ns, there.st_ctime_ns


def write_over(fd: int, data: bytes) -> None:
    """Replace the content of a file, which may be lost or damaged at any time. Raises OSError."""
    os.ftruncate(fd, 0)
    os.pwrite(fd, data, 0)


def append(fd: int, data: bytes) -> None:
    """Append these bytes to a file in one write, and sync it. Raises OSError; then part of them may be there."""
    if os.write(fd, data) != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    _fsync(fd)


def cut(fd: int, size: int) -> None:
    """Cut a file to this many bytes. Raises OSError."""
    os.ftruncate(fd, size)
    _fsync(fd)


def sync(fd: int) -> None:
    """Sync what any process wrote to a file. Raises OSError."""
    _fsync(fd)


def _fsync(fd: int) -> None:
    if not getattr(_THIS_THREAD, "copies", False):
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
    """A name for a file that is still being written; `sweep` recognizes it."""
    return f"{_parent(name)}/.{os.path.basename(name)}.{os.urandom(4).hex()}.tmp"


def _replace(made: str, name: str, data: bytes, *, synced: bool = True) -> None:
    try:
        _make(made, data, synced=synced)
        os.replace(made, name)
    except BaseException:
        forget(made)
        raise


def _name(made: str, name: str) -> None:
    """Give a file a second name, which must not exist."""
    try:
        os.link(made, name)
    except FileExistsError:
        raise
    except OSError:  # a file system without second names
        if os.path.lexists(name):
            raise
        os.rename(made, name)


def _make(name: str, data: bytes, *, synced: bool = True, mode: int | None = None) -> None:
    """Make a new file with these bytes, or none. They are on the disk, but perhaps not the file's name."""
    try:
        fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except OSError as error:
        # Nobody knows the temporary name: the error names the folder instead, which is missing, full or not
        # writable.
        error.filename = _parent(name)
        raise
    try:
        if mode is not None:
            os.fchmod(fd, mode)
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(fd, rest) :]
        if synced:
            _fsync(fd)
    except BaseException:
        forget(name)
        raise
    finally:
        os.close(fd)


def _parent(name: str) -> str:
    return os.path.dirname(name.rstrip("/")) or ("/" if name.startswith("/") else ".")


# Regular files (POSIX) that somebody named: a pipe, a folder or a device in their place is refused, not waited
# for.


def read(path: AnyPath, most: int = -1) -> bytes:
    """The bytes of a file, at most so many. Raises OSError, also for what is no regular file."""
    fd = os.open(path, READ | os.O_CLOEXEC)
    try:
        refuse_other(fd, path)
        with os.fdopen(fd, "rb", closefd=False) as file:
            return file.read(most)
    finally:
        os.close(fd)


def refuse_other(fd: int, path: AnyPath) -> None:
    """Raise OSError for what is open and no regular file: reading a pipe might never end."""
    mode = os.fstat(fd).st_mode
    if not stat.S_ISREG(mode):
        raise OSError(errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL, "no file", os.fspath(path))
