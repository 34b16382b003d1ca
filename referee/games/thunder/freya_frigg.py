"""13 Freya takes the top of the enemy pile; Frigg looks into the hand or turns up a column."""

from typing import Annotated

from referee.engine.events import Event, Happening, Open, event, face, seen_by, unordered
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.cards import GIANTS, back_of, name_of, other
from referee.games.thunder.challenging import TurnedUp
from referee.games.thunder.discards import fall
from referee.games.thunder.moves import UseFreya, UseFrigg
from referee.games.thunder.table import Cards, State, column_index
from referee.games.thunder.view import View
from referee.util.errors import Why
from referee.util.values import replace


@event("13.1")
class Captured(Event):
    """Freya takes the top card of the enemy pile into the hand; the pile's new top lies open to all."""

    by: Open[str]
    of: Open[str]
    card: Open[str]
    top: Open[str]

    def change(self, s: State) -> State:
        taker, loser = s.side(self.by), s.side(self.of)
        s = s.put(self.by, replace(taker, hand=(*taker.hand, self.card)))
        last = len(loser.shown) - 1 - loser.shown[::-1].index(face(self.card))
        shown = loser.shown[:last] + loser.shown[last + 1 :]
        return s.put_pile(self.of, replace(loser, pile=loser.pile[:-1], shown=shown))


@rule("13.1")
def top_can_be_taken(v: View, m: UseFreya) -> Why | None:
    """The top card of the enemy pile is taken if its strength is 1 to 7."""
    if not v.theirs.pile_top:
        return why("pile-empty", seat=v.theirs.seat)
    top = v.theirs.pile_top
    return None if v.decks.strength(top) else why("not-to-capture", card=name_of(top))


@cites("13.1", "17.3")
def capture(s: State, by: str, m: UseFreya, lots: Lots) -> Happening:
    """13.1 The top of the enemy pile into their own hand."""
    pile = s.side(other(by)).pile
    return (yield Captured(by, other(by), pile[-1], pile[-2] if len(pile) > 1 else ""))


@event("13.2")
class HandSeen(Event):
    """Frigg looks at the whole enemy hand; what she sees only her player learns (21.3)."""

    by: Open[str]
    of: Open[str]
    cards: Annotated[Cards, seen_by("by"), unordered]

    def change(self, s: State) -> State:
        return s


@rule("7.2")
def frigg_finds_something(v: View, m: UseFrigg) -> Why | None:
    """Frigg needs a card in the enemy hand, or a face-down card in the column."""
    if m.target == "hand":
        return None if v.theirs.hand_size else why("hand-empty", seat=v.theirs.seat)
    column = v.theirs.columns[column_index(m.target)]
    return None if any(not spot.up for spot in column) else why("nothing-face-down", column=m.target)


@cites("13.2", "13.3", "10.7")
def frigg(s: State, by: str, m: UseFrigg, lots: Lots) -> Happening:
    """13.2 (a) look at the enemy hand, or (b) turn up one enemy column, also Thor/Loki's (10.7)."""
    return (yield from look(s, by) if m.target == "hand" else turn_up(s, by, m.target))


@cites("13.2", "21.3")
def look(s: State, by: str) -> Happening:
    """13.2a Every Angrboda/Tyr there is discarded: the owner's own first, the captured one on top."""
    of = other(by)
    s = yield HandSeen(by, of, s.side(of).hand)
    giants = [card for card in s.side(of).hand if name_of(card) in GIANTS]
    for card in sorted(giants, key=lambda card: (back_of(card) != of, card)):
        s = yield from fall(s, of, card, "hand", "13.2")
    return s


def turn_up(s: State, by: str, column: str) -> Happening:
    """13.2b All face-down cards of the column are turned up; nothing else happens."""
    of = other(by)
    for row, card in enumerate(s.side(of).columns[column_index(column)], start=1):
        if card not in s.side(of).up:
            s = yield TurnedUp(of, column, row, card, "13.2")
    return s
