"""A double of the system for tests: it counts the calls that work on files, records them, and lets the n-th fail.

    number = 0
    while not_over:
        number += 1
        with disk(number, "once", errno.ENOSPC, root=home) as double, suppress(OSError, Crash):
            ...                                   # what is to be tested
        not_over = double.count >= number         # until a run has no injection (SQLite's method)
        ...                                       # look at the disk as the next process finds it

`points` gives all such runs. Durable modules change files through `referee.util.files`, which looks up each
call when it makes it; so the double needs to know nothing else about the code under test.
"""

import errno
import fcntl
import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CALLS = (
    "open",
    "write",
    "fsync",
    "close",
    "mkdir",
    "rename",
    "replace",
    "link",
    "unlink",
    "rmdir",
    "ftruncate",
)
"""The calls of `os` that are counted, and so is `flock` of `fcntl`."""
READS = ("listdir", "scandir", "pread")
"""The calls counted with `reads=True`, together with Python's own opening of files (`io.open`)."""
ERRORS = ("once", "from-then-on", "short", "short-fail")
CRASHES = ("crash", "crash-half", "crash-after")
HOWS = (*ERRORS, *CRASHES)
"""How the n-th call fails:

    once, from-then-on     it raises; or it and all that follow raise
    short, short-fail      if it writes, it writes half and says so; or the call after it also raises
    crash                  the process ends before it; or with half of what it writes; or right after it
"""


class Crash(BaseException):
    """The process ends here."""


class Disk:
    """Stands before the system calls, counts them, records what they did, and may let one of them fail.

    After a crash no call does anything any more, as in a dead process.

    Attributes:
        root: Narrows it to what lies in a folder.
        log: What was done to files, for `not_durable` and for `platter`.
        made: The names of all calls.
    """

    def __init__(
        self,
        number: int = 0,
        how: str = "once",
        error: int = errno.ENOSPC,
        *,
        root: Path | None = None,
        reads: bool = False,
    ) -> None:
        self.number, self.how, self.error = number, how, error
        self.root = None if root is None else str(root)
        self.count = 0
        self.made: list[str] = []
        self.log: list[tuple[str, ...]] = []
        self.data: list[tuple[int, int, bytes]] = []
        self.real: dict[str, Callable[..., Any]] = {
            name: getattr(os, name) for name in (*CALLS, *(READS if reads else ()))
        }
        self.real["flock"] = fcntl.flock
        if reads:
            self.real["io.open"] = io.open
        self.dead = False

    def call(self, name: str, *args: Any, **more: Any) -> Any:
        """One call: real, or failing."""
        if not self._ours(args):
            return self.real[name](*args, **more)
        if name == "close":
            self.real[name](*args)  # the kernel closes in any case
        if self.dead:
            raise Crash
        self.count += 1
        creates = name == "open" and args[1] & os.O_CREAT
        self.made.append("create" if creates else name)
        return self._hit(name, args, more) if self._is_hit() else self._does(name, args, more)

    def _ours(self, args: tuple[Any, ...]) -> bool:
        if self.root is None:
            return True
        where = path_of(args[0]) if isinstance(args[0], int) else os.path.abspath(os.fspath(args[0]))  # noqa: PTH100
        return f"{where}/".startswith(f"{self.root}/")

    def _is_hit(self) -> bool:
        if self.how == "from-then-on":
            return 0 < self.number <= self.count
        return self.count == self.number or (self.how == "short-fail" and self.count == self.number + 1 > 1)

    def _hit(self, name: str, args: tuple[Any, ...], more: Any) -> Any:
        short = name == "write" and self.how.startswith("short") and self.count == self.number
        if short or (name == "write" and self.how == "crash-half"):
            done = self._does(name, (args[0], args[1][: len(args[1]) // 2]), more)
        elif self.how == "crash-after":
            self._does(name, args, more)
        if short:
            return done
        if self.how.startswith("crash"):
            self.dead = True
            raise Crash
        if self.how == "short-fail" and self.count > self.number and "write" not in self.made[-2:-1]:
            return self._does(name, args, more)  # the call before was not a write, and has failed already
        raise OSError(self.error, os.strerror(self.error))

    def _does(self, name: str, args: tuple[Any, ...], more: Any) -> Any:
        # A real fsync would only be slow here; what is closed is closed already.
        file = os.fstat(args[0]) if name in {"write", "fsync", "ftruncate"} else None
        done: Any = None if name in {"close", "fsync"} else self.real[name](*args, **more)
        self.data.append((0, 0, b""))
        match name:
            case "write" if file:
                self.log.append((name, path_of(args[0])))
                self.data[-1] = (file.st_ino, file.st_size, bytes(args[1]))
            case "fsync" if file:
                self.log.append((name, path_of(args[0])))
                self.data[-1] = (file.st_ino, 0, b"")
            case "ftruncate" if file:
                self.log.append((name, path_of(args[0])))
                self.data[-1] = (file.st_ino, args[1], b"")
            case "open" if args[1] & os.O_CREAT:
                self.log.append(("create", str(args[0])))
                self.data[-1] = (os.fstat(done).st_ino, 0, b"")
            case "mkdir" | "unlink" | "rmdir":
                self.log.append((name, str(args[0])))
            case "rename" | "replace" | "link":
                self.log.append((name, *map(str, args)))
            case _:
                self.data.pop()
        return done


def path_of(fd: int) -> str:
    """The path of an open file."""
    return str(Path(f"/proc/self/fd/{fd}").readlink())


@contextmanager
def disk(
    number: int = 0,
    how: str = "once",
    error: int = errno.ENOSPC,
    *,
    root: Path | None = None,
    reads: bool = False,
) -> Iterator[Disk]:
    """Replace the system by a double whose n-th call fails (0: none does); `root` as for `Disk`."""
    double = Disk(number, how, error, root=root, reads=reads)
    with pytest.MonkeyPatch.context() as patch:
        for name in double.real:
            module = {"flock": fcntl, "io.open": io}.get(name, os)
            patch.setattr(
                module,
                name.rpartition(".")[2],
                lambda *args, _name=name, **more: double.call(_name, *args, **more),
            )
        yield double


CHANGING = frozenset(
    ("create", "write", "mkdir", "rename", "replace", "link", "unlink", "rmdir", "ftruncate")
)
"""The calls that change the disk; a death between two of these is the same as one before the second."""


def deaths(made: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Each place where a process may die, once: before each call that changes the disk, in each write, at the end.

    A death after a call is the same as one before the next call that changes the disk, so it is not repeated.
    """
    for number, name in enumerate(made, 1):
        yield from [(number, "crash")] if name in CHANGING else []
        yield from [(number, "crash-half")] if name == "write" else []
    yield len(made), "crash-after"


def points(
    made: Sequence[str], *, full: bool = False, share: int = 1, first: int = 0
) -> Iterator[tuple[int, str, int]]:
    """Runs that fail: for each call made its number, how it fails, and with which error.

    With `full` each fails in every way, from lack of space and with a disk error. Otherwise a process dies at
    each call that changes the disk; each call raises in one way, taken in turn; each write in two. Of these
    runs every `share`-th is given, counted from `first`.
    """
    errors = (errno.ENOSPC, errno.EIO)
    found: list[tuple[int, str, int]] = []
    for number, _ in enumerate(made if full else (), 1):
        found += [(number, how, error) for how in ERRORS for error in errors]
        found += [(number, how, errors[0]) for how in CRASHES]
    if full:
        made = ()
    for number, name in enumerate(made, 1):
        hows = [(ERRORS if name == "write" else ERRORS[:2])[number % (4 if name == "write" else 2)]]
        hows += [ERRORS[(number + 1) % 4], "crash-half"] if name == "write" else []
        hows += ["crash" if number % 2 else "crash-after"] if name in CHANGING else []
        found += [(number, how, errors[(number + at) // 2 % 2]) for at, how in enumerate(hows)]
    yield from found[first % share :: share]


def not_durable(log: list[tuple[str, ...]]) -> set[str]:
    """Which of these acts a loss of power might undo; and files renamed before they were on the disk.

    A file is safe if it was synced after its last write; a name, if its folder was synced after.
    """
    dirty: set[str] = set()
    names: set[str] = set()
    hasty: set[str] = set()
    for act, *paths in log:
        match act:
            case "write" | "ftruncate":
                dirty.add(paths[0])
            case "fsync":
                dirty.discard(paths[0])
                names = {name for name in names if str(Path(name).parent) != paths[0]}
            case "rename" | "replace" | "link":
                hasty |= dirty & {paths[0]}
                if act != "link":
                    # If the removal of the old name is lost, two names are left; the old one matters only if
                    # it was safe.
                    names = names - {paths[0]} if paths[0] in names else names | {paths[0]}
                names |= {paths[1]}
            case "rmdir":
                names = {name for name in names if not name.startswith(f"{paths[0]}/")} | {paths[0]}
            case "create" | "mkdir" | "unlink":
                names.add(paths[0])
    return dirty | names | hasty


def crash_at(patch: pytest.MonkeyPatch, owner: type, name: str, call: int, *, after: bool) -> None:
    """The process dies before or after the n-th call of a method."""
    real, calls = getattr(owner, name), []

    def dying(*args: Any, **more: Any) -> Any:
        calls.append(name)
        if len(calls) == call and not after:
            raise Crash
        done = real(*args, **more)
        if len(calls) == call:
            raise Crash
        return done

    patch.setattr(owner, name, dying)
