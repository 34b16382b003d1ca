"""Frozen dataclasses made in a third of the time that their class takes.

A frozen class sets each field by a call of a function. What is made here is first an object of a class that is not
frozen and has the same slots, and then becomes what it is to be.
"""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Any

NEW = "made"
"""What is filled, in the function that is written."""


def maker(cls: type[Any], names: Sequence[str]) -> Callable[..., Any]:
    """A function that makes a frozen dataclass with slots, and without `__post_init__`, of the values of these fields.

    It takes them one after another in this order; all other fields have their defaults.
    """
    given: dict[str, Any] = {"_new": object.__new__, "_open": _opened(cls), "_cls": cls}  # type: ignore[arg-type]  # a class can be hashed
    lines = [f"def make({', '.join(names)}):", f" {NEW} = _new(_open)"]
    for one in fields(cls):
        if one.name not in names:
            given[f"_{one.name}"] = _default(one)
        lines.append(f" {NEW}.{one.name} = {_value(one, names)}")
    exec("\n".join([*lines, f" {NEW}.__class__ = _cls", f" return {NEW}"]), given)  # noqa: S102  as dataclasses are made
    return given["make"]  # type: ignore[no-any-return]


def _default(one: Field[Any]) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory


def _value(one: Field[Any], names: Sequence[str]) -> str:
    if one.name in names:
        return one.name
    return f"_{one.name}" if one.default_factory is MISSING else f"_{one.name}()"


@cache
def _opened(cls: type[Any]) -> type[Any]:
    """A class with the slots of this one, whose fields can be set."""
    own = {"__slots__": cls.__slots__, "__setattr__": object.__setattr__, "__module__": cls.__module__}
    return type(cls.__name__, cls.__bases__, own)
