"""Chapter 15: the Ravens."""

from typing import Any

import pytest
from board import Board


def shown(t: Board, seat: str | None, kind: str) -> list[dict[str, Any]]:
    """The fields of every event of one kind that a seat was shown."""
    return [dict(one.fields) for one in t.told(seat) if one.kind == kind]


def against(card: str) -> Board:
    """Loki holds Ravens; `card` is the front card of Thor's column B."""
    return Board(
        loki={"hand": "ravens", "A": "vidarr"},
        thor={"A": "vidarr", "B": f"{card}, seer", "pile": "odin"},
        ap=3,
    )


def test_15_1_laid_on_the_battlefield() -> None:
    """Ravens may be laid face down like any card, and nothing is hit by that."""
    t = Board(loki={"hand": "ravens", "A": "hel"}, thor={"hand": "hel", "A": "seer", "B": "ravens"}, ap=3)
    assert t.letter("loki", "lay ravens B1") == ["played"]
    assert t.side("loki")["B"] == "ravens"
    assert t.side("thor")["B"] == "ravens"
    assert t.side("thor")["hand"] == "hel"


@pytest.mark.parametrize(
    ("target", "loki", "thor"),
    [
        ("frigg", "ravens+", ""),
        ("hel", "ravens+", ""),
        ("ravens", "", ""),
        ("female-archer", "", "female-archer+"),
        ("hirdman", "", "hirdman+"),
        ("shield-wall", "", "shield-wall+"),
    ],
)
def test_15_1_there_they_challenge_as_a_1(target: str, loki: str, thor: str) -> None:
    """Ravens on the battlefield challenge as any card of strength 1, without their power from the hand."""
    t = Board(loki={"A": "ravens", "B": "odin"}, thor={"A": target, "B": "odin"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == loki
    assert t.side("thor")["A"] == thor


def test_15_1_there_they_cannot_challenge_thor() -> None:
    """Ravens on the battlefield cannot challenge Thor (6.3): that is a power from the hand."""
    t = Board(loki={"A": "ravens"}, thor={"A": "thor+"}, ap=3)
    assert t.letter("loki", "challenge A")[0].startswith("refused 6.3")
    assert t.side("thor")["A"] == "thor+"


def test_15_1_there_the_power_cannot_be_used() -> None:
    """Ravens on the battlefield cannot be used: with none in hand the line is not played."""
    t = Board(loki={"hand": "hel", "A": "ravens"}, thor={"A": "frigg"}, ap=3)
    assert t.letter("loki", "use ravens A") != ["played"]
    assert "use ravens A" not in t.legal("loki")
    assert t.side("thor")["A"] == "frigg"
    assert t.side("loki")["A"] == "ravens"


@pytest.mark.parametrize("card", ["frigg", "ravens", "ravens+", "frigg+", "hel", "baldr+", "berserker"])
def test_15_2_strength_0_or_1_or_none_is_discarded(card: str) -> None:
    """A front card of strength 0 or 1, or without strength (R15), that Ravens hit is discarded."""
    t = against(card)
    assert t.letter("loki", "use ravens B") == ["played"]
    assert t.side("thor")["B"] == "seer"
    assert t.side("thor")["pile"] == f"odin, {card.rstrip('+')}"
    assert t.side("loki")["pile"] == "ravens"
    assert t.side("loki")["hand"] == ""
    assert t.ap == 2


@pytest.mark.parametrize(
    "card", ["female-archer", "viking-warriors", "hirdman", "huscarl", "einherjar+", "tyr"]
)
def test_15_2_strength_2_to_7_stays_face_up(card: str) -> None:
    """A front card of strength 2 to 7 that Ravens hit is turned up and stays."""
    t = against(card)
    assert t.letter("loki", "use ravens B") == ["played"]
    assert t.side("thor")["B"] == f"{card.rstrip('+')}+, seer"
    assert t.side("thor")["pile"] == "odin"
    assert t.side("loki")["pile"] == "ravens"
    assert t.ap == 2


@pytest.mark.parametrize("seat", ["thor", "loki", None])
def test_15_2_all_see_the_card_turned_up(seat: str | None) -> None:
    """The card that Ravens turn up is seen by all."""
    t = against("hirdman")
    assert t.letter("loki", "use ravens B") == ["played"]
    (up,) = shown(t, seat, "TurnedUp")
    assert (up["of"], up["column"], up["row"], up["card"]) == ("thor", "B", 1, "thor.hirdman")


def test_15_2_only_the_front_card() -> None:
    """Ravens hit the front card alone; the cards behind stay face down."""
    t = Board(loki={"hand": "ravens", "A": "hel"}, thor={"B": "tyr, ravens, frigg"}, ap=3)
    assert t.letter("loki", "use ravens B") == ["played"]
    assert t.side("thor")["B"] == "tyr+, ravens, frigg"


def test_15_2_own_front_cards_need_not_face_it() -> None:
    """Ravens hit a column that no own card faces."""
    t = against("frigg")
    assert t.side("loki")["B"] == ""
    assert "use ravens B" in t.legal("loki")
    assert t.letter("loki", "use ravens B") == ["played"]
    assert t.side("thor")["pile"] == "odin, frigg"


def test_15_3_a_shield_wall_stays() -> None:
    """A Shield Wall on the battlefield that Ravens hit stays, face up."""
    t = against("shield-wall")
    assert t.letter("loki", "use ravens B") == ["played"]
    assert t.side("thor")["B"] == "shield-wall+, seer"
    assert t.side("thor")["pile"] == "odin"
    assert t.side("loki")["pile"] == "ravens"


def test_15_3_the_ring_is_lost() -> None:
    """Ravens that hit the Ring in front win the game (8.1), and still go onto their pile (8.6)."""
    t = against("odins-ring")
    assert t.letter("loki", "use ravens B", "draw")[0] == "played"
    assert t.outcome == "loki 8.1"
    assert t.side("loki")["pile"] == "ravens"


def test_15_3_a_nightmare_fells_the_column() -> None:
    """Ravens that hit a Nightmare in front fell its column on both sides (14.1)."""
    t = Board(
        loki={"hand": "ravens", "A": "hel", "B": "dragon"}, thor={"A": "hel", "B": "nightmare, seer"}, ap=3
    )
    assert t.letter("loki", "use ravens B") == ["played"]
    assert t.side("loki")["B"] == ""
    assert t.side("loki")["pile"] == "dragon, ravens"
    assert t.side("thor")["pile"] == "nightmare, seer"


def test_15_4_the_enemys_leader_is_discarded() -> None:
    """Ravens against Thor in front of a column discard him at once; the column moves up."""
    t = against("thor+")
    assert t.letter("loki", "use ravens B") == ["played"]
    assert t.side("thor")["B"] == "seer"
    assert t.side("thor")["pile"] == "odin, thor"
    assert t.side("loki")["pile"] == "ravens"


def test_15_4_thors_ravens_against_loki() -> None:
    """Thor's Ravens discard Loki too."""
    t = Board(thor={"hand": "ravens", "A": "hel"}, loki={"B": "loki+", "C": "hel"}, turn="thor", ap=3)
    assert t.letter("thor", "use ravens B") == ["played"]
    assert t.side("loki")["B"] == ""
    assert t.side("loki")["pile"] == "loki"


def test_15_4_ones_own_leader_is_discarded() -> None:
    """Ravens against one's own leader discard it; the turn keeps its 4 points (10.6)."""
    t = Board(loki={"hand": "ravens", "A": "loki+, hel", "pile": "seer"}, thor={"A": "hel"})
    assert t.ap == 4
    assert "use ravens own" in t.legal("loki")
    assert t.letter("loki", "use ravens own") == ["played"]
    assert t.side("loki")["A"] == "hel"
    assert t.side("loki")["pile"] == "seer, loki, ravens"
    assert t.ap == 3


def test_15_4_no_other_own_card() -> None:
    """Without an own leader in play Ravens have no own target."""
    t = Board(loki={"hand": "ravens", "A": "frigg+", "B": "ravens"}, thor={"A": "hel"}, ap=3)
    assert t.letter("loki", "use ravens own")[0].startswith(("refused 15.4", "refused 15.6"))
    assert "use ravens own" not in t.legal("loki")
    assert t.side("loki")["A"] == "frigg+"


def hand(card: str, **given: Any) -> Board:
    """Loki's Ravens will hit `card` in Thor's hand; both have room in every column unless told otherwise."""
    thor = {
        "hand": f"dragon*, {card}, seer",
        "A": "hel",
        "B": "baldr, ravens",
        "pile": "odin",
        **given.pop("thor", {}),
    }
    return Board(loki={"hand": "ravens", "A": "hel"}, thor=thor, ap=given.pop("ap", 3), lots=[1], **given)


@pytest.mark.parametrize(
    "card", ["ravens", "frigg", "shield-wall", "thor", "ravens*", "berserker", "valkyries"]
)
def test_15_5_strength_0_or_1_or_none_is_discarded(card: str) -> None:
    """A card hit in the hand without strength, or with 0 or 1, is discarded, Thor and Shield Wall too."""
    t = hand(card)
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.side("thor")["hand"] == "dragon*, seer"
    assert t.side("thor")["pile"] == f"odin, {card}"
    assert t.side("loki")["pile"] == "ravens"
    assert t.owed == ["loki turn"]


@pytest.mark.parametrize("card", ["female-archer", "viking-warriors", "hirdman", "tyr", "frost-giant*"])
@pytest.mark.parametrize("column", ["A", "B", "C"])
def test_15_5_strength_2_to_7_is_placed(card: str, column: str) -> None:
    """A card of strength 2 to 7 hit in the hand goes face up to row 1 of an enemy column that Loki chooses."""
    t = hand(card)
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.owed == ["loki place"]
    before = t.side("thor")[column]
    assert t.letter("loki", f"place {column}") == ["played"]
    word = card.replace("*", "+*") if "*" in card else f"{card}+"
    assert t.side("thor")[column] == f"{word}, {before}".rstrip(", ")
    assert t.side("thor")["hand"] == "dragon*, seer"
    assert t.side("thor")["pile"] == "odin"
    assert t.side("loki")["pile"] == "ravens"
    assert t.ap == 2
    assert t.owed == ["loki turn"]


def test_15_5_the_answer_may_stand_in_the_same_letter() -> None:
    """The next line of the same letter may place the card."""
    t = hand("tyr")
    assert t.letter("loki", "use ravens hand", "place C", "draw") == ["played"] * 3
    assert t.side("thor")["C"] == "tyr+"
    assert t.ap == 1


def test_15_5_the_column_may_be_named_beforehand() -> None:
    """A column named beforehand takes the card without asking."""
    t = hand("tyr")
    assert t.letter("loki", "use ravens hand to C", "draw") == ["played", "played"]
    assert t.side("thor")["C"] == "tyr+"
    assert t.ap == 1


def test_15_5_named_beforehand_for_nothing() -> None:
    """A column named beforehand means nothing if the card hit is discarded."""
    t = hand("frigg")
    assert t.letter("loki", "use ravens hand to C") == ["played"]
    assert t.side("thor")["C"] == ""
    assert t.side("thor")["pile"] == "odin, frigg"
    assert t.owed == ["loki turn"]


@pytest.mark.parametrize(
    "column", ["shield-wall, shield-wall, shield-wall, shield-wall", "thor+, shield-wall", "thor+"]
)
def test_15_5_not_a_full_column_nor_thors(column: str) -> None:
    """The card may not be placed in a column of 4 cards nor in one with Thor in front."""
    t = hand("tyr", thor={"A": column})
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.letter("loki", "place A")[0].startswith("refused 15.5")
    assert t.side("thor")["A"] == column
    assert t.owed == ["loki place"]
    assert t.letter("loki", "place B") == ["played"]
    assert t.side("thor")["B"] == "tyr+, baldr, ravens"


@pytest.mark.parametrize(
    "column", ["shield-wall, shield-wall, shield-wall, shield-wall", "thor+, shield-wall"]
)
def test_15_5_a_closed_column_cannot_be_named_beforehand(column: str) -> None:
    """A column of 4 cards, or one with Thor in front, cannot be named beforehand."""
    t = hand("tyr", thor={"A": column})
    assert t.letter("loki", "use ravens hand to A")[0].startswith("refused 15.5")
    assert t.side("loki")["hand"] == "ravens"
    assert t.side("thor")["hand"] == "dragon*, seer, tyr"


def test_15_5_a_column_is_named_for_a_card_of_the_hand_only() -> None:
    """Ravens against a front card place nothing, so no column can be named with them."""
    t = hand("tyr")
    assert t.letter("loki", "use ravens B to C")[0].startswith("refused 15.5")
    assert t.side("loki")["hand"] == "ravens"
    assert t.side("thor")["B"] == "baldr, ravens"


FULL = "shield-wall, shield-wall, shield-wall, shield-wall"
FILLED = "ravens, ravens, ravens, ravens"


def test_15_5_the_only_possible_column_is_taken_unasked() -> None:
    """With one possible column only, the card goes there unasked."""
    t = hand("tyr", thor={"A": FULL, "B": "thor+"})
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.side("thor")["C"] == "tyr+"
    assert t.owed == ["loki turn"]


def test_15_5_no_possible_column_discards() -> None:
    """With no possible column the card is discarded, whatever its strength."""
    t = hand("tyr", thor={"A": FULL, "B": "thor+", "C": FILLED})
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.side("thor")["pile"] == "odin, tyr"
    assert [t.side("thor")[column] for column in "ABC"] == [FULL, "thor+", FILLED]
    assert t.owed == ["loki turn"]


def test_15_5_other_lines_wait() -> None:
    """While a column is owed, other lines of the writer are not played; after the answer they are."""
    t = hand("tyr")
    told = t.letter("loki", "use ravens hand", "draw")
    assert told[0] == "played"
    assert told[1] != "played"
    assert t.side("loki")["hand"] == ""
    assert t.letter("loki", "challenge A") != ["played"]
    assert t.ap == 2
    assert t.letter("loki", "place C", "draw") == ["played", "played"]
    assert t.ap == 1


def test_15_5_the_leader_waits_too() -> None:
    """A free leader play waits as well while a column is owed."""
    t = Board(loki={"hand": "ravens, loki", "A": "hel"}, thor={"hand": "tyr", "A": "hel"}, ap=3, lots=[0])
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.letter("loki", "lay loki B1") != ["played"]
    assert t.side("loki")["B"] == ""
    assert t.letter("loki", "place C", "lay loki B1") == ["played", "played"]


def test_15_5_the_turn_waits_for_the_answer() -> None:
    """With the last point spent on the Ravens the turn goes on until the column is chosen (3.5)."""
    t = hand("tyr", ap=1)
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.on_turn == "loki"
    assert t.letter("loki", "place C") == ["played"]
    assert t.on_turn == "thor"


def test_15_5_only_the_ravens_player_chooses() -> None:
    """The owner of the card hit does not choose the column."""
    t = hand("tyr")
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.letter("thor", "place C") != ["played"]
    assert t.owed == ["loki place"]
    assert t.side("thor")["C"] == ""


@pytest.mark.parametrize("index", [0, 1, 2])
def test_15_5_any_card_of_the_hand_may_be_hit(index: int) -> None:
    """The lot decides which card of the hand is hit; all of them can be."""
    cards = ["frigg", "hel", "shield-wall"]
    t = Board(
        loki={"hand": "ravens", "A": "hel"}, thor={"hand": ", ".join(cards), "A": "seer"}, ap=3, lots=[index]
    )
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.side("thor")["pile"] == cards[index]


@pytest.mark.parametrize("seat", ["thor", "loki", None])
@pytest.mark.parametrize("card", ["frigg", "tyr"])
def test_15_5_seen_by_all(seat: str | None, card: str) -> None:
    """The card hit in the hand is seen by all, discarded or placed."""
    t = hand(card)
    assert t.letter("loki", "use ravens hand") == ["played"]
    (hit,) = shown(t, seat, "Picked")
    assert (hit["by"], hit["of"], hit["card"]) == ("loki", "thor", f"thor.{card}")


def test_15_5_a_nightmare_fells_the_hand() -> None:
    """A Nightmare hit in the hand fells the whole hand (14.3)."""
    t = hand("nightmare")
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.side("thor")["hand"] == ""
    assert t.side("thor")["pile"] == "odin, dragon*, nightmare, seer"


def test_15_5_the_ring_is_lost() -> None:
    """The Ring hit in the hand loses the game for its player (8.1)."""
    t = hand("odins-ring")
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.outcome == "loki 8.1"
    assert t.side("loki")["pile"] == "ravens"


def test_15_5_silence_takes_the_first_column() -> None:
    """A player who does not choose has the first possible column in the order A, B, C (8.7)."""
    t = hand("tyr", thor={"A": "thor+"})
    assert t.letter("loki", "use ravens hand") == ["played"]
    t.silent("loki")
    assert t.side("thor")["B"] == "tyr+, baldr, ravens"


def test_15_6_no_card_in_that_column() -> None:
    """Ravens against a column without an enemy card are refused."""
    t = Board(loki={"hand": "ravens", "A": "hel", "B": "seer"}, thor={"A": "seer"}, ap=3)
    assert t.letter("loki", "use ravens B")[0].startswith("refused 15.6")
    assert t.side("loki")["hand"] == "ravens"


def test_15_6_no_card_in_the_enemy_hand() -> None:
    """Ravens against an empty enemy hand are refused."""
    t = Board(loki={"hand": "ravens", "A": "hel"}, thor={"A": "seer"}, ap=3)
    assert t.letter("loki", "use ravens hand")[0].startswith("refused 15.6")
    assert "use ravens hand" not in t.legal("loki")


def test_15_6_no_leader_in_play() -> None:
    """Ravens against an own leader that is not in play are refused."""
    t = Board(loki={"hand": "ravens, loki", "A": "hel"}, thor={"A": "seer"}, ap=3)
    assert t.letter("loki", "use ravens own")[0].startswith("refused 15.6")


def test_15_6_each_kind_of_target_is_offered() -> None:
    """Each front card, their own leader and the hand are targets when they are there."""
    t = Board(loki={"hand": "ravens", "A": "loki+"}, thor={"hand": "hel", "A": "seer", "C": "ravens"}, ap=3)
    legal = t.legal("loki")
    for line in ("use ravens A", "use ravens C", "use ravens own", "use ravens hand"):
        assert line in legal
    assert "use ravens B" not in legal
