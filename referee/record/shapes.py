"""What a dataclass that is read from a record consists of, and how a misfit is reported."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, get_type_hints


class Misfit(Exception):
    """A value that does not fit its field. Its place is put together while the exception travels outward."""

    def __init__(self, key: str, *path: str | int, **params: Any) -> None:
        super().__init__(key)
        self.key, self.path, self.params = key, path, params

    def under(self, part: str | int) -> "Misfit":
        """The same misfit, with the place inside what holds it."""
        self.path = (part, *self.path)
        return self


@cache
def shape(cls: Any) -> tuple[Mapping[str, Any], frozenset[str]]:
    """The types of a dataclass's fields, audiences left out, and the fields without a default."""
    hints = get_type_hints(cls)
    needed = (f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING)
    return {one.name: hints[one.name] for one in fields(cls)}, frozenset(needed)


@cache
def usually(cls: Any) -> Mapping[str, Any]:
    """The default values of a dataclass's fields; fields that a document must name are not among them."""
    made = {f.name: f.default_factory() for f in fields(cls) if f.default_factory is not MISSING}
    return made | {f.name: f.default for f in fields(cls) if f.default is not MISSING}
