"""A redacted record: a game as far as one audience knows it. Every tool that loads a record can work on one.

Its entries are those that concern the audience, with numbers of their own. Each holds what was shown of it
(`referee.table.parts`), and the audience's view of the table after it, which no seal binds. There is no
state, nothing can be played, and nobody else's view can be asked for.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from referee.engine.events import Event, Seen
from referee.engine.game import Game, Outcome, Owed
from referee.house import disputes
from referee.house.chapters import PRIVATE_TO_PLAYER, event_named
from referee.house.docket import ARBITER, KEEPER, Docket
from referee.house.foreseen import ForeseenPlayed
from referee.house.games import find
from referee.house.invitation import invited
from referee.house.keeper import Restored
from referee.house.letters import LanguageChosen
from referee.house.players import SeatTaken
from referee.house.rulings import OptionChanged
from referee.house.state import House
from referee.house.terms import terms_of
from referee.notation.readers import Readers
from referee.record.entries import Letter, Misfit, Opening, in_time, shape
from referee.record.file import text
from referee.record.private import opened
from referee.record.reading import converted, from_document
from referee.record.seals import (
    FORMAT,
    ONLOOKER,
    PRIVATE,
    REDACTED,
    VIEW,
    WITHHELD,
    is_redacted,
    other_format,
)
from referee.record.stores import Memory, Reader, Store
from referee.table.index import TO_THE_ARBITER, Index, after
from referee.table.opening import refuse_other_seats
from referee.table.parts import LETTER, OPENING, ROLLED_BACK, SEEN
from referee.table.points import Told, written_position
from referee.table.table import Table
from referee.util.errors import Faulty, NotFound
from referee.util.layout import Document
from referee.util.plain import Unfit, changed, pointer
from referee.util.row import Row
from referee.util.values import Value, replace

WHOLE_ONLY = frozenset({"_points", "_store", "_secret", "clock", "_closing", "_last", "_now"})
"""What a table has that a redacted record does not."""
CLOSING = frozenset({*REDACTED, "signature"})
TELLS = frozenset({"entry", "kind", "events", "positions", VIEW})
HOLDS: Mapping[str, frozenset[str]] = {
    Opening.kind: TELLS | {*OPENING, "audience", "language"},
    Letter.kind: TELLS | {*LETTER, "lines", "back"},
    SEEN: TELLS | {"back"},
    WITHHELD: frozenset({"entry", "kind"}),
}
"""The keys of each kind of document."""


class Known(Value):
    """What is known of one entry.

    Attributes:
        number, kind: which entry, and which kind of document.
        told: what was shown.
        view: the view after it, as it differs from the blank table; unchecked, as the file has it.
        house: what the house knows after it.
        letter: the audience's own letter, if it is one.
        opening: the opening, if it is that.
    """

    number: int
    kind: str
    told: tuple[Told, ...]
    view: Any
    house: House
    letter: Letter | None = None
    opening: Opening | None = None


class Redacted(Table):
    """A game as one audience knows it. `audience` is a seat, or None for an onlooker."""

    def __init__(self, store: Store) -> None:
        """Load the redacted record in the store. Raises `Faulty`, naming entry and field, for what does not fit."""
        reading = store.read()
        self._documents, self.torn, self.mended = Row(reading.documents), len(reading.torn), None
        opening, self.audience = _opened(self._documents[0])
        self.id, self.game = opening.id, find(opening.game)
        self.game.fits(opening.options)
        refuse_other_seats(self.game, opening)
        self.terms, self.opening = terms_of(opening.terms), opening
        self._blank = self.game.view(self.game.blank(self.id, opening.options), self.audience)
        self.known = tuple(self._taken_up())
        self.index = self._indexed()
        self.readers = Readers(self.game, self.content, own_words=self.terms.consent == "words")
        self.read = self.readers.read

    def __getattr__(self, name: str) -> Any:
        if name in WHOLE_ONLY:
            raise NotFound("redacted-record", game=self.id)
        raise AttributeError(name)

    @cached_property
    def content(self) -> Mapping[str, Any]:  # type: ignore[override]
        """The options in full, with the changes that rulings made (H21)."""
        shown = (told.seen for one in self.known for told in one.told)
        changes = {one["name"]: one["value"] for one in shown if one.kind == OptionChanged.__name__}
        return {**self.opening.options, **changes}

    @property
    def usual_reader(self) -> str | None:
        """The reader where nobody is named: the audience."""
        return self.audience

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it did."""
        return self._view.outcome  # type: ignore[no-any-return]

    @property
    def position(self) -> str:
        """The public position."""
        return written_position(self.game.position(self._view))

    def owed(self) -> tuple[Owed, ...]:
        """Who owes what, as far as the audience may know."""
        return invited(self.known[-1].house) or self._view.owed

    def view(self, seat: str | None) -> Any:
        """The table as the audience sees it. Raises `Faulty` for anybody else."""
        self._only(seat)
        return self._view

    @cached_property
    def _view(self) -> Any:
        return self.view_after(len(self.known) - 1)

    def view_after(self, n: int) -> Any:
        """The view after entry n, or after the last one before it that is not withheld; -1 is the blank table.

        Raises `Faulty` for a view that this version of the game cannot read; what was shown can still be told
        then.
        """
        told = next((one for one in self.known[n::-1] if one.kind != WITHHELD), None) if n >= 0 else None
        try:
            return self._blank if told is None else changed(self._blank, told.view)
        except Unfit as unfit:
            raise Faulty("redacted-view", entry=n, audience=self.audience or ONLOOKER) from unfit

    def told(self, seat: str | None, since: int = 0, until: int | None = None) -> tuple[Told, ...]:
        """What the audience was shown from its entry `since` up to before `until`. Raises `Faulty` for anybody else."""
        self._only(seat)
        taken = self.index.taken.get(seat, 0)
        return tuple(
            told
            for one in self.known[since:until]
            for told in one.told
            if one.number >= taken or told.seen.kind not in PRIVATE_TO_PLAYER
        )

    def since(self, seat: str | None) -> int:
        """The entry a report begins with."""
        self._only(seat)
        if seat is not None:
            return self.index.last_played.get(seat, 0)
        turn = self.game.position(self._view)[0]
        turns = (self.game.position(self.view_after(n))[0] for n in range(len(self.known)))
        return next(n for n, one in enumerate(turns) if one >= turn - 1)

    def at(self, n: int) -> Self:
        """The game as it stood after entry n. Raises `Faulty` if there is no such entry."""
        if not 0 <= n < len(self.known):
            raise NotFound("no-such-entry", entry=n, last=len(self.known) - 1)
        return type(self)(Memory(text(self._documents[: n + 1])))

    def seal_for(self, seat: str | None, until: int | None = None) -> str:
        """The seal of the last entry (before `until`) that concerns the audience, in hex."""
        last = self.index.last_told(seat, until)
        return "" if last is None else str(self._documents[last]["seal"])

    def _only(self, seat: str | None) -> None:
        if seat != self.audience:
            raise NotFound("redacted-seat", seat=seat or ONLOOKER, audience=self.audience or ONLOOKER)

    def _taken_up(self) -> list[Known]:
        house, known = House(waiting=self.seats), list[Known]()
        for number, doc in enumerate(self._documents):
            try:
                in_time(doc)
                one = _known(number, doc, self, house)
            except Misfit as misfit:
                field = pointer(*misfit.path)
                raise Faulty(misfit.key, entry=number, field=field, **misfit.params) from None
            known.append(one)
            house = one.house
        return known

    def _indexed(self) -> Index:
        """The index of the audience's own entries; it holds nothing about anybody else's."""
        index, seat = Index(self.game, self.seats), self.audience
        spoken = self._documents[0].get("language", "")
        index.chosen.opened(seat, spoken)
        for one in self.known:
            index.concerning[seat].append(one.number)
            if one.told or one.opening:
                index.shown[seat].append(one.number)
            beforehand = any(told.seen.kind == ForeseenPlayed.__name__ for told in one.told)
            played = one.letter and any(line.verdict == "played" for line in one.letter.lines)
            if seat and played and not beforehand:
                index.last_played[seat] = one.number
            for shown in (told.seen for told in one.told):
                if shown.kind == LanguageChosen.__name__ and shown["by"] == seat:
                    index.chosen.choose(one.number, seat, LanguageChosen, shown["language"])
                if shown.kind == SeatTaken.__name__:
                    index.taken[shown["by"]] = one.number
                if shown.kind == Restored.__name__ and seat:
                    index.left_out(seat, shown["first"])
        index.house, index.entries = self.known[-1].house, len(self.known)
        return index


def _opened(doc: Document) -> tuple[Opening, str | None]:
    """The opening of a redacted record, and its audience. Raises `Faulty`."""
    if written := other_format([doc]):
        raise Faulty("record-format", format=written, known=FORMAT)
    opening = from_document(_only_keys(doc, ("entry", "kind", *OPENING)), find(str(doc.get("game"))))
    if not isinstance(opening, Opening) or doc["audience"] not in (*opening.seats, ONLOOKER):
        raise Faulty("record-opening", entry=0)
    return opening, None if doc["audience"] == ONLOOKER else doc["audience"]


def _only_keys(doc: Document, keys: Sequence[str]) -> Document:
    return {key: doc[key] for key in keys if key in doc}


def _known(number: int, doc: Document, table: Redacted, house: House) -> Known:
    """What a document tells. Raises `Misfit` or `Faulty` for what does not fit."""
    kind = doc.get("kind")
    holds = HOLDS.get(str(kind))
    if holds is None or (kind == Opening.kind) != (number == 0):
        raise Faulty("record-kind", entry=number, kind=str(kind), known=tuple(HOLDS))
    doc = opened(doc, lambda: Misfit("record-private", PRIVATE))
    if more := doc.keys() - holds - CLOSING:
        raise Misfit("record-unknown", min(more))
    if kind == WITHHELD:
        return Known(number, kind, (), None, house)
    told = tuple(_told(doc, table.game))
    opening = table.opening if kind == Opening.kind else None
    letter = _letter(doc, table) if kind == Letter.kind else None
    counts = [line.events for line in letter.lines] if letter else []
    if sum(counts) > len(told) or min(counts, default=0) < 0:
        raise Faulty("record-counts", entry=number)
    if opening and told:
        house = House()
    for one in told if house.waiting else ():
        house = after(house, _event(one.seen, table.game), table.seats)
    house = replace(house, docket=_docket(house.docket, number, told, table))
    return Known(number, str(kind), told, doc.get(VIEW), house, letter, opening)


class _Heard(Value):
    """What an entry tells of a dispute; when it happened is not known."""

    events: tuple[Event, ...]
    at: str = ""


def _docket(docket: Docket, number: int, told: Sequence[Told], table: Redacted) -> Docket:
    """The disputes after an entry, as far as the audience was told of them."""
    events = tuple(_event(one.seen, table.game) for one in told if one.seen.rule in TO_THE_ARBITER)
    judge = ARBITER if table.opening.arbiter else KEEPER
    return disputes.after(docket, number, _Heard(events), judge) if events else docket


def _letter(doc: Document, table: Redacted) -> Letter:
    """A letter of the audience's own, without its events."""
    letter = from_document(_only_keys(doc, ("entry", "kind", "lines", *LETTER)), table.game)
    assert isinstance(letter, Letter)  # noqa: S101  by its kind
    if letter.seat != table.audience:
        raise Misfit("record-type", "seat", expected=str(table.audience))
    return letter


def _told(doc: Document, game: Game) -> list[Told]:
    """What was shown, each event with the position it led to."""
    events, positions = (_list(doc, key) for key in ("events", "positions"))
    if len(events) != len(positions):
        raise Misfit("record-type", "positions", expected=f"{len(events)} items")
    told = []
    for at, (event, position) in enumerate(zip(events, positions, strict=True)):
        try:
            told.append(Told(converted(position, str), _with_back(_seen(event, game), doc)))
        except Misfit as misfit:
            raise misfit.under(at).under("events") from None
    return told


def _with_back(seen: Seen, doc: Document) -> Seen:
    """A rollback with the number of the audience's letter that it goes back to: one more than that of its own entry."""
    if seen.kind != ROLLED_BACK:
        return seen
    if type(doc.get("back")) is not int:
        raise Misfit("record-type", "back", expected="int")
    return replace(seen, fields={**seen.fields, "back": doc["back"] + 1})


def _list(doc: Document, key: str) -> list[Any]:
    if type(doc.get(key, [])) is not list:
        raise Misfit("record-type", key, expected="list")
    return doc.get(key, [])  # type: ignore[no-any-return]


def _seen(doc: Any, game: Game) -> Seen:
    """What was shown of one event. Raises `Misfit`."""
    name = doc.get("event") if type(doc) is dict else None
    cls: Any = event_named(game, name)
    if cls is None or type(doc.get("rule")) is not str:
        raise Misfit("record-event", event=str(name))
    hints = shape(cls)[0]
    shown = {}
    for key, value in doc.items():
        if key not in hints:
            if key in {"event", "rule"}:
                continue
            raise Misfit("record-unknown", key)
        shown[key] = converted(value, hints[key])
    if "rule" not in hints and doc["rule"] != cls.number:
        raise Misfit("record-type", "rule", expected=cls.number)
    return Seen(str(name), doc["rule"], shown)


def _event(seen: Seen, game: Game) -> Event:
    """An event as far as it was shown; fields that were not shown are None."""
    cls: type[Event] | None = event_named(game, seen.kind)
    assert cls is not None  # noqa: S101  it was looked up when it was read
    return cls(**{shown.name: seen.get(shown.name) for shown in cls.shown})


def load(
    source: Path | str | bytes, whole: type[Table] = Table, redacted: type[Redacted] = Redacted
) -> Table:
    """A record to step through: a file (never written to), or the bytes of one.

    A redacted record gives a `Redacted`, which knows no more than its audience. Raises `Faulty`.
    """
    store: Store = Memory(source) if isinstance(source, bytes) else Reader.at(Path(source))
    return (redacted if is_redacted(store.read().documents) else whole)(store)
