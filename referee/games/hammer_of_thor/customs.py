"""The customs of play by mail, under the numbers of this game."""

from referee.engine.events import Happening
from referee.engine.kit import customs as c
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor.happened import SeatNobodys, TurnEnded
from referee.games.hammer_of_thor.table import State


@cites("M31")
def leaves(s: State, seat: str, rule: str, reason: str, lots: Lots) -> Happening:
    """M31 The counters of a seat that leaves are nobody's, its turns are skipped; the last seat left wins."""
    on_turn = s.on_turn == seat
    s = yield from CUSTOMS.one_less(s, seat, rule, reason, lots)
    if s.outcome or seat == MASTER:
        return s
    s = yield SeatNobodys(seat)
    return (yield TurnEnded(seat)) if on_turn else s


CUSTOMS = c.customs(__name__, over="0", resign="M31", draw="M33", several=True, leaves=leaves)
SidesTaken = c.own_event("H11", __name__, c.SidesTaken)
