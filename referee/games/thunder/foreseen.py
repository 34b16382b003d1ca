"""H27 What orders beforehand may wait for in Thunder & Lightning, by what a seat is shown."""

from referee.engine.choices import Move
from referee.engine.kit.foreseen import EMPTY, Deed, Fact, Shown
from referee.engine.rules import cites
from referee.games.thunder.moves import Lay, Use
from referee.games.thunder.playing import lay_what_you_hold
from referee.games.thunder.powers import play_what_you_hold
from referee.games.thunder.reading import KINDS
from referee.games.thunder.table import COLUMNS, ROWS
from referee.games.thunder.view import View

PLACES = r"[a-c] ?[1-9](?!\w)"
"""A column and a row."""
TARGETS = r"[a-c](?!\w)"
"""A column."""
DEEDS = {
    "falls": Deed(
        (Shown("Discarded", "of", "card"), Shown("Buried", "of", "cards")),
        befalls=True,
    ),
    "captured": Deed((Shown("Captured", "of", "card"),), befalls=True),
    "turns-up": Deed((Shown("TurnedUp", "of", "card"),), befalls=True),
    "draws": Deed((Shown("Drew", "by"),)),
    "plays": Deed((Shown("Played", "by", "card"),), able=tuple(KINDS)),
    "lays": Deed((Shown("Laid", "by", "column"),)),
    "challenges": Deed((Shown("Challenged", "by", "column"),)),
}


def lies(v: View, place: str, seat: str) -> str | None:
    """The name of the card on a place of a seat; `EMPTY` for none, where there is such a place."""
    line = v.half(seat).columns[COLUMNS.index(place[0].upper())]
    row = int(place[1:])
    if row > len(line):
        return EMPTY if row <= ROWS else None
    return line[row - 1].name or None


@cites("2.1")
def never(v: View, fact: Fact) -> bool:
    """There is no place beyond the last row of a column."""
    return fact.kind == "is" and int(fact.about[1:]) > ROWS


@cites("5.1", "7.1")
def lacks(v: View, move: Move) -> bool:
    """A card is laid, or played for its power, from the hand."""
    match move:
        case Lay():
            return lay_what_you_hold.check(v, move) is not None
        case Use():
            return play_what_you_hold.check(v, move) is not None
    return False
