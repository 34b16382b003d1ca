"""How characters die, and what follows from it."""

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.closing import closed_if_gone
from referee.games.hammer_of_thor.fared import Died
from referee.games.hammer_of_thor.figures import HUMAN, Counter, character
from referee.games.hammer_of_thor.met import Stopped
from referee.games.hammer_of_thor.succession import succession
from referee.games.hammer_of_thor.table import State


@cites("M19", "M26", "S11")
def dies(s: State, name: str, rule: str, lots: Lots) -> Happening:
    """A character dies; an encounter without a side closes; for a starting character the game stops for 10.0.

    In the supplement somebody else takes its part at once (S11).
    """
    seat = next((seat for seat, one in s.starters if one == name), "")
    s = yield Died(name, rule)
    s = yield from closed_if_gone(s, lots)
    if not seat or seat in s.gone:
        return s
    if s.house:
        return (yield from succession(s, seat, name, lots))
    return (yield Stopped("10.0", seat, (name,), ""))


@cites("2.1D2", "M19", "M20")
def enters(s: State, counter: Counter, lots: Lots) -> Happening:
    """A Human outside Midgard dies of natural causes; the others of its group go on."""
    if s.board.places[counter.at].midgard:
        return s
    for name in counter.members:
        if character(s, name).race == HUMAN:
            s = yield from dies(s, name, "2.1D2", lots)
    return s
