"""One pass of the desk: letters in, into the records, answers out. The only place that knows all the others.

Each letter is taken, read, ruled on, appended to its record, answered, and put away, in the order of arrival within
its game (see `referee.desk.rounds`). Each of these steps may be the last one before a crash: the next pass finds by the record what was ruled
on, and by the names of the letters out what was told, and goes on from there.
"""

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from referee.api import Table
from referee.desk import addresses, pruning, restoring, waits
from referee.desk.agenda import Agenda
from referee.desk.bounces import Bounces
from referee.desk.doubts import Doubts
from referee.desk.intake.intake import Intake
from referee.desk.letters.sending import Sending, cut_short
from referee.desk.letters.strangers import Strangers
from referee.desk.report import Done
from referee.desk.rounds import FLOOD, Rounds
from referee.home import config, signing
from referee.home.home import Home
from referee.home.lock import at_desk
from referee.home.seats import Seat, Seats
from referee.post.dkim import Txt, from_dns
from referee.post.outbox import Outbox
from referee.post.spool import CRASHED, TOO_OFTEN, TRIES, Spool, Taken
from referee.record.file import Damaged
from referee.record.stores import File
from referee.table.clocks.deadlines import absent, keep, next_time, settle
from referee.table.table import Salts, fresh_salt
from referee.util import errors, files
from referee.util.errors import Faulty
from referee.util.spans import seconds
from referee.util.times import stamp, utc_now

LOG = logging.getLogger("referee")
PATIENCE = 10.0
"""Seconds to wait for another process to leave the desk."""

Now = Callable[[], datetime]


class Desk:
    """The desk of a home. One process at a time stands at it: use it within `with desk.held():`."""

    def __init__(
        self, home: Home, *, now: Now = utc_now, salts: Salts = fresh_salt, txt: Txt = from_dns
    ) -> None:
        """Take up the desk of a home; `txt` looks up keys of signatures. Raises `Faulty` for a configuration that cannot be read."""
        self.home, self.now, self.salts, self.txt = home, now, salts, txt
        self.config = config.read(home)
        self.sign = signing.signs(home)
        post = home.path / "post"
        self.spool, self.outbox = Spool(post), Outbox(post)
        self.seats, self.agenda, self.bounces = Seats(home), Agenda(post), Bounces(post)
        self.strangers, self.doubts = Strangers(self), Doubts(post)
        self.restore = restoring.pending(home.path)
        self.resting: set[Seat] = set()
        self._began: datetime | None = None
        self._until: datetime | None = None
        self._away: tuple[datetime | None, datetime] | None = None
        self._told = set[str]()
        self._stopped: dict[str, datetime] = {}
        self._later: Mapping[str, datetime] = {}
        self._tables: dict[str, Table] = {}
        self._sending: dict[str, Sending] = {}
        self.leaving: Callable[[], bool] = lambda: False
        """Whether we are asked to end: what has not been begun then waits for the next pass."""

    @contextmanager
    def held(self, patience: float = PATIENCE) -> Iterator["Desk"]:
        """Be alone at the desk. Raises `Busy` if another process stays longer than `patience` seconds."""
        with at_desk(self.home.path, patience):
            self._forget()  # others may have been here since
            self.restore, self._began = restoring.pending(self.home.path), None
            self._settle()
            yield self

    def _settle(self) -> None:
        """What a process that was killed had made, and not yet on the disk, we are about to build upon."""
        path = self.home.path
        for folder in (path, path / "games", path / "post"):
            if folder.is_dir():
                files.sync_folder(folder)
        files.sweep(path, {"key", config.NAME, signing.NAME, restoring.NAME}.__contains__)
        for folder in (self.seats.folder, self.agenda.folder, self.doubts.folder):
            files.sweep(folder, bool)
        files.sweep(path / "post", {self.strangers.path.name, pruning.NAME, waits.NAME}.__contains__)
        self.spool.settle(time.time())
        self.outbox.settle()
        self.outbox.refresh()

    # A pass

    def run(self, *, clocks: bool = True, known: datetime | None = None) -> Done:
        """Work through all that waits, and write every letter that is due. Nothing that goes wrong stops the rest.

        A letter that the system keeps us from handling (a full disk, a record in use) waits for the next pass; one
        that we cannot handle is tried again, three times, and then held for the keeper. Without `clocks` no deadline passes,
        as where letters could not be fetched: then none counts as looked at, and the time is made good later (H16). `known` is
        up to when all letters are here, if that is not now.
        """
        done, now = Done(), self.now()
        self._began = now
        clocks = clocks and not self.agenda.unseen(now, self._patience)
        until = min(now, known) if known else now
        self._away, self._told, self._until = self._absence(until), set(), until if clocks else None
        self._stopped.clear()
        restoring.go_on(self, done)
        stuck = self._in_doubt()
        rounds, resting = Rounds(self.spool, self.seats, self.config.limits.letters_an_hour), self.resting
        resting.clear()
        for game, names in rounds.games(lambda seat: seat.game in stuck or seat in resting):
            self._later = rounds.later
            # What could not be handled is not overtaken by later letters of its game, nor answered in part.
            if not game:
                self._each_alone(names, done)
            elif all(self.handle(name, done) for name in names if rounds.seat(name) not in resting):
                self._answer_touched(done)
            else:
                stuck.update((game, *self._tables))
                self._forget()
        self._later = {}
        self._answer_left_over(done, stuck)
        self._hold_floods(rounds, done)
        waits.note(self, self.doubts, rounds, stuck, done)
        self._prune(now, done)
        if clocks:
            self._note_passed(until, done)
        return done

    def _prune(self, now: datetime, done: Done) -> None:
        try:
            pruning.prune(self, now)
        except OSError as error:
            done.troubles.append(("prune", error))

    def _in_doubt(self) -> set[str]:
        """The games that rest, for there is doubt of them; when it is over they are told since when no clock ran."""
        games = set(self.doubts.games())
        for game in games:
            self.agenda.leave(game, self.agenda.passed())
        return games

    def _each_alone(self, names: Sequence[str], done: Done) -> None:
        """Letters that belong to no game, as far as their heads show: what is wrong with one stops no other."""
        for name in names:
            if self.handle(name, done):
                self._answer_touched(done)
            else:
                self._forget()

    def _absence(self, now: datetime) -> tuple[datetime | None, datetime] | None:
        """Since when no pass looked at the clocks (None: nobody knows), and until when; None if one just did.

        Where passes are usually rarer than `downtime`, that is no absence: else no deadline would ever fall.
        """
        last, patience = self.agenda.passed(), max(self._patience, 2 * self.agenda.usual())
        return None if last and now - last <= patience else (last, now)

    @property
    def _patience(self) -> timedelta:
        return timedelta(seconds=seconds(self.config.downtime))

    def long_after(self, at: datetime) -> str:
        """The time now, for the record, if that is long after a letter came; else ""."""
        now = self.now()
        return stamp(now) if now - at > self._patience else ""

    def _note_passed(self, now: datetime, done: Done) -> None:
        """This pass has looked at the clocks; but at those of which games, if one was absent before, is kept in mind."""
        try:
            for game in self.home.games() if self._away else ():
                if game not in self._told and self.agenda.running(game, _size(self.home.record_path(game))):
                    self.agenda.leave(game, self._away[0] if self._away else None)
            self.agenda.mark_passed(now)
        except OSError as error:
            done.troubles.append(("clock", error))

    def keep_time(self, game: str, until: datetime) -> None:
        """Let the clock of a game bring about what is due by then, before anything that comes later. Raises what writing raises."""
        if self._until is None:
            return
        table = self.table(game)
        # Letters of the game that have not had their turn yet may have come before: no deadline passes ahead of them.
        marks = (self._stopped.get(game), self._later.get(game), self._later.get(""))
        until = min(until, self._until, *(one for one in marks if one))
        if game not in self._told and (self._away or self.agenda.left(game)):
            left = self.agenda.left(game)
            since = self.agenda.left_since(game) if left or not self._away else self._away[0]
            if since:
                keep(table, min(since, until))
            absent(table, since, self._until, self._patience)
            self._told.add(game)
            self.agenda.told(game)
        keep(table, until)

    def stop_clock(self, game: str, at: datetime) -> None:
        """In this pass no deadline of a game passes that lies after this time: a letter of then waits through no fault of its writer."""
        self._stopped[game] = min(at, self._stopped.get(game, at))

    def _hold_floods(self, rounds: Rounds, done: Done) -> None:
        """Leave to the keeper what of a seat's letters would have to wait for more than a day."""
        for name in rounds.floods(self.resting):
            try:
                self.spool.hold(self.spool.take(name), FLOOD)
            except OSError as error:
                done.troubles.append((name, error))
                return
            done.held.append((name, FLOOD))

    def handle(self, name: str, done: Done) -> bool:
        """Take one letter, and do with it what there is to do; what goes wrong is told in `done`, and gives False."""
        if self.leaving():
            return False
        try:
            taken = self.spool.take(name)
        except OSError as error:
            done.troubles.append((name, error))
            return False
        if taken.held:
            done.held.append((name, TOO_OFTEN))
            return True
        try:
            Intake(self, taken, done).handle()
        except (Faulty, OSError) as error:
            # Something is in the way: a full disk, a record in use or damaged. The letter waits.
            done.troubles.append((name, error))
            self._back(taken, done)
        except Exception as error:  # noqa: BLE001  our own mistake, whatever it is
            return self._crashed(taken, error, done)
        else:
            return True
        return False

    def _crashed(self, taken: Taken, error: Exception, done: Done) -> bool:
        """A letter that we cannot handle waits for its next try; after the last it is held, and those after it go on."""
        kind = _logged(f"letter {taken.name}, try {taken.tries}", error)
        done.troubles.append((taken.name, Faulty("letter-crashed", where=taken.name, error=kind)))
        if taken.tries < TRIES:
            return False
        self._forget()  # nobody knows what was half done
        try:
            self.spool.hold(taken, f"{CRASHED} {kind}")
        except OSError as fault:
            done.troubles.append((taken.name, fault))
            return False
        done.held.append((taken.name, f"{CRASHED} {kind}"))
        return True

    def _back(self, taken: Taken, done: Done) -> None:
        try:
            self.spool.back(taken)
        except OSError as error:
            done.troubles.append((taken.name, error))

    def _answer_touched(self, done: Done) -> None:
        for game in list(self._tables):
            self.answer(game, done)
        self._forget()

    def _answer_left_over(self, done: Done, stuck: set[str]) -> None:
        """Games to which something happened outside of a pass, or in one that was cut short."""
        for game in self.home.games():
            if self.leaving():
                return
            if game not in stuck and self._wants_a_look(game, _size(self.home.record_path(game))):
                self.answer(game, done)
                self._forget()

    def _wants_a_look(self, game: str, size: int) -> bool:
        """Whether letters of a game may be due, or its clock."""
        if self.outbox.told(game) != size:
            return True
        if self._until is None:
            return False
        away = self._away is not None and game not in self._told and self.agenda.running(game, size)
        return away or self.agenda.left(game) or self.agenda.due(game, size, self._until)

    def answer(self, game: str, done: Done) -> None:
        """Let the clock of a game bring about what is due, and write its letters; what goes wrong is told in `done`."""
        try:
            if self._until:
                self.keep_time(game, self._until)
            done.written += self.sending(game).all_due()
            self.agenda.note(game, _size(self.home.record_path(game)), next_time(self.table(game)))
        except (Faulty, OSError) as error:
            done.troubles.append((game, error))
        except Exception as error:  # noqa: BLE001  our own mistake, whatever it is
            kind = _logged(f"game {game}", error)
            done.troubles.append((game, Faulty("game-crashed", where=game, error=kind)))

    # What a letter, or a verb of the keeper, needs

    def table(self, game: str) -> Table:
        """A game to be played on. Raises `Faulty`; `Damaged` too if the record ends before what was mailed of it.

        So it does for a game that rests, for there is doubt of it.
        """
        if game not in self._tables:
            path = self.home.record_path(game)
            restored = self.restore if self.restore and game in self.restore.games else None
            if restored is None and (doubt := self.doubts.of(game)):
                raise Faulty("game-in-doubt", game=game, number=doubt.number, name=doubt.letter)
            table = Table(File(path), self.home.secret(game), self.clock, self.salts, self.sign)
            if restored:
                restoring.settle(self, table, restored)
            self._hold_against_mailed(table, path)
            # What letters asked for of the roster: a process may have ended before it was done.
            addresses.renew(self, table)
            addresses.settle(self, table)
            settle(table)
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

    def date(self) -> datetime:
        """The date of letters out: when the pass began, for a later time would tell how much of others' mail there was to handle."""
        return self._began or self.now()

    def clock(self) -> str:
        """The time, as the record has it."""
        return stamp(self.now())


def _logged(what: str, error: Exception) -> str:
    """Log a mistake of ours, and let go of what it holds; gives its kind."""
    kind = errors.kind_of(error)
    LOG.error("%s: %s\n%s", what, kind, errors.trace_of(error))
    errors.let_go(error)
    return kind


def _size(path: Path) -> int:
    return path.stat().st_size
