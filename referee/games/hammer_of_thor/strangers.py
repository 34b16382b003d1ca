"""S1 Who is met by chance, or sought."""

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.figures import Counter, counters_of, group_of, is_norn, place_of
from referee.games.hammer_of_thor.meeting import opened, stranger
from referee.games.hammer_of_thor.met import StrangerCame
from referee.games.hammer_of_thor.norns import norn_met
from referee.games.hammer_of_thor.table import State


@cites("S1", "S10", "M16")
def random_encounter(s: State, lots: Lots, group: str = "") -> Happening:
    """S1 The top card of the place's deck is a stranger; a Norn is met by S10, of an empty deck nobody.

    The group that meets it is the one named, else the one that moves, else the first of the seat on turn.
    """
    own = who_meets(s, group)
    place = place_of(s, own)
    pile = s.stacks.get(place.deck, ())
    if pile and is_norn(s, pile[0]):
        s = yield StrangerCame(place.deck, pile[0], place.number)
        return (yield from norn_met(s, own.leader, pile[0], lots))
    return (yield from stranger(s, own.leader, place.deck, lots))


@cites("M16")
def who_meets(s: State, group: str = "") -> Counter:
    """M16 The group named, else that of the seat on turn which moves, else its first."""
    if group:
        return group_of(s, group)
    mine = counters_of(s, s.on_turn)
    return next((one for one in mine if one.id == s.done.mover), mine[0])


@cites("S1", "S10")
def met(s: State, own: str, other: str, rule: str, lots: Lots) -> Happening:
    """S1 Two counters meet by the will of one; S10 a Norn is not fought."""
    if is_norn(s, other):
        return (yield from norn_met(s, own, other, lots))
    return (yield from opened(s, own, other, rule, lots))
