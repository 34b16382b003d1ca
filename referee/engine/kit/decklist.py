"""Deck lists as games share them: rows read from a file that players edit, with every mistake told with its place."""

import json
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, ClassVar

from referee.util import plainyaml
from referee.util.errors import Faulty
from referee.util.marked import Marked, content
from referee.util.values import Value

CERTAINTIES = ("printed", "reconstructed")
"""How sure a row is: a source prints it, or it was worked out."""

Row = dict[str, Any]
Steps = tuple[str | int, ...]
Wrong = tuple[str, dict[str, Any]] | None
"""What is wrong with a value: a key and its values; None if nothing is."""
Schema = dict[str, Any]
"""A JSON Schema (draft 7) of a file that people edit: editors complete and mark by it.

It says what a single value may be; what holds for a deck as a whole only its `Checker` tells.
"""
DRAFT = "http://json-schema.org/draft-07/schema#"
DECKS_KEPT = 64
"""How many decks of a game are remembered as right; a folder of records has few different ones."""


class Field(Value):
    """What a field of a row may be: what is wrong with a value, and the same for editors."""

    wrong: Callable[[Any], Wrong]
    schema: Schema


Fields = Mapping[str, Field]


def mapping(properties: Mapping[str, Schema]) -> Schema:
    """A map with these keys, all of them, and no others."""
    return {
        "type": "object",
        "required": list(properties),
        "properties": dict(properties),
        "additionalProperties": False,
    }


def row_schema(fields: Fields) -> Schema:
    """A row with these fields."""
    return mapping({name: one.schema for name, one in fields.items()})


class Checker:
    """One deck file being checked. Mistakes are collected, and told at the end."""

    ROW: ClassVar[Fields]
    """The fields of a row."""

    def __init__(self, marked: Marked) -> None:
        """Check a file."""
        self.marked = marked
        self._found: list[tuple[tuple[int, int], Faulty]] = []

    def content(self) -> Any:
        """What the file holds. Raises `Faulty`, or `ManyFaulty` with all that is wrong with it."""
        raise NotImplementedError

    def fault(self, name: str, path: Steps, /, *, at_key: bool = False, **params: Any) -> None:
        """Note what is wrong at a place."""
        where = self.marked.place(path, key=at_key)
        self._found.append((self.marked.spot(path, key=at_key), Faulty(name, where=where, **params)))

    def tell(self) -> None:
        """Raise `Faulty`, or `ManyFaulty` with all mistakes in the order of the file."""
        plainyaml.raise_all([fault for _, fault in sorted(self._found, key=lambda one: one[0])])

    def fields(self, value: Any, path: Steps, known: tuple[str, ...]) -> Row:
        """The known fields of a map; unknown and missing ones are noted as mistakes."""
        if not isinstance(value, dict):
            self.fault("not-a-map", path, known=known)
            return {}
        for name in sorted(value.keys() - set(known)):
            self.fault("unknown-key", (*path, name), at_key=True, name=name, known=known)
        for name in known:
            if name not in value:
                self.fault("missing-key", path, name=name)
        return {name: value[name] for name in known if name in value}

    def rows(self, value: Any, path: Steps = ()) -> dict[int, Row]:
        """The rows of a list by index, each with only those fields that are right in themselves."""
        if not isinstance(value, list):
            self.fault("not-a-list", path)
            return {}
        return {index: self._row(row, (*path, index)) for index, row in enumerate(value)}

    def _row(self, value: Any, path: Steps) -> Row:
        good: Row = {}
        for name, field in self.fields(value, path, tuple(self.ROW)).items():
            wrong = self.ROW[name].wrong(field)
            if wrong is None:
                good[name] = field
            else:
                self.fault(wrong[0], (*path, name), **wrong[1])
        return good

    def each_card_once(self, rows: Mapping[int, Row], path: Steps = ()) -> None:
        """No card stands in two rows of a deck."""
        first: dict[str, int] = {}
        for index, row in rows.items():
            if (card := row.get("card")) is None:
                continue
            if card in first:
                line = self.marked.spot((*path, first[card], "card"))[0]
                self.fault("deck-card-twice", (*path, index, "card"), card=card, first=line)
            first.setdefault(card, index)


def size(rows: Mapping[int, Row]) -> int | None:
    """How many cards a deck has; None if a wrong row leaves that unknown."""
    copies = [row.get("copies") for row in rows.values()]
    numbers = [number for number in copies if number is not None]
    return sum(numbers) if len(numbers) == len(copies) else None


def text(most: int, description: str) -> Field:
    """A text of one printable line, of 1 to `most` characters, without spaces at its ends."""

    def wrong(value: Any) -> Wrong:
        if not isinstance(value, str):
            return "not-text", {"value": value}
        if not value.isprintable() or value != value.strip():
            return "deck-text", {"text": value}
        return None if 1 <= len(value) <= most else ("deck-text-length", {"text": value, "most": most})

    shape = {"type": "string", "maxLength": most, "pattern": r"^\S(.*\S)?$"}
    return Field(wrong, {"description": description, **shape})


def whole(least: int, most: int, key: str, description: str, *, none: bool = False) -> Field:
    """A whole number from `least` to `most`, or `none`; another is told under `key` with `value` and `most`."""

    def wrong(value: Any) -> Wrong:
        fits = (none and value is None) or (type(value) is int and least <= value <= most)
        return None if fits else (key, {"value": value, "most": most})

    shape = {"type": ["integer", "null"] if none else "integer", "minimum": least, "maximum": most}
    return Field(wrong, {"description": description, **shape})


def flag(description: str) -> Field:
    """True or false."""

    def wrong(value: Any) -> Wrong:
        return None if isinstance(value, bool) else ("not-true-or-false", {"value": value})

    return Field(wrong, {"description": description, "type": "boolean"})


def copies(most: int) -> Field:
    """The number of copies, 1 to `most`."""
    return whole(1, most, "deck-copies", "How many of the card are in the deck.")


TITLE = text(40, "The card's name in reports.")


def _certainty(value: Any) -> Wrong:
    return None if value in CERTAINTIES else ("deck-certainty", {"value": value, "known": CERTAINTIES})


CERTAINTY = Field(
    _certainty,
    {
        "description": "Whether a source prints this row, or it is worked out from elsewhere.",
        "enum": list(CERTAINTIES),
    },
)


class DeckFile(Value, dict=True):
    """The file in the package of a game that lists its cards; players may give one of their own.

    `checker` reads it, `decks` turns its content into the `decks` of the State, `schema` describes it to editors.
    """

    package: str
    name: str
    checker: type[Checker]
    decks: Callable[[Any], Any]
    schema: Schema
    option: str = "deck"
    """The option of the game that names another such file."""

    def checked(self, marked: Marked) -> Any:
        """The content of such a file. Raises `Faulty`, or `ManyFaulty` with all mistakes in the order of the file."""
        return self.checker(marked).content()

    def laid(self, content: Any) -> Any:
        """The `decks` of a State, of a deck file's content as a record embeds it. Raises as `checked` does.

        The same content is checked and laid out once.
        """
        return self._laid(json.dumps(content))

    @cached_property
    def _laid(self) -> Callable[[str], Any]:
        @lru_cache(DECKS_KEPT)
        def laid(written: str) -> Any:
            return self.decks(self.checked(content(json.loads(written), f"opening/options/{self.option}")))

        return laid

    def text(self) -> str:
        """The game's own file as it is written."""
        return files(self.package).joinpath(self.name).read_text("utf-8")

    def own(self) -> Any:
        """The content of the game's own file: a fresh copy."""
        return json.loads(self._own)

    @cached_property
    def _own(self) -> str:
        """It is kept as JSON, of which a copy is made in a tenth of the time that it takes to copy what is in it."""
        return json.dumps(self.checked(plainyaml.read_text(self.text().encode(), self.name)))
