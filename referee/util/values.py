"""Frozen values, made by msgspec: fast to declare, to make and to change.

    class Card(Value):
        suit: str
        rank: int = 1

    replace(card, rank=2)

A class says more about itself after its bases: `kw_only=True`, `order=True`, `eq=False`, as any `msgspec.Struct`, and

    dict=True               it remembers what is worked out from it (`worked_out`, `remembered`)
    uncompared=("at",)      these fields say where a value came from, and make no other value of it
    unshown=("key",)        these fields do not stand in its text (`repr`): secrets, and what is long

A value has one base with fields. Further fields, with what is worked out from them, come from `SharedFields`:

    class Purse(SharedFields):
        gold: int = 0

    class State(BaseState, Purse, kw_only=True): ...
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from operator import attrgetter
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, TypeVarTuple, dataclass_transform

from msgspec import NODEFAULT, Struct, StructMeta, field
from msgspec.structs import fields, force_setattr, replace

__all__ = [
    "SharedFields",
    "Struct",
    "Value",
    "field",
    "field_names",
    "force_setattr",
    "remembered",
    "replace",
    "usual_values",
    "worked_out",
]

V = TypeVar("V")
R = TypeVar("R")
Others = TypeVarTuple("Others")
_NOTHING = object()


class FieldNote(NamedTuple):
    """What a class says of a field in place of its default; the class keeps the `note` in `NOTES`."""

    note: Any
    usual: Any = NODEFAULT


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
class SharedFields:
    """Fields that several classes of values share, with their defaults and methods; no value by itself."""

    __slots__ = ()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class ValueType(StructMeta):
    """The class of the classes of values."""

    def __new__(
        cls,
        name: str,
        bases: tuple[type, ...],
        space: dict[str, Any],
        uncompared: Sequence[str] = (),
        unshown: Sequence[str] = (),
        **settings: Any,
    ) -> Any:
        notes = {key: one for key, one in space.items() if isinstance(one, FieldNote)}
        kept = {key: one for key, one in space.items() if key not in notes}
        usual = {key: one.usual for key, one in notes.items() if one.usual is not NODEFAULT}
        made: Any = super().__new__(cls, name, _one_base(bases), kept | usual, **settings)
        made.NOTES = {**getattr(made, "NOTES", {}), **{key: one.note for key, one in notes.items()}}
        made.UNCOMPARED = (*uncompared, *getattr(made, "UNCOMPARED", ()))
        made.UNSHOWN = (*unshown, *getattr(made, "UNSHOWN", ()))
        if made.UNCOMPARED:
            _compare(made, [one for one in made.__struct_fields__ if one not in made.UNCOMPARED])
        if made.UNSHOWN:
            _show(made, [one for one in made.__struct_fields__ if one not in made.UNSHOWN])
        return made

    def __setattr__(cls, name: str, value: Any) -> None:  # noqa: N805  it is of a class
        """Set an attribute of the class. Raises `TypeError` for those of a dataclass, which no value is."""
        if name.startswith("__dataclass_"):
            raise TypeError(
                f"{cls.__name__} is a value by its base: leave out @dataclass, and write kw_only=True after the bases"
            )
        super().__setattr__(name, value)


def _one_base(bases: tuple[type, ...]) -> tuple[type, ...]:
    """The bases of a class of values; if some are `SharedFields`, one class that has their fields and all else."""
    shared = [one for base in bases for one in reversed(base.__mro__) if issubclass(one, SharedFields)]
    if not shared or any(isinstance(one, ValueType) for one in shared):
        return bases
    kinds = {name: kind for one in shared for name, kind in one.__annotations__.items()}
    usual = {name: vars(one)[name] for one in shared for name in one.__annotations__ if name in vars(one)}
    space = {"__annotations__": kinds, **usual}
    return (StructMeta.__new__(ValueType, "SharedFieldsAdded", bases, space, kw_only=True),)


def _compare(made: Any, names: Sequence[str]) -> None:
    """Have values of a class equal if these fields are."""
    of: Any = attrgetter(*names) if names else lambda _: ()

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        return of(self) == of(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash((made, of(self)))

    made.__eq__, made.__hash__ = __eq__, __hash__


def _show(made: Any, names: Sequence[str]) -> None:
    """Have these fields alone stand in the text of a value."""

    def __repr__(self: Any) -> str:  # noqa: N807
        told = ", ".join(f"{one}={getattr(self, one)!r}" for one in names)
        return f"{type(self).__name__}({told})"

    made.__repr__ = __repr__


class Value(Struct, metaclass=ValueType, frozen=True):
    """A frozen value: its fields are given once, and two values of a class are equal if their fields are."""

    NOTES: ClassVar[Mapping[str, Any]]
    """By field, the note of its `FieldNote`."""
    UNCOMPARED: ClassVar[tuple[str, ...]]
    UNSHOWN: ClassVar[tuple[str, ...]]


def field_names(of: Any) -> tuple[str, ...] | None:
    """The names of the fields of a value, a named tuple or a class of these, in order; None of anything else."""
    return getattr(of, "__struct_fields__", getattr(of, "_fields", None))


@cache
def usual_values(cls: Any) -> Mapping[str, Any]:
    """The default values of the fields of a class of values or named tuples that have one."""
    if not issubclass(cls, Struct):
        return dict(cls._field_defaults)
    made = {}
    for one in fields(cls):
        if one.default_factory is not NODEFAULT:
            made[one.name] = one.default_factory()
        elif one.default is not NODEFAULT:
            made[one.name] = one.default
    return made


def remembered(make: Callable[[V, *Others], R]) -> Callable[[V, *Others], R]:
    """Compute a result from a value once; it keeps one per set of other arguments. Its class has `dict=True`."""

    @wraps(make)
    def known(value: Any, /, *others: *Others) -> R:
        memo, key = value.__dict__, (make, *others)
        if (result := memo.get(key, _NOTHING)) is _NOTHING:
            result = memo[key] = make(value, *others)
        return result  # type: ignore[no-any-return]

    return known


class worked_out(Generic[R]):  # noqa: N801  used as a decorator, as `property` is
    """A property that is computed when it is first read, and then kept; its class has `dict=True`.

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
