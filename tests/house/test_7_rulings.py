"""Rule H21: what the events of a ruling do to a table.

`test_rulings.py` tells which rulings are possible, and that records hold them.
"""

import pytest
from houses import happened, opened, told

from referee.engine.events import Event
from referee.engine.game import Outcome
from referee.house.rulings import (
    SAME,
    Adjudged,
    ClockAdjusted,
    OptionChanged,
    PlayedFor,
    PlayedOn,
    Redealt,
    RolledBack,
    RulingMade,
)


@pytest.mark.parametrize("winners", [("thor",), ("odin", "thor"), ()])
def test_h21_a_game_may_be_decided_by_a_ruling(winners: tuple[str, ...]) -> None:
    """For a seat, for several, or as a draw."""
    assert happened(opened(), Adjudged(winners, "so")).outcome == Outcome(winners, "H21", "adjudged")


def test_h21_what_nobody_has_seen_lies_in_another_order() -> None:
    """The pile, and nothing else."""
    table = opened()
    name, pile = next(iter(table.state.piles().items()))
    happened(table, Redealt(name, pile[::-1]))
    assert table.state.piles()[name] == pile[::-1]
    assert table.state.with_pile(name, pile) == table.points[0].state


def test_h21_the_table_goes_back_to_where_it_stood() -> None:
    """As after an earlier entry; the state alone cannot tell, so the event folds nothing by itself."""
    table = opened()
    told(table, "odin", "offer draw")
    before = table.points[0].state
    event = RolledBack(0, "0.0", SAME)
    assert happened(table, event).state == before
    for one in (event, OptionChanged("first", "thor")):
        with pytest.raises(TypeError):
            one.change(before)


@pytest.mark.parametrize(
    "event",
    [
        RulingMade("keeper", "uphold", "so"),
        ClockAdjusted("thor", 3600),
        PlayedFor("thor", "offer draw"),
        PlayedOn("thor", "offer draw"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_h21_what_only_tells_of_a_ruling_leaves_the_table_as_it_is(event: Event) -> None:
    """The events of its effect follow."""
    table = opened()
    before = table.state
    assert happened(table, event).state == before
