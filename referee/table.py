"""One game: its record folded into a state, letters played into it, reports made of it.

    table = Table.open("thunder", seed="07")
    table.owed()
    table.play("loki", "deploy ravens, hel, frigg")
    print(table.report("loki"))

A table lives in memory or on a file. What has happened is in its entries, nothing else is kept: the state is
folded from the events of the entries, never from their lines.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from referee import play
from referee.entries import Act, Entry, Letter, Line, Opening, from_documents, sealed
from referee.events import Event, seen
from referee.game import Choices, Faulty, Outcome, Owed, find
from referee.home import Home, secret_of_seed
from referee.lines import as_question, line_entry
from referee.lots import START, DealLots, DrawLots, commitment, heard
from referee.notation import Line as WrittenLine
from referee.notation import Reader
from referee.play import Ruled
from referee.played import Played
from referee.record import Last, Mended, text
from referee.seals import START as NOTHING
from referee.stores import File, Memory, Store
from referee.stores import Reader as Looking
from referee.told import Told

Clock = Callable[[], str]
Salts = Callable[[], bytes]


def fresh_salt() -> bytes:
    """32 random bytes, for the seal of one entry."""
    return os.urandom(32)


def now() -> str:
    """The time: RFC 3339, UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True, slots=True)
class Point:
    """The game after one entry: the state, and the public position after each of the entry's events."""

    entry: Entry
    state: Any
    positions: tuple[str, ...]


class Table:
    """One game. Its record is the only truth; see the module."""

    def __init__(
        self, store: Store, secret: bytes = b"", clock: Clock = now, salts: Salts = fresh_salt
    ) -> None:
        """Take up the game whose record is in the store; later lots come from `secret` (32 bytes).

        `torn` counts the bytes of a torn tail that were left out, `mended` tells of one that was moved aside.

        Raises `Faulty` (`referee.record.Damaged` is one) if the record cannot be read.
        """
        self._store, self._secret, self._clock, self._salts = store, secret, clock, salts
        reading = store.read()
        entries = from_documents(reading.documents)
        if not entries or not isinstance(entries[0], Opening):
            raise Faulty("record-opening", entry=0)
        first = entries[0]
        self.id, self.game, self.content = first.id, find(first.game), first.options
        self._last, self._documents = reading.last, list(reading.documents)
        self.torn = len(reading.torn)
        self.mended: Mended | None = getattr(store, "mended", None)
        self._points: list[Point] = []
        state = self.game.blank(self.id, self.content)
        for entry in entries:
            state = self._take_in(state, entry)
        self._reader: Reader | None = None

    @classmethod
    def open(
        cls,
        game: str = "thunder",
        *,
        id: str = "g1",
        seed: str = "",
        options: Mapping[str, str] | None = None,
        clock: Clock = now,
        store: Store | None = None,
        secret: bytes = b"",
        salts: Salts = fresh_salt,
    ) -> "Table":
        """Open a game and deal it. `seed` is hexadecimal (none: random), `options` as behind `--option`.

        Raises `Faulty` for an unknown game, a wrong option, a wrong deck list.
        """
        played = find(game)
        content = played.options(dict(options or {}))
        secret = secret or (secret_of_seed(seed) if seed else os.urandom(32))
        lots, events = DealLots(secret, id, dict.fromkeys(played.seats, "")), list[Event]()
        blank = played.blank(id, content)
        state = play.settle(played, blank, played.setup(blank, content, lots), events)
        play.proceed(played, state, lots, events)
        opening = Opening(
            at=clock(),
            id=id,
            game=game,
            edition=played.edition,
            options=content,
            seats=played.seats,
            commit=commitment(secret, id).hex(),
            events=tuple(events),
            lots=tuple(lots.drawn),
        )
        store = store if store is not None else Memory()
        store.append(lambda last: sealed(opening, played, last, salts()), NOTHING)
        return cls(store, secret, clock, salts)

    @classmethod
    def load(cls, source: Path | str | bytes) -> "Table":
        """A record to step through: a file (never written to), or the bytes of one."""
        return cls(Memory(source) if isinstance(source, bytes) else Looking(Path(source)))

    # What is

    @property
    def points(self) -> tuple[Point, ...]:
        """The game entry by entry: each entry, and the state after it."""
        return tuple(self._points)

    @property
    def state(self) -> Any:
        """The state now."""
        return self._points[-1].state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the record."""
        return tuple(point.entry for point in self._points)

    @property
    def record(self) -> str:
        """The record, as it stands in a file."""
        return text(self._documents).decode()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it did."""
        return self.game.ended(self.state)

    @property
    def position(self) -> str:
        """The public position: `7.2` is action 2 of turn 7."""
        return _position(self.game.position(self.state))

    def owed(self) -> tuple[Owed, ...]:
        """Who owes what; () when the game is over."""
        return self.game.owed(self.state)

    def view(self, seat: str | None) -> Any:
        """The table as this seat sees it; None is an onlooker."""
        return self.game.view(self.state, seat if seat is None else self._seat(seat))

    def choices(self, seat: str) -> Choices:
        """What this seat may do now, by families."""
        return self.game.choices(self.view(seat))

    def moves(self, seat: str) -> list[str]:
        """The listed legal moves of this seat, in canonical notation."""
        return [self.game.write(move) for move in self.choices(seat)]

    def at(self, n: int) -> "Table":
        """The table as it stood after entry n, in memory. Raises `Faulty` if there is no such entry."""
        if not 0 <= n < len(self._points):
            raise Faulty("no-such-entry", entry=n, last=len(self._points) - 1)
        return Table(Memory(text(self._documents[: n + 1])), self._secret, self._clock)

    def told(self, seat: str | None, since: int = 0, until: int | None = None) -> tuple[Told, ...]:
        """What a seat was shown from entry `since` up to before `until`, with the public position it led to."""
        return tuple(
            Told(position, shown)
            for point in self._points[since:until]
            for event, position in zip(point.entry.events, point.positions, strict=True)
            if (shown := seen(event, seat)) is not None
        )

    # What is done

    def play(self, seat: str, lines: str | Sequence[str], *, digest: str = "") -> Played:
        """Rule on one letter of this seat and write it down. `digest` is the SHA-256 of the mail, in hex.

        Raises `Faulty` for a seat that is not at this table, and whatever keeps the record from being
        written: then nothing has happened.
        """
        ruled, lots = self._rule(seat, lines)
        letter = Letter(
            at=self._clock(),
            seat=seat,
            digest=digest,
            position=self.position,
            lines=tuple(line_entry(verdict) for verdict in ruled.verdicts),
            events=ruled.events,
            lots=tuple(lots.drawn),
        )
        self._add(letter)
        return self._played(seat, ruled)

    def attempt(self, seat: str, lines: str | Sequence[str]) -> Played:
        """Hold a line to the rules as `try` does: by this seat's own view, nothing happens or is written."""
        asked = [as_question(line) for line in self._read(lines)]
        ruled = play.rule_on(self.game, self.state, self._seat(seat), asked, self._draw_lots())
        return self._played(seat, ruled)

    def silence(self, seat: str, reason: str = "") -> tuple[Event, ...]:
        """What no answer by the deadline means for this seat; raises `Faulty` if it owes nothing."""
        due = [owed for owed in self.owed() if owed.seat == self._seat(seat)]
        if not due:
            raise Faulty("owes-nothing", seat=seat)
        lots, events = self._draw_lots(), list[Event]()
        play.silence(self.game, self.state, due[0], lots, events)
        act = Act(
            at=self._clock(),
            act="silence",
            seat=seat,
            reason=reason,
            events=tuple(events),
            lots=tuple(lots.drawn),
        )
        self._add(act)
        return act.events

    def report(self, seat: str | None, *, language: str = "en") -> str:
        """The report of this seat (None: an onlooker): what it was shown since its last letter, and all else."""
        from referee.report import text_report  # noqa: PLC0415  Jinja is slow to load

        since = self._since(seat)
        choices = self.game.choices(self.view(seat))
        return text_report(
            self.game,
            self.content,
            self.view(seat),
            self.told(seat, since),
            choices,
            number=self.report_number(seat),
            seal=self.seal_for(seat),
            language=language,
        )

    def moves_text(self, seat: str, *, full: bool = False, language: str = "en") -> str:
        """The legal moves of this seat, grouped, or `full`: a line each."""
        from referee.moves_told import moves_text  # noqa: PLC0415  Jinja is slow to load

        return moves_text(
            self.game, self.content, self.view(seat), self.choices(seat), full=full, language=language
        )

    def explain(self, n: int, *, language: str = "en") -> str:
        """Entry n for its keeper: how each line was read, the rules it was held to, what happened."""
        from referee.explain import explain  # noqa: PLC0415  slow to load, and it needs tables

        return explain(self, n, language=language)

    def seal_for(self, seat: str | None) -> str:
        """The seal of the last entry that showed this seat anything, in hex: a later one would tell of others' mail."""
        shown = [
            n
            for n, point in enumerate(self._points)
            if any(seen(event, seat) for event in point.entry.events)
        ]
        return str(self._documents[shown[-1]]["seal"])

    def report_number(self, seat: str | None) -> str:
        """The number of a report: game, seat, and how many entries have shown this seat anything."""
        shown = sum(any(seen(event, seat) for event in point.entry.events) for point in self._points)
        return f"{self.id}.{seat or 'onlooker'}.{shown}"

    # Within

    def _seat(self, seat: str) -> str:
        if seat not in self.game.seats:
            raise Faulty("no-such-seat", seat=seat, seats=self.game.seats)
        return seat

    def _rule(self, seat: str, lines: str | Sequence[str]) -> tuple[Ruled, DrawLots]:
        lots = self._draw_lots()
        return play.rule_on(self.game, self.state, self._seat(seat), self._read(lines), lots), lots

    def _read(self, lines: str | Sequence[str]) -> list[WrittenLine]:
        self._reader = self._reader or Reader(self.game, self.content)
        return self._reader.read_letter(lines if isinstance(lines, str) else "\n".join(lines))

    def _draw_lots(self) -> DrawLots:
        """The lots to come: bound to how many were drawn since the deal, and to every line played."""
        drawn = sum(len(point.entry.lots) for point in self._points[1:])
        words = START
        for seat, line in self._played_lines():
            words = heard(words, seat, line.move)
        return DrawLots(self._secret, self.id, drawn, words)

    def _played_lines(self) -> Iterator[tuple[str, Line]]:
        for entry in self.entries:
            if isinstance(entry, Letter):
                yield from ((entry.seat, line) for line in entry.lines if line.verdict == "played")

    def _played(self, seat: str, ruled: Ruled) -> Played:
        view, points = self.game.view(ruled.state, seat), len(self._points)

        def made() -> str:
            from referee.receipt import receipt  # noqa: PLC0415  Jinja is slow to load

            choices, history = self.game.choices(view), self.told(seat, until=points)
            return receipt(self.game, self.content, view, ruled.verdicts, choices, history=history)

        return Played(ruled, made)

    def _since(self, seat: str | None) -> int:
        """The entry a report begins with: the seat's last letter that did anything; for onlookers, a turn back."""
        if seat is None:
            turn = self.game.position(self.state)[0]
            return next(
                n for n, point in enumerate(self._points) if self.game.position(point.state)[0] >= turn - 1
            )
        mine = [
            n
            for n, entry in enumerate(self.entries)
            if getattr(entry, "seat", "") == seat
            and any(line.move for line in getattr(entry, "lines", ()) if line.verdict == "played")
        ]
        return mine[-1] if mine else 0

    def _add(self, entry: Entry) -> None:
        made: list[Any] = []

        def make(last: Last) -> Any:
            made.append(sealed(entry, self.game, last, self._salts()))
            return made[-1]

        self._last = self._store.append(make, self._last.mark)
        self._documents.append(made[-1])
        self._take_in(self.state, from_documents((self._documents[0], made[-1]))[1])

    def _take_in(self, state: Any, entry: Entry) -> Any:
        positions = []
        for event in entry.events:
            state = self.game.apply(state, event)
            positions.append(_position(self.game.position(state)))
        self._points.append(Point(entry, state, tuple(positions)))
        return state


def open_game(
    home: Home,
    game: str,
    *,
    id: str = "",
    seed: str = "",
    options: Mapping[str, str] | None = None,
) -> Table:
    """Open a game in a home. Raises `Faulty`; then no game is there that was not before."""
    find(game).options(dict(options or {}))
    name, path = home.new_game(id, seed)
    return Table.open(game, id=name, options=options, store=File(path), secret=home.secret(name))


def load_game(home: Home, id: str) -> Table:
    """A game of a home, to be played on."""
    return Table(File(home.record_path(id)), home.secret(id))


def _position(pair: tuple[int, int]) -> str:
    return f"{pair[0]}.{pair[1]}"
