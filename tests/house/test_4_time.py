"""Rules H9 and H12 to H17: what the clock does leaves the table as it is, or ends the game."""

import pytest
from houses import AT, happened, opened, told

from referee.engine.events import Event
from referee.engine.game import Outcome
from referee.house.time import (
    BankOpened,
    CalendarChosen,
    Downtime,
    Forfeited,
    Lapsed,
    Late,
    PauseAsked,
    PauseOver,
    PauseWithdrawn,
    Reminded,
    RemindersChosen,
    SilenceCalled,
    Unanswered,
    VacationEnded,
    VacationTaken,
    ZoneChosen,
)
from referee.util.values import replace


def test_h13_an_invitation_that_is_not_answered_lapses() -> None:
    """The game is over before anything was dealt, and nobody has won."""
    table = happened(opened(invite=True), Lapsed("thor"))
    assert table.outcome == Outcome((), "H13", "lapsed")


def test_h13_whoever_owes_an_answer_for_too_long_has_lost() -> None:
    """Another has won by it: what it means that a seat leaves the game says."""
    table = opened()
    table.leave("thor", Forfeited("thor"), "H13", "forfeited", act="forfeit", at=table.entries[-1].at)
    assert table.outcome == Outcome(("odin",), "H13", "forfeited")
    assert [type(one).__name__ for one in table.entries[-1].events] == ["Forfeited", "Ended", "SecretTold"]


@pytest.mark.parametrize(
    "event",
    [
        Reminded("thor"),
        BankOpened("thor"),
        Late("thor"),
        Unanswered("thor"),
        SilenceCalled("thor", "away", early=False),
        VacationEnded("thor"),
        PauseAsked("thor"),
        PauseWithdrawn("thor"),
        PauseOver(),
        Downtime(AT, AT),
        ZoneChosen("thor", "Asia/Tokyo"),
        CalendarChosen("thor", wanted=True),
        RemindersChosen("thor", "6 hours"),
    ],
    ids=lambda event: f"{event.number} {type(event).__name__}",
)
def test_h12_the_clock_leaves_the_table_as_it_is(event: Event) -> None:
    """And no order that is on its way is overtaken by it."""
    table = opened()
    before = table.state
    happened(table, event)
    assert table.state == before
    assert not table.index.overtaken("odin", 0, 2)


@pytest.mark.parametrize(("overdue", "left"), [(("thor",), ()), (("odin",), ("odin",)), ((), ())])
def test_h14_no_win_is_claimed_from_a_seat_on_vacation(
    overdue: tuple[str, ...], left: tuple[str, ...]
) -> None:
    """Where the clock stands still, the seat is no longer overdue; other seats stay so."""
    state = replace(opened().state, overdue=overdue)
    assert VacationTaken("thor", 3).change(state).overdue == left


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("timezone Asia/Tokyo", ZoneChosen("thor", "Asia/Tokyo")),
        ("calendar yes", CalendarChosen("thor", wanted=True)),
    ],
)
def test_h17_zone_and_calendar_are_their_players_own(line: str, event: Event) -> None:
    """Nobody else is told."""
    table = opened()
    assert told(table, "thor", line) == ["answered"]
    assert table.entries[-1].events == (event,)
    assert len(table.told("thor", 1)) == 1
    assert table.told("odin", 1) == table.told(None, 1) == ()
