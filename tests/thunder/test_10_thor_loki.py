"""Chapter 10: Thor and Loki."""

import pytest
from board import Board


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_10_1_the_leader_goes_face_up_into_row_one(size: int) -> None:
    """Thor/Loki is laid face up into row 1 of any column with fewer than four cards; the others move back."""
    held = ["ravens", "frigg", "hel"][:size]
    t = Board(loki={"hand": "loki", "A": ", ".join(held), "B": "baldr"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "lay loki A1") == ["played"]
    assert t.side("loki")["A"] == ", ".join(["loki+", *held])
    for seat in ("loki", "thor", None):
        assert t.kinds(seat) == ["LeaderLaid 10.1"]
        assert t.told(seat)[0].fields == {"by": "loki", "card": "loki.loki", "column": "A"}


def test_10_1_not_into_a_column_of_four() -> None:
    """A column of four cards takes no Thor/Loki."""
    t = Board(loki={"hand": "loki", "A": "ravens, ravens, ravens, ravens"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "lay loki A1")[0].startswith(("refused 10.1", "refused 2.1"))
    assert t.side("loki")["hand"] == "loki"
    assert [move for move in t.legal("loki") if move.startswith("lay loki")] == ["lay loki B1", "lay loki C1"]


@pytest.mark.parametrize("row", [2, 3])
def test_10_1_only_into_row_one(row: int) -> None:
    """Thor/Loki is laid into no other row than the first."""
    t = Board(loki={"hand": "loki", "A": "ravens, ravens"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", f"lay loki A{row}")[0].startswith("refused 10.1")
    assert t.side("loki")["A"] == "ravens, ravens"


def test_10_1_thor_as_loki() -> None:
    """The same holds for Thor."""
    t = Board(thor={"hand": "thor", "A": "ravens"}, loki={"A": "dragon"}, turn="thor", ap=2)
    assert t.letter("thor", "lay thor A1") == ["played"]
    assert t.side("thor")["A"] == "thor+, ravens"


def test_10_2_laying_the_leader_costs_no_point() -> None:
    """Thor/Loki laid first leaves all four points for four actions."""
    t = Board(loki={"hand": "loki", "A": "ravens"}, thor={"A": "tyr"}, ap=1)
    assert t.letter("loki", "lay loki A1", "draw", "draw", "draw", "draw") == ["played"] * 5
    assert t.on_turn == "thor"


def test_10_2_only_in_the_own_turn() -> None:
    """In the enemy's turn Thor/Loki cannot be laid."""
    t = Board(loki={"A": "ravens"}, thor={"hand": "thor", "A": "tyr"}, ap=2)
    assert t.letter("thor", "lay thor A1")[0].startswith(("refused 1.5", "refused 10.2"))
    assert t.side("thor")["hand"] == "thor"
    assert not [move for move in t.legal("thor") if move.startswith("lay")]


@pytest.mark.parametrize(
    ("points", "used"), [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3)]
)
def test_10_3_four_points_in_all_from_that_turn_on(points: int, used: int) -> None:
    """With Thor/Loki laid the turn has four points in all; those used already count."""
    t = Board(
        loki={"hand": "loki", "A": "ravens", "deck": "hel, odin, baldr, seer"}, thor={"A": "tyr"}, ap=points
    )
    assert t.letter("loki", *["draw"] * used, "lay loki A1") == ["played"] * (used + 1)
    assert (t.on_turn, t.ap) == ("loki", 4 - used)


def test_10_3_four_points_in_the_next_turn_too() -> None:
    """While Thor/Loki is in play every turn has four points."""
    t = Board(loki={"hand": "loki", "A": "ravens"}, thor={"A": "tyr"}, ap=1)
    assert t.letter("loki", "lay loki A1", "draw", "draw", "draw", "draw") == ["played"] * 5
    assert t.on_turn == "thor"
    assert t.letter("thor", "draw") == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 4)


def test_10_3_without_the_leader_the_columns_count_again() -> None:
    """When Thor/Loki has left in the enemy's turn, the next turn has the points of its columns."""
    t = Board(
        loki={"A": "loki+, ravens", "B": "baldr"}, thor={"hand": "mjolnir", "A": "tyr"}, turn="thor", ap=1
    )
    assert t.letter("thor", "use mjolnir A1") == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 2)


@pytest.mark.parametrize(("turn", "card"), [("loki", "baldr"), ("thor", "valkyries")])
def test_10_4_the_leader_may_not_be_moved_by_anyone(turn: str, card: str) -> None:
    """Neither its owner's Baldr nor the enemy's Valkyries move Thor/Loki."""
    sides = {"loki": {"A": "loki+, ravens"}, "thor": {"A": "hirdman"}}
    sides[turn]["hand"] = card
    t = Board(**sides, turn=turn, ap=3)  # type: ignore[arg-type]
    assert t.letter(turn, f"use {card} A1 B1")[0].startswith(("refused 9.2", "refused 10.4"))
    assert t.side("loki")["A"] == "loki+, ravens"


def test_10_4_nothing_is_laid_in_front_of_the_leader() -> None:
    """A card of their own hand may not be laid in front of Thor/Loki."""
    t = Board(loki={"hand": "ravens", "A": "loki+"}, thor={"A": "tyr"}, ap=3)
    assert t.letter("loki", "lay ravens A1")[0].startswith(("refused 5.2", "refused 10.4"))


@pytest.mark.parametrize(("card", "line"), [("ravens", "use ravens hand"), ("seer", "use seer")])
def test_10_4_the_enemy_puts_nothing_in_front_of_the_leader(card: str, line: str) -> None:
    """A card of 15.5 or 19.2 cannot be placed into the column with Thor/Loki in front."""
    thor = {"hand": "tyr", "A": "thor+", "B": "baldr", "deck": "einherjar, frigg"}
    t = Board(loki={"hand": card, "A": "dragon"}, thor=thor, ap=3, lots=[0])
    assert t.letter("loki", line) == ["played"]
    assert t.owed == ["loki place"]
    assert t.legal("loki")[:2] == ["place B", "place C"]
    assert t.letter("loki", "place A")[0].startswith("refused")
    assert t.side("thor")["A"] == "thor+"
    assert t.letter("loki", "place C") == ["played"]
    assert t.side("thor")["C"] in {"tyr+", "einherjar+"}


def test_10_5_the_leader_does_not_challenge() -> None:
    """Thor/Loki never initiates a challenge."""
    t = Board(loki={"A": "loki+, dragon"}, thor={"A": "ravens"}, ap=4)
    assert t.letter("loki", "challenge A")[0].startswith(("refused 6.2", "refused 10.5"))


def test_10_5_the_leader_is_not_challenged_from_the_opposing_column() -> None:
    """The card facing Thor/Loki cannot challenge it."""
    t = Board(loki={"A": "dragon"}, thor={"A": "thor+"}, ap=3)
    assert t.letter("loki", "challenge A")[0].startswith(("refused 6.3", "refused 10.5"))


def test_10_5_ravens_remove_the_enemys_leader() -> None:
    """Ravens from the hand challenge the enemy's Thor/Loki, and it is discarded."""
    t = Board(loki={"hand": "ravens", "A": "dragon"}, thor={"A": "thor+, tyr"}, ap=3)
    assert t.letter("loki", "use ravens A") == ["played"]
    assert t.side("thor")["A"] == "tyr"
    assert t.side("thor")["pile"] == "thor"


@pytest.mark.parametrize(
    ("seat", "card", "leader"), [("loki", "gungnir", "thor"), ("thor", "mjolnir", "loki")]
)
def test_10_5_gungnir_and_mjolnir_remove_it(seat: str, card: str, leader: str) -> None:
    """Gungnir removes Thor, Mjolnir removes Loki."""
    sides = {seat: {"hand": card, "A": "ravens"}, leader: {"A": f"{leader}+, ravens"}}
    t = Board(**sides, turn=seat, ap=3)  # type: ignore[arg-type]
    assert t.letter(seat, f"use {card} A1") == ["played"]
    assert t.side(leader)["A"] == "ravens"
    assert t.side(leader)["pile"] == leader


def test_10_5_a_nightmare_in_its_column_removes_it() -> None:
    """A Nightmare of the same column, hit by a flank, takes Thor too; one hit by Ravens takes their own Loki."""
    t = Board(
        loki={"hand": "vidarr", "A": "dragon", "B": "hel"}, thor={"A": "thor+, nightmare", "B": "baldr"}, ap=3
    )
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("thor")["A"] == ""
    assert "thor" in t.side("thor")["pile"].split(", ")
    t = Board(loki={"hand": "ravens", "A": "loki+", "B": "hel"}, thor={"A": "nightmare", "B": "baldr"}, ap=4)
    assert t.letter("loki", "use ravens A") == ["played"]
    assert t.side("loki")["A"] == ""


@pytest.mark.parametrize(
    ("line", "thor"), [("use ravens own", {"A": "tyr"}), ("use ravens A", {"A": "nightmare", "B": "tyr"})]
)
def test_10_6_the_turn_keeps_four_points_when_the_leader_leaves(line: str, thor: dict[str, str]) -> None:
    """Thor/Loki removed in its owner's turn, by own Ravens or a Nightmare (R14): that turn keeps its four points."""
    t = Board(loki={"hand": "ravens", "A": "loki+", "B": "baldr"}, thor=thor, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 4)
    assert t.letter("loki", line) == ["played"]
    assert t.side("loki")["A"] == ""
    assert (t.on_turn, t.ap) == ("loki", 3)
    assert t.letter("loki", "draw", "draw") == ["played", "played"]
    assert (t.on_turn, t.ap) == ("loki", 1)


def test_10_6_the_four_points_of_a_leader_laid_and_removed_in_one_turn() -> None:
    """Thor/Loki laid and removed in the same turn leaves that turn its four points; the next counts columns."""
    t = Board(loki={"hand": "loki, ravens", "A": "baldr"}, thor={"A": "tyr"}, ap=1)
    assert t.letter("loki", "lay loki B1", "use ravens own") == ["played", "played"]
    assert (t.on_turn, t.ap) == ("loki", 3)
    assert t.letter("loki", "draw", "draw", "draw") == ["played"] * 3
    assert t.letter("thor", "draw") == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 1)


def test_10_7_the_leader_does_not_shield_against_gungnir() -> None:
    """A card behind Thor/Loki may be hit by Gungnir."""
    t = Board(loki={"hand": "gungnir", "A": "dragon"}, thor={"A": "thor+, tyr"}, ap=3)
    assert t.letter("loki", "use gungnir A2") == ["played"]
    assert t.side("thor")["A"] == "thor+"


def test_10_7_the_leader_does_not_shield_against_frigg() -> None:
    """Frigg turns up the cards behind Thor/Loki."""
    t = Board(loki={"hand": "frigg", "A": "dragon"}, thor={"A": "thor+, tyr, ravens"}, ap=3)
    assert t.letter("loki", "use frigg A") == ["played"]
    assert t.side("thor")["A"] == "thor+, tyr+, ravens+"


def test_10_7_the_leader_does_not_shield_against_a_flank() -> None:
    """A flank may challenge a card behind Thor/Loki."""
    t = Board(loki={"hand": "vidarr", "A": "dragon"}, thor={"A": "thor+, ravens"}, ap=3)
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("thor")["A"] == "thor+"
    assert t.side("thor")["pile"] == "ravens"
