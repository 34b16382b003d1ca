"""H27 What orders beforehand may wait for in The Hammer of Thor, by what a seat is shown."""

from referee.engine.choices import Move
from referee.engine.kit.foreseen import Deed, Shown
from referee.engine.rules import cites
from referee.games.hammer_of_thor.moves import Keep, Play
from referee.games.hammer_of_thor.playing import in_hand
from referee.games.hammer_of_thor.view import View

TARGETS = r"\d{1,3}(?!\d)"
"""The number of a place."""
DEEDS = {
    "falls": Deed((Shown("Died", "", "name"),), befalls=True),
    "turns-up": Deed((Shown("Revealed", "", "item"),), befalls=True),
    "draws": Deed((Shown("FateDrawn", "by"),)),
    "plays": Deed((Shown("Played", "by", "card"),)),
    "enters": Deed((Shown("Entered", "by", "place"),)),
    "searches": Deed((Shown("Searched", "by", "place"),)),
    "meets": Deed((Shown("Met", "by", "other"),)),
    "ends": Deed((Shown("TurnEnded", "by"),)),
}


@cites("4.1c")
def lacks(v: View, move: Move) -> bool:
    """A Fate card is played or kept from the hand."""
    return isinstance(move, Play | Keep) and in_hand.check(v, move) is not None
