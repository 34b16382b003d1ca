"""10 Thor, Loki: in front, face up, never moved; four action points while in play."""

from typing import Annotated

from referee.engine.events import Event, Happening, Open, event, seen_by
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.cards import LEADERS, name_of
from referee.games.thunder.customs import StandingUsed
from referee.games.thunder.moves import Lay, StandingLay
from referee.games.thunder.table import COLUMNS, ROWS, Cards, State, column_index, put_in, without
from referee.games.thunder.turn import LEADER_POINTS
from referee.games.thunder.view import View
from referee.util.errors import Why
from referee.util.values import replace


@cites("3.8", "10.2", "10.3")
@event("10.1")
class LeaderLaid(Event):
    """Thor/Loki enters face up in row 1, costs nothing (10.2), and brings the points to four (10.3)."""

    by: Open[str]
    card: Open[str]
    column: Open[str]

    def change(self, s: State) -> State:
        side = put_in(s.side(self.by), column_index(self.column), 1, self.card, up=True)
        side = replace(side, hand=without(side.hand, self.card))
        return s.put(self.by, side, ap_total=LEADER_POINTS, action=s.action + 1, overdue=())


@rule("10.1")
def leader_in_front(v: View, m: Lay) -> Why | None:
    """Thor/Loki is laid into row 1; the cards there move back."""
    return why("leader-row", card=m.card, column=m.column) if m.card in LEADERS and m.row != 1 else None


@rule("17.1")
def leader_not_from_hel(v: View, m: Lay) -> Why | None:
    """Thor/Loki taken by Hel may not be laid in the same turn."""
    return why("leader-from-hel", card=m.card) if m.card in LEADERS and v.mine.barred else None


@cites("3.5", "10.2", "10.3")
def standing_lay(s: State, seat: str) -> Happening:
    """3.5 A standing order lays Thor/Loki as soon as it may, in the first column of the list with room.

    It does so in a letter of its owner: carried out in the enemy's letter, it would tell the enemy that there
    is a standing order. Only if the turn would end with the enemy's letter is it carried out there: there is
    no later time.
    """
    if s.phase != "play" or s.pending or s.on_turn != seat or seat in s.overdue:
        return s
    side = s.side(seat)
    if not side.standing_lay:
        return s
    held = [card for card in side.hand if name_of(card) in LEADERS and card != side.barred]
    room = [letter for letter in side.standing_lay if len(side.columns[COLUMNS.index(letter)]) < ROWS]
    if held and room:
        yield StandingUsed(seat, "3.5")
        s = yield LeaderLaid(seat, held[0], room[0])
    return s


@event("3.5", only="by")
class StandingLaySet(Event):
    """A standing order to lay Thor/Loki is given or taken back; nobody else learns of it."""

    by: Open[str]
    columns: Annotated[Cards, seen_by("by")]

    def change(self, s: State) -> State:
        return s.put(self.by, replace(s.side(self.by), standing_lay=self.columns))


@rule("3.5")
def each_column_once(v: View, m: StandingLay) -> Why | None:
    """Columns are named in order of preference, each once."""
    return why("column-twice") if len(set(m.columns)) < len(m.columns) else None


@cites("3.5")
def set_standing_lay(s: State, by: str, m: StandingLay, lots: Lots) -> Happening:
    """3.5 `standing lay A, C`; `standing lay never` takes it back."""
    yield StandingLaySet(by, m.columns)
