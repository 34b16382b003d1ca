"""What the suites of every game need to know of one beside its contract: one small table, a row written by the game's tests."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.game import Game

NAMES = ("thunder", "odins_table")
HERE = Path(__file__).parent
Values = tuple[str, ...]


@dataclass(frozen=True)
class Suite:
    """A game, and what its tests know of it.

    `cards` lists every physical card on a table, `many` of them; `zones` the places in which cards lie unseen by somebody.
    `options` are those with several values. `probes` are questions that a letter may ask at any time. `sentences` gives
    the moves of the grammar up to a bound, by the options and a view. `follow` makes a table that is kept from what a
    seat is shown, by the seat and the options; `table` of it is to equal `as_table` of the seat's view.

    `by_hand` gives the orders by which a player would bring about what standing orders did in these events. `unset` is a
    state without its standing orders. `bared` asserts that a text of what lay hidden tells a state, told to a seat.
    `order` is one of the game's. `faulty` are lines that are misread or refused, `questions` lines that ask, `keen` tells how near an order of a
    seat, in any language, brings the end of the game. `any_time` tells how orders begin that do not
    rest on how the table stands, `standing` the standing order with these `columns`, none for never. `rich`
    makes options by which standing orders act more often. `sealed` are the events of a choice
    that only its writer learns of, and that may be replaced.
    """

    game: Game
    many: int
    cards: Callable[[Any], list[str]]
    zones: Callable[[Any], Iterable[tuple[str, ...]]]
    options: tuple[tuple[str, Values], ...]
    probes: Values
    sentences: Callable[[Mapping[str, Any], Any], Iterable[Move]]
    follow: Callable[[str | None, Mapping[str, Any]], Any]
    as_table: Callable[[Any], Mapping[str, Any]]
    by_hand: Callable[[Sequence[Event]], list[Move]]
    unset: Callable[[Any], Any]
    bared: Callable[[str, str, Any], None]
    order: str
    faulty: Values
    questions: Values
    keen: Callable[[str, str], float]
    any_time: Values
    standing: Callable[[Values], Move]
    columns: str
    rich: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    sealed: frozenset[str]


@cache
def suite(name: str) -> Suite:
    """What the tests of the game of that name know of it."""
    from importlib import import_module

    for folder in NAMES:
        if (path := str(HERE / folder)) not in sys.path:
            sys.path.append(path)
    found: Suite = import_module({"thunder": "thunder_suite", "odins_table": "odins_suite"}[name]).SUITE
    return found
