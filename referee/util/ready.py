"""What takes long to make and comes out the same each time: compiled templates, the tables of grammars.

What one process makes is kept for later ones where Python keeps this program's compiled modules: in a folder inside
the package's `__pycache__` (below `PYTHONPYCACHEPREFIX` where that is set). What is read back is run, as those modules
are; whoever can write there can change the program itself. It holds nothing of any game, and may be deleted any time.

A file counts only if it was made from the same texts by the same program, and is whole; else it is made again, and
written over. Nothing else is ever removed.
"""

# Paths are text here, which may hold bytes that are no characters; `pathlib` is slow to load.
# ruff: noqa: PTH100, PTH112, PTH113, PTH116, PTH120

import errno
import marshal
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, cache_from_source, find_spec
from typing import Any, TypeVar

from referee.util import files

Made = TypeVar("Made")

FOLDER = "made"
"""The name of the folder beside the compiled modules."""
LIBRARIES = ("babel", "jinja2", "lark", "markupsafe", "yaml")
"""What makes, besides this program, the things that are kept."""
OTHERS = stat.S_IWGRP | stat.S_IWOTH
"""The modes by which others than the owner may write."""
DIGEST = 32
EVERYTHING = ("everything",)
"""What is kept under this name says that all the rest is."""


class Keeping:
    """A folder of things made by one program. Attributes: its path."""

    def __init__(self, package: str) -> None:
        """Of the program in this package. Raises OSError if it is no folder, NotImplementedError, ValueError."""
        self._package, self._there = package, os.stat(package)
        self._program = program(package)
        beside = os.path.dirname(cache_from_source(f"{package}/__init__.py"))
        self.path = os.path.abspath(f"{beside}/{FOLDER}")  # a prefix may have been given from where we are
        self._owners = {0, os.geteuid(), self._there.st_uid}

    def read(self, what: Sequence[str], texts: Sequence[str]) -> Any:
        """What was made of these texts under this name; None if that is not kept, or not to be trusted."""
        try:
            if not self._is_ours(os.lstat(self.path), stat.S_ISDIR):
                return None
            file = os.open(self._file(what), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            with os.fdopen(file, "rb") as kept:
                if not self._is_ours(os.fstat(file), stat.S_ISREG):
                    return None
                digest, body = kept.read(DIGEST), kept.read()
        except OSError:
            return None
        # What was torn would be run, or end the process: `marshal` does not look.
        return marshal.loads(body) if self._digest(what, texts, body) == digest else None  # noqa: S302  see above

    def write(self, what: Sequence[str], texts: Sequence[str], made: Any) -> None:
        """Keep it. Raises OSError where that cannot be done, ValueError if it is of a kind that cannot be kept."""
        body, file = marshal.dumps(made), self._file(what)
        self._make_room()
        if program(self._package) != self._program:
            raise _denied(self._package)  # another one lies there by now: modules of both may have made this
        try:
            files.leave(file, self._digest(what, texts, body) + body, self._there.st_mode & 0o644 | 0o600)
        except FileExistsError:  # another process is making the same just now
            if not os.path.isfile(file):
                raise

    def is_open(self) -> bool:
        """Whether this user can write here, as far as modes tell."""
        there = self.path if os.path.lexists(self.path) else _above(self.path)
        return os.access(there, os.W_OK) and os.lstat(there).st_uid == os.geteuid()

    def _make_room(self) -> None:
        """Make the folder, as open to readers as the program, in one of this user's own. Raises OSError.

        So root leaves nothing among the files of another, who could not write there any more.
        """
        with files.unsynced():
            for folder in (os.path.dirname(self.path), self.path):
                if not os.path.lexists(folder):
                    if os.stat(above := _above(folder)).st_uid != os.geteuid():
                        raise _denied(above)
                    files.private_folder(folder)
                    files.set_mode(folder, self._there.st_mode & 0o755 | 0o700)
        there = os.lstat(self.path)
        if there.st_uid != os.geteuid() or not stat.S_ISDIR(there.st_mode):
            raise _denied(self.path)
        if there.st_mode & OTHERS:  # as `chmod -R` leaves it: what others wrote there is theirs, and not read
            files.set_mode(self.path, there.st_mode & 0o755)

    def _is_ours(self, there: os.stat_result, kind: Callable[[int], bool]) -> bool:
        """Whether nobody but this user, the program's owner and root can have written it."""
        return kind(there.st_mode) and there.st_uid in self._owners and not there.st_mode & OTHERS

    def _file(self, what: Sequence[str]) -> str:
        """Pythons that have one program in common do not take each other's places."""
        known = repr((*what, sys.prefix, sys.implementation.cache_tag, sys.flags.optimize))
        return f"{self.path}/{sha256(known.encode()).hexdigest()[:32]}"

    def _digest(self, what: Sequence[str], texts: Sequence[str], body: bytes) -> bytes:
        made_of = repr((self._program, tuple(what), tuple(texts), len(body)))
        return sha256(made_of.encode() + body).digest()


_keeping: Keeping | None = None
"""What this process keeps things in; None if it keeps none."""
_trouble: Exception | None = None
"""Why something that this process made is not kept."""


def begin() -> None:
    """From now on this process uses what others have kept, and keeps what it makes. Raises nothing."""
    global _keeping, _trouble  # noqa: PLW0603  a process begins once
    # Before the program is loaded: another one may be put in its place while this one runs. And whatever is the
    # matter with the folder, the program works without it.
    try:
        _keeping = Keeping(os.path.dirname(os.path.dirname(__file__)))
    except Exception as error:  # noqa: BLE001  as above
        _trouble = error


def ready(what: Sequence[str], texts: Sequence[str], make: Callable[[], Made]) -> Made:
    """What `make` makes of these texts, which another process may have made.

    `what` names it: what is made of other texts takes its place. It consists of what `marshal` can
    write, and hangs on nothing but the texts and the code of this program.
    """
    global _trouble  # noqa: PLW0603  for who asks: `everything_is`
    if _keeping is None:
        return make()
    found = _keeping.read(what, texts)
    if found is None:
        found = make()
        if not (sys.dont_write_bytecode or isinstance(_trouble, OSError)):  # which would come again and again
            try:
                _keeping.write(what, texts, found)
            except (OSError, ValueError) as error:
                _trouble = error
    return found  # type: ignore[no-any-return]


def everything_is(texts: Sequence[str]) -> str:
    """Say that everything has been made that can be made of these texts; gives the folder.

    Raises why not all of it is kept: OSError, ValueError, NotImplementedError.
    """
    if _trouble:
        raise _trouble
    if _keeping is None:
        raise ValueError(FOLDER)
    _keeping.write(EVERYTHING, texts, True)
    return _keeping.path


def will_be(texts: Sequence[str]) -> bool:
    """Whether everything that can be made of these texts is kept, or this user can keep what is not."""
    if _keeping is None:
        return False
    return _keeping.read(EVERYTHING, texts) is True or (not sys.dont_write_bytecode and _keeping.is_open())


def program(package: str) -> str:
    """A name for the Python that runs and the code of a package and of what it is built on; another once any changes.

    As Python does with compiled modules, it goes by sizes and whole seconds, which are all that an archive of files may
    keep of their times. Raises ValueError if there is no code.
    """
    known = sha256(repr((sys.implementation.cache_tag, MAGIC_NUMBER, sys.flags.optimize)).encode())
    own = sorted(_code(package))
    if not own:
        raise ValueError(package)
    for path, there in (*own, *(row for folder in _libraries() for row in sorted(_code(folder)))):
        known.update(os.fsencode(path) + f" {there.st_size} {int(there.st_mtime)}\n".encode())
    return known.hexdigest()


def _libraries() -> Iterator[str]:
    for name in LIBRARIES:
        spec = find_spec(name)
        yield from (spec.submodule_search_locations or ()) if spec else ()


def _code(folder: str, within: tuple[tuple[int, int], ...] = ()) -> Iterator[tuple[str, os.stat_result]]:
    """The modules below a folder, with what is known of their files; links are followed, but not in a circle."""
    here = os.stat(folder)
    if (here.st_dev, here.st_ino) in within:
        return
    within = (*within, (here.st_dev, here.st_ino))
    with os.scandir(folder) as inside:
        for one in inside:
            if one.name.endswith((".py", ".so", ".pyd")):
                yield one.path, _stat(one)
            elif one.name != "__pycache__" and "." not in one.name and os.path.isdir(one.path):
                yield from _code(one.path, within)


def _stat(one: os.DirEntry[str]) -> os.stat_result:
    """Of what a link points to, too; editors leave links that point to nothing."""
    try:
        return one.stat()
    except OSError:
        return one.stat(follow_symlinks=False)


def _denied(path: str) -> PermissionError:
    return PermissionError(errno.EPERM, os.strerror(errno.EPERM), path)


def _above(path: str) -> str:
    """The folder that is there, nearest above a path."""
    while not os.path.isdir(path := os.path.dirname(path)):
        pass
    return path
