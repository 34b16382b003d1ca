"""15.5, 19.2 A card turned up elsewhere goes face up into the front row of an enemy column."""

from referee.engine.events import Event, Happening, Open, event
from referee.engine.rules import cites, rule, why
from referee.games.thunder.discards import fall
from referee.games.thunder.moves import Place
from referee.games.thunder.playing import open_columns
from referee.games.thunder.table import Cards, Pending, State, column_index, put_in
from referee.games.thunder.view import View, half
from referee.util.errors import Why
from referee.util.values import replace


@event("15.5")
class PlaceAsked(Event):
    """More than one column is possible: the player whose card it was played by chooses."""

    by: Open[str]
    of: Open[str]
    card: Open[str]
    columns: Open[Cards]
    rule: Open[str]

    def change(self, s: State) -> State:
        return replace(s, pending=(Pending("place", self.by, self.rule, self.card, self.columns),))


@event("15.5")
class Forced(Event):
    """The card goes face up into row 1; the cards there move back."""

    by: Open[str]
    of: Open[str]
    card: Open[str]
    column: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        side = put_in(s.side(self.of), column_index(self.column), 1, self.card, up=True)
        return s.put(self.of, replace(side, open=""), pending=(), action=s.action + 1)


@cites("5.4", "15.5", "19.2")
def place_or_ask(s: State, by: str, of: str, named: str, number: str) -> Happening:
    """If one column is open, the card goes there; if none is, onto the pile.

    If several are, it goes to the one named beforehand, or the player is asked.
    """
    columns = open_columns(half(s.side(of), of, False))
    card = s.side(of).open
    if not columns:
        return (yield from fall(s, of, card, "open", number))
    if len(columns) == 1 or named in columns:
        return (yield Forced(by, of, card, named if named in columns else columns[0], number))
    return (yield PlaceAsked(by, of, card, columns, number))


@rule("15.5")
def a_column_is_asked_for(v: View, m: Place) -> Why | None:
    """A column is named when a card turned up waits for one."""
    return None if any(p.duty == "place" and p.by == v.seat for p in v.pending) else why("no-place-owed")


@rule("15.5")
def ravens_column_open(v: View, m: Place) -> Why | None:
    """Not a column with 4 cards or with Thor/Loki in front."""
    return _closed(v, m, "15.5")


@rule("19.2")
def seer_column_open(v: View, m: Place) -> Why | None:
    """Not a column with 4 cards or with Thor/Loki in front."""
    return _closed(v, m, "19.2")


def _closed(v: View, m: Place, number: str) -> Why | None:
    asked = v.pending[0]
    if asked.rule != number or m.column in asked.to:
        return None
    return why("column-closed", column=m.column, columns=asked.to)


def named_beforehand(v: View, column: str) -> Why | None:
    """Why a column cannot be named beforehand: it is closed already."""
    columns = open_columns(v.theirs)
    return None if column in columns else why("column-closed", column=column, columns=columns)
