"""Frozen values that change often."""

from typing import Any, TypeVar

V = TypeVar("V")


def but(value: V, **changes: Any) -> V:
    """The same frozen value with some fields changed; many times faster than `dataclasses.replace`.

    Its class therefore has no slots, and it has a field `memo` for results computed from the value, which is
    not copied.
    """
    copy = object.__new__(type(value))
    object.__setattr__(copy, "__dict__", {**value.__dict__, **changes, "memo": {}})
    return copy
