"""Counted time: for how long a clock has run, and when it will have run for so long.

A clock stands still in intervals of time; where weekends do not count, it stands still then too. A deadline is so much counted
time after its beginning, whichever way it is written down and however often it is moved, and so is all that hangs on it:

    target = answer("3 days at 18:00", begins, dial)     81 hours, if it is 09:00
    target = moved(target, 3 * 86400, dial)              and three days more
    met(target, dial)                                    the first 18:00 of a working day at which these have run
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from referee.house.terms import DAYS
from referee.util.spans import seconds

Interval = tuple[datetime, datetime]
DAY = timedelta(days=1)
DAY_LONG = 86400
SATURDAY = 5
NEVER = datetime.max.replace(tzinfo=UTC)
HORIZON = timedelta(days=6 * 366)


@dataclass(frozen=True, slots=True)
class Dial:
    """When a clock stands still: `off` are the weekends that do not count, `still` is all of it; its days are those of `zone`."""

    zone: ZoneInfo
    off: Sequence[Interval]
    still: Sequence[Interval]

    @classmethod
    def of(cls, zone: str, still: Sequence[Interval], *, weekends_off: bool, since: datetime) -> "Dial":
        """The dial of a clock that begins at `since` or later, and stands still in these intervals beside the weekends."""
        own = ZoneInfo(zone)
        if not weekends_off:
            return cls(own, (), united(still))
        last = max([since, *(end for _, end in still if end < NEVER)])
        off = list(weekends(since - DAY, last + HORIZON, own))
        return cls(own, off, united([*still, *off]))

    def works(self, day: date) -> bool:
        """Whether a day of the zone counts."""
        return not self.off or day.weekday() < SATURDAY


@dataclass(frozen=True, slots=True)
class Target:
    """What a clock runs towards: this many seconds (`whole`) counted from `start`, and then the next such `hour` of a day, if any.

    `nominal` is when that is if but weekends stop the clock.
    """

    start: datetime
    whole: float
    nominal: datetime
    hour: time | None = None


def answer(deadline: str, begins: datetime, dial: Dial) -> Target:
    """What a clock that begins then runs towards by a deadline of the terms."""
    days = DAYS.fullmatch(deadline)
    if days is None:
        whole = length(deadline)
        return Target(begins, whole, later(begins, whole, dial.off))
    hour = time(int(days["hour"]), int(days["minute"]))
    day = _days_on(begins.astimezone(dial.zone).date(), int(days["days"]), dial)
    nominal = _at_hour(utc(datetime.combine(day, hour, dial.zone)), hour, dial, dial.off)
    return Target(begins, counted(begins, nominal, dial.off), nominal, hour)


def moved(target: Target, by: float, dial: Dial) -> Target:
    """The same, this many seconds of counted time later, or earlier; whole days leave the hour of the day as it is."""
    nominal, days, rest = target.nominal, 0, by
    if target.hour:
        days = int(by / DAY_LONG)
        rest = by - days * DAY_LONG
        day = _days_on(nominal.astimezone(dial.zone).date(), days, dial)
        nominal = utc(datetime.combine(day, target.hour, dial.zone))
    whole = max(0, counted(target.start, nominal, dial.off) + rest)
    nominal = later(target.start, whole, dial.off)
    if target.hour is None:
        return Target(target.start, whole, nominal)
    hour = (datetime.combine(nominal.date(), target.hour) + timedelta(seconds=rest)).time()
    return Target(target.start, whole, _at_hour(nominal, hour, dial, dial.off), hour)


def met(target: Target, dial: Dial) -> datetime:
    """When it is reached; `NEVER` while the clock stands still without an end."""
    at = later(target.start, target.whole, dial.still)
    return at if target.hour is None else _at_hour(at, target.hour, dial, dial.still)


def _days_on(day: date, count: int, dial: Dial) -> date:
    """How many days that count later, or earlier if below 0."""
    step = DAY if count > 0 else -DAY
    for _ in range(abs(count)):
        day += step
        while not dial.works(day):
            day += step
    return day


def _at_hour(at: datetime, hour: time, dial: Dial, still: Sequence[Interval]) -> datetime:
    """The first time from then on that a clock in the zone shows this hour, on a day that counts and while the clock runs."""
    day = date.min if at >= NEVER else at.astimezone(dial.zone).date() - DAY
    while at < NEVER:
        wanted = utc(datetime.combine(day, hour, dial.zone))
        # A zone may skip a whole day: then the hour falls on the next.
        if wanted >= at and dial.works(day) and dial.works(wanted.astimezone(dial.zone).date()):
            end = next((end for begin, end in still if begin < wanted < end), None)
            if end is None:
                return wanted
            at = end
        day += DAY
    return NEVER


def length(span: str) -> int:
    """How many seconds a span of the terms is; 0 for none."""
    return seconds(span) if span else 0


def united(intervals: Iterable[Interval]) -> list[Interval]:
    """Intervals in order, those that touch made one, and empty ones left out."""
    found: list[Interval] = []
    for begin, end in sorted(one for one in intervals if one[0] < one[1]):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return found


def later(begins: datetime, length: float, still: Sequence[Interval]) -> datetime:
    """The time when this many seconds have run since `begins` on a clock that stands still in these intervals."""
    if begins >= NEVER:
        return NEVER
    at = begins + timedelta(seconds=length)
    for begin, end in still:
        if end <= begins:
            continue
        if begin >= at:
            break
        if end >= NEVER:
            return NEVER
        at += end - max(begin, begins)
    return at


def counted(begins: datetime, ends: datetime, still: Sequence[Interval]) -> float:
    """How many seconds a clock has run between two times that stands still in these intervals; 0 if they are not in order."""
    stood = sum((max(timedelta(), min(end, ends) - max(begin, begins)) for begin, end in still), timedelta())
    return max(timedelta(), ends - begins - stood).total_seconds()


def weekends(first: datetime, last: datetime, zone: ZoneInfo) -> Iterator[Interval]:
    """Every Saturday and Sunday between two times, from midnight to midnight as a zone has it."""
    day = first.astimezone(zone).date()
    day += timedelta(days=SATURDAY - day.weekday())
    while (begin := utc(datetime.combine(day, time(), zone))) < last:
        yield begin, utc(datetime.combine(day + 2 * DAY, time(), zone))
        day += 7 * DAY


def utc(local: datetime) -> datetime:
    """A local time in UTC; one that the clock skips in spring is as much later as the clock is put on."""
    return local.astimezone(UTC)
