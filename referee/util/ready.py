"""What takes long to make and comes out the same each time: compiled templates, the tables of grammars.

What one process makes is kept for those to come, as Python keeps compiled modules. It lies in the user's folder for
such things (XDG Base Directory), which may be deleted at any time. What is read back is run. So nothing is read from
a folder or a file that another user could have written, nor what another version of the program has made, or the same
one with other files.
"""

import marshal
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path
from typing import Any, TypeVar

from referee.util import files

Made = TypeVar("Made")

FOLDER = "referee"
VERSIONS = 3
"""So many versions of the program keep what they made; then that of the longest ago goes."""
OTHERS = stat.S_IWGRP | stat.S_IWOTH
"""The modes by which others than the owner may write."""
DIGEST = 32
BESIDE = ("grammar", "templates")
"""What lies beside the package in a checkout, and in it where it is installed."""
BUILT_ON = ("jinja2", "lark")

_asked = False


def begin() -> None:
    """From now on this process uses what others have kept, and keeps what it makes."""
    global _asked  # noqa: PLW0603  a process begins once
    _asked = True
    _place()  # before the program is loaded: another one may be put in its place while this one runs


def ready(what: Sequence[str], make: Callable[[], Made]) -> Made:
    """What has been kept under these words; else it is made, and kept.

    It consists of what Python's `marshal` can write. Words and program together tell what comes out. Where nothing
    can be kept, it is made each time.
    """
    place = _place() if _asked else None
    if place is None:
        return make()
    path = place / sha256("\0".join(what).encode()).hexdigest()
    found = _read(path)
    if found is None:
        found = make()
        if not sys.dont_write_bytecode:
            _keep(path, found)
    return found  # type: ignore[no-any-return]


@cache
def _place() -> Path | None:
    """The folder for what this program makes; None if there can be none that is ours alone."""
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME", ""))
        root = (base if base.is_absolute() else Path("~/.cache").expanduser()) / FOLDER
        if not root.is_absolute():  # who runs this has a strange HOME
            return None
        place = root / _program()
        if not place.exists():
            if sys.dont_write_bytecode:
                return None
            with files.unsynced():
                _make_room(root)
                if not _ours(root.lstat()):
                    return None
                files.private_folder(place)
                _tidy(root)
        return place if _ours(root.lstat()) and _ours(place.lstat()) else None
    except (OSError, RuntimeError):  # RuntimeError: who runs this has no folder
        return None


def _make_room(root: Path) -> None:
    """Make the folder, in one of this user's own: root leaves nothing in the home of another. Raises OSError."""
    for folder in (root.parent, root):
        if not folder.exists() and folder.parent.stat().st_uid == os.geteuid():
            files.private_folder(folder)


def _ours(there: os.stat_result) -> bool:
    """Whether nobody but this user, and root, can have written it."""
    return there.st_uid == os.geteuid() and not there.st_mode & OTHERS and not stat.S_ISLNK(there.st_mode)


def _program() -> str:
    """What this program is: its files, and those that it is built on."""
    package = Path(__file__).parents[1]
    return stamp((package, *(package.parent / name for name in BESIDE), *_libraries()))


def stamp(folders: Iterable[Path]) -> str:
    """A name for all files below these folders and the Python that runs; another one once any of them changes."""
    known = sha256(repr((sys.implementation.cache_tag, MAGIC_NUMBER, sys.flags.optimize)).encode())
    for folder in folders:
        for path, there in sorted(_files(str(folder))):
            known.update(f"{path} {there.st_size} {there.st_mtime_ns}\n".encode())
    return known.hexdigest()[:32]


def _libraries() -> Iterator[Path]:
    for name in BUILT_ON:
        spec = find_spec(name)
        yield from map(Path, (spec.submodule_search_locations or ()) if spec else ())


def _files(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """All files below a folder, but for those that Python has made; none if there is no such folder."""
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as inside:
        for one in inside:
            if one.is_dir():
                if one.name != "__pycache__":
                    yield from _files(one.path)
            else:
                yield one.path, one.stat()


def _tidy(root: Path) -> None:
    """Delete what versions of long ago have kept."""
    places = sorted((one for one in root.iterdir() if one.is_dir()), key=lambda one: one.stat().st_mtime)
    for old in places[:-VERSIONS]:
        with suppress(OSError):
            files.remove_folder(old)


def _read(path: Path) -> Any:
    """What is kept in a file; None if nothing is, if it is damaged, or not ours alone."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(file, "rb") as kept:
            if not _ours(os.fstat(file)):
                return None
            digest, body = kept.read(DIGEST), kept.read()
    except OSError:
        return None
    # What was torn would be run, or end the process: `marshal` does not look.
    return marshal.loads(body) if sha256(body).digest() == digest else None  # noqa: S302  ours, whole, of this Python


def _keep(path: Path, made: Any) -> None:
    """Keep it, whole or not at all; where that cannot be done now, it is not needed either."""
    with suppress(OSError, ValueError):  # ValueError: it is of a kind that cannot be kept
        body = marshal.dumps(made)
        files.jot(path, sha256(body).digest() + body)
