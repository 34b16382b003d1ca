"""What a dataclass that is read from a record is made of, and how what does not fit it is told."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, get_type_hints


class Misfit(Exception):
    """A value that does not fit its field; where it stands is put together on the way out."""

    def __init__(self, key: str, *path: str | int, **params: Any) -> None:
        super().__init__(key)
        self.key, self.path, self.params = key, path, params

    def under(self, part: str | int) -> "Misfit":
        """The same, where it stands within what holds it."""
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
    """What the fields of a dataclass are where a document does not name them; those that must be named are left out."""
    made = {f.name: f.default_factory() for f in fields(cls) if f.default_factory is not MISSING}
    return made | {f.name: f.default for f in fields(cls) if f.default is not MISSING}
