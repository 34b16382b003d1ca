"""What the players may choose when a game is opened: rulings with a second value, the deck, the sides."""

from collections.abc import Mapping
from typing import Any

from referee.engine.kit import options
from referee.games.thunder.cards import SEATS, Decks, Kind
from referee.games.thunder.decklist import checked_decks, own_decks
from referee.games.thunder.table import Options

SECOND_VALUES = Options.second_values()
"""Options that are rulings with a second value: the ruling, its value unless chosen, the other value."""


def full_options(given: Mapping[str, str]) -> Mapping[str, Any]:
    """The options in full, as content: those of `SECOND_VALUES`, the players (1.6), the decks. Raises `Faulty`."""
    content = options.full_options(given, SEATS, SECOND_VALUES, checked_decks)
    return {**content, "deck": content.get("deck") or own_decks()}


def fits(content: Mapping[str, Any]) -> None:
    """Hold the options that a record embeds to those that can be given. Raises `Faulty` for any other."""
    options.held(content, SEATS, SECOND_VALUES, checked_decks)


def from_content(content: Mapping[str, Any]) -> tuple[Decks, Options]:
    """The decks and rulings of a game out of its record."""
    rows = {
        seat: tuple(
            Kind(
                row["card"],
                row["title"],
                row["short"],
                row["strength"],
                row["symbol"],
                row["copies"],
                row["certainty"],
            )
            for row in content["deck"][seat]
        )
        for seat in ("thor", "loki")
    }
    return Decks(rows), Options.of(content)
