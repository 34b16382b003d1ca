"""The JSON Schema of a record, made from the same dataclasses that read it."""

from typing import Any, get_args, get_origin

from referee.engine.events import Event
from referee.engine.lots import Lot
from referee.record.entries import ALWAYS, KINDS, PATTERNS, Entry, Line
from referee.record.seals import FORMAT
from referee.record.shapes import shape
from referee.util.layout import Document


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
