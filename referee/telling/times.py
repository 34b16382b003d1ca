"""Times and deadlines, told to a reader: in their own language and time zone."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from referee.engine.seating import still_in
from referee.house.docket import Case
from referee.house.players import SeatTaken
from referee.house.terms import DAYS, Terms, spans_of
from referee.house.time import CalendarChosen
from referee.notation.languages import locale_of, told_span
from referee.table.clocks.clock import Clocks, Running
from referee.table.clocks.counted import NEVER
from referee.table.points import PAUSED, PAUSING, RESTS
from referee.telling.catalog import Catalog
from referee.util.times import moment, whole_span

ALL = ""
"""The key in `due` for what is said about all clocks."""


def told_time(at: datetime, zone: str, language: str) -> str:
    """A time as a person reads it: `Thursday, 26 November 2026, 18:00 (Europe/Berlin)`.

    In the hour that comes twice it has its offset.
    """
    from babel.dates import format_date, format_time  # noqa: PLC0415  slow to load

    local, locale = at.astimezone(ZoneInfo(zone)), locale_of(language)
    twice = local.replace(fold=1 - local.fold).utcoffset() != local.utcoffset()
    where = f"{zone}, UTC{local.isoformat()[-6:]}" if twice else zone
    return f"{format_date(local, 'full', locale)}, {format_time(local, 'HH:mm', locale=locale)} ({where})"


def due_told(clocks: Clocks, seat: str | None, says: Catalog) -> Mapping[str, str]:
    """The deadline of each seat that owes something, as text for a reader.

    Under `ALL` stands what is said about all clocks, and under `RESTS` what is due while play rests. There is
    something under `PAUSED` while a pause is on, and under `PAUSING` while the reader has asked for one without it.
    """
    if resting := dispute_told(clocks, seat, says):
        return resting
    if not clocks.on:
        return {}
    if clocks.paused():
        over = clocks.pauses_over()
        until = told_time(over, clocks.zone(seat), says.language) if over else ""
        away = {one: told_time(ends, clocks.zone(seat), says.language) for one, ends in _away(clocks)}
        return {ALL: says.say("texts", "paused", params={"until": until, "away": away}), PAUSED: until}
    zone, now = clocks.zone(seat), moment(clocks.points[-1].entry.at)
    told: dict[str, str] = {}
    for one in sorted(clocks.seen_by(seat), key=lambda one: one.due, reverse=True):
        if one.due < NEVER:
            told[one.owed.seat] = _due(one, now, zone, says)
    of_all = [bank_told(clocks, says)] if clocks.banked else []
    wanting = clocks.pausing()
    if seat in wanting:
        told[PAUSING] = ""
        of_all += _wanted(clocks, wanting, says)
    if of_all:
        told[ALL] = " ".join(of_all)
    return told


def _away(clocks: Clocks) -> Iterator[tuple[str, datetime]]:
    """H14 The seats on vacation, each with when that ends: a pause makes it no longer."""
    for one in still_in(clocks.points[-1].state):
        if clocks.away(one, now := clocks.times[-1]):
            yield one, max(end for begin, end in clocks.vacations(one) if now < end)


def _wanted(clocks: Clocks, wanting: AbstractSet[str], says: Catalog) -> Iterator[str]:
    """H15 Who wants the pause that the reader wants too, and whom it waits for; nothing where the reader is alone."""
    still = still_in(clocks.points[-1].state)
    wants, others = ([one for one in still if (one in wanting) == so] for so in (True, False))
    if len(wants) > 1:
        yield says.say("texts", "pausing", params={"wants": wants, "others": others})


def bank_told(clocks: Clocks, says: Catalog) -> str:
    """H28 What each seat has used of its time bank, and what is left."""
    seats = [one for one in clocks.seats if one in still_in(clocks.points[-1].state)]
    accounts = [(one, *map(whole_span, clocks.account(one))) for one in seats]
    return says.say("texts", "bank", params={"accounts": accounts})


def dispute_told(clocks: Clocks, seat: str | None, says: Catalog) -> Mapping[str, str]:
    """That play rests for the dispute that is on, and what is due in it until when (H20, H23); {} if there is none.

    It is told from what all know, and whether this seat has stated already.
    """
    case, zone = clocks.points[-1].house.docket.case, clocks.zone(seat)
    if case is None:
        return {}
    until = {
        key: told_time(at, zone, says.language) if at else ""
        for key, at in zip(("statement", "ruling", "appeal"), clocks.dispute_ends(case), strict=True)
    }
    return rest_told(case, until, seat, says)


def rest_told(case: Case, until: Mapping[str, str], seat: str | None, says: Catalog) -> Mapping[str, str]:
    """That play rests (`RESTS`), and what is due (`ALL`), `until` when as far as that is known, as told to a seat."""
    told: dict[str, Any] = {"statement": "", "ruling": "", "appeal": "", **until}
    told |= {"stage": case.stage, "judge": case.judge, "seat": case.by, "position": case.position}
    told |= {"mine": seat == case.by, "stated": seat in case.spoken - {case.by}}
    return {
        RESTS: says.say("texts", "dispute-rests", params=told),
        ALL: says.say("texts", "dispute-due", params=told),
    }


def _due(one: Running, now: datetime, zone: str, says: Catalog) -> str:
    """The deadline; once it has passed, the end of the time bank, and then of grace."""
    at = told_time(one.until(now), zone, says.language)
    late, bank = one.due <= now < one.last, one.banking(now)
    return says.say("texts", "due", params={"due": at, "late": late, "bank": bank})


def terms_told(terms: Terms, says: Catalog) -> Iterator[str]:  # noqa: C901  a branch a term
    """The terms of time of a game, a sentence each, as the opening letter has them."""

    def text(key: str, **values: object) -> str:
        return says.say("texts", key, params=values)

    def span(length: str) -> str:
        return told_span(length, says.language)

    if terms.consent == "accept":
        yield text("terms-consent")
    if terms.rematch == "no":
        yield text("terms-rematch")
    if terms.delay:
        yield text("terms-watch", turns=terms.delay)
    if not terms.deadline:
        yield text("terms-none")
        yield text("terms-zone", zone=terms.zone)
        return
    if days := DAYS.fullmatch(terms.deadline):
        yield text("terms-days", time=f"{days['hour']}:{days['minute']}", days=int(days["days"]))
    else:
        yield text("terms-span", span=span(terms.deadline))
    if terms.weekends == "off":
        yield text("terms-weekends")
    if terms.reminder:
        yield text("terms-reminder", before=terms.reminder, many=len(spans_of(terms.reminder)))
    if terms.bank:
        yield text("terms-bank", span=span(terms.bank))
    yield text("terms-grace", span=span(terms.grace)) if terms.grace else text("terms-no-grace")
    yield text("terms-forfeit", span=span(terms.forfeit)) if terms.forfeit else text("terms-no-forfeit")
    if terms.replaces:
        yield text("terms-replace", span=span(terms.replace))
    yield text("terms-vacation", span=span(terms.vacation)) if terms.vacation else text("terms-no-vacation")
    if terms.pauses:
        yield text("terms-pauses", span=span(terms.pauses))
    yield text("terms-zone", zone=terms.zone)


def disputes_told(terms: Terms, arbiter: str, says: Catalog) -> Iterator[str]:
    """The judge in disputes, and their time limits, a sentence each, as the opening letter has them."""

    def text(key: str, span: str) -> str:
        return says.say("texts", key, params={"span": told_span(span, says.language) if span else ""})

    yield says.say("texts", "disputes-judge", params={"arbiter": arbiter})
    yield text("disputes-statement", terms.statement)
    yield text("disputes-ruling", terms.ruling)
    yield text("disputes-appeal", terms.appeal)
    if terms.disputes:
        yield text("disputes-limit", terms.disputes)


# The deadline of a seat as an entry in its player's calendar (RFC 5545, RFC 5546).
#
# There is one for each game in which an answer is due. It is published, moved and cancelled under one UID, each
# time with a higher SEQUENCE: the number of the letter it goes with.


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
