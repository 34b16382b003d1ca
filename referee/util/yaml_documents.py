"""Documents of YAML built from its events, with every mistake and its place; see `referee.util.plainyaml`."""

from collections.abc import Callable
from typing import Any

import yaml

from referee.util.errors import Faulty
from referee.util.marked import NO_KEYS, NO_PARTS, Marked, Spots
from referee.util.regexes import regex
from referee.util.values import Struct

DEEPEST = 20
"""How deep mappings and lists may be nested."""

MOST_FAULTS = 20
"""Reading stops after this many mistakes: nobody wants to be told more at once."""

LARGEST = 2**53
"""Whole numbers stay below this size: some readers of YAML and JSON round larger ones."""

TAB = regex(r" *\t")
"""Begins a line that is not read, because a tab counts for no number of blanks."""
_TOO_DEEP = "nesting depth"
"""What libyaml 0.2.6 and later says of more levels than it reads: of brackets it is said before their events come."""

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBERS_BEGIN = frozenset("+-.0123456789")
_WHOLE = regex(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_BROKEN = regex(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_ENDLESS = regex(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_SURROGATE = regex("[\ud800-\udfff]")
_LONGEST_NUMBER = 40


def documents(text: str, name: str) -> tuple[list[Marked], list[Faulty]]:
    """The documents of a text, and all that is wrong with it, in the order in which it was found."""
    builder = _Builder(name)
    try:
        _parse(text, name, builder.take)
    except Faulty as fault:
        builder.faults.append(fault)
    return builder.documents, builder.faults


def _parse(text: str, name: str, take: Callable[[Any], None]) -> None:
    """Hand over the events of a text; the library's own errors become `Faulty`."""
    try:
        loader = LOADER(text)  # the Python class reads the beginning at once
        try:
            while (event := loader.get_event()) is not None:
                take(event)
        finally:
            loader.dispose()
    except Faulty:
        raise
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
        if _TOO_DEEP in (error.problem or ""):
            raise Faulty("yaml-too-deep", where=where, deepest=DEEPEST) from None
        if mark and any(map(TAB.match, text.split("\n")[mark.line : mark.line + 1])):
            raise Faulty("yaml-tab", where=where) from None
        since = error.context_mark.line + 1 if error.context_mark else 0
        raise Faulty("yaml-syntax", where=where, problem=error.problem or "", since=since) from None
    except (yaml.YAMLError, ValueError) as error:  # ValueError: an escape beyond U+10FFFF, Python classes
        raise Faulty("yaml-syntax", where=name, problem=type(error).__name__, since=0) from None


def _begins(event: yaml.Event) -> tuple[int, int]:
    """Line and column, from 1, at which an event begins."""
    mark: Any = event.start_mark
    return mark.line + 1, mark.column + 1


def _spot_of(event: yaml.Event) -> Spots:
    """Where a value stands that has no parts."""
    mark: Any = event.start_mark
    return Spots(mark.line + 1, mark.column + 1, NO_KEYS, NO_PARTS)


def _no_name(event: yaml.Event) -> str:
    """A stand-in for a key that is not text, so that reading can go on; the result is never handed out."""
    return f"\0{_begins(event)}"


class _Open(Struct):
    """A mapping or list being filled. `key` is the key whose value comes next, None where a key comes next."""

    value: dict[str, Any] | list[Any]
    spot: Spots
    key: str | None = None


class _Builder:
    """Builds values and their spots from events, with its own stack instead of recursion."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[Faulty] = []
        self.documents: list[Marked] = []
        self.open: list[_Open] = []

    def take(self, event: yaml.Event) -> None:
        """Take one event; raises `Faulty` where reading on makes no sense."""
        if isinstance(event, yaml.ScalarEvent):
            self.scalar(event)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self.unadorned(event)
            self.begin(event)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self.open.pop()
        elif isinstance(event, yaml.DocumentStartEvent):
            self.directives(event)
        elif isinstance(event, yaml.AliasEvent):
            self.fault("yaml-alias", event, name=event.anchor)
            self.put(event, None, _spot_of(event))
        if len(self.faults) >= MOST_FAULTS:
            raise Faulty("yaml-and-so-on", where=self.place(event))

    def place(self, event: yaml.Event) -> str:
        line, column = _begins(event)
        return f"{self.name}:{line}:{column}"

    def fault(self, key: str, event: yaml.Event, **params: Any) -> None:
        self.faults.append(Faulty(key, where=self.place(event), **params))

    def directives(self, event: yaml.DocumentStartEvent) -> None:
        """Accept `%YAML 1.2`, which is what we do anyway; any other directive changes the meaning of the text."""
        version: Any = event.version
        if event.tags:
            self.fault("yaml-tag", event, tag=next(iter(event.tags)))
        if version and tuple(version) != (1, 2):
            self.fault("yaml-version", event, version=".".join(map(str, version)))

    def unadorned(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        """Refuse anchors and tags: no value has a name, or states its own type."""
        if event.anchor is not None:
            self.fault("yaml-anchor", event, name=event.anchor)
        if event.tag is not None:
            self.fault("yaml-tag", event, tag=event.tag)

    def begin(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent) -> None:
        if len(self.open) == DEEPEST:
            raise Faulty("yaml-too-deep", where=self.place(event), deepest=DEEPEST)
        value: dict[str, Any] | list[Any] = {} if isinstance(event, yaml.MappingStartEvent) else []
        if self.wants_key():
            self.fault("yaml-key-not-text", event, name="")
            self.key(event, _no_name(event))
            spot = Spots(0, 0, {}, {})  # it belongs to no value: its mistakes are reported, and nothing more
        else:
            spot = Spots(*_begins(event), {}, {})
            self.put(event, value, spot)
        self.open.append(_Open(value, spot))

    def scalar(self, event: yaml.ScalarEvent) -> None:
        """Most of a file are scalars, so that this calls as little as it can."""
        if event.anchor is not None or event.tag is not None:
            self.unadorned(event)
        value: Any = event.value
        if event.implicit[0]:
            if value[:1] in _NUMBERS_BEGIN or value in _WORDS:
                value = self.resolved(event)
        elif event.style == '"' and (half := _SURROGATE.search(value)):  # an escape of the Python classes
            self.fault("yaml-character", event, code=f"U+{ord(half[0]):04X}")
        top = self.open[-1] if self.open else None
        if top is None or top.key is not None or isinstance(top.value, list):
            self.put(event, value, _spot_of(event))
        else:
            self.scalar_key(event, value)

    def scalar_key(self, event: yaml.ScalarEvent, value: Any) -> None:
        """A key is text; the merge key of YAML 1.1 is none."""
        if event.implicit[0] and event.value == "<<":
            self.fault("yaml-merge", event)
        elif not isinstance(value, str):
            self.fault("yaml-key-not-text", event, name=event.value)
        self.key(event, event.value)

    def resolved(self, event: yaml.ScalarEvent) -> Any:
        """A plain scalar by the core schema of YAML 1.2."""
        text = event.value
        if text in _WORDS:
            return _WORDS[text]
        if _WHOLE.fullmatch(text):
            number = (
                int(text, 0 if text[:2] in {"0o", "0x"} else 10) if len(text) < _LONGEST_NUMBER else LARGEST
            )
            if abs(number) >= LARGEST:
                self.fault("yaml-number", event, number=text[:_LONGEST_NUMBER])
            return number
        if _BROKEN.fullmatch(text):
            broken = float(text)
            if abs(broken) == float("inf"):
                self.fault("yaml-number", event, number=text[:_LONGEST_NUMBER])
            return broken
        if _ENDLESS.fullmatch(text):
            self.fault("yaml-number", event, number=text)
        return text

    def wants_key(self) -> bool:
        return bool(self.open) and isinstance(self.open[-1].value, dict) and self.open[-1].key is None

    def key(self, event: yaml.Event, name: str) -> None:
        """Note the key whose value comes next; the second of two equal keys is a mistake."""
        top = self.open[-1]
        if name in top.spot.keys:
            self.fault("yaml-duplicate-key", event, name=name, first=top.spot.keys[name][0])
        else:
            top.spot.keys[name] = _begins(event)
        top.key = name

    def put(self, event: yaml.Event, value: Any, spot: Spots) -> None:
        """Put a value where it belongs: as the document, at the end of a list, or under the waiting key."""
        if not self.open:
            self.documents.append(Marked(value, self.name, spot))
            return
        top = self.open[-1]
        if isinstance(top.value, list):
            top.spot.parts[len(top.value)] = spot
            top.value.append(value)
        elif top.key is None:  # an alias in place of a key
            self.key(event, _no_name(event))
        else:
            top.spot.parts[top.key] = spot
            top.value[top.key] = value
            top.key = None
