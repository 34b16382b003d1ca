"""The time bank (H28): a deadline that passes first eats the bank of the seat that owes the answer."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.trio_office import trio  # noqa: F401  fixture

from referee.api import Table
from referee.house.players import SeatTaken
from referee.house.rulings import ClockAdjusted
from referee.house.terms import terms_of, written_terms
from referee.house.time import PauseAsked, PauseWithdrawn
from referee.record.entries import Act
from referee.table.audit import audit
from referee.table.clocks.deadlines import clocks_of, keep
from referee.util.times import stamp, whole_span

Opens = Callable[..., Table]
BEGINS = datetime(2026, 11, 2, 9, tzinfo=UTC)
DAY, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)
TERMS = {"deadline": "3 days", "bank": "5 days", "grace": "1 day", "reminder": "1 day"}
CARDS = {"loki": "deploy dragon, female-archer, ravens", "thor": "deploy huscarl, ravens, mjolnir"}


def opened(**terms: str) -> Table:
    """A table of two on which one seat owes its turn since `BEGINS`."""
    how = terms_of({**TERMS, **terms})
    table = Table.open("thunder", seed="07", terms=how, clock=lambda: stamp(BEGINS))
    for seat, line in CARDS.items():
        table.play(seat, line, at=stamp(BEGINS))
    return table


def answered(table: Table, at: datetime) -> str:
    """Whoever owes its turn answers at that time; returns the seat."""
    [owed] = table.owed()
    keep(table, at)
    table.play(owed.seat, ["draw", "draw", "draw"], at=stamp(at))
    assert [one.seat for one in table.owed()] != [owed.seat]
    return owed.seat


def acts(table: Table) -> list[tuple[str, float]]:
    """What the clock did, and after how many hours."""
    return [
        (one.act, (datetime.fromisoformat(one.at) - BEGINS) / HOUR)
        for one in table.entries
        if isinstance(one, Act)
    ]


def account(table: Table, seat: str) -> tuple[float, float]:
    """How many hours of its bank a seat has used, and how many are left."""
    used, left = clocks_of(table).account(seat)
    return used / 3600, left / 3600


def test_h28_a_deadline_that_passes_eats_the_bank_and_then_grace_runs() -> None:
    """Three days, the five of the bank, and a day of grace; each is told once."""
    table = opened()
    keep(table, BEGINS + 9 * DAY + SECOND)
    assert acts(table) == [("reminder", 48), ("bank", 72), ("late", 192), ("silence", 216)]
    assert audit(table).differences == ()


def test_h28_an_answer_in_time_costs_nothing_and_a_late_one_what_it_took() -> None:
    """What is left is all that the next answer of that seat may take."""
    table = opened()
    first = answered(table, BEGINS + 3 * DAY)
    assert account(table, first) == (0, 120)
    second = answered(table, BEGINS + 8 * DAY)
    assert (account(table, first), account(table, second)) == ((0, 120), (48, 72))
    assert answered(table, BEGINS + 9 * DAY) == first
    [one] = clocks_of(table).running()
    assert (one.owed.seat, one.nominal, one.due) == (second, BEGINS + 12 * DAY, BEGINS + 15 * DAY)


def test_h28_an_empty_bank_stays_empty() -> None:
    """The next deadline is the deadline."""
    table = opened()
    first = answered(table, BEGINS + 8 * DAY + 12 * HOUR)
    answered(table, BEGINS + 9 * DAY)
    [one] = clocks_of(table).running()
    assert account(table, first) == (120, 0)
    assert (one.owed.seat, one.nominal, one.due) == (first, one.due, BEGINS + 12 * DAY)


def test_h28_the_bank_runs_while_its_seat_is_asked() -> None:
    """Letters tell so at any time."""
    table = opened()
    [owed] = table.owed()
    keep(table, BEGINS + 4 * DAY)
    table.play(owed.seat, "say soon", at=stamp(BEGINS + 4 * DAY))
    assert account(table, owed.seat) == (24, 96)
    report = " ".join(table.report(owed.seat).split())
    assert "the end of the time bank" in report
    assert f"{owed.seat.title()} 4 days left (1 day used)" in report


def test_h28_what_stops_the_clock_stops_the_bank() -> None:
    """A pause that began while it ran."""
    table = opened()
    [owed] = table.owed()
    keep(table, BEGINS + 4 * DAY)
    for day, event in ((4, PauseAsked), (10, PauseWithdrawn)):
        events = [event(seat) for seat in table.seats]
        table.write_down("pause", events=events, at=stamp(BEGINS + day * DAY))
    assert answered(table, BEGINS + 11 * DAY) == owed.seat
    assert account(table, owed.seat) == (48, 72)


def test_h28_a_ruling_moves_the_deadline_before_the_bank() -> None:
    """The time that it gives is not the bank's."""
    table = opened()
    [owed] = table.owed()
    table.write_down("clock", owed.seat, events=[ClockAdjusted(owed.seat, 2 * 86400)], at=stamp(BEGINS + DAY))
    answered(table, BEGINS + 6 * DAY)
    assert account(table, owed.seat) == (24, 96)


def test_h28_whoever_takes_over_a_seat_has_the_whole_bank() -> None:
    """What the player before has used is nothing of theirs."""
    table = opened()
    first = answered(table, BEGINS + 5 * DAY)
    assert account(table, first) == (48, 72)
    table.write_down("replace", first, events=[SeatTaken(first, "Olaf")], at=stamp(BEGINS + 5 * DAY + HOUR))
    assert account(table, first) == (0, 120)


def test_h28_what_several_choose_in_secret_eats_no_bank() -> None:
    """Else the bank would tell when each of them has chosen."""
    table = Table.open("thunder", seed="07", terms=terms_of(TERMS), clock=lambda: stamp(BEGINS))
    table.play("loki", CARDS["loki"], at=stamp(BEGINS + DAY))
    [one] = clocks_of(table).running()
    assert one.nominal == one.due == BEGINS + 3 * DAY
    table.play("thor", CARDS["thor"], at=stamp(BEGINS + 3 * DAY + 12 * HOUR))
    assert account(table, "loki") == account(table, "thor") == (0, 120)


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_h28_all_are_told_the_same_of_every_bank(zone: str) -> None:
    """Whoever reads, and whatever the readers have chosen."""
    table = opened(deadline="3 days at 18:00")
    first = answered(table, BEGINS + 5 * DAY)
    table.play("thor", f"timezone {zone}", at=stamp(BEGINS + 5 * DAY))
    told = {
        line
        for seat in (*table.seats, None)
        for line in table.report(seat).splitlines()
        if line.startswith("Time bank")
    }
    assert len(told) == 1
    assert account(table, first)[0] == 39


@pytest.mark.parametrize("many", [2, 4])
def test_h28_each_of_several_seats_has_its_own_bank(trio: Opens, many: int) -> None:  # noqa: F811
    """A slow one does not touch the others'."""
    table = trio(many, terms=terms_of(TERMS), clock=lambda: stamp(BEGINS))
    [owed] = table.owed()
    keep(table, BEGINS + 5 * DAY)
    table.play(owed.seat, "call two", at=stamp(BEGINS + 5 * DAY))
    assert account(table, owed.seat) == (48, 72)
    assert all(account(table, seat) == (0, 120) for seat in table.seats if seat != owed.seat)


def test_h28_a_game_without_a_bank_is_recorded_as_before() -> None:
    """An older release reads it."""
    assert "bank" not in written_terms(terms_of({"deadline": "3 days"}))
    assert written_terms(terms_of({"deadline": "3 days", "bank": "20d"}))["bank"] == "20 days"


@pytest.mark.parametrize(("seconds", "told"), [(0, ""), (59, "1 minute"), (183600, "2 days, 3 hours")])
def test_a_length_is_told_in_days_hours_and_minutes(seconds: int, told: str) -> None:
    """A minute that has begun counts."""
    assert whole_span(seconds) == told


@settings(max_examples=10, deadline=None)
@example([200, 72, 100, 90])
@given(st.lists(st.integers(0, 220), min_size=1, max_size=4))
def test_h28_the_bank_never_grows_and_the_sum_is_right(delays: Sequence[int]) -> None:
    """However slowly the seats answer: used is the time beyond the deadlines, up to the whole."""
    table, now = opened(grace="300 days", reminder=""), BEGINS
    used, before = dict.fromkeys(table.seats, 0.0), dict.fromkeys(table.seats, 120.0)
    for delay in delays:
        now += delay * HOUR
        seat = answered(table, now)
        used[seat] = min(120, used[seat] + max(0, delay - 72))
        found = {one: account(table, one) for one in table.seats}
        assert found == {one: (used[one], 120 - used[one]) for one in table.seats}
        assert all(left <= before[one] for one, (_, left) in found.items())
        before = {one: left for one, (_, left) in found.items()}
