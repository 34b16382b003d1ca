"""Limits to pauses (H15) and to the time for which play rests by disputes (H20)."""

from datetime import UTC, datetime, timedelta

import pytest

from referee.api import Table
from referee.house.rulings import RulingMade
from referee.house.terms import terms_of
from referee.record.entries import Act
from referee.table.audit import audit
from referee.table.clocks.deadlines import clocks_of, keep
from referee.telling.catalog import catalog
from referee.telling.times import disputes_told, terms_told
from referee.util.times import stamp

BEGINS = datetime(2026, 11, 2, 9, tzinfo=UTC)
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
CARDS = {"loki": "deploy dragon, female-archer, ravens", "thor": "deploy huscarl, ravens, mjolnir"}


def opened(**terms: str) -> Table:
    """A table of two on which one seat owes its turn since `BEGINS`."""
    how = terms_of(
        {"deadline": "5 days", "reminder": "", "grace": "10 days", "pauses": "6 days", "disputes": "6 days"}
        | terms
    )
    table = Table.open("thunder", seed="07", terms=how, clock=lambda: stamp(BEGINS))
    for seat, line in CARDS.items():
        table.play(seat, line, at=stamp(BEGINS))
    return table


def said(table: Table, seat: str, line: str, day: float) -> str:
    """What became of a line of a letter that came after so many days: the key of the refusal, or its kind."""
    keep(table, BEGINS + day * DAY)
    [verdict] = table.play(seat, line, at=stamp(BEGINS + day * DAY)).ruled.verdicts
    why = verdict.broken.why if verdict.broken else verdict.reason
    return why.key if why else verdict.kind


def paused(table: Table, begins: float, ends: float | None = None) -> None:
    """Both want a pause from the one day to the other."""
    for seat in table.seats:
        said(table, seat, "pause", begins)
    if ends is not None:
        said(table, "thor", "resume", ends)
        said(table, "loki", "resume", ends)


def acts(table: Table) -> list[tuple[str, float]]:
    """What the clock did, and after how many days."""
    found = [one for one in table.entries if isinstance(one, Act)]
    return [(one.act, (datetime.fromisoformat(one.at) - BEGINS) / DAY) for one in found]


def due(table: Table) -> float:
    """After how many days the answer is due."""
    [one] = clocks_of(table).running()
    return (one.due - BEGINS) / DAY


def test_h15_a_pause_ends_when_pauses_have_lasted_as_long_as_they_may() -> None:
    """All are told, and the deadline is known as soon as it begins."""
    table = opened()
    paused(table, 1)
    assert due(table) == 11
    keep(table, BEGINS + 7 * DAY + SECOND)
    assert acts(table) == [("pause-over", 7)]
    assert "The clocks run again" in table.report("thor")
    assert (due(table), clocks_of(table).pausing()) == (11, frozenset())
    assert audit(table).differences == ()


def test_h15_pauses_count_together_and_then_there_are_no_more() -> None:
    """Two days, then four of the five that were meant."""
    table = opened()
    paused(table, 1, 3)
    assert due(table) == 7
    paused(table, 4)
    keep(table, BEGINS + 9 * DAY)
    assert (acts(table), due(table)) == ([("pause-over", 8)], 11)
    assert said(table, "thor", "pause", 9) == "pauses-over"


def test_h15_without_a_limit_a_pause_lasts_as_long_as_all_want_it() -> None:
    """The letters say no time."""
    table = opened(pauses="")
    paused(table, 1)
    keep(table, BEGINS + 90 * DAY)
    assert acts(table) == []
    assert "all players want a pause. Any" in " ".join(table.report("thor").split())


def test_h15_a_letter_says_until_when_a_pause_may_last() -> None:
    """In the zone of its reader."""
    table = opened()
    paused(table, 1)
    assert "which ends by Monday, November 9, 2026, 09:00 (UTC)" in " ".join(table.report("thor").split())


def test_h20_a_dispute_lapses_when_play_has_rested_for_as_long_as_it_may() -> None:
    """The clocks run again, and no other dispute is raised."""
    table = opened(ruling="")
    assert said(table, "thor", "dispute: why?", 1) == "answered"
    keep(table, BEGINS + 8 * DAY)
    assert acts(table)[-1] == ("lapse-dispute", 7)
    assert due(table) == 11
    assert said(table, "loki", "dispute: why?", 8) == "dispute-rested"
    assert audit(table).differences == ()


def test_h20_disputes_count_together() -> None:
    """The second one has what the first has left."""
    table = opened(ruling="")
    said(table, "thor", "dispute: why?", 1)
    assert said(table, "thor", "withdraw dispute", 3) == "answered"
    said(table, "loki", "dispute: why?", 4)
    keep(table, BEGINS + 20 * DAY)
    assert ("lapse-dispute", 8) in acts(table)


def test_h20_a_ruling_that_was_made_stands_when_that_time_is_over() -> None:
    """The time to appeal is cut short by it."""
    table = opened(appeal="5 days")
    said(table, "thor", "dispute: why?", 1)
    keep(table, BEGINS + 5 * DAY)
    table.write_down("rule", events=[RulingMade("keeper", "uphold", "so it is")], at=stamp(BEGINS + 5 * DAY))
    keep(table, BEGINS + 8 * DAY)
    assert acts(table)[-1] == ("final", 7)
    assert table.index.house.docket.case is None


def test_h20_a_dispute_that_ends_before_is_as_without_a_limit() -> None:
    """By the time for its ruling."""
    table = opened(ruling="1 day")
    said(table, "thor", "dispute: why?", 1)
    keep(table, BEGINS + 8 * DAY)
    assert acts(table)[-1] == ("lapse-dispute", 5)


@pytest.mark.parametrize("term", ["pauses", "disputes"])
def test_the_invitation_names_the_limits_it_sets(term: str) -> None:
    """And none where there is none."""
    for given, wanted in (("6 days", True), ("", False)):
        terms, says = terms_of({"deadline": "5 days", "vacation": "", term: given}), catalog("thunder")
        told = " ".join((*terms_told(terms, says), *disputes_told(terms, "", says)))
        assert ("6 days in all at most" in told) is wanted
