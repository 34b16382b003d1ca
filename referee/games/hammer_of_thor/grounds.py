"""What an order rests on, of what its seat sees: an overtaken letter stands while that is as it was (H1).

A chapter says it of its orders in `RESTS_ON`. None rests on what somebody carries: that can be turned up and down
without end, and whoever does it must not keep others from playing.
"""

from typing import Any

from referee.engine.kit.base import RestsOn
from referee.games.hammer_of_thor.closing import sides
from referee.games.hammer_of_thor.effects import Ruling
from referee.games.hammer_of_thor.figures import Counter, counter_of, counters_of
from referee.games.hammer_of_thor.view import View
from referee.util.values import field_names


def together(*grounds: RestsOn) -> RestsOn:
    """What an order rests on that rests on all of these; of none, an order that stands whatever happens."""
    return lambda v, m: tuple(one(v, m) for one in grounds)


def player_turn(v: View, _m: Any) -> object:
    """Whose player-turn it is."""
    return v.stage, v.game_turn, v.on_turn


def encounter(v: View, _m: Any) -> object:
    """Who meets whom, in which round, how they are, and the cards that were shown."""
    found = v.encounter
    return found and (found.own, found.other, found.round, found.asks, *(_people(v, one) for one in sides(v)))


def own_groups(v: View, _m: Any) -> object:
    """Where the groups of the seat are, and how those in them are."""
    return tuple(_people(v, one) for one in counters_of(v, v.seat or ""))


def own_hand(v: View, _m: Any) -> object:
    """The Fate and Prediction cards of the seat."""
    return v.hand


def season(v: View, _m: Any) -> object:
    """The season, in which water may be frozen."""
    return v.season


def ways(v: View, m: Any) -> object:
    """Who stands at the places that an order names."""
    places = {*getattr(m, "places", ()), getattr(m, "place", 0)}
    return tuple(_people(v, one) for one in v.counters if one.at in places)


def named(v: View, m: Any) -> object:
    """The groups of whoever an order names, where they are, and how those in them are."""
    words = (getattr(one, name) for one in _parts(m) for name in field_names(one) or ())
    return tuple(_people(v, counter_of(v, one)) for one in words if isinstance(one, str) and one in v.figures)


def stops(v: View, _m: Any) -> object:
    """What the master is asked."""
    return v.stops


def _parts(m: Any) -> tuple[Any, ...]:
    return m.effects if isinstance(m, Ruling) else (m,)


def _people(v: View, counter: Counter | None) -> object:
    if counter is None:
        return None
    members = [v.figures[one] for one in counter.members]
    return (
        counter.seat,
        counter.at,
        counter.leader,
        [(one.name, one.lost, one.shape, one.insanity) for one in members],
    )


OWN_TURN = together(player_turn, own_groups, named)
"""What an order of a player-turn rests on: not on what is done to others."""
