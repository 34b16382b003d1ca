"""JSON Schemas (draft 7) of the files of this game that people edit, for the completion and marks of editors.

A schema says what a single value may be; what holds for a deck as a whole (its size, which cards it must
have) only `checked_decks` tells.
"""

from typing import Any

from referee.games.thunder.cards import SEATS
from referee.games.thunder.decklist import (
    CERTAINTIES,
    DECK_SIZE,
    FIELDS,
    NAME,
    SHORT,
    STRONGEST,
    TAKEN,
    TITLE,
)
from referee.games.thunder.options import SECOND_VALUES

DRAFT = "http://json-schema.org/draft-07/schema#"


def deck_schema() -> dict[str, Any]:
    """The schema of a deck file: two lists of rows."""
    return {
        "$schema": DRAFT,
        "title": "Thunder & Lightning: deck lists",
        **_map({seat: {"$ref": "#/$defs/deck"} for seat in SEATS}),
        "$defs": {
            "deck": {
                "description": f"The rows of one deck, {DECK_SIZE} cards in all.",
                "type": "array",
                "items": {"$ref": "#/$defs/row"},
            },
            "row": _map({name: {"$ref": f"#/$defs/{name}"} for name in FIELDS}),
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
        "title": {"description": "The card's name in reports.", **_text(TITLE)},
        "short": {"description": "The card's name on the board.", **_text(SHORT)},
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
        "copies": {
            "description": "How many of the card are in the deck.",
            "type": "integer",
            "minimum": 1,
            "maximum": DECK_SIZE,
        },
        "certainty": {
            "description": "Whether a source prints this row, or it is worked out from the parent game.",
            "enum": list(CERTAINTIES),
        },
    }


RULINGS = {
    "flank": "R11: which enemy columns a Vidarr flank reaches: those facing, or those across the board.",
    "played": "R13: whether a played card comes onto the discard pile after its power is done, or first.",
    "seer": "R19: whether the Seer may stop after any card, or must draw three while the deck lasts.",
    "discards": "R24: whether a standing order arranges the cards that fall, or their owner is asked.",
}
"""What each ruling with a second value decides."""


def options_schema() -> dict[str, Any]:
    """The schema of the options of a game, as a map from option to value. None is required."""
    rulings = {
        key: {"description": RULINGS[key], "enum": [usual, second], "default": usual}
        for key, (_, usual, second) in SECOND_VALUES.items()
    }
    players = {
        "description": "Two names: `thor:anna,loki:bert`; or `anna,bert`, and the sides are drawn by lot (1.6).",
        "type": "string",
        "pattern": "^[^,]+,[^,]+$",
    }
    deck = {"description": "A deck file to play with instead of the referee's own.", "type": "string"}
    schema = _map({**rulings, "players": players, "deck": deck})
    del schema["required"]
    return {"$schema": DRAFT, "title": "Thunder & Lightning: options", **schema}


def _map(properties: dict[str, Any]) -> dict[str, Any]:
    """A map with these keys, all of them, and no others."""
    return {
        "type": "object",
        "required": list(properties),
        "properties": properties,
        "additionalProperties": False,
    }


def _text(most: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": most, "pattern": r"^\S(.*\S)?$"}
