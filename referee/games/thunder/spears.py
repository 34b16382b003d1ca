"""18 Gungnir, Mjolnir: any one enemy card on the battlefield goes."""

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule
from referee.games.thunder.baldr import nothing_at
from referee.games.thunder.cards import other
from referee.games.thunder.discards import fall
from referee.games.thunder.moves import UseSpear
from referee.games.thunder.table import State, column_index
from referee.games.thunder.view import View
from referee.util.errors import Why


@rule("18.1")
def spear_hits_a_card(v: View, m: UseSpear) -> Why | None:
    """The spear and the hammer hit a card on the opponent's side, in any row, face up or down."""
    return nothing_at(v.theirs, m.column, m.row)


@cites("18.1", "18.2")
def spear(s: State, by: str, m: UseSpear, lots: Lots) -> Happening:
    """18.1 It is discarded. 18.2 This is no challenge: Nightmare and Shield Wall do nothing against it."""
    card = s.side(other(by)).columns[column_index(m.column)][m.row - 1]
    return (yield from fall(s, other(by), card, f"{m.column}{m.row}", "18.1"))
