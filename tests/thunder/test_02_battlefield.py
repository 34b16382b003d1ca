"""Chapter 2: the battlefield, three columns of at most four rows, without gaps."""

import pytest
from board import Board

FOUR = "ravens, ravens, female-archer, viking-warriors"


@pytest.mark.parametrize("column", ["A", "B", "C"])
def test_2_1_each_side_has_three_columns(column: str) -> None:
    """A card can be laid into each of the columns A, B and C."""
    t = Board(loki={"hand": "baldr", "B": "ravens"}, thor={"B": "ravens"}, ap=3)
    assert t.letter("loki", f"lay baldr {column}1") == ["played"]
    assert t.side("loki")[column].startswith("baldr")


def test_2_1_there_is_no_fourth_column() -> None:
    """A place in a column D is nothing that can be played."""
    t = Board(loki={"hand": "baldr", "B": "ravens"}, thor={"B": "ravens"}, ap=3)
    assert t.letter("loki", "lay baldr D1") != ["played"]
    assert t.side("loki")["hand"] == "baldr"
    assert not [move for move in t.legal("loki") if move.endswith("D1")]


def test_2_1_a_column_takes_a_fourth_card() -> None:
    """A column of three cards still takes one."""
    t = Board(loki={"hand": "baldr", "A": "ravens, ravens, ravens"}, thor={"B": "ravens"}, ap=3)
    assert t.letter("loki", "lay baldr A4") == ["played"]
    assert t.side("loki")["A"] == "ravens, ravens, ravens, baldr"


@pytest.mark.parametrize("row", [1, 2, 3, 4])
def test_2_1_a_column_never_takes_a_fifth_card(row: int) -> None:
    """Into a column of four cards nothing can be laid, at no row."""
    t = Board(loki={"hand": "baldr", "A": FOUR}, thor={"B": "ravens"}, ap=3)
    (verdict,) = t.letter("loki", f"lay baldr A{row}")
    assert verdict.startswith(("refused 2.1", "refused 5.1"))
    assert t.side("loki")["A"] == FOUR
    assert t.ap == 3


def test_2_1_twelve_cards_are_the_most() -> None:
    """With three columns of four cards no card at all can be laid, and with eleven cards one can."""
    c = "hirdman, hirdman, huscarl, einherjar"
    full = Board(
        thor={"hand": "baldr", "A": FOUR, "B": FOUR, "C": c}, loki={"A": "ravens"}, turn="thor", ap=3
    )
    assert not [move for move in full.legal("thor") if move.startswith("lay ")]
    assert [move for move in full.legal("thor") if move.startswith("challenge ")]
    eleven = Board(
        thor={"hand": "baldr", "A": FOUR, "B": FOUR, "C": "hirdman, hirdman, huscarl"},
        loki={"A": "ravens"},
        turn="thor",
        ap=3,
    )
    assert {move[-2:] for move in eleven.legal("thor") if move.startswith("lay ")} == {"C1", "C2", "C3", "C4"}


@pytest.mark.parametrize("column", ["A", "B", "C"])
def test_2_1_row_one_faces_the_same_column(column: str) -> None:
    """A front card meets the front card of the column of the same letter, and no other."""
    t = Board(
        loki={"A": "ravens, fire-giant", "B": "ravens, fire-giant", "C": "ravens, fire-giant"},
        thor={"A": "hirdman, huscarl", "B": "hirdman, huscarl", "C": "hirdman, huscarl"},
        ap=3,
    )
    assert t.letter("loki", f"challenge {column}") == ["played"]
    for letter in "ABC":
        met = letter == column
        assert t.side("loki")[letter] == ("fire-giant" if met else "ravens, fire-giant")
        assert t.side("thor")[letter] == ("hirdman+, huscarl" if met else "hirdman, huscarl")


def test_2_2_the_cards_behind_a_fallen_card_move_forward() -> None:
    """When the front card falls, every card behind it moves one row forward and keeps its order."""
    t = Board(loki={"A": "ravens, baldr, dragon, frigg"}, thor={"A": "hirdman"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "baldr, dragon, frigg"


def test_2_2_a_gap_in_the_middle_is_closed() -> None:
    """When a card leaves from a middle row, only the cards behind it move forward."""
    t = Board(
        loki={"hand": "gungnir", "B": "ravens"}, thor={"A": "ravens, huscarl, baldr, frigg", "B": "tyr"}, ap=3
    )
    assert t.letter("loki", "use gungnir A2") == ["played"]
    assert t.side("thor")["A"] == "ravens, baldr, frigg"


@pytest.mark.parametrize("row", [3, 4])
def test_2_2_no_card_may_be_laid_beyond_a_gap(row: int) -> None:
    """A card cannot be laid at a row that would leave an empty row before it."""
    t = Board(loki={"hand": "baldr", "A": "ravens"}, thor={"A": "ravens"}, ap=3)
    (verdict,) = t.letter("loki", f"lay baldr A{row}")
    assert verdict.startswith(("refused 2.2", "refused 5.1"))
    assert t.side("loki")["A"] == "ravens"


@pytest.mark.parametrize(
    ("row", "after"),
    [
        (1, "baldr, ravens, frigg, dragon"),
        (2, "ravens, baldr, frigg, dragon"),
        (3, "ravens, frigg, baldr, dragon"),
        (4, "ravens, frigg, dragon, baldr"),
    ],
)
def test_2_3_an_inserted_card_pushes_the_others_back(row: int, after: str) -> None:
    """The card at the row of a newly laid card and all behind it go one row back; those before it stay."""
    t = Board(loki={"hand": "baldr", "A": "ravens, frigg, dragon"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", f"lay baldr A{row}") == ["played"]
    assert t.side("loki")["A"] == after


def test_2_4_columns_need_not_be_filled_evenly() -> None:
    """A fourth card may go into one column while another holds one and the third none."""
    t = Board(loki={"hand": "baldr", "A": "ravens, frigg, dragon", "B": "ravens"}, thor={"A": "ravens"}, ap=2)
    assert t.letter("loki", "lay baldr A4") == ["played"]
    assert t.side("loki")["A"] == "ravens, frigg, dragon, baldr"
    assert t.side("loki")["C"] == ""


def test_2_5_the_owner_sees_the_own_face_down_card_and_the_opponent_does_not() -> None:
    """A face-down card is in the owner's view by name, and in no other view."""
    t = Board(loki={"A": "nightmare"}, thor={"A": "ravens"}, ap=3)
    assert "loki.nightmare" in repr(t.view("loki"))
    assert "loki.nightmare" not in repr(t.view("thor"))
    assert "loki.nightmare" not in repr(t.view(None))


def test_2_5_a_face_up_card_is_seen_by_all() -> None:
    """A face-up card is in every view by name."""
    t = Board(loki={"A": "nightmare+"}, thor={"A": "ravens"}, ap=3)
    for seat in ("loki", "thor", None):
        assert "loki.nightmare" in repr(t.view(seat))


@pytest.mark.parametrize(("card", "back"), [("hirdman*", "thor"), ("ravens", "loki")])
def test_2_5_the_opponent_sees_whose_deck_a_face_down_card_comes_from(card: str, back: str) -> None:
    """Of a card laid face down the opponent is told the place and the back, and not the name."""
    t = Board(loki={"hand": card, "B": "baldr"}, thor={"A": "baldr"}, ap=3)
    line = "lay captured hirdman B1" if card.endswith("*") else "lay ravens B1"
    assert t.letter("loki", line) == ["played"]
    (laid,) = [one for one in t.told("thor") if one.kind == "Laid"]
    assert laid.fields["back"] == back
    assert laid.fields["row"] == 1
    assert "hirdman" not in repr(laid)
    assert "ravens" not in repr(laid)


def test_2_6_no_listed_move_takes_an_own_card_off() -> None:
    """Among the legal moves of a player without an own leader in play there is none that hits an own card."""
    t = Board(loki={"hand": "ravens, gungnir", "A": "ravens, fire-giant"}, thor={"C": "ravens"}, ap=3)
    assert "use gungnir C1" in t.legal("loki")
    assert not [
        move for move in t.legal("loki") if move.startswith("use") and ("own" in move or " A" in move)
    ]


def test_2_6_gungnir_cannot_hit_an_own_card() -> None:
    """A place where only their own side has a card is no target, and their own card stays."""
    t = Board(loki={"hand": "gungnir", "A": "ravens, fire-giant"}, thor={"C": "ravens"}, ap=3)
    (verdict,) = t.letter("loki", "use gungnir A2")
    assert verdict.startswith("refused")
    assert t.side("loki")["A"] == "ravens, fire-giant"
    assert t.side("loki")["hand"] == "gungnir"


def test_2_6_ravens_hit_no_own_card_but_the_leader() -> None:
    """`use ravens own` needs an own Thor/Loki in play; without one it is refused and nothing leaves."""
    t = Board(loki={"hand": "ravens", "A": "frigg+"}, thor={"C": "ravens"}, ap=3)
    (verdict,) = t.letter("loki", "use ravens own")
    assert verdict.startswith("refused")
    assert t.side("loki")["A"] == "frigg+"


def test_2_6_ravens_may_take_the_own_leader() -> None:
    """Their own Thor/Loki is the card that its player may take off, with Ravens."""
    t = Board(loki={"hand": "ravens", "A": "loki+, frigg"}, thor={"C": "ravens"}, ap=4)
    assert t.letter("loki", "use ravens own") == ["played"]
    assert t.side("loki")["A"] == "frigg"


def test_2_6_a_nightmare_may_take_own_cards() -> None:
    """Who challenges a Nightmare loses their own cards of that column too."""
    t = Board(loki={"A": "dragon, frigg, baldr", "B": "ravens"}, thor={"A": "nightmare", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == ""
    assert sorted(t.side("loki")["pile"].split(", ")) == ["baldr", "dragon", "frigg"]


@pytest.mark.parametrize("state", ["", "+"])
def test_2_7_a_pushed_card_keeps_its_side_up(state: str) -> None:
    """A card pushed back stays face up if it was face up, and face down if it was face down."""
    t = Board(loki={"hand": "baldr", "A": f"frigg{state}, dragon{state}"}, thor={"C": "ravens"}, ap=3)
    assert t.letter("loki", "lay baldr A1") == ["played"]
    assert t.side("loki")["A"] == f"baldr, frigg{state}, dragon{state}"


@pytest.mark.parametrize("state", ["", "+"])
def test_2_7_a_card_that_moves_up_keeps_its_side_up(state: str) -> None:
    """A card that moves forward into a gap keeps its face-up or face-down state."""
    t = Board(loki={"A": f"ravens, frigg{state}", "B": "ravens"}, thor={"A": "hirdman"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == f"frigg{state}"


@pytest.mark.parametrize("state", ["", "+"])
def test_2_7_a_card_moved_by_baldr_keeps_its_side_up(state: str) -> None:
    """Baldr turns no card over."""
    t = Board(loki={"hand": "baldr", "A": f"ravens, frigg{state}"}, thor={"A": "hirdman"}, ap=3)
    assert t.letter("loki", "use baldr A2 C1") == ["played"]
    assert t.side("loki")["C"] == f"frigg{state}"


@pytest.mark.parametrize("state", ["", "+"])
def test_2_7_a_card_moved_by_valkyries_keeps_its_side_up(state: str) -> None:
    """Valkyries turn no card over."""
    t = Board(loki={"hand": "valkyries", "A": "ravens"}, thor={"A": f"hirdman, frigg{state}"}, ap=3)
    assert t.letter("loki", "use valkyries A2 C1") == ["played"]
    assert t.side("thor")["C"] == f"frigg{state}"
