"""How many of a seat's letters are answered, and how fast they are ruled on: worked out from the record alone.

What a letter changed at the table is always told, to everybody and at once. A letter that changed nothing for
anybody else (questions, refusals, misreadings, prose, words, notes) asks for an answer that only its writer
wants. A seat gets a limited number of such answers per hour and per day (RFC 3834, 2: a responder limits its
rate). A letter over that limit is ruled on and not answered: the next letter to the seat says so. This
silences two machines that answer each other through us.

All times are those of arrival, as the record has them, so that everybody who works this out gets the same
result.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable
from datetime import UTC, datetime
from math import inf
from typing import TYPE_CHECKING

from referee.home.config import Limits
from referee.house.players import SeatTaken, SecretRenewed
from referee.house.state import PIECE
from referee.record.entries import Letter, Ruling
from referee.table.index import writer_of
from referee.util.row import Row
from referee.util.text import shown_size
from referee.util.times import stamp
from referee.util.values import Struct, Value, field

if TYPE_CHECKING:
    from referee.table.table import Table

HOUR, DAY = 3600.0, 86400.0
MONTH = 30 * DAY
HEAD = 256
"""How many bytes an entry counts for besides the lines of its letter."""

Withheld = Callable[[int], bool]


def all_answered(_entry: int) -> bool:
    """Without quotas no answer is withheld."""
    return False


class _Asked(Struct):
    """What a seat has asked for so far: the times of its answers, in order, and how many letters were looked at.

    Times before `since` were left out, because letters that come now are hardly ever that old.
    """

    answered: list[float] = field(default_factory=list)
    seen: int = 0
    last: int = -1
    since: float = -inf

    def leave_out(self, since: float) -> None:
        """Leave out the times before this one."""
        if since > self.since:
            self.answered, self.since = self.answered[bisect_left(self.answered, since) :], since


class _Pace(Value):
    """How many letters of a seat were looked at, when the last one came, and until when they and their bytes count."""

    looked: int = 0
    last: float = -inf
    letters: float = 0.0
    room: float = 0.0


class _Counted(Struct):
    """What was counted of the letters of a table under some limits; it is kept with the table."""

    limits: Limits
    asked: dict[str, _Asked] = field(default_factory=dict)
    withheld: set[int] = field(default_factory=set)
    until: dict[int, str] = field(default_factory=dict)
    paces: dict[str, _Pace] = field(default_factory=dict)


class Quotas:
    """Which letters of the seats of a table are answered, and when the next ones are ruled on.

    Each letter of the record is looked at once, so one may ask after every entry.
    """

    def __init__(self, table: "Table", limits: Limits) -> None:
        """The quotas of a table as it is, and as it will be when entries are added to it."""
        self.table, self.limits = table, limits
        counted = table.carried.get("quotas")
        if not isinstance(counted, _Counted) or counted.limits != limits:
            counted = table.carried["quotas"] = _Counted(limits)
        self._asked, self._withheld, self._until = counted.asked, counted.withheld, counted.until
        self._paces = counted.paces

    # Answers

    def withheld(self, n: int) -> bool:
        """Whether entry n is a letter whose answer is withheld."""
        self._look(n)
        return n in self._withheld

    def until(self, n: int) -> str:
        """From when there are answers again, if the one to entry n is the last for a while; else "". RFC 3339, UTC."""
        self._look(n)
        return self._until.get(n, "")

    def _look(self, n: int) -> None:
        """Look at the letters of the writer of entry n that have not been looked at."""
        self._look_at(writer_of(self.table.points[n].entry))

    def _look_at(self, seat: str) -> None:
        asking = self.table.index.asking.get(seat, Row())
        asked = self._asked.setdefault(seat, _Asked())
        if any(_seconds(self.table.points[k].entry.at) - DAY < asked.since for k in asking[asked.seen :]):
            asked = self._asked[seat] = _Asked()  # of one that is as old as that all times have to be there
        taken = self._takings(seat) if asked.seen < len(asking) else []
        for k in asking[asked.seen :]:
            if any(asked.last < one <= k for one in taken):
                asked.answered.clear()  # the new player of a seat has not asked for anything
            self._count(asked, k)
            asked.last = k
        asked.seen = len(asking)

    def _takings(self, seat: str) -> list[int]:
        """The entries in which a seat was taken over."""
        events = self.table.points.seldom() if seat in self.table.index.taken else ()
        return [n for n, event in events if isinstance(event, SeatTaken) and event.by == seat]

    def _count(self, asked: _Asked, n: int) -> None:
        """Count a letter: it is answered as long as there is room in its hour and in its day."""
        at = _seconds(self.table.points[n].entry.at)
        spans = ((HOUR, self.limits.answers_an_hour), (DAY, self.limits.answers_a_day))
        if any(_within(asked.answered, at, span) >= most for span, most in spans) and not self._secret(n):
            self._withheld.add(n)
            return
        insort(asked.answered, at)
        near = asked.answered[: bisect_right(asked.answered, at + DAY)]
        full = [near[-most] + span for span, most in spans if _within(near, at, span) >= most]
        if full:
            self._until[n] = stamp(datetime.fromtimestamp(max(full), UTC))

    def _secret(self, n: int) -> bool:
        """Whether the answer to entry n brings its writer's new secret, without which they cannot write (H8, H18)."""
        return any(isinstance(event, SecretRenewed) for event in self.table.points[n].entry.events)

    # How fast letters are ruled on

    def too_fast(self, seat: str, now: datetime) -> bool:
        """Whether the next letter of a seat has to wait because of those before it.

        A limited number of letters is ruled on at once, and then one in each part of an hour (a leaky
        bucket). A long letter counts as several: one for each started `PIECE` of it. The bytes are limited
        too, at once and per day, because everything that is written stays in the record.
        """
        each, day = HOUR / self.limits.letters_an_hour, DAY / (1024 * self.limits.kilobytes_a_day)
        mine = self.table.index.posted.get(seat, Row())
        pace = self._paces.get(seat, _Pace())
        pace = pace if pace.last <= now.timestamp() else _Pace()  # a clock has been set back since
        ahead = False
        for looked, n in enumerate(mine[pace.looked :], pace.looked + 1):
            came, size = _seconds(self.table.points[n].entry.at), self._size(n)
            if came > now.timestamp():
                ahead = True  # a clock was: its real time is not known, and times in the future do not count
                continue
            letters = max(pace.letters, came) + each * (1 + size // PIECE)
            room = max(pace.room, came) + day * (HEAD + size)
            pace = _Pace(looked, max(pace.last, came), letters, room)
            if not ahead:
                self._paces[seat] = pace
        # If all of them have run out within less than an hour, there is room.
        return pace.letters + each - now.timestamp() > HOUR or pace.room - now.timestamp() > MONTH

    def count(self, now: datetime) -> None:
        """Look at every letter that came up to `now`, and leave out what is long past: this much is kept."""
        for seat in self.table.index.posted:
            self.too_fast(seat, now)
            self._look_at(seat)
            self._asked[seat].leave_out(now.timestamp() - 2 * DAY)

    def _size(self, n: int) -> int:
        """How many bytes, as shown, the lines of a letter take."""
        letter = self.table.points[n].entry
        assert isinstance(letter, Letter | Ruling)  # noqa: S101  of those only the index knows
        return sum(shown_size(line.raw) for line in letter.lines)


def _within(times: list[float], at: float, span: float) -> int:
    """How many of these times lie within a span of `at`, before or after it: later letters may be ruled on earlier.

    Times further ahead come from a clock that has been set back since.
    """
    return bisect_right(times, at + span) - bisect_right(times, at - span)


def _seconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()
