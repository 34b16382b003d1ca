"""What a document says, with the place of each value in it."""

from collections.abc import Sequence
from typing import Any

from referee.util.values import Struct, Value

Steps = Sequence[str | int]
"""The way to a value: the keys and indexes that lead there."""


class Spots(Struct):
    """Where a value stands (line and column from 1), its keys, and the spots of its items."""

    line: int
    column: int
    keys: dict[str, tuple[int, int]]
    parts: dict[str | int, "Spots"]


NO_KEYS: dict[str, tuple[int, int]] = {}
NO_PARTS: dict[str | int, Spots] = {}
"""Those of all scalars: nothing is ever put into them."""


class Marked(Value, uncompared=("_spot",), unshown=("_spot",)):
    """What a document says, and where it says it.

    `value` is made of dict, list, str, int, float, bool and None only; `name` is the file's name as it was
    given.
    """

    value: Any
    name: str
    _spot: Spots

    def place(self, path: Steps, key: bool = False) -> str:
        """The place `file:line:column` of the value at a path of keys and indexes, or of its key."""
        line, column = self.spot(path, key)
        return f"{self.name}:{line}:{column}"

    def spot(self, path: Steps, key: bool = False) -> tuple[int, int]:
        """Line and column, from 1, of the value at a path of keys and indexes, or of its key.

        A path that leads nowhere ends at the last value on the way: a missing key is reported where it is
        missing.
        """
        spot = self._spot
        for depth, step in enumerate(path, 1):
            if step not in spot.parts:
                break
            if key and depth == len(path) and isinstance(step, str):
                return spot.keys[step]
            spot = spot.parts[step]
        return spot.line, spot.column


class Content(Marked):
    """Content that does not come from a file of its own: the place of a value is its path."""

    def place(self, path: Steps, key: bool = False) -> str:  # noqa: ARG002
        """The place of the value at a path: `opening/deck/3/copies`."""
        return "/".join((self.name, *map(str, path)))


def content(value: Any, name: str) -> Marked:
    """Content as if it had been read from a file."""
    return Content(value, name, Spots(1, 1, NO_KEYS, NO_PARTS))
