"""Rules H20 and H23: the stages of a dispute, from the first word to the final ruling. By mail: see `test_disputes.py`."""

from dataclasses import replace

import pytest
from houses import AT, broken, happened, opened, told

from referee.engine.events import Event
from referee.engine.moves import AcceptDraw, ClaimWin, DeclineDraw, OfferDraw, Resign
from referee.house.disputes import (
    Appealed,
    ArbiterShown,
    Disputed,
    DisputeLapsed,
    DisputeWithdrawn,
    PassedToKeeper,
    RulingAccepted,
    RulingFinal,
    Stated,
)
from referee.house.disputes import (
    happened as docket_after,
)
from referee.house.docket import AGAIN, APPEALED, ARBITER, KEEPER, OPEN, PASSED, RULED, Case, Docket
from referee.house.state import House

CASE = Case("thor", "7.2", "why?", AT, 3, ARBITER, spoken=frozenset({"thor"}), since=AT)
ON = House(docket=Docket(CASE))


def test_h20_while_a_dispute_is_not_over_play_rests() -> None:
    """A resignation and a draw by agreement go on; nothing else is played."""
    assert broken(ON, ClaimWin()) == "H20 play-rests"
    assert [broken(ON, move) for move in (Resign("g1"), OfferDraw(), AcceptDraw(), DeclineDraw())] == [""] * 4
    assert broken(House(), ClaimWin()) == ""


@pytest.mark.parametrize(
    ("case", "event", "after"),
    [
        (CASE, Stated("odin", "so it was"), replace(CASE, spoken=frozenset({"thor", "odin"}))),
        (CASE, ArbiterShown(ARBITER, "7.2", ("thor",)), replace(CASE, shown=True)),
        (CASE, ArbiterShown(KEEPER, "7.2", ("thor",)), CASE),
        (CASE, PassedToKeeper(), replace(CASE, stage=PASSED, judge=KEEPER, since="")),
        (CASE, DisputeWithdrawn("thor"), None),
        (CASE, DisputeLapsed(), None),
    ],
    ids=lambda one: type(one).__name__,
)
def test_h20_what_happens_in_a_dispute_brings_it_on(case: Case, event: Event, after: Case | None) -> None:
    """Who has spoken, that the packet was made, who rules, that it is over: one that is withdrawn or lapses counts."""
    found = docket_after(Docket(case), event)
    assert found.case == after
    assert found.lost_by("thor") == (after is None)


@pytest.mark.parametrize(
    ("case", "event", "after"),
    [
        (CASE, Appealed("odin", "no"), replace(CASE, stage=APPEALED, judge=KEEPER, since="")),
        (CASE, RulingAccepted("odin"), replace(CASE, accepted=frozenset({"odin"}))),
        (CASE, RulingFinal(), None),
        (replace(CASE, granted=True), RulingFinal(), None),
    ],
    ids=lambda one: type(one).__name__,
)
def test_h23_what_happens_after_a_ruling_brings_it_to_its_end(
    case: Case, event: Event, after: Case | None
) -> None:
    """An appeal, an acceptance, the end: a dispute counts among those not granted unless something was granted."""
    found = docket_after(Docket(replace(case, stage=RULED)), event)
    assert found.case == (replace(after, stage=RULED) if after and after.stage == OPEN else after)
    assert found.lost_by("thor") == (after is None and not case.granted)


@pytest.mark.parametrize("stage", [OPEN, PASSED, RULED, APPEALED, AGAIN])
def test_h23_only_a_ruling_is_appealed(stage: str) -> None:
    """And only the first: after the second nothing may be said any more, and before one there is none."""
    table = happened(opened(), Disputed("thor", "0.0", "why?"))
    table.index.house = replace(table.index.house, docket=Docket(replace(CASE, stage=stage)))
    table._points[-1] = replace(table._points[-1], house=table.index.house)
    (found,) = told(table, "odin", "appeal: no")
    assert found == ("answered" if stage == RULED else "refused H23 no-ruling")


@pytest.mark.parametrize(
    "event",
    [
        Disputed("thor", "0.0", "why?"),
        Stated("thor", "so it was"),
        DisputeWithdrawn("thor"),
        PassedToKeeper(),
        DisputeLapsed(),
        ArbiterShown(ARBITER, "0.0", ("thor",)),
        Appealed("thor", "no"),
        RulingAccepted("thor"),
        RulingFinal(),
    ],
    ids=lambda event: type(event).__name__,
)
def test_h20_a_dispute_leaves_the_table_as_it_is(event: Event) -> None:
    """Whatever a ruling does is an event of its own."""
    table = opened()
    before = table.state
    assert happened(table, event).state == before
