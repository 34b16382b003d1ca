"""A game folded from its record, and added to: what stands, entry by entry.

What has happened is in the entries, and nothing else is kept for good: the state is folded from the events of the
entries, never from their lines. What is worked out may be kept beside the record (`referee.table.snapshots`), so that
the next process goes on from the last entry; whatever lies further back is then read from the record when it is asked
for, all of it at once.
"""

import os
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Self

from referee.engine.game import Outcome
from referee.engine.lots import DrawLots
from referee.engine.seating import still_in
from referee.house.chapters import PRIVATE_TO_PLAYER
from referee.house.lots import with_last_words
from referee.house.rulings import RolledBack
from referee.notation.readers import Readers
from referee.record.entries import Entry, Opening
from referee.record.file import Damaged, Last, Mended, Reading, text
from referee.record.reading import from_document, from_documents
from referee.record.signing import Sign
from referee.record.stores import Store, Whole
from referee.table import fold
from referee.table.clocks.course import Course, Seldom
from referee.table.index import Index
from referee.table.opening import started
from referee.table.parts import Closing
from referee.table.points import Point, Told
from referee.table.source import Reports
from referee.util.layout import Document
from referee.util.row import Lying, Row
from referee.util.times import now
from referee.util.values import Value

Clock = Callable[[], str]
Salts = Callable[[], bytes]


def fresh_salt() -> bytes:
    """32 random bytes, for the seal of one entry."""
    return os.urandom(32)


class Kept(Value):
    """What is kept of a game: where its record ends, its last entries, and what was worked out from all of them.

    `carried` is what others have worked out, under a name of theirs.
    """

    opening: Opening
    last: Last
    points: Row[Point]
    seldom: Seldom
    index: Index
    carried: dict[str, Any]


class Folded(Reports):
    """One game, folded from its record. See the module."""

    def __init__(
        self,
        store: Store,
        secret: bytes = b"",
        clock: Clock = now,
        salts: Salts = fresh_salt,
        sign: Sign | None = None,
        kept: Kept | None = None,
    ) -> None:
        """Open the game whose record is in the store; later lots come from `secret` (32 bytes), signatures from `sign`.

        With what was `kept` of it, the record is not read until somebody asks for what lies further back.
        `torn` counts the bytes of a torn tail that were left out; `mended` tells of one that was moved aside.
        Raises `Faulty` if the record cannot be read (`referee.record.file.Damaged` is one such error).
        """
        self._store, self._secret, self.clock = store, secret, clock
        if kept is None:
            self._read(store.read())
        else:
            self._resume(kept)
        self.mended: Mended | None = getattr(store, "mended", None)
        self._closing = Closing(self.opening, salts, sign)
        self.readers = Readers(self.game, self.content, own_words=self.terms.consent == "words")
        self.read = self.readers.read

    def _read(self, reading: Reading) -> None:
        entries = from_documents(reading.documents)
        self.opening, self.game, self.terms, self._now = started(entries)
        self.id = self.opening.id
        self._last, self._documents = reading.last, Row(reading.documents)
        self.torn = len(reading.torn)
        self._points, self.index = Course(), Index(self.game, self.seats)
        self.carried = dict[str, Any]()
        for entry in entries:
            try:
                self._take_in(entry)
            except fold.NotFolded as misfit:
                raise Damaged(entry.entry, "record-fold", event=str(misfit)) from misfit

    # What is kept, so that the record need not be read whole again

    def kept(self) -> Kept:
        """What is needed to go on from the last entry without reading the record."""
        seldom = self._points.seldom_so_far
        return Kept(self.opening, self._last, self._points.row, seldom, self.index, self.carried)

    def _resume(self, kept: Kept) -> None:
        self.opening, self.game, self.terms, _ = started((kept.opening,))
        self.id, self._last, self.torn = self.opening.id, kept.last, 0
        self.index, self.carried = kept.index, kept.carried
        self.index.at_table_of(self.game)
        self._documents = Row[Document]((), len(kept.points))
        self._points = Course(kept.points, kept.seldom)
        self._now = fold.Now(self._points[-1].state, self._points[-1].content)
        for row in self._rows().values():
            row.fetch = partial(self._fetch, kept.last)

    def _rows(self) -> Mapping[Any, Lying]:
        """Everything of which the beginning may lie in the record alone."""
        rows: dict[Any, Lying] = {"documents": self._documents, "points": self._points.row}
        for of in (self._points.seldom_known, self.index):
            for name, value in vars(of).items():
                parts = value.items() if isinstance(value, dict) else [("", value)]
                rows |= {(name, key): one for key, one in parts if isinstance(one, Lying)}
        return rows

    def _fetch(self, last: Last) -> None:
        """Read the record whole after all. Raises `Damaged` if it is not the one that was kept; OSError."""
        store = Whole(self._store.read(), last.entry + 1)
        if store.read().last.mark != last.mark:
            raise Damaged(last.entry, "record-mark", where=self.id)
        whole = type(self)(store, self._secret, self.clock)
        whole.kept()  # so that all of it is worked out
        rows = whole._rows()  # noqa: SLF001  it is its own kind
        for key, row in self._rows().items():
            if key in rows:
                row.filled(rows[key])

    # What stands

    @property
    def last(self) -> Last:
        """Where the record ends."""
        return self._last

    @property
    def points(self) -> Course:
        """The game entry by entry: each entry, and the state after it."""
        return self._points

    @property
    def state(self) -> Any:
        """The state now."""
        return self._points[-1].state

    @property
    def content(self) -> Mapping[str, Any]:  # type: ignore[override]
        """The options in full, as they are now."""
        return self._now.content

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the record."""
        return tuple([point.entry for point in self._points])

    @property
    def documents(self) -> Sequence[Document]:
        """The documents of the record."""
        return self._documents

    @property
    def record(self) -> str:
        """The record, as it stands in a file."""
        return text(self._documents).decode()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it did."""
        return self.game.ended(self.state)

    def told(self, seat: str | None, since: int = 0, until: int | None = None) -> tuple[Told, ...]:
        """What a seat was shown from entry `since` up to before `until`, with the public position it led to."""
        taken = self.index.taken.get(seat, 0)
        return tuple(
            one
            for n, point in enumerate(self._points[since:until], since)
            for one in point.told(seat)
            # H3, H10 An earlier player's notes stay that player's own.
            if n >= taken or one.seen.kind not in PRIVATE_TO_PLAYER
        )

    def lots(self, after: int | None = None) -> DrawLots:
        """The lots to come, or those that came after an entry; bound to the lots and lines so far."""
        return DrawLots(self._secret, self.id, *self.index.lots_after(after))

    def record_until(self, n: int) -> bytes:
        """The record up to but without entry n, as it stood in a file."""
        return text(self._documents[:n])

    def seal_for(self, seat: str | None, until: int | None = None) -> str:
        """The seal of the last entry (before `until`) that concerns this seat, in hex.

        It must be the letter's own entry: a later seal would tell of others' mail.
        """
        last = self.index.last_told(seat, until)
        return "" if last is None else self._points[last].entry.seal

    @property
    def still_in(self) -> tuple[str, ...]:
        """The seats of players who have not left."""
        return still_in(self.state)

    @abstractmethod
    def at(self, n: int) -> Self:
        """The table as it stood after entry n, in memory. Raises `Faulty` if there is no such entry."""

    @abstractmethod
    def enter(self, entry: Entry) -> None:
        """Add an entry to the record, whatever it is. Raises what writing raises."""

    @abstractmethod
    def stand(self) -> None:
        """Let standing orders answer another seat's letter. Raises what writing raises."""

    # Within

    def _add(self, entry: Entry) -> None:
        if self.index.dealt is not None and not self.outcome:
            entry = with_last_words(self.game, self._folded(entry)[0].state, entry, self._secret)
        made, positions = list[Any](), self._folded(entry)[1]

        def make(last: Last) -> Any:
            made.append(self._closing.document(entry, self.index, positions, last))
            return made[-1]

        self._last = self._store.append(make, self._last.mark)
        self._documents.append(made[-1])
        self._take_in(from_document(made[-1], self.game))

    def _folded(self, entry: Entry) -> tuple[fold.Now, tuple[str, ...]]:
        return fold.all_folded(self.game, self._points, self._now, entry.events)

    def _take_in(self, entry: Entry) -> None:
        self._now, positions = self._folded(entry)
        back = {
            seat: self.index.back(seat, event.to)
            for event in entry.events
            if isinstance(event, RolledBack)
            for seat in (*self.seats, None)
        }
        self.index.take_in(entry)
        house, (state, content) = self.index.house, (self._now.state, self._now.content)
        self._points.append(Point(entry, state, positions, house, content, back))
