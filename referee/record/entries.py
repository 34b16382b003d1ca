"""What stands in a record: its entries as values, and as documents.

An entry is the opening of a game, a letter as it was ruled on, or an act of the table or its keeper. Its
events say what happened. Keys that are empty are left out of a document, except `lots`. How documents are
read back stands in `referee.record.reading`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, ClassVar, get_type_hints

from referee.engine.events import Event
from referee.engine.lots import Lot, done
from referee.house.rulings import SAME, PlayedFor, PlayedOn, RolledBack
from referee.record.file import Last
from referee.record.private import Shut
from referee.record.seals import FORMAT, PRIVATE, close
from referee.util.errors import Faulty
from referee.util.layout import Document
from referee.util.regexes import regex
from referee.util.times import TIME, is_time
from referee.util.values import Value, field, field_names, replace, usual_values

ORDERS = ("played", "refused", "passed-over", "ambiguous", "not-played")
VERDICTS = (*ORDERS, "misread", "prose", "said", "noted", "answered")
_VERDICTS = frozenset(VERDICTS)


class Line(Value, forbid_unknown_fields=True):
    """One line of a letter: as written, and what became of it.

    `move` is the move in canonical notation. `rule` and `why` (a key, with `params`) say why it was refused.
    `remark` and `mark` are known to the writer alone until the end. `events` counts the events that followed.
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


class Entry(Value, kw_only=True, forbid_unknown_fields=True, unshown=("salt",)):
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


class Opening(Entry, kw_only=True):
    """A game is opened: everything that it depends on, as content.

    Without events it is an invitation: the game is then laid out by the letter with which the last seat
    accepts.

    Attributes:
        roles: the roles of the seats that have no player (see `referee.engine.seating`).
        languages: the languages of the letters to the seats, in the order of `seats`; () if all are English.
        terms: the terms of the house (see `referee.house.terms`).
        commit: the commitment to the secret of the lots, in hex, or "".
        signer: the keeper's public key (Ed25519, hex); "" if the keeper does not sign.
        arbiter: the name of the arbiter as players are told it; "" for the keeper.
        answered: by seat, how many answers its player gave in the last games here, and how many in time.
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
    answered: Mapping[str, Any] = field(default_factory=dict)


class Letter(Entry, kw_only=True):
    """A letter: its seat, the position before it, its lines.

    Attributes:
        digest: the SHA-256 of the mail, in hex, or "".
        message: the SHA-256 of its Message-ID, in hex; "" if there is none, or if the game wants signed letters and
            the Message-ID was not signed.
        body: in a game of signed letters, a digest of the body, made with a key (see `referee.post.dkim`).
        reply: the number of our mail that it answers (`g1.thor.9`), or "".
        ruled: when it was ruled on, if that was long after it came; else "".
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


class Act(Entry, kw_only=True):
    """What the table or its keeper did (`silence`, `deadline`...), for which seat, and why."""

    kind: ClassVar[str] = "act"
    act: str
    seat: str = ""
    reason: str = ""


class Ruling(Entry, kw_only=True):
    """A ruling, or another letter of the judge: its effects, and why.

    `by` says who wrote it; `digest` and what follows describe the mail in which it came, if there was one.
    """

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
HEX = r"(?:[0-9a-f]{64})?"
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
_TIMES, _TIMED = ("at", "ruled"), frozenset({"Downtime", "Restored"})
"""Times of an entry, and the events that have times."""
FORMS = {name: regex(pattern, re.ASCII) for name, pattern in PATTERNS.items()}


# Writing


def to_document(entry: Entry) -> Document:
    """The document of an entry; keys that are empty are left out. Raises `Faulty` for a malformed value."""
    doc: Document = {"entry": entry.entry, "at": entry.at, "kind": entry.kind}
    names, usual = field_names(entry) or (), usual_values(type(entry))
    own = [name for name in names if name not in {*LEADING, *TRAILING}]
    for name in (*own, *(name for name in TRAILING if name in names)):
        value = getattr(entry, name)
        if name in ALWAYS or name not in usual or value != usual[name]:
            doc[name] = plain(value)
    in_form(doc)
    return doc


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
    doc = {name: plain(getattr(line, name)) for name in field_names(line) or ()}
    return {k: value for k, value in doc.items() if k in LINE or value not in ("", 0, {})}


def event_document(event: Event) -> Document:
    """An event as a document: its name, the rule that it cites, its fields.

    Fields that are empty are left out where a missing field is read as an empty one.
    """
    doc: Document = {"event": type(event).__name__, "rule": event.cited}
    usual = usual_values(type(event))
    for shown in event.shown:
        if (value := getattr(event, shown.name)) or shown.name not in usual or value != usual[shown.name]:
            doc[shown.name] = plain(value)
    return doc


def in_time(doc: Document) -> None:
    """Check the times of an entry and of its events. Raises `Faulty` for one that is none."""
    found = [(f"/{name}", doc[name]) for name in _TIMES if doc.get(name)]
    for n, event in enumerate(doc.get("events", ())):
        if event.get("event") in _TIMED:
            found += [(f"/events/{n}/{name}", event.get(name)) for name in ("since", "until")]
    for place, at in found:
        if at and not (isinstance(at, str) and is_time(at)):
            raise Faulty("record-form", entry=doc.get("entry"), field=place)


def in_form(doc: Document) -> None:
    """Check the form of times, digests and verdicts. Raises `Faulty`."""
    in_time(doc)
    for name, fits in _formed((*doc,)):
        if fits(doc[name]) is None:
            raise Faulty("record-form", entry=doc.get("entry"), field=f"/{name}")
    for at, line in enumerate(doc.get("lines", ())):
        if line["verdict"] not in _VERDICTS:
            raise Faulty("record-form", entry=doc.get("entry"), field=f"/lines/{at}/verdict")


@lru_cache(256)
def _formed(keys: tuple[str, ...]) -> tuple[tuple[str, Callable[[str], Any]], ...]:
    """Of the keys of a document those whose values have a form, each with what matches it."""
    return tuple((name, pattern.fullmatch) for name, pattern in FORMS.items() if name in keys)


# Sealing


def sealed(
    entry: Entry,
    last: Last,
    salt: bytes,
    parts: Mapping[str, Document],
    sign: Callable[[bytes], bytes] | None = None,
) -> Document:
    """The document of an entry as `record.append` takes it: numbered and sealed after the last one.

    `salt` is 32 random bytes, new for every entry. `parts` say what each audience may know of the entry (see
    `referee.table.parts`). `sign` makes 64 bytes of the seal.
    """
    return close(to_document(numbered(entry, last)), last.seal, parts, salt, sign)


def numbered(entry: Entry, last: Last) -> Entry:
    """The entry that follows the last one, not sealed."""
    return replace(entry, entry=last.entry + 1, mended=last.mended, salt="", leaves={}, seal="", signature="")


# What a value that is read from a record consists of, and how a misfit is reported.


class Misfit(Exception):
    """A value that does not fit its field. Its place is put together while the exception travels outward."""

    def __init__(self, key: str, *path: str | int, **params: Any) -> None:
        super().__init__(key)
        self.key, self.path, self.params = key, path, params

    def under(self, part: str | int) -> "Misfit":
        """The same misfit, with the place inside what holds it."""
        self.path = (part, *self.path)
        return self


@cache
def shape(cls: Any) -> tuple[Mapping[str, Any], frozenset[str]]:
    """The types of the fields of a class of values, audiences left out, and the fields without a default."""
    hints = get_type_hints(cls)
    names = field_names(cls) or ()
    return {name: hints[name] for name in names}, frozenset({*names} - usual_values(cls).keys())


# Which lines of an entry count for later lots, and whether the lots go back to an earlier entry.


def accepted(entry: Entry) -> Iterator[tuple[str, str]]:
    """Each line that counts, in order, as its seat and text.

    These are the played lines of a letter, or the lines that a ruling played for a seat. A letter that takes
    another one back (H22) has none: nothing is played after the line that agrees.
    """
    if not isinstance(entry, Letter):
        played = [(one.of, one.line) for one in entry.events if isinstance(one, PlayedFor | PlayedOn)]
    elif lots_go_back(entry) is None:
        played = [(entry.seat, line.move) for line in entry.lines if line.verdict == "played"]
    else:
        played = []
    yield from ((seat, move) for seat, line in played if (move := done(line)))


def lots_go_back(entry: Entry) -> int | None:
    """The entry after which the lots fall again as they fell (H21, H22); None if they go on."""
    for event in entry.events:
        if type(event) is RolledBack and event.lots == SAME:
            return event.to
    return None
