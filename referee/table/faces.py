"""Faces of cards in what a seat sees and is shown, as plain data."""

import re
from collections.abc import Collection, Iterator
from typing import Any

from referee.engine.events import face_value
from referee.engine.plain import as_json

FACE = re.compile(r"[a-z]+\.[a-z][a-z-]*")


def faces_in(value: Any) -> Iterator[str]:
    """The faces of all cards named in a value, each as often as it stands there."""
    yield from (found for _, found in placed_faces(value))


def placed_faces(value: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    """The same faces, each with its place: a path of names, without positions in lists."""
    for path, text in _texts(as_json(value), ()):
        if FACE.fullmatch(known := face_value(text, in_order=False)):
            yield path, known


def placed_names(value: Any, names: Collection[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Those of some names that stand in a value, each with its place."""
    yield from ((path, text) for path, text in _texts(as_json(value), ()) if text in names)


def _texts(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    match value:
        case dict():
            for key, item in value.items():
                yield from _texts(item, (*path, key))
        case list():
            for item in value:
                yield from _texts(item, path)
        case str():
            yield path, value
