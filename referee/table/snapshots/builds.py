"""What tells the code at work from any other: nothing that was made by one is read by another."""

import os
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from referee.engine.game import Game
from referee.util import files


def build(game: Game) -> bytes:
    """What tells this code from any other: Python, and each file of the referee and of the game, by size and time."""
    return _OURS if type(game).__module__.startswith("referee.") else _code_with(type(game).__module__)


@cache
def _code_with(module: str) -> bytes:
    """The same for a game of somebody else: with its package, or the modules that lie beside it if it has none."""
    first = sys.modules[top(module)]
    where = str(Path(first.__file__ or ".").parent)
    found = list(_files(where, within=hasattr(first, "__path__")))
    return sha256(_OURS + repr(found).encode()).digest()


def top(module: str) -> str:
    """The package of a module that is no part of another."""
    return module.partition(".")[0]


def _files(folder: str, *, within: bool = True) -> Iterator[tuple[str | int, ...]]:
    """The files in a folder and the folders `within` it, code and data, each with what another content changes."""
    with os.scandir(folder) as found:
        inside = sorted(found, key=lambda one: one.name)
    for one in inside:
        if one.is_dir(follow_symlinks=False):
            yield from _files(one.path) if within and one.name != "__pycache__" else ()
        else:
            yield (one.path, *files.which(one.stat()))


_OURS = sha256(repr((sys.version_info, *_files(str(Path(__file__).parents[2])))).encode()).digest()
"""Worked out at once: later the files might be those of another version than the one that is at work."""
