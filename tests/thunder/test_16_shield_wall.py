"""Chapter 16: the Shield Wall and the Female Archer."""

import pytest
from board import Board


@pytest.mark.parametrize("card", ["angrboda", "dragon", "viking-warriors", "ravens", "frigg", "tyr*"])
@pytest.mark.parametrize("up", ["", "+"])
def test_16_1_whatever_challenges_it_loses(card: str, up: str) -> None:
    """Whatever challenges a Shield Wall, face up or down, is discarded; the Wall stays, face up."""
    t = Board(
        loki={"A": card, "B": "hel", "pile": "berserker"},
        thor={"A": f"shield-wall{up}, hel", "B": "seer"},
        ap=3,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == ""
    assert t.side("loki")["pile"] == f"berserker, {card}"
    assert t.side("thor")["A"] == "shield-wall+, hel"
    assert t.side("thor")["pile"] == ""


def test_16_1_idunn_does_not_help() -> None:
    """Idunn does not save a 0 that challenges a Shield Wall."""
    t = Board(loki={"A": "frigg", "B": "hel", "pile": "idunn"}, thor={"A": "shield-wall"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "idunn, frigg"
    assert t.side("thor")["A"] == "shield-wall+"


def test_16_1_a_flank_too() -> None:
    """A card that flanks a Shield Wall loses; the Wall stays in its row."""
    t = Board(
        loki={"hand": "vidarr", "A": "dragon", "B": "hel"}, thor={"A": "ravens, shield-wall, hel"}, ap=3
    )
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["pile"] == "dragon, vidarr"
    assert t.side("thor")["A"] == "ravens, shield-wall+, hel"


def test_16_1_it_works_again() -> None:
    """A Shield Wall that has stood stops the next challenger as well."""
    t = Board(loki={"A": "dragon, fire-giant", "B": "hel"}, thor={"A": "shield-wall"}, ap=3)
    assert t.letter("loki", "challenge A", "challenge A") == ["played", "played"]
    assert t.side("loki")["pile"] == "dragon, fire-giant"
    assert t.side("thor")["A"] == "shield-wall+"


def test_16_1_it_never_challenges() -> None:
    """A Shield Wall itself never challenges (6.2), so it never meets another."""
    t = Board(loki={"A": "shield-wall"}, thor={"A": "shield-wall"}, ap=3)
    assert t.letter("loki", "challenge A")[0].startswith("refused 6.2")
    assert t.side("thor")["A"] == "shield-wall"


@pytest.mark.parametrize("up", ["", "+"])
@pytest.mark.parametrize("archer", ["female-archer", "female-archer*"])
def test_16_2_a_female_archer_beats_it(up: str, archer: str) -> None:
    """A Female Archer, own or captured, that challenges a Shield Wall wins and stays, face up."""
    t = Board(
        loki={"A": f"{archer}, hel"}, thor={"A": f"shield-wall{up}, hel", "B": "seer", "pile": "odin"}, ap=3
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == f"{archer.replace('*', '')}+{'*' if '*' in archer else ''}, hel"
    assert t.side("loki")["pile"] == ""
    assert t.side("thor")["A"] == "hel"
    assert t.side("thor")["pile"] == "odin, shield-wall"


def test_16_2_by_a_flank_too() -> None:
    """A Female Archer that flanks a Shield Wall wins as well (20.2)."""
    t = Board(loki={"hand": "vidarr", "A": "female-archer"}, thor={"A": "ravens, shield-wall, hel"}, ap=3)
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["A"] == "female-archer+"
    assert t.side("thor")["A"] == "ravens, hel"
    assert t.side("thor")["pile"] == "shield-wall"


def test_16_2_from_the_battlefield_only() -> None:
    """A Female Archer in the hand has no power to use (7.5)."""
    t = Board(loki={"hand": "female-archer", "A": "ravens"}, thor={"A": "shield-wall"}, ap=3)
    assert t.letter("loki", "use female-archer") != ["played"]
    assert not [line for line in t.legal("loki") if line.startswith("use")]
    assert t.side("loki")["hand"] == "female-archer"
    assert t.side("thor")["A"] == "shield-wall"


@pytest.mark.parametrize(
    ("target", "wins"), [("ravens", True), ("viking-warriors", False), ("hirdman", False)]
)
def test_16_2_against_other_cards_she_is_a_2(target: str, wins: bool) -> None:
    """Against other cards a Female Archer fights with her 2."""
    t = Board(loki={"A": "female-archer", "B": "hel"}, thor={"A": target, "B": "hel"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == ("female-archer+" if wins else "")
    assert t.side("thor")["A"] == ("" if wins else f"{target}+")
