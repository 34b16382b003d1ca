"""JSON Schemas (draft 7) of the files that people edit, as games share them: editors complete and mark by them.

A schema says what a single value may be; rules for a deck as a whole are checked when its file is read.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.kit.decklist import CERTAINTIES, TITLE
from referee.engine.kit.options import EXAMPLES, SecondValues

DRAFT = "http://json-schema.org/draft-07/schema#"
Schema = dict[str, Any]
NUMBERS = ("", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


def mapping(properties: Mapping[str, Any]) -> Schema:
    """A map with these keys, all of them, and no others."""
    return {
        "type": "object",
        "required": list(properties),
        "properties": dict(properties),
        "additionalProperties": False,
    }


def text(most: int) -> Schema:
    """A text of one line, of 1 to `most` characters, without spaces at its ends."""
    return {"type": "string", "maxLength": most, "pattern": r"^\S(.*\S)?$"}


def whole_number(least: int, most: int, description: str) -> Schema:
    """A whole number from `least` to `most`."""
    return {"description": description, "type": "integer", "minimum": least, "maximum": most}


def title() -> Schema:
    """The title of a card."""
    return {"description": "The card's name in reports.", **text(TITLE)}


def copies(most: int) -> Schema:
    """How many of a card there are."""
    return whole_number(1, most, "How many of the card are in the deck.")


def certainty() -> Schema:
    """How sure a row is."""
    return {
        "description": "Whether a source prints this row, or it is worked out from elsewhere.",
        "enum": list(CERTAINTIES),
    }


def options(
    game: str, second_values: SecondValues, meanings: Mapping[str, str], seats: Sequence[str]
) -> Schema:
    """The schema of the options of a game, as a map from option to value. None is required.

    `meanings` says what each ruling with a second value decides.
    """
    rulings = {
        key: {"description": f"{ruling}: {meanings[key]}", "enum": [usual, second], "default": usual}
        for key, (ruling, usual, second) in second_values.items()
    }
    named = ",".join(f"{seat}:{name}" for seat, name in zip(seats, EXAMPLES, strict=False))
    bare, many = ",".join(EXAMPLES[: len(seats)]), NUMBERS[len(seats)]
    players = {
        "description": f"{many} names: `{named}`; or `{bare}`, and the sides are drawn by lot.",
        "type": "string",
        "pattern": f"^{','.join(['[^,]+'] * len(seats))}$",
    }
    deck = {"description": "A deck file to play with instead of the referee's own.", "type": "string"}
    schema = mapping({**rulings, "players": players, "deck": deck})
    del schema["required"]
    return {"$schema": DRAFT, "title": f"{game}: options", **schema}
