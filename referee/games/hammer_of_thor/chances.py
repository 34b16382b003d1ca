"""S4 How likely the cards of an encounter are to work, and its blows to hit, as far as the reader of a view sees."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from referee.engine.rules import cites
from referee.games.hammer_of_thor.contests import TESTS, verdict
from referee.games.hammer_of_thor.fighting import may_strike, odds
from referee.games.hammer_of_thor.figures import Counter, OnTable
from referee.games.hammer_of_thor.measured import D10, measure, needed


class Chance(NamedTuple):
    """A card, and at how many of the ten faces of the die it works."""

    card: str
    of_ten: int


class Blows(NamedTuple):
    """How a leader strikes the other: at how many of the ten faces it hits, and what a hit costs."""

    by: str
    hits: int
    loss: int


@cites("S4", "S5")
def chances(t: OnTable, own: Counter, other: Counter, never: Collection[str]) -> Iterator[Chance]:
    """S5 The cards that can be chosen and can work, leader against leader, items as they lie now."""
    by, at = own.leader, other.leader
    for card, (x, y) in TESTS.items():
        sure = verdict(t, card, by, at)
        if card not in never and sure is not False:
            yield Chance(card, D10 if sure else 1 + needed(measure(t, by, x), measure(t, at, y)))


@cites("S4", "S6")
def blows(t: OnTable, own: Counter, other: Counter) -> Iterator[Blows]:
    """S6 How the leaders strike each other; who may not strike the other is left out."""
    for by, at in ((own.leader, other.leader), (other.leader, own.leader)):
        if may_strike(t, by, at):
            need, loss = odds(t, by, at)
            yield Blows(by, 1 + need, loss)
