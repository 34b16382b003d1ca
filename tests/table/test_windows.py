"""Reaction windows: others may interrupt, all at one time, and nobody waits three days for each of them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.trio_office import Trio, trio  # noqa: F401  fixture

from referee.api import Table
from referee.engine.kit import windows
from referee.house.terms import USUAL, Terms, written_terms
from referee.table.audit import audit
from referee.table.clocks.deadlines import clocks_of, keep
from referee.util.times import stamp

Opens = Callable[..., Table]
BEGINS = datetime(2026, 11, 2, 9, tzinfo=UTC)
TERMS = Terms(deadline="72 hours", grace="24 hours", reminder="24 hours", forfeit="14 days")


def called(trio: Opens, many: int = 4, **how: str) -> Table:  # noqa: F811
    """A table at which asa has just called two, and the others may doubt it."""
    table = trio(many, doubts="yes", terms=Terms(**{**vars_of(TERMS), **how}), clock=lambda: stamp(BEGINS))
    table.play("asa", "call two", at=stamp(BEGINS))
    return table


def shown(table: Table, seat: str | None) -> str:
    """A report without its seal, which differs in each record."""
    return table.report(seat).partition("Seal ")[0]


def vars_of(terms: Terms) -> dict[str, str]:
    """The terms by their names."""
    return {name: getattr(terms, name) for name in Terms.__struct_fields__}


def test_all_are_asked_at_one_time_and_have_the_same_short_limit(trio: Opens) -> None:  # noqa: F811
    """A limit of its own, without reminder, grace or forfeit; no vacation and no zone of a seat changes it."""
    table = called(trio)
    assert [(one.seat, one.duty, one.optional) for one in table.owed()] == [
        (seat, "doubt", True) for seat in ("brand", "cleo", "dagny")
    ]
    table.play("cleo", "vacation 10 days", at=stamp(BEGINS))
    table.play("dagny", "timezone Asia/Tokyo", at=stamp(BEGINS))
    times = {(one.due, one.last, one.reminder, one.lost) for one in clocks_of(table).running()}
    assert times == {(BEGINS + timedelta(hours=24),) * 2 + (None, None)}
    assert {one.due for one in clocks_of(called(trio, reaction="6 hours")).running()} == {
        BEGINS + timedelta(hours=6)
    }


def test_silence_means_passing_and_is_no_lateness(trio: Opens) -> None:  # noqa: F811
    """Once the time is over the game goes on, for all at once; nobody is late, reminded, or overdue."""
    table = called(trio)
    keep(table, BEGINS + timedelta(hours=24))
    assert len(table.owed()) == 3
    keep(table, BEGINS + timedelta(hours=24, seconds=1))
    assert [one.seat for one in table.owed()] == ["brand"]
    assert [(one.act, one.seat) for one in table.entries[-3:]] == [  # type: ignore[attr-defined]
        ("reaction", seat) for seat in ("brand", "cleo", "dagny")
    ]
    kinds = {type(event).__name__ for entry in table.entries for event in entry.events}
    assert not kinds & {"Late", "Reminded", "Unanswered", "Silent"}
    assert table.state.overdue == ()
    assert not audit(table).differences
    assert Table.load(table.record.encode()).state == table.state


def test_when_all_have_answered_nobody_is_waited_for(trio: Opens) -> None:  # noqa: F811
    """The window is over with the last answer, or with the first doubt."""
    table = called(trio)
    for seat in ("brand", "cleo", "dagny"):
        assert table.play(seat, "pass").complete
    assert [one.seat for one in table.owed()] == ["brand"]
    assert dict(table.state.points) == {"asa": 2}
    table = called(trio)
    assert table.play("cleo", "doubt").complete
    assert dict(table.state.points) == {"asa": 0}
    assert not table.play("dagny", "doubt").complete
    assert [one.seat for one in table.owed()] == ["brand"]


def test_nobody_is_told_who_has_answered_or_could_have(trio: Opens) -> None:  # noqa: F811
    """Until the window is over the others see only whom it asked.

    They do not see who has passed, did so beforehand, or still may react.
    """
    looks = []
    for lines in ((), ("pass",), ("pass until end",), ("pass until turn",)):
        table = called(trio)
        for line in lines:
            assert table.play("cleo", line).complete
        looks.append(
            [(shown(table, seat), table.told(seat), table.view(seat)) for seat in ("asa", "brand", None)]
        )
    assert looks[1:] == looks[:1] * 3
    beforehand = trio(4, doubts="yes", terms=TERMS, clock=lambda: stamp(BEGINS))
    beforehand.play("cleo", "pass until end", at=stamp(BEGINS))
    beforehand.play("asa", "call two", at=stamp(BEGINS))
    assert [one.seat for one in beforehand.owed()] == ["brand", "dagny"]
    assert [one.seat for one in beforehand.view("brand").owed] == ["brand", "cleo", "dagny"]
    assert [shown(beforehand, seat) for seat in ("asa", "brand", None)] == [one[0] for one in looks[0]]


def test_who_passes_beforehand_is_not_waited_for(trio: Opens) -> None:  # noqa: F811
    """In no window, until what was named has happened; where all have, no time passes at all."""
    table = trio(3, doubts="yes")
    assert table.play("brand", "pass until turn").complete
    assert table.play("cleo", "pass until end").complete
    assert table.play("asa", "call two").complete
    assert [one.seat for one in table.owed()] == ["brand"]
    assert table.state.passing == (("cleo", "end"),)
    table.play("brand", "call one")
    assert [one.seat for one in table.owed()] == ["asa"]
    assert table.view("asa").passing == ()
    assert table.view("cleo").passing == (("cleo", "end"),)


def test_a_reaction_is_told_as_what_it_is(trio: Opens) -> None:  # noqa: F811
    """Not as a turn that is owed."""
    table = called(trio)
    told = " ".join(table.report("brand").split())
    assert told.startswith("You may react: a doubt, by ")
    assert "You may react: a doubt, by Tuesday, November 3, 2026" in told
    assert "Pass [1.3]: pass" in told
    assert table.report("asa").startswith("Brand may react: a doubt")


def test_h12_the_time_for_a_reaction_stands_in_a_record_where_it_is_another() -> None:
    """Most games know no reactions: their openings stay as they are."""
    assert "reaction" not in written_terms(TERMS)
    assert written_terms(Terms(deadline="72 hours", reaction="6 hours"))["reaction"] == "6 hours"
    assert written_terms(USUAL) == {}


def test_a_pass_until_something_ends_with_it() -> None:
    """For one seat, or for all."""
    state: Any = SimpleNamespace(passing=(("asa", "turn"), ("brand", "turn"), ("cleo", "end")))
    assert windows.passing_over(state, "turn", "asa") == {"passing": (("brand", "turn"), ("cleo", "end"))}
    assert windows.passing_over(state, "turn") == {"passing": (("cleo", "end"),)}


@pytest.mark.slow
def test_by_mail_a_window_of_three_takes_a_day_and_no_more(trio: Opens, tmp_path: Path) -> None:  # noqa: F811
    """Those who are asked get their letters at once; those who pass are told so, and nobody else."""
    assert trio is not None
    office = Trio(tmp_path, options={"doubts": "yes"}, terms={"deadline": "72 hours"})
    office.write("asa", "call two")
    before = {seat: len(office.boxes[seat]) for seat in office.boxes}
    assert "You may react: " in office.last("brand")
    office.write("brand", "pass")
    after = {seat: len(office.boxes[seat]) for seat in office.boxes}
    assert {seat for seat in after if after[seat] != before[seat]} == {"brand"}
    for _ in range(25):  # a referee who was away for a day would be no proof
        office.time += timedelta(hours=1)
        table = office.run()[1]
    assert [one.seat for one in table.owed()] == ["brand"]
