"""Counted time: for how long a clock has run, and when it will have run for a given time.

A clock stands still in intervals of time, and at weekends where these do not count. A deadline is a length of
counted time after its beginning, however it is written and however often it is moved. Everything that depends
on a deadline is counted in the same way:

    target = answer("3 days at 18:00", begins, dial)     81 hours, if it is 09:00
    target = moved(target, 3 * 86400, dial)              and three days more
    met(target, dial)                                    the first 18:00 of a working day at which these have run
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from referee.house.terms import DAYS
from referee.util.times import seconds
from referee.util.values import Value

Interval = tuple[datetime, datetime]
DAY = timedelta(days=1)
DAY_LONG = 86400
SATURDAY = 5
NEVER = datetime.max.replace(tzinfo=UTC)
HORIZON = timedelta(days=6 * 366)


class Dial(Value):
    """When a clock stands still.

    Attributes:
        off: the weekends that do not count.
        still: all intervals in which it stands still, weekends included.
        zone: the time zone that its days are those of.
    """

    zone: ZoneInfo
    off: Sequence[Interval]
    still: Sequence[Interval]

    @classmethod
    def of(cls, zone: str, still: Sequence[Interval], *, weekends_off: bool, since: datetime) -> "Dial":
        """The dial of a clock that begins at `since` or later.

        It stands still in these intervals, and at weekends if they are off.
        """
        own = ZoneInfo(zone)
        if not weekends_off:
            return cls(own, (), united(still))
        last = max([since, *(end for _, end in still if end < NEVER)])
        off = list(weekends(since - DAY, last + HORIZON, own))
        return cls(own, off, united([*still, *off]))

    def works(self, day: date) -> bool:
        """Whether a day of the zone counts."""
        return not self.off or day.weekday() < SATURDAY


class Target(Value):
    """What a clock runs towards: `whole` seconds counted from `start`, then the next `hour` of a day if one is set.

    `nominal` is when that is if nothing but weekends stops the clock.
    """

    start: datetime
    whole: float
    nominal: datetime
    hour: time | None = None


def answer(deadline: str, begins: datetime, dial: Dial) -> Target:
    """What a clock that begins then runs towards, by a deadline of the terms."""
    days = DAYS.fullmatch(deadline)
    if days is None:
        whole = length(deadline)
        return Target(begins, whole, later(begins, whole, dial.off))
    hour = time(int(days["hour"]), int(days["minute"]))
    day = _days_on(begins.astimezone(dial.zone).date(), int(days["days"]), dial)
    nominal = _at_hour(utc(datetime.combine(day, hour, dial.zone)), hour, dial, dial.off)
    return Target(begins, counted(begins, nominal, dial.off), nominal, hour)


def moved(target: Target, by: float, dial: Dial) -> Target:
    """The same target, this many seconds of counted time later (or earlier); whole days keep the hour of the day."""
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
    """When the target is reached; `NEVER` while the clock stands still without an end."""
    at = later(target.start, target.whole, dial.still)
    return at if target.hour is None else _at_hour(at, target.hour, dial, dial.still)


def _days_on(day: date, count: int, dial: Dial) -> date:
    """The day that lies this many counted days later, or earlier if `count` is below 0."""
    step = DAY if count > 0 else -DAY
    for _ in range(abs(count)):
        day += step
        while not dial.works(day):
            day += step
    return day


def _at_hour(at: datetime, hour: time, dial: Dial, still: Sequence[Interval]) -> datetime:
    """The first time from then on when a clock of the zone shows this hour.

    It must be on a day that counts, while the clock runs.
    """
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
    """The intervals in order, with those that touch joined, and empty ones left out."""
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
    """How many seconds a clock that stands still in these intervals has run between two times.

    0 if the times are not in order.
    """
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
    """A local time in UTC; one that is skipped in spring is as much later as the clock is put forward."""
    return local.astimezone(UTC)
