"""5 Playing a card onto the battlefield; 10.1 Thor/Loki, which alone enters face up."""

from typing import Annotated

from referee.engine.events import Event, Happening, Open, event, seen_by
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.cards import LEADERS, back_of
from referee.games.thunder.leaders import LeaderLaid
from referee.games.thunder.moves import Lay
from referee.games.thunder.setting_up import missing
from referee.games.thunder.table import COLUMNS, ROWS, State, column_index, pick, put_in, without
from referee.games.thunder.turn import spent
from referee.games.thunder.view import Half, View
from referee.util.errors import Why
from referee.util.values import replace


@event("5.1")
class Laid(Event):
    """A card goes face down onto the battlefield; all see its place and its back (17.3, 21.1)."""

    by: Open[str]
    card: Annotated[str, seen_by("by")]
    back: Open[str]
    column: Open[str]
    row: Open[int]

    def change(self, s: State) -> State:
        side = s.side(self.by)
        side = put_in(side, column_index(self.column), self.row, self.card, up=False)
        return s.put(self.by, replace(side, hand=without(side.hand, self.card)), **spent(s))


@rule("5.1")
def lay_what_you_hold(v: View, m: Lay) -> Why | None:
    """You lay a card from your hand."""
    return missing(v.mine.hand or (), (m.card,), v.seat or "")


@rule("2.1")
def room_in_column(v: View, m: Lay) -> Why | None:
    """A column has at most 4 rows."""
    full = len(v.mine.columns[column_index(m.column)]) >= ROWS
    return why("column-full", column=m.column) if full else None


@rule("5.1")
def row_that_exists(v: View, m: Lay) -> Why | None:
    """The row is any from 1 to one past the last; there are no gaps."""
    last = len(v.mine.columns[column_index(m.column)]) + 1
    return None if 1 <= m.row <= last else why("no-such-row", column=m.column, row=m.row, last=last)


@rule("5.2")
def not_before_leader(v: View, m: Lay) -> Why | None:
    """Nothing is laid in front of Thor/Loki."""
    return why("before-leader", column=m.column) if m.row == 1 and leads(v.mine, m.column) else None


def leads(side: Half, column: str) -> bool:
    """Whether Thor/Loki stands in front of this column of this side."""
    return side.led == column_index(column)


@cites("2.4", "5.1", "5.3", "5.4", "15.1")
def lay(s: State, by: str, m: Lay, lots: Lots) -> Happening:
    """5.1 Any card, Ravens too (15.1), with strength or without (5.3), into any column with room (2.4, 5.4)."""
    card = pick(s.side(by).hand, by, m.card)
    if m.card in LEADERS:
        yield LeaderLaid(by, card, m.column)
    else:
        yield Laid(by, card, back_of(card), m.column, m.row)


def open_columns(side: Half) -> tuple[str, ...]:
    """Columns where a card can be put into row 1: fewer than 4 cards, Thor/Loki not in front (5.4, 15.5, 19.2)."""
    led = side.led
    return tuple(
        letter for index, letter in enumerate(COLUMNS) if len(side.columns[index]) < ROWS and index != led
    )
