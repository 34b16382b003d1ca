"""One pass of the desk: letters in, into the records, answers out. The only place that knows all the others.

Each letter is taken, read, ruled on, appended to its record, answered, and put away, in the order of arrival within
its game (see `referee.rounds`). Each of these steps may be the last one before a crash: the next pass finds by the record what was ruled
on, and by the names of the letters out what was told, and goes on from there.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from referee import config, files
from referee.game import Faulty
from referee.home import Home
from referee.identity import Seat, Seats
from referee.intake import Intake
from referee.outbox import Outbox
from referee.post.spool import Spool, Taken
from referee.record import Busy, Damaged
from referee.rounds import FLOOD, Rounds
from referee.sending import Sending, cut_short
from referee.stores import File
from referee.strangers import Strangers
from referee.table import Salts, Table, fresh_salt
from referee.times import stamp, utc_now

LOG = logging.getLogger("referee")
PATIENCE = 10.0
"""Seconds to wait for another process to leave the desk."""

Now = Callable[[], datetime]


@dataclass(slots=True)
class Pass:
    """What one pass did: letters ruled on, put away without an entry, held; letters out written; what went wrong.

    `put_off` counts the seats of which letters have to wait, for they write too many.
    """

    ruled: int = 0
    aside: int = 0
    put_off: int = 0
    held: list[tuple[str, str]] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    troubles: list[tuple[str, BaseException]] = field(default_factory=list)


class Desk:
    """The desk of a home. One process at a time stands at it: use it within `with desk.held():`."""

    def __init__(self, home: Home, *, now: Now = utc_now, salts: Salts = fresh_salt) -> None:
        """Take up the desk of a home. Raises `Faulty` for a configuration that cannot be read."""
        self.home, self.now, self.salts = home, now, salts
        self.config = config.read(home)
        post = home.path / "post"
        self.spool, self.outbox = Spool(post), Outbox(post)
        self.seats = Seats(home)
        self.strangers = Strangers(self)
        self.resting: set[Seat] = set()
        self._tables: dict[str, Table] = {}
        self._sending: dict[str, Sending] = {}

    @contextmanager
    def held(self, patience: float = PATIENCE) -> Iterator["Desk"]:
        """Be alone at the desk. Raises `Busy` if another process stays longer than `patience` seconds."""
        with ExitStack() as held:
            try:
                held.enter_context(files.locked(self.home.path / "lock", patience))
            except files.BusyFile as error:
                raise Busy("desk-busy", where=str(self.home.path)) from error
            self._forget()  # others may have been here since
            self.outbox.refresh()
            yield self

    # A pass

    def run(self) -> Pass:
        """Work through all that waits, and write every letter that is due. Nothing that goes wrong stops the rest.

        A letter that the system keeps us from handling (a full disk, a record in use) waits for the next pass; one
        that we cannot handle is tried again, three times, and then held for the keeper.
        """
        done, stuck = Pass(), set[str]()
        rounds, resting = Rounds(self.spool, self.seats, self.config.limits.letters_an_hour), self.resting
        resting.clear()
        for game, names in rounds.games(lambda seat: seat.game in stuck or seat in resting):
            # What could not be handled is not overtaken by later letters of its game, nor answered in part.
            if all(self.handle(name, done) for name in names if rounds.seat(name) not in resting):
                self._answer_touched(done)
            else:
                stuck.update((game, *self._tables))
                self._forget()
        self._answer_left_over(done, stuck)
        self._hold_floods(rounds, done)
        return done

    def _hold_floods(self, rounds: Rounds, done: Pass) -> None:
        """Leave to the keeper what of a seat's letters would have to wait for more than a day."""
        for name in rounds.floods(self.resting):
            try:
                self.spool.hold(self.spool.take(name), FLOOD)
            except OSError as error:
                done.troubles.append((name, error))
                return
            done.held.append((name, FLOOD))

    def handle(self, name: str, done: Pass) -> bool:
        """Take one letter, and do with it what there is to do; what goes wrong is told in `done`, and gives False."""
        try:
            taken = self.spool.take(name)
        except OSError as error:
            done.troubles.append((name, error))
            return False
        if taken.held:
            done.held.append((name, "tries"))
            return True
        try:
            Intake(self, taken, done).handle()
        except (Faulty, OSError) as error:
            # Something is in the way: a full disk, a record in use or damaged. The letter waits.
            done.troubles.append((name, error))
            self._back(taken, done)
        except Exception as error:
            LOG.exception("letter %s, try %s", name, taken.tries)
            done.troubles.append((name, error))
        else:
            return True
        return False

    def _back(self, taken: Taken, done: Pass) -> None:
        try:
            self.spool.back(taken)
        except OSError as error:
            done.troubles.append((taken.name, error))

    def _answer_touched(self, done: Pass) -> None:
        for game in list(self._tables):
            self._answer(game, done)
        self._forget()

    def _answer_left_over(self, done: Pass, stuck: set[str]) -> None:
        """Games to which something happened outside of a pass, or in one that was cut short."""
        for game in self.home.games():
            if game not in stuck and self.outbox.told(game) != _size(self.home.record_path(game)):
                self._answer(game, done)
                self._forget()

    def _answer(self, game: str, done: Pass) -> None:
        try:
            done.written += self.sending(game).all_due()
        except (Faulty, OSError) as error:
            done.troubles.append((game, error))
        except Exception as error:
            LOG.exception("game %s", game)
            done.troubles.append((game, error))

    # What a letter, or a verb of the keeper, needs

    def table(self, game: str) -> Table:
        """A game to be played on. Raises `Faulty`; `Damaged` too if the record ends before what was mailed of it."""
        if game not in self._tables:
            path = self.home.record_path(game)
            table = Table(File(path), self.home.secret(game), self.clock, self.salts)
            self._hold_against_mailed(table, path)
            self._tables[game] = table
        return self._tables[game]

    def sending(self, game: str) -> Sending:
        """The letters out of a game."""
        if game not in self._sending:
            self._sending[game] = Sending(self, self.table(game))
        return self._sending[game]

    def drop(self, game: str) -> None:
        """Forget a game, because a write failed and nobody knows what is on the disk: it will be read again."""
        self._tables.pop(game, None)
        self._sending.pop(game, None)

    def _forget(self) -> None:
        self._tables.clear()
        self._sending.clear()

    def _hold_against_mailed(self, table: Table, path: Path) -> None:
        if cut_short(table, self.outbox):
            raise Damaged(len(table.points), "record-cut", where=str(path))

    def clock(self) -> str:
        """The time, as the record has it."""
        return stamp(self.now())


def _size(path: Path) -> int:
    return path.stat().st_size
