"""Frozen values that change often."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields
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
    copy = _new(value.__class__)
    changes["memo"] = {}
    # A copy is made in one go, where {**one, **other} puts in key by key. But that of a value made by its class shares
    # its keys with others, and in such a copy attributes are found slowly: one key more ends that.
    old = value.__dict__
    known = old.copy() if _COPIED in old else {**old, _COPIED: True}
    known.update(changes)
    _set(copy, "__dict__", known)
    return copy


_new, _set = object.__new__, object.__setattr__
_COPIED = "made by but"


def written(
    cls: type[V], parameters: Sequence[str], given: Mapping[str, str], own: Iterable[Field[Any]]
) -> Callable[..., V]:
    """A function that makes frozen values of a class many times faster than the class does, which has no slots.

    It has these parameters. The fields in `given` are what stands there, in terms of them; the others, `own`, are given
    by name. Raises `TypeError` where such a field cannot be given by name alone.
    """
    names: dict[str, Any] = {"new": _new, "put": _set, "cls": cls, "nothing": _NOTHING}
    asked, said = list[str](), dict(given)
    for one in own:
        if not one.init:
            raise TypeError(f"{cls.__name__}.{one.name} cannot be given")
        fixed, made = one.default is not MISSING, one.default_factory is not MISSING
        asked.append(f"{one.name}=default_{one.name}" if fixed else one.name + "=nothing" * made)
        said[one.name] = (
            f"factory_{one.name}() if {one.name} is nothing else {one.name}" if made else one.name
        )
        names |= {f"default_{one.name}": one.default, f"factory_{one.name}": one.default_factory}
    values = [f"{name!r}: {how}" for name, how in said.items()]
    parameters = (*parameters, *(("*",) if asked else ()), *asked)
    code = f"""def of({", ".join(parameters)}):
        made = new(cls)
        put(made, "__dict__", {{{", ".join(values)}}})
        return made"""
    exec(code, names)  # noqa: S102  as `dataclass` itself does; of names of fields alone
    return names["of"]  # type: ignore[no-any-return]


def quick(cls: type[V]) -> type[V]:
    """A frozen dataclass with slots, made twice as fast: each field is set by what its slot has for it.

    The same class is given back. One with fields that are not simply given in order is left as it is.
    """
    own = fields(cls)  # type: ignore[arg-type]
    if not own or any(not one.init or one.kw_only or one.default_factory is not MISSING for one in own):
        return cls
    given = [one.name if one.default is MISSING else f"{one.name}=_default_{one.name}" for one in own]
    lines = [f"  _set_{one.name}(self, {one.name})" for one in own]
    after = ["  self.__post_init__()"] if hasattr(cls, "__post_init__") else []
    names = {f"_set_{one.name}": getattr(cls, one.name).__set__ for one in own}
    names |= {f"_default_{one.name}": one.default for one in own}
    code = "\n".join([f"def __init__(self, {', '.join(given)}):", *lines, *after])
    exec(code, names)  # noqa: S102  as `dataclass` itself does; of names of fields alone
    names["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    setattr(cls, "__init__", names["__init__"])  # noqa: B010  a method, for the types
    return cls


def remembered(make: Callable[[V, *Others], R]) -> Callable[[V, *Others], R]:
    """Compute a result from a frozen value once; its field `memo`, a dict, keeps one per set of other arguments."""

    @wraps(make)
    def known(value: Any, /, *others: *Others) -> R:
        memo, key = value.memo, (make, *others)
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
