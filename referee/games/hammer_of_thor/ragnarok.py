"""S13 Ragnarok in the supplement: the might of both sides, and the winner."""

from collections.abc import Mapping

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.ending import won, worth
from referee.games.hammer_of_thor.figures import EVIL, GOOD, OnTable, character, of_seat, stamina
from referee.games.hammer_of_thor.measured import bonus, measure, thrown
from referee.games.hammer_of_thor.met import MightShown
from referee.games.hammer_of_thor.table import State, living, side_of
from referee.games.hammer_of_thor.view import View

OF_THE_DEAD = 5
"""S13 What each of the dead with the mark of Ragnarok adds."""
FAME = 2
"""S13 How often the REPUTATION of a seat counts in the might of its side."""


@cites("S13")
def might(t: OnTable, name: str) -> int:
    """S13 ACCURACY, STRENGTH and the STAMINA left; half of it for one without the mark of Ragnarok."""
    left = stamina(t, name) + bonus(t, name, "stamina")
    full = measure(t, name, "accuracy") + measure(t, name, "strength") + left
    return full if character(t, name).ragnarok else full // 2


@cites("S13")
def of_the_dead(t: State | View, side: str) -> int:
    """S13 What the dead with the mark add to a side, by their alignment."""
    marked = (one for one in map(t.cards.characters.__getitem__, t.helheim) if one.ragnarok)
    return OF_THE_DEAD * sum(one.alignment == side for one in marked)


@cites("S13", "M15")
def mights(t: State | View) -> Mapping[str, int]:
    """S13 What both sides have before the rolls, as far as all see it; a seat without a side counts for none."""
    found = {side: of_the_dead(t, side) for side in (GOOD, EVIL)}
    for seat in living(t):
        if (side := side_of(t, seat)) in found:
            found[side] += brings(t, seat)
    return found


@cites("S13", "M15")
def brings(t: State | View, seat: str) -> int:
    """S13 What a seat adds to its side before its roll: its REPUTATION twice, and the might of its characters."""
    return FAME * worth(t, seat) + sum(might(t, one) for one in of_seat(t, seat))


@cites("S13", "0", "M15", "M30")
def ragnarok(s: State, lots: Lots) -> Happening:
    """S13 The side with more might wins, at a tie evil; then rule 0 finds the seat."""
    found = dict(mights(s))
    for seat in living(s):
        s, shown = yield from thrown(s, "might", seat, -1, lots, "S13")
        if (side := side_of(s, seat)) in found:
            found[side] += shown
    s = yield MightShown(found[GOOD], found[EVIL])
    return (yield from won(s, GOOD if found[GOOD] > found[EVIL] else EVIL, "0"))
