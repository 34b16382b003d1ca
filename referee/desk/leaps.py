"""Whether the clock of this machine is to be believed: one that leapt ahead by more than a day is not, for an hour.

What a pass does by a wrong clock cannot be undone: deadlines pass, old mails are deleted, letters are given
up. So no pass is made, and no letter goes out, until such a clock has gone on for an hour, or the keeper says
that it is right. A host that was off for days waits for that hour. A clock that was put back is used at once,
because it makes nothing fall due; but the time that was sure before stays so for an hour. Time in which the
machine was on is no leap, however rare the passes.

    HOME/post/clock/.sure      the time at the last pass, for how long the machine had been on, and by which start of it
    HOME/post/clock/.leapt     the same, as it was first seen after a leap

Both may be deleted: then the newest of the records tells what time it was last.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from referee.desk.agenda import Agenda
from referee.home.home import Home
from referee.util import files
from referee.util.errors import TryAgain
from referee.util.times import moment, stamp, utc_now
from referee.util.values import Value

SURE, LEAPT = ".sure", ".leapt"
UPTIME, START = Path("/proc/uptime"), Path("/proc/sys/kernel/random/boot_id")
LEAP, LASTS, DRIFT = timedelta(days=1), timedelta(hours=1), timedelta(minutes=5)
NONE = "-"


class Reading(Value):
    """What the clocks of a machine show: the time, the seconds since its start, and which start ("-": not known)."""

    at: datetime
    up: float = 0.0
    start: str = NONE

    def since(self, before: "Reading") -> timedelta | None:
        """How much time went by since another reading, whatever the time of day says; None if that is not known."""
        if self.start in {NONE, ""} or self.start != before.start or self.up < before.up:
            return None
        return timedelta(seconds=self.up - before.up)


def read_clocks() -> Reading:
    """What the clocks show now; only the time, where the system does not tell since when it is on."""
    try:
        return Reading(
            utc_now(), float(UPTIME.read_text("ascii").split()[0]), START.read_text("ascii").strip()
        )
    except (OSError, ValueError, IndexError):
        return Reading(utc_now())


class Leap(Value):
    """A clock that is not believed (times: RFC 3339, UTC).

    It holds what the clock showed at first, what was sure before, and when it is believed if it goes on.
    """

    shown: str
    last: str
    until: str


class Leaps:
    """What is known of the clock of the machine that a home is on."""

    def __init__(self, home: Home, read: Callable[[], Reading] | None = None) -> None:
        """Nothing is written before `check`."""
        self.home, self.read = home, read or read_clocks
        self.agenda = Agenda(home.path / "post")

    def check(self, *, confirmed: bool = False) -> None:
        """Check the clock before a pass, alone at the desk.

        Raises `Faulty` if the clock is not to be believed, unless the keeper has `confirmed` it.
        """
        now = self.read()
        off = self._off(now)
        if confirmed or not off or self._lasted(now):
            self._note(SURE, now)
            with suppress(OSError):
                if (self.agenda.folder / LEAPT).exists():
                    files.remove(self.agenda.folder / LEAPT)
            return
        if not self._goes_on(now):
            self._note(LEAPT, now)
        self.refuse(now)

    def refuse(self, now: Reading | None = None) -> None:
        """Raise `Faulty` if the clock is not to be believed; nothing is written."""
        if one := self.leapt(now):
            raise TryAgain("clock-leapt", shown=one.shown, last=one.last, until=one.until)

    def leapt(self, now: Reading | None = None) -> Leap | None:
        """The leap for which the clock is not believed now; None if it is."""
        now = now or self.read()
        if self._off(now) <= timedelta() or self._lasted(now):
            return None
        first = self._noted(LEAPT) if self._goes_on(now) else None
        sure, first = self._sure(), first or now
        return Leap(stamp(first.at), stamp(sure.at) if sure else "", stamp(first.at + LASTS))

    def _off(self, now: Reading) -> timedelta:
        """How far ahead of the sure time the clock is, if that is a leap; else zero.

        Negative if the clock was set back.
        """
        sure = self._sure()
        if sure is None:
            return timedelta()
        off = now.at - sure.at - (now.since(sure) or timedelta())
        # Where passes are usually rarer than that, and the uptime of the machine is not known, it is no leap.
        return off if abs(off) > max(LEAP, 2 * self.agenda.usual()) else timedelta()

    def _goes_on(self, now: Reading) -> bool:
        """Whether the clock goes on from where it was first seen after a leap."""
        if (first := self._noted(LEAPT)) is None:
            return False
        shown = now.at - first.at
        went_by = now.since(first)
        return shown >= timedelta() and (went_by is None or abs(shown - went_by) <= DRIFT)

    def _lasted(self, now: Reading) -> bool:
        first = self._noted(LEAPT)
        return first is not None and self._goes_on(now) and (now.since(first) or now.at - first.at) >= LASTS

    def _sure(self) -> Reading | None:
        """The last reading that is sure; where none was noted, the time at which a record was last added to."""
        if noted := self._noted(SURE):
            return noted
        with suppress(OSError):
            written = [self.home.record_path(game).stat().st_mtime for game in self.home.games()]
            return Reading(datetime.fromtimestamp(max(written), UTC)) if written else None
        return None

    def _noted(self, name: str) -> Reading | None:
        try:
            at, up, start = (self.agenda.folder / name).read_text("ascii").split()
            return Reading(moment(at), float(up), start)
        except (OSError, ValueError):
            return None

    def _note(self, name: str, now: Reading) -> None:
        """Note a reading. A full disk is no error here: it is reported where more depends on it."""
        with suppress(OSError):
            files.private_folder(self.agenda.folder)
            files.jot(
                self.agenda.folder / name, f"{stamp(now.at)} {now.up:.2f} {now.start}\n".encode("ascii")
            )
