"""Regular files (POSIX) that somebody named: a pipe, a folder or a device in their place is refused, not waited for."""

import errno
import os
import stat

from referee.util.files import READ, AnyPath


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
