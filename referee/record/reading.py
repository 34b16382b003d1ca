"""Documents of a record as entries: every key known, every field there or with a default, types exact.

How a field is read depends on its type alone. It is worked out once for each type, and once for each class
and the keys that its document names.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from types import UnionType
from typing import Any, Union, get_args, get_origin

from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.lots import Lot
from referee.house.chapters import event_named
from referee.house.games import find
from referee.record.entries import ALWAYS, KINDS, PATTERNS, Entry, Line, Misfit, Opening, in_form, shape
from referee.record.private import Shut, opened
from referee.record.seals import FORMAT, PRIVATE
from referee.util.errors import Faulty
from referee.util.layout import Document
from referee.util.plain import pointer
from referee.util.values import Value, replace

UPGRADES: Mapping[int, Callable[[Document], Document]] = {}
"""For each older format, what turns a document into one of the next format. A record's opening names its format."""


def from_documents(documents: Sequence[Document], game: Game | None = None) -> tuple[Entry, ...]:
    """The entries of a whole record, converted to today's format.

    The game is the one that the opening names, unless one is given. Raises `Faulty` naming entry and field.
    """
    if not documents:
        return ()
    first = documents[0]
    written = first.get("format")
    if first.get("kind") != Opening.kind or type(written) is not int:
        raise Faulty("record-opening", entry=0)
    rules = game or find(str(upgraded(first, written).get("game")))
    return tuple(from_document(upgraded(doc, written), rules) for doc in documents)


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


# Values

_OF_ENTRY, _OF_EVENT, _NONE = frozenset({"kind"}), frozenset({"event", "rule"}), frozenset[str]()
_PLANS = 2048
"""For how many classes, each with a set of keys, the plan is remembered: more than any game has."""

Fit = Callable[[Any, Game], Any]
"""Turns what stands in a document into the value of a field. Raises `Misfit`."""


class _Plan(Value):
    """How a value is made of a mapping with certain keys.

    Attributes:
        names: the fields that the mapping names.
        given: the values of these fields, of a mapping.
        kinds: of what types these values usually are.
        turned: of usual values those that are converted: their places, and the functions that do it.
        fits: for each field, the function that checks and converts its value, whatever it is.
        make: makes the value of the values of these fields.
    """

    names: tuple[str, ...]
    given: Callable[[Any], tuple[Any, ...]]
    kinds: tuple[Any, ...]
    turned: tuple[tuple[int, Fit], ...]
    fits: tuple[Fit, ...]
    make: Callable[..., Any]

    def made(self, doc: Document, game: Game) -> Any:
        """The value of a mapping with these keys. Raises `Misfit`."""
        values: Sequence[Any] = self.given(doc)
        if (*map(type, values),) != self.kinds:
            values = self._fitted(values, enumerate(self.fits), game)
        elif self.turned:
            values = self._fitted(values, self.turned, game)
        return self.make(*values)

    def _fitted(self, values: Sequence[Any], fits: Iterable[tuple[int, Fit]], game: Game) -> Sequence[Any]:
        made = [*values]
        for at, fit in fits:
            try:
                made[at] = fit(made[at], game)
            except Misfit as misfit:
                raise misfit.under(self.names[at]) from None
        return made


@lru_cache(_PLANS)
def _plan(cls: Any, keys: tuple[str, ...], left_out: frozenset[str] = _NONE) -> _Plan:
    """What is `left_out` describes the class, unless it has a field for it; the number of its rule, for example."""
    hints, needed = shape(cls)
    names = tuple(name for name in keys if name in hints or name not in left_out)
    if unknown := [name for name in names if name not in hints]:
        raise Misfit("record-unknown", unknown[0])
    if missing := needed - {*names}:
        raise Misfit("record-missing", min(missing))
    of = [hints[name] for name in names]
    kinds, fits = tuple(map(_usual, of)), tuple(map(_fit, of))
    turned = tuple((at, fits[at]) for at, kind in enumerate(kinds) if kind is list)
    given = itemgetter(*names) if len(names) > 1 else lambda doc: tuple(doc[name] for name in names)
    return _Plan(
        names, given, kinds, turned, fits, cls if names == cls.__match_args__ else _by_name(cls, names)
    )


def _by_name(cls: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    """A function that makes a value of the values of these fields, one after another."""
    return lambda *values: cls(**dict(zip(names, values, strict=True)))


def _usual(hint: Any) -> Any:
    """The type that a value of this type has in a document; the type itself if there are several."""
    origin = get_origin(hint)
    return list if origin is tuple else dict if origin is Mapping else hint


def _made(cls: Any, doc: Any, game: Game, left_out: frozenset[str] = _NONE) -> Any:
    """Make a value from a mapping."""
    if type(doc) is not dict:
        raise Misfit("record-type", expected="mapping")
    return _plan(cls, tuple(doc), left_out).made(doc, game)


def _event(doc: Any, game: Game) -> Any:
    name = doc.get("event") if type(doc) is dict else None
    cls: Any = event_named(game, name)
    if cls is None or "rule" not in doc:
        raise Misfit("record-event", event=str(name))
    return _plan(cls, (*doc,), _OF_EVENT).made(doc, game)


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
        if not value or (same and {*map(type, value)} == same):
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


# The JSON Schema of a record, made from the same classes that read it.


def record_schema() -> Document:
    """The JSON Schema (draft 7) of a record's documents, for editors and other readers.

    It does not describe the fields of events: these belong to the game.
    """
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "a document of a game record",
        "oneOf": [{"$ref": f"#/definitions/{kind}"} for kind in KINDS],
        "definitions": {
            **{name: _kind_schema(kind) for name, kind in KINDS.items()},
            "line": _class_schema(Line),
        },
    }


def _kind_schema(kind: type[Entry]) -> Document:
    schema = _class_schema(kind)
    schema["properties"] = {"kind": {"const": kind.kind}, **schema["properties"]}
    schema["required"] = sorted({*schema["required"], "kind", *(ALWAYS & schema["properties"].keys())})
    return schema


def _class_schema(cls: Any) -> Document:
    hints, needed = shape(cls)
    properties = {name: _hint_schema(hint) for name, hint in hints.items()}
    for name in PATTERNS.keys() & properties.keys():
        properties[name] = {"type": "string", "pattern": f"^(?:{PATTERNS[name]})$"}
    if "format" in properties:
        properties["format"] = {"const": FORMAT}
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(needed),
        "additionalProperties": False,
    }


def _hint_schema(hint: Any) -> Document:
    text = {"type": "string"}
    if hint is Line:
        return {"$ref": "#/definitions/line"}
    if hint is Event:
        return {"type": "object", "required": ["event", "rule"], "properties": {"event": text, "rule": text}}
    if hint is Lot:
        whole: Document = {"type": "integer", "minimum": 0}
        return {"type": "array", "items": [text, whole, {"type": "array", "items": whole}], "minItems": 3}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _hint_schema(get_args(hint)[0])}
    return {"type": {str: "string", int: "integer"}.get(hint, "object")}
