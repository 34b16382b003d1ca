"""What stands in a record: its entries as dataclasses, and as documents.

An entry is the opening of a game, a letter as it was ruled on, or an act of the table or its keeper. Its
events are what happened, as events; reading them back needs the game that declares them. Keys that are
empty are left out of a document, but for `lots`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from itertools import repeat
from types import UnionType
from typing import Any, ClassVar, Union, get_args

from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.lots import Lot
from referee.house.chapters import event_named
from referee.house.games import find
from referee.record.file import Last
from referee.record.private import Shut, opened
from referee.record.seals import FORMAT, PRIVATE, close
from referee.record.shapes import Misfit, parts, shape, usually, written
from referee.util.errors import Faulty
from referee.util.layout import Document
from referee.util.plain import pointer

UPGRADES: Mapping[int, Callable[[Document], Document]] = {}
"""For each older format, what makes a document of it one of the next; each record names its own in its opening."""

ORDERS = ("played", "refused", "passed-over", "ambiguous", "not-played")
VERDICTS = (*ORDERS, "misread", "prose", "said", "noted", "answered")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a letter: as written, and what became of it.

    `move` is the move in canonical notation, `rule` and `why` (a key, with `params`) tell of a refusal;
    `remark` and `mark` are the writer's own until the end; `events` counts the events that followed.
    """

    number: int
    raw: str
    verdict: str
    move: str = ""
    rule: str = ""
    why: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    remark: str = ""
    mark: str = ""
    events: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What all entries have: their number and time (RFC 3339, UTC), events, lots drawn, and the seal.

    `mended` names the file that a torn tail was moved to before this entry. `salt`, `leaves`, `seal` and `signature`
    (see `referee.record.seals`) are empty until `sealed`.
    """

    kind: ClassVar[str] = ""
    entry: int = 0
    at: str
    events: tuple[Event, ...] = ()
    lots: tuple[Lot, ...] = ()
    mended: str = ""
    salt: str = ""
    leaves: Mapping[str, str] = field(default_factory=dict)
    seal: str = ""
    signature: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(Entry):
    """A game is opened: everything it depends on, as content, and the commitment to its lots (hex, or "").

    `roles` are the parts of the seats that are no player's (see `referee.engine.seating`). `languages` are those of the seats' letters, in their order; () where all are English. `terms` see `referee.house.terms`.
    `signer` is the keeper's public key (Ed25519, hex; "" if the keeper does not sign), `arbiter` the name of the arbiter as
    players are told it ("": the keeper). Without events it is an invitation, and the game is laid out by the letter with
    which the last seat accepts.
    """

    kind: ClassVar[str] = "opening"
    format: int = FORMAT
    id: str
    game: str
    edition: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    roles: Mapping[str, str] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    terms: Mapping[str, Any] = field(default_factory=dict)
    commit: str = ""
    signer: str = ""
    arbiter: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter(Entry):
    """A letter: whose, the position before it, its lines.

    `digest` is the SHA-256 of the mail, `message` that of its Message-ID (hex, or ""); in a game of signed letters `message` only
    if that was signed, and `body` is one of the body, made with a key (see `referee.post.dkim`). `reply` is the number of our mail
    that it answers (`g1.thor.9`, or ""); `ruled` is when it was ruled on, if that was long after it came, else "".
    """

    kind: ClassVar[str] = "letter"
    seat: str
    digest: str = ""
    message: str = ""
    body: str = ""
    reply: str = ""
    ruled: str = ""
    position: str = ""
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Entry):
    """What the table or its keeper did (`silence`, `deadline`...), for which seat, and why."""

    kind: ClassVar[str] = "act"
    act: str
    seat: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Entry):
    """A ruling, or another letter of the arbiter (`by`): its effects, and why; the rest is of the mail it came by, if any."""

    kind: ClassVar[str] = "ruling"
    by: str
    digest: str = ""
    message: str = ""
    body: str = ""
    lines: tuple[Line, ...] = ()
    reason: str = ""


KINDS: Mapping[str, type[Entry]] = {kind.kind: kind for kind in (Opening, Letter, Act, Ruling)}
CLOSING = ("salt", "leaves", "seal", "signature")
"""What a document is closed with."""
LEADING, TRAILING = ("entry", "at", "kind"), ("events", "lots", "mended", *CLOSING)
ALWAYS, LINE = frozenset({"entry", "at", "format", "lots"}), frozenset({"number", "raw", "verdict"})
"""Keys that are written even when empty: of an entry, and of a line."""
HEX, TIME = r"(?:[0-9a-f]{64})?", r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z"
PATTERNS: Mapping[str, str] = {
    "at": TIME,
    "ruled": rf"(?:{TIME})?",
    "salt": HEX,
    "seal": HEX,
    "signature": r"(?:[0-9a-f]{128})?",
    "signer": HEX,
    "digest": HEX,
    "message": HEX,
    "body": HEX,
    "verdict": "|".join(VERDICTS),
}
FORMS = {name: re.compile(pattern, re.ASCII) for name, pattern in PATTERNS.items()}


# Writing


def to_document(entry: Entry) -> Document:
    """The document of an entry; keys that are empty are left out. Raises `Faulty` for a value out of form."""
    doc: Document = {"entry": entry.entry, "at": entry.at, "kind": entry.kind}
    own = [f for f in fields(entry) if f.name not in {*LEADING, *TRAILING}]
    for one in (*own, *(f for name in TRAILING for f in fields(entry) if f.name == name)):
        value = getattr(entry, one.name)
        if one.name in ALWAYS or value != _usual(one):
            doc[one.name] = plain(value)
    _in_form(doc)
    return doc


def _usual(one: Field[Any]) -> Any:  # `MISSING` where something is always written
    return one.default if one.default_factory is MISSING else one.default_factory()


def plain(value: Any) -> Any:
    """A value of an entry as it stands in a document."""
    match value:
        case Shut():
            return {PRIVATE: value.digest}
        case Event():
            return event_document(value)
        case Line():
            return line_document(value)
        case Lot():
            return value.as_list()
        case tuple() | list():
            return [plain(item) for item in value]
        case Mapping():
            return {key: plain(item) for key, item in value.items()}
        case _:
            return value


def line_document(line: Line) -> Document:
    """A line of a letter as it stands in a document."""
    doc = {f.name: plain(getattr(line, f.name)) for f in fields(line)}
    return {k: value for k, value in doc.items() if k in LINE or value not in ("", 0, {})}


def event_document(event: Event) -> Document:
    """An event as a document: its name, the rule it cites, its fields; those that are empty, and mean it, are left out."""
    doc: Document = {"event": type(event).__name__, "rule": event.cited}
    usual = usually(type(event))  # type: ignore[arg-type]  # a class can be hashed
    for shown in event.shown:
        if (value := getattr(event, shown.name)) or value != usual.get(shown.name, MISSING):
            doc[shown.name] = plain(value)
    return doc


def _in_form(doc: Document) -> None:
    """Times, digests and verdicts are written as they are. Raises `Faulty`."""
    for name, pattern in FORMS.items():
        if name in doc and pattern.fullmatch(doc[name]) is None:
            raise Faulty("record-form", entry=doc.get("entry"), field=f"/{name}")
    for at, line in enumerate(doc.get("lines", ())):
        if line["verdict"] not in VERDICTS:
            raise Faulty("record-form", entry=doc.get("entry"), field=f"/lines/{at}/verdict")


# Reading


def from_documents(documents: Sequence[Document], game: Game | None = None) -> tuple[Entry, ...]:
    """The entries of a whole record, brought up to today's format.

    The game is the one the opening names, unless given. Raises `Faulty` naming entry and field.
    """
    if not documents:
        return ()
    first = documents[0]
    written = first.get("format")
    if first.get("kind") != Opening.kind or type(written) is not int:
        raise Faulty("record-opening", entry=0)
    docs = [upgraded(doc, written) for doc in documents]
    rules = game or find(str(docs[0].get("game")))
    return tuple(from_document(doc, rules) for doc in docs)


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
    _in_form(doc)
    return entry


_OF_ENTRY, _OF_EVENT, _NONE = frozenset({"kind"}), frozenset({"event", "rule"}), frozenset[str]()


def _made(cls: Any, doc: Any, game: Game, left_out: frozenset[str] = _NONE) -> Any:
    """A dataclass of a mapping: every key known, every field there or with a default, types exact.

    What is `left_out` tells of the class, unless the class has a field for it: as for the number of its rule.
    """
    hints, needed = shape(cls)
    if type(doc) is not dict:
        raise Misfit("record-type", expected="mapping")
    values = {}
    for name, value in doc.items():
        hint = hints.get(name)
        if hint is None:
            if name in left_out:
                continue
            raise Misfit("record-unknown", name)
        try:
            values[name] = value if type(value) is hint else fitted(value, hint, game)
        except Misfit as misfit:
            raise misfit.under(name) from None
    if not needed <= values.keys():
        raise Misfit("record-missing", min(needed - values.keys()))
    return cls(**values)


def fitted(value: Any, hint: Any, game: Game) -> Any:
    """A value as its field declares it: lists become tuples and nothing else is changed. Raises `Misfit`."""
    origin, args = parts(hint)
    if hint is str and isinstance(value, Shut):
        return value
    if hint is Event:
        return event_of(value, game)
    if hint is Line:
        line = _made(Line, value, game)
        return replace(line, params=_frozen(line.params)) if line.params else line
    if hint is Lot:
        return _lot(value)
    if origin in {Union, UnionType}:
        return _one_of(value, hint, game)
    if (hint is Any) or (origin is Mapping and type(value) is dict) or type(value) is hint:
        return value
    if origin is tuple and type(value) is list:
        if args[1:] == (...,) and {*map(type, value)} <= {args[0]}:
            return tuple(value)
        each = repeat(args[0], len(value)) if args[1:] == (...,) else args
        return _fitted_items(value, tuple(each), game)
    raise Misfit("record-type", expected=hint.__name__ if isinstance(hint, type) else str(hint))


def _fitted_items(values: list[Any], hints: tuple[Any, ...], game: Game) -> tuple[Any, ...]:
    if len(hints) != len(values):
        raise Misfit("record-type", expected=f"{len(hints)} items")
    items = []
    for at, value in enumerate(values):
        try:
            items.append(value if type(value) is hints[at] else fitted(value, hints[at], game))
        except Misfit as misfit:
            raise misfit.under(at) from None
    return tuple(items)


def _one_of(value: Any, hint: Any, game: Game) -> Any:
    hints = get_args(hint)
    if type(value) in hints:
        return value
    for one in hints:
        try:
            return fitted(value, one, game)
        except Misfit:
            continue
    raise Misfit("record-type", expected=" or ".join(map(str, hints)))


def event_of(doc: Any, game: Game) -> Any:
    """The event of a document. Raises `Misfit`."""
    name = doc.get("event") if type(doc) is dict else None
    cls: Any = event_named(game, name)
    if cls is None or "rule" not in doc:
        raise Misfit("record-event", event=str(name))
    names, hints = written(cls)
    _, _, *values = doc.values()
    if tuple(doc) == names and tuple(map(type, values)) == hints:
        return cls(*values)  # most have texts and numbers only
    return _made(cls, doc, game, _OF_EVENT)


def _lot(value: Any) -> Lot:
    try:
        return Lot.from_list(value)
    except ValueError as error:
        raise Misfit("record-lot") from error


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return {key: _frozen(item) for key, item in value.items()} if isinstance(value, dict) else value


# Sealing


def sealed(
    entry: Entry,
    last: Last,
    salt: bytes,
    parts: Mapping[str, Document],
    sign: Callable[[bytes], bytes] | None = None,
) -> Document:
    """The document of an entry as `record.append` takes it: numbered and sealed after the last one.

    `salt` is 32 random bytes, new for every entry; `parts` what each audience may know of it (see `referee.table.parts`);
    `sign` makes 64 bytes of the seal.
    """
    return close(to_document(numbered(entry, last)), last.seal, parts, salt, sign)


def numbered(entry: Entry, last: Last) -> Entry:
    """The entry that follows the last one, not sealed."""
    return replace(entry, entry=last.entry + 1, mended=last.mended, salt="", leaves={}, seal="", signature="")
