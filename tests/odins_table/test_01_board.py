"""Chapter 1: board, pieces and cards."""

from collections import Counter

import pytest
from by_hand import NAMES, Table, cards, discards, facts, opening, pieces, side, steps, table


def begun() -> Table:
    """A game at its first turn."""
    t = opening()
    t.letter("odin", "place 9 7 5 3 1 0")
    t.letter("thor", "place 8 6 4 2 0 2")
    return t


def test_1_1_six_columns_and_five_ranks() -> None:
    """The board ends at a and f, and at 1 and 5: there is no way off it, and no square beyond."""
    for corner, near in (("a2", "b"), ("f2", "e")):
        reached = {line[3:] for line in steps(table(side(corner), side("c4")), "odin")}
        assert {square[0] for square in reached} == {corner[0], near}
    assert {line[3:] for line in steps(table(side("c1"), side("f5")), "odin")} == {
        "b1",
        "d1",
        "b2",
        "c2",
        "d2",
    }
    for line in ("f2-g2", "c5-c6", "a1-a0"):
        assert table(side("c3"), side("f4")).letter("odin", line) == ["misread"]


@pytest.mark.parametrize(("seat", "line"), [("odin", "c4-c5"), ("thor", "c2-c1")])
def test_1_1_rank_1_is_odins_fortress_and_rank_5_thors(seat: str, line: str) -> None:
    """Forward is towards the other's fortress: Odin goes up the ranks, Thor down."""
    t = table(side("c4"), side("c2"), turn=seat)
    assert t.letter(seat, line) == ["played"]
    assert t.view(None).half(seat).home == 1


def test_1_2_six_pieces_on_the_own_fortress() -> None:
    """Each side begins with a piece on every square of its fortress, and none lost."""
    t = opening()
    assert pieces(t, "odin") == "a1 b1 c1 d1 e1 f1"
    assert pieces(t, "thor") == "a5 b5 c5 d5 e5 f5"
    assert (t.view(None).odin.captured, t.view(None).thor.captured) == (0, 0)


def test_1_2_the_first_turns() -> None:
    """From there a piece steps forward or diagonally forward: sixteen lines."""
    assert len(steps(begun(), "odin")) == 16


def test_1_3_both_decks_are_alike_and_have_27_cards() -> None:
    """What is shuffled is 27 cards a side, of the same kinds and numbers."""
    decks = _decks()
    assert sum(decks["odin"].values()) == sum(decks["thor"].values()) == 27
    assert decks["odin"] == decks["thor"]
    assert set(decks["odin"]) == set(NAMES)


def _decks() -> dict[str, Counter[str]]:
    """The kinds of cards of both decks, as they are shuffled."""
    t = opening()
    return {
        one.of: Counter(card.split(".")[1] for card in one.cards)  # type: ignore[attr-defined]
        for one in t.events
        if type(one).__name__ == "Shuffled"
    }


@pytest.mark.parametrize(("number", "name"), list(enumerate(NAMES)))
def test_1_3_the_values_of_the_cards(number: int, name: str) -> None:
    """A card fights with its value: each turned up in an attack shows its name."""
    t = table(side("c3", f"..{number}..."), side("c4", "..5..."))
    t.letter("odin", "c3xc4")
    assert facts(t, None, "TurnedUp")[1]["card"] == name
    assert discards(t, "odin") == str(number)
    assert pieces(t, "odin") == ("c4" if number >= 5 else "")


def test_1_3_names_and_values_mean_the_same_cards() -> None:
    """In an order a card is written by its value or by its name."""
    for by_name, by_value in (
        ("odin frigg thor freyr tyr hel", "987654"),
        ("freyja baldr loki hel tyr hugin-munin", "321450"),
    ):
        t = opening(odin=by_value)
        assert t.letter("odin", "place " + by_name) == ["played"]
        assert t.letter("thor", "place 8 6 4 2 0 2") == ["played"]
        assert cards(t, "odin") == list(by_value)


def test_1_4_three_of_each_but_two_of_the_three_highest() -> None:
    """Two Odins, two Friggs, two Thors; three of every other card."""
    assert _decks()["odin"] == Counter({name: 2 if number >= 7 else 3 for number, name in enumerate(NAMES)})


def test_1_5_discards_are_open_and_the_draw_pile_is_not() -> None:
    """Everybody reads the whole discard pile in its order; of the draw pile only the number of cards."""
    t = table(side("c3", "..9...", deck="246", discards="37"), side("c4", "..5..."))
    t.letter("odin", "c3xc4")
    for seat in ("odin", "thor", None):
        half = t.view(seat).odin
        assert ([face.rpartition(".")[2] for face in half.discards], half.deck_size) == (
            ["freyja", "thor", "odin"],
            2,
        )


def test_1_6_odin_and_thor_in_orders_are_cards() -> None:
    """Whoever writes it, `odin` and `thor` are cards of the writer's own deck, never a side."""
    t = opening(odin="975310", thor="978654")
    assert t.letter("thor", "place thor odin frigg freyr tyr hel") == ["played"]
    assert t.letter("odin", "place thor odin tyr freyja loki hugin-munin") == ["played"]
    assert (cards(t, "thor"), cards(t, "odin")) == (list("798654"), list("795310"))
