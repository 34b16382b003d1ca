"""Frozen values as plain data and back, by the types of their fields.

A value or a named tuple becomes a mapping of its fields, without those that have their default; a tuple
becomes a list, a set a sorted list. So any view of a game can stand in a record, and become a view again.
"""

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from referee.util.values import field_names, replace, usual_values

V = TypeVar("V")
_SIMPLE = (str, int, bool, NoneType)
_NOTHING = object()


class Unfit(ValueError):
    """Plain data that fits no value of the wanted type."""


def pointer(*parts: str | int) -> str:
    """The JSON pointer (RFC 6901) to a value: `pointer("lines", 0, "raw")` is `/lines/0/raw`."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def to_plain(value: Any, hint: Any) -> Any:
    """A value of this type as plain data.

    Raises TypeError for a type that has no plain form, ValueError for a value of another type.
    """
    return _converter(hint).out(value)


def from_plain(data: Any, hint: Any) -> Any:
    """The value of this type from which `to_plain` made this data. Raises `Unfit`."""
    return _converter(hint).back(data)


def changes(value: Any, base: Any) -> dict[str, Any]:
    """What differs between two values or named tuples of one class, field by field, as plain data.

    A field that itself holds such a value shows what differs within it.
    """
    cls: Any = type(value)
    return _changes(_converter(cls), value, base)


def _changes(made: "_As", value: Any, base: Any) -> dict[str, Any]:
    told = {}
    for name, converter in made.of.items():
        now, before = getattr(value, name), getattr(base, name)
        if now is not before and now != before:
            told[name] = _changes(converter, now, before) if converter.of else converter.out(now)
    return told


def changed(base: V, data: Any) -> V:
    """The value that differs from `base` in these fields: the inverse of `changes`. Raises `Unfit`."""
    cls: Any = type(base)
    return _changed(_converter(cls), base, data)  # type: ignore[no-any-return]


def _changed(made: "_As", base: Any, data: Any) -> Any:
    if type(data) is not dict or not data.keys() <= made.of.keys():
        raise Unfit(type(base).__name__)
    values = {}
    for name, item in data.items():
        converter = made.of[name]
        within = getattr(base, name)
        values[name] = _changed(converter, within, item) if converter.of else converter.back(item)
    return base._replace(**values) if hasattr(base, "_replace") else replace(base, **values)


class _As:
    """How values of one type are written and read: here, as they are."""

    def __init__(self, *types: type) -> None:
        self.types = types
        self.of: Mapping[str, _As] = {}

    def fits(self, value: Any) -> bool:
        return type(value) in self.types

    def out(self, value: Any) -> Any:
        if not self.fits(value):
            raise ValueError(f"{value!r:.80} is none of {self.types}")
        return value

    def back(self, data: Any) -> Any:
        if not self.fits(data):
            raise Unfit(f"{data!r:.80}")
        return data


class _AsOneOf(_As):
    """One of a set of values."""

    def __init__(self, values: tuple[Any, ...]) -> None:
        super().__init__(*{type(value) for value in values})
        self.values = values

    def fits(self, value: Any) -> bool:
        return super().fits(value) and value in self.values


class _AsMapping(_As):
    """A value or a named tuple, as a mapping of its fields."""

    def __init__(self, cls: Any) -> None:
        super().__init__(cls)
        self.cls = cls
        hints = get_type_hints(cls)
        self.of = {name: _converter(hints[name]) for name in field_names(cls) or ()}
        self.usual = usual_values(cls)

    def out(self, value: Any) -> Any:
        plain = {}
        for name, converter in self.of.items():
            item = getattr(value, name)
            usual = self.usual.get(name, _NOTHING)
            if item is not usual and (usual is _NOTHING or item != usual):
                plain[name] = converter.out(item)
        return plain

    def back(self, data: Any) -> Any:
        if type(data) is not dict or not self.of.keys() - self.usual.keys() <= data.keys() <= self.of.keys():
            raise Unfit(self.cls.__name__)
        return self.cls(**{name: self.of[name].back(item) for name, item in data.items()})


class _AsList(_As):
    """A tuple of any length, a list, or a set, as a list; a set sorted."""

    def __init__(self, cls: type, each: _As) -> None:
        super().__init__(cls)
        self.make: Any = cls
        self.each = each

    def out(self, value: Any) -> Any:
        items = [self.each.out(item) for item in value]
        return sorted(items) if isinstance(value, set | frozenset) else items

    def back(self, data: Any) -> Any:
        if type(data) is not list:
            raise Unfit("list")
        return self.make([self.each.back(item) for item in data])


class _AsRow(_As):
    """A tuple of some items, each of its own type, as a list."""

    def __init__(self, each: tuple[_As, ...]) -> None:
        super().__init__(tuple)
        self.each = each

    def out(self, value: Any) -> Any:
        return [one.out(item) for one, item in zip(self.each, value, strict=True)]

    def back(self, data: Any) -> Any:
        if type(data) is not list or len(data) != len(self.each):
            raise Unfit("row")
        return tuple([one.back(item) for one, item in zip(self.each, data, strict=True)])


class _AsPairs(_As):
    """A mapping of text to values of one type."""

    def __init__(self, each: _As) -> None:
        super().__init__(dict)
        self.each = each

    def fits(self, value: Any) -> bool:
        return isinstance(value, Mapping)

    def out(self, value: Any) -> Any:
        return {key: self.each.out(item) for key, item in value.items()}

    def back(self, data: Any) -> Any:
        if type(data) is not dict:
            raise Unfit("mapping")
        return {key: self.each.back(item) for key, item in data.items()}


class _AsPairsOfAny(_As):
    """A mapping whose keys are no text, as a list of keys and values."""

    def __init__(self, key: _As, each: _As) -> None:
        super().__init__(dict)
        self.rows = _AsList(tuple, _AsRow((key, each)))

    def fits(self, value: Any) -> bool:
        return isinstance(value, Mapping)

    def out(self, value: Any) -> Any:
        return self.rows.out(tuple(value.items()))

    def back(self, data: Any) -> Any:
        return dict(self.rows.back(data))


class _AsEither(_As):
    """A value of the first of several types that it fits."""

    def __init__(self, each: tuple[_As, ...]) -> None:
        super().__init__()
        self.each = each

    def fits(self, value: Any) -> bool:
        return any(one.fits(value) for one in self.each)

    def out(self, value: Any) -> Any:
        for one in self.each:
            if one.fits(value):
                return one.out(value)
        raise ValueError(f"{value!r:.80} is none of these")

    def back(self, data: Any) -> Any:
        for one in self.each:
            try:
                return one.back(data)
            except Unfit:
                continue
        raise Unfit(f"{data!r:.80}")


@cache
def _converter(hint: Any) -> _As:
    """How values of a type are written and read. Raises TypeError if they have no plain form."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is None or hint in _SIMPLE:
        return _As(NoneType if hint is None else hint)
    if field_names(hint) is not None:
        return _AsMapping(hint)
    if origin is Literal:
        return _AsOneOf(args)
    if origin in {Union, UnionType}:
        return _AsEither(tuple(map(_converter, args)))
    if origin is tuple and args[1:] != (...,):
        return _AsRow(tuple(map(_converter, args)))
    if origin in {tuple, list, set, frozenset}:
        return _AsList(origin, _converter(args[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        each = _converter(args[1])
        return _AsPairs(each) if args[0] is str else _AsPairsOfAny(_converter(args[0]), each)
    raise TypeError(f"{hint} has no plain form")
