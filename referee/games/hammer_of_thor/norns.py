"""S10 The Norns: they are not fought; who meets one shows WISDOM."""

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.carried import RuneDealt
from referee.games.hammer_of_thor.fared import WentBack
from referee.games.hammer_of_thor.figures import character, counter_of, group_of, value
from referee.games.hammer_of_thor.happened import Shuffled
from referee.games.hammer_of_thor.measured import thrown
from referee.games.hammer_of_thor.played import FateDiscarded
from referee.games.hammer_of_thor.table import State


@cites("S10", "2.1H")
def norn_met(s: State, leader: str, norn: str, lots: Lots) -> Happening:
    """S10 WISDOM that suffices brings a rune, else the held card is lost; a drawn Norn goes back into her deck."""
    need = value(s, leader, "wisdom")
    s, shown = yield from thrown(s, "norn", leader, need, lots, "S10")
    seat = group_of(s, leader).seat
    if shown > need:
        for card in s.hand(seat)[:1]:
            s = yield FateDiscarded(seat, card)
    else:
        s = yield from rune_dealt(s, leader)
    drawn = counter_of(s, norn)
    return (yield from _back(s, norn, lots)) if drawn and drawn.deck else s


def _back(s: State, norn: str, lots: Lots) -> Happening:
    pile = character(s, norn).pile
    s = yield WentBack(norn, "S10")
    return (yield Shuffled(pile, lots.shuffle(pile, s.stacks[pile])))


def rune_dealt(s: State, name: str) -> Happening:
    """The top rune, if one is left, goes to a character."""
    pile = s.stacks.get("rune", ())
    return (yield RuneDealt(name, group_of(s, name).seat, pile[0])) if pile else s
