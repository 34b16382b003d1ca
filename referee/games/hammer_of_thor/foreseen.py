"""H27 What orders beforehand may wait for in The Hammer of Thor, by what a seat is shown."""

from referee.engine.kit.foreseen import Deed, Shown

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
