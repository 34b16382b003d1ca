"""Positions that come again, counted for every game alike."""

from types import SimpleNamespace as View

from referee.engine.kit.base import CLAIMED_AT, Stood, claimable, notes, once_more, times


def test_a_position_is_counted_each_time_it_stands() -> None:
    """Whatever stood in between."""
    stood: Stood = ()
    counted = []
    for position in "abacab":
        stood = once_more(stood, position)
        counted.append(times(stood))
    assert counted == [1, 1, 2, 1, 3, 2]
    assert (times(()), times(stood)) == (0, 2)


def test_the_table_says_how_often_a_position_has_stood_as_long_as_the_game_is_on() -> None:
    """From the second time; from the third a draw may be claimed."""
    told = [[*notes(View(repeated=n, outcome=None), "8.8")] for n in (0, 1, 2)]
    assert told == [[], [], [("repeated", {"times": 2, "rule": "8.8"})]]
    assert not [*notes(View(repeated=3, outcome="over"), "8.8")]
    assert [claimable(View(repeated=n)) for n in (CLAIMED_AT - 1, CLAIMED_AT)] == [False, True]
