"""Guarded reading of the YAML files that people edit by hand.

Text is read event by event, and the value is built from the events. The library composes and constructs
nothing, so nothing is nested deeper than we allow, nothing refers to anything else, and every value keeps its
line and column. Scalars are read by the core schema of YAML 1.2 (section 10.3.2), in which `no`, `on`,
`1:30`, `1_000` and `2026-11-20` are text.
"""

import errno
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from referee.util import files
from referee.util.errors import Faulty, NotFound, WrongConfig

DEEPEST = 20
"""How deep mappings and lists may be nested."""

MOST_FAULTS = 20
"""Reading stops after this many mistakes: nobody wants to be told more at once."""

LARGEST = 2**53
"""Whole numbers stay below this size: some readers of YAML and JSON round larger ones."""

TAB = re.compile(r" *\t")
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
_WHOLE = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_BROKEN = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_ENDLESS = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_NEVER = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]",
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_BREAK = re.compile("\r\n|\r|\n")
_LONGEST_NUMBER = 40

Steps = Sequence[str | int]
"""The way to a value: the keys and indexes that lead there."""


class ManyFaulty(Faulty):
    """Several mistakes reported at once: each of them in `faults`, in the order they were found."""

    def __init__(self, faults: Sequence[Faulty]) -> None:
        super().__init__("several-faults", count=len(faults))
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


def faults_of(fault: Faulty) -> tuple[Faulty, ...]:
    """The single mistakes that a `Faulty` stands for: itself, or those it contains."""
    return fault.faults if isinstance(fault, ManyFaulty) else (fault,)


def raise_all(faults: Sequence[Faulty]) -> None:
    """Raise what has been found: nothing, the one mistake, or all of them as one `ManyFaulty`."""
    if faults:
        raise faults[0] if len(faults) == 1 else ManyFaulty(faults)


@dataclass(slots=True)
class _Spot:
    """Where a value stands (line and column from 1), its keys, and the spots of its items."""

    line: int
    column: int
    keys: dict[str, tuple[int, int]]
    parts: dict[str | int, "_Spot"]


_NO_KEYS: dict[str, tuple[int, int]] = {}
_NO_PARTS: dict[str | int, _Spot] = {}
"""Those of all scalars: nothing is ever put into them."""


@dataclass(frozen=True, slots=True)
class Marked:
    """What a document says, and where it says it.

    `value` is made of dict, list, str, int, float, bool and None only; `name` is the file's name as it was
    given.
    """

    value: Any
    name: str
    _spot: _Spot = field(repr=False, compare=False)

    def place(self, path: Steps, key: bool = False) -> str:
        """The place `file:line:column` of the value at a path of keys and indexes, or of its key."""
        line, column = self.spot(path, key)
        return f"{self.name}:{line}:{column}"

    def spot(self, path: Steps, key: bool = False) -> tuple[int, int]:
        """Line and column, from 1, of the value at a path of keys and indexes, or of its key.

        A path that leads nowhere ends at the last value on the way: a missing key is reported where it is
        missing.
        """
        spot = self._spot
        for depth, step in enumerate(path, 1):
            if step not in spot.parts:
                break
            if key and depth == len(path) and isinstance(step, str):
                return spot.keys[step]
            spot = spot.parts[step]
        return spot.line, spot.column


class Content(Marked):
    """Content that does not come from a file of its own: the place of a value is its path."""

    def place(self, path: Steps, key: bool = False) -> str:  # noqa: ARG002
        """The place of the value at a path: `opening/deck/3/copies`."""
        return "/".join((self.name, *map(str, path)))


def content(value: Any, name: str) -> Marked:
    """Content as if it had been read from a file."""
    return Content(value, name, _Spot(1, 1, _NO_KEYS, _NO_PARTS))


def read_text(text: str | bytes, name: str, *, limit: int = 1_000_000) -> Marked:
    """Read one document; `limit` bounds its characters (its bytes, if bytes are given).

    A text without any document gives None. Raises `Faulty`, or `ManyFaulty` for several mistakes.
    """
    documents = read_all(text, name, limit=limit)
    if len(documents) > 1:
        raise Faulty("yaml-several-documents", where=documents[1].place(()), count=len(documents))
    return documents[0] if documents else Marked(None, name, _Spot(1, 1, _NO_KEYS, _NO_PARTS))


def read_all(text: str | bytes, name: str, *, limit: int = 1_000_000) -> list[Marked]:
    """Read a stream of documents. Limits and mistakes as for `read_text`."""
    if len(text) > limit:
        raise Faulty("yaml-too-long", where=name, limit=limit)
    decoded = _decoded(text, name).removeprefix("\ufeff")
    if found := _NEVER.search(decoded):
        where = _place(name, decoded[: found.start()])
        raise Faulty("yaml-character", where=where, code=f"U+{ord(found[0]):04X}")
    builder = _Builder(name)
    try:
        _parse(decoded, name, builder.take)
    except Faulty as fault:
        builder.faults.append(fault)
    raise_all(builder.faults)
    return builder.documents


def read_file(path: str | Path, *, limit: int = 1_000_000, of_home: bool = False) -> Marked:
    """Read a file with one document. Raises `Faulty`, also if the file is missing or cannot be read.

    `of_home` says that it is one by which a home is set up.
    """
    name = str(path)
    try:
        text = files.read(path, limit + 1)
    except (FileNotFoundError, ValueError):  # ValueError: a NUL in the name
        raise NotFound("file-missing", where=name, name=name) from None
    except OSError as error:
        code = errno.errorcode.get(error.errno or 0, "")
        raise NotFound("file-unreadable", where=name, name=name, error=code) from None
    try:
        return read_text(text, name, limit=limit)
    except Faulty as fault:
        for one in faults_of(fault):
            if of_home:
                one.exit_code = WrongConfig.exit_code
        raise


def _decoded(text: str | bytes, name: str) -> str:
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        before = text[: error.start].decode("utf-8").removeprefix("\ufeff")
        byte = f"0x{text[error.start]:02X}"
        raise Faulty("yaml-not-utf8", where=_place(name, before), byte=byte) from None


def _place(name: str, before: str) -> str:
    """The place right after a text."""
    lines = _BREAK.split(before)
    return f"{name}:{len(lines)}:{len(lines[-1]) + 1}"


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


def _spot_of(event: yaml.Event) -> _Spot:
    """Where a value stands that has no parts."""
    mark: Any = event.start_mark
    return _Spot(mark.line + 1, mark.column + 1, _NO_KEYS, _NO_PARTS)


def _no_name(event: yaml.Event) -> str:
    """A stand-in for a key that is not text, so that reading can go on; the result is never handed out."""
    return f"\0{_begins(event)}"


@dataclass(slots=True)
class _Open:
    """A mapping or list being filled. `key` is the key whose value comes next, None where a key comes next."""

    value: dict[str, Any] | list[Any]
    spot: _Spot
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
            spot = _Spot(0, 0, {}, {})  # it belongs to no value: its mistakes are reported, and nothing more
        else:
            spot = _Spot(*_begins(event), {}, {})
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

    def put(self, event: yaml.Event, value: Any, spot: _Spot) -> None:
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
