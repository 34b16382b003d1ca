"""Chapter 12: Idunn."""

from typing import Any

import pytest
from board import Board


def shown(t: Board, seat: str | None, kind: str) -> list[dict[str, Any]]:
    """The fields of every event of one kind that a seat was shown."""
    return [dict(one.fields) for one in t.told(seat) if one.kind == kind]


def test_12_1_the_challenger_wins_a_tie() -> None:
    """With Idunn on top of the challenger's pile, only the challenged card of a tie falls."""
    t = Board(loki={"A": "frost-giant", "pile": "seer, idunn"}, thor={"A": "hirdman", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "frost-giant+"
    assert t.side("loki")["pile"] == "seer, idunn"
    assert t.side("thor")["pile"] == "hirdman"


def test_12_1_the_challenged_player_wins_a_tie() -> None:
    """With Idunn on top of the challenged player's pile, only the challenger falls."""
    t = Board(loki={"A": "frost-giant", "B": "ravens"}, thor={"A": "hirdman", "pile": "idunn"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "frost-giant"
    assert t.side("thor")["A"] == "hirdman+"
    assert t.side("thor")["pile"] == "idunn"


@pytest.mark.parametrize("pile", ["", "idunn, ravens", "idunn, berserker"])
def test_12_1_only_while_on_top(pile: str) -> None:
    """Without Idunn on top of either pile both tied cards fall."""
    t = Board(
        loki={"A": "frost-giant", "B": "ravens", "pile": pile}, thor={"A": "hirdman", "B": "ravens"}, ap=3
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == ""
    assert t.side("thor")["A"] == ""
    assert t.side("thor")["pile"] == "hirdman"


def test_12_1_ties_only() -> None:
    """Idunn does not save the lower strength."""
    t = Board(loki={"A": "viking-warriors", "B": "ravens", "pile": "idunn"}, thor={"A": "hirdman"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "idunn, viking-warriors"
    assert t.side("thor")["A"] == "hirdman+"


def test_12_1_a_tie_at_zero() -> None:
    """Idunn decides Frigg against Frigg too."""
    t = Board(loki={"A": "frigg", "pile": "idunn"}, thor={"A": "frigg", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "frigg+"
    assert t.side("thor")["pile"] == "frigg"


def test_12_1_does_not_save_a_shield_walls_challenger() -> None:
    """Idunn does not help a 0 that challenges a Shield Wall (16.1)."""
    t = Board(loki={"A": "frigg", "B": "ravens", "pile": "idunn"}, thor={"A": "shield-wall"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "idunn, frigg"
    assert t.side("thor")["A"] == "shield-wall+"


def test_12_1_does_not_save_the_ring() -> None:
    """The Ring challenged by a 0 falls even with Idunn on top of its player's pile (6.7, R4)."""
    t = Board(loki={"A": "frigg"}, thor={"A": "odins-ring", "B": "ravens", "pile": "idunn"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.outcome == "loki 8.1"


def test_12_1_counts_in_a_flank() -> None:
    """In a Vidarr flank their own Idunn still tops the pile and wins the tie (7.7)."""
    t = Board(
        loki={"hand": "vidarr", "A": "frost-giant", "pile": "idunn"}, thor={"A": "ravens, hirdman"}, ap=3
    )
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["A"] == "frost-giant+"
    assert t.side("loki")["pile"] == "idunn, vidarr"
    assert t.side("thor")["A"] == "ravens"


def test_12_1_played_first_vidarr_covers_idunn() -> None:
    """Where the played card goes onto the pile first (R13), a tied flank fells both cards."""
    t = Board(
        loki={"hand": "vidarr", "A": "frost-giant", "B": "ravens", "pile": "idunn"},
        thor={"A": "ravens, hirdman"},
        ap=3,
        options={"played": "first"},
    )
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["A"] == ""
    assert t.side("loki")["pile"] == "idunn, vidarr, frost-giant"
    assert t.side("thor")["pile"] == "hirdman"


def test_12_1_from_the_moment_it_is_played() -> None:
    """Idunn played from the hand costs a point, lies on top and decides the next tie of the same letter."""
    t = Board(loki={"hand": "idunn", "A": "frost-giant"}, thor={"A": "hirdman", "B": "ravens"}, ap=3)
    assert t.letter("loki", "use idunn", "challenge A") == ["played", "played"]
    assert t.side("loki")["pile"] == "idunn"
    assert t.side("loki")["A"] == "frost-giant+"
    assert t.ap == 1


@pytest.mark.parametrize(("loki", "thor", "stays"), [("idunn", "", "loki"), ("", "idunn", "thor")])
def test_12_2_the_winner_of_a_tie_stays_face_up(loki: str, thor: str, stays: str) -> None:
    """The tied card of Idunn's player stays where it was, face up, the cards behind it untouched."""
    t = Board(
        loki={"A": "ravens, seer", "B": "hel", "pile": loki},
        thor={"A": "ravens, seer", "B": "hel", "pile": thor},
        ap=3,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    falls = "thor" if stays == "loki" else "loki"
    assert t.side(stays)["A"] == "ravens+, seer"
    assert t.side(falls)["A"] == "seer"
    assert t.side(falls)["pile"] == "ravens"


def test_12_3_may_not_be_played_against_an_enemy_idunn_on_top() -> None:
    """Idunn's power may not be played while the opponent's top discard is an Idunn."""
    t = Board(loki={"hand": "idunn", "A": "ravens"}, thor={"A": "ravens", "pile": "seer, idunn"}, ap=3)
    assert t.letter("loki", "use idunn")[0].startswith("refused 12.3")
    assert "use idunn" not in t.legal("loki")
    assert t.side("loki")["hand"] == "idunn"


@pytest.mark.parametrize("pile", ["", "idunn, ravens", "berserker"])
def test_12_3_only_the_top_card_bars(pile: str) -> None:
    """An enemy Idunn below the top bars nothing, nor does an enemy Berserker."""
    t = Board(loki={"hand": "idunn", "A": "ravens"}, thor={"A": "ravens", "pile": pile}, ap=3)
    assert t.letter("loki", "use idunn") == ["played"]
    assert t.side("loki")["pile"] == "idunn"


def test_12_3_laying_is_not_barred() -> None:
    """A barred Idunn may still be laid on the battlefield (7.4)."""
    t = Board(loki={"hand": "idunn", "A": "ravens"}, thor={"A": "ravens", "pile": "idunn"}, ap=3)
    assert t.letter("loki", "lay idunn B1") == ["played"]
    assert t.side("loki")["B"] == "idunn"


def test_12_3_lost_against_an_enemy_idunn_she_goes_to_the_bottom() -> None:
    """An Idunn lost while the opponent's top discard is an Idunn goes to the bottom of their own pile."""
    t = Board(
        loki={"A": "ravens", "pile": "idunn"},
        thor={"A": "idunn", "B": "ravens", "pile": "seer, huscarl"},
        ap=3,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "idunn, seer, huscarl"
    assert [one["bottom"] for one in shown(t, None, "Discarded")] == [True]


@pytest.mark.parametrize("pile", ["", "idunn, seer", "berserker"])
def test_12_3_otherwise_she_goes_on_top(pile: str) -> None:
    """Without an enemy Idunn on top a lost Idunn goes on top of their own pile."""
    t = Board(
        loki={"A": "ravens", "pile": pile}, thor={"A": "idunn", "B": "ravens", "pile": "seer, huscarl"}, ap=3
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "seer, huscarl, idunn"
    assert [one["bottom"] for one in shown(t, None, "Discarded")] == [False]


def both_on_top() -> Board:
    """Loki's Idunn was on top first; Thor's has just come to the bottom of an empty pile. Thor is on turn."""
    t = Board(
        loki={"hand": "frigg", "A": "ravens", "B": "frost-giant", "C": "dragon", "pile": "idunn"},
        thor={"hand": "ravens", "A": "idunn", "B": "hirdman", "C": "einherjar"},
        ap=1,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert (t.side("loki")["pile"], t.side("thor")["pile"]) == ("idunn", "idunn")
    assert (t.on_turn, t.ap) == ("thor", 2)
    return t


def test_12_3_of_two_on_top_the_first_keeps_its_effect() -> None:
    """With both Idunns on top, ties go to the player whose Idunn was on top first, no matter who challenges."""
    t = both_on_top()
    assert t.letter("thor", "challenge C", "draw") == ["played", "played"]
    assert t.side("loki")["C"] == "dragon+"
    assert t.side("thor")["pile"] == "idunn, einherjar"


def test_12_3_of_two_on_top_the_first_wins_as_challenger() -> None:
    """With both Idunns on top, the first one's player also wins the tie of an own challenge."""
    t = both_on_top()
    assert t.letter("thor", "draw", "draw") == ["played", "played"]
    assert t.letter("loki", "challenge B") == ["played"]
    assert t.side("loki")["B"] == "frost-giant+"
    assert t.side("thor")["pile"] == "idunn, hirdman"


def test_12_3_the_later_one_wakes_when_alone_on_top() -> None:
    """Once the first Idunn is covered, the other one decides ties."""
    t = both_on_top()
    assert t.letter("thor", "draw", "draw") == ["played", "played"]
    assert t.letter("loki", "use frigg hand", "challenge B", "draw") == ["played"] * 3
    assert t.side("loki")["pile"] == "idunn, frigg, frost-giant"
    assert t.side("thor")["B"] == "hirdman+"


@pytest.mark.parametrize(("loki", "thor", "stays"), [("idunn", "", "loki"), ("", "idunn", "thor")])
def test_12_4_she_decides_tyr_against_angrboda(loki: str, thor: str, stays: str) -> None:
    """Idunn wins the tie of Angrboda against Tyr for her player."""
    t = Board(
        loki={"A": "angrboda", "B": "ravens", "pile": loki},
        thor={"A": "tyr", "B": "ravens", "pile": thor},
        ap=3,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == ("angrboda+" if stays == "loki" else "")
    assert t.side("thor")["A"] == ("tyr+" if stays == "thor" else "")


def test_12_4_without_her_both_fall() -> None:
    """Angrboda against Tyr without Idunn is a tie in which both fall."""
    t = Board(loki={"A": "angrboda", "B": "ravens"}, thor={"A": "tyr", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "angrboda"
    assert t.side("thor")["pile"] == "tyr"
