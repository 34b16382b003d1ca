"""JSON Schemas (draft 7) of the files of this game that people edit."""

from typing import Any

from referee.engine.kit import file_schemas
from referee.games.odins_table.cards import SEATS, VALUES
from referee.games.odins_table.decklist import LEAST, MOST
from referee.games.odins_table.options import SECOND_VALUES
from referee.games.odins_table.table import Options


def deck_schema() -> dict[str, Any]:
    """The schema of a deck file: a list of rows."""
    fields = {
        "card": {"description": "The card's name in orders.", "enum": list(VALUES)},
        "title": file_schemas.title(),
        "value": file_schemas.whole_number(0, max(VALUES.values()), "The value printed on the card."),
        "copies": file_schemas.copies(MOST),
        "certainty": file_schemas.certainty(),
    }
    return {
        "$schema": file_schemas.DRAFT,
        "title": "Odin's Table: deck list",
        "description": f"The rows of the deck, {LEAST} to {MOST} cards in all; both players have the same one.",
        "type": "array",
        "items": file_schemas.mapping(fields),
    }


def options_schema() -> dict[str, Any]:
    """The schema of the options of a game."""
    return file_schemas.options("Odin's Table", SECOND_VALUES, Options.decide(), SEATS)
