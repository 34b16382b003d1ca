"""20 Vidarr: a flank, from an outer column at any card of the enemy column facing it."""

from referee.engine.events import Event, Happening, Open, event
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.baldr import nothing_at
from referee.games.thunder.cards import LEADERS, other
from referee.games.thunder.challenging import cannot_challenge, clash, standing
from referee.games.thunder.moves import UseVidarr
from referee.games.thunder.table import State, column_index
from referee.games.thunder.view import View
from referee.util.errors import Why

OUTER = {"facing": {"A": "A", "C": "C"}, "across": {"A": "C", "C": "A"}}


@event("20.1")
class Flanked(Event):
    """A front card of an outer column challenges a card in any row."""

    by: Open[str]
    column: Open[str]
    at_column: Open[str]
    at_row: Open[int]

    def change(self, s: State) -> State:
        return s


@rule("20.1")
def from_outer_column(v: View, m: UseVidarr) -> Why | None:
    """A flank starts in column A or C, never the middle, and goes for the enemy column its side faces."""
    target = OUTER[v.options.flank].get(m.column)
    if target is None:
        return why("middle-column", column=m.column)
    return None if m.at_column == target else why("wrong-flank", column=m.column, target=target)


@rule("20.1")
def flank_needs_both(v: View, m: UseVidarr) -> Why | None:
    """The flank needs an own front card and a card at the place named."""
    if not v.mine.columns[column_index(m.column)]:
        return why("own-column-empty", column=m.column)
    return nothing_at(v.theirs, m.at_column, m.at_row)


@rule("6.2")
def flanker_can_challenge(v: View, m: UseVidarr) -> Why | None:
    """A card without strength, Thor, Loki, Ring, Crown, Shield Wall and Nightmare never challenge."""
    return cannot_challenge(v, v.mine, m.column)


@rule("20.2")
def never_at_leader(v: View, m: UseVidarr) -> Why | None:
    """Thor/Loki is not stopped by, nor the target of, a flank."""
    spot = v.theirs.columns[column_index(m.at_column)][m.at_row - 1]
    return why("leader-not-flanked", card=spot.name) if spot.name in LEADERS else None


@cites("20.1", "20.2", "20.3")
def flank(s: State, by: str, m: UseVidarr, lots: Lots) -> Happening:
    """20.1 A challenge in all else (20.2); the winner stays in its place (20.3)."""
    s = yield Flanked(by, m.column, m.at_column, m.at_row)
    challenger = standing(s, by, m.column, 1)
    return (yield from clash(s, challenger, standing(s, other(by), m.at_column, m.at_row), m.order))
