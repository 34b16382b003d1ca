"""Files of several lists, such as a card set or a map: what may stand in them, held against a file or told to editors.

What a file may hold is said once, as data: a `Field` is a single value, `Several` a list of values, `Table` a map with
its keys, some of which may be left out.
"""

import re
from collections.abc import Mapping
from typing import Any

from referee.engine.kit.decklist import DRAFT, Checker, Field, Row, Schema, Steps, Wrong
from referee.util.values import Value


class Several(Value):
    """A list of `least` to `most` values of one kind; `once`: no value stands in it twice."""

    of: "Kind"
    most: int
    least: int = 0
    once: bool = False
    description: str = ""


class Column(Value):
    """What stands under a key of a table."""

    kind: "Kind"
    needed: bool = True


class Table(Value):
    """A map with these keys and no others."""

    columns: Mapping[str, Column]
    description: str = ""


Kind = Field | Several | Table


def table(description: str, needed: Mapping[str, Kind], others: Mapping[str, Kind]) -> Table:
    """A table of keys that have to be there, and of others."""
    columns = {name: Column(kind) for name, kind in needed.items()}
    return Table(columns | {name: Column(kind, needed=False) for name, kind in others.items()}, description)


def number(least: int, most: int, description: str, *, word: str | None = None) -> Field:
    """A whole number in these bounds; or a word that may stand in place of one."""

    def wrong(value: Any) -> Wrong:
        if (type(value) is int and least <= value <= most) or (word is not None and value == word):
            return None
        if word is None:
            return "sheet-number", {"value": value, "least": least, "most": most}
        return "sheet-number-or", {"value": value, "least": least, "most": most, "word": word}

    whole: Schema = {"type": "integer", "minimum": least, "maximum": most}
    shape = whole if word is None else {"anyOf": [whole, {"enum": [word]}]}
    return Field(wrong, {"description": description, **shape})


def one_of(words: tuple[Any, ...], description: str) -> Field:
    """One of these words or numbers."""

    def wrong(value: Any) -> Wrong:
        fits = any(value == one and type(value) is type(one) for one in words)
        return None if fits else ("sheet-one-of", {"value": value, "known": words})

    return Field(wrong, {"description": description, "enum": list(words)})


def matching(pattern: str, most: int, key: str, description: str) -> Field:
    """A text of up to `most` characters that matches a pattern; another is told under `key`."""
    whole = re.compile(pattern)

    def wrong(value: Any) -> Wrong:
        if not isinstance(value, str):
            return "not-text", {"value": value}
        fits = len(value) <= most and whole.fullmatch(value)
        return None if fits else (key, {"text": value, "most": most})

    shape = {"type": "string", "maxLength": most, "pattern": f"^{pattern}$"}
    return Field(wrong, {"description": description, **shape})


class Sheet(Checker):
    """A file of several lists being checked: all that is wrong in it is told at once.

    A value that is wrong in itself is left out of what `read` gives (in a list: None), and is not looked at again.
    """

    def read(self, kind: Kind, value: Any, path: Steps = ()) -> Any:
        """What is right in a value; None if it is wrong as a whole."""
        if isinstance(kind, Field):
            if (wrong := kind.wrong(value)) is None:
                return value
            self.fault(wrong[0], path, **wrong[1])
            return None
        return self._table(kind, value, path) if isinstance(kind, Table) else self._several(kind, value, path)

    def _table(self, kind: Table, value: Any, path: Steps) -> Row | None:
        known = tuple(kind.columns)
        if not isinstance(value, dict):
            self.fault("not-a-map", path, known=known)
            return None
        for name in sorted(value.keys() - set(known)):
            self.fault("unknown-key", (*path, name), at_key=True, name=name, known=known)
        for name, column in kind.columns.items():
            if column.needed and name not in value:
                self.fault("missing-key", path, name=name)
        read = {
            name: self.read(column.kind, value[name], (*path, name))
            for name, column in kind.columns.items()
            if name in value
        }
        return {name: one for name, one in read.items() if one is not None}

    def _several(self, kind: Several, value: Any, path: Steps) -> list[Any] | None:
        if not isinstance(value, list):
            self.fault("not-a-list", path)
            return None
        if not kind.least <= len(value) <= kind.most:
            self.fault("sheet-length", path, count=len(value), least=kind.least, most=kind.most)
            return None
        read = [self.read(kind.of, one, (*path, index)) for index, one in enumerate(value)]
        if kind.once:
            for index, one in enumerate(read):
                if one is not None and one in read[:index]:
                    self.fault("sheet-twice", (*path, index), value=one)
        return read

    def line(self, path: Steps) -> int:
        """The line of the file in which a value stands."""
        return self.marked.spot(path)[0]


def plain(kind: Kind, value: Any) -> Any:
    """A value of a file that was found right, its keys in the order of the table."""
    if isinstance(kind, Field):
        return value
    if isinstance(kind, Several):
        return [plain(kind.of, one) for one in value]
    return {name: plain(column.kind, value[name]) for name, column in kind.columns.items() if name in value}


def schema_of(title: str, kind: Kind) -> Schema:
    """The JSON Schema (draft 7) of a file."""
    return {"$schema": DRAFT, "title": title, **_schema(kind)}


def _schema(kind: Kind) -> Schema:
    if isinstance(kind, Field):
        return kind.schema
    told: Schema = {"description": kind.description} if kind.description else {}
    if isinstance(kind, Several):
        length = {"minItems": kind.least, "maxItems": kind.most, "uniqueItems": kind.once}
        return {**told, "type": "array", "items": _schema(kind.of), **length}
    return {
        **told,
        "type": "object",
        "required": [name for name, column in kind.columns.items() if column.needed],
        "properties": {name: _schema(column.kind) for name, column in kind.columns.items()},
        "additionalProperties": False,
    }
