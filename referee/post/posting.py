"""Sending what is due: each letter by the configured way, each with a state of its own.

A letter counts as sent once it was accepted, not before. A crash in between sends it once more with the same
Message-ID; none is lost. A letter refused for now is tried again later, and the later letters of its seat
wait for it. A letter refused for good is laid aside, and the keeper is told.

A way that is out of reach refuses nothing. It has one time for its next try (`referee.post.ways.reach`), and
none of its letters is touched before that.

Where a letter fails and the cause may be the letter or the way, the other letters decide:

    another one is answered in this round   the cause is the letter: it counts as refused for now
    none is answered                        the cause is the way, and next time that letter comes last
    there is no other for a day             the keeper is told, by a mail that serves as the other one
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from referee.home.config import Config
from referee.home.home import Home
from referee.home.ways import Folder, Sendmail, name_of_target
from referee.post import envelope
from referee.post.keeper_mail import KeeperMail
from referee.post.outbox import NOBODYS_GAME, Outbox
from referee.post.ways import tries
from referee.post.ways.local import FolderWay, SendmailWay
from referee.post.ways.reach import OUT, Reach, Unreached
from referee.post.ways.tries import ACCEPTED, LATER, NEVER, UNCLEAR, UNREACHED, Outcome, Parcel, Way
from referee.record.file import Busy
from referee.util import files
from referee.util.errors import Faulty, WrongConfig
from referee.util.times import stamp, utc_now
from referee.util.values import Struct, Value, ValueType, field, replace

PATIENCE = 10.0
"""Seconds to wait for another process that sends."""
MOST_UNCLEAR = 3
"""How many letters in a row may fail for unclear reasons before the rest are left for another round."""
STUCK = timedelta(days=1)
"""How long letters may fail with no other to show whether the way is closed; then the keeper is told."""

Lane = tuple[str, ...]
"""Letters sent in order: those of one seat to one address."""


class Refused(Value):
    """A letter that was not taken: its number, what the server said, and when it is tried again ("" for never)."""

    number: str
    reply: str
    next: str = ""


class Posted(Struct, metaclass=ValueType, frozen=False, uncompared=("replies",)):
    """What one round did; letters are told by their numbers.

    Attributes:
        accepted: Taken by the way.
        later: Refused for now.
        never: Refused for good.
        waiting: Not due for a try yet.
        spoiled: Cut short from outside since they were written; the next pass makes them again.
        unreached: The way, if it was closed, and when it is tried again.
        replies: What the server said to each accepted letter; its log knows the letter by that.
    """

    accepted: list[str] = field(default_factory=list)
    later: list[Refused] = field(default_factory=list)
    never: list[Refused] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    unreached: Unreached | None = None
    spoiled: list[str] = field(default_factory=list)
    replies: dict[str, str] = field(default_factory=dict)


def post_all(
    home: Home,
    config: Config,
    *,
    now: Callable[[], datetime] = utc_now,
    at_once: bool = False,
    knock: bool = False,
    way: Way | None = None,
    patience: float = PATIENCE,
    leaving: Callable[[], bool] = lambda: False,
) -> Posted:
    """Send every letter that is due, and the mails to the keeper.

    `at_once` includes letters to be tried later. `knock` tries a way that was out of reach before its time
    has come. Once `leaving()` is true, letters not yet begun wait for the next round. `way` takes precedence
    over the configured one. Raises `Faulty` for a configuration without a usable way; `Busy` if another
    process sends for longer than `patience` seconds; OSError for our own disk.
    """
    chosen = way or way_of(home, config)
    try:
        with files.locked(home.path / "post.lock", patience), chosen:
            return _Round(home, config, chosen, now, at_once).go(leaving, knock=knock or at_once)
    except files.BusyFile as error:
        raise Busy("desk-busy", where=str(home.path)) from error


def way_of(home: Home, config: Config) -> Way:
    """The configured way. Raises `Faulty` if there is none."""
    match config.post:
        case None:
            raise WrongConfig("post-nowhere", where=str(home.path / "config.yaml"))
        case Folder(folder, form):
            return FolderWay(home.path / folder, form)
        case Sendmail() as sendmail:
            return SendmailWay(sendmail)
        case smtp:
            from referee.post.ways.smtp import SmtpWay  # noqa: PLC0415  only where it is used: it loads TLS

            return SmtpWay(smtp, home.path, config.host)


class _Round:
    """One round of sending."""

    def __init__(
        self, home: Home, config: Config, way: Way, now: Callable[[], datetime], at_once: bool
    ) -> None:
        self._home, self._config, self._way = home, config, way
        self._now, self._at_once = now, at_once
        self._outbox = Outbox(home.path / "post")
        self._keeper = KeeperMail(config, self._outbox)
        self._reach, self._name = Reach(home.path / "post"), name_of_target(config.post)
        self._known = self._reach.read(OUT, self._name) or Unreached(way=self._name)
        self._stopped: set[Lane] = set()
        self._unclear: list[tuple[Path, int, Outcome, tries.Tries]] = []
        self._row = 0
        self._answered, self._closed = False, ""
        self._done = Posted()

    def go(self, leaving: Callable[[], bool], *, knock: bool) -> Posted:
        """Send the letters first, then the mails to the keeper that they gave rise to."""
        self._outbox.settle_tries()
        self._outbox.settle_together()
        if self._known.waits(self._now()) and not knock:
            self._done.waiting = [path.stem for path in self._outbox.due()]
            self._done.unreached = self._known
            return self._done
        for act, due in ((self._letter, self._letters_due), (self._notice, self._outbox.due_for_keeper)):
            for path in due():
                if leaving() or self._closed:
                    break
                act(path)
        self._end()
        return self._done

    def _letters_due(self) -> list[Path]:
        """The letters to be sent; seats with a letter at which the way seemed closed come last."""
        last = {_seat(number) for number in self._known.unclear}
        return sorted(self._outbox.due(), key=lambda path: _seat(path.name) in last)

    def _end(self) -> None:
        """Decide the unclear cases: if the way answered at all, the cause is the letters."""
        last = self._unclear[-1][2].reply if self._unclear else ""
        unclear = tuple(path.stem for path, *_ in self._unclear)
        for path, version, outcome, before in self._unclear if self._answered else ():
            if _still(path, version):
                self._refused(path, Outcome(LATER, outcome.reply), before)
        if (why := self._closed or last) and (self._closed or not self._answered):
            self._done.unreached = replace(
                self._known.after(why, self._now()), unclear=() if self._answered else unclear
            )
            self._reach.lost(OUT, self._done.unreached)
            if not self._closed and self._done.unreached.since <= stamp(self._now().astimezone(UTC) - STUCK):
                self._stuck()
            tried = {one.number for one in (*self._done.later, *self._done.never)}
            self._done.waiting = [path.stem for path in self._outbox.due() if path.stem not in tried]

    def _stuck(self) -> None:
        """Tell the keeper about letters at which the way has long seemed closed; give up those to strangers."""
        for path, _, outcome, before in self._unclear:
            if path.stem.partition(".")[0] == NOBODYS_GAME:
                self._give_up(path, before.after(outcome.reply, self._now()))
            else:
                self._keeper.stuck(path.stem, self._now(), self._known.since, outcome.reply)

    def _letter(self, path: Path) -> None:
        number = path.name.removesuffix(".eml")
        try:
            version, data = path.stat().st_ino, path.read_bytes()
            if self._spoiled(path, data):
                return
            one = envelope.parcel(self._config, self._home, number, data)
        except FileNotFoundError:  # its game has just been deleted
            return
        except (envelope.Unfit, Faulty):
            self._give_up(path, tries.read(path).after("unfit", self._now()))
            return
        lane = (*number.split(".")[:2], one.to)
        before = tries.read(path)
        if not self._stopped.isdisjoint((lane, lane[:2])) or (
            not self._at_once and before.waits(self._now())
        ):
            self._stopped.add(lane)
            self._done.waiting.append(number)
            return
        outcome = self._carry(one)
        if not _still(path, version):
            self._stopped.add(lane)  # written again or deleted meanwhile: what is there now was not sent
        elif outcome.kind == ACCEPTED:
            self._outbox.sent(path)
            self._done.accepted.append(number)
            self._done.replies[number] = outcome.reply
        elif outcome.kind == UNCLEAR:
            self._unclear.append((path, version, outcome, before))
            self._stopped.add(lane)
        elif outcome.kind == UNREACHED or not self._refused(path, outcome, before):
            self._stopped.add(lane)

    def _spoiled(self, path: Path, data: bytes) -> bool:
        """Whether a letter has been damaged; then the next pass makes it again, and the others of its seat wait."""
        if self._outbox.sums.fits(path.stem, data):
            return False
        self._outbox.spoiled(path)
        self._done.spoiled.append(path.stem)
        self._stopped.add(tuple(path.stem.split(".")[:2]))
        return True

    def _carry(self, one: Parcel) -> Outcome:
        outcome = self._way.carry(one)
        if outcome.kind == UNREACHED:
            self._closed = outcome.reply or UNREACHED
        elif outcome.kind == UNCLEAR:
            self._row += 1
            self._closed = outcome.reply if self._row == MOST_UNCLEAR else ""
        else:
            self._row = 0
            if not self._answered:
                self._answered, self._known = True, Unreached(way=self._name)
                self._reach.found(OUT, self._name)
        return outcome

    def _refused(self, path: Path, outcome: Outcome, before: tries.Tries) -> bool:
        """Note that a letter was not taken; whether that is for good."""
        now = self._now()
        after = before.after(outcome.reply, now)
        if outcome.kind == NEVER or (outcome.kind == LATER and after.overdue(now)):
            self._give_up(path, after)
            return True
        tries.write(path, after)
        self._done.later.append(Refused(path.stem, after.reply, after.next))
        return False

    def _give_up(self, path: Path, after: tries.Tries) -> None:
        self._done.never.append(Refused(path.stem, after.reply))
        if path.stem.partition(".")[0] == NOBODYS_GAME:
            self._outbox.sent(path)  # a stranger was not reached: nothing more is done
            return
        # The keeper is told first: after a crash in between this runs once more, and still tells the keeper
        # once.
        game, seat, _ = path.stem.split(".")
        numbers = [one.stem for one in self._outbox.refused(game, seat) if one.stem != path.stem]
        self._keeper.refused([*numbers, path.stem], envelope.went_to(path), self._now(), after.reply)
        self._outbox.failed(path, after)

    def _notice(self, path: Path) -> None:
        """Send a mail to the keeper; nobody is told if that fails."""
        before = tries.read(path)
        if not self._at_once and before.waits(self._now()):
            return
        one = envelope.parcel_for_keeper(self._config, path)
        outcome = self._carry(one)
        now = self._now()
        after = before.after(outcome.reply, now)
        if outcome.kind in {ACCEPTED, NEVER} or (outcome.kind == LATER and after.overdue(now)):
            self._outbox.sent_to_keeper(path)
        elif outcome.kind == UNCLEAR and not self._answered:
            self._closed = outcome.reply
        elif outcome.kind != UNREACHED:
            tries.write(path, after)


def _seat(number: str) -> str:
    """The game and the seat in the number of a letter."""
    return number[: number.find(".", number.find(".") + 1)]


def _still(path: Path, version: int) -> bool:
    try:
        return path.stat().st_ino == version
    except FileNotFoundError:
        return False
