"""S13 Ragnarok in the supplement: the might of both sides, and the winner."""

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.ending import won
from referee.games.hammer_of_thor.figures import EVIL, GOOD, OnTable, character, of_seat, stamina
from referee.games.hammer_of_thor.measured import bonus, measure, thrown
from referee.games.hammer_of_thor.met import MightShown
from referee.games.hammer_of_thor.table import State, living, side_of

OF_THE_DEAD = 5
"""S13 What each of the dead with the mark of Ragnarok adds."""


@cites("S13")
def might(t: OnTable, name: str) -> int:
    """S13 ACCURACY, STRENGTH and the STAMINA left; half of it for one without the mark of Ragnarok."""
    left = stamina(t, name) + bonus(t, name, "stamina")
    full = measure(t, name, "accuracy") + measure(t, name, "strength") + left
    return full if character(t, name).ragnarok else full // 2


@cites("S13")
def of_the_dead(s: State, side: str) -> int:
    """S13 What the dead with the mark add to a side, by their alignment."""
    marked = (one for one in map(s.cards.characters.__getitem__, s.helheim) if one.ragnarok)
    return OF_THE_DEAD * sum(one.alignment == side for one in marked)


@cites("S13", "0", "M15", "M30")
def ragnarok(s: State, lots: Lots) -> Happening:
    """S13 The side with more might wins, at a tie evil; then rule 0 finds the seat."""
    mights = {side: of_the_dead(s, side) for side in (GOOD, EVIL)}
    for seat in living(s):
        s, shown = yield from thrown(s, "might", seat, -1, lots, "S13")
        if (side := side_of(s, seat)) in mights:
            mights[side] += shown + sum(might(s, one) for one in of_seat(s, seat))
    s = yield MightShown(mights[GOOD], mights[EVIL])
    return (yield from won(s, GOOD if mights[GOOD] > mights[EVIL] else EVIL, "0"))
