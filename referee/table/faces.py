"""Faces of cards in what a seat sees and is shown, as plain data."""

import re
from collections.abc import Iterator
from typing import Any

from referee.engine.events import face_value
from referee.engine.plain import as_json

FACE = re.compile(r"[a-z]+\.[a-z][a-z-]*")


def faces_in(value: Any) -> Iterator[str]:
    """The faces of all cards named in a value, each as often as it stands there."""
    yield from (found for _, found in placed_faces(value))


def placed_faces(value: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    """The same faces, each with its place: a path of names, without positions in lists."""
    yield from _found(as_json(value), ())


def _found(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    match value:
        case dict():
            for key, item in value.items():
                yield from _found(item, (*path, key))
        case list():
            for item in value:
                yield from _found(item, path)
        case str() if FACE.fullmatch(known := face_value(value, in_order=False)):
            yield path, known
