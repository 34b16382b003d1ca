"""Frozen values that change often."""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any, Generic, TypeVar, TypeVarTuple

V = TypeVar("V")
R = TypeVar("R")
Others = TypeVarTuple("Others")
_NOTHING = object()


def but(value: V, **changes: Any) -> V:
    """The same frozen value with some fields changed; many times faster than `dataclasses.replace`.

    Its class therefore has no slots, and it has a field `memo` for results computed from the value, which is
    not copied.
    """
    copy = object.__new__(type(value))
    object.__setattr__(copy, "__dict__", {**value.__dict__, **changes, "memo": {}})
    return copy


def made(cls: type[V], values: dict[str, Any]) -> V:
    """A frozen value with these fields, made many times faster than by calling its class.

    The class therefore has no slots. If a field is missing or unknown, the class is called after all: it
    fills in defaults, or says what is wrong.
    """
    if (order := tuple(values)) != _RIGHT.get(cls):
        if values.keys() != {one.name for one in fields(cls) if one.init}:  # type: ignore[arg-type]
            return cls(**values)
        _RIGHT[cls] = order
    new = object.__new__(cls)
    object.__setattr__(new, "__dict__", values)
    return new


_RIGHT: dict[type, tuple[str, ...]] = {}
"""Of each class the names of all its fields, in the order in which they were last given."""


def remembered(make: Callable[[V, *Others], R]) -> Callable[[V, *Others], R]:
    """Compute a result from a frozen value once; its field `memo`, a dict, keeps one per set of other arguments."""

    @wraps(make)
    def known(value: Any, /, *others: *Others) -> R:
        memo, key = value.memo, (make, others)
        if (result := memo.get(key, _NOTHING)) is _NOTHING:
            result = memo[key] = make(value, *others)
        return result  # type: ignore[no-any-return]

    return known


class worked_out(Generic[R]):  # noqa: N801  used as a decorator, as `property` is
    """A property that is computed when it is first read, and then kept; its class has no slots.

    Like `functools.cached_property`, without the lock that it takes in Python 3.11, which costs more than
    nearly all that is computed.
    """

    def __init__(self, make: Callable[[Any], R]) -> None:
        self._make, self.__doc__ = make, make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, value: Any, owner: type) -> R:
        if value is None:
            return self  # type: ignore[return-value]  # asked of the class, not of a value
        found = value.__dict__[self._name] = self._make(value)
        return found
