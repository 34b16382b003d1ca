"""Luck: the strength of the cards that each seat drew, against what its piles let it expect.

Before each card is drawn, the mean strength of the pile it comes from is expected. A card without a printed
strength counts as 0. The game says which of its events draw from a pile (`referee.engine.decks`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.engine.decks import Drawn
from referee.engine.events import face_value
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.telling.catalog import telling


@dataclass(frozen=True, slots=True)
class Luck:
    """What a pile gave: how many cards, their strength, and the strength that was to be expected."""

    cards: int = 0
    drawn: float = 0
    expected: float = 0

    def and_one(self, drawn: float, expected: float) -> "Luck":
        """The same after one card more."""
        return Luck(self.cards + 1, self.drawn + drawn, self.expected + expected)


def luck(table: Table) -> Mapping[str, Luck]:
    """The luck of each pile that is named as a seat, in a whole record; nothing for a redacted one.

    Nothing either for games without such piles, and for those whose cards have no strength.
    """
    if isinstance(table, Redacted):
        return {}
    strength = telling(table.game).voice(table.view(None)).strength
    found, piles = dict[str, Luck](), dict[str, list[str]]()
    for what, pile, cards in _deck_events(table):
        if not isinstance(what, Drawn):
            piles[pile] = list(cards)
            continue
        for card in cards:
            lying = piles.get(pile, [])
            if card not in lying:
                continue
            strengths = {one: strength(face_value(one, False)) or 0 for one in {*lying}}
            expected = sum(strengths[one] for one in lying) / len(lying)
            lying.remove(card)
            found[pile] = found.get(pile, Luck()).and_one(strengths[card], expected)
    return {seat: one for seat, one in found.items() if seat in table.seats and one.expected}


def _deck_events(table: Table) -> Iterator[tuple[Any, str, tuple[str, ...]]]:
    """What the events of a game do to its piles: the kind, the pile, the cards."""
    for point in table.points:
        for event in point.entry.events:
            if what := table.game.DECKS.get(type(event)):
                yield what, what.name(event), what.of(event)
