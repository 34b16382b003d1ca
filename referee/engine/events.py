"""Events: what happened, frozen, with each field's audience; and what a seat is shown of them.

An event class is declared with `@event("4.1")` (the rule it carries out). Every field says who may see it; a
field that does not is an error at import:

    Open[T]                          everyone, onlookers too
    Hidden[T]                        nobody (the order of a deck)
    Annotated[T, seen_by("by")]      the seats named in the fields given: a seat, or a tuple of seats
    Annotated[T, to_master]          the master alone; seen_by("by", master=True) the master too
    Annotated[T, unordered]          besides: the order of this tuple means nothing and is not shown

`@event("14.6", only="by")` shows the whole event, its very existence, to those seats alone. `only` may name
several fields, and `master=True` shows it to the master too. A field called `rule` replaces the number of the
class for that one event.

Cards are physical: `loki.ravens.4` is one piece of cardboard. What is shown is its *face*, `loki.ravens`:
whose back it bears and what it is. So copies of a card can never be told apart by what is shown.
"""

from collections.abc import Callable, Generator, Mapping
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from referee.engine.rules import cites
from referee.engine.seating import MASTER
from referee.util.regexes import regex
from referee.util.values import Value, field_names

T = TypeVar("T")


class Audience(Value):
    """Who sees a field: everyone, or the seats named in other fields of the same event.

    The name `MASTER` there stands for the master's seat.
    """

    everyone: bool
    named_in: tuple[str, ...] = ()


class Unordered(Value):
    """Marks a tuple whose order carries no meaning: it is shown sorted."""


EVERYONE = Audience(everyone=True)
NOBODY = Audience(everyone=False)
unordered = Unordered()
Open = Annotated[T, EVERYONE]
Hidden = Annotated[T, NOBODY]


def seen_by(*named_in: str, master: bool = False) -> Audience:
    """The audience of the seats that stand in these fields of the event; with `master`, of the master too."""
    return Audience(everyone=False, named_in=(*named_in, *((MASTER,) if master else ())))


to_master = seen_by(master=True)


class Shown(Value):
    """One declared field of an event class."""

    name: str
    audience: Audience
    sorted: bool


class Event(Value, forbid_unknown_fields=True):
    """Something that happened. Subclasses are frozen; `change` tells what it does to a state."""

    number: ClassVar[str] = ""
    only: ClassVar[tuple[str, ...]] = ()
    shown: ClassVar[tuple[Shown, ...]] = ()
    private: ClassVar[str] = ""
    """The field whose text is closed to all other seats for ever; "" for none."""
    private_to_player: ClassVar[bool] = False
    """Whether a later player of the seat is not told of it."""
    untold: ClassVar[bool] = False
    """Whether no other seat is told of it when the game is over either."""
    about_mail: ClassVar[bool] = False
    """Whether it is about letters, and no part of the game."""

    def change(self, state: Any) -> Any:
        """The state after this event. Dumb and total: it never refuses and draws no lots."""
        raise NotImplementedError

    @property
    def cited(self) -> str:
        """The number of the rule this event carries out."""
        return str(getattr(self, "rule", self.number))


class LeavesTheTable(Event):
    """Something that leaves the table as it is."""

    def change(self, state: Any) -> Any:
        """The table stays as it is."""
        return state


Happening = Generator[Event, Any, Any]
"""Events one by one; the state after each is sent back."""

EVENTS: dict[str, dict[str, type[Event]]] = {}
"""Event classes by the package of their game, then by name."""

E = TypeVar("E")


def event(
    number: str, *, only: str | tuple[str, ...] | None = None, master: bool = False
) -> Callable[[type[E]], type[E]]:
    """Make a frozen event class that cites a rule.

    Raises TypeError, at import, if a field does not name its audience or names an unknown field, or if
    another module of the same package has an event of that name.
    """
    alone = seen_by(*((only,) if isinstance(only, str) else only or ()), master=master).named_in

    def declare(cls: type[E]) -> type[E]:
        made: Any = cls
        made.number = number
        made.only = alone
        made.shown = _declared(made)
        cites(number)(made)
        package = made.__module__.rpartition(".")[0]
        known = EVENTS.setdefault(package, {}).setdefault(made.__name__, made)
        if package and known.__module__ != made.__module__:
            raise TypeError(f"{made.__name__} of {made.__module__} is an event of {known.__module__} already")
        EVENTS[package][made.__name__] = made
        return made  # type: ignore[no-any-return]

    return declare


OF_EVERY_EVENT = frozenset(
    {"number", "only", "shown", "private", "change", "cited", "event"}
    | {"private_to_player", "untold", "about_mail"}
)
"""Names that no field can have; by `event` a record calls the event itself."""


def _declared(cls: Any) -> tuple[Shown, ...]:
    hints = get_type_hints(cls, include_extras=True)
    names = field_names(cls) or ()
    if MASTER in names:
        raise TypeError(f"{cls.__name__}.{MASTER} is called as a seat is")
    shown = []
    for name in names:
        if name in OF_EVERY_EVENT:
            raise TypeError(
                f"{cls.__name__}.{name}: every event has a {name} already; call the field something else"
            )
        hint = hints[name]
        notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        audiences = [note for note in notes if isinstance(note, Audience)]
        if len(audiences) != 1:
            raise TypeError(f"{cls.__name__}.{name} must name one audience")
        if missing := [n for n in (*audiences[0].named_in, *cls.only) if n not in (*names, MASTER)]:
            raise TypeError(f"{cls.__name__}.{name} is shown to {missing[0]!r}, which is no field of it")
        shown.append(Shown(name, audiences[0], any(isinstance(note, Unordered) for note in notes)))
    return tuple(shown)


class Seen(Value):
    """What one seat is shown of one event: the fields it may see, cards as faces."""

    kind: str
    rule: str
    fields: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def get(self, name: str, default: Any = None) -> Any:
        """A field's value, or the default where this seat is not shown it."""
        return self.fields.get(name, default)


def may_see(event: Event, audience: Audience, seat: str | None) -> bool:
    """Whether a seat (None is an onlooker) belongs to an audience of this event."""
    return audience.everyone or (
        seat is not None and any(_names(event, name, seat) for name in audience.named_in)
    )


def _names(event: Event, name: str, seat: str) -> bool:
    """Whether a field of the event names this seat, alone or among others.

    The master's seat is named by its own name.
    """
    named = name if name == MASTER else getattr(event, name)
    return seat in named if isinstance(named, tuple) else named == seat


def shows(event: Event, seat: str | None) -> bool:
    """Whether a seat is shown at all that this happened."""
    return not event.only or may_see(event, seen_by(*event.only), seat)


def seen(event: Event, seat: str | None) -> Seen | None:
    """What a seat is shown of an event; None if it is not even shown that it happened."""
    if not shows(event, seat):
        return None
    visible = {
        f.name: face_value(getattr(event, f.name), f.sorted)
        for f in event.shown
        if may_see(event, f.audience, seat)
    }
    return Seen(type(event).__name__, event.cited, visible)


def everything(event: Event) -> Seen:
    """All of an event, no matter who may see it."""
    fields = {one.name: face_value(getattr(event, one.name), one.sorted) for one in event.shown}
    return Seen(type(event).__name__, event.cited, fields)


CARD = regex(r"[a-z]+\.[a-z][a-z-]*\.[0-9]+")


@cache
def face(card: str) -> str:
    """The face of a physical card: `loki.ravens.4` is one of several `loki.ravens`."""
    return card.rpartition(".")[0]


def face_value(value: Any, in_order: bool) -> Any:
    """A field's value as it is shown: cards as faces; sorted, where its order means nothing."""
    if isinstance(value, str):
        return face(value) if CARD.fullmatch(value) else value
    if isinstance(value, tuple):
        items = [face_value(item, in_order) for item in value]
        return tuple(sorted(items) if in_order else items)
    return value
