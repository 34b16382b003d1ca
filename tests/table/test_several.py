"""Taking back, disputes and waiting with three players and a master: what two have to agree on, more have to."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from support.trio_office import trio  # noqa: F401  fixture

from referee.api import Table
from referee.engine.kit.customs import customs
from referee.engine.moves import ClaimWin
from referee.house.disputes import may_rule
from referee.house.terms import Terms
from referee.notation.readings import Misread
from referee.table.audit import audit
from referee.table.clocks.deadlines import keep
from referee.util.times import stamp

Opens = Callable[..., Table]


def verdict(table: Table, seat: str, line: str) -> tuple[str, str]:
    """What becomes of a line, and why."""
    ruled = table.play(seat, line).ruled.verdicts[0]
    reason = ruled.broken.why if ruled.broken else ruled.reason
    return ruled.kind, reason.key if reason else ""


def test_h22_all_other_players_agree_that_a_letter_is_taken_back(trio: Opens) -> None:  # noqa: F811
    """Each of them answers; the table goes back with the last. Neither the master nor a seat that has left is asked."""
    table = trio(4)
    table.play("dagny", "resign g1")
    table.play("asa", "call two")
    before = table.state
    table.play("asa", "offer undo")
    assert verdict(table, "master", "accept undo") == ("refused", "undo-none")
    assert verdict(table, "dagny", "accept undo") == ("refused", "undo-none")
    assert verdict(table, "brand", "accept undo") == ("answered", "")
    assert table.state == before
    assert "Brand agrees that the letter is taken back; the others still have to." in " ".join(
        table.report("cleo").split()
    )
    assert verdict(table, "brand", "accept undo") == ("refused", "undo-none")
    assert verdict(table, "brand", "call one") == ("refused", "undo-waits")
    assert verdict(table, "cleo", "accept") == ("answered", "")
    assert [one.seat for one in table.owed()] == ["asa"]
    assert dict(table.state.points) == {}
    assert table.index.house.undo_agreed == ()
    assert Table.load(table.record.encode()).state == table.state
    assert not audit(table).differences


def test_h22_one_who_declines_ends_the_offer_and_what_others_have_agreed_to(trio: Opens) -> None:  # noqa: F811
    """A later offer is agreed to by all again."""
    table = trio(3)
    table.play("asa", "call two")
    table.play("asa", "offer undo")
    assert verdict(table, "brand", "accept undo") == ("answered", "")
    assert verdict(table, "cleo", "decline undo") == ("answered", "")
    assert table.index.house.undo == ""
    table.play("asa", "offer undo")
    assert verdict(table, "cleo", "accept undo") == ("answered", "")
    assert [one.seat for one in table.owed()] == ["brand"]
    assert verdict(table, "cleo", "decline undo") == ("answered", "")
    assert table.index.house.undo == ""


def test_h20_each_player_who_is_in_may_say_how_it_was_before_it_is_ruled(trio: Opens) -> None:  # noqa: F811
    """Nobody waits for the master, nor for a seat that has left."""
    terms = Terms(statement="3 days")
    begins = datetime(2026, 11, 2, 9, tzinfo=UTC)
    table = trio(4, terms=terms, clock=lambda: stamp(begins))
    table.play("dagny", "resign g1", at=stamp(begins))
    table.play("asa", "call two", at=stamp(begins))
    table.play("brand", "dispute 1.1: it was one", at=stamp(begins))
    for seat, waits in (("asa", True), ("cleo", False)):
        table.play(seat, "statement: I said two", at=stamp(begins))
        case = table.index.house.docket.case
        assert case is not None
        assert may_rule(case, table.still_in, terms) is not waits
    keep(table, begins + timedelta(days=4))


def test_all_who_are_waited_for_are_named(trio: Opens) -> None:  # noqa: F811
    """A line that others come before names each of them, in its receipt too."""
    table = trio(4, doubts="yes")
    ruled = table.play("asa", "call two\ncall two").ruled.verdicts
    assert ruled[1].reason is not None
    assert ruled[1].reason.params == {"seat": ("brand", "cleo", "dagny")}
    assert [line for line in table.report(None).splitlines() if " may react: " in line] == [
        f"{name} may react: a doubt. [1.3]" for name in ("Brand", "Cleo", "Dagny")
    ]


@pytest.mark.parametrize(
    ("line", "key"),
    [("claim draw", "no-claim"), ("try claim draw", "unexpected"), ("why claim draw", "unexpected")],
)
def test_an_order_that_its_game_does_not_know_is_misread(trio: Opens, line: str, key: str) -> None:  # noqa: F811
    """The common grammar reads it; this game has no such claim, which its writer is told."""
    ruled = trio(3).play("asa", line).ruled.verdicts[0]
    assert ruled.kind == "misread"
    assert ruled.line.reading == Misread(line.index("draw") + 1, found="draw", key=key)


def test_a_game_may_have_no_claims() -> None:
    """Where its own rule for silence always says what happens: no move, no event, no number."""
    made = customs(__name__, over="2.1", resign="2.2", draw="2.2", several=True)
    assert ClaimWin not in made.moves()
    assert made.overdue is None
