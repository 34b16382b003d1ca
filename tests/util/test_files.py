"""Durable acts on files: each is whole or not at all, whichever call to the system fails; and nothing else writes."""

import ast
import errno
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support.faults import HOWS, Crash, disk, not_durable

from referee.util import files

ACTS: dict[str, Callable[[Path], None]] = {
    "write_new": lambda at: files.write_new(at / "made", b"new bytes"),
    "replace": lambda at: files.replace(at / "old", b"new bytes"),
    "replace-aside": lambda at: files.replace(at / "old", b"new bytes", at / "tmp"),
    "move": lambda at: files.move(at / "old", at / "b" / "moved"),
    "move-here": lambda at: files.move(at / "old", at / "moved"),
    "remove": lambda at: files.remove(at / "old"),
    "private_folder": lambda at: files.private_folder(at / "x" / "y" / "z"),
    "remove_folder": lambda at: files.remove_folder(at / "full"),
    "append": lambda at: added(at / "old", b" and new"),
    "cut": lambda at: shortened(at / "old"),
}
ALLOWED: dict[str, list[dict[str, bytes]]] = {
    "write_new": [{"old": b"old"}, {"old": b"old", "made": b"new bytes"}],
    "replace": [{"old": b"old"}, {"old": b"new bytes"}],
    "replace-aside": [{"old": b"old"}, {"old": b"new bytes"}],
    "move": [{"old": b"old"}, {"b/moved": b"old"}],
    "move-here": [{"old": b"old"}, {"moved": b"old"}],
    "remove": [{"old": b"old"}, {}],
    "private_folder": [{"old": b"old"}],
    "remove_folder": [{"old": b"old"}],
    "append": [{"old": b"old"}, {"old": b"old and"}, {"old": b"old and new"}],
    "cut": [{"old": b"old"}, {"old": b""}],
}


def added(path: Path, data: bytes) -> None:
    """Append to a file, under its lock."""
    with files.locked(path, 0, files.ADD) as fd:
        files.append(fd, data)


def shortened(path: Path) -> None:
    """Cut a file, under its lock."""
    with files.locked(path, 0, files.ADD) as fd:
        files.cut(fd, 0)


@pytest.fixture
def at(tmp_path: Path) -> Path:
    """A folder with a file and two folders in it."""
    return prepared(tmp_path / "at")


def prepared(folder: Path) -> Path:
    """Make such a folder, and one full of files that come and go."""
    (folder / "b").mkdir(parents=True)
    (folder / "full" / "er").mkdir(parents=True)
    (folder / "full" / "er" / "a").write_bytes(b"a")
    (folder / "full" / "link").symlink_to(folder / "old")
    (folder / "tmp").mkdir()
    (folder / "old").write_bytes(b"old")
    return folder


def content(folder: Path) -> dict[str, bytes]:
    """The files in a folder and below, except those that a killed process may leave and nobody reads."""
    found = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    left = {name for name in found if name.startswith(("tmp/", "full/")) or name.endswith(".tmp")}
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
    """The check of durability sees an unsynced file, an unsynced folder, and a rename that comes too early."""
    made = [("create", "/f/a"), ("write", "/f/a")]
    assert not_durable([*made, ("fsync", "/f")]) == {"/f/a"}
    assert not_durable([*made, ("fsync", "/f/a")]) == {"/f/a"}
    assert not_durable([*made, ("fsync", "/f/a"), ("fsync", "/f")]) == set()
    hasty = [*made, ("rename", "/f/a", "/g/b"), ("fsync", "/f/a"), ("fsync", "/f"), ("fsync", "/g")]
    assert not_durable(hasty) == {"/f/a"}
    assert not_durable([("rename", "/f/a", "/g/b"), ("fsync", "/g")]) == {"/f/a"}
    assert not_durable([("rename", "/f/a", "/g/b"), ("fsync", "/f")]) == {"/g/b"}


def test_a_link_in_place_of_a_folder_is_refused(at: Path) -> None:
    """What it points to is somebody else's: nothing in it is removed."""
    (at / "link").symlink_to(at / "full")
    before = sorted(at.rglob("*"))
    with pytest.raises(NotADirectoryError):
        files.remove_folder(at / "link")
    assert sorted(at.rglob("*")) == before


@pytest.mark.parametrize("there", [None, "file", "link", "folder"])
def test_what_is_left_may_be_lost_but_is_never_beside(at: Path, there: str | None) -> None:
    """Whatever had the name; a link is replaced, not written through; a folder stays."""
    if there == "file":
        (at / "left").write_bytes(b"longer than that")
    elif there == "link":
        (at / "left").symlink_to(at / "old")
    elif there == "folder":
        (at / "left").mkdir()
        with pytest.raises(FileExistsError):
            files.leave(at / "left", b"new", 0o644)
        return
    before = os.umask(0o077)
    try:
        files.leave(at / "left", b"new", 0o644)
    finally:
        os.umask(before)
    assert (at / "left").read_bytes() == b"new"
    assert (at / "left").lstat().st_mode == stat.S_IFREG | 0o644
    assert (at / "old").read_bytes() == b"old"


@pytest.mark.parametrize("how", HOWS)
def test_what_cannot_be_left_whole_is_not_there(tmp_path: Path, how: str) -> None:
    """Whichever call fails; only where the process ends in between, a part may be left, and nothing beside it."""
    number, reached = 0, True
    while reached:
        number += 1
        folder, finished = prepared(tmp_path / str(number)), False
        before = set(folder.iterdir())
        with disk(number, how) as double, suppress(OSError, Crash):
            files.leave(folder / "left", b"new bytes", 0o600)
            finished = True
        reached = double.count >= number
        assert set(folder.iterdir()) - before <= {folder / "left"}
        left = (folder / "left").read_bytes() if (folder / "left").exists() else b""
        assert left == b"new bytes" if finished else b"new bytes".startswith(left)
    assert number > 1


@pytest.mark.share(4)
@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("how", HOWS)
def test_any_call_may_fail(tmp_path: Path, act: str, how: str) -> None:
    """Whichever call fails, each file is old or new; it is new if nothing was raised."""
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
        else:
            assert found in ALLOWED[act]
    assert finished
    assert number > len(("open", "fsync", "close"))


def test_a_new_file_takes_no_name_that_is_taken(at: Path) -> None:
    """`write_new` never replaces a file."""
    with pytest.raises(FileExistsError):
        files.write_new(at / "old", b"new")
    assert content(at) == {"old": b"old"}


def test_what_failed_leaves_nothing(at: Path) -> None:
    """After an error in the middle there is no half-written file under any name."""
    for error in (errno.ENOSPC, errno.EIO):
        for number in (2, 3, 4):  # write, fsync, close
            for act in ("write_new", "replace", "replace-aside"):
                with disk(number, "once", error), pytest.raises(OSError) as caught:
                    ACTS[act](at)
                assert caught.value.errno == error
                assert {path.name for path in at.iterdir()} == {"old", "b", "tmp", "full"}
                assert not list((at / "tmp").iterdir())


def test_a_short_write_goes_on(at: Path) -> None:
    """If the system takes only part of the bytes, the rest follows."""
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
    """Making a folder again does nothing, with a slash after it, relative, or absolute.

    A file in the way is reported.
    """
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
    """If another process has just made the folder, both sync it."""
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
    """A second process waits no longer than it is told, and says so; a released lock is free, and its file stays."""
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
    """A killed process holds nothing, and a waiting one goes on."""
    lock = at / "lock"
    code = f"from referee.util.files import locked\nwith locked({str(lock)!r}, 0): print(flush=True); input()"
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


# Nothing else writes

PACKAGE = Path(files.__file__).parents[1]
CHANGING = frozenset(
    [
        "write",
        "pwrite",
        "writev",
        "pwritev",
        "sendfile",
        "copy_file_range",
        "fsync",
        "fdatasync",
        "sync",
        "ftruncate",
        "truncate",
        "posix_fallocate",
        "rename",
        "renames",
        "replace",
        "link",
        "symlink",
        "unlink",
        "remove",
        "removedirs",
        "rmdir",
        "mkdir",
        "makedirs",
        "mkfifo",
        "mknod",
        "chmod",
        "fchmod",
        "lchmod",
        "chown",
        "fchown",
        "lchown",
        "utime",
        "setxattr",
        "removexattr",
        "fdopen",
        "open",
        "popen",
        "system",
        "lockf",
    ]
)
"""The functions of `os` that change what lies on a disk, or could."""
METHODS = frozenset(
    [
        "write_text",
        "write_bytes",
        "unlink",
        "rmdir",
        "mkdir",
        "touch",
        "rename",
        "symlink_to",
        "hardlink_to",
        "chmod",
        "lchmod",
        "flock",
    ]
)
MODULES = frozenset(
    ["shutil", "tempfile", "fcntl", "mmap", "sqlite3", "dbm", "shelve", "mailbox", "fileinput"]
)
MODE = re.compile(r"[rwxabtU+]{1,4}")
ALLOWED_ELSEWHERE = {
    "cli/collecting.py": ["sqlite3"],
    "cli/terminal.py": ["os.open(os.devnull, os.O_WRONLY)"],
    "cli/books.py": ["out.write_bytes(data)"],
    "util/bell.py": ["os.write(self._writes, b'!')"],
    "store/converting.py": ["shutil", "to.mkdir(mode=448, parents=True, exist_ok=True)"],
    "store/folder.py": [
        "(self.path / 'post' / name).mkdir(mode=448, parents=True, exist_ok=True)",
        "(self.path / name).symlink_to(there.resolve())",
        "os.utime(place, (row.at, row.at))",
        "place.chmod(row.mode)",
        "place.mkdir(mode=448, parents=True, exist_ok=True)",
        "place.open('ab')",
        "place.parent.mkdir(mode=448, parents=True, exist_ok=True)",
        "place.rmdir()",
        "self.path.chmod(448)",
    ],
    "store/working.py": ["shutil"],
    "table/snapshots/__init__.py": [  # it reads, and makes sure whose file it is
        "os.fdopen(fd, 'rb')",
        "os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)",
        "os.open(record, os.O_RDONLY | os.O_CLOEXEC)",
    ],
    "util/ready.py": [  # it reads, and makes sure whose file it is
        "os.fdopen(file, 'rb')",
        "os.open(self._file(what), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)",
    ],
    "post/ways/sockets.py": ["path.chmod(mode)", "path.unlink(missing_ok=True)", "path.unlink()"],
    "post/ways/mailboxes.py": [
        "fcntl",
        "os.open(path, os.O_RDWR | os.O_CLOEXEC)",
        "os.open(_lock(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 420)",
        "os.unlink(_lock(path))",
        "os.write(made, f'{os.getpid()}\\n'.encode())",
        "os.unlink(_lock(path))",
    ],
}
"""Not our files: errors of SQLite; output when nobody listens; a pipe to ourselves; a socket; the lock on an mbox.

Nor a home: the working folders of a store, which holds all that is in them; a new folder to which one is written out,
and which is synced as a whole when it is complete.
"""
COLLECTION = "archive/collection"
"""What writes an index, by SQLite, and a site of thousands of files: all of it can be made again from the records."""


def writing(source: str) -> Iterator[str]:
    """The calls in a module that change files directly."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names if one.name in MODULES)
            case ast.ImportFrom(module=module, names=names):
                looks = module == "shutil" and {one.name for one in names} <= {"which", "get_terminal_size"}
                yield from ([str(module)] if module in MODULES and not looks else [])
                yield from (one.name for one in names if module in {"os", "io"} and one.name in CHANGING)
            case ast.Call(func=ast.Name(id="open")):
                yield from ([ast.unparse(node)] if not reads_only(node, 1) else [])
            case ast.Call(func=ast.Attribute(value=owner, attr=name)):
                if changes(node, ast.unparse(owner), name):
                    yield ast.unparse(node)


def changes(call: ast.Call, owner: str, name: str) -> bool:
    """Whether a method call changes a file; those of `files` may."""
    match owner, name:
        case "files", _:
            return False
        case "os", _:
            return name in CHANGING
        case (("io" | "codecs" | "gzip" | "bz2" | "lzma"), "open"):
            return not reads_only(call, 1)
        case _, "open":
            return not reads_only(call, 0)
        case _, "replace":  # the method of a text has two arguments
            return len(call.args) == 1
    return name in METHODS


def reads_only(call: ast.Call, at: int) -> bool:
    """Whether a file is opened for reading; a call with something that cannot be a mode opens no file."""
    given = [one.value for one in call.keywords if one.arg == "mode"] or call.args[at : at + 1]
    match given:
        case [ast.Constant(value=str(mode))]:
            return not MODE.fullmatch(mode) or not set(mode) & set("wax+")
        case [_]:
            return at == 0
    return True


@pytest.mark.slow
def test_nothing_else_writes() -> None:
    """Every write, rename, removal, new folder and sync goes through `referee/util/files.py`, for faults to be tested.

    The exception are files that the author of a game makes, and collections: they are not a home's, and can be made
    again.
    """
    found = {
        str(path.relative_to(PACKAGE)): list(writing(path.read_text("utf-8")))
        for path in PACKAGE.rglob("*.py")
        if path != Path(files.__file__) and not path.is_relative_to(PACKAGE / COLLECTION)
        if path.relative_to(PACKAGE).parts[0] != "testing"
    }
    assert {name: sorted(calls) for name, calls in found.items() if calls} == {
        name: sorted(calls) for name, calls in ALLOWED_ELSEWHERE.items()
    }
    assert len(found) > 80


@pytest.mark.parametrize(
    "line",
    [
        *(
            "import shutil",
            "from shutil import which, move",
            "from tempfile import mkdtemp",
            "from os import unlink",
            "import fcntl",
        ),
        *("os.unlink(x)", "os.open(x, os.O_RDONLY)", "os.write(1, b'')", "os.fsync(fd)", "os.makedirs(x)"),
        *("path.write_text('')", "path.unlink(missing_ok=True)", "(a / b).mkdir()", "path.replace(other)"),
        *("open(x, 'w')", "open(x, mode)", "open(x, mode='r+')", "io.open(x, 'ab')", "path.open('xb')"),
        "path.open(mode='w')",
    ],
)
def test_what_writes_is_found(line: str) -> None:
    """The check sees each way of changing files that Python has."""
    assert list(writing(line))


@pytest.mark.parametrize(
    "line",
    [
        *(
            "open(x)",
            "open(x, 'rb')",
            "path.open()",
            "path.open('r')",
            "text.replace('a', 'b')",
            "Table.open(game)",
            "from shutil import which",
            "from shutil import get_terminal_size",
        ),
        *("files.replace(a, b)", "os.read(0, 9)", "os.stat(x)", "path.read_text()", "at.replace(tzinfo=UTC)"),
    ],
)
def test_what_only_reads_is_not_found(line: str) -> None:
    """Reading, texts and `files` itself do not concern the check."""
    assert not list(writing(line))
