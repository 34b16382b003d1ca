"""How an encounter is over: somebody's word, or a side that is not there any more."""

from typing import Any

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.figures import Counter, character
from referee.games.hammer_of_thor.happened import Shuffled
from referee.games.hammer_of_thor.met import EncounterClosed
from referee.games.hammer_of_thor.table import State


def sides(t: Any) -> tuple[Counter | None, Counter | None]:
    """The counters of the encounter that goes on, the one of the seat on turn first; None for one that is gone."""
    found = t.encounter
    if found is None:
        return None, None
    by_number = {one.id: one for one in t.counters}
    return by_number.get(found.own), by_number.get(found.other)


def side_gone(t: Any) -> bool:
    """Whether an encounter cannot go on: of one side nobody is left, or it is somewhere else."""
    own, other = sides(t)
    return t.encounter is not None and not (own and other and own.at == other.at)


@cites("4.3", "2.1F")
def closed(s: State, lots: Lots) -> Happening:
    """The encounter is over: a stranger who has not joined goes back into its deck, which is shuffled."""
    if s.encounter is None:
        return s
    own, other = sides(s)
    back = other.members if other and other.deck else ()
    s = yield EncounterClosed(own.leader if own else "", other.leader if other else "", back)
    for pile in dict.fromkeys(character(s, name).pile for name in back):
        s = yield from shuffled(s, pile, lots)
    return s


def closed_if_gone(s: State, lots: Lots) -> Happening:
    """The encounter is over where one of its sides is gone."""
    return (yield from closed(s, lots)) if side_gone(s) else s


def shuffled(s: State, pile: str, lots: Lots) -> Happening:
    """A pile is shuffled."""
    return (yield Shuffled(pile, lots.shuffle(pile, s.stacks[pile])))
