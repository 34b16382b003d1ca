"""3 The turn: action points, what a turn begins and ends with, and who may act at all."""

from typing import Any

from referee.engine.events import Event, Open, event
from referee.engine.kit.base import once_more
from referee.engine.kit.customs import not_in_turn, still_offered
from referee.engine.rules import cites, rule, why
from referee.games.thunder.cards import LEADERS
from referee.games.thunder.customs import CUSTOMS
from referee.games.thunder.moves import Lay
from referee.games.thunder.table import State
from referee.games.thunder.view import Half, View, half
from referee.util.errors import Why
from referee.util.values import replace

LEADER_POINTS = 4


@event("3.1")
class TurnBegun(Event):
    """A turn begins with this many action points."""

    by: Open[str]
    ap: Open[int]

    def change(self, s: State) -> State:
        side = s.side(self.by)
        begun = s.put(
            self.by,
            replace(side, turns=side.turns + 1),
            phase="play",
            turn=s.turn + 1,
            action=0,
            on_turn=self.by,
            ap_total=self.ap,
            ap_used=0,
        )
        return _counted(begun) if s.decks.endless else begun


@event("3.5")
class TurnEnded(Event):
    """All action points are spent, nobody owes a decision, and the letter is over."""

    by: Open[str]

    def change(self, s: State) -> State:
        side = s.side(self.by)
        side = replace(side, barred="") if side.barred else side
        return s.put(self.by, side, ap_total=0, ap_used=0, offer=still_offered(s.offer, self.by))


def _counted(s: State) -> State:
    """8.8 Count how often this position has stood, where a deck list makes endless play possible."""
    return replace(s, positions=once_more(s.positions, public_key(s)))


def public_key(s: State) -> Any:
    """A position as far as all see it (8.8, 21.1), with the player to move."""

    def shown(one: Half) -> Any:
        return (one.hand_size, one.backs, one.deck_size, one.pile_size, one.pile_top, one.columns)

    return s.on_turn, shown(half(s.thor, "thor", False)), shown(half(s.loki, "loki", False))


@cites("3.1", "3.2")
def points(s: State, seat: str) -> int:
    """3.1 One point for each column that holds cards at the start of the turn; 4 with Thor/Loki in play."""
    side = s.side(seat)
    return LEADER_POINTS if side.leader_column() >= 0 else sum(bool(column) for column in side.columns)


def is_leader_lay(m: Any) -> bool:
    """Whether a move lays Thor/Loki, which costs nothing (10.2)."""
    return isinstance(m, Lay) and m.card in LEADERS


game_goes_on = CUSTOMS.game_goes_on


@rule("1.5")
def in_turn(v: View, m: Any) -> Why | None:
    """Turns alternate, and Loki has the first: what is not a reply to a question is done in their own turn."""
    return not_in_turn(v)


@rule("14.6")
def no_discard_order_owed(v: View, m: Any) -> Why | None:
    """While the order of fallen cards is asked for, everything but a resignation waits."""
    orders = [p.by for p in v.pending if p.duty == "order" and not p.done]
    if v.seat in orders:
        return why("order-first")
    return why("waiting", seat=orders[0]) if orders else None


@rule("15.5")
def no_placing_owed(v: View, m: Any) -> Why | None:
    """While a card turned up in a hand waits for its column, other lines wait."""
    asked = [p for p in v.pending if p.duty == "place" and p.rule == "15.5" and p.by == v.seat]
    return why("answer-first", duty="place") if asked else None


@rule("19.4")
def seer_is_done(v: View, m: Any) -> Why | None:
    """Until the Seer is done other lines wait, a free Thor/Loki play too."""
    asked = [p.duty for p in v.pending if p.rule in {"19.1", "19.2"} and p.by == v.seat]
    return why("answer-first", duty=asked[0]) if asked else None


@rule("3.3")
def point_left(v: View, m: Any) -> Why | None:
    """Drawing, playing a card, challenging and playing a mythological card cost one action point each."""
    return None if v.ap > 0 or is_leader_lay(m) else why("no-points")


ANY_TIME = (game_goes_on, no_discard_order_owed, no_placing_owed, seer_is_done)
ACTION = (game_goes_on, no_discard_order_owed, in_turn, no_placing_owed, seer_is_done, point_left)


@rule("3.7")
def not_in_first_turn(v: View, m: Any) -> Why | None:
    """In their own first turn there is no challenge of any kind."""
    return why("first-turn") if v.mine.turns <= 1 else None


def spent(s: State) -> dict[str, Any]:
    """What changes with one action: a point less, an action more, and nobody is overdue."""
    return {"ap_used": s.ap_used + 1, "action": s.action + 1, "overdue": ()}


def acted(s: State) -> State:
    """One action point spent, one action more."""
    return replace(s, **spent(s))
