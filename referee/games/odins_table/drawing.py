"""4.4, 6.4 Used cards: discarded, and replaced from a pile that is made again when it is empty."""

from typing import Annotated

from referee.engine.events import Event, Happening, Hidden, Open, event, seen_by
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.odins_table.cards import RAVENS, Cards, name_of
from referee.games.odins_table.table import State
from referee.util.values import replace

FOUGHT, PLAYED = "4.4", "5.4"
"""The rules by which a card is used up: in an attack, or played to scout."""


@event("4.4")
class Discarded(Event):
    """A used card goes onto its owner's open discard pile."""

    of: Open[str]
    column: Open[str]
    card: Open[str]
    rule: Open[str] = FOUGHT

    def change(self, s: State) -> State:
        side = s.side(self.of)
        side = side.with_card(self.column, "", side.up - {self.column})
        side = replace(side, discards=(*side.discards, self.card))
        if self.rule == FOUGHT and name_of(self.card) == RAVENS and s.options.spent == "scouts":
            side = replace(side, rights=("", *side.rights))
        return s.put(self.of, side)


@event("6.4")
class Renewed(Event):
    """The discards are shuffled to form a new draw pile, top first."""

    of: Open[str]
    cards: Hidden[Cards]

    def change(self, s: State) -> State:
        return s.put(self.of, replace(s.side(self.of), deck=self.cards, discards=()))


@event("4.4")
class Replaced(Event):
    """The next card of the draw pile lies face down in the column."""

    of: Open[str]
    column: Open[str]
    card: Annotated[str, seen_by("of")]
    rule: Open[str] = FOUGHT

    def change(self, s: State) -> State:
        side = s.side(self.of)
        side = side.with_card(self.column, self.card, side.up)
        return s.put(self.of, replace(side, deck=side.deck[1:]))


def new_pile(of: str, cards: Cards, lots: Lots) -> Cards:
    """6.4 These discards in a random order."""
    return lots.shuffle(f"deck {of} again", cards)


@cites("6.4")
def replace_card(s: State, of: str, column: str, lots: Lots, rule: str, order: Cards = ()) -> Happening:
    """4.4 A card is drawn into an empty column; `order` is the new pile where it was made already (5.7)."""
    if not s.side(of).deck:
        s = yield Renewed(of, order or new_pile(of, s.side(of).discards, lots))
    s = yield Replaced(of, column, s.side(of).deck[0], rule)
    return s
