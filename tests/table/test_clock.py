"""The clock against a slow one that was written from rules H12 to H17 and H21 alone, over histories made by chance."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.slow_clock import FIRST, NEVER, QUARTER, Happened, SlowClock

from referee.api import Table
from referee.engine.rules import why
from referee.house import disputes
from referee.house.disputes import Disputed, DisputeWithdrawn
from referee.house.docket import KEEPER
from referee.house.rulings import ClockAdjusted
from referee.house.terms import Terms
from referee.house.time import Downtime, PauseAsked, PauseWithdrawn, VacationEnded, VacationTaken, ZoneChosen
from referee.record.entries import Act
from referee.table.clocks import counted
from referee.table.clocks.clock import Clocks, Running
from referee.table.clocks.deadlines import clocks_of, keep
from referee.table.points import Point
from referee.util.times import stamp
from referee.util.values import replace

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "UTC")
BASES = st.sampled_from([42 * 96, 188 * 96])
"""Histories begin some days before the clocks are put back in autumn, or put on in spring."""
STEPS = st.integers(0, 4 * 96) | st.integers(0, 24).map(lambda count: count * 16)
"""How much later something happens: some of it at hours at which deadlines often fall."""


def written(quarter: int) -> str:
    """A quarter as the record has it."""
    return stamp(FIRST + quarter * QUARTER)


def event(one: Happened) -> Any:
    """What happened as an event of the record."""
    match one.what:
        case "pause":
            return PauseAsked(one.seat)
        case "resume":
            return PauseWithdrawn(one.seat)
        case "vacation":
            return VacationTaken(one.seat, one.much // 96)
        case "back":
            return VacationEnded(one.seat)
        case "downtime":
            return Downtime(written(one.at), written(one.at + one.much))
        case "dispute":
            return Disputed(one.seat, "0.0", "why?")
        case "withdrawn":
            return DisputeWithdrawn(one.seat)
        case "clock":
            return ClockAdjusted(one.seat, one.much * 900)
    return ZoneChosen(one.seat, "Asia/Tokyo")


@cache
def opening() -> Point:
    """A table on which both seats owe their first cards."""
    return Table.open("thunder", seed="07").points[0]


def points(begins: int, history: Sequence[Happened]) -> Iterator[Point]:
    """The same table, as it stands after each entry of a history."""
    now = replace(opening(), entry=replace(opening().entry, at=written(begins)))
    yield now
    for n, one in enumerate(history, 1):
        entry = Act(at=written(one.at), act=one.what, seat=one.seat, events=(event(one),))
        docket = disputes.after(now.house.docket, n, entry, KEEPER)
        now = replace(now, entry=entry, house=replace(now.house, docket=docket))
        yield now


def running(terms: Terms, begins: int, history: Sequence[Happened]) -> Running:
    """The clock of Loki after a history."""
    clocks = Clocks(Table.open("thunder", seed="07").game, terms, list(points(begins, history)))
    return next(one for one in clocks.running() if one.owed.seat == "loki")


def quarter(at: datetime | None) -> int | None:
    """A time as the slow clock has it."""
    return at if at is None else NEVER if at >= counted.NEVER else (at - FIRST) // QUARTER


@st.composite
def happened(draw: st.DrawFn) -> tuple[int, list[Happened]]:
    """When a clock begins, and what may happen in some weeks from then on; some of it was looked at late."""
    found, base = [], draw(BASES)
    at = base
    for _ in range(draw(st.integers(0, 6))):
        at += draw(STEPS)
        came = max(base, at - draw(st.sampled_from([0, 0, 0, 7, 90])))
        what, most = draw(
            st.sampled_from(
                [
                    ("pause", 0),
                    ("resume", 0),
                    ("vacation", 9),
                    ("back", 0),
                    ("downtime", 300),
                    ("dispute", 0),
                    ("withdrawn", 0),
                    ("clock", 500),
                    ("clock", 48),
                    ("zone", 0),
                ]
            )
        )
        seat, count = draw(st.sampled_from(["loki", "loki", "thor"])), 0
        if what == "pause":
            found.append(Happened(came, what, "thor"))
        if most:
            count = draw(st.integers(1, most))
        if what == "vacation":
            count *= 96
        if what == "clock":
            count = draw(st.sampled_from([count, -count, 96 * (count % 5 + 1), -96 * (count % 3 + 1)]))
        found.append(Happened(came, what, seat, count))
    return base - draw(STEPS), found


@st.composite
def deadlines(draw: st.DrawFn) -> tuple[str, int, int | None]:
    """A deadline as the terms have it, and for the slow clock: its span, or its days and hour."""
    if draw(st.booleans()):
        count = draw(st.integers(1, 150))
        return f"{count * 15} minutes", count, None
    days, hour = draw(st.integers(1, 6)), draw(st.sampled_from([0, 8, 10, 12, 16, 32, 48, 64, 72, 95]))
    return f"{days} days at {hour // 4:02d}:{hour % 4 * 15:02d}".replace("1 days", "1 day"), days, hour


LATE = (
    4032,
    [
        Happened(4033, "resume"),
        Happened(4129, "zone"),
        Happened(4122, "pause", "thor"),
        Happened(4122, "pause"),
    ],
)
"""A pause found late that came before its seat chose a zone, of which nobody else is told."""


@pytest.mark.slow
@example(("15 minutes", 1, None), "Europe/Berlin", True, LATE, 96, 0)
@given(
    deadlines(),
    st.sampled_from(ZONES),
    st.sampled_from([True, True, False]),
    happened(),
    st.sampled_from([0, 4, 96, 300]),
    st.sampled_from([0, 8, 96]),
)
def test_the_clock_is_that_of_the_rules(
    deadline: tuple[str, int, int | None],
    zone: str,
    off: bool,
    happened: tuple[int, list[Happened]],
    grace: int,
    reminder: int,
) -> None:
    """H12 to H17, H21 Deadline, reminder, end of grace and forfeit are right to the second.

    Time may stand still, be moved, or come late.
    """
    begins, history = happened
    spans = {"grace": grace, "reminder": reminder, "forfeit": 96}
    terms = Terms(
        deadline=deadline[0],
        zone=zone,
        weekends="off" if off else "count",
        **{name: f"{count * 15} minutes" if count else "" for name, count in spans.items()},
    )
    slow = SlowClock(zone, off, begins, *deadline[1:], history)
    due, one = slow.due(), running(terms, begins, history)
    last = slow.after(due, grace)
    assert (quarter(one.due), quarter(one.last)) == (due, last)
    assert quarter(one.lost) == slow.after(last, 96)
    if due < NEVER:
        assert quarter(one.early) == slow.before(due, reminder)
    assert one.due >= counted.NEVER or FIRST + due * QUARTER == one.due


def after_all(deadline: str, history: Sequence[Happened] = (), **terms: str) -> datetime:
    """The deadline of an answer that Loki has owed since Tuesday 24 November 2026, 09:00 (UTC)."""
    begins = (datetime.fromisoformat("2026-11-24T09:00:00Z") - FIRST) // QUARTER
    moved = [one._replace(at=begins + one.at) for one in history]
    return running(Terms(deadline=deadline, **terms), begins, moved).due


PAUSE = [Happened(4, "pause", "thor"), Happened(4, "pause"), Happened(4 + 85 * 4, "resume")]
"""From Tuesday 10:00 to Friday 23:00."""


def test_h12_both_ways_to_say_a_deadline_count_the_same_time() -> None:
    """Tuesday 09:00 to Friday 18:00 are 81 hours.

    After a pause 80 of them begin on Monday, and the second falls at the next 18:00.
    """
    assert after_all("81 hours", PAUSE, weekends="off").isoformat() == "2026-12-03T07:00:00+00:00"
    assert after_all("3 days at 18:00", PAUSE, weekends="off").isoformat() == "2026-12-03T18:00:00+00:00"


def test_h12_a_standstill_over_a_weekend_adds_no_time() -> None:
    """The clock stands still from Friday 20:00 to Sunday 20:00: of that four hours would have counted."""
    weekend = [Happened(83 * 4, "downtime", "", 48 * 4)]
    assert after_all("81 hours", weekend, weekends="off") == after_all("81 hours", weekends="off")
    assert after_all("5 days at 18:00", weekend, weekends="off").isoformat() == "2026-12-02T18:00:00+00:00"


@pytest.mark.parametrize("deadline", ["81 hours", "3 days at 18:00"])
@pytest.mark.parametrize(
    "still",
    [
        [Happened(100 * 4, "vacation", "loki", 96 * 5)],
        [Happened(100 * 4, "pause", "thor"), Happened(100 * 4, "pause"), Happened(220 * 4, "resume")],
        [Happened(100 * 4, "downtime", "", 120 * 4)],
        [Happened(100 * 4, "dispute"), Happened(220 * 4, "withdrawn")],
    ],
)
def test_h21_time_that_a_ruling_gives_is_time_like_any_other(deadline: str, still: list[Happened]) -> None:
    """Three days more, when 53 hours were left and the clock had stood still for five days.

    It was due Friday 18:00 without all that.
    """
    ruled = Happened(50 * 4, "clock", "loki", 3 * 96)
    due = datetime.fromisoformat("2026-11-27T18:00:00Z")
    assert after_all(deadline, [ruled]) == due + timedelta(days=3)
    assert after_all(deadline, [ruled, *still]) == due + timedelta(days=8)
    assert after_all(deadline, [ruled, *still[:1]]) >= due + timedelta(days=3)


@pytest.mark.parametrize(
    ("deadline", "history", "wanted"),
    [
        ("4 days at 18:00", [], "2026-11-27T18:00:00+00:00"),
        ("3 days at 18:00", [Happened(12, "clock", "loki", 96)], "2026-11-27T18:00:00+00:00"),
        ("3 days at 18:00", PAUSE, "2026-12-02T18:00:00+00:00"),
        ("81 hours", [Happened(12, "clock", "loki", 3 * 96)], "2026-12-01T18:00:00+00:00"),
        ("20 hours", [], None),
        ("20 hours", [Happened(12, "clock", "loki", 96)], "2026-11-25T05:00:00+00:00"),
    ],
)
def test_h12_a_reminder_follows_its_deadline_however_that_moves(
    deadline: str, history: list[Happened], wanted: str | None
) -> None:
    """24 hours that count before it: before a Monday on Friday, at the same hour."""
    begins = (datetime.fromisoformat("2026-11-24T09:00:00Z") - FIRST) // QUARTER
    terms = Terms(deadline=deadline, weekends="off", reminder="24 hours")
    one = running(terms, begins, [each._replace(at=begins + each.at) for each in history])
    assert (one.reminder and one.reminder.isoformat()) == wanted


def test_h12_a_reminder_that_was_given_is_given_again_when_its_deadline_is_a_day_later() -> None:
    """A pause of two hours after the reminder moves a deadline at 18:00 to the next 18:00."""
    begins = datetime.fromisoformat("2026-11-24T09:00:00Z")
    table = opened_with(Terms(deadline="3 days at 18:00", reminder="24 hours"), begins)
    keep(table, begins + timedelta(hours=58))
    for act, later in (("pause", 60), ("resume", 62)):
        events = [event(Happened(0, act, seat)) for seat in table.game.seats]
        table.write_down(act, events=events, at=stamp(begins + timedelta(hours=later)))
    keep(table, begins + timedelta(days=5))
    reminders = [one.at for one in table.entries if isinstance(one, Act) and one.act == "reminder"]
    assert reminders == ["2026-11-26T18:00:00Z"] * 2 + ["2026-11-27T18:00:00Z"] * 2


def test_h9_silence_speaks_again_where_an_answer_came_but_not_what_is_owed() -> None:
    """An offer of a draw lifts the claim on the silent; so long after it as grace is, the claim is there again."""
    begins = datetime.fromisoformat("2026-11-24T09:00:00Z")
    table = opened_with(Terms(deadline="24 hours", grace="5 hours", reminder=""), begins, play=True)
    keep(table, begins + timedelta(hours=30))
    [seat] = table.state.overdue
    table.play(seat, "offer draw", at=stamp(begins + timedelta(hours=40)))
    assert table.state.overdue == ()
    keep(table, begins + timedelta(hours=45))
    assert table.state.overdue == ()
    keep(table, begins + timedelta(hours=45, seconds=1))
    assert table.state.overdue == (seat,)
    assert [one.at for one in table.entries if isinstance(one, Act) and one.act == "silence"] == [
        "2026-11-25T14:00:00Z",
        "2026-11-26T06:00:00Z",
    ]


def test_what_came_early_and_was_looked_at_late_undoes_nothing_that_the_clock_has_brought_about() -> None:
    """A vacation asked for before silence spoke, and found after it, moves neither the deadline nor what followed."""
    begins = datetime.fromisoformat("2026-11-24T09:00:00Z")
    table = opened_with(Terms(deadline="24 hours", grace="", reminder=""), begins, play=True)
    keep(table, begins + timedelta(hours=25))
    [before] = clocks_of(table).running()
    played = table.play(before.owed.seat, "vacation 5 days", at="2026-11-25T08:50:00Z")
    assert played.ruled.verdicts[0].reason == why("vacation-late")
    [behind] = clocks_of(table).running()
    assert (behind.due, table.state.overdue) == (before.due, (before.owed.seat,))


def test_what_came_early_and_was_looked_at_after_lateness_does_not_undo_it() -> None:
    """Also where nobody but the seat was told that it is late."""
    begins = datetime.fromisoformat("2026-11-24T09:00:00Z")
    table = opened_with(Terms(deadline="24 hours", grace="9 hours", reminder=""), begins, play=True)
    keep(table, begins + timedelta(hours=25))
    [before] = clocks_of(table).running()
    assert getattr(table.entries[-1], "act", "") == "late"
    played = table.play(before.owed.seat, "vacation 5 days", at="2026-11-25T08:50:00Z")
    assert played.ruled.verdicts[0].reason == why("vacation-late")
    assert [one.due for one in clocks_of(table).running()] == [before.due]


@pytest.mark.parametrize("private", ["", "note they lead", "calendar yes", "moves"])
def test_what_nobody_else_is_told_of_holds_back_no_time(private: str) -> None:
    """A letter found late begins a clock at the time it came, and is in time.

    What the other has written unseen since makes no difference.
    """
    begins = datetime.fromisoformat("2026-11-24T09:00:00Z")
    table = opened_with(Terms(deadline="24 hours", grace="", reminder=""), begins, play=True)
    [own] = clocks_of(table).running()
    seat = own.owed.seat
    other = next(one for one in table.game.seats if one != seat)
    if private:
        table.play(other, private, at=stamp(own.due + timedelta(hours=1)))
    came = own.due - timedelta(hours=1)
    played = table.play(seat, ["vacation 1 day", "vacation over", "draw", "draw", "draw"], at=stamp(came))
    assert not any(one.reason for one in played.ruled.verdicts)
    [then] = clocks_of(table).seen_by(seat)
    assert (then.owed.seat, then.begins) == (other, came)


def opened_with(terms: Terms, begins: datetime, *, play: bool = False) -> Table:
    """A table with these terms whose clocks begin then: at its first cards, or at its first turn."""
    table = Table.open("thunder", seed="07", terms=terms, clock=lambda: stamp(begins))
    cards = {"loki": "deploy dragon, female-archer, ravens", "thor": "deploy huscarl, ravens, mjolnir"}
    for seat, line in cards.items() if play else ():
        table.play(seat, line)
    return table


@pytest.mark.parametrize(
    ("weekends", "ends"),
    [
        ("count", ("2026-11-30T09:00:00+00:00", "2026-12-02T09:00:00+00:00")),
        ("off", ("2026-12-01T23:00:00+00:00", "2026-12-03T23:00:00+00:00")),
    ],
)
def test_h20_the_times_of_a_dispute_count_no_weekends_where_no_clock_does(
    weekends: str, ends: tuple[str, str]
) -> None:
    """Raised on Saturday morning in Berlin: two days for statements, then two for a ruling, begin on Monday there."""
    begins = (datetime.fromisoformat("2026-11-28T09:00:00Z") - FIRST) // QUARTER
    terms = Terms(
        deadline="72 hours", zone="Europe/Berlin", weekends=weekends, statement="2 days", ruling="2 days"
    )
    made = list(points(begins, [Happened(begins, "dispute")]))
    clocks = Clocks(Table.open("thunder", seed="07").game, terms, made)
    case = made[-1].house.docket.case
    assert case is not None
    statement, ruling, _ = clocks.dispute_ends(case)
    assert (statement and statement.isoformat(), ruling and ruling.isoformat()) == ends
    assert clocks.dispute_act() == (statement, disputes.STATEMENTS)
