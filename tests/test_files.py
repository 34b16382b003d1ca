"""Durable acts on files; and the double of the system that the tests of the post share."""

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from referee import files

CALLS = ("open", "write", "fsync", "close", "mkdir", "rename", "replace", "unlink")
HOWS = ("once", "from-then-on", "short", "crash", "crash-half", "crash-after")


class Crash(BaseException):
    """The process ends here."""


class Disk:
    """Stands before the system calls, counts them, writes down what they did, and may let one of them fail.

    After a crash no call does anything any more, as in a process that is dead.
    """

    def __init__(self, number: int = 0, how: str = "once", error: int = errno.ENOSPC) -> None:
        self.number, self.how, self.error = number, how, error
        self.count = 0
        self.log: list[tuple[str, ...]] = []
        self.real = {name: getattr(os, name) for name in CALLS}
        self.dead = False

    def call(self, name: str, *args: Any) -> Any:
        """One call: as it is, or as it fails."""
        if name == "close":
            self.real[name](*args)  # the kernel closes in any case
        if self.dead:
            raise Crash
        self.count += 1
        hit = self.count == self.number or (self.how == "from-then-on" and self.count > self.number > 0)
        return self._hit(name, args) if hit else self._does(name, args)

    def _hit(self, name: str, args: tuple[Any, ...]) -> Any:
        if name == "write" and self.how in {"short", "crash-half"}:
            args = (args[0], args[1][: len(args[1]) // 2])
        if (self.how == "crash-half" and name == "write") or self.how in {"crash-after", "short"}:
            done = self._does(name, args)
        if self.how == "short":
            return done
        if self.how.startswith("crash"):
            self.dead = True
            raise Crash
        raise OSError(self.error, os.strerror(self.error))

    def _does(self, name: str, args: tuple[Any, ...]) -> Any:
        # A real fsync would only be slow, for the power stays on; what is closed is closed already.
        done = None if name in {"close", "fsync"} else self.real[name](*args)
        match name:
            case "write" | "fsync":
                self.log.append((name, str(Path(f"/proc/self/fd/{args[0]}").readlink())))
            case "open" if args[1] & os.O_CREAT:
                self.log.append(("create", str(args[0])))
            case "open" | "close":
                pass
            case _:
                self.log.append((name, *map(str, args[:1] if name == "mkdir" else args)))
        return done


@contextmanager
def disk(number: int = 0, how: str = "once", error: int = errno.ENOSPC) -> Iterator[Disk]:
    """A double in the place of the system, whose n-th call fails (0: none does)."""
    double = Disk(number, how, error)
    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, lambda *args, _name=name: double.call(_name, *args))
        yield double


def not_durable(log: list[tuple[str, ...]]) -> set[str]:
    """What of all that was done a loss of power might undo; and files renamed before they were on the disk.

    A file is safe when it was synced after it was last written; a name, when its folder was synced after.
    """
    dirty: set[str] = set()
    names: set[str] = set()
    hasty: set[str] = set()
    for act, *paths in log:
        match act:
            case "write":
                dirty.add(paths[0])
            case "fsync":
                dirty.discard(paths[0])
                names = {name for name in names if str(Path(name).parent) != paths[0]}
            case "rename" | "replace":
                hasty |= dirty & {paths[0]}
                # A lost removal of the old name leaves two names; the old one matters only if it was safe.
                names = names - {paths[0]} if paths[0] in names else names | {paths[0]}
                names |= {paths[1]}
            case "create" | "mkdir" | "unlink":
                names.add(paths[0])
    return dirty | names | hasty


ACTS: dict[str, Callable[[Path], None]] = {
    "write_new": lambda at: files.write_new(at / "made", b"new bytes"),
    "replace": lambda at: files.replace(at / "old", b"new bytes"),
    "replace-aside": lambda at: files.replace(at / "old", b"new bytes", at / "tmp"),
    "move": lambda at: files.move(at / "old", at / "b" / "moved"),
    "move-here": lambda at: files.move(at / "old", at / "moved"),
    "remove": lambda at: files.remove(at / "old"),
    "private_folder": lambda at: files.private_folder(at / "x" / "y" / "z"),
}
ALLOWED: dict[str, list[dict[str, bytes]]] = {
    "write_new": [{"old": b"old"}, {"old": b"old", "made": b"new bytes"}],
    "replace": [{"old": b"old"}, {"old": b"new bytes"}],
    "replace-aside": [{"old": b"old"}, {"old": b"new bytes"}],
    "move": [{"old": b"old"}, {"b/moved": b"old"}],
    "move-here": [{"old": b"old"}, {"moved": b"old"}],
    "remove": [{"old": b"old"}, {}],
    "private_folder": [{"old": b"old"}],
}


@pytest.fixture
def at(tmp_path: Path) -> Path:
    """A folder with a file and two folders in it."""
    return prepared(tmp_path / "at")


def prepared(folder: Path) -> Path:
    """Make such a folder."""
    (folder / "b").mkdir(parents=True)
    (folder / "tmp").mkdir()
    (folder / "old").write_bytes(b"old")
    return folder


def content(folder: Path) -> dict[str, bytes]:
    """The files in a folder and below, but for those that a killed process may leave, and nobody reads."""
    found = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    left = {name for name in found if name.startswith("tmp/") or name.endswith(".tmp")}
    return {name: path.read_bytes() for name, path in found.items() if name not in left}


@pytest.mark.parametrize("act", ACTS)
def test_what_is_done_is_on_the_disk(at: Path, act: str) -> None:
    """Files are synced before they get their name, and folders after; nothing is left to a later moment."""
    with disk() as double:
        ACTS[act](at)
    assert double.log
    assert not_durable(double.log) == set()
    assert content(at) == ALLOWED[act][-1]
    assert not [path for path in at.rglob("*") if path.suffix == ".tmp" or path.parent.name == "tmp"]


def test_what_is_not_synced_is_found() -> None:
    """The check of durability sees a file that is not synced, a folder that is not, and a hasty rename."""
    made = [("create", "/f/a"), ("write", "/f/a")]
    assert not_durable([*made, ("fsync", "/f")]) == {"/f/a"}
    assert not_durable([*made, ("fsync", "/f/a")]) == {"/f/a"}
    assert not_durable([*made, ("fsync", "/f/a"), ("fsync", "/f")]) == set()
    hasty = [*made, ("rename", "/f/a", "/g/b"), ("fsync", "/f/a"), ("fsync", "/f"), ("fsync", "/g")]
    assert not_durable(hasty) == {"/f/a"}
    assert not_durable([("rename", "/f/a", "/g/b"), ("fsync", "/g")]) == {"/f/a"}
    assert not_durable([("rename", "/f/a", "/g/b"), ("fsync", "/f")]) == {"/g/b"}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("how", HOWS)
def test_any_call_may_fail(tmp_path: Path, act: str, how: str) -> None:
    """Whichever call fails: each file is as it was or as it shall be; and it is so if nothing was raised."""
    number, reached = 0, True
    while reached:
        number += 1
        folder, finished = prepared(tmp_path / str(number)), False
        with disk(number, how) as double, suppress(OSError, Crash):
            ACTS[act](folder)
            finished = True
        reached = double.count >= number
        found = content(folder)
        if finished:
            assert found == ALLOWED[act][-1]
        elif act == "write_new" and how != "once":
            assert found.pop("made", b"") in b"new bytes"  # its name is there before its bytes are
            assert found == ALLOWED[act][0]
        else:
            assert found in ALLOWED[act]
    assert finished
    assert number > len(("open", "fsync", "close"))


def test_a_new_file_takes_no_name_that_is_taken(at: Path) -> None:
    """`write_new` never writes over a file; it stays as it was."""
    with pytest.raises(FileExistsError):
        files.write_new(at / "old", b"new")
    assert content(at) == {"old": b"old"}


def test_what_failed_leaves_nothing(at: Path) -> None:
    """After an error in the middle there is no half file under any name."""
    for error in (errno.ENOSPC, errno.EIO):
        for number in (2, 3, 4):  # write, fsync, close
            for act in ("write_new", "replace", "replace-aside"):
                with disk(number, "once", error), pytest.raises(OSError) as caught:
                    ACTS[act](at)
                assert caught.value.errno == error
                assert {str(path.relative_to(at)) for path in at.rglob("*")} == {"old", "b", "tmp"}


def test_a_short_write_goes_on(at: Path) -> None:
    """If the system takes only a part of the bytes, the rest follows."""
    with disk(2, "short") as double:
        files.write_new(at / "made", b"0123456789")
    assert [name for name, *_ in double.log].count("write") == 2
    assert (at / "made").read_bytes() == b"0123456789"


def test_all_is_for_the_owner_alone(at: Path) -> None:
    """Files get 0600 and folders 0700, whatever the umask is."""
    before = os.umask(0)
    try:
        for act in ("write_new", "replace", "private_folder"):
            ACTS[act](at)
        with files.locked(at / "lock", 0):
            pass
    finally:
        os.umask(before)
    modes = {name: stat.S_IMODE((at / name).stat().st_mode) for name in ("made", "old", "lock", "x", "x/y/z")}
    assert modes == {"made": 0o600, "old": 0o600, "lock": 0o600, "x": 0o700, "x/y/z": 0o700}


def test_a_folder_that_is_there_stays(at: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making a folder again does nothing, with a slash behind it, relative, or absolute; a file in the way is told."""
    monkeypatch.chdir(at)
    for path in ("b", "./b/", str(at / "b"), str(at) + "/b//", "/", "."):
        with disk() as double:
            files.private_folder(path)
        assert double.log == []
    files.private_folder("p/q/")
    assert (at / "p" / "q").is_dir()
    with pytest.raises(FileExistsError):
        files.private_folder(at / "old")
    with pytest.raises(OSError):
        files.private_folder(at / "old" / "below")


def test_a_folder_made_by_another_at_the_same_time(at: Path) -> None:
    """If another process makes the folder just now, that is as good; it is synced by both."""
    real = os.mkdir

    def twice(path: str, mode: int) -> None:
        real(path, mode)
        real(path, mode)

    with disk() as double, pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "mkdir", twice)
        files.private_folder(at / "c")
    assert ("fsync", str(at)) in double.log


def test_removing_what_is_not_there_is_no_error(at: Path) -> None:
    """`remove` of a missing file does nothing; `forget` never raises."""
    files.remove(at / "missing")
    files.forget(at / "missing")
    files.forget(at / "b")
    files.forget(at / "old")
    assert content(at) == {}


def test_a_lock_is_held_by_one(at: Path) -> None:
    """A second one waits no longer than it is told, and says so; then the lock is free, and its file stays."""
    lock = at / "lock"
    before = open_files()
    with files.locked(lock, 0):
        with pytest.raises(files.BusyFile) as caught, files.locked(lock, 0.03):
            pytest.fail("two hold it")
        assert (caught.value.errno, caught.value.filename) == (errno.EAGAIN, str(lock))
    with files.locked(lock, 0):
        assert lock.exists()
    with pytest.raises(ValueError, match="ours"), files.locked(lock, 0):
        raise ValueError("ours")
    with files.locked(lock, 0):
        pass
    assert open_files() == before


def open_files() -> int:
    """How many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_lock_dies_with_its_holder(at: Path) -> None:
    """A process that was killed holds nothing, and a waiting one goes on."""
    lock = at / "lock"
    code = f"from referee.files import locked\nwith locked({str(lock)!r}, 0): print(flush=True); input()"
    command = [sys.executable, "-c", code]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603  ourselves
    assert child.stdout is not None
    assert child.stdin is not None
    child.stdout.readline()
    with pytest.raises(files.BusyFile), files.locked(lock, 0):
        pytest.fail("two hold it")
    child.kill()
    with files.locked(lock, 30):
        pass
    child.wait()
    child.stdin.close()
    child.stdout.close()
