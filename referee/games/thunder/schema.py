"""JSON Schemas (draft 7) of the files of this game that people edit, for the completion and marks of editors.

A schema says what a single value may be; what holds for a deck as a whole (its size, which cards it must
have) only `checked_decks` tells.
"""

from typing import Any

from referee.engine.kit import file_schemas
from referee.games.thunder.cards import SEATS
from referee.games.thunder.decklist import (
    DECK_SIZE,
    FIELDS,
    NAME,
    SHORT,
    STRONGEST,
    TAKEN,
)
from referee.games.thunder.options import SECOND_VALUES
from referee.games.thunder.table import Options


def deck_schema() -> dict[str, Any]:
    """The schema of a deck file: two lists of rows."""
    return {
        "$schema": file_schemas.DRAFT,
        "title": "Thunder & Lightning: deck lists",
        **file_schemas.mapping({seat: {"$ref": "#/$defs/deck"} for seat in SEATS}),
        "$defs": {
            "deck": {
                "description": f"The rows of one deck, {DECK_SIZE} cards in all.",
                "type": "array",
                "items": {"$ref": "#/$defs/row"},
            },
            "row": file_schemas.mapping({name: {"$ref": f"#/$defs/{name}"} for name in FIELDS}),
            **_fields(),
        },
    }


def _fields() -> dict[str, Any]:
    """What each field of a row may be."""
    return {
        "card": {
            "description": "The card's name in orders: small letters and hyphens.",
            "type": "string",
            "pattern": f"^{NAME}$",
            "not": {"enum": list(TAKEN)},
        },
        "title": file_schemas.title(),
        "short": {"description": "The card's name on the board.", **file_schemas.text(SHORT)},
        "strength": {
            "description": "The strength printed on the card; null where none is printed.",
            "type": ["integer", "null"],
            "minimum": 0,
            "maximum": STRONGEST,
        },
        "symbol": {
            "description": "Whether the card bears the mythological symbol.",
            "type": "boolean",
        },
        "copies": file_schemas.copies(DECK_SIZE),
        "certainty": file_schemas.certainty(),
    }


def options_schema() -> dict[str, Any]:
    """The schema of the options of a game, as a map from option to value. None is required."""
    return file_schemas.options("Thunder & Lightning", SECOND_VALUES, Options.decide(), SEATS)
