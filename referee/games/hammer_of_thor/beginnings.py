"""1.0d, 1.0e What whoever begins is told: whom to choose and where to start, and once how REPUTATION is gained."""

from typing import Any, NamedTuple

from referee.engine.rules import cites
from referee.games.hammer_of_thor import likely as wanted
from referee.games.hammer_of_thor.board import Place
from referee.games.hammer_of_thor.cards import ALIGNMENTS, Character
from referee.games.hammer_of_thor.figures import of_seat
from referee.games.hammer_of_thor.options import choosable
from referee.games.hammer_of_thor.setting_up import needed_still, range_of
from referee.games.hammer_of_thor.view import View

HEROES = 4
"""How many of each alignment are told with their figures before one is chosen."""
BEFORE_A_STEP = ("fate", "movement")
"""The phases of a player-turn in which a newcomer looks for an aim."""


class Starts(NamedTuple):
    """The starting character of a seat, and where it may begin."""

    starter: str
    places: tuple[Place, ...]


class Aim(NamedTuple):
    """What the first player-turn of a seat says of REPUTATION: `item` is one that adds some once it is revealed."""

    item: str


def told(v: View) -> dict[str, Any]:
    """What the table says to whoever begins, each by its name there."""
    return {"heroes": heroes(v), "starts": starts(v), "aim": aim(v)}


@cites("1.0d")
def heroes(v: View) -> tuple[tuple[str, tuple[Character, ...]], ...]:
    """1.0d Of those whom the reader may choose the strongest of each alignment."""
    if not v.owes("choose"):
        return ()
    able = [one for one in v.cards.characters.values() if choosable(one) and one.name not in v.figures]
    ranked = sorted(able, key=lambda one: -wanted.renown(one))
    left = needed_still(v)
    sides = [(side, [one for one in ranked if one.alignment == side]) for side in ALIGNMENTS if left[side]]
    return tuple((side, tuple(some[:HEROES])) for side, some in sides if some)


@cites("1.0e")
def starts(v: View) -> Starts | None:
    """1.0e The places among which the reader chooses where the counter starts; None while that is not owed."""
    if not v.owes("start"):
        return None
    first, last = range_of(v, v.seat or "")
    starter = next(name for seat, name in v.starters if seat == v.seat)
    return Starts(starter, tuple(v.board.places[one] for one in range(first, last + 1)))


@cites("M15", "2.2A2", "S5", "S7", "S17")
def aim(v: View) -> Aim | None:
    """Before the first step of a seat's first player-turn, with the supplement; None at any other time."""
    first = v.house and v.stage == "turns" and v.game_turn == 1 and v.on_turn == v.seat
    if not first or v.done.moved or v.done.phase not in BEFORE_A_STEP:
        return None
    hidden = (
        item
        for name in of_seat(v, v.seat or "")
        for item in v.figures[name].items
        if item not in v.figures[name].revealed and v.cards.items[item].reputation
    )
    return Aim(next(hidden, ""))
