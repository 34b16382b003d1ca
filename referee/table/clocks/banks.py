"""The time bank of each seat (H28): how much of it its answers have taken beyond their deadlines.

All of it is worked out from what everybody was shown: from the time at which a seat alone came to owe an answer up
to the time at which all saw that it owes it no longer. So nobody learns from it when a choice was made in secret,
and the same is left for every reader.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol, Self

from referee.engine.game import Game, Owed
from referee.house.rulings import ClockAdjusted, RolledBack
from referee.house.terms import DAYS, Terms
from referee.table.clocks.counted import DAY_LONG, Dial, counted, length
from referee.table.clocks.course import Course
from referee.table.clocks.standstills import takes
from referee.table.points import Point
from referee.util.times import moment


class Stretch(NamedTuple):
    """An answer that all saw to be owed by a seat alone: from which entry, to which (None: it still is)."""

    owed: Owed
    begins: int
    ends: int | None


class Account(NamedTuple):
    """How many seconds of its bank a seat has used, and how many are left."""

    used: int
    left: int


class Clocks(Protocol):
    """What is needed of the clocks of a game; see `referee.table.clocks.clock`."""

    game: Game
    terms: Terms
    points: Course

    @property
    def times(self) -> Sequence[datetime]:
        """The time of each entry."""

    @property
    def stretches(self) -> Sequence[Stretch]:
        """What `stretches` gives."""

    def dial(self, seat: str, zone: str) -> Dial:
        """When the clock of a seat stands still."""

    def zone(self, seat: str | None, until: int | None = None) -> str:
        """The time zone of a seat before an entry."""

    def nominal(self, seat: str, entry: int) -> datetime:
        """The deadline of an answer that a seat has owed since an entry."""

    def before(self, until: int) -> Self:
        """The clocks as they stood before an entry."""


def stretches(clocks: Clocks) -> Iterator[Stretch]:
    """The answers that seats owed alone, as everybody saw it, in the order in which they were given."""
    running, turn = dict[Owed, tuple[int, bool]](), None
    for n, point in enumerate(clocks.points):
        owed, now = _owed(clocks, point), clocks.game.position(point.state)[0]
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


def _owed(clocks: Clocks, point: Point) -> tuple[Owed, ...]:
    """What all see to be owed and may not be left unanswered."""
    if point.house.waiting:
        return ()
    return tuple(one for one in clocks.game.view(point.state, None).owed if not one.optional)


def _begins_again(point: Point, seat: str) -> bool:
    """Whether the clock of a seat begins again with this entry (H7, H21)."""
    return any(takes(event, seat) or isinstance(event, RolledBack) for event in point.entry.events)


def account(clocks: Clocks, seat: str, before: int | None = None) -> Account:
    """What a seat has used of its bank by now, or by the answers that it gave before an entry.

    H7 Whoever takes over a seat has the whole bank.
    """
    whole, used = length(clocks.terms.bank), 0.0
    first = max((n for n, point in enumerate(clocks.points) if _is_taken(point, seat)), default=0)
    last = moment(clocks.points[0].entry.at)
    for one in clocks.stretches:
        if one.owed.seat != seat or one.begins < first or (before is not None and not _over(one, before)):
            continue
        begins, ends = _beyond(clocks, one) or (last, last)
        dial = clocks.dial(seat, clocks.zone(seat, one.begins))
        used, last = used + counted(max(begins, last), ends, dial.still), max(last, ends)
    used = min(whole, int(used))
    return Account(int(used), whole - int(used))


def answers(clocks: Clocks, seat: str) -> tuple[int, int]:
    """How many answers the player of a seat gave that all saw to be owed by it alone, and how many in time."""
    first = max((n for n, point in enumerate(clocks.points) if _is_taken(point, seat)), default=0)
    given = [one for one in clocks.stretches if one.owed.seat == seat and one.ends and one.begins >= first]
    return len(given), sum(_beyond(clocks, one) is None for one in given)


def _is_taken(point: Point, seat: str) -> bool:
    return any(takes(event, seat) for event in point.entry.events)


def _over(one: Stretch, before: int) -> bool:
    return one.ends is not None and one.ends <= before


def _beyond(clocks: Clocks, one: Stretch) -> tuple[datetime, datetime] | None:
    """The time that an answer took beyond its deadline; None if it was in time."""
    last = one.ends if one.ends is not None else len(clocks.points) - 1
    ends = clocks.times[last]
    if ends - clocks.times[one.begins] < _least(clocks.terms) and not _moved(clocks, one, last):
        return None
    then = clocks if one.ends is None else clocks.before(last + 1)
    due = then.nominal(one.owed.seat, one.begins)
    return (due, ends) if due < ends else None


def _moved(clocks: Clocks, one: Stretch, last: int) -> bool:
    """Whether a ruling has moved the deadline of an answer."""
    entries = (point.entry for point in clocks.points[one.begins : last + 1])
    return any(isinstance(event, ClockAdjusted) for entry in entries for event in entry.events)


def _least(terms: Terms) -> timedelta:
    """The time below which no answer can be late, wherever its clock begins."""
    if days := DAYS.fullmatch(terms.deadline):
        return timedelta(seconds=(int(days["days"]) - 1) * DAY_LONG)
    return timedelta(seconds=length(terms.deadline))


def left_for(clocks: Clocks, owed: Owed, entry: int) -> int:
    """How many seconds of its bank a seat may take for an answer that it has owed since an entry.

    0 where several were asked at one time: when each of them answers is nobody else's to know.
    """
    alone = any(one.owed == owed and one.ends is None for one in clocks.stretches)
    return account(clocks, owed.seat, entry).left if alone else 0
