"""The course of a game: what clocks look for is kept as entries come, and is what a look at the whole would find."""

from itertools import pairwise

import pytest

from referee.api import Table
from referee.house.terms import Terms
from referee.table.clocks.clock import Clocks
from referee.table.clocks.course import Course
from referee.util.row import Before, Row, count_before

LINES = (
    *(("thor", "say hello"), ("loki", "vacation 3 days"), ("thor", "pause"), ("loki", "note a thought")),
    *(("loki", "pause"), ("thor", "resume"), ("loki", "back"), ("thor", "zone Europe/Berlin")),
    *(("loki", "remind 1 day"), ("thor", "dispute 0.0: why?"), ("loki", "say well"), ("thor", "zone UTC")),
)


def played() -> Table:
    """A game with a deadline, in which something happens to the clocks; a letter every five hours."""
    hour = iter(range(0, 1000, 5))
    table = Table.open(
        "thunder",
        seed="07",
        terms=Terms(deadline="3 days", vacation="9 days", pauses="20 days", disputes="20 days"),
        clock=lambda: f"2026-03-{1 + (at := next(hour)) // 24:02}T{at % 24:02}:00:00Z",
    )
    for seat, line in LINES:
        table.play(seat, line)
    return table


def told(clocks: Clocks) -> list[object]:
    """Everything that clocks say."""
    seats = ("thor", "loki")
    every = [clocks.running(), list(clocks.times), clocks.pausing(), clocks.paused(), clocks.rest_ends()]
    each = [
        (clocks.zone(seat), clocks.earliest(seat), clocks.vacations(seat), clocks.reminders(seat))
        for seat in seats
    ]
    return [*every, *each, clocks.dial("loki", "UTC"), clocks.table_dial(), clocks.may_rest()]


def test_what_was_looked_at_entry_by_entry_is_what_a_course_made_anew_has() -> None:
    """Before each entry, of the one course that grew with the game, and of one that is made of the points before it."""
    table = played()
    verdicts = [line.verdict for point in table.points for line in getattr(point.entry, "lines", ())]
    assert not {"refused", "misread"} & {*verdicts}
    found = []
    for n in range(1, len(table.points) + 1):
        grown = Clocks(table.game, table.terms, table.points[:n])
        anew = Clocks(table.game, table.terms, Course(list(table.points)[:n]))
        assert told(grown) == told(anew)
        found.append(told(grown))
    assert any(before != after for before, after in pairwise(found))


def test_the_part_of_a_course_is_looked_at_no_second_time() -> None:
    """A slice from the beginning shares what was looked at, so that clocks cost the same in a long game."""
    table = played()
    part = table.points.before(5)
    assert isinstance(table.points[:5], Course)
    assert part.seldom_so_far is table.points.seldom_so_far
    assert (len(part), len(part.times)) == (5, 5)
    with pytest.raises(ValueError, match="5"):
        part.append(table.points[0])


def test_the_beginning_of_a_row_is_fetched_when_it_is_asked_for_and_not_before() -> None:
    """By an index, a slice, a count or a walk; what was added meanwhile stays."""
    asked = list[str]()

    def row() -> Row[int]:
        made: Row[int]

        def fetch() -> None:
            asked.append("fetched")
            made.filled(list(range(0, 16, 2)))

        made = Row((12, 14), 6, fetch)
        made.append(16)
        return made

    for look in (
        *(lambda one: one[0], lambda one: one[-4], lambda one: one[4:7], list),
        *(lambda one: count_before(one, 12), lambda one: count_before(one, 3), lambda one: 2 in one),
        *(lambda one: list(Before(one, 7)), lambda one: list(reversed(Before(one)))),
    ):
        assert look(row()) == look(Row(range(0, 18, 2)))
        assert (asked.pop(), asked) == ("fetched", [])
    for near in (
        *(lambda one: one[-1], lambda one: one[6:], lambda one: one[-1:], len),
        *(lambda one: count_before(one, 13), lambda one: one[9:], lambda one: Before(one, 7)[-1]),
    ):
        assert near(row()) == near(Row(range(0, 18, 2)))
    assert not asked
