"""2, 17.4 How cards leave for the piles; 11.3, 12.3 what goes to the bottom; 8.1 what ends the game."""

from referee.engine.events import Event, Happening, Open, event
from referee.engine.rules import cites
from referee.games.thunder.cards import TREASURES, back_of, name_of
from referee.games.thunder.table import (
    Cards,
    Side,
    State,
    barred_by,
    column_index,
    onto_pile,
    take_out,
    without,
)
from referee.util.values import replace


@event("17.4")
class Discarded(Event):
    """One card goes face up onto its player's pile, or, `bottom`, beneath it (11.3, 12.3).

    `place` is where it came from: `B2`, `hand`, or `open` for a card already turned up (15.5, 19.1).
    """

    of: Open[str]
    card: Open[str]
    place: Open[str]
    bottom: Open[bool]
    rule: Open[str]

    def change(self, s: State) -> State:
        side = _taken_from(s.side(self.of), self.card, self.place)
        side = onto_pile(side, (self.card,), (self.card,) if self.bottom else ())
        return s.put_pile(self.of, side, lost=treasures_lost(s, self.of, (self.card,)))


def _taken_from(side: Side, card: str, place: str) -> Side:
    if place == "hand":
        return replace(side, hand=without(side.hand, card))
    if place == "open":
        return replace(side, open="")
    return take_out(side, column_index(place[0]), int(place[1:]))[0]


@cites("8.1", "14.4")
def treasures_lost(s: State, of: str, cards: Cards) -> Cards:
    """8.1 The seats that have lost their own Ring/Crown, now that these cards of one of them go."""
    gone = any(name_of(card) in TREASURES and back_of(card) == of for card in cards)
    return (*s.lost, of) if gone and of not in s.lost else s.lost


@cites("2.6", "11.3", "12.3", "17.3")
def fall(s: State, of: str, card: str, place: str, number: str) -> Happening:
    """A card goes to its player's own pile, a captured one too (17.3); to the bottom where 11.3 says so.

    No move simply takes a card off the battlefield: this is the only way out (2.6).
    """
    return (yield Discarded(of, card, place, barred_by(s, of, card), number))
