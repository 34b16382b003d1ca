"""Frozen values that change often."""

from typing import Any, TypeVar

V = TypeVar("V")


def but(value: V, **changes: Any) -> V:
    """The same frozen value with some fields changed; many times quicker than `dataclasses.replace`.

    Its class has no slots, for the sake of this, and a field `memo` for what is worked out from it: that is not kept.
    """
    copy = object.__new__(type(value))
    object.__setattr__(copy, "__dict__", {**value.__dict__, **changes, "memo": {}})
    return copy
