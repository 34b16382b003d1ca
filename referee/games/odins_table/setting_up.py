"""2 Setting up: six cards each are shown, then laid face down, one to a column."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from referee.engine.events import Event, Happening, Hidden, Open, event, face, seen_by, unordered
from referee.engine.kit.base import seated
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.odins_table.cards import NAMES, SEATS, Cards, name_of
from referee.games.odins_table.customs import CHOICE, SidesTaken
from referee.games.odins_table.moves import Place
from referee.games.odins_table.table import PIECES, State
from referee.games.odins_table.view import View
from referee.util.errors import Why
from referee.util.values import replace


@event("2.1")
class Shuffled(Event):
    """A deck in its order, top first; nobody sees it."""

    of: Open[str]
    cards: Hidden[Cards]

    def change(self, s: State) -> State:
        return s.put(self.of, replace(s.side(self.of), deck=self.cards))


@event("2.1")
class SixShown(Event):
    """The top six cards are drawn and laid open."""

    by: Open[str]
    cards: Annotated[Open[Cards], unordered]

    def change(self, s: State) -> State:
        side = s.side(self.by)
        six = tuple(sorted(map(face, self.cards)))
        side = replace(side, hand=self.cards, six=six, deck=side.deck[len(self.cards) :])
        return s.put(self.by, side, phase="place")


@event("2.2")
class Placed(Event):
    """The six cards lie face down at the columns a to f."""

    by: Open[str]
    cards: Annotated[Cards, seen_by("by")]

    def change(self, s: State) -> State:
        return s.put(self.by, replace(s.side(self.by), hand=(), sealed=None, columns=self.cards))


@cites("2.1")
def set_up(s: State, options: Mapping[str, Any], lots: Lots) -> Happening:
    """H11 The sides are taken; 2.1 both decks are shuffled, and the top six cards of each shown."""
    yield from seated(SidesTaken, SEATS, options, lots)
    for seat in SEATS:
        s = yield Shuffled(seat, lots.shuffle(f"deck {seat}", s.decks.cards(seat)))
        s = yield SixShown(seat, s.side(seat).deck[:PIECES])


@rule("2.2")
def cards_still_to_place(v: View, m: Place) -> Why | None:
    """The six cards are placed once, before the first turn; until both players have, yours can be placed again."""
    return None if v.phase == "place" else why("placed-already")


@rule("2.2")
def all_six_cards(v: View, m: Place) -> Why | None:
    """All six cards you have shown are placed, one to each column, a to f."""
    named, shown = Counter(m.cards), Counter(map(name_of, v.mine.six))
    if named == shown:
        return None
    missing, strange = (
        tuple(sorted(some.elements(), key=NAMES.index)) for some in (shown - named, named - shown)
    )
    return why("six-cards", missing=missing, strange=strange, count=len(m.cards))


def place(s: State, by: str, m: Place, lots: Lots) -> Happening:
    """2.2 Sealed; replaceable by its writer until both are in."""
    side = s.side(by)
    left = list(side.hand)
    cards: list[str] = []
    for name in m.cards:
        cards.append(next(card for card in left if name_of(card) == name))
        left.remove(cards[-1])
    yield from CHOICE.choose(s, by, tuple(cards))


def lay_down(s: State) -> Happening:
    """2.2 Both choices are in: the cards lie at their columns."""
    for seat in SEATS:
        s = yield Placed(seat, s.side(seat).sealed or ())
    return s


@cites("2.5")
def drawn_by_lot(s: State, seat: str, lots: Lots) -> Place:
    """2.5 No answer to 2.2: the order is drawn by lot."""
    return Place(tuple(map(name_of, lots.shuffle(f"place {seat}", s.side(seat).hand))))
