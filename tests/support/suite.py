"""What our tests know about every game besides what `referee.testing` derives; each game's tests fill in a row."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.house import games
from referee.house.games import find
from referee.testing import suite as testing
from referee.testing.suite import derived
from referee.util import data

NAMES = ("thunder", "odins_table")
HERE = Path(__file__).parents[1]
Values = tuple[str, ...]


class Known(testing.Suite, kw_only=True, dict=True):
    """A game, and what searches for other worlds know about it.

    Attributes:
        sealed: The events of a choice that may be replaced, and of which only its writer learns what it is.
        standing: The standing order with these columns, none for never; None where there are no such orders.
    """

    sealed: frozenset[str] = frozenset()
    standing: Callable[[Values], Move] | None = None


class Suite(Known, kw_only=True, dict=True):
    """A game of ours, and what its tests know about standing orders, last letters and its end.

    Attributes:
        many: How many cards there are.
        by_hand: Gives the orders by which a player would do what standing orders did in these events.
        unset: A state without its standing orders.
        bared: Asserts that a text of what was hidden shows a state, as told to a seat.
        keen: Says how near an order of a seat, in any language, brings the end of the game.
        columns: The columns of standing orders.
        rich: Makes options with which standing orders act more often.
    """

    follow: Callable[[str | None, Mapping[str, Any]], Any]
    as_table: Callable[[Any], Any]
    many: int
    by_hand: Callable[[Sequence[Event]], list[Move]]
    unset: Callable[[Any], Any]
    bared: Callable[[str, str, Any], None]
    keen: Callable[[str, str], float] = lambda _seat, _order: 0
    standing: Callable[[Values], Move]
    columns: str
    rich: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda content: content


def suite_of_ours(name: str, **given: Any) -> Suite:
    """What is known about a game: what is given, and the rest derived."""
    return Suite(**{**derived(find(name)), "choices_vary": False, **given})


@cache
def suite(name: str) -> Suite:
    """What the tests know about the game with that name."""
    for folder in NAMES:
        if (path := str(HERE / folder)) not in sys.path:
            sys.path.append(path)
    found: Suite = import_module({"thunder": "thunder_suite", "odins_table": "odins_suite"}[name]).SUITE
    return found


SEVERAL: Mapping[str, Mapping[str, Any]] = {"sindri": {"sealed": frozenset({"BidSealed"})}, "trio": {}}
"""Games for more than two, and what is not derived of them."""
OURS: Mapping[str, Mapping[str, Any]] = {
    "hammer_of_thor": {"sealed": frozenset({"CardSealed", "CardResealed"})}
}
"""What is not derived of a game of ours that has no row among the games for two."""
POINTS = tuple(EntryPoint(name, f"{name}:GAME", "referee.games") for name in SEVERAL)


@contextmanager
def announced(points: Sequence[EntryPoint] = POINTS) -> Iterator[None]:
    """The games for more than two, as if their packages were installed."""
    if (path := str(HERE.parent / "examples" / "sindri")) not in sys.path:
        sys.path.append(path)
    with pytest.MonkeyPatch.context() as patch:
        for place in (data, games):
            patch.setattr(place, "announced", lambda: tuple(points))
        find.cache_clear()
        yield
    find.cache_clear()


@cache
def known(name: str) -> Known:
    """What searches for other worlds know of the game of that name, which is announced."""
    return suite(name) if name in NAMES else Known(**{**derived(find(name)), **{**SEVERAL, **OURS}[name]})
