"""An old copy of a home was put back (H24): what happened since is lost, and we go on so that nothing is told twice.

Each game that may have gone on gets new random bytes for its secrets, so that no secret that was given up
since becomes valid again. It also gets an entry, which tells each player once what was lost; their letters
go on with numbers that no lost letter has. What is to be done is written to a file before any of it is done.
The next process that opens a game does it, wherever the one before ended:

    HOME/restored         the id of this restore, the time since which all is lost (or `?`), the games not done yet
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from referee.desk.doubts import Doubts
from referee.desk.letters.sending import Sending
from referee.home import roster
from referee.home.home import Home
from referee.home.seats import Seats
from referee.house.keeper import Restored
from referee.post.outbox import Outbox
from referee.record.entries import Act
from referee.table.loading import load
from referee.table.table import Table
from referee.util import files
from referee.util.errors import Faulty, WrongConfig
from referee.util.times import moment

NAME = "restored"
ACT, ABSENT = "restored", "downtime"
UNKNOWN = "?"
STEP = 10_000
"""Numbers of letters go on at the next multiple of this: more letters than a seat gets in months."""
LONG_OVER = timedelta(days=90)
"""A game that has been over for this long is left alone: nothing more is told in it, and nobody can play in it."""
FORM = re.compile(r"([0-9a-f]{16}) (\S+)\n((?:[a-z][a-z0-9-]{0,31}\n)*)")


@dataclass(frozen=True, slots=True)
class Restore:
    """One restore: its id, the time since which all is lost ("": not known), and the games that are not done yet."""

    id: str
    since: str
    games: tuple[str, ...]

    def text(self) -> str:
        """The restore as it stands in its file."""
        return f"{self.id} {self.since or UNKNOWN}\n" + "".join(f"{game}\n" for game in self.games)


def pending(home: Path) -> Restore | None:
    """The restore that is not done yet; None if there is none. Raises `Faulty` for a file that is not ours."""
    path = home / NAME
    try:
        found = FORM.fullmatch(path.read_text("ascii", errors="replace"))
    except FileNotFoundError:
        return None
    if found is None:
        raise WrongConfig("restore-form", where=str(path))
    return Restore(found[1], "" if found[2] == UNKNOWN else found[2], tuple(found[3].split()))


def begin(home: Home, games: tuple[str, ...], since: str = "") -> Restore:
    """Begin a restore of these games; one that is not done yet goes on, with these too. Raises OSError."""
    before = pending(home.path)
    known = before.games if before else ()
    name, at = (before.id, before.since) if before else (home.fresh().hex()[:16], since)
    made = Restore(name, at, tuple(dict.fromkeys((*known, *games))))
    files.replace(home.path / NAME, made.text().encode("ascii"))
    return made


def long_over(record: Path, now: datetime) -> bool:
    """Whether a game has been over for so long that nothing more is told in it; no, if its record cannot be read."""
    try:
        table = load(record)
    except (Faulty, OSError):
        return False  # opening the game will tell what is wrong with it
    return table.outcome is not None and moment(table.points[-1].entry.at) < now - LONG_OVER


def _told(table: Table, to_do: Restore) -> bool:
    """Whether the record tells of this restore."""
    entries = (point.entry for point in reversed(table.points))
    return any(isinstance(one, Act) and (one.act, one.reason) == (ACT, to_do.id) for one in entries)


def _entry(table: Table) -> int:
    """The entry that tells of the last restore."""
    found = (n for n, point in enumerate(table.points) if getattr(point.entry, "act", "") == ACT)
    return max(found, default=len(table.points))


def _lost(table: Table, seat: str, since: str, told: int) -> Restored:
    """The letters that a seat has lost: those after the last one that tells of the time before."""
    last = table.index.number(seat, _until(table, since))
    highest = max(told, table.index.number(seat))
    return Restored(seat, since, last, (highest // STEP + 1) * STEP + 1)


def _until(table: Table, since: str) -> int | None:
    """The first entry that was made after a time; None if there is none, or the time is not known."""
    if not since:
        return None
    later = (
        n for n, point in enumerate(table.points) if moment(point.entry.at) > datetime.fromisoformat(since)
    )
    return next(later, None)


class Restores:
    """The restore of a home that may not be done yet."""

    def __init__(self, home: Home, seats: Seats, outbox: Outbox, doubts: Doubts) -> None:
        """Read it from its file. Raises `Faulty` for one that is not ours."""
        self._home, self._seats, self._outbox, self._doubts = home, seats, outbox, doubts
        self.pending = pending(home.path)

    def look(self) -> None:
        """Read the file again: another process may have changed it. Raises `Faulty`."""
        self.pending = pending(self._home.path)

    def of(self, game: str) -> Restore | None:
        """The restore, if there is one and this game is not done yet."""
        return self.pending if self.pending and game in self.pending.games else None

    def begin(self, games: tuple[str, ...], since: str = "") -> None:
        """Begin a restore of these games. Raises OSError."""
        self.pending = begin(self._home, games, since)

    def concerned(self, games: tuple[str, ...], now: datetime) -> Iterator[str]:
        """The games, of these or of all, that may have gone on by mail.

        Raises `Faulty` for a game that is not there.
        """
        for game in games or tuple(self._home.games()):
            path = self._home.record_path(game)
            if roster.read(self._home.roster_path(game)).everybody and not self._nothing_to_do(
                game, path, now
            ):
                yield game

    def _nothing_to_do(self, game: str, path: Path, now: datetime) -> bool:
        """Whether a game has been over for long, or has not changed since it was last told of a restore."""
        try:
            table = load(path)
        except (Faulty, OSError):
            return False  # opening the game will tell what is wrong with it
        since = [getattr(point.entry, "act", "") for point in table.points[_entry(table) :]]
        if ACT in since and set(since) <= {ACT, ABSENT}:
            return self._doubts.of(game) is None
        return long_over(path, now)

    def settle(self, table: Table, to_do: Restore) -> None:
        """Carry out a restore in this game, if that is not done: its secrets, and the entry.

        Raises `Faulty`, OSError.
        """
        if _told(table, to_do):
            return
        path = self._home.roster_path(table.id)
        known = roster.read(path)
        if known.restored != to_do.id:
            known = replace(known, secrets=self._home.fresh().hex(), restored=to_do.id)
            roster.write(path, known)
        for seat, player in known.everybody.items():
            self._seats.add(table.id, seat, player.key)
        numbers = self._outbox.last(table.id)
        answered = self._doubts.answered(table.id)
        events = [
            _lost(table, seat, to_do.since, max(numbers.get(seat, 0), answered.get(seat, 0)))
            for seat in known.everybody
        ]
        table.write_down(ACT, reason=to_do.id, events=events)

    def done_with(self, game: str) -> None:
        """Note that a game is done. Raises OSError."""
        if self.pending:
            self.pending = replace(
                self.pending, games=tuple(one for one in self.pending.games if one != game)
            )
            files.replace(self._home.path / NAME, self.pending.text().encode("ascii"))

    def end(self) -> None:
        """Forget a restore that has no games left. Raises OSError."""
        if self.pending and not self.pending.games:
            files.remove(self._home.path / NAME)
            self.pending = None


def count_as_sent(sending: Sending) -> None:
    """If the letters out were lost too, count everything before the last restore as sent. Raises OSError."""
    sending.lost_before(_entry(sending.table))
