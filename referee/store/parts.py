"""Which files of a home are kept in a store, and to which part of the home each belongs.

A *part* is a game with all that is only its own: its folder, its letters in and out, the secrets of its seats, its
clock. What belongs to no one game is the part of the house, `HOUSE`. Letters to different games are worked on at the
same time, each by whoever has that part; whoever needs more takes the whole home.

Not kept in a store: what belongs to one host. These are its configuration, key and signing key, what else a keeper put
into the home (passwords, mailboxes, sockets), locks, and what was noted of this host's clock.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from referee.desk.leaps import LEAPT, SURE
from referee.table import snapshots
from referee.util.errors import Faulty
from referee.util.regexes import regex

HOUSE = ""
"""The part of what belongs to no one game."""
STORED = ("games", "seats", "post", "company.yaml", "restored")
"""What of a home is kept in the store: these, and all below them."""
FOLDER = "/"
"""Ends the path of a folder of a game with nothing in it; it is kept too, because its id is never given again."""
HALF_WRITTEN = "post/tmp"
"""Where letters lie that are just being delivered: no other process may see them yet."""
WORK = "work"
"""The folder of a host in which its working folders lie; it may be deleted while nothing runs."""

LONGEST = 1000
"""The most letters of a path."""

_GAME = r"([a-z][a-z0-9-]{0,31})"
_OWN = (
    regex(rf"games/{_GAME}/.*"),
    regex(rf"post/(?:sent|failed|bounced)/{_GAME}/.*"),
    regex(rf"post/(?:told|sums|doubt|clock|programs)/{_GAME}(?:\.[a-z]+)?"),
    regex(rf"post/(?:out|gathered)/{_GAME}\..*"),
)
_SEAT = regex(rf"{_GAME} ".encode())
_PASSING = frozenset({SURE, LEAPT, snapshots.NAME, "lock"})


def passes(name: str) -> bool:
    """Whether a file of that name is only a running process's or this host's: locks, half-written files, snapshots."""
    return name in _PASSING or name.endswith(".lock") or (name.startswith(".") and name.endswith(".tmp"))


def is_stored(path: str) -> bool:
    """Whether a path that a row tells can be one of ours: relative, below what is stored, and leading nowhere else."""
    steps = path.removesuffix(FOLDER).split("/")
    ours = steps[0] in STORED and f"{path}/".find(f"{HALF_WRITTEN}/") != 0
    plain = path.isprintable() and len(path) <= LONGEST and not {"", ".", ".."} & {*steps}
    return ours and plain and not any(map(passes, steps))


def refuse_other_part(part: str) -> None:
    """Raise `Faulty` for what a row calls a part, and is neither the house nor can be a game."""
    if part != HOUSE and not re.fullmatch(_GAME, part):
        raise Faulty("store-path", path=ascii(part)[:80])


def found(home: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Every file of a home that is kept in a store, and every folder of a game with nothing in it.

    With each comes what the disk tells of it (`lstat`). Paths are those in the home; that of a folder ends with
    `FOLDER`. A home has many thousand files, and is looked through in each pass over everything, so this asks the disk
    once for each. Raises OSError.
    """
    for name in STORED:
        path = home / name
        if path.is_dir():
            yield from _below(str(path), name)
        elif path.exists():
            yield name, path.lstat()


def _below(folder: str, name: str) -> Iterator[tuple[str, os.stat_result]]:
    empty = True
    with os.scandir(folder) as inside:
        for one in inside:
            path = f"{name}/{one.name}"
            if passes(one.name) or path == HALF_WRITTEN:
                continue
            empty = False
            if one.is_dir(follow_symlinks=False):
                yield from _below(one.path, path)
            else:
                yield path, one.stat(follow_symlinks=False)
    if empty and name.rpartition("/")[0] == "games":
        yield name + FOLDER, os.lstat(folder)


def part_of(path: str, content: Callable[[], bytes], letters: Callable[[bytes], str]) -> str:
    """The part that a file belongs to, by its path in the home and, where that does not tell, by its content.

    `letters` says to which game a letter in seems to belong, by the secret in its head; "" for none.
    """
    for own in _OWN:
        if found := own.fullmatch(path):
            return found[1]
    if path.startswith("seats/") and (found_seat := _SEAT.match(content())):
        return found_seat[1].decode("ascii")
    if re.match(r"post/(?:new|work|hold|done/[0-9-]+)/[^/]+$", path) and not path.endswith(".why"):
        return letters(content())
    return HOUSE
