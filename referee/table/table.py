"""One game: its record folded into a state, letters played into it.

    table = Table.open("thunder", seed="07")
    table.owed()
    table.play("loki", "deploy ravens, hel, frigg")

What is told of it is in `referee.api`, whose `Table` adds the texts to this one.

A table lives in memory or on a file. What has happened is in its entries, and nothing else is kept: the state
is folded from the events of the entries, never from their lines.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from referee.engine import driver
from referee.engine.events import Event, Happening
from referee.engine.game import Outcome, Owed
from referee.engine.lots import DealLots, DrawLots, Lots, secret_of_seed, seed_of
from referee.house.chapters import OWN
from referee.house.games import find
from referee.house.invitation import owed_at
from referee.house.lots import with_last_words
from referee.house.rulings import RolledBack
from referee.house.state import House
from referee.house.time import Unanswered
from referee.notation.readers import Left, Lines, Readers
from referee.record.entries import Act, Entry, Letter
from referee.record.file import Damaged, Last, Mended, text
from referee.record.reading import from_document, from_documents
from referee.record.seals import START as NOTHING
from referee.record.signing import Sign
from referee.record.stores import Memory, Store
from referee.table import fold, foreseeing, holding
from referee.table import ruling as play
from referee.table.closing import Closing, by_nobody
from referee.table.course import Course
from referee.table.index import STANDING, Index
from referee.table.legality import as_question
from referee.table.opening import opened, started
from referee.table.points import Point, Told, written_position
from referee.table.source import Source
from referee.table.verdicts import Played, Ruled
from referee.util.errors import Faulty
from referee.util.layout import Document
from referee.util.times import now

Clock = Callable[[], str]
Salts = Callable[[], bytes]


def fresh_salt() -> bytes:
    """32 random bytes, for the seal of one entry."""
    return os.urandom(32)


class Table(Source):
    """One game. Its record is the only truth; see the module."""

    def __init__(
        self,
        store: Store,
        secret: bytes = b"",
        clock: Clock = now,
        salts: Salts = fresh_salt,
        sign: Sign | None = None,
    ) -> None:
        """Open the game whose record is in the store; later lots come from `secret` (32 bytes), signatures from `sign`.

        `torn` counts the bytes of a torn tail that were left out; `mended` tells of one that was moved aside.
        Raises `Faulty` if the record cannot be read (`referee.record.file.Damaged` is one such error).
        """
        self._store, self._secret, self.clock = store, secret, clock
        reading = store.read()
        entries = from_documents(reading.documents)
        self.opening, self.game, self.terms, self._now = started(entries)
        self.id = self.opening.id
        self._last, self._documents = reading.last, list(reading.documents)
        self.torn = len(reading.torn)
        self.mended: Mended | None = getattr(store, "mended", None)
        self._points = Course()
        self.index = Index(self.game, self.seats)
        self._closing = Closing(self.opening, salts, sign)
        for entry in entries:
            try:
                self._take_in(entry)
            except fold.NotFolded as misfit:
                raise Damaged(entry.entry, "record-fold", event=str(misfit)) from misfit
        self.readers = Readers(self.game, self.content, own_words=self.terms.consent == "words")
        self.read = self.readers.read

    @classmethod
    def open(
        cls,
        game: str = "thunder",
        *,
        clock: Clock = now,
        store: Store | None = None,
        salts: Salts = fresh_salt,
        seed: str = "",
        secret: bytes = b"",
        sign: Sign | None = None,
        **how: Any,
    ) -> Self:
        """Open a new game and deal it.

        `seed` is hexadecimal (none: random); for `how` see `referee.table.opening.opened`. Raises `Faulty`
        for an unknown game, a wrong option, a wrong deck list, an unknown language.
        """
        secret = secret or (secret_of_seed(seed) if seed else os.urandom(32))
        store = Memory() if store is None else store
        opening, played = opened(game, secret, clock, **how), find(game)
        closing = Closing(opening, salts, sign)
        blank = fold.blank(played, opening.id, opening.options)
        _, positions = fold.all_folded(played, (), blank, opening.events)
        store.append(
            lambda last: closing.document(opening, Index(played, opening.seats), positions, last), NOTHING
        )
        return cls(store, secret, clock, salts, sign)

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
        return tuple(point.entry for point in self._points)

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

    @property
    def secret(self) -> bytes:
        """The secret of the lots, told to all when the game is over. Raises `Faulty` before."""
        if self.outcome is None:
            raise Faulty("still-on", game=self.id)
        return self._secret

    @property
    def deal_seed(self) -> bytes:
        """The seed of the deal, from the secret and each seat's words: it opens every card, so it is never told."""
        return seed_of(self._secret, self.id, self.index.house.words or dict.fromkeys(self.seats, ""))

    @property
    def position(self) -> str:
        """The public position: `7.2` is action 2 of turn 7."""
        return written_position(self.game.position(self.state))

    def owed(self) -> tuple[Owed, ...]:
        """Who owes what; () when the game is over. An invitation is owed an answer (H4)."""
        return owed_at(self.game, self.state, self.index.house)

    def view(self, seat: str | None) -> Any:
        """The table as this seat sees it; None is an onlooker."""
        return self.game.view(self.state, seat if seat is None else self._seat(seat))

    def at(self, n: int) -> Self:
        """The table as it stood after entry n, in memory. Raises `Faulty` if there is no such entry."""
        if not 0 <= n < len(self._points):
            raise Faulty("no-such-entry", entry=n, last=len(self._points) - 1)
        return type(self)(Memory(text(self._documents[: n + 1])), self._secret, self.clock, sign=by_nobody)

    def told(self, seat: str | None, since: int = 0, until: int | None = None) -> tuple[Told, ...]:
        """What a seat was shown from entry `since` up to before `until`, with the public position it led to."""
        taken = self.index.taken.get(seat, 0)
        return tuple(
            one
            for n, point in enumerate(self._points[since:until], since)
            for one in point.told(seat)
            # H3, H10 An earlier player's notes stay that player's own.
            if n >= taken or one.seen.kind not in OWN
        )

    def lots(self, after: int | None = None) -> DrawLots:
        """The lots to come, or those that came after an entry; bound to the lots and lines so far."""
        return DrawLots(self._secret, self.id, *self.index.lots_after(after))

    def record_until(self, n: int) -> bytes:
        """The record up to but without entry n, as it stood in a file."""
        return text(self._documents[:n])

    def since(self, seat: str | None) -> int:
        """The entry a report begins with: the seat's last letter that did anything; for onlookers, a turn back."""
        if seat is None:
            turn = self.game.position(self.state)[0]
            return next(
                n for n, point in enumerate(self._points) if self.game.position(point.state)[0] >= turn - 1
            )
        return self.index.last_played.get(seat, 0)

    # What is done

    def play(
        self,
        seat: str,
        lines: Lines,
        *,
        at: str = "",
        digest: str = "",
        message: str = "",
        body: str = "",
        reply: str = "",
        ruled: str = "",
        left: Left = (),
        stand: bool = True,
    ) -> Played:
        """Rule on one letter of this seat and enter it in the record; its lines may come with their numbers.

        `at` is when it arrived (else now), `left` the lines that are not its writer's own; for the rest see `Letter`.
        `stand`: standing orders answer it at once. Raises `Faulty` for an unknown seat, and what writing raises.
        """
        self.stand()
        at = at or self.clock()
        result = self._ruled(seat, lines, left, self.house_for(self._seat(seat), reply, at=at))
        letter = Letter(
            at=at,
            seat=seat,
            digest=digest,
            message=message,
            body=body,
            reply=reply,
            ruled=ruled,
            position=self.position,
            lines=tuple(verdict.entered for verdict in result.verdicts),
            events=result.events,
            lots=result.lots,
        )
        self._add(letter)
        played = self._played(seat, result)
        if stand:
            self.stand()
        return played

    def _ruled(self, seat: str, lines: Lines, left: Left, house: House, *, asked: bool = False) -> Ruled:
        """What the rules say to a letter in the language of its seat; with `asked`, each of its lines is a `try`."""
        language = self.index.language(seat)
        read = self.read(lines, left, invited=bool(house.waiting), language=language)
        lines_held = [as_question(line) for line in read] if asked else read
        return play.rule_on(
            self.game, self.state, seat, lines_held, self.lots(), house=house, deal=self._deal
        )

    def stand(self) -> None:
        """Let standing orders answer another seat's letter, then orders beforehand (H27).

        Each has an entry of its own. Raises whatever writing raises; the next call does it then.
        """
        while not (self.index.house.waiting or self.index.house.rests):
            lots, events = self.lots(), list[Event]()
            seat, _ = driver.standing_act(self.game, self.state, lots, events)
            if not events:
                if (letter := foreseeing.letter(self)) is None:
                    return
                self._add(letter)
                continue
            # It has the time of what it answers, and the clock is not even looked at, so that no letter is
            # dated by it.
            at, drawn = self._points[-1].entry.at, tuple(lots.drawn)
            self._add(Act(at=at, act=STANDING, seat=seat, events=tuple(events), lots=drawn))

    def attempt(self, seat: str, lines: str | Sequence[str]) -> Played:
        """Hold a line to the rules as `try` does, by this seat's own view; nothing happens and nothing is written."""
        house = self.house_for(self._seat(seat), "", at=self.clock())
        return self._played(seat, self._ruled(seat, lines, (), house, asked=True))

    def house_for(self, seat: str, reply: str, until: int | None = None, at: str = "") -> House:
        """What the house knows when it rules on a letter; see `referee.table.holding.house_for`."""
        return holding.house_for(self, seat, reply, until, at)

    def enter(self, entry: Entry) -> None:
        """Add an entry to the record, whatever it is; for rulings see `referee.table.rulings.entry`.

        Raises what writing raises.
        """
        self._add(entry)

    def write_down(
        self, act: str, seat: str = "", reason: str = "", events: Sequence[Event] = (), at: str = ""
    ) -> None:
        """Enter an act of the keeper or the clock (`at` a time, else now), with its events.

        Raises what writing raises.
        """
        self._add(Act(at=at or self.clock(), act=act, seat=seat, reason=reason, events=tuple(events)))

    def silence(
        self, seat: str, reason: str = "", at: str = "", says: Event | None = None
    ) -> tuple[Event, ...]:
        """Apply the rule for silence to this seat, by the clock or because somebody `says` so.

        Raises `Faulty` if it owes nothing, or if that was done already.
        """
        known = self._seat(seat)
        due = sorted((owed for owed in self.owed() if owed.seat == known), key=lambda owed: owed.optional)
        if not due:
            raise Faulty("owes-nothing", seat=seat)
        lots, events = self.lots(), list[Event]([says or Unanswered(seat)])
        driver.silence(self.game, self.state, due[0], lots, events)
        if len(events) == 1:
            raise Faulty("silence-spoke", seat=seat)
        at, drawn = at or self.clock(), tuple(lots.drawn)
        act = Act(at=at, act="silence", seat=seat, reason=reason, events=tuple(events), lots=drawn)
        self._add(act)
        self.stand()
        return act.events

    def let_pass(self, seat: str, at: str) -> None:
        """The time in which a seat might have reacted is over.

        The rule for silence applies as if the seat had passed, without lateness.
        """
        due = next(owed for owed in self.owed() if owed.seat == seat and owed.optional)
        lots, events = self.lots(), list[Event]()
        driver.silence(self.game, self.state, due, lots, events)
        self._add(Act(at=at, act="reaction", seat=seat, events=tuple(events), lots=tuple(lots.drawn)))
        self.stand()

    def leave(self, seat: str, says: Event, rule: str, reason: str, *, act: str, at: str) -> None:
        """Let a seat leave, by an act that `says` so; the game says what that means. Raises what writing raises."""
        lots, events = self.lots(), list[Event]([says])
        driver.leave(self.game, self.state, seat, (rule, reason), lots, events)
        drawn = tuple(lots.drawn)
        self._add(Act(at=at, act=act, seat=seat, events=tuple(events), lots=drawn))
        self.stand()

    def seal_for(self, seat: str | None, until: int | None = None) -> str:
        """The seal of the last entry (before `until`) that concerns this seat, in hex.

        It must be the letter's own entry: a later seal would tell of others' mail.
        """
        last = self.index.last_told(seat, until)
        return "" if last is None else str(self._documents[last]["seal"])

    # Within

    def _seat(self, seat: str) -> str:
        if seat not in self.seats:
            raise Faulty("no-such-seat", seat=seat, seats=self.seats)
        return seat

    def _deal(self, state: Any, words: Mapping[str, str]) -> tuple[Lots, Happening]:
        lots = DealLots(self._secret, self.id, words)
        return lots, self.game.setup(state, self.content, lots)

    def _played(self, _seat: str, ruled: Ruled) -> Played:
        return Played(ruled, len(self._points) - 1)

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
