"""S12, S18 The places of healing, and who comes to their senses, at the end of every player-turn."""

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.fared import Cured, StaminaChanged
from referee.games.hammer_of_thor.figures import of_seat, place_of, value
from referee.games.hammer_of_thor.measured import thrown
from referee.games.hammer_of_thor.table import State

ANTIDOTE = 2


@cites("S12")
def after_turn(s: State, lots: Lots) -> Happening:
    """S12 All who are at such a place: `regenerated` mends all STAMINA, `antidote` 2, `cured` ends insanity."""
    for counter in s.counters:
        notes = place_of(s, counter).notes
        for name in counter.members:
            if "regenerated" in notes:
                s = yield from mended(s, name, s.figures[name].lost, "S12")
            elif "antidote" in notes:
                s = yield from mended(s, name, ANTIDOTE, "S12")
            if "cured" in notes and s.figures[name].insanity:
                s = yield Cured(name, "S12")
    return (yield from _recovered(s, lots))


@cites("S18", "2.1H")
def _recovered(s: State, lots: Lots) -> Happening:
    """S18 The insane of the seat whose turn ends roll against WISDOM: nobody is mad for the whole game."""
    for name in of_seat(s, s.on_turn):
        if s.figures[name].insanity:
            need = value(s, name, "wisdom")
            s, shown = yield from thrown(s, "sanity", name, need, lots, "S18")
            s = (yield Cured(name, "S18")) if shown <= need else s
    return s


def mended(s: State, name: str, most: int, rule: str) -> Happening:
    """As much of the STAMINA lost, this at most, is given back; nothing is told where none was lost."""
    amount = min(most, s.figures[name].lost)
    return (yield StaminaChanged(name, amount, subdual=False, rule=rule)) if amount else s
