"""What a letter of Odin's Table holds for likely, position by position."""

from by_hand import Table, opening, side, table

from referee.games.odins_table.likely import likely


def turns(t: Table, seat: str) -> list[str]:
    """The likely turns of a seat, the moves of each with a bar between them."""
    view = t.view(seat)
    return [" | ".join(move.written for move in turn) for turn in likely(view, t.choices(seat))]


def test_the_columns_of_high_cards_move_first() -> None:
    """4.1 The card of a column fights for each piece in it; each tap is another piece, not each way of one."""
    t = opening("349152")
    t.letter("odin", "place 3 4 9 1 5 2")
    t.letter("thor", "place 8 6 4 2 0 2")
    assert turns(t, "odin")[0].endswith("c2")
    assert len({one[:2] for one in turns(t, "odin")}) == 3


def test_the_piece_that_is_near_goes_on() -> None:
    """6.3 Of two steps into columns of cards alike, the one that is nearer to the enemy fortress is told first."""
    t = table(side("a1 c3", "444444"), side("f5", "444444"))
    assert turns(t, "odin")[0].startswith("c3-")


def test_an_attack_that_enters_the_fortress_comes_first() -> None:
    """4.3, 6.2 The piece that wins moves in, and counts."""
    t = table(side("c4 f3", "999999"), side("c5 e4", "...2..", up="d"))
    assert turns(t, "odin")[0] == "c4xc5"


def test_a_piece_is_barred() -> None:
    """6.2 It is entered straight only: who stands on that square with a high card stops the last piece."""
    t = table(side("c1", "...9.."), side("d2 a1 b1", "...4..", up="d"))
    assert turns(t, "odin")[0] in {"c1-d1", "c1xd2"}
    t = table(side("c1", "..29.."), side("d2 a1 b1", "...7..", up="d"))
    assert turns(t, "odin")[0] == "c1-d1"


def test_a_piece_that_enters_stands_before_a_scouting() -> None:
    """5.5 A step that brings the right to scout is told with it, but after one into the enemy fortress."""
    t = table(side("d4 c2", ".0...."), side("f5 a4", captured=0))
    assert turns(t, "odin")[0] == "d4-d5"
    assert "c2-b3 | scout a" in turns(t, "odin")
    t = table(side("d2 c2", ".0...."), side("f5 a4", captured=0))
    assert turns(t, "odin")[0] == "c2-b3 | scout a"


def test_one_column_is_scouted_where_a_piece_can_still_move() -> None:
    """5.1 Of the columns without a piece that is near, none is told in which all are frozen."""
    t = table({**side("f3"), "rights": "spent"}, side("b1 c5"))
    scouts = [one for one in turns(t, "odin") if one.startswith("scout")]
    assert scouts == ["scout c"]
