"""Chapter 4: drawing."""

import pytest
from board import Board

TWELVE = "ravens, ravens, ravens, female-archer, female-archer, baldr, seer, vidarr, hel, freya, odin, idunn"


@pytest.mark.parametrize("seat", ["loki", "thor"])
def test_4_1_the_top_card_of_the_own_deck_is_taken(seat: str) -> None:
    """A draw takes the top card of their own deck into the hand, and no other card moves."""
    side = {"hand": "baldr", "A": "ravens", "deck": "frigg, hel, odin"}
    other = "thor" if seat == "loki" else "loki"
    t = Board(loki=side, thor=side, turn=seat, ap=3)
    assert t.letter(seat, "draw") == ["played"]
    assert t.side(seat)["hand"] == "baldr, frigg"
    assert t.side(seat)["deck"] == "hel, odin"
    assert t.side(other)["deck"] == "frigg, hel, odin"
    assert t.kinds(seat) == ["Drew 4.1"]


def test_4_1_the_next_draw_takes_the_next_card() -> None:
    """Draws take the deck from the top downwards."""
    t = Board(loki={"A": "ravens", "deck": "frigg, hel, odin, seer"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "draw", "draw") == ["played", "played"]
    assert t.side("loki")["hand"] == "frigg, hel"
    assert t.side("loki")["deck"] == "odin, seer"


def test_4_1_the_drawn_card_is_shown_to_its_drawer_only() -> None:
    """The drawer sees the card; the opponent and onlookers see that a card was drawn."""
    t = Board(loki={"A": "ravens", "deck": "frigg, hel"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "draw") == ["played"]
    assert [one.fields for one in t.told("loki")] == [{"by": "loki", "card": "loki.frigg"}]
    for seat in ("thor", None):
        assert t.kinds(seat) == ["Drew 4.1"]
        assert [one.fields for one in t.told(seat)] == [{"by": "loki"}]


def test_4_2_no_draw_from_an_empty_deck() -> None:
    """With an empty deck a draw is refused, and the pile is not shuffled in."""
    t = Board(
        loki={"hand": "baldr", "A": "ravens", "deck": "", "pile": "hel, odin"}, thor={"A": "ravens"}, ap=3
    )
    assert t.letter("loki", "draw")[0].startswith("refused 4.2")
    assert t.side("loki")["pile"] == "hel, odin"
    assert t.side("loki")["hand"] == "baldr"
    assert t.ap == 3
    assert "draw" not in t.legal("loki")


def test_4_2_the_last_card_can_be_drawn() -> None:
    """The last card of the deck is drawn like any other; the next draw is refused."""
    t = Board(loki={"hand": "baldr", "A": "ravens", "deck": "hel"}, thor={"A": "ravens"}, ap=3)
    first, second = t.letter("loki", "draw", "draw")
    assert (first, second[:11]) == ("played", "refused 4.2")
    assert t.side("loki")["hand"] == "baldr, hel"


def test_4_2_no_draw_with_twelve_cards_in_the_hand() -> None:
    """With twelve cards in the hand a draw is refused."""
    t = Board(loki={"hand": TWELVE, "A": "ravens", "deck": "dragon"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "draw")[0].startswith(("refused 4.2", "refused 3.6"))
    assert t.side("loki")["deck"] == "dragon"
    assert "draw" not in t.legal("loki")


def test_4_2_with_eleven_cards_in_the_hand_a_draw_is_legal() -> None:
    """A card laid from a hand of twelve makes room for a draw."""
    t = Board(loki={"hand": TWELVE, "A": "ravens", "deck": "dragon"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "lay baldr B1", "draw") == ["played", "played"]
    assert t.side("loki")["deck"] == ""
    assert len(t.side("loki")["hand"].split(", ")) == 12


def test_4_2_captured_cards_count_among_the_twelve() -> None:
    """A captured card takes a place in the hand."""
    hand = TWELVE.replace("idunn", "hirdman*")
    t = Board(loki={"hand": hand, "A": "ravens", "deck": "dragon"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "draw")[0].startswith(("refused 4.2", "refused 3.6"))
