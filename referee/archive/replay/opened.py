"""A table with all cards open: what one reader saw, filled up with what the others saw at that time."""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

OF_THE_READER = frozenset({"seat", "owed", "names"})
"""Fields of a view that say who looks on, not what lies there."""
NOTHING: tuple[Any, ...] = (None, "", ())
"""What stands in a view for something that its reader is not shown."""


def opened(view: Any, others: Sequence[Any]) -> Any:
    """A view in which stands what any of the other views shows, wherever its own reader is shown nothing.

    A card that nobody sees stays hidden. The views are those of one game at one time.
    """
    known = {one.name: getattr(view, one.name) for one in fields(view) if one.init}
    return replace(
        view,
        **{
            name: _filled(value, [getattr(one, name) for one in others])
            for name, value in known.items()
            if name not in OF_THE_READER
        },
    )


def _filled(mine: Any, others: Sequence[Any]) -> Any:
    alike = [one for one in others if type(one) is type(mine)]
    if all(one == mine for one in others):
        return mine
    if mine in NOTHING:
        return next((one for one in others if one not in NOTHING), mine)
    if isinstance(mine, tuple) and hasattr(mine, "_fields"):
        return type(mine)(*(_filled(own, column) for own, column in _columns(mine, alike)))
    if isinstance(mine, tuple) and all(len(one) == len(mine) for one in alike):
        return tuple(_filled(own, column) for own, column in _columns(mine, alike))
    if is_dataclass(mine) and not isinstance(mine, type):
        return opened(mine, alike)
    return mine


def _columns(mine: Any, others: Sequence[Any]) -> list[tuple[Any, list[Any]]]:
    return [(own, [one[at] for one in others]) for at, own in enumerate(mine)]
