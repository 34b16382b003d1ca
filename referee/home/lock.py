"""One process at a time works in a home: a lock that is tried before anything rests on it, and says whose it is.

The lock is `flock`. On some file systems it does nothing, on others there is none: then two processes would write to one record.
So whoever holds it first sees that a second opening of the same file is kept out. In the file stand host, process and time of its
holder, until that has left. A lock that cannot be seen from another host is not found out thereby; but what that host left there is.

    HOME/lock     held at the desk             HOME/serve.lock     held by `referee serve`
"""

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from referee.record.file import Busy
from referee.util import files
from referee.util.errors import Faulty
from referee.util.times import now

LOG = logging.getLogger("referee")
LONGEST = 400
"""Bytes that are read of a lock."""


class Holder(NamedTuple):
    """Who holds a lock, or held it and did not leave it: host, process, since when."""

    host: str
    process: str
    since: str


def holder(path: Path) -> Holder | None:
    """Who stands in a lock; None for nobody. A process that was killed stands there until the next one comes."""
    try:
        with path.open("rb") as file:
            words = file.read(LONGEST).decode("ascii", "replace").split()
    except OSError:
        return None
    return Holder(*words) if len(words) == len(Holder._fields) else None


@contextmanager
def at_desk(home: Path, patience: float) -> Iterator[None]:
    """Be alone at the desk of a home while a block runs. Raises `Busy` after `patience` seconds; `Faulty` for a lock that locks nothing."""
    with ExitStack() as held:
        try:
            held.enter_context(alone(home / "lock", patience))
        except files.BusyFile as error:
            by = holder(home / "lock")
            told = Busy("desk-busy-by", where=str(home), **by._asdict()) if by else None
            raise told or Busy("desk-busy", where=str(home)) from error
        yield


@contextmanager
def serving(home: Path, lock: str) -> Iterator[None]:
    """Be the only one that serves a home, by a lock of this name, while a block runs. Raises `Busy`, `Faulty` as `at_desk` does."""
    with ExitStack() as held:
        try:
            held.enter_context(alone(home / lock, 0))
        except files.BusyFile as error:
            by = holder(home / lock)
            told = Busy("serve-busy-by", where=str(home), **by._asdict()) if by else None
            raise told or Busy("serve-busy", where=str(home)) from error
        yield


@contextmanager
def alone(path: Path, patience: float) -> Iterator[None]:
    """Hold a lock while a block runs. Raises `BusyFile` after `patience` seconds; `Faulty` for a lock that locks nothing; OSError."""
    with files.locked(path, patience) as fd:
        refuse_useless(path)
        _warn(path, holder(path))
        _enter(fd, f"{here()} {os.getpid()} {now()}\n")
        try:
            yield
        finally:
            _enter(fd, "")


def refuse_useless(path: Path) -> None:
    """Raises `Faulty` if a lock that we hold does not keep another out."""
    if not files.keeps_out(path):
        raise Faulty("lock-useless", where=str(path))


def here() -> str:
    """The name of this host, as it stands in a lock."""
    return "-".join(socket.gethostname().split()) or "-"


def left_by_another_host(path: Path) -> Holder | None:
    """Who on another host stands in a lock that is free: it did not leave it, or locks do not reach that far."""
    by = holder(path)
    return by if by and by.host != here() else None


def _warn(path: Path, by: Holder | None) -> None:
    if by and by.host != here():
        # It was not left, or a lock does not reach that host: the doctor says what to do about it.
        LOG.warning("lock-of-another-host of=%s host=%s process=%s since=%s", path, *by)


def _enter(fd: int, text: str) -> None:
    with suppress(OSError):  # nothing rests on what stands there; a disk may be full
        files.write_over(fd, text.encode("ascii", "replace"))
