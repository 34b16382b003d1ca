"""What our tests know about every game besides what `referee.testing` derives; each game's tests fill in a row."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.house.games import find
from referee.testing import suite as testing
from referee.testing.suite import derived

NAMES = ("thunder", "odins_table")
HERE = Path(__file__).parents[1]
Values = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Suite(testing.Suite):
    """A game of ours, and what its tests know about standing orders, last letters and its end.

    Attributes:
        many: How many cards there are.
        by_hand: Gives the orders by which a player would do what standing orders did in these events.
        unset: A state without its standing orders.
        bared: Asserts that a text of what was hidden shows a state, as told to a seat.
        keen: Says how near an order of a seat, in any language, brings the end of the game.
        standing: The standing order with these `columns`, none for never.
        rich: Makes options with which standing orders act more often.
        sealed: The events of a choice that only its writer learns, and that may be replaced.
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
    sealed: frozenset[str]
    rich: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda content: content


def suite_of_ours(name: str, **given: Any) -> Suite:
    """What is known about a game: what is given, and the rest derived."""
    return Suite(**{**derived(find(name)), "choices_vary": False, **given})


@cache
def suite(name: str) -> Suite:
    """What the tests know about the game with that name."""
    from importlib import import_module

    for folder in NAMES:
        if (path := str(HERE / folder)) not in sys.path:
            sys.path.append(path)
    found: Suite = import_module({"thunder": "thunder_suite", "odins_table": "odins_suite"}[name]).SUITE
    return found
