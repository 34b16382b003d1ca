"""One process at a time works in a home: a lock that is tested before it is relied on, and that names its holder.

The lock is `flock`. Some file systems ignore it, and others have no locks; then two processes could write to
one record. So the holder first checks that a second opening of the same file is kept out. The file names the
holder's host, process and time until the lock is given up. This check cannot show that another host sees the
lock; but a name that another host left in the file is reported.

    HOME/lock     held at the desk             HOME/serve.lock     held by `referee serve`
"""

import logging
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from referee.record.file import Busy
from referee.util import files
from referee.util.errors import WrongConfig
from referee.util.times import now

LOG = logging.getLogger("referee")
LONGEST = 400
"""How many bytes of a lock are read."""


class Holder(NamedTuple):
    """Who holds a lock, or ended without giving it up: host, process, since when."""

    host: str
    process: str
    since: str


def holder(path: Path) -> Holder | None:
    """Who is named in a lock; None for nobody. A killed process stays named until the next one takes the lock."""
    try:
        with path.open("rb") as file:
            words = file.read(LONGEST).decode("ascii", "replace").split()
    except OSError:
        return None
    return Holder(*words) if len(words) == len(Holder._fields) else None


def at_desk(home: Path, patience: float) -> AbstractContextManager[None]:
    """Be alone at the desk of a home while a block runs.

    Raises `Busy` after `patience` seconds; `Faulty` for a lock that keeps nobody out.
    """

    def busy(by: Mapping[str, str]) -> Busy:
        return Busy("desk-busy-by", where=str(home), **by) if by else Busy("desk-busy", where=str(home))

    return _held(home / "lock", patience, busy)


def serving(home: Path, lock: str) -> AbstractContextManager[None]:
    """Be the only process that serves a home, by the lock with this name, while a block runs.

    Raises `Busy` and `Faulty` as `at_desk` does.
    """

    def busy(by: Mapping[str, str]) -> Busy:
        return Busy("serve-busy-by", where=str(home), **by) if by else Busy("serve-busy", where=str(home))

    return _held(home / lock, 0, busy)


@contextmanager
def _held(lock: Path, patience: float, busy: Callable[[Mapping[str, str]], Busy]) -> Iterator[None]:
    """Hold a lock while a block runs; `busy` makes the fault of who holds it, as far as that is known."""
    with ExitStack() as held:
        try:
            held.enter_context(alone(lock, patience))
        except files.BusyFile as error:
            by = holder(lock)
            raise busy(by._asdict() if by else {}) from error
        yield


@contextmanager
def alone(path: Path, patience: float) -> Iterator[None]:
    """Hold a lock while a block runs.

    Raises `BusyFile` after `patience` seconds; `Faulty` for a lock that keeps nobody out; OSError.
    """
    with files.locked(path, patience) as fd:
        refuse_useless(path)
        _warn(path, holder(path))
        _enter(fd, f"{here()} {os.getpid()} {now()}\n")
        try:
            yield
        finally:
            _enter(fd, "")


def refuse_useless(path: Path) -> None:
    """Check that the lock we hold keeps others out. Raises `Faulty` if it does not."""
    if not files.keeps_out(path):
        raise WrongConfig("lock-useless", where=str(path))


def here() -> str:
    """The name of this host, as locks hold it."""
    return "-".join(socket.gethostname().split()) or "-"


def left_by_another_host(path: Path) -> Holder | None:
    """The holder on another host that is named in a free lock.

    Either it ended without giving up the lock, or locks do not work between the hosts.
    """
    by = holder(path)
    return by if by and by.host != here() else None


def _warn(path: Path, by: Holder | None) -> None:
    if by and by.host != here():
        # The doctor says what to do about either.
        LOG.warning("lock-of-another-host of=%s host=%s process=%s since=%s", path, *by)


def _enter(fd: int, text: str) -> None:
    with suppress(OSError):  # nothing depends on what stands there; the disk may be full
        files.write_over(fd, text.encode("ascii", "replace"))
