"""What the players may choose when a game is opened: rulings with a second value, the deck, the sides."""

from collections.abc import Mapping
from typing import Any

from referee.engine.kit import options
from referee.games.odins_table.cards import SEATS, Deck, Kind
from referee.games.odins_table.decklist import checked_deck, own_deck
from referee.games.odins_table.table import Options

SECOND_VALUES = Options.second_values()
"""Options that are rulings with a second value: the ruling, its value unless chosen, the other value."""


def full_options(given: Mapping[str, str]) -> Mapping[str, Any]:
    """The options in full, as content: those of `SECOND_VALUES`, the players (H11), the deck. Raises `Faulty`."""
    content = options.full_options(given, SEATS, SECOND_VALUES, checked_deck)
    return {**content, "deck": content.get("deck") or own_deck()}


def fits(content: Mapping[str, Any]) -> None:
    """Hold the options that a record embeds to those that can be given. Raises `Faulty` for any other."""
    options.held(content, SEATS, SECOND_VALUES, checked_deck)


def from_content(content: Mapping[str, Any]) -> tuple[Deck, Options]:
    """The deck and rulings of a game out of its record."""
    rows = tuple(
        Kind(row["card"], row["title"], row["value"], row["copies"], row["certainty"])
        for row in content["deck"]
    )
    return Deck(rows), Options.of(content)
