"""What is kept of a game, as bytes: rows, each of which is a value made of plain ones and of values of rows before it.

A row begins with its kind: a collection, a time, a class of events, a part of the table that is there before the first
event (a set of cards, a map), or the number of a class. Only classes of the referee and of the game are read, and of
these only values, named tuples and what is `Keepable`. Anything else is not kept.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct, msgpack

from referee.engine.events import Event
from referee.engine.game import Game
from referee.house.chapters import event_named
from referee.table.folded import Kept
from referee.util import files
from referee.util.row import Keepable
from referee.util.values import field_names

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

PLAIN = frozenset((str, int, bool, float, bytes, type(None)))
"""What stands in a row as it is; of anything else stands the number of its row, in a list."""
COLLECTIONS: Sequence[type] = (tuple, list, set, frozenset)
DICT, TIME, EVENT, STATIC = range(len(COLLECTIONS), len(COLLECTIONS) + 4)
CLASSES = STATIC + 1
"""The kinds of rows: the number of a collection, these, and from here on the number of a class."""


class Unkept(ValueError):
    """Something that cannot be kept, or bytes that are nothing that was."""


def written(kept: Kept, game: Game) -> bytes:
    """What is kept, as bytes. Raises `Unkept` for a game whose state cannot be kept."""
    opening = _Writer(game)
    opening.put(kept.opening)
    rest = _Writer(game, _static(game, kept.opening))
    rest.put(kept)
    try:
        return msgpack.encode([(one.names, one.rows) for one in (opening, rest)])
    except (OverflowError, UnicodeError) as error:  # a number of more than 64 bits, half a character
        raise Unkept(str(error)) from error


def read(data: bytes, game: Game) -> Kept | None:
    """What was kept; None for anything else. Raises whatever bytes that are none of ours bring about."""
    (names, rows), (more, rest) = msgpack.decode(data)
    found = _read(more, rest, game, _static(game, _read(names, rows, game, {})))
    return found if isinstance(found, Kept) else None


def _static(game: Game, opening: Any) -> Mapping[str, Any]:
    """By name the parts of a table that are there before the first event, and that no event changes."""
    blank = game.blank(opening.id, opening.options)
    parts = {name: getattr(blank, name) for name in field_names(blank) or ()}
    return {name: part for name, part in parts.items() if isinstance(part, Struct)}


class _Writer:
    """Makes the rows; a value that stands in several places is one row."""

    def __init__(self, game: Game, static: Mapping[str, Any] | None = None) -> None:
        self._game = game
        self._static = {type(part): (name, part) for name, part in (static or {}).items()}
        self.names, self.rows = list[tuple[str, str]](), list[tuple[Any, ...]]()
        self._kinds = dict[type, int]()
        # With the value itself, so that it lives on and no other gets its number.
        self._known = dict[int, tuple[list[int], Any]]()

    def put(self, value: Any) -> Any:
        """How a value stands in a row."""
        if type(value) in PLAIN:
            return value
        if (known := self._known.get(id(value))) is None:
            row = self._row(value)
            known = self._known[id(value)] = ([len(self.rows)], value)
            self.rows.append(row)
        return known[0]

    def _row(self, value: Any) -> tuple[Any, ...]:
        cls, put = type(value), self.put
        if cls in COLLECTIONS:
            return (COLLECTIONS.index(cls), *map(put, value))
        if cls is dict:
            return (DICT, *(put(one) for pair in value.items() for one in pair))
        if cls is datetime:
            if value.tzinfo is not UTC:
                raise Unkept("time")
            return (TIME, value.isoformat())
        if isinstance(value, type):
            if not (issubclass(value, Event) and event_named(self._game, value.__name__) is value):
                raise Unkept(value.__name__)
            return (EVENT, value.__name__)
        name, part = self._static.get(cls, ("", None))
        if name and value == part:
            return (STATIC, name)
        return (self._kind(cls), *map(put, _parts(value)))

    def _kind(self, cls: type) -> int:
        if cls not in self._kinds:
            self._kinds[cls] = CLASSES + len(self.names)
            named = (cls.__module__, cls.__qualname__)
            if issubclass(cls, Event) and event_named(self._game, cls.__name__) is cls:
                named = ("", cls.__name__)
            elif _class(*named, self._game) is not cls:
                raise Unkept(cls.__qualname__)
            self.names.append(named)
        return self._kinds[cls]


def _parts(value: Any) -> Sequence[Any]:
    """What is kept of a value: its fields, or what is `Keepable` says."""
    names = field_names(value)
    return value.parts() if names is None else [getattr(value, name) for name in names]


def _read(
    names: Sequence[Sequence[str]], rows: Sequence[Sequence[Any]], game: Game, static: Mapping[str, Any]
) -> Any:
    """The value of the last row."""
    make = [_maker(_class(module, name, game)) for module, name in names]
    values: list[Any] = []
    for kind, *parts in rows:
        given = [values[one[0]] if type(one) is list else one for one in parts]
        if kind >= CLASSES:
            values.append(make[kind - CLASSES](*given))
        elif kind < len(COLLECTIONS):
            values.append(COLLECTIONS[kind](given))
        elif kind == DICT:
            values.append(dict(zip(given[::2], given[1::2], strict=True)))
        elif kind == TIME:
            values.append(datetime.fromisoformat(given[0]))
        else:
            values.append(event_named(game, given[0]) if kind == EVENT else static[given[0]])
    return values[-1]


def _class(module: str, name: str, game: Game) -> type:
    """A class of the referee or of the game whose values can be kept. Raises `Unkept` for anything else."""
    found: Any = None
    if not module:
        found = event_named(game, name)
    elif top(module) in {"referee", top(type(game).__module__)}:
        found = getattr(import_module(module), name, None)
    if isinstance(found, type) and (issubclass(found, Keepable) or field_names(found) is not None):
        return found
    raise Unkept(f"{module}.{name}")


def _maker(cls: Any) -> Callable[..., Any]:
    """A function that makes a value of what was kept of it."""
    names = field_names(cls)
    if names is None or names == getattr(cls, "__match_args__", names):
        return cls.of_parts if names is None else cls  # type: ignore[no-any-return]
    return lambda *given: cls(**dict(zip(names, given, strict=True)))
