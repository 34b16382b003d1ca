"""S11 Who takes the part of a starting character that has died."""

from collections.abc import Iterable

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.customs import leaves
from referee.games.hammer_of_thor.fared import Arrived, PartTaken
from referee.games.hammer_of_thor.figures import (
    OnTable,
    character,
    is_animal,
    is_norn,
    of_seat,
    reputation,
)
from referee.games.hammer_of_thor.table import State


@cites("S11")
def succession(s: State, seat: str, dead: str, lots: Lots) -> Happening:
    """S11 The highest in REPUTATION of the seat's others, else one of the dead one's race deck; none: it is out."""
    if heirs := [one for one in of_seat(s, seat) if not is_animal(s, one)]:
        return (yield PartTaken(_highest(s, heirs), seat))
    pile = s.stacks.get(character(s, dead).pile, ())
    able = (one for one in pile if not (is_norn(s, one) or is_animal(s, one)))
    if (new := next(able, "")) and (found := s.board.ranges.get(character(s, new).race)):
        return (yield Arrived(new, seat, found[0], "S11"))
    return (yield from leaves(s, seat, "S11", "no-character-left", lots))


def _highest(t: OnTable, names: Iterable[str]) -> str:
    """Of these the highest in REPUTATION; at a tie who came first."""
    return max(names, key=lambda one: reputation(t, one))
