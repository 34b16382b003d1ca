"""How characters die, or leave their groups otherwise, and what follows from it."""

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.closing import closed_if_gone, shuffled
from referee.games.hammer_of_thor.fared import Died, Going, WentBack
from referee.games.hammer_of_thor.figures import HUMAN, Counter, character, seat_of
from referee.games.hammer_of_thor.met import Stopped
from referee.games.hammer_of_thor.succession import succession
from referee.games.hammer_of_thor.table import State, starter_of


@cites("M19", "M26", "10.0", "S11")
def goes(s: State, event: Going, lots: Lots) -> Happening:
    """A character leaves its group, by this event; an encounter without a side closes.

    Where a seat's starting character is its own no longer, the game stops for 10.0; in the supplement somebody else
    takes its part at once (S11).
    """
    seat = seat_of(s, event.name)
    starts = seat not in s.gone and starter_of(s, seat) == event.name
    s = yield event
    if isinstance(event, WentBack):
        s = yield from shuffled(s, character(s, event.name).pile, lots)
    s = yield from closed_if_gone(s, lots)
    if not starts or seat_of(s, event.name) == seat:
        return s
    if s.house:
        return (yield from succession(s, seat, event.name, lots))
    # Where a card lies in its pile is hidden from then on, so what follows does not name it.
    return (yield Stopped("10.0", seat, () if isinstance(event, WentBack) else (event.name,), ""))


def dies(s: State, name: str, rule: str, lots: Lots) -> Happening:
    """A character dies, by this rule."""
    return (yield from goes(s, Died(name, rule), lots))


@cites("2.1D2", "M19", "M20")
def enters(s: State, counter: Counter, lots: Lots) -> Happening:
    """A Human outside Midgard dies of natural causes; the others of its group go on."""
    if s.board.places[counter.at].midgard:
        return s
    for name in counter.members:
        if character(s, name).race == HUMAN and not s.outcome:
            s = yield from dies(s, name, "2.1D2", lots)
    return s
