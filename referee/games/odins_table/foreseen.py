"""H27 What orders beforehand may wait for in Odin's Table, by what a seat is shown."""

from referee.engine.kit.foreseen import EMPTY, Deed, Fact, Shown
from referee.engine.rules import cites
from referee.games.odins_table.board import COLUMNS
from referee.games.odins_table.view import View

PLACES = r"[a-f](?!\w)"
"""The card at the end of a column."""
TARGETS = r"[a-f][1-5](?!\w)|[a-f](?!\w)"
"""A square or a column."""
DEEDS = {
    "falls": Deed((Shown("Discarded", "of", "card"),), befalls=True),
    "turns-up": Deed((Shown("TurnedUp", "of", "card"),), befalls=True),
    "attacks": Deed((Shown("Attacked", "by", "target"),)),
    "steps": Deed((Shown("Moved", "by", "target"),)),
    "returns": Deed((Shown("Returned", "by", "square"),)),
    "scouts": Deed((Shown("Scouted", "by", "column"),)),
    "passes": Deed((Shown("Passed", "by"),)),
}


def lies(v: View, place: str, seat: str) -> str | None:
    """The name of the card at a column of a seat, if the reader knows it."""
    shown = v.half(seat).columns[COLUMNS.index(place)].face
    return shown.rpartition(".")[2] if shown else None


@cites("4.4")
def never(_v: View, fact: Fact) -> bool:
    """A card that leaves a column is replaced at once, so no column is empty."""
    return fact.kind == "is" and fact.what == EMPTY
