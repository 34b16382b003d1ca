"""Sending what is due: each letter by the way of the configuration, each with a state of its own.

A letter counts as sent when it was accepted, and not before. A crash in between sends it once more, with the same
Message-ID; none is lost. A letter refused for now is tried again later, and holds back the later ones of its seat; one
refused for good is laid aside for the keeper, who is told. While a server is out of reach, nothing is refused.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from referee import envelopes, files, notices
from referee.config import Config
from referee.game import Faulty
from referee.home import Home
from referee.outbox import NOBODYS_GAME, Outbox
from referee.post import tries
from referee.post.way import ACCEPTED, LATER, NEVER, UNREACHED, Outcome, Parcel, Way
from referee.record import Busy
from referee.times import utc_now
from referee.ways import Folder, Sendmail

PATIENCE = 10.0
"""Seconds to wait for another process that sends."""

Lane = tuple[str, ...]
"""What is sent in order: the letters of one seat to one address."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A letter that was not taken: its number, what was said to it, and when it is tried again ("" for never)."""

    number: str
    reply: str
    next: str = ""


@dataclass(slots=True)
class Posted:
    """What one round did: numbers of the letters accepted, refused for now and for good; those that it is not time for.

    `unreached` is why the way was closed, "" if it was not.
    """

    accepted: list[str] = field(default_factory=list)
    later: list[Refused] = field(default_factory=list)
    never: list[Refused] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    unreached: str = ""


def post_all(
    home: Home,
    config: Config,
    *,
    now: Callable[[], datetime] = utc_now,
    at_once: bool = False,
    way: Way | None = None,
    patience: float = PATIENCE,
    leaving: Callable[[], bool] = lambda: False,
) -> Posted:
    """Send every letter that is due, and what the keeper is to be told; `at_once`: also what is to be tried later.

    When we are `leaving`, what has not been begun waits for the next round. `way` goes before the one of the configuration. Raises `Faulty` for a configuration without a way, or with one that cannot be gone; `Busy` if another
    process sends for longer than `patience` seconds; OSError for our own disk.
    """
    chosen = way or way_of(home, config)
    try:
        with files.locked(home.path / "post.lock", patience), chosen:
            return _Round(home, config, chosen, now, at_once).go(leaving)
    except files.BusyFile as error:
        raise Busy("desk-busy", where=str(home.path)) from error


def way_of(home: Home, config: Config) -> Way:
    """The way that the configuration names. Raises `Faulty` if it names none."""
    match config.post:
        case None:
            raise Faulty("post-nowhere", where=str(home.path / "config.yaml"))
        case Folder(folder, form):
            from referee.post.folder import FolderWay  # noqa: PLC0415  one way is gone, the others are not loaded

            return FolderWay(home.path / folder, form)
        case Sendmail() as sendmail:
            from referee.post.sendmail import SendmailWay  # noqa: PLC0415

            return SendmailWay(sendmail)
        case smtp:
            from referee.post.smtp import SmtpWay  # noqa: PLC0415

            return SmtpWay(smtp, home.path, config.host)


class _Round:
    """One round of sending."""

    def __init__(
        self, home: Home, config: Config, way: Way, now: Callable[[], datetime], at_once: bool
    ) -> None:
        self._home, self._config, self._way = home, config, way
        self._now, self._at_once = now, at_once
        self._outbox = Outbox(home.path / "post")
        self._notices = notices.Notices(home.path / "post")
        self._key = home.key()
        self._stopped: set[Lane] = set()
        self._done = Posted()

    def go(self, leaving: Callable[[], bool]) -> Posted:
        """Letters first, then what the keeper is told of them."""
        self._outbox.settle_tries()
        for act, due in ((self._letter, self._outbox.due), (self._notice, self._notices.due)):
            for path in due():
                if leaving():
                    return self._done
                act(path)
        return self._done

    def _letter(self, path: Path) -> None:
        number = path.name.removesuffix(".eml")
        try:
            version = path.stat().st_ino
            one = envelopes.parcel(self._config, self._key, number, path.read_bytes())
        except FileNotFoundError:  # its game was deleted just now
            return
        except (envelopes.Unfit, Faulty):
            self._give_up(path, tries.read(path).after(Outcome(NEVER, "unfit"), self._now()))
            return
        lane = (*number.split(".")[:2], one.to)
        before = tries.read(path)
        if lane in self._stopped or (not self._at_once and before.waits(self._now())):
            self._stopped.add(lane)
            self._done.waiting.append(number)
            return
        outcome = self._carry(one)
        if not _still(path, version):
            self._stopped.add(lane)  # written anew or deleted meanwhile: what is there now was not sent
        elif outcome.kind == ACCEPTED:
            self._outbox.sent(path)
            self._done.accepted.append(number)
        elif not self._refused(path, outcome, before):
            self._stopped.add(lane)

    def _carry(self, one: Parcel) -> Outcome:
        outcome = self._way.carry(one)
        if outcome.kind == UNREACHED:
            self._done.unreached = outcome.reply
        return outcome

    def _refused(self, path: Path, outcome: Outcome, before: tries.Tries) -> bool:
        """A letter was not taken; whether that is for good."""
        now = self._now()
        after = before.after(outcome, now)
        if outcome.kind == NEVER or (outcome.kind == LATER and after.overdue(now)):
            self._give_up(path, after)
            return True
        tries.write(path, after)
        self._done.later.append(Refused(path.stem, after.reply, after.next))
        return False

    def _give_up(self, path: Path, after: tries.Tries) -> None:
        self._done.never.append(Refused(path.stem, after.reply))
        if path.stem.partition(".")[0] == NOBODYS_GAME:
            self._outbox.sent(path)  # a stranger was not reached: that is the end of it
            return
        # First what the keeper is told: after a crash in between this is done once more, and told once.
        game, seat, _ = path.stem.split(".")
        numbers = [one.stem for one in self._outbox.refused(game, seat) if one.stem != path.stem]
        self._notices.refused(self._config, game, seat, self._now(), [*numbers, path.stem], after.reply)
        self._outbox.failed(path, after)

    def _notice(self, path: Path) -> None:
        """What the keeper is told: it comes back to nobody that would answer, and nobody is told of its end."""
        before = tries.read(path)
        if not self._at_once and before.waits(self._now()):
            return
        one = self._notices.parcel(self._config, path)
        outcome = self._carry(one)
        now = self._now()
        after = before.after(outcome, now)
        if outcome.kind in {ACCEPTED, NEVER} or (outcome.kind == LATER and after.overdue(now)):
            self._notices.done(path)
        else:
            tries.write(path, after)


def _still(path: Path, version: int) -> bool:
    try:
        return path.stat().st_ino == version
    except FileNotFoundError:
        return False
