"""S1-S18 The supplement, our own rules for a table without a master: what the other modules call."""

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.closing import closed
from referee.games.hammer_of_thor.contests import acted, order_of
from referee.games.hammer_of_thor.met import meeting
from referee.games.hammer_of_thor.ragnarok import ragnarok
from referee.games.hammer_of_thor.rounds import next_round
from referee.games.hammer_of_thor.smithing import smith
from referee.games.hammer_of_thor.strangers import met, random_encounter
from referee.games.hammer_of_thor.succession import succession
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.tending import after_turn

__all__ = ["after_turn", "met", "ragnarok", "random_encounter", "resolve_round", "smith", "succession"]
ROUNDS = 3
"""S2 Of an encounter, at most."""


@cites("S2", "S3")
def resolve_round(s: State, lots: Lots) -> Happening:
    """S2 The cards that have been shown are carried out; then the next round, or the encounter is over."""
    cards = dict(meeting(s).sealed)
    s, numbers = yield from order_of(s, lots)
    for number in numbers:
        if s.encounter and not s.outcome:
            s = yield from acted(s, number, cards, lots)
    if s.outcome or s.encounter is None:
        return s
    more = s.encounter.round < ROUNDS
    return (yield from next_round(s, lots) if more else closed(s, lots))
