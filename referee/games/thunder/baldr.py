"""9 Baldr, Valkyries: one card of a side goes to another place."""

from referee.engine.events import Event, Happening, Open, event
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.cards import other
from referee.games.thunder.moves import Shift
from referee.games.thunder.table import ROWS, State, column_index, put_in, take_out
from referee.games.thunder.view import Half, View
from referee.util.errors import Why
from referee.util.values import replace


@event("9.1")
class Shifted(Event):
    """A card changes its place, face up or face down as it was (2.7); its mover need not know it."""

    by: Open[str]
    of: Open[str]
    column: Open[str]
    row: Open[int]
    to_column: Open[str]
    to_row: Open[int]

    def change(self, s: State) -> State:
        side = s.side(self.of)
        taken, card = take_out(side, column_index(self.column), self.row)
        put = put_in(taken, column_index(self.to_column), self.to_row, card, up=card in side.up)
        return s.put(self.of, replace(put))


def moved_side(v: View, m: Shift) -> Half:
    """The side a shift works on: Baldr their own, Valkyries the other's."""
    return v.mine if m.card.endswith("baldr") else v.theirs


@rule("9.1")
def a_card_is_there(v: View, m: Shift) -> Why | None:
    """A card is named by its place."""
    return nothing_at(moved_side(v, m), m.column, m.row)


def nothing_at(side: Half, column: str, row: int) -> Why | None:
    """Why no card can be named by this place; None if one lies there."""
    rows = len(side.columns[column_index(column)])
    return None if 1 <= row <= rows else why("no-card-there", place=f"{column}{row}", last=rows)


@rule("9.2")
def leader_stays(v: View, m: Shift) -> Why | None:
    """Thor/Loki is never moved (10.4)."""
    led = moved_side(v, m).led
    return why("leader-fixed", place=f"{m.column}1") if (led, 1) == (column_index(m.column), m.row) else None


@rule("9.1")
def to_another_place(v: View, m: Shift) -> Why | None:
    """The card goes to another column or another row number."""
    return why("same-place") if (m.column, m.row) == (m.to_column, m.to_row) else None


@rule("9.1")
def target_exists(v: View, m: Shift) -> Why | None:
    """The place is counted after the card is taken out and the gap closed: 1 to one past the last, at most 4."""
    rows = len(moved_side(v, m).columns[column_index(m.to_column)]) - (m.column == m.to_column)
    if rows >= ROWS:
        return why("column-full", column=m.to_column)
    if 1 <= m.to_row <= rows + 1:
        return None
    return why("no-such-row", column=m.to_column, row=m.to_row, last=rows + 1)


@rule("9.2")
def never_before_leader(v: View, m: Shift) -> Why | None:
    """Nothing is put in front of Thor/Loki."""
    led = moved_side(v, m).led
    return (
        why("before-leader", column=m.to_column)
        if (led, 1) == (column_index(m.to_column), m.to_row)
        else None
    )


@cites("2.2", "2.3", "2.7", "9.1", "10.4")
def shift(s: State, by: str, m: Shift, lots: Lots) -> Happening:
    """9.1 The card goes to its new place."""
    of = by if m.card.endswith("baldr") else other(by)
    return (yield Shifted(by, of, m.column, m.row, m.to_column, m.to_row))
