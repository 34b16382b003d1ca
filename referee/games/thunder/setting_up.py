"""1 Setting up: the decks are shuffled, nine cards dealt, three of them laid down unseen."""

from collections.abc import Iterable
from typing import Annotated

from referee.engine.events import Event, Happening, Hidden, Open, event, seen_by, unordered
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.cards import LEADERS, SEATS, TREASURES, back_of, name_of
from referee.games.thunder.customs import CHOICE
from referee.games.thunder.moves import Deploy
from referee.games.thunder.table import Cards, State, pick, without
from referee.games.thunder.view import View
from referee.util.errors import Why
from referee.util.values import replace

HAND = 9
FIRST_ROW = 3


@event("1.6")
class SidesTaken(Event):
    """Who plays Thor and who plays Loki: as agreed, or drawn by lot."""

    thor: Open[str]
    loki: Open[str]
    drawn: Open[bool]

    def change(self, s: State) -> State:
        known = {"thor": self.thor, "loki": self.loki} | dict(s.names)  # H7 some took a seat over before
        return replace(s, names=tuple(known.items()))


@event("1.1")
class Shuffled(Event):
    """A deck in its new order, top first; nobody sees it."""

    of: Open[str]
    deck: Hidden[Cards]

    def change(self, s: State) -> State:
        return s.put(self.of, replace(s.side(self.of), deck=self.deck))


@event("1.1")
class Dealt(Event):
    """The starting hand: cards off the top of their own deck (21.2)."""

    to: Open[str]
    count: Open[int]
    cards: Annotated[Cards, seen_by("to"), unordered]

    def change(self, s: State) -> State:
        return _take_from_deck(s, self.to, self.cards)


@event("1.2")
class TreasureShown(Event):
    """A Ring/Crown among the first nine is shown to the opponent."""

    by: Open[str]
    card: Open[str]

    def change(self, s: State) -> State:
        return s


@event("1.2")
class Replaced(Event):
    """The card drawn in its place, before it goes back."""

    by: Open[str]
    card: Annotated[str, seen_by("by")]

    def change(self, s: State) -> State:
        return _take_from_deck(s, self.by, (self.card,))


@event("1.2")
class ShuffledBack(Event):
    """The Ring/Crown goes back into the deck, and the deck is shuffled."""

    by: Open[str]
    card: Open[str]
    deck: Hidden[Cards]

    def change(self, s: State) -> State:
        side = s.side(self.by)
        return s.put(self.by, replace(side, hand=without(side.hand, self.card), deck=self.deck))


@event("1.3")
class Deployed(Event):
    """The three cards lie face down in row 1 of A, B and C."""

    by: Open[str]
    cards: Annotated[Cards, seen_by("by")]

    def change(self, s: State) -> State:
        side = s.side(self.by)
        hand = tuple(card for card in side.hand if card not in self.cards)
        a, b, c = self.cards
        return s.put(self.by, replace(side, hand=hand, columns=((a,), (b,), (c,)), sealed=None), phase="play")


def _take_from_deck(s: State, seat: str, cards: Cards) -> State:
    side = s.side(seat)
    return s.put(seat, replace(side, hand=side.hand + cards, deck=side.deck[len(cards) :]), phase="deploy")


@cites("1.1", "1.2", "1.6")
def set_up(s: State, players: Iterable[str], by_lot: bool, lots: Lots) -> Happening:
    """1.6 The sides are taken, 1.1 the decks shuffled and nine cards dealt, 1.2 no Ring/Crown among them."""
    names = tuple(players)
    if names:
        thor, loki = lots.shuffle("sides", names) if by_lot else names
        s = yield SidesTaken(thor, loki, by_lot)
    for seat in SEATS:
        s = yield Shuffled(seat, lots.shuffle(f"deck {seat}", s.decks.cards(seat)))
        s = yield Dealt(seat, HAND, s.side(seat).deck[:HAND])
        s = yield from no_treasure_in_hand(s, seat, lots)


def no_treasure_in_hand(s: State, seat: str, lots: Lots) -> Happening:
    """1.2 Shown, replaced, and only then shuffled back."""
    while shown := [card for card in s.side(seat).hand if name_of(card) in TREASURES]:
        yield TreasureShown(seat, shown[0])
        s = yield Replaced(seat, s.side(seat).deck[0])
        deck = lots.shuffle(f"deck {seat} again", (*s.side(seat).deck, shown[0]))
        s = yield ShuffledBack(seat, shown[0], deck)
    return s


@rule("1.3")
def cards_still_to_choose(v: View, m: Deploy) -> Why | None:
    """Three cards are chosen once, before the first turn; until both choices are in yours can be replaced."""
    return None if v.phase == "deploy" else why("deployed-already")


@rule("1.3")
def three_held_cards(v: View, m: Deploy) -> Why | None:
    """The choice is three of the cards in your hand, one each for columns A, B and C."""
    if len(m.cards) != FIRST_ROW:
        return why("three-cards", count=len(m.cards))
    return missing(v.mine.hand or (), m.cards, v.seat or "")


@rule("1.4")
def no_leader_face_down(v: View, m: Deploy) -> Why | None:
    """Thor/Loki is never among the three: that card only ever enters face up."""
    leaders = [name for name in m.cards if name in LEADERS]
    return why("leader-face-down", card=leaders[0]) if leaders else None


def missing(faces: Cards, names: Cards, seat: str) -> Why | None:
    """Why these names cannot all be taken, one card each, from among these faces; None if they can."""
    left = list(faces)
    for name in names:
        try:
            left.remove(pick(tuple(left), seat, name))
        except LookupError:
            return why("not-held", card=name)
    return None


def deploy(s: State, by: str, m: Deploy, lots: Lots) -> Happening:
    """1.3 Sealed; replaceable by its writer until both are in."""
    side = s.side(by)
    cards: Cards = ()
    for name in m.cards:
        cards = (*cards, pick(tuple(card for card in side.hand if card not in cards), by, name))
    yield from CHOICE.choose(s, by, cards)


def reveal_rows(s: State) -> Happening:
    """1.3 Both choices are in: the cards lie down."""
    for seat in SEATS:
        s = yield Deployed(seat, s.side(seat).sealed or ())
    return s


def drawn_by_lot(s: State, seat: str, lots: Lots) -> Deploy:
    """8.7 No answer to 1.3: three cards by lot, never Thor/Loki."""
    hand = tuple(card for card in s.side(seat).hand if name_of(card) not in LEADERS)
    drawn = lots.shuffle(f"deploy {seat}", hand)[:FIRST_ROW]
    return Deploy(tuple(qualified(card, s.side(seat).hand, seat) for card in drawn))


def qualified(card: str, among: Cards, seat: str) -> str:
    """A card's name as its holder writes it: with `own` or `captured` only where both lie among these (17.3)."""
    name = name_of(card)
    if len({back_of(one) for one in among if name_of(one) == name}) <= 1:
        return name
    return f"{'own' if back_of(card) == seat else 'captured'} {name}"
