"""The deadline of a seat as an entry in its player's calendar (RFC 5545, RFC 5546).

There is one for each game in which an answer is due. It is published, moved and cancelled under one UID, each
time with a higher SEQUENCE: the number of the letter it goes with.
"""

from datetime import datetime
from typing import NamedTuple

from referee.house.players import SeatTaken
from referee.house.time import CalendarChosen
from referee.table.clocks.clock import Clocks
from referee.table.clocks.counted import NEVER

PUBLISH, CANCEL = "PUBLISH", "CANCEL"


class Told(NamedTuple):
    """A message to a calendar: `PUBLISH` or `CANCEL`, and the entry as a file."""

    method: str
    data: bytes


class Wait(NamedTuple):
    """Until when an answer counts, and when its seat is still to be reminded."""

    until: datetime
    reminders: tuple[datetime, ...]


def wants_calendar(clocks: Clocks, seat: str) -> bool:
    """Whether a seat has asked for calendar entries."""
    wanted = False
    for _, event in clocks.points.seldom():
        match event:
            case CalendarChosen(by=by) if by == seat:
                wanted = event.wanted
            case SeatTaken(by=by) if by == seat:
                wanted = False
    return wanted


def waits(clocks: Clocks, seat: str) -> Wait | None:
    """What stands in the calendar of a seat at this point; None if nothing does.

    It is the deadline or, once that has passed, the end of the time bank and then of grace.
    """
    if not wants_calendar(clocks, seat):
        return None
    now = clocks.times[-1]
    found = [
        Wait(one.until(now), tuple(each.at for each in one.reminders if each.at and each.at > now))
        for one in clocks.seen_by(seat)
        if one.owed.seat == seat
    ]
    return min((one for one in found if one.until < NEVER), key=lambda one: one.until, default=None)


def calendar_entry(
    clocks: Clocks, before: Clocks | None, seat: str, number: str, *, uid: str, address: str, title: str
) -> Told | None:
    """What a letter of this number tells the calendar of its seat; None if it tells nothing.

    `before` is how the clocks stood when the letter before went out; `uid` the id of the entry
    (`referee.post.writing`); `address` the referee's. It is None where no answer is due and none was, and
    where entries cannot be made here.
    """
    now, then = waits(clocks, seat), waits(before, seat) if before else None
    wait, method = (now, PUBLISH) if now else (then, CANCEL)
    if wait is None:
        return None
    try:
        from icalendar import Alarm, Calendar, Event  # noqa: PLC0415  an extra
    except ImportError:
        return None
    entry = Event()
    for name, value in (
        ("uid", uid),
        ("dtstamp", clocks.times[-1]),
        ("dtstart", wait.until),
        ("summary", f"{title} ({number})"),
        ("organizer", f"mailto:{address}"),
        ("sequence", int(number.rpartition(".")[2])),
        ("status", "CONFIRMED" if now else "CANCELLED"),
        ("transp", "TRANSPARENT"),
    ):
        entry.add(name, value)
    for reminder in now.reminders if now else ():
        alarm = Alarm()
        for name, value in (("action", "DISPLAY"), ("description", title), ("trigger", reminder)):
            alarm.add(name, value)
        entry.add_component(alarm)
    calendar = Calendar()
    for name, value in (("prodid", "-//referee//EN"), ("version", "2.0"), ("method", method)):
        calendar.add(name, value)
    calendar.add_component(entry)
    return Told(method, bytes(calendar.to_ical()))
