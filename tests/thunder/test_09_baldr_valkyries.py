"""Chapter 9: Baldr and Valkyries."""

import pytest
from board import Board

MOVES = [
    ("A1 A2", {"A": "frigg, ravens, hel", "B": "odin", "C": ""}),
    ("A1 A3", {"A": "frigg, hel, ravens", "B": "odin", "C": ""}),
    ("A3 A1", {"A": "hel, ravens, frigg", "B": "odin", "C": ""}),
    ("A2 B1", {"A": "ravens, hel", "B": "frigg, odin", "C": ""}),
    ("A2 B2", {"A": "ravens, hel", "B": "odin, frigg", "C": ""}),
    ("A2 C1", {"A": "ravens, hel", "B": "odin", "C": "frigg"}),
    ("B1 A4", {"A": "ravens, frigg, hel, odin", "B": "", "C": ""}),
    ("B1 A1", {"A": "odin, ravens, frigg, hel", "B": "", "C": ""}),
    ("B1 C1", {"A": "ravens, frigg, hel", "B": "", "C": "odin"}),
]
SIDE = {"A": "ravens, frigg, hel", "B": "odin"}


def board(card: str, moved: dict[str, str], ap: int = 3) -> Board:
    """Loki with this card in the hand, and the side that it moves laid out so."""
    still = {"A": "tyr"} if card == "baldr" else {"A": "dragon"}
    if card == "baldr":
        return Board(loki={"hand": card, **moved}, thor=still, ap=ap)
    return Board(loki={"hand": card, **still}, thor=moved, ap=ap)


def moved_side(t: Board, card: str) -> dict[str, str]:
    """The columns of the side that this card moves."""
    side = t.side("loki" if card == "baldr" else "thor")
    return {column: side[column] for column in "ABC"}


@pytest.mark.parametrize(("places", "after"), MOVES)
@pytest.mark.parametrize("card", ["baldr", "valkyries"])
def test_9_1_a_card_goes_to_another_column_or_row(card: str, places: str, after: dict[str, str]) -> None:
    """Baldr moves an own card, Valkyries an enemy card; the place counts after the gap is closed."""
    t = board(card, SIDE)
    assert f"use {card} {places}" in t.legal("loki")
    assert t.letter("loki", f"use {card} {places}") == ["played"]
    assert moved_side(t, card) == after
    assert t.side("loki")["pile"] == card
    assert "Shifted 9.1" in t.kinds("thor")


@pytest.mark.parametrize("card", ["baldr", "valkyries"])
def test_9_1_the_other_side_stays(card: str) -> None:
    """Baldr touches no enemy card, Valkyries no own card."""
    t = Board(loki={"hand": card, **SIDE}, thor=SIDE, ap=3)
    assert t.letter("loki", f"use {card} A2 C1") == ["played"]
    still = t.side("thor" if card == "baldr" else "loki")
    assert (still["A"], still["B"], still["C"]) == (SIDE["A"], SIDE["B"], "")


@pytest.mark.parametrize("card", ["baldr", "valkyries"])
@pytest.mark.parametrize("places", ["A1 A1", "A2 A2", "B1 B1"])
def test_9_1_not_to_the_same_place(card: str, places: str) -> None:
    """A card must come to a different column or row."""
    t = board(card, SIDE)
    assert t.letter("loki", f"use {card} {places}")[0].startswith("refused 9.1")
    assert t.side("loki")["hand"] == card
    assert t.ap == 3


@pytest.mark.parametrize("card", ["baldr", "valkyries"])
@pytest.mark.parametrize("places", ["A1 A4", "A1 B3", "A1 C2", "B1 B2", "B1 C2"])
def test_9_1_not_beyond_a_gap(card: str, places: str) -> None:
    """The row may be at most one past the last card, counted without the moved one (2.2)."""
    t = board(card, SIDE)
    assert t.letter("loki", f"use {card} {places}")[0].startswith(("refused 9.1", "refused 2.2"))
    assert moved_side(t, card)["A"] == SIDE["A"]
    assert f"use {card} {places}" not in t.legal("loki")


@pytest.mark.parametrize("card", ["baldr", "valkyries"])
@pytest.mark.parametrize("row", [1, 2, 3, 4])
def test_9_1_not_into_a_column_of_four(card: str, row: int) -> None:
    """A column of four cards takes no card from another column (2.1)."""
    t = board(card, {"A": "ravens, ravens, frigg, hel", "B": "odin"})
    assert t.letter("loki", f"use {card} B1 A{row}")[0].startswith(("refused 9.1", "refused 2.1"))
    assert moved_side(t, card)["B"] == "odin"


@pytest.mark.parametrize("card", ["baldr", "valkyries"])
def test_9_1_within_a_column_of_four(card: str) -> None:
    """Within a full column a card may move, since it is taken out first."""
    t = board(card, {"A": "ravens, frigg, hel, idunn"})
    assert t.letter("loki", f"use {card} A1 A4") == ["played"]
    assert moved_side(t, card)["A"] == "frigg, hel, idunn, ravens"


@pytest.mark.parametrize("card", ["baldr", "valkyries"])
def test_9_1_a_place_without_a_card_cannot_be_moved(card: str) -> None:
    """There must be a card at the first place named."""
    t = board(card, SIDE)
    assert t.letter("loki", f"use {card} C1 A1")[0].startswith("refused 9.1")
    assert t.letter("loki", f"use {card} B2 A1")[0].startswith("refused 9.1")
    assert t.side("loki")["hand"] == card


@pytest.mark.parametrize("card", ["baldr", "valkyries"])
def test_9_1_the_moves_are_named_by_place_and_the_card_stays_unseen(card: str) -> None:
    """A moved face-down card is shown to nobody; all see the two places."""
    side = {"A": "ravens, nightmare", "B": "odin"}
    t = board(card, side)
    assert t.letter("loki", f"use {card} A2 C1") == ["played"]
    for seat in ("loki", "thor", None):
        (shifted,) = [one for one in t.told(seat) if one.kind == "Shifted"]
        places = {"column": "A", "row": 2, "to_column": "C", "to_row": 1}
        assert shifted.fields == {"by": "loki", "of": "loki" if card == "baldr" else "thor", **places}
        assert "nightmare" not in repr(t.told(seat))
    assert "loki.nightmare" not in repr(t.view("thor"))
    assert "thor.nightmare" not in repr(t.view("loki"))


@pytest.mark.parametrize("card", ["baldr", "valkyries"])
def test_9_1_a_face_up_card_may_be_moved(card: str) -> None:
    """A face-up card moves like any other, and stays face up (2.7)."""
    t = board(card, {"A": "ravens+, frigg"})
    assert t.letter("loki", f"use {card} A1 A2") == ["played"]
    assert moved_side(t, card)["A"] == "frigg, ravens+"


@pytest.mark.parametrize("card", ["baldr", "valkyries"])
def test_9_1_every_different_placing_is_listed(card: str) -> None:
    """The listed moves are all placings of every card, and no others."""
    t = board(card, {"A": "ravens, frigg", "B": "hel"})
    listed = sorted(move.removeprefix(f"use {card} ") for move in t.legal("loki") if move.startswith("use"))
    expected = ["A1 A2", "A1 B1", "A1 B2", "A1 C1", "A2 A1", "A2 B1", "A2 B2", "A2 C1"]
    assert listed == [*expected, "B1 A1", "B1 A2", "B1 A3", "B1 C1"]


def test_9_1_a_column_emptied_by_baldr_keeps_the_points() -> None:
    """A column emptied or opened by Baldr changes no point of this turn (3.2)."""
    t = Board(loki={"hand": "baldr", "A": "ravens", "B": "hel"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "use baldr A1 B1") == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 1)


@pytest.mark.parametrize("card", ["baldr", "valkyries"])
@pytest.mark.parametrize("place", ["B1", "B2", "C1", "A2"])
def test_9_2_never_the_leader_itself(card: str, place: str) -> None:
    """Thor/Loki is not moved, to no place."""
    leader = "loki" if card == "baldr" else "thor"
    t = board(card, {"A": f"{leader}+, ravens", "B": "hel"})
    assert t.letter("loki", f"use {card} A1 {place}")[0].startswith("refused 9.2")
    assert moved_side(t, card)["A"] == f"{leader}+, ravens"
    assert not [move for move in t.legal("loki") if move.startswith(f"use {card} A1")]


@pytest.mark.parametrize("card", ["baldr", "valkyries"])
@pytest.mark.parametrize("place", ["A2", "B1"])
def test_9_2_never_in_front_of_the_leader(card: str, place: str) -> None:
    """No card comes in front of Thor/Loki, from their own column or another."""
    leader = "loki" if card == "baldr" else "thor"
    t = board(card, {"A": f"{leader}+, ravens", "B": "hel"})
    assert t.letter("loki", f"use {card} {place} A1")[0].startswith("refused 9.2")
    assert moved_side(t, card)["A"] == f"{leader}+, ravens"


@pytest.mark.parametrize("card", ["baldr", "valkyries"])
def test_9_2_behind_the_leader_is_open(card: str) -> None:
    """Cards may be moved after Thor/Loki and away from there."""
    leader = "loki" if card == "baldr" else "thor"
    t = board(card, {"A": f"{leader}+, ravens", "B": "hel"})
    assert t.letter("loki", f"use {card} B1 A2") == ["played"]
    assert moved_side(t, card)["A"] == f"{leader}+, hel, ravens"
    t = board(card, {"A": f"{leader}+, ravens", "B": "hel"})
    assert t.letter("loki", f"use {card} A2 C1") == ["played"]
    assert moved_side(t, card)["A"] == f"{leader}+"
