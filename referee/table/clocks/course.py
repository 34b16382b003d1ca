"""The course of a game, entry by entry, with what the clocks look for in it: each entry is looked at once.

`course[:n]` is the course before entry n. It shares everything with the whole one, so it costs nothing, however long
the game is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any, TypeVar

from referee.engine.events import Event, shows
from referee.engine.seating import still_in
from referee.house.players import SeatTaken
from referee.house.rulings import ClockAdjusted, RolledBack
from referee.house.time import (
    BankOpened,
    CalendarChosen,
    Downtime,
    Late,
    PauseAsked,
    PauseOver,
    PauseWithdrawn,
    Reminded,
    RemindersChosen,
    Unanswered,
    VacationEnded,
    VacationTaken,
    ZoneChosen,
)
from referee.table.points import Point
from referee.util.row import Before, Keepable, Row, count_before
from referee.util.times import moment

T = TypeVar("T")

_NONE = Row[int]()
SELDOM = frozenset(
    (
        *(ZoneChosen, RemindersChosen, CalendarChosen, VacationTaken, VacationEnded, SeatTaken),
        *(PauseAsked, PauseWithdrawn, PauseOver, Downtime, RolledBack, ClockAdjusted),
    )
)
"""The events that clocks look for in the whole of a game."""
TOLD_BY_THE_CLOCK = (Reminded, BankOpened, Late, Unanswered)
"""Events by which a seat alone is told something of its clock."""


class Seldom(Keepable):
    """What is seldom in a game, and what seldom changes: each with its entry, in order.

    Attributes:
        times: the time of each entry, never before that of an earlier one that binds it (see `Standstills`).
        open: the entries of which everybody was told something.
        own: by seat, the entries by which the clock told it something that nobody else was told.
        events: those of `SELDOM`.
        rests: whether play rests (H20), where that changes.
        still_in: who is still in, where that changes.
    """

    def __init__(self) -> None:
        """Nothing has been looked at."""
        self.times = Row[datetime]()
        self.open = Row[int]()
        self.own = dict[str, Row[int]]()
        self.events = list[tuple[int, Event]]()
        self.rests = list[tuple[int, bool]]()
        self.still_in = list[tuple[int, frozenset[str]]]()

    def look(self, points: Iterable[Point]) -> None:
        """Look at the entries that have come since, which are all after those looked at."""
        for point in points:
            self._look(len(self.times), point)

    def _look(self, n: int, point: Point) -> None:
        entry = point.entry
        seat = getattr(entry, "seat", "")
        # Nothing was before the opening; until all are told something else, it is what binds.
        bound = (*(self.open[-1:] or range(min(n, 1))), *self.own.get(seat, _NONE)[-1:])
        self.times.append(max((moment(entry.at), *(self.times[at] for at in bound))))
        if any(shows(event, None) for event in entry.events):
            self.open.append(n)
        elif any(isinstance(event, TOLD_BY_THE_CLOCK) for event in entry.events):
            self.own.setdefault(seat, Row()).append(n)
        self.events += [(n, event) for event in entry.events if type(event) in SELDOM]
        if not self.rests or self.rests[-1][1] != point.house.rests:
            self.rests.append((n, point.house.rests))
        present = frozenset(still_in(point.state))
        if not self.still_in or self.still_in[-1][1] != present:
            self.still_in.append((n, present))


class Course(Before[Point]):
    """The game after each of its entries, up to one of them or to the last."""

    def __init__(
        self, points: Iterable[Point] = (), seldom: Seldom | None = None, until: int | None = None
    ) -> None:
        """A course of these points, or of the first `until` of them."""
        super().__init__(points if isinstance(points, Row) else Row(points), until)
        self._seldom = seldom or Seldom()

    def append(self, point: Point) -> None:
        """Go on by an entry; only the whole course can."""
        if self._until is not None:
            raise ValueError(self._until)
        self.row.append(point)

    def before(self, until: int) -> "Course":
        """The course before an entry."""
        return Course(self.row, self._seldom, until)

    # What the clocks look for

    @property
    def seldom_known(self) -> Seldom:
        """What has been looked at: to look at more may need the very beginning that is being fetched."""
        return self._seldom

    @property
    def seldom_so_far(self) -> Seldom:
        """All of it, with the last entries looked at."""
        if (known := len(self._seldom.times)) < len(self.row):
            self._seldom.look(self.row[known:])
        return self._seldom

    @property
    def times(self) -> Sequence[datetime]:
        """The time of each entry, never before that of an earlier one that binds it."""
        return Before(self.seldom_so_far.times, len(self))

    @property
    def told(self) -> datetime:
        """The last time at which all were told something; the beginning, if they never were."""
        return self._time_of(self.seldom_so_far.open) or self._seldom.times[0]

    def told_alone(self, seat: str) -> datetime | None:
        """The last time at which the clock told a seat something; None if it never did."""
        return self._time_of(self.seldom_so_far.own.get(seat, _NONE))

    def _time_of(self, entries: Row[int]) -> datetime | None:
        count = count_before(entries, len(self))
        return self._seldom.times[entries[count - 1]] if count else None

    def seldom(self) -> Iterator[tuple[int, Any]]:
        """The events of `SELDOM`, each with its entry."""
        return self._so_far(self.seldom_so_far.events)

    def rests(self) -> Iterator[tuple[int, bool]]:
        """From which entries on play rests, and no longer does."""
        return self._so_far(self.seldom_so_far.rests)

    def paused(self, after: Mapping[int, frozenset[str]]) -> Iterator[tuple[int, bool]]:
        """From which entries on all who are still in are among some seats; which, by the entry that changes it."""
        present = dict(self._so_far(self.seldom_so_far.still_in))
        among, still = frozenset[str](), frozenset[str]()
        for n in sorted({*after, *present}):
            among, still = after.get(n, among), present.get(n, still)
            yield n, still <= among

    def _so_far(self, found: Sequence[tuple[int, T]]) -> Iterator[tuple[int, T]]:
        return takewhile(lambda one: one[0] < len(self), found)
