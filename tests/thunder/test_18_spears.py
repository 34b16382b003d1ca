"""Chapter 18: Gungnir and Mjolnir."""

from typing import Any

import pytest
from board import Board


def shown(t: Board, seat: str | None, kind: str) -> list[dict[str, Any]]:
    """The fields of every event of one kind that a seat was shown."""
    return [dict(one.fields) for one in t.told(seat) if one.kind == kind]


@pytest.mark.parametrize(
    ("row", "name", "rest"),
    [
        (1, "ravens", "tyr, hel+, seer"),
        (2, "tyr", "ravens, hel+, seer"),
        (3, "hel", "ravens, tyr, seer"),
        (4, "seer", "ravens, tyr, hel+"),
    ],
)
def test_18_1_gungnir_discards_any_card_in_any_row(row: int, name: str, rest: str) -> None:
    """Gungnir discards the named card of Thor's side, in any row, face up or down; the gap closes."""
    t = Board(
        loki={"hand": "gungnir", "A": "ravens", "pile": "odin"},
        thor={"A": "baldr", "C": "ravens, tyr, hel+, seer", "pile": "frigg"},
        ap=3,
    )
    assert t.letter("loki", f"use gungnir C{row}") == ["played"]
    assert t.side("thor")["C"] == rest
    assert t.side("thor")["A"] == "baldr"
    assert t.side("thor")["pile"] == f"frigg, {name}"
    assert t.side("loki")["pile"] == "odin, gungnir"
    assert t.side("loki")["hand"] == ""
    assert t.ap == 2


def test_18_1_mjolnir_discards_any_card_of_lokis() -> None:
    """Mjolnir discards the named card of Loki's side."""
    t = Board(thor={"hand": "mjolnir", "A": "ravens"}, loki={"B": "ravens, angrboda, hel"}, turn="thor", ap=3)
    assert t.letter("thor", "use mjolnir B2") == ["played"]
    assert t.side("loki")["B"] == "ravens, hel"
    assert t.side("loki")["pile"] == "angrboda"
    assert t.side("thor")["pile"] == "mjolnir"


@pytest.mark.parametrize("card", ["shield-wall", "shield-wall+", "thor+", "hirdman+", "dragon*", "ravens*"])
def test_18_1_shield_wall_and_thor_included(card: str) -> None:
    """Gungnir removes a Shield Wall, Thor himself and a captured card alike."""
    t = Board(loki={"hand": "gungnir", "A": "ravens"}, thor={"A": "baldr", "B": f"{card}, seer"}, ap=3)
    assert t.letter("loki", "use gungnir B1") == ["played"]
    assert t.side("thor")["B"] == "seer"
    assert t.side("thor")["pile"] == card.replace("+", "")


def test_18_1_thor_does_not_shield_the_cards_behind() -> None:
    """Gungnir reaches a card behind Thor (10.7)."""
    t = Board(loki={"hand": "gungnir", "A": "ravens"}, thor={"B": "thor+, seer, hel"}, ap=3)
    assert t.letter("loki", "use gungnir B3") == ["played"]
    assert t.side("thor")["B"] == "thor+, seer"


@pytest.mark.parametrize("place", ["B1", "A2", "A4"])
def test_18_1_an_empty_place_is_no_target(place: str) -> None:
    """Gungnir needs an enemy card at the named place."""
    t = Board(loki={"hand": "gungnir", "A": "ravens, hel", "B": "seer"}, thor={"A": "baldr"}, ap=3)
    assert t.letter("loki", f"use gungnir {place}")[0].startswith(("refused 7.2", "refused 18.1"))
    assert t.side("loki")["hand"] == "gungnir"
    assert f"use gungnir {place}" not in t.legal("loki")
    assert "use gungnir A1" in t.legal("loki")


def test_18_1_no_target_at_all() -> None:
    """Gungnir cannot be played with no enemy card on the battlefield (7.2), though own cards are there."""
    t = Board(loki={"hand": "gungnir", "A": "ravens"}, thor={"hand": "hel"}, ap=3)
    assert t.letter("loki", "use gungnir A1")[0].startswith(("refused 7.2", "refused 18.1"))
    assert not [line for line in t.legal("loki") if line.startswith("use")]
    assert t.side("loki")["A"] == "ravens"


@pytest.mark.parametrize("seat", ["thor", "loki", None])
def test_18_1_all_see_what_is_discarded(seat: str | None) -> None:
    """The face-down card that Gungnir discards is shown to all."""
    t = Board(loki={"hand": "gungnir", "A": "ravens"}, thor={"B": "seer, hel"}, ap=3)
    assert t.letter("loki", "use gungnir B2") == ["played"]
    (lost,) = shown(t, seat, "Discarded")
    assert (lost["of"], lost["card"]) == ("thor", "thor.hel")


@pytest.mark.parametrize(("place", "rest"), [("B1", "seer, hel"), ("B2", "nightmare, hel")])
def test_18_2_a_nightmare_has_no_power_against_it(place: str, rest: str) -> None:
    """Gungnir on a Nightmare, or beside it, discards one card; the column stays on both sides."""
    t = Board(
        loki={"hand": "gungnir", "B": "ravens, dragon"},
        thor={"A": "baldr", "B": "nightmare, seer, hel"},
        ap=3,
    )
    assert t.letter("loki", f"use gungnir {place}") == ["played"]
    assert t.side("thor")["B"] == rest
    assert t.side("loki")["B"] == "ravens, dragon"
    assert t.side("loki")["pile"] == "gungnir"


def test_18_2_the_ring_so_hit_is_lost() -> None:
    """Gungnir that hits the Ring wins the game."""
    t = Board(loki={"hand": "gungnir", "A": "ravens"}, thor={"B": "ravens, odins-ring"}, ap=3)
    assert t.letter("loki", "use gungnir B2") == ["played"]
    assert t.outcome == "loki 8.1"
    assert t.side("loki")["pile"] == "gungnir"


def test_18_2_the_crown_so_hit_is_lost() -> None:
    """Mjolnir that hits the Crown wins the game for Thor."""
    t = Board(thor={"hand": "mjolnir", "A": "ravens"}, loki={"B": "odins-crown, hel"}, turn="thor", ap=3)
    assert t.letter("thor", "use mjolnir B1") == ["played"]
    assert t.outcome == "thor 8.1"


def test_18_2_it_is_no_challenge_so_legal_in_the_first_turn() -> None:
    """Gungnir may be used in their own first turn, in which no challenge is allowed (3.7)."""
    t = Board(loki={"hand": "gungnir", "A": "ravens"}, thor={"A": "hel", "B": "tyr"}, ap=3, first_turn=True)
    assert t.letter("loki", "use gungnir B1") == ["played"]
    assert t.side("thor")["pile"] == "tyr"
    assert t.letter("loki", "challenge A")[0].startswith("refused 3.7")


def test_18_2_no_card_of_lokis_is_turned_up_or_lost() -> None:
    """No own card takes part: Gungnir on a Shield Wall costs its player no card but itself."""
    t = Board(loki={"hand": "gungnir", "B": "ravens"}, thor={"A": "hel", "B": "shield-wall"}, ap=3)
    assert t.letter("loki", "use gungnir B1") == ["played"]
    assert t.side("loki")["B"] == "ravens"
    assert t.side("loki")["pile"] == "gungnir"
    assert t.side("thor")["pile"] == "shield-wall"
