"""What the record of a game says of time: the zone of each seat, and when whose clock stood still (H14 to H17, H20)."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from referee.engine.game import Game
from referee.engine.seating import still_in
from referee.house.players import SeatTaken
from referee.house.terms import DAYS, Terms
from referee.house.time import (
    AS_THE_TERMS,
    Downtime,
    PauseAsked,
    PauseOver,
    PauseWithdrawn,
    RemindersChosen,
    VacationEnded,
    VacationTaken,
    ZoneChosen,
)
from referee.table.clocks.counted import DAY, NEVER, Dial, Interval, counted, later, length, united
from referee.table.clocks.course import Course
from referee.table.points import Point
from referee.util.times import moment


class Standstills:
    """When the clocks of a game stood still, up to one of its entries.

    Times never go back here. A letter that came early and was looked at late counts as if it had come with
    the last entry that all were told of, or by which the clock told its seat something. So a late letter
    cannot undo what was told. An entry that nobody else is told of (a note, a question, a sealed choice)
    holds back no time: else a deadline would show that it was written, and when.
    """

    def __init__(self, game: Game, terms: Terms, points: Sequence[Point]) -> None:
        """Look at a record as far as these points go."""
        self.game, self.terms = game, terms
        self.points = points if isinstance(points, Course) else Course(points)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the table, as its opening has them."""
        opening: Any = self.points[0].entry
        return tuple(opening.seats)

    @cached_property
    def times(self) -> Sequence[datetime]:
        """The time of each entry, never before that of an earlier one that binds it."""
        return self.points.times

    def earliest(self, seat: str) -> datetime:
        """The earliest time that a letter of a seat may be given now."""
        told = self.points.told
        return max(told, self.points.told_alone(seat) or told)

    def dial(self, seat: str, zone: str) -> Dial:
        """The dial of a clock of a seat whose days are those of a zone."""
        away = self.vacations(seat)
        return self._dial(zone, united([*self._absent(), *self._pauses(), *self._disputes(), *away]))

    def dispute_dial(self) -> Dial:
        """H20 The dial of the times in a dispute, which concern people of several zones.

        No pause or vacation stops it.
        """
        return self._dial(self.terms.zone, list(self._absent()))

    def table_dial(self) -> Dial:
        """The dial of a clock that is nobody's alone: no vacation stops it."""
        return self._dial(self.terms.zone, united([*self._absent(), *self._pauses(), *self._disputes()]))

    def _dial(self, zone: str, still: Sequence[Interval]) -> Dial:
        off = self.terms.weekends == "off"
        return Dial.of(zone, still, weekends_off=off, since=moment(self.points[0].entry.at))

    def zone(self, seat: str | None, until: int | None = None) -> str:
        """The time zone of a seat as of before entry `until` (else now).

        It is the one the seat chose last, or that of the terms.
        """
        zone = self.terms.zone
        for event, _ in self._events(until):
            if isinstance(event, ZoneChosen) and event.by == seat:
                zone = event.zone
            elif takes(event, seat):
                zone = self.terms.zone  # an earlier player's choice is that player's own
        return zone

    def reminders(self, seat: str) -> str:
        """H12 How long before a deadline of a seat it is reminded: as its player chose, or as the terms say."""
        before = AS_THE_TERMS
        for event, _ in self._events():
            if isinstance(event, RemindersChosen) and event.by == seat:
                before = event.before
            elif takes(event, seat):
                before = AS_THE_TERMS
        return self.terms.reminder if before == AS_THE_TERMS else before

    def vacations(self, seat: str) -> list[Interval]:
        """The times for which the player of a seat was, is, or will be away."""
        found: list[Interval] = []
        for event, now in self._events():
            match event:
                case VacationTaken(by=by, days=days) if by == seat:
                    begins = max(now, found[-1][1] if found else now)
                    found.append((begins, begins + timedelta(days=days)))
                case VacationEnded(by=by) if by == seat:
                    found = [(begins, min(ends, now)) for begins, ends in found if begins < now]
                case SeatTaken(by=by) if by == seat:
                    found = []  # H7 the new player is there, and has not been away
        return found

    def leave(self, seat: str) -> int:
        """How many seconds a seat may still be away.

        Where deadlines fall at an hour of the day, any part of a day moves them by a day: so each day counts that
        was begun.
        """
        taken = [end - begin for begin, end in self.vacations(seat)]
        if DAYS.fullmatch(self.terms.deadline):
            taken = [DAY * -(-one // DAY) for one in taken]
        return length(self.terms.vacation) - int(sum(taken, timedelta()).total_seconds())

    def away(self, seat: str, at: datetime) -> bool:
        """Whether a seat is on vacation then."""
        return any(begin <= at < end for begin, end in self.vacations(seat))

    def pausing(self) -> frozenset[str]:
        """The seats that want the clocks to stand still."""
        wanting: set[str] = set()
        for event, _ in self._events():
            _wants(wanting, event)
        return frozenset(wanting)

    def paused(self) -> bool:
        """Whether all players who are still in want the clocks to stand still."""
        return {*still_in(self.points[-1].state)} <= self.pausing()

    def _pauses(self) -> Iterator[Interval]:
        """H15 When the clocks stood still by a pause: in all for as long as the terms allow."""
        left = timedelta(seconds=length(self.terms.pauses)) if self.terms.pauses else None
        for begin, end in self._wanted():
            stop = end if left is None else min(end, begin + left)
            left = left and left - (stop - begin)
            yield begin, stop

    def pauses_over(self) -> datetime | None:
        """When the pause that is on ends because pauses have lasted for as long as they may; None if it does not."""
        if not (self.terms.pauses and self.paused()):
            return None
        return max(end for _, end in self._pauses())

    def may_pause(self) -> bool:
        """Whether the terms allow for a pause still, or for more of one that is on."""
        stood = sum((end - begin for begin, end in self._pauses()), timedelta())
        return not self.terms.pauses or stood < timedelta(seconds=length(self.terms.pauses)) or self.paused()

    def _wanted(self) -> Iterator[Interval]:
        wanting, after = set[str](), dict[int, frozenset[str]]()
        for n, event in self.points.seldom():
            _wants(wanting, event)
            after[n] = frozenset(wanting)
        yield from self._intervals(self.points.paused(after))

    def _disputes(self) -> Iterator[Interval]:
        """H20 When play rested."""
        yield from self._intervals(self.points.rests())

    def _intervals(self, changes: Iterator[tuple[int, bool]]) -> Iterator[Interval]:
        """The times between an entry from which on something is so, and one from which on it is not."""
        since: datetime | None = None
        for n, begins in changes:
            if since is None and begins:
                since = self.times[n]
            elif since and not begins:
                yield since, self.times[n]
                since = None
        if since:
            yield since, NEVER

    def rest_ends(self) -> datetime | None:
        """H20 When play will have rested by disputes for as long as the terms allow; None if it may without a limit.

        What it has rested counts as the times of a dispute do. Where none is on: if one began with the last entry.
        """
        if not self.terms.disputes:
            return None
        still, left, begins = self.dispute_dial().still, float(length(self.terms.disputes)), self.times[-1]
        for begin, end in self._disputes():
            if end >= NEVER:
                begins = begin
            else:
                left -= counted(begin, end, still)
        return later(begins, max(0.0, left), still)

    def may_rest(self) -> bool:
        """H20 Whether play may rest for a dispute still."""
        ends = self.rest_ends()
        return ends is None or ends > self.times[-1]

    def _absent(self) -> Iterator[Interval]:
        """H16 When the referee was away."""
        for event, _ in self._events():
            if isinstance(event, Downtime):
                yield moment(event.since), moment(event.until)

    def _events(self, until: int | None = None) -> Iterator[tuple[Any, datetime]]:
        for n, event in self.points.seldom():
            if until is None or n < until:
                yield event, self.times[n]


def takes(event: Any, seat: str | None) -> bool:
    """Whether somebody else takes a seat by this."""
    return isinstance(event, SeatTaken) and event.by == seat


def _wants(wanting: set[str], event: Any) -> None:
    match event:
        case PauseAsked(by=seat):
            wanting.add(seat)
        case PauseWithdrawn(by=seat) | SeatTaken(by=seat):
            wanting.discard(seat)
        case PauseOver():
            wanting.clear()
