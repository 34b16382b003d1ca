"""Chapter 19: the Seer."""

from typing import Any

import pytest
from board import Board

TWELVE = "hirdman, hirdman, hirdman, hirdman, ravens, ravens, ravens, ravens, ravens, ravens, ravens, ravens"
FULL = "shield-wall, shield-wall, shield-wall, shield-wall"
FILLED = "female-archer, female-archer, female-archer, female-archer"
MUST = {"seer": "must-draw"}


def shown(t: Board, seat: str | None, kind: str) -> list[dict[str, Any]]:
    """The fields of every event of one kind that a seat was shown."""
    return [dict(one.fields) for one in t.told(seat) if one.kind == kind]


def seer(
    deck: str, *, thor: dict[str, str] | None = None, loki: dict[str, str] | None = None, **given: Any
) -> Board:
    """Loki holds the Seer; Thor's deck is as given, top first."""
    return Board(
        loki={"hand": "seer", "A": "ravens", **(loki or {})},
        thor={"A": "baldr", "B": "longships, odin", "pile": "freya", "deck": deck, **(thor or {})},
        **{"ap": 3, **given},
    )


def test_19_1_cards_come_from_the_top_of_the_enemy_deck_one_at_a_time() -> None:
    """The Seer draws the top card of the opponent's deck, and each further one only when asked for."""
    t = seer("frigg, ravens, tyr, hirdman")
    assert t.letter("loki", "use seer") == ["played"]
    assert t.side("thor")["hand"] == "frigg"
    assert t.side("thor")["deck"] == "ravens, tyr, hirdman"
    assert t.owed == ["loki seer"]
    assert t.side("loki")["hand"] == ""


def test_19_1_at_least_one() -> None:
    """The first card is drawn without asking; there is no stopping before it."""
    t = seer("tyr, ravens")
    assert t.letter("loki", "use seer") == ["played"]
    assert t.owed == ["loki place"]
    assert t.letter("loki", "stop") != ["played"]
    assert t.owed == ["loki place"]


def test_19_1_each_is_settled_before_the_next() -> None:
    """A next card cannot be drawn while a column is owed for the one before."""
    t = seer("tyr, hirdman, ravens")
    assert t.letter("loki", "use seer") == ["played"]
    assert t.letter("loki", "next") != ["played"]
    assert t.side("thor")["deck"] == "hirdman, ravens"
    assert t.letter("loki", "place A", "next") == ["played", "played"]
    assert t.side("thor")["deck"] == "ravens"
    assert t.owed == ["loki place"]


@pytest.mark.parametrize(("lines", "hand"), [(["stop"], 1), (["next", "stop"], 2), (["next", "next"], 3)])
def test_19_1_the_player_may_stop_after_any(lines: list[str], hand: int) -> None:
    """The Seer's player may stop after the first card or the second; after the third the Seer is done."""
    t = seer("frigg, shield-wall, seer, hel, frigg")
    assert t.letter("loki", "use seer", *lines) == ["played"] * (1 + len(lines))
    assert len(t.side("thor")["hand"].split(", ")) == hand
    assert t.owed == ["loki turn"]
    assert t.side("loki")["pile"] == "seer"
    assert t.ap == 2
    assert t.letter("loki", "next") != ["played"]


def test_19_1_the_deck_may_run_out() -> None:
    """With the enemy deck empty the Seer is done, after fewer than three cards too."""
    t = seer("frigg, shield-wall")
    assert t.letter("loki", "use seer", "next", "draw") == ["played"] * 3
    assert t.side("thor")["hand"] == "frigg, shield-wall"
    assert t.side("thor")["deck"] == ""
    assert t.side("loki")["pile"] == "seer"


def test_19_1_a_single_card_is_drawn_unasked() -> None:
    """With one card in the enemy deck nothing is asked after it."""
    t = seer("frigg")
    assert t.letter("loki", "use seer") == ["played"]
    assert t.owed == ["loki turn"]


def test_19_1_needs_a_card_in_the_enemy_deck() -> None:
    """The Seer cannot be played against an empty deck (7.2)."""
    t = seer("")
    assert t.letter("loki", "use seer")[0].startswith("refused 7.2")
    assert "use seer" not in t.legal("loki")
    assert t.side("loki")["hand"] == "seer"


def test_19_1_must_draw_three() -> None:
    """Where three must be drawn (R19), all three come without asking."""
    t = seer("frigg, shield-wall, seer, hel", options=MUST)
    assert t.letter("loki", "use seer", "draw") == ["played", "played"]
    assert t.side("thor")["hand"] == "frigg, seer, shield-wall"
    assert t.side("thor")["deck"] == "hel"


def test_19_1_must_draw_still_settles_one_after_the_other() -> None:
    """Where three must be drawn, each placing is asked before the next card, and stopping is not possible."""
    t = seer("tyr, frigg, hirdman, hel", options=MUST)
    assert t.letter("loki", "use seer") == ["played"]
    assert t.owed == ["loki place"]
    assert t.side("thor")["deck"] == "frigg, hirdman, hel"
    assert t.letter("loki", "place A") == ["played"]
    assert t.owed == ["loki place"]
    assert t.side("thor")["deck"] == "hel"
    assert t.letter("loki", "stop") != ["played"]
    assert t.letter("loki", "place C") == ["played"]
    assert t.owed == ["loki turn"]
    assert t.side("thor")["A"] == "tyr+, baldr"
    assert t.side("thor")["C"] == "hirdman+"


def test_19_1_must_draw_while_the_deck_lasts() -> None:
    """Where three must be drawn, a shorter deck is drawn to its end."""
    t = seer("frigg, hel", options=MUST)
    assert t.letter("loki", "use seer", "draw") == ["played", "played"]
    assert t.side("thor")["hand"] == "frigg, hel"


def test_19_1_silence_means_stop() -> None:
    """A player asked for a next card who does not answer has stopped (8.7)."""
    t = seer("frigg, hel, tyr")
    assert t.letter("loki", "use seer") == ["played"]
    t.silent("loki")
    assert t.owed == ["loki turn"]
    assert t.side("thor")["deck"] == "hel, tyr"
    assert t.side("loki")["pile"] == "seer"


@pytest.mark.parametrize("card", ["ravens", "female-archer", "viking-warriors", "huscarl", "tyr"])
@pytest.mark.parametrize(("column", "after"), [("A", "baldr"), ("B", "longships, odin"), ("C", "")])
def test_19_2_strength_1_or_more_is_placed(card: str, column: str, after: str) -> None:
    """A drawn card of strength 1 or more, Ravens and Female Archer too (R20), goes face up to row 1 as chosen."""
    t = seer(f"{card}, hirdman")
    assert t.letter("loki", "use seer") == ["played"]
    assert t.owed == ["loki place"]
    assert t.letter("loki", f"place {column}") == ["played"]
    assert t.side("thor")[column] == f"{card}+, {after}".rstrip(", ")
    assert t.side("thor")["hand"] == ""
    assert t.side("thor")["pile"] == "freya"


def test_19_2_columns_may_be_named_beforehand() -> None:
    """Columns named beforehand are used in turn for the cards that are placed."""
    t = seer("tyr, hirdman, ravens, hel")
    assert t.letter("loki", "use seer to B, C") == ["played"]
    assert t.side("thor")["B"] == "tyr+, longships, odin"
    if t.owed == ["loki seer"]:
        assert t.letter("loki", "next") == ["played"]
    assert t.side("thor")["C"] == "hirdman+"


@pytest.mark.parametrize("column", [FULL, "thor+", "thor+, frigg"])
def test_19_2_not_a_full_column_nor_thors(column: str) -> None:
    """A drawn card may not be placed in a column of 4 cards, nor in front of Thor."""
    t = seer("tyr, hirdman", thor={"A": column})
    assert t.letter("loki", "use seer") == ["played"]
    assert t.letter("loki", "place A")[0].startswith("refused 19.2")
    assert t.side("thor")["A"] == column
    assert t.letter("loki", "place C") == ["played"]
    assert t.side("thor")["C"] == "tyr+"


@pytest.mark.parametrize("columns", ["A", "B, A", "B, C, B, C"])
def test_19_2_closed_or_too_many_columns_cannot_be_named_beforehand(columns: str) -> None:
    """A column of 4 cards cannot be named beforehand, nor more columns than the Seer draws cards."""
    t = seer("tyr, hirdman, huscarl", thor={"A": FULL})
    assert t.letter("loki", f"use seer to {columns}")[0].startswith("refused 19.2")
    assert t.side("loki")["hand"] == "seer"
    assert t.side("thor")["deck"] == "tyr, hirdman, huscarl"


def test_19_2_the_only_possible_column_is_taken_unasked() -> None:
    """With one possible column only, the drawn card goes there unasked."""
    t = seer("tyr, hirdman", thor={"A": FULL, "B": "thor+"})
    assert t.letter("loki", "use seer") == ["played"]
    assert t.side("thor")["C"] == "tyr+"
    assert t.owed == ["loki seer"]


def test_19_2_no_possible_column_discards() -> None:
    """With no possible column the drawn card goes onto the opponent's pile."""
    t = seer("tyr, hirdman", thor={"A": FULL, "B": "thor+", "C": FILLED})
    assert t.letter("loki", "use seer", "stop") == ["played", "played"]
    assert t.side("thor")["pile"] == "freya, tyr"
    assert t.side("thor")["hand"] == ""
    assert t.side("loki")["pile"] == "seer"


def test_19_2_only_the_seers_player_chooses() -> None:
    """The owner of the deck does not choose the column."""
    t = seer("tyr, hirdman")
    assert t.letter("loki", "use seer") == ["played"]
    assert t.letter("thor", "place C") != ["played"]
    assert t.side("thor")["C"] == ""
    assert t.owed == ["loki place"]


def test_19_2_silence_takes_the_first_column() -> None:
    """A player who does not choose has the first possible column in the order A, B, C (8.7)."""
    t = seer("tyr, hirdman", thor={"A": FULL})
    assert t.letter("loki", "use seer") == ["played"]
    t.silent("loki")
    assert t.side("thor")["B"] == "tyr+, longships, odin"


@pytest.mark.parametrize(
    "card", ["thor", "frigg", "shield-wall", "nightmare", "odins-ring", "vidarr", "berserker"]
)
def test_19_3_strength_0_or_none_goes_into_the_hand(card: str) -> None:
    """A drawn card of strength 0 or none, Thor and the Ring too, goes into the opponent's hand."""
    t = seer(f"{card}, hirdman", thor={"hand": "ravens"})
    assert t.letter("loki", "use seer") == ["played"]
    assert t.owed == ["loki seer"]
    assert sorted(t.side("thor")["hand"].split(", ")) == sorted([card, "ravens"])
    assert t.side("thor")["pile"] == "freya"
    assert t.outcome == ""


@pytest.mark.parametrize("card", ["thor", "frigg", "vidarr", "nightmare"])
def test_19_3_with_a_full_hand_it_is_discarded(card: str) -> None:
    """With 12 cards in the opponent's hand the drawn card is discarded, a Nightmare without any effect."""
    t = seer(f"{card}, huscarl", thor={"hand": TWELVE})
    assert t.letter("loki", "use seer") == ["played"]
    assert t.side("thor")["pile"] == f"freya, {card}"
    assert len(t.side("thor")["hand"].split(", ")) == 12
    assert t.side("thor")["A"] == "baldr"


def test_19_3_the_last_place_in_the_hand() -> None:
    """With 11 cards in the opponent's hand the first goes in and the second is discarded."""
    t = seer("frigg, vidarr, huscarl", thor={"hand": TWELVE.removesuffix(", ravens")})
    assert t.letter("loki", "use seer", "next") == ["played", "played"]
    assert "frigg" in t.side("thor")["hand"].split(", ")
    assert t.side("thor")["pile"] == "freya, vidarr"


def test_19_3_a_ring_so_discarded_loses() -> None:
    """The Ring drawn for a full hand is discarded, and its player loses (8.1); the Seer still goes onto the pile."""
    t = seer("odins-ring, huscarl", thor={"hand": TWELVE})
    assert t.letter("loki", "use seer") == ["played"]
    assert t.outcome == "loki 8.1"
    assert t.side("loki")["pile"] == "seer"
    assert t.owed == []


@pytest.mark.parametrize("seat", ["thor", "loki", None])
@pytest.mark.parametrize("card", ["frigg", "tyr"])
def test_19_3_all_drawn_cards_are_seen(seat: str | None, card: str) -> None:
    """Every card that the Seer draws is seen by all (R10), for the hand or for the battlefield."""
    t = seer(f"{card}, huscarl")
    assert t.letter("loki", "use seer") == ["played"]
    (drawn,) = shown(t, seat, "SeerDrew")
    assert (drawn["by"], drawn["of"], drawn["card"]) == ("loki", "thor", f"thor.{card}")


@pytest.mark.parametrize("deck", ["tyr, hel", "frigg, hel"])
def test_19_4_other_lines_wait(deck: str) -> None:
    """Until the Seer is done no other line is played, whether a column or a next card is owed."""
    t = seer(deck)
    told = t.letter("loki", "use seer", "draw")
    assert told[0] == "played"
    assert told[1] != "played"
    assert t.letter("loki", "challenge A") != ["played"]
    assert t.side("loki")["hand"] == ""
    assert t.ap == 2
    done = ["place C", "stop"] if deck.startswith("tyr") else ["stop"]
    assert t.letter("loki", *done, "draw")[-1] == "played"
    assert t.ap == 1


@pytest.mark.parametrize("deck", ["tyr, hel", "frigg, hel"])
def test_19_4_a_free_leader_play_waits_too(deck: str) -> None:
    """Loki may not be laid before the Seer is done."""
    t = seer(deck, loki={"hand": "seer, loki"})
    assert t.letter("loki", "use seer") == ["played"]
    assert t.letter("loki", "lay loki B1") != ["played"]
    assert t.side("loki")["hand"] == "loki"
    done = ["place C", "stop"] if deck.startswith("tyr") else ["stop"]
    assert t.letter("loki", *done, "lay loki B1")[-1] == "played"
    assert t.side("loki")["B"] == "loki+"


def test_19_4_a_standing_lay_waits_too() -> None:
    """A standing order lays Loki only after the Seer is done."""
    t = seer("frigg, hel", loki={"hand": "seer, loki"})
    assert t.letter("loki", "use seer") == ["played"]
    t.letter("loki", "standing lay B")
    assert t.side("loki")["B"] == ""
    assert t.letter("loki", "stop", "standing lay B")[0] == "played"
    assert t.side("loki")["B"] == "loki+"


def test_19_4_the_turn_waits() -> None:
    """With the last point spent on the Seer the turn goes on until he is done (3.5)."""
    t = seer("frigg, tyr, hirdman", ap=1)
    assert t.letter("loki", "use seer") == ["played"]
    assert t.on_turn == "loki"
    assert t.letter("loki", "next") == ["played"]
    assert t.on_turn == "loki"
    assert t.letter("loki", "place C", "stop") == ["played", "played"]
    assert t.on_turn == "thor"


@pytest.mark.parametrize(("played", "pile"), [("after", ""), ("first", "seer")])
def test_19_4_the_seer_lies_on_the_pile_when_done(played: str, pile: str) -> None:
    """The Seer goes onto the pile after his power is done (7.3), or before it where R13 says so."""
    t = seer("frigg, tyr", options={"played": played})
    assert t.letter("loki", "use seer") == ["played"]
    assert t.side("loki")["pile"] == pile
    assert t.letter("loki", "stop") == ["played"]
    assert t.side("loki")["pile"] == "seer"
