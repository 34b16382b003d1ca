"""Documents of a record as entries: every key known, every field there or with a default, types exact.

How a field is read depends on its type alone. It is worked out once for each type, and once for each class
and the keys that its document names.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.lots import Lot
from referee.house.chapters import event_named
from referee.house.games import find
from referee.record.entries import KINDS, Entry, Line, Opening, in_form
from referee.record.private import Shut, opened
from referee.record.seals import FORMAT, PRIVATE
from referee.record.shapes import Misfit, shape
from referee.util.errors import Faulty
from referee.util.layout import Document
from referee.util.plain import pointer

UPGRADES: Mapping[int, Callable[[Document], Document]] = {}
"""For each older format, what turns a document into one of the next format. A record's opening names its format."""


def from_documents(documents: Sequence[Document], game: Game | None = None) -> tuple[Entry, ...]:
    """The entries of a whole record, converted to today's format.

    The game is the one that the opening names, unless one is given. Raises `Faulty` naming entry and field.
    """
    return tuple(iterated(documents, game))


def iterated(documents: Sequence[Document], game: Game | None = None) -> Iterator[Entry]:
    """The same entries, one by one as the caller asks for them."""
    if not documents:
        return
    first = documents[0]
    written = first.get("format")
    if first.get("kind") != Opening.kind or type(written) is not int:
        raise Faulty("record-opening", entry=0)
    rules = game or find(str(upgraded(first, written).get("game")))
    for doc in documents:
        yield from_document(upgraded(doc, written), rules)


def upgraded(doc: Document, written: int) -> Document:
    """A document of an older format as one of today's. Raises `Faulty` for a format we do not know."""
    for number in range(written, FORMAT):
        if number not in UPGRADES:
            raise Faulty("record-format", format=written, known=FORMAT)
        doc = UPGRADES[number](doc)
    if written > FORMAT:
        raise Faulty("record-format", format=written, known=FORMAT)
    return doc


def from_document(doc: Document, game: Game) -> Entry:
    """The entry of a document of today's format. Raises `Faulty` naming entry, field and what is wrong."""
    kind = KINDS.get(str(doc.get("kind")))
    if kind is None:
        raise Faulty("record-kind", entry=doc.get("entry"), kind=str(doc.get("kind")), known=tuple(KINDS))
    try:
        doc = opened(doc, lambda: Misfit("record-private", PRIVATE))
        entry: Entry = _made(kind, doc, game, _OF_ENTRY)
    except Misfit as misfit:
        raise Faulty(
            misfit.key, entry=doc.get("entry"), field=pointer(*misfit.path), **misfit.params
        ) from None
    in_form(doc)
    return entry


def fitted(value: Any, hint: Any, game: Game) -> Any:
    """A value as its field declares it: lists become tuples, and nothing else is changed. Raises `Misfit`."""
    return value if type(value) is hint else _fit(hint)(value, game)


# Dataclasses

_OF_ENTRY, _OF_EVENT, _NONE = frozenset({"kind"}), frozenset({"event", "rule"}), frozenset[str]()
_PLANS = 2048
"""For how many classes, each with a set of keys, the plan is remembered: more than any game has."""

Fit = Callable[[Any, Game], Any]
"""Turns what stands in a document into the value of a field. Raises `Misfit`."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """How a dataclass is made of a mapping with certain keys.

    Attributes:
        names: the fields that the mapping names.
        hints: the types of these fields.
        fits: for each field, the function that checks and converts its value.
        whole: whether these are all fields of the class, in their order.
    """

    names: tuple[str, ...]
    hints: list[Any]
    fits: tuple[Fit, ...]
    whole: bool


@lru_cache(_PLANS)
def _plan(cls: Any, keys: tuple[str, ...], left_out: frozenset[str]) -> _Plan:
    hints, needed = shape(cls)
    names = tuple(name for name in keys if name in hints or name not in left_out)
    if unknown := [name for name in names if name not in hints]:
        raise Misfit("record-unknown", unknown[0])
    if missing := needed - {*names}:
        raise Misfit("record-missing", min(missing))
    of = [hints[name] for name in names]
    return _Plan(names, of, tuple(map(_fit, of)), names == tuple(hints))


def _made(cls: Any, doc: Any, game: Game, left_out: frozenset[str] = _NONE) -> Any:
    """Make a dataclass from a mapping.

    What is `left_out` describes the class, unless the class has a field for it; the number of its rule, for
    example.
    """
    if type(doc) is not dict:
        raise Misfit("record-type", expected="mapping")
    plan = _plan(cls, tuple(doc), left_out)
    values = [doc[name] for name in plan.names]
    if [*map(type, values)] != plan.hints:
        for at, (value, hint, fit) in enumerate(zip(values, plan.hints, plan.fits, strict=True)):
            if type(value) is not hint:
                try:
                    values[at] = fit(value, game)
                except Misfit as misfit:
                    raise misfit.under(plan.names[at]) from None
    return cls(*values) if plan.whole else cls(**dict(zip(plan.names, values, strict=True)))


def _event(doc: Any, game: Game) -> Any:
    name = doc.get("event") if type(doc) is dict else None
    cls = event_named(game, name)
    if cls is None or "rule" not in doc:
        raise Misfit("record-event", event=str(name))
    return _made(cls, doc, game, _OF_EVENT)


def _line(doc: Any, game: Game) -> Line:
    line: Line = _made(Line, doc, game)
    return replace(line, params=_frozen(line.params)) if line.params else line


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return {key: _frozen(item) for key, item in value.items()} if isinstance(value, dict) else value


def _lot(value: Any, _game: Game) -> Lot:
    try:
        return Lot.from_list(value)
    except ValueError as error:
        raise Misfit("record-lot") from error


# Other types

_OWN: Mapping[Any, Fit] = {Event: _event, Line: _line, Lot: _lot}
_PLAIN = frozenset((str, int, bool))


@cache
def _fit(hint: Any) -> Fit:
    """The function that fits values to a type."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in _OWN:
        return _OWN[hint]
    if hint is Any:
        return lambda value, _: value
    if origin in {Union, UnionType}:
        return _one_of(args)
    if origin is tuple:
        return _row_of(args[0], hint) if args[1:] == (...,) else _items_of(args, hint)
    return _just(dict if origin is Mapping else hint, hint)


def _no_fit(hint: Any) -> Misfit:
    return Misfit("record-type", expected=hint.__name__ if isinstance(hint, type) else str(hint))


def _just(cls: Any, hint: Any) -> Fit:
    """Fits a value of exactly this class; a text may be a private one."""

    def just(value: Any, _: Game) -> Any:
        if type(value) is cls or (hint is str and isinstance(value, Shut)):
            return value
        raise _no_fit(hint)

    return just


def _row_of(each: Any, hint: Any) -> Fit:
    """Fits a tuple of any length."""
    fit, same = _fit(each), {each} if each in _PLAIN else set()

    def row(value: Any, game: Game) -> Any:
        if type(value) is not list:
            raise _no_fit(hint)
        if not value or {*map(type, value)} == same:
            return tuple(value)
        items = list[Any]()
        try:
            for one in value:
                items.append(fit(one, game))
        except Misfit as misfit:
            raise misfit.under(len(items)) from None
        return tuple(items)

    return row


def _items_of(each: tuple[Any, ...], hint: Any) -> Fit:
    """Fits a tuple of a fixed length, each item of its own type."""
    fits = tuple(map(_fit, each))

    def items_of(value: Any, game: Game) -> Any:
        if type(value) is not list:
            raise _no_fit(hint)
        if len(value) != len(fits):
            raise Misfit("record-type", expected=f"{len(fits)} items")
        items = list[Any]()
        try:
            for one, fit in zip(value, fits, strict=True):
                items.append(fit(one, game))
        except Misfit as misfit:
            raise misfit.under(len(items)) from None
        return tuple(items)

    return items_of


def _one_of(each: tuple[Any, ...]) -> Fit:
    """Fits a value to the first of some types that takes it."""
    fits = tuple(map(_fit, each))

    def one_of(value: Any, game: Game) -> Any:
        if type(value) in each:
            return value
        for fit in fits:
            try:
                return fit(value, game)
            except Misfit:
                continue
        raise Misfit("record-type", expected=" or ".join(map(str, each)))

    return one_of
