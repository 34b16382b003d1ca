"""One process that stands between a home and the mail servers: letters in, a pass of the desk, letters out.

Mail servers hand letters over by LMTP, or letters are fetched; each wakes a pass. There is also a pass every
now and then, for deadlines and for letters that were refused before. An error in one part is told once and
does not stop the others.
"""

import errno
import math
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from referee.desk.desk import Desk
from referee.desk.leaps import Leaps
from referee.desk.letters.awaited import Awaited
from referee.desk.report import WAITS, Done, Handled
from referee.desk.status import of_mail
from referee.home import config, ways
from referee.home.home import Home
from referee.home.lock import serving
from referee.home.ways import name_of
from referee.post.posting import Posted, post_all
from referee.post.spool import Spool
from referee.post.ways.fetching import Fetched, Fetching, note_reach
from referee.util.bell import GRACE, Bell
from referee.util.errors import Faulty
from referee.util.journal import Journal
from referee.util.times import moment, seconds, utc_now

if TYPE_CHECKING:
    from referee.post.ways.lmtp import Listener

AT_ONCE = 200
"""Letters taken from one source before others have their turn."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0
"""Seconds until a source with trouble is looked at again."""
DESK_PATIENCE = 2.0
TURN = 3.0
"""Seconds after which a pass ends while more letters wait, so that what it has written goes out."""


Programs = Callable[..., Sequence[str]]
"""Lets programs of the house answer (H34), and gives the names of their letters in the spool.

It is called with `leaving`, `awaited` and `troubles`; nothing is `awaited` any more where none was written.
"""


class Serving:
    """The process. With `desk`, letters are ruled on and answered too; else they are only fetched."""

    def __init__(
        self,
        home: Home,
        *,
        desk: bool = True,
        bell: Bell | None = None,
        programs: Programs | None = None,
    ) -> None:
        """Nothing is done before `run`. Raises `Faulty` for a configuration that cannot be read.

        `programs` lets programs of the house answer; letters to persons may wait for that, within the process.
        """
        self._programs, self._awaited = programs, Awaited()
        self.home, self.desk, self.bell = home, desk, bell or Bell()
        self.config = config.read(home)
        self.journal = Journal(self.config.serve.log)
        self._next: dict[str, tuple[float, float]] = {}
        self._unseen = set[str]()
        self._at_once = False
        self._knock = True
        self._post_at: datetime | None = None
        self._waits: dict[str, str] = {}
        self._on_time = False

    def run(self) -> None:
        """Serve until a signal asks us to stop.

        Raises `Faulty` if that cannot begin, or another process serves here.
        """
        lock = "serve.lock" if self.desk else "fetch.lock"
        with ExitStack() as held:
            held.enter_context(serving(self.home.path, lock))
            held.enter_context(self.bell.hung())
            while not self.bell.stopping:
                self.bell.reread = False
                with self._parts():
                    self._rounds()
                if not self.bell.stopping:
                    self._read_again()
            self._tell_all()
            self.journal.tell("stop")

    def _read_again(self) -> None:
        """Read the configuration again; if it cannot be read, keep the old one."""
        try:
            self.config = config.read(self.home)
        except (Faulty, OSError) as error:
            self.journal.tell("trouble", part="config", error=described(error))
            return
        self.journal = Journal(self.config.serve.log)
        self._at_once = True  # a keeper who has just mended the connection does not want to wait
        self.journal.tell("reread")

    def _tell_all(self) -> None:
        """Nobody waits for a process that ends: what would have been told together with what programs do goes out."""
        if self._awaited:
            self._awaited.only(())
            self._part("desk", self._pass)
            self._part("post", self._post)

    # Its parts

    @contextmanager
    def _parts(self) -> Iterator[None]:
        """While the block runs, listen to mail servers and watch folders."""
        self._next.clear()
        self._unseen = set(map(name_of, self.config.fetch))
        with ExitStack() as held:
            held.enter_context(self.journal.hears_logging())
            if self.desk and self.config.serve.lmtp:
                held.enter_context(self._heard())
            held.enter_context(self._watched())
            self.journal.tell("start", pid=os.getpid(), lmtp=self.config.serve.lmtp)
            yield

    @contextmanager
    def _heard(self) -> Iterator["Listener"]:
        from referee.post.ways.lmtp import Listener  # noqa: PLC0415  of a package that need not be there

        listener = Listener(self.home, self.config, self.journal, self.bell.ring)
        listener.start()
        try:
            yield listener
        finally:
            listener.stop(GRACE)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        threads, stop = list[threading.Thread](), threading.Event()
        every = float(seconds(self.config.serve.every))
        for source in self.config.fetch:
            if isinstance(source, ways.Imap) and source.idle == "yes":
                from referee.post.ways.watching import Watch  # noqa: PLC0415  of a package that need not be there

                watch = Watch(self._fetching(), source, self._fetched, stop, every)
                threads.append(threading.Thread(target=watch.run, name=name_of(source), daemon=True))
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            stop.set()
            ends = time.monotonic() + GRACE
            for thread in threads:
                thread.join(max(0.0, ends - time.monotonic()))

    def _polled(self) -> bool:
        """Whether there is a server that is looked at only at intervals."""
        return any(isinstance(one, ways.Imap) and one.idle != "yes" for one in self.config.fetch)

    def _fetching(self) -> Fetching:
        return Fetching(self.home, self.config, most=AT_ONCE)

    # Its rounds

    def _rounds(self) -> None:
        every = float(seconds(self.config.serve.every))
        due = time.monotonic()
        while not (self.bell.stopping or self.bell.reread):
            on_time = self._on_time = time.monotonic() >= due
            due = time.monotonic() + every if on_time else due
            if self._fetch_all(on_time):
                self.bell.ring()
            if self.desk and not self.bell.stopping:
                self._part("desk", self._pass)
            if self.desk and not self.bell.stopping:
                self._part("post", self._post)
            if self.desk and not self.bell.stopping:
                self._part("programs", self._answered)
            self.bell.wait(min(due - time.monotonic(), self._until_next_try()))

    def _until_next_try(self) -> float:
        """Seconds until letters that wait for a server out of reach are tried again."""
        return (self._post_at - utc_now()).total_seconds() if self._post_at else math.inf

    def _part(self, name: str, act: Callable[[], None]) -> None:
        """Do one thing; an error is told, and the other parts go on."""
        try:
            act()
        except Exception as error:  # noqa: BLE001  a mistake of ours in one part is no reason to stop the others
            self.journal.wrong(name, described(error))
        else:
            self.journal.right(name)

    def _fetch_all(self, on_time: bool) -> bool:
        """Fetch from every source that is not watched, from a server only when it is time; whether one has more.

        A source with trouble has longer and longer pauses.
        """
        more = False
        for source in self.config.fetch:
            far = isinstance(source, ways.Imap)
            if (
                self.bell.stopping
                or (isinstance(source, ways.Imap) and source.idle == "yes")
                or (far and not on_time)
            ):
                continue
            not_before, pause = self._next.get(name_of(source), (0.0, 0.0))
            if time.monotonic() < not_before:
                continue
            look = self._fetching().look(source)
            self._fetched(look)
            pause = min(LONGEST_PAUSE, max(FIRST_PAUSE, pause * 2)) if look.trouble else 0.0
            self._next[look.source] = (time.monotonic() + pause, pause)
            more |= look.more
        return more

    def _fetched(self, look: Fetched) -> None:
        """Tell of the letters that were fetched, and wake a pass for them."""
        for name in look.names:
            self.journal.tell("letter-in", by=look.source, letter=name, id=self._id_of(name))
        if look.trouble:
            self.journal.wrong(look.source, described(look.trouble))
        else:
            self.journal.right(look.source)
        note_reach(self.home, look)
        unseen = bool(look.trouble) or look.more
        seen_now = not unseen and look.source in self._unseen
        (self._unseen.add if unseen else self._unseen.discard)(look.source)
        if look.names or seen_now:
            self.bell.ring()

    def _pass(self) -> None:
        desk = Desk(self.home)
        with desk.held(DESK_PATIENCE):
            Leaps(self.home).check()
            # A letter that came in time may lie in a source that we could not reach: until we have looked, no
            # deadline passes.
            ends = time.monotonic() + TURN
            done = desk.run(
                clocks=not self._unseen and (self._on_time or not self._polled()),
                leaving=self.bell.late,
                enough=lambda: time.monotonic() > ends,
                awaited=None if self.bell.stopping else self._awaited,
            )
        self._tell(done)
        if done.more:
            self.bell.ring()

    def _answered(self) -> None:
        """Let programs of the house answer, after everything else has gone out; their letters wake a pass.

        So does what waits for them: where nothing was written, it is told alone.
        """
        waited, troubles = bool(self._awaited), list[tuple[str, BaseException]]()
        if self._programs:
            names = self._programs(leaving=self.bell.late, awaited=self._awaited, troubles=troubles)
        else:
            self._awaited.only(())
            names = ()
        for name in names:
            self.journal.tell("letter-in", by="program", letter=name, id=self._id_of(name))
        if names or waited:
            self.bell.ring()
        for _, error in troubles:
            raise error

    def _id_of(self, name: str) -> str:
        """The Message-ID of a letter that has just come, by which other logs know it.

        It is "" if the letter has none, or is gone already.
        """
        return of_mail(Spool(self.home.path / "post"), name).message

    def _tell(self, done: Done) -> None:
        """Log a pass: each letter by its name in the spool, from `letter-in` to the letter out that answers it."""
        for one in done.handled:
            self._tell_of(one)
        for name, reason in done.held:
            if name not in {one.letter for one in done.handled}:
                self._waits.pop(name, None)
                self.journal.tell("letter-held", letter=name, reason=reason)
        answers = {number: one.letter for one in done.handled for number in one.answers}
        for number in done.written:
            self.journal.tell("letter-out", letter=number, **named(answers=answers.get(number, "")))
        if done.ruled or done.aside:
            games = sorted({one.game for one in done.handled if one.game})
            self.journal.tell("pass", ruled=done.ruled, aside=done.aside, games=",".join(games))
        wrong = {f"desk {at}": described(error) for at, error in done.troubles}
        for part, error in wrong.items():
            self.journal.wrong(part, error)
        for part in self.journal.troubled("desk "):
            if part not in wrong and not done.more:
                self.journal.right(part)

    def _tell_of(self, one: Handled) -> None:
        """Log what became of one letter; that it waits only once, not in each pass."""
        waits = one.became == WAITS
        known = self._waits.get(one.letter) == one.reason
        (self._waits.update({one.letter: one.reason}) if waits else self._waits.pop(one.letter, None))
        if not (waits and known):
            said = named(
                id=one.id, game=one.game, seat=one.seat, reason=one.reason, answer=",".join(one.answers)
            )
            self.journal.tell(f"letter-{one.became}", letter=one.letter, **said)

    def _post(self) -> None:
        if self.config.post is None or Leaps(self.home).leapt():
            return  # letters go out by `referee post FOLDER`; or not at all, while the clock is not believed
        at_once, self._at_once = self._at_once, False
        knock, self._knock = self._knock, False
        self._post_at = None
        done = post_all(
            self.home,
            self.config,
            at_once=at_once,
            knock=knock,
            patience=DESK_PATIENCE,
            leaving=self.bell.late,
        )
        if done.unreached:
            self._post_at = moment(done.unreached.next)
        self._tell_posted(done)
        if done.spoiled:
            self.bell.ring()  # for a pass that makes them again

    def _tell_posted(self, done: Posted) -> None:
        """Log a round of sending."""
        for number in done.accepted:
            self.journal.tell("letter-sent", letter=number, **named(reply=done.replies.get(number, "")))
        for number in done.spoiled:
            self.journal.tell("letter-spoiled", letter=number)
        for one in done.later:
            self.journal.tell("letter-later", letter=one.number, reply=one.reply, next=one.next)
        for one in done.never:
            self.journal.tell("letter-never", letter=one.number, reply=one.reply)
        if done.unreached:
            self.journal.wrong("server", done.unreached.reply)
        elif done.accepted or done.later or done.never:
            self.journal.right("server")


def named(**values: str) -> dict[str, str]:
    """Those values of an event that are not empty."""
    return {name: value for name, value in values.items() if value}


def described(error: BaseException) -> str:
    """An error in a log: its key and values, or its kind; nothing of a letter."""
    match error:
        case Faulty():
            return str(error)
        case OSError() if error.errno:
            file = error.filename if isinstance(error.filename, str) else ""
            return f"{errno.errorcode.get(error.errno, error.errno)} {file}".strip()
    return type(error).__name__
