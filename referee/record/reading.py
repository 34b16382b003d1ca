"""Documents of a record as entries: every key known, every field there or with a default, types exact."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, get_args, get_origin

from msgspec import ValidationError, convert

from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.lots import Lot
from referee.house.chapters import event_named
from referee.house.games import find
from referee.record.entries import ALWAYS, KINDS, PATTERNS, Entry, Line, Misfit, Opening, in_form, shape
from referee.record.private import opened
from referee.record.seals import FORMAT, PRIVATE
from referee.util.errors import Faulty
from referee.util.layout import Document
from referee.util.plain import pointer
from referee.util.regexes import regex
from referee.util.values import replace

UPGRADES: Mapping[int, Callable[[Document], Document]] = {}
"""For each older format, what turns a document into one of the next format. A record's opening names its format."""


def from_documents(documents: Sequence[Document], game: Game | None = None) -> tuple[Entry, ...]:
    """The entries of a whole record, converted to today's format.

    The game is the one that the opening names, unless one is given. Raises `Faulty` naming entry and field.
    """
    if not documents:
        return ()
    first = documents[0]
    written = first.get("format")
    if first.get("kind") != Opening.kind or type(written) is not int:
        raise Faulty("record-opening", entry=0)
    rules = game or find(str(upgraded(first, written).get("game")))
    return tuple(from_document(upgraded(doc, written), rules) for doc in documents)


def upgraded(doc: Document, written: int) -> Document:
    """A document of an older format as one of today's. Raises `Faulty` for a format we do not know."""
    for number in range(written, FORMAT):
        if number not in UPGRADES:
            raise Faulty("record-format", format=written, known=FORMAT)
        doc = UPGRADES[number](doc)
    if written > FORMAT:
        raise Faulty("record-format", format=written, known=FORMAT)
    return doc


def from_document(doc: Document, game: Game) -> Entry:
    """The entry of a document of today's format. Raises `Faulty` naming entry, field and what is wrong."""
    kind = KINDS.get(str(doc.get("kind")))
    if kind is None:
        raise Faulty("record-kind", entry=doc.get("entry"), kind=str(doc.get("kind")), known=tuple(KINDS))
    try:
        doc = opened(doc, lambda: Misfit("record-private", PRIVATE))
        entry = _entry(kind, doc, game)
    except Misfit as misfit:
        raise Faulty(
            misfit.key, entry=doc.get("entry"), field=pointer(*misfit.path), **misfit.params
        ) from None
    in_form(doc)
    return entry


# Values: msgspec makes them of their documents, and says in its own words what does not fit


def _entry(kind: type[Entry], doc: Document, game: Game) -> Entry:
    entry: Entry = converted({key: value for key, value in doc.items() if key not in _APART}, kind)
    made: dict[str, Any] = {
        name: tuple(_each(doc[name], name, make))
        for name, make in (("events", partial(event_of, game=game)), ("lots", _lot))
        if name in doc
    }
    lines: Sequence[Line] = getattr(entry, "lines", ())
    if any(line.params for line in lines):
        made["lines"] = tuple(replace(line, params=_frozen(line.params)) for line in lines)
    return replace(entry, **made) if made else entry


_APART = frozenset({"kind", "events", "lots"})
"""What of a document of an entry is not read by its class alone."""


def _each(values: Any, name: str, make: Callable[[Any], Any]) -> Iterator[Any]:
    """What is made of each of a list. Raises `Misfit` with its place."""
    if type(values) is not list:
        raise Misfit("record-type", name, expected="list")
    for at, value in enumerate(values):
        try:
            yield make(value)
        except Misfit as misfit:
            raise misfit.under(at).under(name) from None


def event_of(doc: Any, game: Game) -> Event:
    """The event of a document. Raises `Misfit`."""
    name = doc.get("event") if type(doc) is dict else None
    cls: Any = event_named(game, name)
    if cls is None or "rule" not in doc:
        raise Misfit("record-event", event=str(name))
    # What describes the class is none of its fields, unless it has one for it; the number of its rule, for example.
    own: Sequence[str] = cls.__struct_fields__
    given = {key: value for key, value in doc.items() if key in own or key not in {"event", "rule"}}
    return converted(given, cls)  # type: ignore[no-any-return]


def _lot(value: Any) -> Lot:
    try:
        return Lot.from_list(value)
    except ValueError as error:
        raise Misfit("record-lot") from error


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return {key: _frozen(item) for key, item in value.items()} if isinstance(value, dict) else value


_NAMED, _STEP = regex(r"`([^`]*)`"), regex(r"\.(\w+)|\[(\d+)\]")
_TYPES = {"object": "mapping", "array": "list"}


def converted(doc: Any, cls: Any) -> Any:
    """The value of a class, or of another type, that plain data stands for. Raises `Misfit`."""
    try:
        return convert(doc, cls)
    except ValidationError as error:
        said, _, place = str(error).partition(" - at `")
        named = (_NAMED.findall(said) or [""])[0]
        path = [name or int(at) for name, at in _STEP.findall(place)]
        if said.startswith("Expected"):
            raise Misfit("record-type", *path, expected=_TYPES.get(named, named)) from None
        raise Misfit("record-missing" if "missing" in said else "record-unknown", *path, named) from None


# The JSON Schema of a record, made from the same classes that read it.


def record_schema() -> Document:
    """The JSON Schema (draft 7) of a record's documents, for editors and other readers.

    It does not describe the fields of events: these belong to the game.
    """
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "a document of a game record",
        "oneOf": [{"$ref": f"#/definitions/{kind}"} for kind in KINDS],
        "definitions": {
            **{name: _kind_schema(kind) for name, kind in KINDS.items()},
            "line": _class_schema(Line),
        },
    }


def _kind_schema(kind: type[Entry]) -> Document:
    schema = _class_schema(kind)
    schema["properties"] = {"kind": {"const": kind.kind}, **schema["properties"]}
    schema["required"] = sorted({*schema["required"], "kind", *(ALWAYS & schema["properties"].keys())})
    return schema


def _class_schema(cls: Any) -> Document:
    hints, needed = shape(cls)
    properties = {name: _hint_schema(hint) for name, hint in hints.items()}
    for name in PATTERNS.keys() & properties.keys():
        properties[name] = {"type": "string", "pattern": f"^(?:{PATTERNS[name]})$"}
    if "format" in properties:
        properties["format"] = {"const": FORMAT}
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(needed),
        "additionalProperties": False,
    }


def _hint_schema(hint: Any) -> Document:
    text = {"type": "string"}
    if hint is Line:
        return {"$ref": "#/definitions/line"}
    if hint is Event:
        return {"type": "object", "required": ["event", "rule"], "properties": {"event": text, "rule": text}}
    if hint is Lot:
        whole: Document = {"type": "integer", "minimum": 0}
        return {"type": "array", "items": [text, whole, {"type": "array", "items": whole}], "minItems": 3}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _hint_schema(get_args(hint)[0])}
    return {"type": {str: "string", int: "integer"}.get(hint, "object")}
