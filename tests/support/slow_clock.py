"""A game's clock by rules H12 to H17 and H21, walked a quarter of an hour at a time, without the referee's code.

It is slow, and made to be read beside the rules: `tests/table/test_clock.py` compares the referee's clock
with it.
"""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from referee.util.values import Struct, field

QUARTER = timedelta(minutes=15)
FIRST = datetime(2026, 9, 1, tzinfo=UTC)
"""The first quarter of an hour of the walk; it ends after this many."""
QUARTERS = 330 * 96
NEVER = QUARTERS
DAY = 96
SATURDAY = 5
UNTOLD = frozenset({"zone"})
"""What nobody else is told of: a letter found late may still come before it."""


class Local(NamedTuple):
    """What the clocks of a zone show when a quarter begins; `again` the second time that they show it."""

    day: date
    hour: int
    again: bool


class Happened(NamedTuple):
    """An event in the record, and its quarter: `what`, `seat` and `much` as the event says."""

    at: int
    what: str
    seat: str = "loki"
    much: int = 0


@cache
def local(zone: str) -> Sequence[Local]:
    """What the clocks of a zone show at each quarter."""
    own, found = ZoneInfo(zone), []
    for quarter in range(QUARTERS):
        at = (FIRST + quarter * QUARTER).astimezone(own)
        found.append(Local(at.date(), at.hour * 4 + at.minute // 15, bool(at.fold)))
    return found


class SlowClock(Struct, dict=True):
    """The clock of Loki, from the quarter at which it began.

    Spans are numbers of quarters; `hour` is one of a day (None: the deadline is a span).
    """

    zone: str
    weekends_off: bool
    begins: int
    span: int
    hour: int | None
    history: Sequence[Happened]
    seats: tuple[str, ...] = ("thor", "loki")
    shown: Sequence[Local] = ()
    works: list[bool] = field(default_factory=list)
    runs: list[bool] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.shown = local(self.zone)
        off = self.weekends_off
        self.works = [not off or one.day.weekday() < SATURDAY for one in self.shown]
        self.runs = list(self.works)
        self.live()

    def live(self) -> None:  # noqa: C901  a case an event
        """H14 to H16, H20 Go through the events, and stop the clock where it stands still."""
        wants, back, rests, now = set[str](), 0, False, 0
        paused_since, rests_since = NEVER, NEVER
        away: list[tuple[int, int]] = []
        for one in self.history:
            now = now if one.what in UNTOLD else max(now, one.at)
            match one.what:
                case "pause":
                    wants.add(one.seat)
                case "resume":
                    wants.discard(one.seat)
                case "vacation" if one.seat == "loki":
                    away.append((max(now, back), max(now, back) + one.much))
                    back = max(now, back) + one.much
                case "back" if one.seat == "loki":
                    away = [(begin, min(end, now)) for begin, end in away]
                    back = min(back, now)
                case "downtime":
                    self.stop(one.at, one.at + one.much)
                case "dispute":
                    rests = True
                case "withdrawn":
                    rests = False
            if len(wants) == len(self.seats):
                paused_since = min(paused_since, now)
            elif paused_since < NEVER:
                self.stop(paused_since, now)
                paused_since = NEVER
            if rests:
                rests_since = min(rests_since, now)
            elif rests_since < NEVER:
                self.stop(rests_since, now)
                rests_since = NEVER
        for begin, end in [*away, (paused_since, NEVER), (rests_since, NEVER)]:
            self.stop(begin, end)

    def stop(self, begin: int, end: int) -> None:
        """Stop the clock from one quarter up to another."""
        for quarter in range(begin, min(end, QUARTERS)):
            self.runs[quarter] = False

    # H12, H21 The deadline

    def due(self) -> int:
        """The quarter at which the answer is due."""
        start, hour = self.begins, self.hour
        if hour is None:
            whole = self.span
        else:
            day = self.shown[start].day
            nominal = self.shows(self.days_on(day, self.span), hour)
            whole = sum(self.works[start:nominal])
        due, now = self.reached(start, whole, hour), 0
        for one in self.history:
            now = now if one.what in UNTOLD else max(now, one.at)
            if one.what != "clock" or one.seat != "loki":
                continue
            if hour is None:
                whole += one.much
            else:
                days, rest = divmod(abs(one.much), DAY)
                days, rest = (days, rest) if one.much > 0 else (-days, -rest)
                nominal = self.first_that_shows(self.walked(start, whole, self.works), hour, self.works)
                day = self.days_on(self.shown[nominal].day, days)
                whole = sum(self.works[start : self.shows(day, hour)]) + rest
                hour = (hour + rest) % DAY
            whole = max(0, whole)
            due = self.reached(start, whole, hour)
            if due < now:
                start, whole, hour = now, 0, None
                due = self.reached(start, whole, hour)
        return due

    def days_on(self, day: date, count: int) -> date:
        """The date so many counted days later or earlier."""
        while count:
            day += timedelta(days=1 if count > 0 else -1)
            if not self.weekends_off or day.weekday() < SATURDAY:
                count += -1 if count > 0 else 1
        return day

    def shows(self, day: date, hour: int) -> int:
        """The quarter at which the clocks of the zone show an hour of a day; if they skip it, as much later."""
        first = bisect_left(self.shown, day, key=lambda one: one.day)
        quarters = [one for one in range(first, first + 110) if self.shown[one].day == day]
        for one in quarters:
            if self.shown[one].hour == hour and not self.shown[one].again:
                return one
        last = max([one for one in quarters if self.shown[one].hour < hour], default=first - 1)
        left = self.shown[last].hour if last >= first else self.shown[last].hour - DAY
        return last + hour - left

    def walked(self, start: int, whole: int, runs: Sequence[bool]) -> int:
        """The quarter at which `whole` quarters have run since another."""
        at = start
        while whole and at < QUARTERS:
            whole -= runs[at]
            at += 1
        return at

    def reached(self, start: int, whole: int, hour: int | None) -> int:
        """The same on the clock itself, and then on to the hour of the day.

        A deadline that would fall at once falls when the clock runs again.
        """
        at = self.walked(start, whole, self.runs)
        if not whole:
            while at < QUARTERS and not self.runs[at] and not self.runs[at - 1]:
                at += 1
        return at if hour is None else self.first_that_shows(at, hour, self.runs)

    def first_that_shows(self, at: int, hour: int, runs: Sequence[bool]) -> int:
        """The first quarter from then on that shows this hour of a counted day, outside any standstill."""
        day = self.shown[at].day if at < QUARTERS else None
        while day:
            found = self.shows(day, hour)
            if found + 200 > QUARTERS:
                break
            if found >= at and self.works[found] and (runs[found] or runs[found - 1]):
                return found
            day += timedelta(days=1)
        return NEVER

    def after(self, quarter: int, count: int) -> int:
        """The quarter that is so many counted quarters after a deadline."""
        return self.walked(quarter, count, self.runs) if quarter < NEVER else NEVER

    def before(self, quarter: int, count: int) -> int | None:
        """When this many counted quarters are left to a deadline; None if there never were more."""
        whole = sum(self.runs[self.begins : quarter])
        return self.walked(self.begins, whole - count, self.runs) if 0 < count < whole else None
