"""Chapter 13: Freya and Frigg."""

from typing import Any

import pytest
from board import Board


def shown(t: Board, seat: str | None, kind: str) -> list[dict[str, Any]]:
    """The fields of every event of one kind that a seat was shown."""
    return [dict(one.fields) for one in t.told(seat) if one.kind == kind]


@pytest.mark.parametrize(
    "top", ["ravens", "female-archer", "viking-warriors", "hirdman", "huscarl", "einherjar", "tyr"]
)
def test_13_1_freya_takes_strengths_1_to_7(top: str) -> None:
    """Freya takes the top card of the opponent's pile into the hand if its strength is 1 to 7."""
    t = Board(loki={"hand": "freya", "A": "ravens"}, thor={"A": "ravens", "pile": f"seer, {top}"}, ap=3)
    assert "use freya" in t.legal("loki")
    assert t.letter("loki", "use freya") == ["played"]
    assert t.side("loki")["hand"] == f"{top}*"
    assert t.side("loki")["pile"] == "freya"
    assert t.side("thor")["pile"] == "seer"
    assert t.ap == 2


@pytest.mark.parametrize(
    "pile", ["", "tyr, thor", "tyr, hel", "tyr, frigg", "tyr, shield-wall", "tyr, nightmare", "ravens, baldr"]
)
def test_13_1_otherwise_her_power_cannot_be_played(pile: str) -> None:
    """Freya cannot be played on an empty pile, nor on a top card of strength 0 or of none."""
    t = Board(loki={"hand": "freya", "A": "ravens"}, thor={"A": "ravens", "pile": pile}, ap=3)
    assert t.letter("loki", "use freya")[0].startswith("refused 13.1")
    assert "use freya" not in t.legal("loki")
    assert t.side("loki")["hand"] == "freya"
    assert t.side("thor")["pile"] == pile


def test_13_1_the_opponents_pile_not_ones_own() -> None:
    """A strong card on top of one's own pile is nothing for Freya."""
    t = Board(loki={"hand": "freya", "A": "ravens", "pile": "dragon"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "use freya")[0].startswith("refused 13.1")


def test_13_1_only_the_top_card() -> None:
    """Freya takes the top card alone; the rest of the pile stays in order."""
    t = Board(
        loki={"hand": "freya", "A": "ravens"}, thor={"A": "ravens", "pile": "tyr, hel, huscarl, ravens"}, ap=3
    )
    assert t.letter("loki", "use freya") == ["played"]
    assert t.side("loki")["hand"] == "ravens*"
    assert t.side("thor")["pile"] == "tyr, hel, huscarl"


def test_13_1_a_captured_card_may_be_taken_back() -> None:
    """Freya may take an own card that the opponent had captured and lost; it is an own card again (17.3)."""
    t = Board(
        loki={"hand": "freya", "A": "ravens"}, thor={"A": "ravens", "pile": "seer, viking-warriors*"}, ap=3
    )
    assert t.letter("loki", "use freya") == ["played"]
    assert t.side("loki")["hand"] == "viking-warriors"


def test_13_1_with_a_full_hand() -> None:
    """Freya may be played with 12 cards in hand, for she has left it when her power works (7.6)."""
    hand = "freya, ravens, ravens, ravens, ravens, ravens, ravens, ravens, hirdman*, hirdman*, hirdman*, hirdman*"
    t = Board(loki={"hand": hand, "A": "ravens"}, thor={"A": "ravens", "pile": "tyr"}, ap=3)
    assert t.letter("loki", "use freya") == ["played"]
    assert t.side("loki")["hand"].split(", ").count("tyr*") == 1
    assert len(t.side("loki")["hand"].split(", ")) == 12


def test_13_1_the_capture_may_be_used_at_once() -> None:
    """The captured card may be laid, at the usual cost, in the same turn (17.5)."""
    t = Board(loki={"hand": "freya", "A": "ravens"}, thor={"A": "ravens", "pile": "tyr"}, ap=3)
    assert t.letter("loki", "use freya", "lay tyr B1") == ["played", "played"]
    assert t.side("loki")["B"] == "tyr*"
    assert t.ap == 1


def test_13_2_frigg_looks_at_the_whole_hand() -> None:
    """Frigg used on the hand shows every card of it to her player and changes nothing in it."""
    t = Board(
        loki={"hand": "frigg", "A": "ravens"},
        thor={"hand": "hirdman, hel, ravens, ravens*", "A": "ravens"},
        ap=3,
    )
    assert t.letter("loki", "use frigg hand") == ["played"]
    (look,) = shown(t, "loki", "HandSeen")
    assert look["by"] == "loki"
    assert look["of"] == "thor"
    assert sorted(look["cards"]) == ["loki.ravens", "thor.hel", "thor.hirdman", "thor.ravens"]
    assert t.side("thor")["hand"] == "hel, hirdman, ravens, ravens*"
    assert t.side("loki")["pile"] == "frigg"
    assert t.ap == 2


@pytest.mark.parametrize("face", ["tyr", "angrboda*"])
def test_13_2_tyr_and_angrboda_in_the_hand_are_discarded(face: str) -> None:
    """A Tyr or Angrboda that Frigg sees in the hand is discarded at once, the rest stays."""
    t = Board(
        loki={"hand": "frigg", "A": "ravens"},
        thor={"hand": f"hirdman, {face}, ravens", "A": "ravens", "pile": "hel"},
        ap=3,
    )
    assert t.letter("loki", "use frigg hand") == ["played"]
    assert t.side("thor")["hand"] == "hirdman, ravens"
    assert t.side("thor")["pile"] == f"hel, {face}"


def test_13_2_both_in_the_hand_are_discarded_own_first() -> None:
    """Of Tyr and Angrboda in one hand the owner's own goes first, the captured one on top."""
    t = Board(
        loki={"hand": "frigg", "A": "ravens"},
        thor={"hand": "angrboda*, hirdman, tyr", "A": "ravens", "pile": "hel"},
        ap=3,
    )
    assert t.letter("loki", "use frigg hand") == ["played"]
    assert t.side("thor")["hand"] == "hirdman"
    assert t.side("thor")["pile"] == "hel, tyr, angrboda*"


def test_13_2_thor_looking_finds_angrboda_first_too() -> None:
    """In Loki's hand Angrboda is their own card and goes first, the captured Tyr on top."""
    t = Board(
        thor={"hand": "frigg", "A": "ravens"},
        loki={"hand": "tyr*, angrboda, ravens", "A": "ravens"},
        turn="thor",
        ap=3,
    )
    assert t.letter("thor", "use frigg hand") == ["played"]
    assert t.side("loki")["hand"] == "ravens"
    assert t.side("loki")["pile"] == "angrboda, tyr*"


@pytest.mark.parametrize("card", ["odins-ring", "nightmare", "einherjar", "thor", "shield-wall"])
def test_13_2_other_cards_seen_in_the_hand_stay(card: str) -> None:
    """The Ring, a Nightmare or any card but Tyr and Angrboda seen in the hand stays there."""
    t = Board(loki={"hand": "frigg", "A": "ravens"}, thor={"hand": f"{card}, hel", "A": "ravens"}, ap=3)
    assert t.letter("loki", "use frigg hand") == ["played"]
    assert sorted(t.side("thor")["hand"].split(", ")) == sorted([card, "hel"])
    assert t.side("thor")["pile"] == ""
    assert t.outcome == ""
    assert shown(t, None, "Discarded") == []


def test_13_2_an_empty_hand_cannot_be_looked_at() -> None:
    """Frigg cannot be used on an empty hand (7.2)."""
    t = Board(loki={"hand": "frigg", "A": "ravens"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "use frigg hand")[0].startswith("refused 7.2")
    assert "use frigg hand" not in t.legal("loki")
    assert t.side("loki")["hand"] == "frigg"


def test_13_2_frigg_turns_up_a_column() -> None:
    """Frigg used on a column turns up all its face-down cards, and those of no other column."""
    t = Board(
        loki={"hand": "frigg", "A": "ravens"},
        thor={"A": "seer", "B": "hirdman, ravens+, hel", "C": "baldr"},
        ap=3,
    )
    assert t.letter("loki", "use frigg B") == ["played"]
    assert t.side("thor")["B"] == "hirdman+, ravens+, hel+"
    assert t.side("thor")["A"] == "seer"
    assert t.side("thor")["C"] == "baldr"
    assert sorted((one["row"], one["card"]) for one in shown(t, None, "TurnedUp")) == [
        (1, "thor.hirdman"),
        (3, "thor.hel"),
    ]
    assert t.side("loki")["pile"] == "frigg"
    assert t.ap == 2


@pytest.mark.parametrize("card", ["tyr", "nightmare", "odins-ring", "berserker", "shield-wall"])
def test_13_2_nothing_else_happens_to_a_turned_column(card: str) -> None:
    """A Tyr, a Nightmare, the Ring or any card that Frigg turns up on the battlefield stays there."""
    t = Board(loki={"hand": "frigg", "A": "ravens", "B": "ravens"}, thor={"B": f"ravens, {card}"}, ap=3)
    assert t.letter("loki", "use frigg B") == ["played"]
    assert t.side("thor")["B"] == f"ravens+, {card}+"
    assert t.side("loki")["B"] == "ravens"
    assert t.side("thor")["pile"] == ""
    assert t.outcome == ""


def test_13_2_a_leaders_column_may_be_turned_up() -> None:
    """Frigg turns up the cards behind Thor too (10.7)."""
    t = Board(loki={"hand": "frigg", "A": "ravens"}, thor={"B": "thor+, hirdman, hel"}, ap=3)
    assert t.letter("loki", "use frigg B") == ["played"]
    assert t.side("thor")["B"] == "thor+, hirdman+, hel+"


@pytest.mark.parametrize("column", ["", "hirdman+, ravens+", "thor+"])
def test_13_2_a_column_needs_a_face_down_card(column: str) -> None:
    """Frigg cannot be used on a column without a face-down card (7.2)."""
    t = Board(loki={"hand": "frigg", "A": "ravens"}, thor={"A": "ravens", "B": column}, ap=3)
    assert t.letter("loki", "use frigg B")[0].startswith("refused 7.2")
    assert "use frigg B" not in t.legal("loki")
    assert "use frigg A" in t.legal("loki")


def test_13_2_the_enemys_column_not_ones_own() -> None:
    """Own face-down cards give Frigg nothing to turn up."""
    t = Board(loki={"hand": "frigg", "B": "ravens"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "use frigg B")[0].startswith("refused 7.2")
    assert t.side("loki")["B"] == "ravens"


def test_13_2_turned_cards_stay_up_and_later_ones_lie_face_down() -> None:
    """Cards turned up stay so in later turns; a card laid later in that column lies face down."""
    t = Board(loki={"hand": "frigg", "A": "ravens"}, thor={"hand": "baldr", "B": "hirdman, hel"}, ap=1)
    assert t.letter("loki", "use frigg B") == ["played"]
    assert t.letter("thor", "lay baldr B1") == ["played"]
    assert t.side("thor")["B"] == "baldr, hirdman+, hel+"


def test_13_2_legal_in_the_first_turn() -> None:
    """Frigg may look and turn up in their own first turn (3.7)."""
    t = Board(
        loki={"hand": "frigg, frigg", "A": "ravens"},
        thor={"hand": "tyr", "B": "hirdman"},
        ap=3,
        first_turn=True,
    )
    assert t.letter("loki", "use frigg hand", "use frigg B") == ["played", "played"]
    assert t.side("thor")["pile"] == "tyr"
    assert t.side("thor")["B"] == "hirdman+"


def test_13_3_laid_frigg_has_no_power() -> None:
    """Frigg laid on the battlefield shows and turns up nothing."""
    t = Board(loki={"hand": "frigg", "A": "ravens"}, thor={"hand": "tyr, hel", "B": "hirdman, ravens"}, ap=3)
    assert t.letter("loki", "lay frigg B1") == ["played"]
    assert t.side("thor")["hand"] == "hel, tyr"
    assert t.side("thor")["B"] == "hirdman, ravens"
    assert shown(t, "loki", "HandSeen") == []
    assert shown(t, "loki", "TurnedUp") == []


def test_13_3_challenging_frigg_turns_up_the_front_card_only() -> None:
    """A Frigg that challenges turns up her target and no other card of the column, and sees no hand."""
    t = Board(loki={"A": "frigg"}, thor={"hand": "tyr", "A": "seer, hirdman, ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["A"] == "hirdman, ravens"
    assert t.side("thor")["hand"] == "tyr"
    assert t.side("loki")["A"] == "frigg+"


def test_13_4_frigg_beats_tyr_by_challenging() -> None:
    """Frigg beats Tyr when she challenges it, and stays."""
    t = Board(loki={"A": "frigg"}, thor={"A": "tyr", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "frigg+"
    assert t.side("thor")["pile"] == "tyr"


def test_13_4_frigg_beats_angrboda_by_challenging() -> None:
    """Thor's Frigg beats Angrboda when she challenges it."""
    t = Board(thor={"A": "frigg"}, loki={"A": "angrboda", "B": "ravens"}, turn="thor", ap=3)
    assert t.letter("thor", "challenge A") == ["played"]
    assert t.side("thor")["A"] == "frigg+"
    assert t.side("loki")["pile"] == "angrboda"


def test_13_4_a_captured_one_too() -> None:
    """Frigg beats an Angrboda that the opponent has captured: the name counts (17.3)."""
    t = Board(loki={"A": "frigg"}, thor={"A": "angrboda*", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "frigg+"
    assert t.side("thor")["pile"] == "angrboda*"


def test_13_4_idunn_does_not_help_tyr() -> None:
    """Frigg's win over Tyr is no tie: Idunn on Thor's pile does not change it."""
    t = Board(loki={"A": "frigg"}, thor={"A": "tyr", "B": "ravens", "pile": "idunn"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "frigg+"
    assert t.side("thor")["pile"] == "idunn, tyr"


def test_13_4_frigg_loses_when_challenged() -> None:
    """Frigg loses to Angrboda that challenges her."""
    t = Board(loki={"A": "angrboda"}, thor={"A": "frigg", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "angrboda+"
    assert t.side("thor")["pile"] == "frigg"


def test_13_4_by_a_flank_too() -> None:
    """Frigg that flanks Tyr with Vidarr beats it (20.2)."""
    t = Board(loki={"hand": "vidarr", "A": "frigg"}, thor={"A": "ravens, tyr"}, ap=3)
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["A"] == "frigg+"
    assert t.side("thor")["pile"] == "tyr"
    assert t.side("thor")["A"] == "ravens"


@pytest.mark.parametrize("card", ["dragon", "fire-giant", "viking-warriors", "ravens", "female-archer"])
def test_13_4_nothing_else_beats_tyr(card: str) -> None:
    """No other card that challenges Tyr beats it, not even Viking Warriors under a Berserker."""
    t = Board(loki={"A": card, "B": "ravens", "pile": "berserker"}, thor={"A": "tyr"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["A"] == "tyr+"
    assert t.side("loki")["pile"] == f"berserker, {card}"


@pytest.mark.parametrize("card", ["einherjar", "hel", "viking-warriors"])
def test_13_4_angrboda_beats_what_she_challenges(card: str) -> None:
    """Angrboda that challenges any ordinary card beats it."""
    t = Board(loki={"A": "angrboda"}, thor={"A": card, "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "angrboda+"
    assert t.side("thor")["pile"] == card


def test_13_4_special_targets_aside() -> None:
    """Angrboda loses to a Shield Wall (16.1) and falls with a Nightmare's column (14.1)."""
    t = Board(loki={"A": "angrboda", "B": "ravens"}, thor={"A": "shield-wall"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "angrboda"
    t = Board(loki={"A": "angrboda", "B": "ravens"}, thor={"A": "nightmare", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "angrboda"
    assert t.side("thor")["pile"] == "nightmare"


@pytest.mark.parametrize(
    ("target", "frigg_stays", "target_stays"),
    [
        ("ravens", False, True),
        ("einherjar", False, True),
        ("shield-wall", False, True),
        ("frigg", False, False),
        ("hel", True, False),
    ],
)
def test_13_4_against_other_cards_she_fights_normally(
    target: str, frigg_stays: bool, target_stays: bool
) -> None:
    """Against other cards a challenging Frigg is a 0: she loses to more, ties with 0, beats a card without strength."""
    t = Board(loki={"A": "frigg", "B": "ravens"}, thor={"A": target, "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == ("frigg+" if frigg_stays else "")
    assert t.side("thor")["A"] == (f"{target}+" if target_stays else "")


def test_13_4_challenged_by_other_cards_she_is_a_0() -> None:
    """Frigg challenged by Ravens loses as a 0 to a 1."""
    t = Board(loki={"A": "ravens"}, thor={"A": "frigg", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "ravens+"
    assert t.side("thor")["pile"] == "frigg"
