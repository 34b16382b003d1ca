"""Reminders: as often as the terms of a game say, or as the player of a seat chose by mail (H12)."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from support.trio_office import trio  # noqa: F401  fixture

from referee.api import Table
from referee.house.players import SeatTaken
from referee.house.rulings import ClockAdjusted
from referee.house.terms import terms_of
from referee.house.time import RemindersChosen
from referee.record.entries import Act
from referee.table.clocks.deadlines import clocks_of, keep
from referee.util.errors import Faulty
from referee.util.times import stamp

BEGINS = datetime.fromisoformat("2026-11-24T09:00:00Z")
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
THREE = "3 days, 1 day, 6 hours"


def opened(reminder: str = THREE, deadline: str = "5 days", **terms: str) -> Table:
    """A table of two on which Thor and Loki owe their first cards since `BEGINS`."""
    how = terms_of({"deadline": deadline, "reminder": reminder, **terms})
    return Table.open("thunder", seed="07", terms=how, clock=lambda: stamp(BEGINS))


def reminded(table: Table, seat: str) -> list[float]:
    """After how many hours the seat was reminded."""
    return [(at - BEGINS) / HOUR for at in _reminders(table, seat)]


def _reminders(table: Table, seat: str) -> Iterator[datetime]:
    for one in table.entries:
        if isinstance(one, Act) and (one.act, one.seat) == ("reminder", seat):
            yield datetime.fromisoformat(one.at)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("6h, 3d, 1 day", THREE),
        ("24 hours, 1 day", "1 day"),
        ("90min", "90 minutes"),
        ("", ""),
    ],
)
def test_reminders_are_kept_the_longest_first_and_none_twice(given: str, kept: str) -> None:
    """However they were written."""
    assert terms_of({"reminder": given}).reminder == kept


@pytest.mark.parametrize("given", ["6h,", "soon", "1d, 2d, 3d, 4d, 5d, 6d"])
def test_a_list_of_reminders_that_is_none_is_refused(given: str) -> None:
    """Each of them is a span of time, and there are five at most."""
    with pytest.raises(Faulty):
        terms_of({"reminder": given})


def test_h12_a_seat_is_reminded_as_often_as_the_terms_say_each_once() -> None:
    """And no more once the deadline has passed."""
    table = opened()
    keep(table, BEGINS + 5 * DAY)
    assert reminded(table, "thor") == reminded(table, "loki") == [48, 96, 114]


def test_h12_what_is_longer_than_the_time_for_an_answer_is_no_reminder() -> None:
    """A seat that has two days is not reminded three days before."""
    table = opened(deadline="2 days")
    keep(table, BEGINS + 2 * DAY)
    assert reminded(table, "thor") == [24, 42]


def test_h12_a_ruling_that_leaves_little_time_reminds_once_of_all() -> None:
    """Two reminders that would have come before it are one, at the time of the ruling."""
    table = opened()
    events = [ClockAdjusted("thor", -4 * 86400 + 3 * 3600)]
    table.write_down("clock", "thor", events=events, at=stamp(BEGINS + 10 * HOUR))
    keep(table, BEGINS + 5 * DAY)
    assert (reminded(table, "thor"), reminded(table, "loki")) == ([10, 21], [48, 96, 114])


def test_h12_a_player_chooses_when_to_be_reminded() -> None:
    """The other is reminded as before."""
    table = opened()
    table.play("thor", "reminders 2 days, 12h", at=stamp(BEGINS + HOUR))
    keep(table, BEGINS + 5 * DAY)
    assert (reminded(table, "thor"), reminded(table, "loki")) == ([72, 108], [48, 96, 114])


@pytest.mark.parametrize(
    ("line", "hours"), [("reminders no", [48]), ("reminders 4 days", [48]), ("reminders 4h", [48, 116])]
)
def test_h12_a_choice_counts_from_then_on_and_calls_for_no_reminder_of_the_past(
    line: str, hours: list[int]
) -> None:
    """Whoever writes of reminders knows of the deadline."""
    table = opened()
    keep(table, BEGINS + 49 * HOUR)
    table.play("thor", line, at=stamp(BEGINS + 50 * HOUR))
    keep(table, BEGINS + 5 * DAY)
    assert reminded(table, "thor") == hours


@pytest.mark.parametrize(("line", "hours"), [("reminders 4 days", []), ("reminders 4 days, 1 day", [96])])
def test_h12_a_choice_does_not_bring_a_reminder_whose_time_is_over(line: str, hours: list[int]) -> None:
    """It would come at once, to somebody who has just written."""
    table = opened("6 hours")
    table.play("thor", line, at=stamp(BEGINS + 50 * HOUR))
    keep(table, BEGINS + 5 * DAY)
    assert reminded(table, "thor") == hours


def test_h12_the_reminders_of_the_game_can_be_had_again() -> None:
    """With `reminders yes`."""
    table = opened()
    for n, line in enumerate(("reminders no", "reminders yes"), 1):
        table.play("thor", line, at=stamp(BEGINS + n * HOUR))
    keep(table, BEGINS + 5 * DAY)
    assert reminded(table, "thor") == [48, 96, 114]


@pytest.mark.parametrize(
    ("line", "before"),
    [
        ("reminders 3 days, 1 day and 6 hours", THREE),
        ("reminders 6h 1d 3d", THREE),
        ("Reminders 1 week", "1 week"),
        ("reminders no", ""),
        ("reminders yes", "usual"),
        ("erinnerungen 3 Tage, 1 Tag, 6 Stunden", THREE),
        ("erinnerungen nein", ""),
    ],
)
def test_h12_how_a_player_writes_it(line: str, before: str) -> None:
    """In English and German; what is kept is the same."""
    table = opened()
    table.play("thor", "language de", at=stamp(BEGINS))
    table.play("thor", line, at=stamp(BEGINS + HOUR))
    assert table.entries[-1].events == (RemindersChosen("thor", before),)


@pytest.mark.parametrize(
    "line", ["reminders", "reminders soon", "reminders 1d 2d 3d 4d 5d 6d", "reminders 0 days"]
)
def test_h12_anything_else_is_told_how_it_is_written(line: str) -> None:
    """And what holds now; nothing changes."""
    table = opened()
    [verdict] = table.play("thor", line, at=stamp(BEGINS)).ruled.verdicts
    assert getattr(verdict.reason, "key", "") == "reminders-how"
    assert table.entries[-1].events == ()


@pytest.mark.parametrize("line", ["Reminders: the shop is closed", "reminders of home came up again"])
def test_words_about_reminders_are_prose(line: str) -> None:
    """Only the exact form is an order."""
    table = opened()
    assert [one.kind for one in table.play("thor", line, at=stamp(BEGINS)).ruled.verdicts] == ["prose"]


def test_h12_without_deadlines_there_is_nothing_to_remind_of() -> None:
    """The player is told so."""
    table = Table.open("thunder", seed="07")
    [verdict] = table.play("thor", "reminders 1 day").ruled.verdicts
    assert getattr(verdict.reason, "key", "") == "no-clock"


def test_h12_a_player_who_comes_in_is_reminded_as_the_terms_say() -> None:
    """The choice of an earlier player is that player's own."""
    table = opened()
    table.play("thor", "reminders no", at=stamp(BEGINS))
    assert clocks_of(table).reminders("thor") == ""
    table.write_down("replace", "thor", events=(SeatTaken("thor", "Olaf"),), at=stamp(BEGINS + HOUR))
    assert clocks_of(table).reminders("thor") == THREE


@pytest.mark.parametrize("many", [2, 4])
def test_h12_each_of_several_seats_chooses_for_itself(trio: Callable[..., Table], many: int) -> None:  # noqa: F811
    """What another has chosen changes nothing."""
    table = trio(many, terms=terms_of({"deadline": "5 days", "reminder": THREE}), clock=lambda: stamp(BEGINS))
    asked = table.owed()[0].seat
    for n, seat in enumerate(table.seats, 2):
        table.play(seat, f"reminders {n} hours", at=stamp(BEGINS + HOUR))
    keep(table, BEGINS + 5 * DAY)
    assert reminded(table, asked) == [120 - table.seats.index(asked) - 2]
    assert not any(reminded(table, seat) for seat in table.seats if seat != asked)
