"""Chapter 11: the Berserker."""

from typing import Any

import pytest
from board import Board

from referee.util.values import replace


def shown(t: Board, seat: str | None, kind: str) -> list[dict[str, Any]]:
    """The fields of every event of one kind that a seat was shown."""
    return [dict(one.fields) for one in t.told(seat) if one.kind == kind]


def test_11_1_viking_warriors_challenge_with_6() -> None:
    """With a Berserker on top of their own pile, Viking Warriors beat a 5."""
    t = Board(
        loki={"A": "viking-warriors", "pile": "seer, berserker"}, thor={"A": "huscarl", "B": "ravens"}, ap=3
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "viking-warriors+"
    assert t.side("thor")["A"] == ""
    assert t.side("thor")["pile"] == "huscarl"


def test_11_1_six_ties_with_six() -> None:
    """The strengthened Viking Warriors have exactly 6: against a 6 both fall."""
    t = Board(
        loki={"A": "viking-warriors", "B": "ravens", "pile": "berserker"},
        thor={"A": "einherjar", "B": "ravens"},
        ap=3,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "berserker, viking-warriors"
    assert t.side("thor")["pile"] == "einherjar"


def test_11_1_six_is_less_than_seven() -> None:
    """The strengthened Viking Warriors lose to Tyr."""
    t = Board(loki={"A": "viking-warriors", "B": "ravens", "pile": "berserker"}, thor={"A": "tyr"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == ""
    assert t.side("thor")["A"] == "tyr+"


def test_11_1_challenged_they_have_3() -> None:
    """A Berserker on top of their player's pile does not help Viking Warriors that are challenged."""
    t = Board(
        loki={"A": "frost-giant"}, thor={"A": "viking-warriors", "B": "ravens", "pile": "berserker"}, ap=3
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "frost-giant+"
    assert t.side("thor")["pile"] == "berserker, viking-warriors"


def test_11_1_challenged_they_have_no_less_than_3() -> None:
    """Viking Warriors that are challenged under their own Berserker still beat a 2."""
    t = Board(
        loki={"A": "female-archer", "B": "ravens"}, thor={"A": "viking-warriors", "pile": "berserker"}, ap=3
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "female-archer"
    assert t.side("thor")["A"] == "viking-warriors+"


@pytest.mark.parametrize("pile", ["", "berserker, ravens", "berserker, idunn"])
def test_11_1_only_while_on_top(pile: str) -> None:
    """Without a Berserker on top of their own pile, Viking Warriors challenge with 3 and lose to a 4."""
    t = Board(loki={"A": "viking-warriors", "B": "ravens", "pile": pile}, thor={"A": "hirdman"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == ""
    assert t.side("thor")["A"] == "hirdman+"


def test_11_1_not_by_the_other_players_berserker() -> None:
    """A Berserker on top of the opponent's pile does not strengthen one's own Viking Warriors."""
    t = Board(loki={"A": "viking-warriors", "B": "ravens"}, thor={"A": "hirdman", "pile": "berserker"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "viking-warriors"
    assert t.side("thor")["A"] == "hirdman+"


def test_11_1_viking_warriors_only() -> None:
    """A Berserker strengthens no other card: a Female Archer still loses to a 3."""
    t = Board(
        loki={"A": "female-archer", "B": "ravens", "pile": "berserker"}, thor={"A": "viking-warriors"}, ap=3
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "berserker, female-archer"
    assert t.side("thor")["A"] == "viking-warriors+"


def test_11_1_captured_viking_warriors_too() -> None:
    """Captured Viking Warriors challenge with 6 under the capturer's Berserker (17.3)."""
    t = Board(loki={"A": "viking-warriors*", "pile": "berserker"}, thor={"A": "huscarl", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "viking-warriors+*"
    assert t.side("thor")["pile"] == "huscarl"


def test_11_1_from_the_moment_it_is_played() -> None:
    """A Berserker played from the hand works for the next challenge of the same letter."""
    t = Board(
        loki={"hand": "berserker", "A": "viking-warriors", "pile": "seer"},
        thor={"A": "huscarl", "B": "ravens"},
        ap=3,
    )
    assert t.letter("loki", "use berserker", "challenge A") == ["played", "played"]
    assert t.side("loki")["pile"] == "seer, berserker"
    assert t.side("loki")["A"] == "viking-warriors+"
    assert t.side("loki")["hand"] == ""
    assert t.ap == 1


def test_11_1_lasts_into_later_turns() -> None:
    """A Berserker that stays on top still works in its player's next turn."""
    t = Board(
        loki={"hand": "berserker", "A": "viking-warriors"},
        thor={"A": "huscarl", "B": "ravens"},
        turn="loki",
        ap=1,
    )
    assert t.letter("loki", "use berserker") == ["played"]
    assert t.letter("thor", "draw", "draw") == ["played", "played"]
    assert t.on_turn == "loki"
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "huscarl"


def test_11_2_barred_by_an_enemy_berserker_on_top() -> None:
    """The Berserker's power may not be played while the opponent's top discard is a Berserker."""
    t = Board(
        loki={"hand": "berserker", "A": "ravens"}, thor={"A": "ravens", "pile": "seer, berserker"}, ap=3
    )
    assert t.letter("loki", "use berserker")[0].startswith("refused 11.2")
    assert "use berserker" not in t.legal("loki")
    assert t.side("loki")["hand"] == "berserker"
    assert t.ap == 3


@pytest.mark.parametrize("pile", ["", "berserker, ravens", "idunn"])
def test_11_2_only_by_the_top_card(pile: str) -> None:
    """An enemy Berserker below the top bars nothing, nor does an enemy Idunn."""
    t = Board(loki={"hand": "berserker", "A": "ravens"}, thor={"A": "ravens", "pile": pile}, ap=3)
    assert "use berserker" in t.legal("loki")
    assert t.letter("loki", "use berserker") == ["played"]
    assert t.side("loki")["pile"] == "berserker"


def test_11_2_laying_is_not_barred() -> None:
    """A barred Berserker may still be laid on the battlefield (7.4)."""
    t = Board(loki={"hand": "berserker", "A": "ravens"}, thor={"A": "ravens", "pile": "berserker"}, ap=3)
    assert t.letter("loki", "lay berserker B1") == ["played"]
    assert t.side("loki")["B"] == "berserker"


def test_11_3_lost_on_the_battlefield_it_goes_to_the_bottom() -> None:
    """A Berserker lost in a challenge under an enemy Berserker on top goes below the whole own pile."""
    t = Board(
        loki={"A": "ravens", "pile": "berserker"},
        thor={"A": "berserker", "B": "ravens", "pile": "seer, huscarl"},
        ap=3,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "berserker, seer, huscarl"
    assert [one["bottom"] for one in shown(t, None, "Discarded")] == [True]


def test_11_3_lost_from_the_hand_it_goes_to_the_bottom() -> None:
    """A Berserker hit in the hand by Ravens under an enemy Berserker on top goes to the bottom."""
    t = Board(
        loki={"hand": "ravens", "A": "ravens", "pile": "berserker"},
        thor={"hand": "berserker", "B": "ravens", "pile": "seer, huscarl"},
        ap=3,
        lots=[0],
    )
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.side("thor")["pile"] == "berserker, seer, huscarl"
    assert t.side("loki")["pile"] == "berserker, ravens"


def test_11_3_lost_to_a_spear_it_goes_to_the_bottom() -> None:
    """A Berserker hit by Gungnir under an enemy Berserker on top goes to the bottom."""
    t = Board(
        loki={"hand": "gungnir", "A": "ravens", "pile": "berserker"},
        thor={"B": "ravens, berserker", "pile": "seer"},
        ap=3,
    )
    assert t.letter("loki", "use gungnir B2") == ["played"]
    assert t.side("thor")["pile"] == "berserker, seer"


def test_11_3_lost_from_the_deck_it_goes_to_the_bottom() -> None:
    """A Berserker that the Seer finds for a full hand, under an enemy Berserker on top, goes to the bottom."""
    hand = (
        "ravens, ravens, ravens, ravens, ravens, ravens, ravens, ravens, hirdman, hirdman, hirdman, hirdman"
    )
    t = Board(
        loki={"hand": "seer", "A": "ravens", "pile": "berserker"},
        thor={"hand": hand, "B": "ravens", "pile": "tyr, hel", "deck": "berserker"},
        ap=3,
    )
    assert t.letter("loki", "use seer") == ["played"]
    assert t.side("thor")["pile"] == "berserker, tyr, hel"


@pytest.mark.parametrize("pile", ["", "berserker, seer", "idunn"])
def test_11_3_otherwise_it_goes_on_top(pile: str) -> None:
    """Without an enemy Berserker on top, a lost Berserker goes on top as every card does."""
    t = Board(
        loki={"A": "ravens", "pile": pile},
        thor={"A": "berserker", "B": "ravens", "pile": "seer, huscarl"},
        ap=3,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "seer, huscarl, berserker"
    assert [one["bottom"] for one in shown(t, None, "Discarded")] == [False]


def test_11_3_only_the_berserker_goes_to_the_bottom() -> None:
    """Any other card lost under an enemy Berserker on top goes on top."""
    t = Board(
        loki={"A": "ravens", "pile": "berserker"},
        thor={"A": "hel", "B": "ravens", "pile": "seer, huscarl"},
        ap=3,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "seer, huscarl, hel"


def test_11_3_a_lost_berserker_on_top_works() -> None:
    """A Berserker lost on top of an unopposed pile strengthens its player's Viking Warriors as if played."""
    t = Board(
        loki={"A": "frost-giant", "B": "hirdman*"},
        thor={"A": "berserker", "B": "viking-warriors"},
        ap=1,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.on_turn == "thor"
    assert t.letter("thor", "challenge B") == ["played"]
    assert t.side("thor")["B"] == "viking-warriors+"


def both_on_top() -> Board:
    """Loki's Berserker was on top first; Thor's has just come to the bottom of an empty pile. Thor is on turn."""
    t = Board(
        loki={
            "hand": "frigg, hel",
            "A": "ravens",
            "B": "viking-warriors",
            "C": "frost-giant",
            "pile": "berserker",
        },
        thor={"hand": "ravens", "A": "berserker", "B": "hirdman", "C": "viking-warriors"},
        ap=1,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "berserker"
    assert t.side("loki")["pile"] == "berserker"
    assert (t.on_turn, t.ap) == ("thor", 2)
    return t


def test_11_4_the_later_one_has_no_effect() -> None:
    """A Berserker that came to be the top as the bottom of an empty pile does not work under the enemy's."""
    t = both_on_top()
    assert t.letter("thor", "challenge C") == ["played"]
    assert t.side("thor")["pile"] == "berserker, viking-warriors"
    assert t.side("loki")["C"] == "frost-giant+"


def test_11_4_the_one_on_top_first_keeps_its_effect() -> None:
    """The Berserker that was on top first still strengthens its player's Viking Warriors."""
    t = both_on_top()
    assert t.letter("thor", "draw", "draw") == ["played", "played"]
    assert t.letter("loki", "challenge B") == ["played"]
    assert t.side("loki")["B"] == "viking-warriors+"
    assert t.side("thor")["pile"] == "berserker, hirdman"


def test_11_4_the_later_one_wakes_when_alone_on_top() -> None:
    """Once the first Berserker is covered, the other one has its effect."""
    t = both_on_top()
    assert t.letter("thor", "draw", "draw") == ["played", "played"]
    assert t.letter("loki", "use frigg hand", "draw", "draw") == ["played", "played", "played"]
    assert t.side("loki")["pile"] == "berserker, frigg"
    assert t.on_turn == "thor"
    assert t.letter("thor", "challenge C") == ["played"]
    assert t.side("thor")["C"] == "viking-warriors+"
    assert t.side("loki")["pile"] == "berserker, frigg, frost-giant"


def test_11_4_the_later_one_wakes_when_hel_takes_the_first() -> None:
    """When Hel takes the first Berserker the other one, alone on top, works, and bars the taken one (11.2)."""
    t = both_on_top()
    assert t.letter("thor", "draw", "draw") == ["played", "played"]
    told = t.letter("loki", "use hel berserker", "use berserker", "draw")
    assert told[0] == "played"
    assert told[1].startswith("refused 11.2")
    assert t.letter("loki", "draw", "draw") == ["played", "played"]
    assert t.letter("thor", "challenge C") == ["played"]
    assert t.side("thor")["C"] == "viking-warriors+"


def further_berserker(t: Board) -> None:
    """Let Loki's deck list hold two Berserkers: decks are data."""
    decks = t.state.decks
    rows = {
        seat: tuple(replace(kind, copies=2) if kind.name == "berserker" else kind for kind in kinds)
        for seat, kinds in decks.rows.items()
    }
    t.state = replace(t.state, decks=replace(decks, rows=rows))


def test_11_4_even_without_effect_it_bars() -> None:
    """A Berserker without effect still bars the opponent's playing of a further Berserker (11.2)."""
    t = both_on_top()
    further_berserker(t)
    assert t.letter("thor", "draw", "draw") == ["played", "played"]
    further = replace(t.state.side("loki"), hand=(*t.state.side("loki").hand, "loki.berserker.2"))
    t.state = replace(t.state, loki=further)
    assert t.letter("loki", "use berserker")[0].startswith("refused 11.2")


def test_11_4_even_without_effect_it_sends_to_the_bottom() -> None:
    """A Berserker without effect still sends the opponent's further lost Berserker to the bottom (11.3)."""
    t = both_on_top()
    further_berserker(t)
    side = t.state.side("loki")
    t.state = replace(
        t.state, loki=replace(side, columns=(side.columns[0], ("loki.berserker.2",), side.columns[2]))
    )
    assert t.letter("thor", "challenge B") == ["played"]
    assert t.side("loki")["pile"] == "berserker, berserker"
    assert t.state.side("loki").pile == ("loki.berserker.2", "loki.berserker.1")


def test_11_4_a_covered_berserker_works_again_when_uncovered() -> None:
    """With no enemy Berserker on top, one that comes up because the card above it left works."""
    t = Board(
        loki={"hand": "freya", "A": "frost-giant"},
        thor={"A": "viking-warriors", "pile": "berserker, huscarl"},
        ap=1,
    )
    assert t.letter("loki", "use freya") == ["played"]
    assert t.side("thor")["pile"] == "berserker"
    assert t.letter("thor", "challenge A") == ["played"]
    assert t.side("thor")["A"] == "viking-warriors+"


def test_11_5_hel_taking_the_top_berserker_ends_the_effect() -> None:
    """Hel that takes their own top Berserker covers the pile, so Viking Warriors are back to 3."""
    t = Board(
        loki={"hand": "hel", "A": "viking-warriors", "B": "ravens", "pile": "ravens, berserker"},
        thor={"A": "hirdman"},
        ap=3,
    )
    assert t.letter("loki", "use hel berserker", "challenge A") == ["played", "played"]
    assert t.side("loki")["pile"] == "ravens, hel, viking-warriors"
    assert t.side("thor")["A"] == "hirdman+"


def test_11_5_the_taken_berserker_may_be_played_again() -> None:
    """A Berserker that Hel took may be played the same turn and works again (17.5)."""
    t = Board(
        loki={"hand": "hel", "A": "viking-warriors", "B": "ravens", "pile": "berserker"},
        thor={"A": "hirdman", "B": "ravens"},
        ap=4,
    )
    assert t.letter("loki", "use hel berserker", "use berserker", "challenge A") == ["played"] * 3
    assert t.side("loki")["pile"] == "hel, berserker"
    assert t.side("loki")["A"] == "viking-warriors+"


def test_11_5_freya_wakes_an_enemy_berserker_and_covers_the_own() -> None:
    """Freya taking the card above an enemy Berserker wakes it; she covers their own Berserker, whose effect ends."""
    t = Board(
        loki={
            "hand": "freya",
            "A": "viking-warriors",
            "B": "frost-giant",
            "C": "ravens",
            "pile": "berserker",
        },
        thor={"A": "hirdman", "B": "viking-warriors", "pile": "berserker, huscarl"},
        ap=2,
    )
    assert t.letter("loki", "use freya", "challenge A") == ["played", "played"]
    assert t.side("loki")["pile"] == "berserker, freya, viking-warriors"
    assert t.side("thor")["A"] == "hirdman+"
    assert t.on_turn == "thor"
    assert t.letter("thor", "challenge B") == ["played"]
    assert t.side("thor")["B"] == "viking-warriors+"


def test_11_5_a_flank_is_compared_before_vidarr_covers() -> None:
    """In a Vidarr flank their own Berserker still tops the pile, so Viking Warriors flank with 6 (7.7)."""
    t = Board(
        loki={"hand": "vidarr", "A": "viking-warriors", "pile": "berserker"},
        thor={"A": "ravens, huscarl"},
        ap=3,
    )
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["A"] == "viking-warriors+"
    assert t.side("loki")["pile"] == "berserker, vidarr"
    assert t.side("thor")["pile"] == "huscarl"


def test_11_5_played_first_vidarr_covers_the_berserker() -> None:
    """Where the played card goes onto the pile first (R13), Vidarr covers the Berserker: 3 in the flank."""
    t = Board(
        loki={"hand": "vidarr", "A": "viking-warriors", "B": "ravens", "pile": "berserker"},
        thor={"A": "ravens, hirdman"},
        ap=3,
        options={"played": "first"},
    )
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["A"] == ""
    assert t.side("loki")["pile"] == "berserker, vidarr, viking-warriors"
    assert t.side("thor")["A"] == "ravens, hirdman+"
