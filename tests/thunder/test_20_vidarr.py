"""Chapter 20: Vidarr's flank."""

from typing import Any

import pytest
from board import Board

ACROSS = {"flank": "across"}


def shown(t: Board, seat: str | None, kind: str) -> list[dict[str, Any]]:
    """The fields of every event of one kind that a seat was shown."""
    return [dict(one.fields) for one in t.told(seat) if one.kind == kind]


def flank(own: str, enemy: str, **given: Any) -> Board:
    """Loki holds Vidarr and may flank in column A; both have another card in column B."""
    loki = {"hand": "vidarr", "A": own, "B": "hel", **given.pop("loki", {})}
    thor = {"A": enemy, "B": "seer", **given.pop("thor", {})}
    return Board(loki=loki, thor=thor, **{"ap": 3, **given})


@pytest.mark.parametrize(
    ("row", "name", "rest"),
    [
        (1, "ravens", "hirdman, viking-warriors, frigg"),
        (2, "hirdman", "ravens, viking-warriors, frigg"),
        (3, "viking-warriors", "ravens, hirdman, frigg"),
        (4, "frigg", "ravens, hirdman, viking-warriors"),
    ],
)
def test_20_1_any_row_of_the_facing_column(row: int, name: str, rest: str) -> None:
    """A flank challenges the card in any row, row 1 too, of the enemy column facing their own outer column."""
    t = flank("dragon, odin", "ravens, hirdman, viking-warriors, frigg")
    assert f"use vidarr A A{row}" in t.legal("loki")
    assert t.letter("loki", f"use vidarr A A{row}") == ["played"]
    assert t.side("thor")["A"] == rest
    assert t.side("thor")["pile"] == name
    assert t.side("loki")["A"] == "dragon+, odin"
    assert t.side("loki")["pile"] == "vidarr"
    assert t.side("loki")["hand"] == ""
    assert t.ap == 2


def test_20_1_column_c_too() -> None:
    """Column C may flank as column A does."""
    t = Board(loki={"hand": "vidarr", "C": "dragon"}, thor={"B": "seer", "C": "ravens, hirdman"}, ap=3)
    assert t.letter("loki", "use vidarr C C2") == ["played"]
    assert t.side("thor")["C"] == "ravens"


@pytest.mark.parametrize("options", [{}, ACROSS])
@pytest.mark.parametrize("target", ["A1", "B1", "B2", "C1"])
def test_20_1_the_middle_column_never_flanks(target: str, options: dict[str, str]) -> None:
    """Column B never flanks, whatever its target."""
    t = Board(
        loki={"hand": "vidarr", "B": "dragon"},
        thor={"A": "ravens", "B": "ravens, seer", "C": "ravens"},
        ap=3,
        options=options,
    )
    assert t.letter("loki", f"use vidarr B {target}")[0].startswith("refused 20.1")
    assert not [line for line in t.legal("loki") if line.startswith("use vidarr")]
    assert t.side("loki")["hand"] == "vidarr"


@pytest.mark.parametrize(
    ("options", "good", "bad"),
    [
        ({}, ["A A1", "A A2", "C C1"], ["A C1", "C A1", "C A2", "A B1", "C B1"]),
        (ACROSS, ["A C1", "C A1", "C A2"], ["A A1", "A A2", "C C1", "A B1", "C B1"]),
    ],
)
def test_20_1_the_facing_column_or_across(options: dict[str, str], good: list[str], bad: list[str]) -> None:
    """A flanks A and C flanks C; where the flank goes across the board (R11), A flanks C and C flanks A."""
    for places in good:
        t = Board(
            loki={"hand": "vidarr", "A": "dragon", "C": "fire-giant"},
            thor={"A": "ravens, ravens", "B": "ravens", "C": "ravens"},
            ap=3,
            options=options,
        )
        legal = [line for line in t.legal("loki") if line.startswith("use vidarr")]
        assert sorted(legal) == sorted(f"use vidarr {line}" for line in good)
        assert t.letter("loki", f"use vidarr {places}") == ["played"]
        assert t.side("thor")["pile"] == "ravens"
        assert t.side("thor")[places[2]] == ("ravens" if places[2] == "A" else "")
        assert t.side("loki")[places[0]].endswith("+")
    for places in bad:
        t = Board(
            loki={"hand": "vidarr", "A": "dragon", "C": "fire-giant"},
            thor={"A": "ravens, ravens", "B": "ravens", "C": "ravens"},
            ap=3,
            options=options,
        )
        assert t.letter("loki", f"use vidarr {places}")[0].startswith("refused 20.1")
        assert t.side("thor")["pile"] == ""


def test_20_1_only_the_front_card_flanks() -> None:
    """The flanking card is the one in row 1: a strong card behind a weak one does not help."""
    t = flank("female-archer, dragon", "ravens, hirdman")
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["A"] == "dragon"
    assert t.side("loki")["pile"] == "female-archer, vidarr"
    assert t.side("thor")["A"] == "ravens, hirdman+"


def test_20_1_needs_an_own_card_in_the_column() -> None:
    """An empty own column cannot flank."""
    t = flank("", "ravens, hirdman")
    assert t.letter("loki", "use vidarr A A2")[0].startswith(("refused 20.1", "refused 7.2", "refused 6.1"))
    assert t.side("loki")["hand"] == "vidarr"


@pytest.mark.parametrize("place", ["A3", "A4"])
def test_20_1_needs_a_target(place: str) -> None:
    """An empty place cannot be flanked."""
    t = flank("dragon", "ravens, hirdman")
    assert t.letter("loki", f"use vidarr A {place}")[0].startswith(
        ("refused 20.1", "refused 7.2", "refused 6.1")
    )
    assert t.side("loki")["hand"] == "vidarr"


def test_20_2_not_in_the_first_turn() -> None:
    """No flank in their own first turn (3.7)."""
    t = flank("dragon", "ravens, hirdman", first_turn=True)
    assert t.letter("loki", "use vidarr A A2")[0].startswith("refused 3.7")
    assert t.side("loki")["hand"] == "vidarr"
    assert not [line for line in t.legal("loki") if line.startswith("use vidarr")]


@pytest.mark.parametrize("card", ["berserker", "loki+", "odins-crown", "shield-wall", "nightmare"])
def test_20_2_cards_that_never_challenge_do_not_flank(card: str) -> None:
    """A card that never initiates a challenge does not flank either (6.2)."""
    t = flank(card, "ravens, hirdman")
    assert t.letter("loki", "use vidarr A A2")[0].startswith("refused 6.2")
    assert t.side("loki")["A"] == card
    assert t.side("loki")["hand"] == "vidarr"


@pytest.mark.parametrize("seat", ["thor", "loki", None])
def test_20_2_both_cards_are_turned_up(seat: str | None) -> None:
    """Both cards of a flank are turned up for all to see, the other cards of the columns are not (6.4)."""
    t = flank("hirdman*, freya", "ravens, einherjar, odin")
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    up = sorted((one["of"], one["column"], one["row"], one["card"]) for one in shown(t, seat, "TurnedUp"))
    assert up == [("loki", "A", 1, "thor.hirdman"), ("thor", "A", 2, "thor.einherjar")]
    assert t.side("thor")["A"] == "ravens, einherjar+, odin"


def test_20_2_the_lower_strength_falls() -> None:
    """The flanking card falls if it is the weaker one (6.5); Vidarr comes on top of it (7.7)."""
    t = flank("frost-giant, seer", "ravens, huscarl")
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["A"] == "seer"
    assert t.side("loki")["pile"] == "frost-giant, vidarr"
    assert t.side("thor")["A"] == "ravens, huscarl+"


def test_20_2_a_tie_fells_both() -> None:
    """Equal strengths fell both cards of a flank (6.6)."""
    t = flank("frost-giant, seer", "ravens, hirdman, odin")
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["A"] == "seer"
    assert t.side("thor")["A"] == "ravens, odin"
    assert t.side("thor")["pile"] == "hirdman"


@pytest.mark.parametrize("card", ["ravens", "frigg"])
def test_20_2_a_target_without_strength_falls(card: str) -> None:
    """A target without strength falls to any flanking card (6.7)."""
    t = flank(card, "ravens, baldr")
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["A"] == f"{card}+"
    assert t.side("thor")["pile"] == "baldr"


@pytest.mark.parametrize("card", ["dragon", "frigg"])
def test_20_2_the_ring_falls(card: str) -> None:
    """The Ring that is flanked is lost, to a 0 as well (6.7, 8.1)."""
    t = flank(card, "tyr, odins-ring", thor={"pile": "idunn"})
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.outcome == "loki 8.1"
    assert t.side("loki")["pile"] == "vidarr"


def test_20_2_berserker_and_idunn_count() -> None:
    """Viking Warriors flank with 6 under a Berserker (11.1), and a tie goes to Idunn's player (12.1)."""
    t = flank("viking-warriors", "ravens, huscarl", loki={"pile": "berserker"})
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("thor")["pile"] == "huscarl"
    t = flank("frost-giant", "ravens, hirdman", thor={"pile": "idunn"})
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["pile"] == "frost-giant, vidarr"
    assert t.side("thor")["A"] == "ravens, hirdman+"


def test_20_2_flanked_viking_warriors_have_3() -> None:
    """Viking Warriors that are flanked have 3 even under their own Berserker (11.1)."""
    t = flank("frost-giant", "ravens, viking-warriors", thor={"pile": "berserker"})
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("thor")["pile"] == "berserker, viking-warriors"


def test_20_2_frigg_flanks_tyr() -> None:
    """Frigg that flanks Tyr beats it, and Angrboda that flanks Frigg beats her (13.4)."""
    t = flank("frigg", "ravens, tyr")
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("thor")["pile"] == "tyr"
    t = flank("angrboda", "ravens, frigg")
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("thor")["pile"] == "frigg"
    assert t.side("loki")["A"] == "angrboda+"


def test_20_2_a_nightmare_fells_its_column() -> None:
    """A Nightmare that is flanked in any row fells the column on both sides (14.1)."""
    t = flank("dragon", "ravens, nightmare")
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["pile"] == "dragon, vidarr"
    assert t.side("thor")["pile"] == "ravens, nightmare"


def test_20_2_thor_in_front_does_not_stop_it() -> None:
    """A card behind Thor may be flanked; Thor stays."""
    t = flank("dragon", "thor+, ravens, hirdman")
    assert t.letter("loki", "use vidarr A A3") == ["played"]
    assert t.side("thor")["A"] == "thor+, ravens"
    assert t.side("thor")["pile"] == "hirdman"


def test_20_2_thor_himself_cannot_be_its_target() -> None:
    """Thor himself cannot be flanked."""
    t = flank("dragon", "thor+, ravens")
    assert t.letter("loki", "use vidarr A A1")[0].startswith("refused 20.2")
    assert t.side("thor")["A"] == "thor+, ravens"
    assert [line for line in t.legal("loki") if line.startswith("use vidarr")] == ["use vidarr A A2"]


@pytest.mark.parametrize("row", [1, 2, 3, 4])
def test_20_3_a_shield_wall_works_in_any_row(row: int) -> None:
    """A Shield Wall in any row beats the card that flanks it and stays there, face up."""
    cards = ["ravens", "ravens", "ravens"]
    cards.insert(row - 1, "shield-wall")
    t = flank("dragon", ", ".join(cards))
    assert t.letter("loki", f"use vidarr A A{row}") == ["played"]
    assert t.side("loki")["pile"] == "dragon, vidarr"
    cards[row - 1] = "shield-wall+"
    assert t.side("thor")["A"] == ", ".join(cards)


@pytest.mark.parametrize("row", [1, 2, 3])
def test_20_3_the_winner_stays_in_its_place(row: int) -> None:
    """A target that wins stays in its row; a flanking card that wins stays in its own column's front."""
    cards = ["ravens", "ravens"]
    cards.insert(row - 1, "einherjar")
    t = flank("frost-giant, hel", ", ".join(cards), loki={"B": "seer"})
    assert t.letter("loki", f"use vidarr A A{row}") == ["played"]
    cards[row - 1] = "einherjar+"
    assert t.side("thor")["A"] == ", ".join(cards)
    t = flank("dragon, hel", "ravens, hirdman, odin", loki={"B": "seer"})
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["A"] == "dragon+, hel"
    assert t.side("thor")["A"] == "ravens, odin"
