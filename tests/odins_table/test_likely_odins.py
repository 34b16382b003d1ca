"""What a letter of Odin's Table holds for likely, position by position."""

from by_hand import Table, opening, side, table

from referee.games.odins_table.likely import likely, worth
from referee.games.odins_table.moves import Step


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


def test_a_piece_is_not_led_to_where_it_is_lost_for_sure() -> None:
    """4.2 Both cards lie face up, and a tie is the attacker's: seen in a trial, where c2-c3 was told first."""
    odin = side("a1 c2 d1 f1", "516125", up="c")
    thor = side("a3 b4 c4 e1 f5", "56....", up="ab")
    told = turns(table(odin, thor), "odin")
    assert "c2-c3" not in told
    assert "c2-c3" in turns(table(odin, side("a3 c4 e1 f5", "56....", up="ab")), "odin")


def test_a_frozen_piece_threatens_nobody() -> None:
    """6.2 It never moves again, so a piece may pass it."""
    by = {}
    for enemy in ("a5", "e1", "e3"):
        view = table(side("f1", "....4."), side(enemy, "....9.", up="e")).view("odin")
        by[enemy] = worth(view, Step("f1", "e2"))
    assert by["e1"] == by["a5"] > by["e3"]


def test_a_step_that_only_scouts_is_told_too() -> None:
    """5.4, 5.5 Hugin & Munin are used up by it: not their 0 defends the piece; aside it is told, and not first."""
    thor = side("a3 b4 c5 d5 e1 f5", "56....", up="ab")
    assert turns(table(side("a1 c2 d1 f1", "516105", up="c"), thor), "odin")[0].startswith("d1-e2 | scout")
    told = turns(table(side("d3 c4 a1", "9.05.."), side("a5 f5", "......")), "odin")
    assert any(one.startswith("d3-c3 | scout") for one in told[1:])


def test_a_piece_that_comes_back_bars_the_one_that_would_win() -> None:
    """6.1, 6.3 Two are home and the third stands before a free corner: it is barred by a piece brought back."""
    thor = side("d5 e5", "432255", captured=4)
    t = table(side("c5 f5 a4 a1", captured=2), thor, turn="thor")
    assert turns(t, "thor")[0] == "return a5"
    t = table(side("c5 f5 a3 a1", captured=2), thor, turn="thor")
    assert turns(t, "thor")[0] != "return a5"


def test_no_piece_is_led_before_a_frozen_one_of_its_own() -> None:
    """6.2 There it cannot enter: of two steps as far, the one before a free square is told."""
    told = turns(table(side("b3 c5", "999999"), side("a1", "000000", captured=5)), "odin")
    assert told[0] in {"b3-b4", "b3-a4"}
    told = turns(table(side("b3 b5 a5", "999999"), side("f5", "000000", captured=5)), "odin")
    assert told[0] == "b3-c4"


def test_5_1_of_columns_to_scout_the_one_whose_piece_comes_nearest() -> None:
    """Seen in a trial: a was told, where nothing had moved, and pieces stood in d and e."""
    thor = {**side("a5 b5 c5 f5"), "rights": "spent"}
    scouts = [
        one for one in turns(table(side("a1 b1 d3 e2 f1"), thor, turn="thor"), "thor") if "scout" in one
    ]
    assert scouts[0].endswith("scout d")


def test_5_1_a_frozen_piece_is_near_to_none() -> None:
    """6.2 It neither attacks nor is attacked: b was told for the pieces beside the frozen one on c5."""
    odin = {**side("a1 c5 d3"), "rights": "spent"}
    scouts = [one for one in turns(table(odin, side("b4 b5 e4")), "odin") if one.startswith("scout")]
    assert scouts == ["scout e"]


def test_4_2_a_piece_that_is_lost_next_for_sure_goes_first() -> None:
    """Seen in a trial: an open 8 stood before a 5 in its own fortress, and three steps of others were told."""
    odin = side("a1 b1 c4 e2", "..8...", up="c")
    thor = side("a5 b5 c5 e5", "855124")
    assert turns(table(odin, thor, turn="thor"), "thor")[0].startswith("c5-")
    closed = turns(table(side("a1 b1 c4 e2", "..8..."), thor, turn="thor"), "thor")
    assert not closed[0].startswith("c5-")
    assert not turns(table(odin, side("a5 b5 c5 e5", "851124"), turn="thor"), "thor")[0].startswith(
        "c5-"
    )  # 4.5
