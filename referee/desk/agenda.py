"""The time at which the clock of each game next has something to do, so that a pass need not open every record.

    HOME/post/clock/g1         how long the record was when this was worked out, and the time (RFC 3339, UTC) or `never`
    HOME/post/clock/.passed    when the last pass looked at the clocks, and how many seconds lay between the last passes
    HOME/post/clock/.fetched   when letters were last fetched from everywhere
    HOME/post/clock/.unseen    since when letters could not be fetched from somewhere, if the last try failed
    HOME/post/clock/.sure      and `.leapt`: see `referee.desk.leaps`
    HOME/post/clock/g1.away    since when no pass has reached this game, if one was cut short; or `?`

All of it may be deleted. It is then worked out again, and no pass counts as made since the last entry of a
record.
"""

from datetime import datetime, timedelta
from pathlib import Path

from referee.util import files
from referee.util.times import moment, span, stamp

PASSED, UNSEEN, FETCHED = ".passed", ".unseen", ".fetched"
UNKNOWN = "?"
GAPS = 9
"""How many times between passes are kept; their median counts as usual."""
NEVER = "never"


class Agenda:
    """The times at which games have to be looked at."""

    def __init__(self, post: Path) -> None:
        """Take up the agenda of a home; its folder is made when something is first noted."""
        self.folder = post / "clock"

    def due(self, game: str, size: int, now: datetime) -> bool:
        """Whether a game has to be looked at: its time has come, or its record has changed since it was noted."""
        known, at = self._noted(game)
        return known != str(size) or (at != NEVER and moment(at) <= now)

    def running(self, game: str, size: int) -> bool:
        """Whether a clock of a game may be running."""
        return self._noted(game) != (str(size), NEVER)

    def note(self, game: str, size: int, at: datetime | None) -> None:
        """Note when a game with a record of this length has to be looked at next; `None`: never, as things stand."""
        files.private_folder(self.folder)
        noted = str(size), NEVER if at is None else stamp(at)
        if self._noted(game) != noted:
            files.replace(self.folder / game, f"{' '.join(noted)}\n".encode("ascii"))

    def _noted(self, game: str) -> tuple[str, str]:
        """How long the record of a game was, and the time; "" and never if that is not known."""
        known, _, at = self._words(game).partition(" ")
        return (known, at) if at == NEVER or self._time(game, 1) else ("", NEVER)

    def passed(self) -> datetime | None:
        """When a pass last looked at the clocks; None if that is not known."""
        return self._time(PASSED)

    def fetched(self) -> datetime | None:
        """The time up to which all letters have been fetched; None if that is not known."""
        return self._time(FETCHED)

    def usual(self) -> timedelta:
        """The usual time from one pass to the next: the median of the last ones, or zero if none is known."""
        gaps = sorted(self._gaps())
        return timedelta(seconds=gaps[len(gaps) // 2] if gaps else 0)

    def rare(self, patience: timedelta) -> str:
        """How rarely passes are made, in words, if that is more rarely than they should be; else ""."""
        minutes = round(self.usual().total_seconds() / 60)
        return span(minutes * 60) if self.usual() > patience else ""

    def _gaps(self) -> list[int]:
        return [int(gap) for gap in self._words(PASSED).split()[1:] if gap.isdecimal()]

    def _words(self, name: str) -> str:
        """What stands in a file; "" if there is none."""
        try:
            return (self.folder / name).read_text("ascii").strip()
        except (FileNotFoundError, ValueError):
            return ""

    def _time(self, name: str, word: int = 0) -> datetime | None:
        """The time that is a word of a file; None if none is."""
        try:
            return moment(self._words(name).split()[word])
        except (ValueError, IndexError):
            return None

    # Passes that were cut short

    def leave(self, game: str, since: datetime | None) -> None:
        """Note that a pass was cut short before it could tell this game that no pass had run since then.

        `since` is None if that time is not known.
        """
        if not self.left(game):
            files.private_folder(self.folder)
            text = UNKNOWN if since is None else stamp(since)
            files.replace(self.folder / f"{game}.away", f"{text}\n".encode("ascii"))

    def left(self, game: str) -> bool:
        """Whether a game has still to be told that no pass ran."""
        return (self.folder / f"{game}.away").exists()

    def left_since(self, game: str) -> datetime | None:
        """Since when no pass ran for a game; None if that is not known."""
        return self._time(f"{game}.away")

    def told(self, game: str) -> None:
        """Note that a game has been told."""
        files.remove(self.folder / f"{game}.away")

    def mark_passed(self, now: datetime) -> None:
        """Note that a pass has looked at all clocks."""
        files.private_folder(self.folder)
        gaps, last = self._gaps(), self.passed()
        if last and now > last:
            gaps = [*gaps, int((now - last).total_seconds())][-GAPS:]
        files.replace(self.folder / PASSED, " ".join([stamp(now), *map(str, gaps)]).encode("ascii") + b"\n")

    def mark_fetched(self, now: datetime, everything: bool) -> None:
        """Note that letters were fetched as of then; without `everything`, that some source could not be reached."""
        if everything:
            files.remove(self.folder / UNSEEN)
        files.private_folder(self.folder)
        name = FETCHED if everything else UNSEEN
        files.replace(self.folder / name, f"{stamp(now)}\n".encode("ascii"))

    def unseen(self, now: datetime, patience: timedelta) -> bool:
        """Whether letters that came in time may lie in a source that could not be reached.

        A failure that was noted more than `patience` ago no longer counts.
        """
        failed = self._time(UNSEEN)
        return failed is not None and now - failed <= patience

    def forget(self, game: str) -> None:
        """Forget a game that was deleted."""
        files.remove(self.folder / game)
        self.told(game)
