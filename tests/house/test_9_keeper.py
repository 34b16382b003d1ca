"""Rules H6 and H24: what the keeper may do at any table. By its verbs: see `test_keeper.py` and `test_restored.py`."""

from houses import AT, happened, opened

from referee.engine.game import Outcome
from referee.house.keeper import Abandoned, Restored


def test_h6_the_keeper_ends_a_game_without_a_result() -> None:
    """Nobody has won; all are told why."""
    table = happened(opened(), Abandoned("no time"))
    assert table.outcome == Outcome((), "H6", "abandoned")
    for seat in ("odin", "thor", None):
        assert table.told(seat, 1)[0].seen["reason"] == "no time"


def test_h24_each_seat_is_told_which_of_its_letters_are_lost() -> None:
    """And the table stands as it stood in the copy."""
    table = opened()
    before = table.state
    happened(table, Restored("thor", AT, 4, 12))
    assert table.state == before
    assert dict(table.told("thor", 1)[0].seen.fields) == {"by": "thor", "since": AT, "last": 4, "first": 12}
    assert table.told("odin", 1) == table.told(None, 1) == ()
    assert [table.index.is_lost("thor", number) for number in (5, 11, 12)] == [True, True, False]
    assert not table.index.is_lost("odin", 5)
