"""S16, S17 What moving about brings: a place that was searched, and a realm that is new."""

from referee.engine.events import Happening
from referee.engine.rules import cites
from referee.games.hammer_of_thor.board import Place
from referee.games.hammer_of_thor.fared import ReputationChanged
from referee.games.hammer_of_thor.figures import Counter, place_of
from referee.games.hammer_of_thor.measured import D10
from referee.games.hammer_of_thor.played import RealmReached
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import View

SOONER = 3
"""S16 By so much the number below which an encounter comes is higher at a place that was searched."""
FAR = 1
"""S17 REPUTATION for the first halt in another realm."""


@cites("S16", "M11")
def sooner(t: State | View, counter: Counter) -> int:
    """S16 What the search of the place adds at which the counter has halted; 0 without the supplement."""
    came = t.done.mover == counter.id and counter.at in t.done.search
    return SOONER if t.house and came else 0


def comes(v: View, place: Place, *, searched: bool) -> int | None:
    """M16, S16 At how many faces of the die somebody comes to a place; None where the master says."""
    if place.encounter is None:
        return None
    return min(D10, place.encounter + (SOONER if v.house and searched else 0))


@cites("S17")
def reached(s: State, by: str, counter: Counter) -> Happening:
    """S17 The first halt of a seat in a realm in which it has not begun: its leader gains REPUTATION."""
    realm = place_of(s, counter).realm
    if not s.house or (by, realm) in s.realms:
        return s
    s = yield RealmReached(by, counter.leader, realm)
    return (yield ReputationChanged(counter.leader, FAR, "S17"))
