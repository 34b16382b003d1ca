"""The part of an entry that an audience may know: what a seat was shown, and its own lines.

An audience is a seat, or `onlooker`. The seal of the entry binds each part (`referee.record.seals`), and all
parts of one audience are its redacted record. They count the audience's own entries: the letter `g1.thor.9`
tells of its entry 8. Of an act of somebody else a part holds only what was shown, neither the time nor the
kind of the act. No part holds how the table looks to an audience. Views belong to a game, and if a later
version renames one of their fields, the seals must stay valid.
"""

from collections.abc import Callable, Sequence
from typing import Any

from referee.engine.events import Event, seen, shows
from referee.record.entries import Entry, Letter, Opening, line_document, plain, sealed
from referee.record.file import Last
from referee.record.private import shut
from referee.record.seals import ONLOOKER, PRIVATE, signed_text
from referee.record.signing import Sign
from referee.table.index import Index, concerns, is_own
from referee.util.errors import WrongConfig
from referee.util.layout import Document
from referee.util.translations import ENGLISH
from referee.util.values import replace

OPENING = (
    "at",
    "format",
    "id",
    "game",
    "edition",
    "options",
    "seats",
    "roles",
    "terms",
    "commit",
    "signer",
    "arbiter",
    "answered",
)
LETTER = ("at", "seat", "position", "reply", "digest", "message", "body")
"""What an audience may know of an opening, and of a letter of its own."""
SEEN = "seen"
"""The kind of every entry that is neither the opening nor a letter of the audience's own."""
ROLLED_BACK = "RolledBack"
"""The event that takes a game back to how it stood after an entry, its field `to`."""


def name_of(seat: str | None) -> str:
    """The name of an audience; None is an onlooker."""
    return ONLOOKER if seat is None else seat


class Parts:
    """Makes the parts of the entries of one game."""

    def __init__(self, seats: Sequence[str]) -> None:
        """Make them for these seats and an onlooker."""
        self._audiences = (*seats, None)

    def of(self, entry: Entry, before: Index, positions: Sequence[str]) -> dict[str, Document]:
        """The part of each audience, by its name: {} for those whom the entry does not concern.

        `before` is the index of the entries before it; `positions` are those after each of its events.
        """
        return {
            name_of(seat): self.part(seat, entry, before, positions) if concerns(entry, seat) else {}
            for seat in self._audiences
        }

    def part(self, seat: str | None, entry: Entry, before: Index, positions: Sequence[str]) -> Document:
        """The part of one audience, in an entry that concerns it."""
        doc: Document = {"entry": before.number(seat), **_head(entry, seat, before)}
        doc["events"] = [event_document(event, seat) for event in entry.events if shows(event, seat)]
        doc["positions"] = [
            at for event, at in zip(entry.events, positions, strict=True) if shows(event, seat)
        ]
        return {key: value for key, value in doc.items() if key == "entry" or value not in ("", [], {})}


def event_document(event: Event, seat: str | None) -> Document:
    """What an audience is shown of an event: its name, the rule it cites, the fields it may see, cards as faces."""
    shown = seen(event, seat)
    assert shown is not None  # noqa: S101  the caller has looked
    return {"event": shown.kind, "rule": shown.rule, **{key: plain(one) for key, one in shown.fields.items()}}


def _head(entry: Entry, seat: str | None, before: Index) -> Document:
    """What is told of an entry besides its events and the table."""
    match entry:
        case Opening():
            own = {"audience": name_of(seat), "language": _language(entry, seat)}
            return {"kind": entry.kind, **own, **{key: plain(getattr(entry, key)) for key in OPENING}}
        case Letter() if is_own(entry, seat):
            told = {key: plain(getattr(entry, key)) for key in LETTER}
            return {"kind": entry.kind, **told, "lines": _lines(entry, seat), **_back(entry, seat, before)}
    return {"kind": SEEN, **_back(entry, seat, before)}


def _back(entry: Entry, seat: str | None, before: Index) -> dict[str, Any]:
    """If the table goes back in an entry (H21, H22): the audience's own entry that tells how it stood then."""
    back = next((event for event in entry.events if type(event).__name__ == ROLLED_BACK), None)
    return {} if back is None else {"back": before.reached(seat, before.back(seat, getattr(back, "to"))) - 1}  # noqa: B009


def _language(opening: Opening, seat: str | None) -> str:
    """The language in which a seat's letters began, told to that seat alone; "" for English and for an onlooker."""
    spoken = dict(zip(opening.seats, opening.languages, strict=False)).get(str(seat), ENGLISH)
    return "" if spoken == ENGLISH else spoken


def _lines(letter: Letter, seat: str | None) -> list[Document]:
    """The lines of a letter; each counts the events that its writer was shown."""
    told, at = [], 0
    for line in letter.lines:
        own = letter.events[at : at + line.events]
        at += line.events
        told.append(line_document(replace(line, events=sum(shows(event, seat) for event in own))))
    return told


# How the entries of one game are closed: by seals, with the keeper's signature if there is one.


def by_nobody(_public: str, _text: bytes) -> bytes:
    """Stands for a signature at a table where something is only tried out: the key signs nothing but what happened."""
    return bytes(64)


class Closing:
    """Makes documents of the entries of one game, closed."""

    def __init__(self, opening: Opening, salts: Callable[[], bytes], sign: Sign | None = None) -> None:
        """How the game was opened; what makes 32 random bytes; what signs, used only if the opening names a signer.

        Without `sign`, a game that is signed can be read but not continued.
        """
        self._salts = salts
        self._id, self._signer, self._sign = opening.id, opening.signer, sign
        self._parts = Parts(opening.seats)

    def document(self, entry: Entry, before: Index, positions: Sequence[str], last: Last) -> Document:
        """The document of the entry that follows the last one; see `Parts.of` for the rest."""
        entry, texts, salt = shut(entry, self._salts())
        parts = self._parts.of(entry, before, positions)
        doc = sealed(entry, last, salt, parts, self._signed if self._signer else None)
        return {**doc, PRIVATE: texts} if texts else doc

    def refuse_unsigned(self) -> None:
        """Raise `Faulty` if the next entry could not be signed, before anything is done that it is to tell of."""
        if self._signer:
            self._signed(bytes(32))

    def _signed(self, seal: bytes) -> bytes:
        if self._sign is None:
            raise WrongConfig("signing-key-other", public=self._signer)
        return self._sign(self._signer, signed_text(self._id, seal))
