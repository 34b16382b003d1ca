"""6.1 Bringing a captured piece back."""

from referee.engine.events import Event, Happening, Open, event
from referee.engine.lots import Lots
from referee.engine.rules import rule, why
from referee.games.odins_table.board import CORNERS
from referee.games.odins_table.moves import Return
from referee.games.odins_table.table import State
from referee.games.odins_table.turn import turn_made
from referee.games.odins_table.view import View
from referee.util.errors import Why
from referee.util.values import replace


@event("6.1")
class Returned(Event):
    """A captured piece stands on a corner of their own fortress again."""

    by: Open[str]
    square: Open[str]

    def change(self, s: State) -> State:
        side = s.side(self.by)
        pieces = tuple(sorted((*side.pieces, self.square)))
        return turn_made(s.put(self.by, replace(side, pieces=pieces, captured=side.captured - 1)), self.by)


@rule("6.1")
def own_corner(v: View, m: Return) -> Why | None:
    """A piece comes back on a corner square of their own fortress."""
    corners = CORNERS[v.mine.seat]
    return None if m.square in corners else why("not-a-corner", square=m.square, corners=corners)


@rule("6.1")
def some_piece_captured(v: View, m: Return) -> Why | None:
    """Only a captured piece can be brought back."""
    return None if v.mine.captured else why("none-captured")


@rule("6.1")
def corner_free(v: View, m: Return) -> Why | None:
    """Any piece on the corner blocks it."""
    taken = m.square in v.mine.pieces or m.square in v.theirs.pieces
    return why("corner-taken", square=m.square) if taken else None


RETURN = (own_corner, some_piece_captured, corner_free)


def bring_back(s: State, by: str, m: Return, lots: Lots) -> Happening:
    """6.1 That is the whole turn."""
    yield Returned(by, m.square)
