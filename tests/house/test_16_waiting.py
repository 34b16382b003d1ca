"""Rules H33 and H35: who may wait for a seat, and when a seat is silent. Votes of several: tests/sindri."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from referee.api import Table
from referee.house.company import Asking, why_not_wait
from referee.house.replacing import Quiet
from referee.house.terms import terms_of, written_terms
from referee.table.audit import audit
from referee.table.clocks.deadlines import keep, next_time
from referee.telling.catalog import catalog
from referee.telling.times import terms_told
from referee.util.times import stamp

BEGINS = datetime(2026, 11, 2, 9, tzinfo=UTC)
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
CARDS = {"loki": "deploy dragon, female-archer, ravens", "thor": "deploy huscarl, ravens, mjolnir"}
TERMS = {"deadline": "3 days", "grace": "1 day", "reminder": "", "replace": "7 days"}


def opened(**terms: str) -> Table:
    """A table of two on which Loki owes the first turn since `BEGINS`; silent on day 4, and for long on day 11."""
    table = Table.open("thunder", seed="07", terms=terms_of(TERMS | terms), clock=lambda: stamp(BEGINS))
    for seat, line in CARDS.items():
        table.play(seat, line, at=stamp(BEGINS))
    return table


def said(table: Table, seat: str, line: str, day: float) -> str:
    """What became of a line of a letter that came after so many days: the key of the refusal, or its kind."""
    keep(table, BEGINS + day * DAY)
    [verdict] = table.play(seat, line, at=stamp(BEGINS + day * DAY)).ruled.verdicts
    why = verdict.broken.why if verdict.broken else verdict.reason
    return why.key if why else verdict.kind


def quiet(table: Table, day: float) -> tuple[Quiet, ...]:
    """The seats that are silent after so many days."""
    keep(table, BEGINS + day * DAY + SECOND)
    return table.index.house.quiet


def told(table: Table) -> list[str]:
    """What happened to silent seats."""
    names = ("FellSilent", "ReplaceVoted", "VoteTakenBack", "SeatOffered", "VoteOver")
    return [name for entry in table.entries for one in entry.events if (name := type(one).__name__) in names]


def test_h35_silence_is_told_when_the_term_is_over() -> None:
    """It counts from the end of grace, when the rule for silence was applied; the clock knows when it comes."""
    table = opened()
    assert quiet(table, 10.9) == (Quiet("loki", table.index.house.quiet[0].entry),)
    assert next_time(table) == BEGINS + 11 * DAY
    assert quiet(table, 11)[0].told
    assert told(table) == ["FellSilent"]
    assert audit(table).differences == ()


def test_h35_the_time_counts_while_the_clock_runs() -> None:
    """A dispute of the other for two days: the silence is told two days later."""
    table = opened(statement="", ruling="", appeal="")
    assert said(table, "thor", "dispute 0.0: That was not so.", 6) == "answered"
    assert not quiet(table, 7.9)[0].told
    assert said(table, "thor", "withdraw dispute", 8) == "answered"
    assert not quiet(table, 12.9)[0].told
    assert quiet(table, 13)[0].told


def test_h35_no_time_without_a_deadline_or_the_term() -> None:
    """The term does nothing alone, and is not told; where it is not set nothing of it stands in the opening."""
    assert not quiet(opened(replace=""), 60) or not quiet(opened(replace=""), 60)[0].told
    says = catalog("thunder", "en")
    assert any("may be replaced" in one and "7 days" in one for one in terms_told(terms_of(TERMS), says))
    assert not any("H35" in one for one in terms_told(terms_of({**TERMS, "deadline": ""}), says))
    assert "replace" not in written_terms(terms_of({"deadline": "3 days"}))


@pytest.mark.parametrize("wanted", ["thunder", "g1"])
def test_h33_who_may_wait(wanted: str) -> None:
    """Each rule alone refuses; where none does there is no reason."""
    limits: dict[str, Any] = {"wanted": wanted, "most": 2, "most_in_all": 3}
    assert why_not_wait(Asking(**limits)) is None
    for other, key in (
        (Asking(**limits, able=False), "wait-none"),
        (Asking(**limits, part=True), "wait-own"),
        (Asking(**limits, twice=True), "wait-twice"),
        (Asking(**limits, count=2), "wait-full"),
        (Asking(**limits, everybody=3), "wait-full"),
    ):
        reason = why_not_wait(other)
        assert reason is not None
        assert reason.key == key
