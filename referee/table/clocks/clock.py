"""Deadlines, worked out from the times in a record and the terms of its opening, and from nothing else.

A clock runs for each seat that owes an answer. It begins with the entry by which the seat came to owe it in
that turn. It stands still while all seats want a pause, while the seat is on vacation, while the referee was
away, and at weekends if the terms say so.

    begins ... reminders ... nominal ... (bank) ... due ... (grace) ... last ... (forfeit) ... lost

Each of these comes a length of counted time after the one before it (`referee.table.clocks.counted`), and a
ruling moves them all.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple, Self
from zoneinfo import ZoneInfo

from referee.engine.game import Owed
from referee.engine.seating import MASTER, still_in
from referee.house import disputes
from referee.house.docket import OPEN, Case
from referee.house.invitation import owed_at
from referee.house.rulings import ClockAdjusted, RolledBack
from referee.house.terms import DAYS, spans_of
from referee.house.time import Hours
from referee.table.clocks.counted import (
    DAY_LONG,
    NEVER,
    Dial,
    Target,
    answer,
    counted,
    later,
    length,
    met,
    moved,
)
from referee.table.clocks.standstills import Standstills, takes
from referee.table.points import Point
from referee.util.times import moment
from referee.util.values import Value


class Reminder(NamedTuple):
    """When a seat is reminded; `at` is None if nothing is to be said then any more.

    A reminder that was given at the time `early` or later counts as this one.
    """

    early: datetime
    at: datetime | None


class Running(Value):
    """The clock of something owed: since which entry, when it began, and its times (UTC).

    All times are `NEVER` while a pause has no end yet.

    Attributes:
        lost: when the seat forfeits the game; None if it cannot.
        reminders: when the seat is reminded, in order.
        nominal: the deadline; `due` comes so much later as is left in the time bank of the seat (H28).
    """

    owed: Owed
    entry: int
    begins: datetime
    due: datetime
    last: datetime
    lost: datetime | None
    reminders: tuple[Reminder, ...] = ()
    nominal: datetime = NEVER

    def until(self, now: datetime) -> datetime:
        """The time to be told: the deadline, after it the end of the time bank, after that the end of grace."""
        if now < self.nominal < self.due:
            return self.nominal
        return self.last if self.due <= now < self.last else self.due

    def banking(self, now: datetime) -> bool:
        """H28 Whether the deadline has passed, and the time bank runs."""
        return self.nominal <= now < self.due

    @property
    def early(self) -> datetime | None:
        """When the first reminder was due before a ruling moved the deadline; None if there is none."""
        return self.reminders[0].early if self.reminders else None

    @property
    def reminder(self) -> datetime | None:
        """When the seat is first reminded; None if it is not."""
        return next((one.at for one in self.reminders if one.at), None)


class Stretch(NamedTuple):
    """An answer that all saw to be owed by a seat alone: from which entry, to which (None: it still is)."""

    owed: Owed
    begins: int
    ends: int | None


class Account(NamedTuple):
    """How many seconds of its bank a seat has used, and how many are left."""

    used: int
    left: int


class Clocks(Standstills):
    """The clocks of a game after some of its entries."""

    @property
    def on(self) -> bool:
        """Whether this game has deadlines, and is still on."""
        return bool(self.terms.deadline) and self.game.ended(self.points[-1].state) is None

    def running(self) -> tuple[Running, ...]:
        """The clocks that run now, one for each thing that is owed."""
        return self._clocks_of(lambda point: owed_at(self.game, point.state, point.house))

    def seen_by(self, seat: str | None) -> tuple[Running, ...]:
        """The clocks of what a seat sees to be owed. What it is told about clocks is worked out from these alone."""
        if self.points[-1].house.waiting:
            return self.running()
        return self._clocks_of(lambda point: self.game.view(point.state, seat).owed)

    def _clocks_of(self, owed_after: Callable[[Point], Sequence[Owed]]) -> tuple[Running, ...]:
        """The clocks of what is owed after the last entry; each begins with the entry by which it came to be owed."""
        if not self.on:
            return ()
        turn = self._turn(self.points[-1])

        def since(owed: Owed) -> int:
            still = takewhile(
                lambda point: self._turn(point) == turn and owed in owed_after(point), reversed(self.points)
            )
            return self._not_before(owed.seat, sum(1 for _ in still))

        return tuple(self._running(one, since(one)) for one in owed_after(self.points[-1]))

    def _not_before(self, seat: str, many: int) -> int:
        """The first of the last `many` entries, or a later one that starts the clock again.

        H7, H21, H22 Another player who takes over a seat has the whole time, and after a rollback everybody
        has.
        """
        first = len(self.points) - many
        again = (
            n for n, event in self.points.seldom() if takes(event, seat) or isinstance(event, RolledBack)
        )
        return max(first, *again, 0)

    def _turn(self, point: Point) -> tuple[int, bool]:
        return self.game.position(point.state)[0], bool(point.house.waiting)

    def before(self, until: int) -> Self:
        """The clocks as they stood before an entry."""
        return type(self)(self.game, self.terms, self.points[:until])

    def nominal(self, seat: str, entry: int) -> datetime:
        """The deadline of an answer that a seat has owed since an entry, before the time bank is added."""
        dial = self.dial(seat, self.zone(seat, entry))
        return met(self._target(seat, entry, self._begins(entry), dial, self.terms.deadline)[0], dial)

    def _begins(self, entry: int) -> datetime:
        """When a clock that begins with an entry does."""
        # A letter that was ruled on long after it came was not known before that to the seat that owes the
        # answer.
        ruled = getattr(self.points[entry].entry, "ruled", "")
        return max(self.times[entry], moment(ruled)) if ruled else self.times[entry]

    def _running(self, owed: Owed, entry: int) -> Running:
        begins = self._begins(entry)
        if owed.optional:
            return self._reaction(owed, entry, begins)
        dial = self.dial(owed.seat, self.zone(owed.seat, entry))
        target, told = self._target(owed.seat, entry, begins, dial, self.terms.deadline)
        nominal = met(target, dial)
        due = later(nominal, self._left_for(owed, entry), dial.still) if self.banked else nominal
        grace = length(self.terms.grace)
        last = later(due, grace, dial.still)
        loses = self.terms.forfeit and owed.seat != MASTER  # H13 all others would lose the game with a master
        lost = later(last, length(self.terms.forfeit), dial.still) if loses else None
        if heard := self._heard_again(owed.seat, entry):
            again = later(heard, grace or DAY_LONG, dial.still)
            last = max(last, min(again, lost) if lost else again)
        reminders = tuple(self._reminders(owed.seat, begins, nominal, told, dial))
        return Running(owed, entry, begins, due, last, lost, reminders, nominal)

    def _reaction(self, owed: Owed, entry: int, begins: datetime) -> Running:
        """H12 The clock of something that may be left unanswered.

        It is the same for all who are asked at one time, and nobody's vacation stops it.
        """
        dial = self.table_dial()
        due = met(
            self._target(owed.seat, entry, begins, dial, self.terms.reaction or self.terms.deadline)[0], dial
        )
        return Running(owed, entry, begins, due, due, None)

    def _heard_again(self, seat: str, entry: int) -> datetime | None:
        """H9 When a seat that had fallen silent was last heard of again, though it has not answered yet."""
        late = [seat in point.state.overdue for point in self.points[entry:]]
        heard = [n for n in range(1, len(late)) if late[n - 1] and not late[n]]
        return self.times[entry + heard[-1]] if heard else None

    def _target(
        self, seat: str, entry: int, begins: datetime, dial: Dial, span: str
    ) -> tuple[Target, datetime]:
        """What a clock runs towards, and when the seat was last told so.

        H21 A ruling moves it by counted time, but never to a time before the ruling itself.
        """
        target, told = answer(span, begins, dial), begins
        for n, event in self.adjusted(seat, entry):
            told = self.times[n]
            target = moved(target, event.seconds, dial)
            if met(target, dial) < told:
                target = Target(told, 0, told)
        return target, told

    def _reminders(
        self, seat: str, begins: datetime, due: datetime, told: datetime, dial: Dial
    ) -> Iterator[Reminder]:
        """When only as much time is left as is set for a reminder; none where there never was more."""
        whole = counted(begins, due, dial.still) if due < NEVER else 0
        for span in spans_of(self.reminders(seat)):
            before = length(span)
            if due >= NEVER:
                yield Reminder(NEVER, NEVER)
            elif before < whole:
                early = later(begins, whole - before, dial.still)
                # Nobody is reminded while the clock stands still, nor of what falls due that very moment.
                at = max(early, later(told, 0, dial.still))
                yield Reminder(early, at if at < due else None)

    def adjusted(self, seat: str, entry: int) -> Iterator[tuple[int, ClockAdjusted]]:
        """The rulings that moved the deadline of a seat, from an entry on, each with its entry."""
        for n, event in self.points.seldom():
            if n >= entry and isinstance(event, ClockAdjusted) and event.of == seat:
                yield n, event

    def hours(self, seat: str, at: datetime) -> Hours:
        """What the clocks say to the writer of a letter that came at this time."""
        zone, at = self.zone(seat), max(at, self.earliest(seat))
        if not self.on:
            return Hours(zone=zone, rests=self.may_rest())
        if self.points[-1].house.waiting:
            return Hours(zone=zone, invited=True, reminders=self.reminders(seat))
        late = any(
            one.owed.seat == seat and one.due <= at and not one.owed.optional for one in self.running()
        )
        return Hours(
            True,
            late,
            max(0, self.leave(seat)),
            self.away(seat, at),
            self.pausing(),
            zone,
            reminders=self.reminders(seat),
            pauses=self.may_pause(),
            rests=self.may_rest(),
            today=at.astimezone(ZoneInfo(zone)).date().isoformat(),
        )

    def dispute_ends(self, case: Case) -> tuple[datetime | None, datetime | None, datetime | None]:
        """When statements close, when a ruling is due, and when the time to appeal ends; None for no limit.

        Who has spoken already does not count here, because not everybody is told.
        """
        still = self.dispute_dial().still

        def after(since: datetime, span: str) -> datetime | None:
            return later(since, length(span), still) if span else None

        since, ends = moment(case.since), self.rest_ends()
        statement = after(moment(case.at), self.terms.statement) if case.stage == OPEN else None
        ruling, appeal = after(statement or since, self.terms.ruling), after(since, self.terms.appeal)
        return _first(statement, ends if statement else None), _first(ruling, ends), _first(appeal, ends)

    def dispute_act(self) -> tuple[datetime, str] | None:
        """H20, H23 The next act of the clock in the dispute that is on, and its time; None if there is none."""
        case = self.points[-1].house.docket.case
        if case is None:
            return None
        still = self.dispute_dial().still

        def after(since: datetime, span: str) -> datetime:
            return later(since, length(span), still) if span else since

        act, ends = (
            disputes.next_act(case, self.terms, still_in(self.points[-1].state), after),
            self.rest_ends(),
        )
        if ends is None or (act and act[0] < ends):
            return act
        return disputes.last_act(case, max(ends, moment(case.since)))

    # The time bank of each seat (H28): how much of it its answers have taken beyond their deadlines. It is worked out
    # from what everybody was shown: from the time at which a seat alone came to owe an answer up to the time at which
    # all saw that it owes it no longer. So nobody learns from it when a choice was made in secret, and the same is left
    # for every reader.

    @property
    def banked(self) -> bool:
        """H28 Whether the seats have a time bank now: not before all have accepted."""
        return bool(self.terms.bank) and not self.points[-1].house.waiting

    @cached_property
    def stretches(self) -> Sequence[Stretch]:
        """The answers that seats owed alone, as everybody saw it, in the order in which they were given."""
        return tuple(self._stretches())

    def _stretches(self) -> Iterator[Stretch]:
        running, turn = dict[Owed, tuple[int, bool]](), None
        for n, point in enumerate(self.points):
            owed, now = self._owed_by_all(point), self.game.position(point.state)[0]
            for one, (begins, alone) in list(running.items()):
                if one not in owed or now != turn or _begins_again(point, one.seat):
                    del running[one]
                    if alone:
                        yield Stretch(one, begins, n)
            alone = len({one.seat for one in owed}) == 1
            for one in owed:
                running.setdefault(one, (n, alone))
            turn = now
        yield from (Stretch(one, begins, None) for one, (begins, alone) in running.items() if alone)

    def _owed_by_all(self, point: Point) -> tuple[Owed, ...]:
        """What all see to be owed and may not be left unanswered."""
        if point.house.waiting:
            return ()
        return tuple(one for one in self.game.view(point.state, None).owed if not one.optional)

    def account(self, seat: str, before: int | None = None) -> Account:
        """H28 What a seat has used of its bank, and what is left: by now, or by its answers before an entry.

        H7 Whoever takes over a seat has the whole bank.
        """
        whole, used = length(self.terms.bank), 0.0
        first, last = self._taken(seat), moment(self.points[0].entry.at)
        for one in self.stretches:
            over = before is None or (one.ends is not None and one.ends <= before)
            if one.owed.seat != seat or one.begins < first or not over:
                continue
            begins, ends = self._beyond(one) or (last, last)
            dial = self.dial(seat, self.zone(seat, one.begins))
            used, last = used + counted(max(begins, last), ends, dial.still), max(last, ends)
        spent = min(whole, int(used))
        return Account(spent, whole - spent)

    def answers(self, seat: str) -> tuple[int, int]:
        """How many answers the player of a seat gave that all saw to be owed by it alone, and how many in time."""
        first = self._taken(seat)
        given = [one for one in self.stretches if one.owed.seat == seat and one.ends and one.begins >= first]
        return len(given), sum(self._beyond(one) is None for one in given)

    def _taken(self, seat: str) -> int:
        """The entry in which a seat was last taken over; 0 if it never was."""
        return max((n for n, event in self.points.seldom() if takes(event, seat)), default=0)

    def _beyond(self, one: Stretch) -> tuple[datetime, datetime] | None:
        """The time that an answer took beyond its deadline; None if it was in time."""
        last = one.ends if one.ends is not None else len(self.points) - 1
        ends = self.times[last]
        # A ruling may have moved the deadline of an answer.
        rulings = (
            isinstance(event, ClockAdjusted) for n, event in self.points.seldom() if one.begins <= n <= last
        )
        if ends - self.times[one.begins] < self._least() and not any(rulings):
            return None
        then = self if one.ends is None else self.before(last + 1)
        due = then.nominal(one.owed.seat, one.begins)
        return (due, ends) if due < ends else None

    def _least(self) -> timedelta:
        """The time below which no answer can be late, wherever its clock begins."""
        days = DAYS.fullmatch(self.terms.deadline)
        least = (int(days["days"]) - 1) * DAY_LONG if days else length(self.terms.deadline)
        return timedelta(seconds=least)

    def _left_for(self, owed: Owed, entry: int) -> int:
        """How many seconds of its bank a seat may take for an answer that it has owed since an entry.

        0 where several were asked at one time: when each of them answers is nobody else's to know.
        """
        alone = any(one.owed == owed and one.ends is None for one in self.stretches)
        return self.account(owed.seat, entry).left if alone else 0


def _begins_again(point: Point, seat: str) -> bool:
    """Whether the clock of a seat begins again with this entry (H7, H21)."""
    return any(takes(event, seat) or isinstance(event, RolledBack) for event in point.entry.events)


def _first(*times: datetime | None) -> datetime | None:
    """The first of these times; None if there is none."""
    return min((one for one in times if one), default=None)
