"""The desk of a home: letters in, into the records, answers out. It alone knows all the other parts and joins them.

Each letter is taken, read, ruled on, appended to its record, answered and put away, in the order of arrival
within its game (`referee.desk.rounds`). A crash may come after any of these steps. The next pass sees from
the record which letters were ruled on, and from the names of the letters out what was told, and goes on from
there.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial

from referee.api import Table
from referee.desk import pruning, restore
from referee.desk.addresses import Addresses
from referee.desk.agenda import Agenda
from referee.desk.answering import Answering
from referee.desk.bounces import Bounces
from referee.desk.company import ledger
from referee.desk.company.company import Company
from referee.desk.company.vacancies import Vacancies
from referee.desk.doubts import Doubts
from referee.desk.games import Games
from referee.desk.hours import DeskClock, Hours
from referee.desk.intake.intake import Check, Intake, several_seats
from referee.desk.intake.lines import Lines
from referee.desk.intake.policy import Policy
from referee.desk.intake.returns import Returns
from referee.desk.intake.seated import Seated
from referee.desk.intake.unknown import Unknown
from referee.desk.intake.unsent import Unsent
from referee.desk.letters import strangers
from referee.desk.letters.awaited import Awaited
from referee.desk.letters.notices import PlayerNotices
from referee.desk.letters.notify import NAME as NOTIFIED
from referee.desk.letters.notify import Notify, Tell, tell_now
from referee.desk.letters.onlookers import Onlookers
from referee.desk.letters.sending import Sending
from referee.desk.letters.strangers import Strangers
from referee.desk.notebooks import Notebooks
from referee.desk.opening import Opening
from referee.desk.passes import Pass
from referee.desk.programs import Programs
from referee.desk.report import WAITS_FILE, Done, Wider, note_waits
from referee.desk.restore import Restores
from referee.desk.rounds import Rounds
from referee.desk.seating import Seating
from referee.home import config, signing
from referee.home.commitments import refuse_other_key
from referee.home.home import Home
from referee.home.lock import at_desk
from referee.home.seats import Seats
from referee.post.dkim import Txt, from_dns
from referee.post.outbox import GATHERING, Outbox
from referee.post.spool import Spool
from referee.record.stores import File
from referee.table.folded import Kept, Salts, fresh_salt
from referee.util import files
from referee.util.errors import Faulty
from referee.util.times import seconds, utc_now

PATIENCE = 10.0
"""Seconds to wait for another process to leave the desk."""

Now = Callable[[], datetime]


def _stays() -> bool:
    return False


class Desk:
    """The desk of a home. One process at a time stands at it: use it within `with desk.held():`.

    Attributes:
        home, config, sign, salts, txt: whose desk it is, how games are played at it, and how keys of
            signatures are found.
        spool, outbox, seats: letters in, letters out, and the secrets by which seats are known.
        notebooks: the notes on each game.
        agenda, bounces, doubts, restores: what is kept from pass to pass.
        clock, games, seating: the time, the games that are open, and who sits where.
        opening, company, vacancies: how games are opened, those that wait for players, and seats that stand open.
        programs: the games in which a program of the house may have to answer.
    """

    def __init__(
        self,
        home: Home,
        *,
        now: Now = utc_now,
        salts: Salts = fresh_salt,
        txt: Txt = from_dns,
        tell: Tell = tell_now,
    ) -> None:
        """Open the desk of a home; `txt` looks up keys of signatures, `tell` tells programs what happened (`notify`).

        Raises `Faulty` for a configuration that cannot be read.
        """
        self.home, self.salts, self.txt, self._tell = home, salts, txt, tell
        self.config, self.sign = config.read(home), signing.signs(home)
        self.clock = DeskClock(now)
        self.notebooks = Notebooks(home, salts, self.sign)
        post = home.path / "post"
        self.spool, self.outbox, self.seats = Spool(post), Outbox(post), Seats(home)
        self.agenda, self.bounces, self.doubts = Agenda(post), Bounces(post), Doubts(post)
        self.programs = Programs(post)
        self._awaited: Awaited | None = None
        self._keyed = 0
        self._onlookers = Onlookers(home, self.config, self.outbox)
        self.restores = Restores(home, self.seats, self.outbox, self.doubts)
        self.games = Games(
            home, self.seats, self.outbox, self.doubts, self.restores, read=self._read, letters=self._letters
        )
        self.seating = Seating(home, self.config, self.seats, self.games)
        self._notices = PlayerNotices(self.config, self.outbox, now)
        self._addresses = Addresses(home, self.config, self.seats, self._notices)
        self.opening = Opening(home, self.config, self.seats, self.games, self.clock, salts, self.sign)
        self._strangers = Strangers(home, self.config, self.outbox, self.clock.now)
        self.vacancies = Vacancies(home, self.config, self.games, self.seating, self.doubts, self.clock.now)
        self.company = Company(home, self.config, self.outbox, self.opening, self._strangers, self.clock.now)

    @contextmanager
    def held(self, patience: float = PATIENCE) -> Iterator["Desk"]:
        """Be alone at the desk. Raises `Busy` if another process stays longer than `patience` seconds.

        Raises `Faulty` where the key of the home is not that of its running games: then nothing is written.
        """
        with at_desk(self.home.path, patience):
            self._refuse_other_key()
            self.games.forget()  # others may have been here since
            self.restores.look()
            self.clock.end()
            self._settle()
            yield self

    def _refuse_other_key(self) -> None:
        """Raise `Faulty` where the key is not that of the running games; looked for when it is new to this desk."""
        path = self.home.path / "key"
        now = path.stat().st_mtime_ns if path.exists() else 0
        if now and now != self._keyed:
            refuse_other_key(self.home)
        self._keyed = now

    def _settle(self) -> None:
        """Put on the disk what a killed process may have left unsynced: we are about to build on it."""
        path = self.home.path
        for folder in (path, path / "games", path / "post"):
            if folder.is_dir():
                files.sync_folder(folder)
        files.sweep(path, {"key", config.NAME, signing.NAME, restore.NAME, ledger.NAME}.__contains__)
        for folder in (self.seats.folder, self.agenda.folder, self.doubts.folder):
            files.sweep(folder, bool)
        files.sweep(
            path / "post", {strangers.NAME, pruning.NAME, WAITS_FILE, GATHERING, NOTIFIED}.__contains__
        )
        self.spool.settle(time.time())
        self.outbox.settle()
        self.outbox.refresh()

    # Its parts, put together

    def _read(self, record: File, secret: bytes, kept: Kept | None) -> Table:
        return Table(record, secret, self.clock.stamp, self.salts, self.sign, kept)

    def _letters(self, table: Table) -> Sending:
        return Sending(
            table,
            home=self.home,
            config=self.config,
            seats=self.seats,
            spool=self.spool,
            outbox=self.outbox,
            bounces=self.bounces,
            date=self.clock.date,
            notebooks=self.notebooks,
            onlookers=self._onlookers,
            programs=self.programs,
            awaited=self._awaited,
        )

    def checks(self, hours: Hours) -> dict[str, Check]:
        """The checks that each letter goes through in a pass with these hours, by their names.

        Those up to `stranger` are for letters without a secret, those after `several-seats` for letters with one.
        """
        home, how, now = self.home, self.config, self.clock.now
        lines = Lines(home, self.seats, self.outbox)
        policy = Policy(home, how, lines, self._notices, self.txt, now)
        unsent = Unsent(home, how, self.outbox, self.doubts, now)
        beside = (self._addresses, policy, self._notices, self._strangers, unsent)
        unknown = Unknown(home, self.seats, self.games, self.outbox, *beside)
        seated = Seated(self.games, self.seats, lines, policy, unsent, self.seating, hours, now)
        return {
            "came-back": Returns(
                home, how, self.seats, self.outbox, self.bounces, unsent, self._onlookers, now
            ).check,
            "machine": unknown.from_a_machine,
            "code": unknown.code,
            "company-code": self.company.to_code,
            "before-restore": unknown.before_a_restore,
            "company": self.company.from_outside,
            "astray": unknown.astray,
            "stranger": unknown.stranger,
            "several-seats": several_seats,
            "machine-at-seat": seated.from_a_machine,
            "ruled-before": seated.ruled_before,
            "too-fast": seated.too_fast,
            "unsigned": seated.unsigned,
            "answers-unsent": seated.answers_the_unsent,
            "arbiter": seated.arbiter,
            "player": seated.player,
        }

    def intake(self, hours: Hours) -> Intake:
        """The part that handles the letters of a pass with these hours."""
        lines = Lines(self.home, self.seats, self.outbox)
        parts = (self.seats, self.games, lines, self._addresses)
        checks, now = self.checks(hours), self.clock.now
        return Intake(self.home, self.config.address, self.spool, *parts, checks, hours, now)

    # A pass

    def _open_full(self, done: Done) -> None:
        """Go on with what a process that ended too early left undone among those who ask for seats (H29)."""
        try:
            done.written += self.company.settle()
            done.troubles += self.company.troubles.items()
        except (Faulty, OSError) as error:
            done.troubles.append(("company", error))

    def _answering(self, hours: Hours, done: Done, leaving: Callable[[], bool]) -> Answering:
        """The part that writes the letters of a pass."""
        beside = (self.notebooks, self.opening, self.vacancies)
        return Answering(self.home, self.outbox, self.agenda, self.games, *beside, hours, done, leaving)

    def _seated(self, answering: Answering, done: Done, act: Callable[[], list[str]]) -> None:
        """Seat those who take over the seats of silent players, and write to those who are asked to (H35)."""
        try:
            for game in act():
                answering.answer(game)
            done.written += self.company.settle()
        except (Faulty, OSError) as error:
            if not any(what == "company" for what, _ in done.troubles):
                done.troubles.append(("company", error))
        self.games.forget()

    def run(
        self,
        *,
        clocks: bool = True,
        known: datetime | None = None,
        leaving: Callable[[], bool] = _stays,
        enough: Callable[[], bool] = _stays,
        awaited: Awaited | None = None,
        alone: bool = False,
    ) -> Done:
        """Work through all letters that wait, and write every letter that is due. An error in one stops no other.

        A letter that the system keeps us from handling (a full disk, a record in use) waits for the next
        pass. One that we cannot handle is tried three times and then held for the keeper.

        Args:
            clocks: without them no deadline passes, as when letters could not be fetched. No clock then
                counts as looked at, and the time is made good later (H16).
            known: the time up to which all letters are here, if that is not now.
            leaving: whether we are asked to end. What has not been begun then waits for the next pass.
            enough: whether the pass has done enough, so that the letters out do not wait for all letters in. Games
                whose turn has not come then wait for the next pass, and `more` of the report is true.
            awaited: what waits for programs (H34), which are asked after this pass, and then there is another.
            alone: the home holds one game and nothing else: what concerns the whole house is left undone.

        Raises `Wider` where a game cannot be worked on `alone`: no pass was made for long, an old copy was put back,
        or a letter is held of which programs are to be told.
        """
        self._awaited = awaited
        done, now, patience = Done(), self.clock.begin(), timedelta(seconds=seconds(self.config.downtime))
        hours = Hours(self.agenda, self.clock.now, patience, now, clocks=clocks, known=known)
        if alone and (hours.away or self.restores.pending):
            raise Wider
        rounds = Rounds(self.spool, self.seats, self.config.limits.letters_an_hour)
        answering = self._answering(hours, done, leaving)
        answering.restored(self.restores, self.doubts, self.spool)
        intake = self.intake(hours)
        one = Pass(self.spool, rounds, self.games, hours, intake, answering, done, leaving, enough)
        if alone:
            one.run(self.doubts)
            answering.gathered()
            if done.held and self.config.notify:
                raise Wider
            return done
        self._open_full(done)
        self._seated(answering, done, self.vacancies.finish)
        one.run(self.doubts)
        waiting = {rounds.seat(name).game for name in self.spool.waiting()}
        self._seated(answering, done, partial(self.vacancies.settle, waiting))
        post = self.home.path / "post"
        note_waits(self.spool, rounds.seat, one.resting(self.doubts), done, post)
        self._end(answering, hours, done, now)
        return done

    def _end(self, answering: Answering, hours: Hours, done: Done, now: datetime) -> None:
        """What comes last in a pass; an error in one part stops no other."""
        keep = timedelta(seconds=seconds(self.config.keep))
        prune = partial(pruning.prune, self.home, self.seats, keep, now)
        look = partial(hours.passed, self.home.games, self.games.size)
        notify = partial(Notify(self.home, self.config, self.games.table, self._tell).passed, done.held, now)
        acts = (
            *(("digest", answering.gathered), ("prune", prune)),
            *(("clock", look), ("notify", notify)),  # what is told is durable then
        )
        for what, act in acts:
            try:
                act()
            except OSError as error:
                done.troubles.append((what, error))
