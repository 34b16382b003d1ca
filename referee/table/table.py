"""One game: its record folded into a state, letters played into it.

    table = Table.open("thunder", seed="07")
    table.owed()
    table.play("loki", "deploy ravens, hel, frigg")

What is told of it is in `referee.api`, whose `Table` adds the texts to this one.

A table lives in memory or on a file. What has happened is in its entries, and nothing else is kept: the state
is folded from the events of the entries, never from their lines.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Self

from referee.engine import driver
from referee.engine.events import Event, Happening
from referee.engine.game import Owed
from referee.engine.lots import DealLots, Lots, secret_of_seed, seed_of
from referee.house.games import find
from referee.house.invitation import owed_at
from referee.house.state import House
from referee.house.time import Unanswered
from referee.notation.readers import Left, Lines
from referee.record.entries import Act, Entry, Letter
from referee.record.file import text
from referee.record.seals import START as NOTHING
from referee.record.signing import Sign
from referee.record.stores import Memory, Store
from referee.table import fold, foreseeing, holding
from referee.table import ruling as play
from referee.table.folded import Clock, Folded, Salts, fresh_salt
from referee.table.index import STANDING, Index
from referee.table.legality import as_question
from referee.table.opening import opened
from referee.table.parts import Closing, by_nobody
from referee.table.points import written_position
from referee.table.verdicts import Played, Ruled
from referee.util.errors import NotAllowed, NotFound
from referee.util.times import now


class Table(Folded):
    """One game. Its record is the only truth; see the module."""

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
    def secret(self) -> bytes:
        """The secret of the lots, told to all when the game is over. Raises `Faulty` before."""
        if self.outcome is None:
            raise NotAllowed("still-on", game=self.id)
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
            raise NotFound("no-such-entry", entry=n, last=len(self._points) - 1)
        return type(self)(Memory(text(self._documents[: n + 1])), self._secret, self.clock, sign=by_nobody)

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

    def refuse_unsigned(self) -> None:
        """Raise `Faulty` if the next entry could not be signed: the keeper's key is missing, or is another."""
        self._closing.refuse_unsigned()

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
            raise NotAllowed("owes-nothing", seat=seat)
        lots, events = self.lots(), list[Event]([says or Unanswered(seat)])
        driver.silence(self.game, self.state, due[0], lots, events)
        if len(events) == 1:
            raise NotAllowed("silence-spoke", seat=seat)
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

    # Within

    def _seat(self, seat: str) -> str:
        if seat not in self.seats:
            raise NotFound("no-such-seat", seat=seat, seats=self.seats)
        return seat

    def _deal(self, state: Any, words: Mapping[str, str]) -> tuple[Lots, Happening]:
        lots = DealLots(self._secret, self.id, words)
        return lots, self.game.setup(state, play.as_seated(self.content, state), lots)

    def _played(self, _seat: str, ruled: Ruled) -> Played:
        return Played(ruled, len(self._points) - 1)
