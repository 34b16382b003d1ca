"""What is kept of a game as a pickle, of whose kind only classes of the referee and of the game are read."""

import io
import os
import pickle
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from referee.engine.events import Event
from referee.engine.game import Game
from referee.house.chapters import event_named
from referee.house.games import find
from referee.table.folded import Kept
from referee.util import files

# What tells the code at work from any other: nothing that was made by one is read by another.


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


_PLAIN = frozenset(
    {
        ("builtins", "frozenset"),
        ("builtins", "set"),
        *(("datetime", one) for one in ("datetime", "timezone", "timedelta")),
    }
)


def written(kept: Kept, game: Game) -> bytes:
    """What is kept, as bytes. Raises what `pickle` raises for a game whose state cannot be kept."""
    out = io.BytesIO()
    _Pickler(out, game).dump(kept)
    return out.getvalue()


def read(data: bytes, game: Game) -> Kept | None:
    """What was kept; None for anything else. Raises whatever `pickle` raises: call it for bytes of ours alone."""
    found = _Unpickler(io.BytesIO(data), game).load()
    return found if isinstance(found, Kept) else None


class _Pickler(pickle.Pickler):
    """Of a frozen value, its fields alone: not what was worked out from it."""

    def __init__(self, out: io.BytesIO, game: Game) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self._game = game

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, type):
            # A class of events may have no name in its module, but has one in its game.
            named = issubclass(obj, Event) and event_named(self._game, obj.__name__) is obj
            return (_event_class, (self._game.name, obj.__name__)) if named else NotImplemented
        if not is_dataclass(obj) or not hasattr(obj, "__dict__"):
            return NotImplemented
        values = obj.__dict__
        return _bare, (type(obj), {**{one.name: values[one.name] for one in fields(obj)}, **_forgotten(obj)})


def _event_class(game: str, name: str) -> type[Event]:
    """A class of events of a game. Raises `UnpicklingError` for a name that is none."""
    if (found := event_named(find(game), name)) is None:
        raise pickle.UnpicklingError(name)
    return found


def _bare(cls: type, values: dict[str, Any]) -> Any:
    """The frozen value of these fields."""
    made: Any = object.__new__(cls)
    object.__setattr__(made, "__dict__", values)
    return made


def _forgotten(obj: Any) -> dict[str, Any]:
    """What a value remembers of itself (`referee.util.values.remembered`) is worked out again."""
    return {"memo": {}} if "memo" in obj.__dict__ else {}


class _Unpickler(pickle.Unpickler):
    """Makes plain values, and those of the referee and of the game."""

    def __init__(self, data: io.BytesIO, game: Game) -> None:
        super().__init__(data)
        self._roots = {"referee", top(type(game).__module__)}

    def find_class(self, module: str, name: str) -> Any:
        """A class. Raises `UnpicklingError` for anything else."""
        if (module, name) in _PLAIN:
            return super().find_class(module, name)
        found = super().find_class(module, name) if top(module) in self._roots else None
        if found in {_bare, _event_class} or isinstance(found, type):
            return found
        raise pickle.UnpicklingError(f"{module}.{name}")
