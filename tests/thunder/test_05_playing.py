"""Chapter 5: playing a card onto the battlefield."""

import pytest
from board import Board

LOKI_CARDS = [
    "odins-crown",
    "angrboda",
    "dragon",
    "viking-warriors",
    "female-archer",
    "ravens",
    "shield-wall",
    "nightmare",
    "frigg",
    "baldr",
    "freya",
    "hel",
    "odin",
    "berserker",
    "idunn",
    "longships",
    "seer",
    "valkyries",
    "vidarr",
    "gungnir",
]


@pytest.mark.parametrize("card", LOKI_CARDS)
def test_5_1_any_card_but_the_leader_may_be_laid(card: str) -> None:
    """Every card of the hand except Thor/Loki can be laid, face down."""
    t = Board(loki={"hand": card, "A": "ravens"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", f"lay {card} A2") == ["played"]
    assert t.side("loki")["A"] == f"ravens, {card}"
    assert t.side("loki")["hand"] == ""
    assert t.kinds() == ["Laid 5.1"]


def test_5_1_a_captured_card_may_be_laid() -> None:
    """A captured card is laid face down like an own one."""
    t = Board(loki={"hand": "tyr*", "A": "ravens"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "lay tyr A1") == ["played"]
    assert t.side("loki")["A"] == "tyr*, ravens"


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_5_1_at_any_row_to_one_past_the_last(size: int) -> None:
    """A column of n cards takes a card at the rows 1 to n + 1, and at no other."""
    held = ", ".join(["ravens"] * size)
    rows = []
    for row in (1, 2, 3, 4):
        t = Board(loki={"hand": "hel", "A": held, "B": "ravens"}, thor={"A": "ravens"}, ap=3)
        (verdict,) = t.letter("loki", f"lay hel A{row}")
        if verdict == "played":
            assert t.side("loki")["A"].split(", ").index("hel") == row - 1
            rows.append(row)
        else:
            assert verdict.startswith(("refused 5.1", "refused 2.2"))
    assert rows == list(range(1, size + 2))


def test_5_1_not_into_a_column_of_four() -> None:
    """A column of four cards takes no more."""
    t = Board(loki={"hand": "hel", "A": "ravens, ravens, ravens, ravens"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "lay hel A1")[0].startswith(("refused 5.1", "refused 2.1"))
    assert t.letter("loki", "lay hel B1") == ["played"]


def test_5_1_only_a_card_of_the_own_hand() -> None:
    """A card that is not in the hand cannot be laid."""
    t = Board(loki={"hand": "hel", "A": "ravens"}, thor={"hand": "odin", "A": "ravens"}, ap=3)
    (verdict,) = t.letter("loki", "lay odin A1")
    assert verdict.startswith("refused 5.1")
    assert t.side("loki")["A"] == "ravens"
    assert t.ap == 3


def test_5_1_the_legal_placings_are_all_rows_of_all_columns() -> None:
    """The listed moves hold each row of each column to one past the last, and nothing else."""
    t = Board(loki={"hand": "hel", "A": "ravens, ravens", "B": "ravens"}, thor={"A": "ravens"}, ap=3)
    places = sorted(move.split()[-1] for move in t.legal("loki") if move.startswith("lay hel"))
    assert places == ["A1", "A2", "A3", "B1", "B2", "C1"]


def test_5_1_a_laid_card_lies_hidden() -> None:
    """The opponent is told where a card was laid, and not which."""
    t = Board(loki={"hand": "nightmare", "A": "ravens"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "lay nightmare A2") == ["played"]
    seen_by_all = {"by": "loki", "back": "loki", "column": "A", "row": 2}
    assert [one.fields for one in t.told("loki")] == [{**seen_by_all, "card": "loki.nightmare"}]
    for seat in ("thor", None):
        assert t.kinds(seat) == ["Laid 5.1"]
        assert [one.fields for one in t.told(seat)] == [seen_by_all]


def test_5_2_never_in_front_of_the_leader() -> None:
    """Row 1 of the column of their own Thor/Loki is closed, the rows behind are open."""
    t = Board(loki={"hand": "hel", "A": "loki+, ravens"}, thor={"A": "ravens"}, ap=4)
    assert t.letter("loki", "lay hel A1")[0].startswith("refused 5.2")
    assert t.side("loki")["A"] == "loki+, ravens"
    assert t.letter("loki", "lay hel A2") == ["played"]
    assert t.side("loki")["A"] == "loki+, hel, ravens"


def test_5_2_the_enemys_leader_closes_nothing_on_the_own_side() -> None:
    """An enemy Thor/Loki in the facing column does not bar row 1 of their own column."""
    t = Board(loki={"hand": "hel", "A": "ravens"}, thor={"A": "thor+"}, ap=3)
    assert t.letter("loki", "lay hel A1") == ["played"]


@pytest.mark.parametrize("card", ["baldr", "hel", "idunn"])
def test_5_3_a_card_without_strength_is_a_bluff(card: str) -> None:
    """A card without strength can be laid, and then cannot challenge."""
    t = Board(loki={"hand": card, "A": "ravens"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", f"lay {card} A1") == ["played"]
    assert t.letter("loki", "challenge A")[0].startswith("refused 6.2")
    assert t.side("loki")["A"] == f"{card}, ravens"


@pytest.mark.parametrize("challenger", ["frigg", "ravens", "angrboda"])
def test_5_3_a_card_without_strength_loses_when_challenged(challenger: str) -> None:
    """Whatever challenges a card without strength wins, a strength of 0 too."""
    t = Board(loki={"A": challenger}, thor={"A": "baldr", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == f"{challenger}+"
    assert t.side("thor")["A"] == ""
    assert t.side("thor")["pile"] == "baldr"


def test_5_4_an_empty_column_takes_a_laid_card() -> None:
    """A card from the hand may open an empty column (5.1)."""
    t = Board(loki={"hand": "hel", "A": "ravens"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "lay hel C1") == ["played"]
    assert t.side("loki")["C"] == "hel"


def test_5_4_an_empty_column_takes_a_moved_card() -> None:
    """Baldr and Valkyries may move a card into an empty column (9.1)."""
    t = Board(loki={"hand": "baldr, valkyries", "A": "ravens, frigg"}, thor={"A": "ravens, frigg"}, ap=3)
    assert t.letter("loki", "use baldr A2 C1", "use valkyries A1 B1") == ["played", "played"]
    assert t.side("loki")["C"] == "frigg"
    assert t.side("thor")["B"] == "ravens"


def test_5_4_an_empty_column_takes_the_leader() -> None:
    """Thor/Loki may open an empty column (10.1)."""
    t = Board(loki={"hand": "loki", "A": "ravens"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "lay loki B1") == ["played"]
    assert t.side("loki")["B"] == "loki+"


def test_5_4_an_empty_column_takes_a_card_hit_by_ravens() -> None:
    """A card hit in the hand may be placed into an empty enemy column (15.5)."""
    t = Board(loki={"hand": "ravens", "A": "baldr"}, thor={"hand": "tyr", "A": "ravens"}, ap=3, lots=[0])
    assert t.letter("loki", "use ravens hand to C") == ["played"]
    assert t.side("thor")["C"] == "tyr+"


def test_5_4_an_empty_column_takes_a_card_drawn_by_the_seer() -> None:
    """A card drawn by the Seer may be placed into an empty enemy column (19.2)."""
    t = Board(loki={"hand": "seer", "A": "baldr"}, thor={"A": "ravens", "deck": "tyr, frigg, baldr"}, ap=3)
    assert t.letter("loki", "use seer to C") == ["played"]
    assert t.side("thor")["C"] == "tyr+"
