"""Deadlines, worked out from the times in a record and the terms of its opening, and from nothing else.

A clock runs for each seat that owes an answer, from the entry by which it came to owe it in that turn. It stands still while
all seats want a pause, while the seat is on vacation, while the referee was away, and at weekends if the terms say so.

    begins ... reminder ... due ... (grace) ... last ... (forfeit) ... lost
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from itertools import takewhile
from typing import Any
from zoneinfo import ZoneInfo

from referee import disputes
from referee.entries import Entry
from referee.game import Game, Owed
from referee.house import Hours, SeatTaken, owed_at
from referee.points import Point
from referee.rulings import ClockAdjusted, RolledBack
from referee.spans import seconds
from referee.terms import DAYS, Terms
from referee.time_events import Downtime, PauseAsked, PauseWithdrawn, VacationEnded, VacationTaken, ZoneChosen
from referee.times import moment

Interval = tuple[datetime, datetime]
DAY = timedelta(days=1)
SATURDAY = 5
NEVER = datetime.max.replace(tzinfo=UTC)
HORIZON = timedelta(days=6 * 366)


@dataclass(frozen=True, slots=True)
class Running:
    """The clock of something owed: since which entry, when it began, and its times (UTC).

    `reminder` and `lost` are None where there is none. All is `NEVER` while a pause has no end yet.
    """

    owed: Owed
    entry: int
    begins: datetime
    due: datetime
    last: datetime
    reminder: datetime | None
    lost: datetime | None


class Clocks:
    """The clocks of a game after some of its entries."""

    def __init__(self, game: Game, terms: Terms, points: Sequence[Point]) -> None:
        """Look at a record as far as these points go."""
        self.game, self.terms, self.points = game, terms, points

    @property
    def on(self) -> bool:
        """Whether this game has deadlines, and is still on."""
        return bool(self.terms.deadline) and self.game.ended(self.points[-1].state) is None

    def running(self) -> tuple[Running, ...]:
        """The clocks that run now, one for each thing that is owed."""
        if not self.on:
            return ()
        point = self.points[-1]
        return tuple(
            self._running(one, self._since(one)) for one in owed_at(self.game, point.state, point.house)
        )

    def seen_by(self, seat: str | None) -> tuple[Running, ...]:
        """The clocks of what a seat sees to be owed: what it is told of them rests on nothing else."""
        if not self.on:
            return ()
        point = self.points[-1]
        if point.house.waiting:
            return self.running()
        owed = self.game.view(point.state, seat).owed
        return tuple(self._running(one, self._since_seen(one, seat)) for one in owed)

    def _since(self, owed: Owed) -> int:
        """The entry by which a seat came to owe this, in this turn."""
        turn = self._turn(self.points[-1])

        def still(point: Point) -> bool:
            known = owed_at(self.game, point.state, point.house)
            return self._turn(point) == turn and owed in known

        return self._not_before(owed.seat, sum(1 for _ in takewhile(still, reversed(self.points))))

    def _not_before(self, seat: str, many: int) -> int:
        """The first of the last so many entries; or that by which somebody else came into the seat, who has the whole time.

        H21, H22 So has everybody after a rollback.
        """
        first = len(self.points) - many
        taken = (
            n
            for n, point in enumerate(self.points)
            for event in point.entry.events
            if _takes(event, seat) or isinstance(event, RolledBack)
        )
        return max(first, *taken, 0)

    def _since_seen(self, owed: Owed, seat: str | None) -> int:
        turn = self._turn(self.points[-1])

        def still(point: Point) -> bool:
            if self._turn(point) != turn or point.house.waiting:
                return False
            return owed in self.game.view(point.state, seat).owed

        return self._not_before(owed.seat, sum(1 for _ in takewhile(still, reversed(self.points))))

    def _turn(self, point: Point) -> tuple[int, bool]:
        return self.game.position(point.state)[0], bool(point.house.waiting)

    def _running(self, owed: Owed, entry: int) -> Running:
        # What was ruled on long after it came was not known before that to whoever owes the answer.
        first = self.points[entry].entry
        begins = moment(getattr(first, "ruled", "") or first.at)
        zone = ZoneInfo(self.zone(owed.seat, entry))
        still = self._standing_still(owed.seat)
        due, reminder = self._due(begins, zone, still)
        due, reminder = self._moved(owed.seat, entry, due, reminder)
        free = self._free(zone, still)
        last = later(due, length(self.terms.grace), free)
        lost = later(last, length(self.terms.forfeit), free) if self.terms.forfeit else None
        return Running(owed, entry, begins, due, last, reminder, lost)

    def _moved(
        self, seat: str, entry: int, due: datetime, reminder: datetime | None
    ) -> tuple[datetime, datetime | None]:
        """H21 The same times as a ruling has moved them since the clock began; none falls before the ruling."""
        for n, event in self.adjusted(seat, entry):
            ruled, by = moment(self.points[n].entry.at), timedelta(seconds=event.seconds)
            due = due if due >= NEVER else max(due + by, ruled)
            reminder = reminder and (reminder if reminder >= NEVER else max(reminder + by, ruled))
        return due, reminder

    def adjusted(self, seat: str, entry: int) -> Iterator[tuple[int, ClockAdjusted]]:
        """The rulings that moved the deadline of a seat, from an entry on, each with its entry."""
        for n, point in enumerate(self.points[entry:], entry):
            for event in point.entry.events:
                if isinstance(event, ClockAdjusted) and event.of == seat:
                    yield n, event

    def _due(
        self, begins: datetime, zone: ZoneInfo, still: Sequence[Interval]
    ) -> tuple[datetime, datetime | None]:
        """When an answer is due, and when its seat is reminded: so much running time before."""
        before = length(self.terms.reminder)
        days = DAYS.fullmatch(self.terms.deadline)
        if days is None:
            whole, free = length(self.terms.deadline), self._free(zone, still)
            early = later(begins, whole - before, free) if 0 < before < whole else None
            return later(begins, whole, free), early
        day = begins.astimezone(zone).date()
        for _ in range(int(days["days"])):
            day += DAY
            while self.terms.weekends == "off" and day.weekday() >= SATURDAY:
                day += DAY
        wanted = time(int(days["hour"]), int(days["minute"]))
        span = (_utc(datetime.combine(day, wanted, zone)) - begins).total_seconds()
        early = later(begins, span - before, still) if 0 < before < span else None
        return self._on_a_working_day(later(begins, span, still), zone), early

    def _on_a_working_day(self, due: datetime, zone: ZoneInfo) -> datetime:
        """The same time on Monday, where a clock that stood still has moved a deadline into a weekend."""
        if due >= NEVER or self.terms.weekends != "off":
            return due
        local = due.astimezone(zone)
        while local.weekday() >= SATURDAY:
            local += DAY
        return _utc(local)

    def _free(self, zone: ZoneInfo, still: Sequence[Interval]) -> Sequence[Interval]:
        if self.terms.weekends != "off":
            return still
        first = moment(self.points[0].entry.at) - DAY
        end = max((end for _, end in still if end < NEVER), default=moment(self.points[-1].entry.at))
        return united([*still, *weekends(first, max(end, moment(self.points[-1].entry.at)) + HORIZON, zone)])

    def hours(self, seat: str, at: datetime) -> Hours:
        """What the clocks say to the writer of a letter that came then."""
        zone = self.zone(seat)
        if not self.on or self.points[-1].house.waiting:
            return Hours(zone=zone)
        late = any(one.owed.seat == seat and one.due <= at for one in self.running())
        return Hours(True, late, max(0, self.leave(seat)), self.away(seat, at), self.pausing(), zone)

    # What the record says of time

    def zone(self, seat: str | None, until: int | None = None) -> str:
        """The time zone of a seat as of before entry `until` (else now): the one it chose last, or that of the terms."""
        zone = self.terms.zone
        for event, _ in self._events(until):
            if isinstance(event, ZoneChosen) and event.by == seat:
                zone = event.zone
            elif _takes(event, seat):
                zone = self.terms.zone  # what the player before had chosen is nobody else's
        return zone

    def vacations(self, seat: str) -> list[Interval]:
        """When a seat was, is, or has said it will be away."""
        found: list[Interval] = []
        for event, entry in self._events():
            match event:
                case VacationTaken(by=by, days=days) if by == seat:
                    begins = max(moment(entry.at), found[-1][1] if found else moment(entry.at))
                    found.append((begins, begins + timedelta(days=days)))
                case VacationEnded(by=by) if by == seat:
                    now = moment(entry.at)
                    found = [(begins, min(ends, now)) for begins, ends in found if begins < now]
        return found

    def leave(self, seat: str) -> int:
        """How many seconds a seat may still be away."""
        taken = sum(((end - begin) for begin, end in self.vacations(seat)), timedelta())
        return length(self.terms.vacation) - int(taken.total_seconds())

    def away(self, seat: str, at: datetime) -> bool:
        """Whether a seat is on vacation at that time."""
        return any(begin <= at < end for begin, end in self.vacations(seat))

    def pausing(self) -> frozenset[str]:
        """The seats that want the clocks to stand still."""
        wanting: set[str] = set()
        for event, _ in self._events():
            _wants(wanting, event)
        return frozenset(wanting)

    def paused(self) -> bool:
        """Whether all seats want the clocks to stand still."""
        return len(self.pausing()) == len(self.game.seats)

    def _pauses(self) -> Iterator[Interval]:
        wanting: set[str] = set()
        since: datetime | None = None
        for event, entry in self._events():
            _wants(wanting, event)
            if since is None and len(wanting) == len(self.game.seats):
                since = moment(entry.at)
            elif since and len(wanting) < len(self.game.seats):
                yield since, moment(entry.at)
                since = None
        if since:
            yield since, NEVER

    def _disputes(self) -> Iterator[Interval]:
        """H20 When play rested."""
        since: datetime | None = None
        for point in self.points:
            if since is None and point.house.rests:
                since = moment(point.entry.at)
            elif since and not point.house.rests:
                yield since, moment(point.entry.at)
                since = None
        if since:
            yield since, NEVER

    def _absent(self) -> Iterator[Interval]:
        """H16 When the referee was away."""
        for event, _ in self._events():
            if isinstance(event, Downtime):
                yield moment(event.since), moment(event.until)

    def _standing_still(self, seat: str) -> Sequence[Interval]:
        """When the clock of a seat stood still, but for weekends."""
        return united([*self._absent(), *self._pauses(), *self._disputes(), *self.vacations(seat)])

    def dispute_ends(self, case: disputes.Case) -> tuple[datetime | None, datetime | None, datetime | None]:
        """Until when both sides may say how it was, a ruling is to be made, and may be appealed; None for no limit.

        Who has spoken does not count here, for that is not told to all.
        """
        still = united(self._absent())

        def behind(since: datetime, span: str) -> datetime | None:
            return later(since, length(span), still) if span else None

        since = moment(case.since)
        statement = behind(moment(case.at), self.terms.statement) if case.stage == disputes.OPEN else None
        return statement, behind(statement or since, self.terms.ruling), behind(since, self.terms.appeal)

    def dispute_act(self) -> tuple[datetime, str] | None:
        """H20, H23 What the clock brings about next in the dispute that is on, and when: an act; None if there is none."""
        case, still = self.points[-1].house.docket.case, united(self._absent())

        def behind(since: datetime, span: str) -> datetime:
            return later(since, length(span), still)

        return disputes.next_act(case, self.terms, self.game.seats, behind) if case else None

    def _events(self, until: int | None = None) -> Iterator[tuple[Any, Entry]]:
        for point in self.points[:until]:
            for event in point.entry.events:
                yield event, point.entry


def _takes(event: Any, seat: str | None) -> bool:
    """Whether somebody else takes a seat by this."""
    return isinstance(event, SeatTaken) and event.by == seat


def _wants(wanting: set[str], event: Any) -> None:
    match event:
        case PauseAsked(by=seat):
            wanting.add(seat)
        case PauseWithdrawn(by=seat):
            wanting.discard(seat)


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
    """The time when so many seconds have run since `begins` on a clock that stands still in these intervals."""
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


def weekends(first: datetime, last: datetime, zone: ZoneInfo) -> Iterator[Interval]:
    """Every Saturday and Sunday between two times, from midnight to midnight as a zone has it."""
    day = first.astimezone(zone).date()
    day += timedelta(days=SATURDAY - day.weekday())
    while (begin := _utc(datetime.combine(day, time(), zone))) < last:
        yield begin, _utc(datetime.combine(day + 2 * DAY, time(), zone))
        day += 7 * DAY


def _utc(local: datetime) -> datetime:
    """A local time in UTC; one that the clock skips in spring is as much later as the clock is put on."""
    return local.astimezone(UTC)
