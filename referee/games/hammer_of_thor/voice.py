"""What things are called when they are told: characters, items, cards and places by the names on cards and map."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.hammer_of_thor.board import Board
from referee.games.hammer_of_thor.cards import CardSet, name_of

PLACE = "place."


@dataclass(frozen=True, slots=True)
class Voice:
    """The reader of a view, and the names in the card set and on the map of that game."""

    reader: str | None
    cards: CardSet
    board: Board

    def named(self, card: str, holder: str) -> tuple[str, str]:  # noqa: ARG002  as the protocol has it
        """The title of a character, item, card or face; of a place (`place.29`) its number and name."""
        if card.startswith(PLACE):
            place = self.board.places[int(card.removeprefix(PLACE))]
            return "", f"{place.number:02} {place.name}"
        found: Any = next((cards[name] for cards in self._lists if (name := name_of(card)) in cards), None)
        return "", found.title if found else card

    def strength(self, card: str) -> int | None:  # noqa: ARG002  as the protocol has it
        """No strength is told with a name."""
        return None

    @property
    def _lists(self) -> tuple[Mapping[str, Any], ...]:
        it = self.cards
        return it.characters, it.items, it.fate, it.predictions, it.runes, it.shapes
