"""M14 The end of a game tells what a seat was not shown, and nothing that it was."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from referee.desk.letters.uncovering import unseen
from referee.games.hammer_of_thor.carried import Passed


@pytest.mark.parametrize(("seen_as", "told"), [("gungnir", 0), ("", 1)])
def test_2_2a4_an_item_that_all_know_was_shown_to_all(seen_as: str, told: int) -> None:
    """2.2A4 It goes from one to another: only one that lay face down was hidden from the third seat."""
    passed = Passed("thor", "odin", ("red", "blue"), "gungnir", seen_as, revealed=False, rule="S7")
    point = SimpleNamespace(entry=SimpleNamespace(events=(passed,)), positions=("3.1",))
    table = cast("Any", SimpleNamespace(points=(point,), seats=("red", "blue", "green")))
    assert len(unseen(table, "green", 1)) == told
    assert unseen(table, "red", 1) == ()
