"""15 Ravens: a challenge from the hand, on a front card, on Thor/Loki, or on a card of the enemy hand."""

from referee.engine.events import Event, Happening, Open, event
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.cards import LEADERS, name_of, other
from referee.games.thunder.challenging import Stood, TurnedUp
from referee.games.thunder.discards import fall
from referee.games.thunder.moves import UseRavens
from referee.games.thunder.nightmare import column_falls, hand_falls
from referee.games.thunder.placing import named_beforehand, place_or_ask
from referee.games.thunder.table import COLUMNS, State, column_index, without
from referee.games.thunder.view import View
from referee.util.errors import Why
from referee.util.values import replace

WEAK = 1


@event("15.5")
class Picked(Event):
    """A card taken at random from the enemy hand, seen by all."""

    by: Open[str]
    of: Open[str]
    card: Open[str]

    def change(self, s: State) -> State:
        side = s.side(self.of)
        return s.put(self.of, replace(side, hand=without(side.hand, self.card), open=self.card))


@rule("15.6")
def ravens_need_a_target(v: View, m: UseRavens) -> Why | None:
    """Ravens need an enemy front card, an own Thor/Loki in play, or a card in the enemy hand."""
    if m.target == "own":
        return None if v.mine.led >= 0 else why("no-own-leader")
    if m.target == "hand":
        return None if v.theirs.hand_size else why("hand-empty", seat=v.theirs.seat)
    column = v.theirs.columns[column_index(m.target)]
    return None if column else why("their-column-empty", column=m.target)


@rule("15.5")
def ravens_column_beforehand(v: View, m: UseRavens) -> Why | None:
    """A column may be named beforehand: for a card out of the hand, and one that is open."""
    if not m.to:
        return None
    return named_beforehand(v, m.to) if m.target == "hand" else why("column-not-needed", column=m.to)


@cites("15.2", "15.4", "15.5")
def ravens(s: State, by: str, m: UseRavens, lots: Lots) -> Happening:
    """15.2 against a front card, 15.4 against Thor/Loki, 15.5 against the hand."""
    if m.target == "hand":
        return (yield from against_hand(s, by, m, lots))
    if m.target == "own":
        return (yield from against_front(s, by, COLUMNS[s.side(by).leader_column()], m))
    return (yield from against_front(s, other(by), m.target, m))


@cites("15.2", "15.3", "15.4", "10.5", "10.6")
def against_front(s: State, of: str, column: str, m: UseRavens) -> Happening:
    """15.2 Turned up; weak cards and those without strength go. 15.3 Powers of the target still apply."""
    card = s.side(of).columns[column_index(column)][0]
    if card not in s.side(of).up:
        s = yield TurnedUp(of, column, 1, card, "15.2")
    name = name_of(card)
    if name == "nightmare":
        return (yield from column_falls(s, column, m.order))
    if name == "shield-wall":
        return (yield Stood(of, card, "15.3"))
    if (s.decks.strength(card) or 0) > WEAK:
        return (yield Stood(of, card, "15.2"))
    return (yield from fall(s, of, card, f"{column}1", "15.4" if name in LEADERS else "15.2"))


@cites("15.5")
def against_hand(s: State, by: str, m: UseRavens, lots: Lots) -> Happening:
    """15.5 A card at random, all equally likely: weak ones go, 14.3 a Nightmare takes the hand, others are placed."""
    of = other(by)
    hand = s.side(of).hand
    card = hand[lots.below(f"ravens {of}", len(hand))]
    s = yield Picked(by, of, card)
    if name_of(card) == "nightmare":
        return (yield from hand_falls(s, of))
    if (s.decks.strength(card) or 0) > WEAK:
        return (yield from place_or_ask(s, by, of, m.to, "15.5"))
    return (yield from fall(s, of, card, "open", "15.5"))


@rule("14.6")
def ravens_order_of_use(v: View, m: UseRavens) -> Why | None:
    """An own discard order goes with Ravens against a front card, which may be a Nightmare."""
    return why("order-not-needed") if m.order and m.target not in COLUMNS else None
