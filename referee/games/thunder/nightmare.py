"""14 Nightmare: a whole column falls, or a whole hand, and its owners order what goes onto their piles."""

from collections.abc import Iterator
from typing import Annotated, Any

from referee.engine.events import Event, Happening, Open, event, seen_by, unordered
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.cards import SEATS, back_of, name_of, other
from referee.games.thunder.customs import StandingUsed
from referee.games.thunder.discards import treasures_lost
from referee.games.thunder.moves import Order, StandingDiscards
from referee.games.thunder.table import Cards, Pending, State, barred_by, column_index, onto_pile, with_column
from referee.games.thunder.view import View
from referee.util.errors import Why
from referee.util.values import replace

ASKED_FROM = 2


@event("14.1")
class ColumnFell(Event):
    """All cards of a column, on both sides, leave at once, seen by all; front first."""

    column: Open[str]
    thor: Open[Cards]
    loki: Open[Cards]

    def change(self, s: State) -> State:
        index = column_index(self.column)
        for seat, cards in (("thor", self.thor), ("loki", self.loki)):
            side = with_column(s.side(seat), index, (), s.side(seat).up - set(cards))
            s = s.put(seat, replace(side, falling=cards), lost=treasures_lost(s, seat, cards))
        return s


@event("14.3")
class HandFell(Event):
    """A whole hand is discarded at once, the Nightmare with it, seen by all."""

    of: Open[str]
    cards: Annotated[Open[Cards], unordered]

    def change(self, s: State) -> State:
        side = replace(s.side(self.of), hand=(), open="", falling=self.cards)
        return s.put(self.of, side, lost=treasures_lost(s, self.of, self.cards))


@event("14.6", only="by")
class OwnOrder(Event):
    """The discard order a line brought along, used instead of the standing one; the writer's alone."""

    by: Open[str]
    names: Annotated[Cards, seen_by("by")]

    def change(self, s: State) -> State:
        return s.put(self.by, replace(s.side(self.by), answered=self.names))


@event("14.6")
class OrderAsked(Event):
    """Where the players chose to be asked (R24): this seat is asked for the order of its fallen cards."""

    by: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        return replace(s, pending=(*s.pending, Pending("order", self.by, self.rule)))


@event("14.2", only="by")
class OrderSealed(Event):
    """An order is given; nobody else learns of it before the cards go onto their piles."""

    by: Open[str]
    names: Annotated[Cards, seen_by("by")]

    def change(self, s: State) -> State:
        asked = tuple(but_done(p) if p.by == self.by else p for p in s.pending)
        pending = () if all(p.done for p in asked) else asked
        return s.put(self.by, replace(s.side(self.by), answered=self.names), pending=pending)


def but_done(pending: Pending) -> Pending:
    """The same question, answered."""
    return Pending(pending.duty, pending.by, pending.rule, pending.card, pending.to, done=True)


@event("14.5")
class Buried(Event):
    """Fallen cards go onto their player's pile one after another, the last on top; `bottom` by 11.3."""

    of: Open[str]
    cards: Open[Cards]
    bottom: Open[Cards]

    def change(self, s: State) -> State:
        side = replace(s.side(self.of), falling=(), answered=None)
        return s.put_pile(self.of, onto_pile(side, self.cards, self.bottom))


@event("14.6", only="by")
class StandingOrdered(Event):
    """A standing discard order is changed; nobody else learns of it."""

    by: Open[str]
    names: Annotated[Cards, seen_by("by")]

    def change(self, s: State) -> State:
        return s.put(self.by, replace(s.side(self.by), standing_discards=self.names))


@cites("14.1", "14.6", "8.6")
def column_falls(s: State, column: str, order: Cards) -> Happening:
    """14.1 Both sides of the column fall. If the game is over then, no order is asked (8.6).

    The line may have brought an order for its writer's cards (14.6): it holds for this fall only.
    """
    index = column_index(column)
    s = yield ColumnFell(column, s.thor.columns[index], s.loki.columns[index])
    if order and s.side(s.on_turn).falling:
        s = yield OwnOrder(s.on_turn, order)
    return (yield from ask_for_orders(s, "14.2"))


@cites("14.3")
def hand_falls(s: State, of: str) -> Happening:
    """14.3 The whole hand falls; by default in alphabetical order, own before captured."""
    side = s.side(of)
    cards = sorted((*side.hand, side.open), key=lambda card: (name_of(card), back_of(card) != of, card))
    s = yield HandFell(of, tuple(cards))
    return (yield from ask_for_orders(s, "14.3"))


@cites("14.2", "14.3", "14.6")
def ask_for_orders(s: State, number: str) -> Happening:
    """14.6 Nobody waits, unless the players chose to be asked whenever two or more of their cards fall."""
    if s.options.discards == "ask" and not s.lost:
        for seat in turn_order(s):
            side = s.side(seat)
            if len(side.falling) >= ASKED_FROM and side.answered is None:
                s = yield OrderAsked(seat, number)
    return s


def turn_order(s: State) -> tuple[str, str]:
    """The player whose turn it is, then the other (14.5)."""
    first = s.on_turn or SEATS[0]
    return first, other(first)


@cites("14.5")
def bury(s: State) -> Happening:
    """14.5 The turn player's cards go first, then the other's; 11.3 looks at the enemy pile as it then is."""
    for seat in turn_order(s):
        side = s.side(seat)
        if side.falling:
            names = side.standing_discards if side.answered is None else side.answered
            cards = arranged(side.falling, names, seat)
            if side.answered is None and side.standing_discards and len(cards) > 1:
                s = yield StandingUsed(seat, "14.6")
            s = yield Buried(seat, cards, tuple(card for card in cards if barred_by(s, seat, card)))
    return s


@cites("14.2", "14.3", "14.6")
def arranged(cards: Cards, names: Cards, seat: str) -> Cards:
    """Fallen cards in the order of a list of names; `cards` come in default order.

    A name stands for all its cards. If it is named several times, each mention takes one card, and the last
    one takes the rest. `captured` names the captured cards apart. Cards not named come last; names of absent
    cards are skipped.
    """
    left, placed = list(cards), []
    for at, name in enumerate(names):
        named = list(_named(left, name, names, seat))
        for card in named if name not in names[at + 1 :] else named[:1]:
            left.remove(card)
            placed.append(card)
    return (*placed, *left)


def _named(cards: list[str], name: str, names: Cards, seat: str) -> Iterator[str]:
    word, _, bare = name.rpartition(" ")
    apart = f"captured {bare}" in names
    for card in cards:
        captured = back_of(card) != seat
        if name_of(card) == bare and (captured == (word == "captured") if word or apart else True):
            yield card


@rule("14.2")
def order_owed(v: View, m: Order) -> Why | None:
    """An order is given when it is asked for; it may be replaced until the other's is in too."""
    asked = any(p.duty == "order" and p.by == v.seat for p in v.pending)
    return None if asked else why("no-order-owed")


@rule("14.2")
def names_of_fallen(v: View, m: Order) -> Why | None:
    """The order names cards that fell, none more often than it fell."""
    left = list(v.mine.falling)
    for name in sorted(m.cards, key=lambda name: " " not in name):
        match = next((c for c in left if _fits(c, name, v.seat or "")), None)
        if match is None:
            return why("not-fallen", card=name)
        left.remove(match)
    return None


def _fits(card: str, name: str, seat: str) -> bool:
    word, _, bare = name.rpartition(" ")
    return name_of(card) == bare and (not word or (back_of(card) == seat) == (word == "own"))


@event("14.2", only="by")
class OrderResealed(Event):
    """An order replaced before the other's is in; nobody else learns of it."""

    by: Open[str]
    names: Annotated[Cards, seen_by("by")]

    def change(self, s: State) -> State:
        return s.put(self.by, replace(s.side(self.by), answered=self.names))


def give_order(s: State, by: str, m: Order, lots: Lots) -> Happening:
    """14.2, 14.3 The answer, sealed until the other's is in."""
    owed = any(p.duty == "order" and p.by == by and not p.done for p in s.pending)
    yield OrderSealed(by, m.cards) if owed else OrderResealed(by, m.cards)


def standing_discards(s: State, by: str, m: StandingDiscards, lots: Lots) -> Happening:
    """14.6 Changed by any letter of that seat, in anyone's turn."""
    yield StandingOrdered(by, m.cards)


LONGEST = 24


def order_readable(v: View, order: Cards) -> Why | None:
    """Why this is no discard order; None if every name in it is a card's name, and it is not too long.

    If the players chose to be asked (R24), none is given beforehand: else all could see whether one was.
    """
    if order and v.options.discards == "ask":
        return why("orders-are-asked")
    if len(order) > LONGEST:
        return why("order-too-long", limit=LONGEST)
    strange = [name for name in order if name not in v.decks.wordings]
    return why("no-such-card", card=strange[0]) if strange else None


@rule("14.6")
def own_order_readable(v: View, m: Any) -> Why | None:
    """A discard order is a list of cards' names, earliest first; names of cards that are absent are skipped."""
    return order_readable(v, m.order)


@rule("14.6")
def standing_order_readable(v: View, m: StandingDiscards) -> Why | None:
    """A standing discard order is a list of cards' names, earliest first."""
    return order_readable(v, m.cards)
