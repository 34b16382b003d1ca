"""Chapter 6: challenging."""

import pytest
from board import Board

STRENGTHS = [
    ("frigg", 0),
    ("ravens", 1),
    ("female-archer", 2),
    ("viking-warriors", 3),
    ("frost-giant", 4),
    ("fire-giant", 5),
    ("dragon", 6),
    ("angrboda", 7),
]


def test_6_1_the_front_cards_of_the_column_meet() -> None:
    """A challenge in a column is between the two row-1 cards of that column; all others stay as they lie."""
    t = Board(
        loki={"A": "ravens, frigg", "B": "dragon, frigg"},
        thor={"A": "ravens, baldr", "B": "hirdman, baldr"},
        ap=3,
    )
    assert t.letter("loki", "challenge B") == ["played"]
    assert t.ap == 2
    assert (t.side("loki")["A"], t.side("loki")["B"]) == ("ravens, frigg", "dragon+, frigg")
    assert (t.side("thor")["A"], t.side("thor")["B"]) == ("ravens, baldr", "baldr")
    for seat in ("loki", "thor", None):
        assert t.kinds(seat)[0] == "Challenged 6.1"
        assert t.told(seat)[0].fields == {"by": "loki", "column": "B"}


def test_6_1_not_from_an_empty_own_column() -> None:
    """Without an own card in the column there is no challenge."""
    t = Board(loki={"A": "dragon"}, thor={"A": "ravens", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge B")[0].startswith("refused 6.1")
    assert t.ap == 3


def test_6_1_not_against_an_empty_enemy_column() -> None:
    """Without an enemy card in the column there is no challenge."""
    t = Board(loki={"A": "dragon", "B": "dragon"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "challenge B")[0].startswith("refused 6.1")
    assert t.side("loki")["B"] == "dragon"


def test_6_1_the_legal_challenges_are_the_columns_where_both_have_cards() -> None:
    """Only columns with cards on both sides are listed for a challenge."""
    t = Board(loki={"A": "dragon", "B": "dragon"}, thor={"B": "ravens", "C": "ravens"}, ap=3)
    assert [move for move in t.legal("loki") if move.startswith("challenge")] == ["challenge B"]


@pytest.mark.parametrize(
    ("seat", "card"),
    [
        ("loki", "loki+"),
        ("loki", "odins-crown"),
        ("loki", "shield-wall"),
        ("loki", "nightmare"),
        ("loki", "baldr"),
        ("loki", "freya"),
        ("loki", "hel"),
        ("loki", "odin"),
        ("loki", "berserker"),
        ("loki", "idunn"),
        ("loki", "longships"),
        ("loki", "seer"),
        ("loki", "valkyries"),
        ("loki", "vidarr"),
        ("loki", "gungnir"),
        ("thor", "thor+"),
        ("thor", "odins-ring"),
        ("thor", "shield-wall"),
        ("thor", "nightmare"),
        ("thor", "mjolnir"),
    ],
)
def test_6_2_these_cards_never_initiate_a_challenge(seat: str, card: str) -> None:
    """Cards without strength, Thor, Loki, Ring, Crown, Shield Wall and Nightmare do not challenge."""
    sides = {"loki": {"A": "ravens"}, "thor": {"A": "ravens"}}
    sides[seat] = {"A": card}
    t = Board(**sides, turn=seat, ap=3)  # type: ignore[arg-type]
    assert t.letter(seat, "challenge A")[0].startswith("refused 6.2")
    assert t.side(seat)["A"] == card
    assert t.ap == 3
    assert "challenge A" not in t.legal(seat)


@pytest.mark.parametrize("card", ["loki+", "odins-crown", "shield-wall", "nightmare", "baldr"])
def test_6_2_nor_do_they_flank(card: str) -> None:
    """A flank is a challenge: the same cards do not initiate it (20.2)."""
    t = Board(
        loki={"hand": "vidarr", "A": card, "C": "ravens"}, thor={"A": "ravens, ravens", "C": "ravens"}, ap=3
    )
    assert t.letter("loki", "use vidarr A A2")[0].startswith("refused 6.2")
    assert t.side("loki")["hand"] == "vidarr"
    assert t.letter("loki", "use vidarr C C1") == ["played"]


@pytest.mark.parametrize("card", [name for name, _ in STRENGTHS])
def test_6_2_every_other_card_may_initiate_a_challenge(card: str) -> None:
    """Cards with a strength that 6.2 does not name may challenge, Frigg with her 0 too."""
    t = Board(loki={"A": card}, thor={"A": "baldr", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]


@pytest.mark.parametrize("challenger", ["ravens", "angrboda", "frigg"])
def test_6_3_the_leader_is_not_challenged_from_the_opposing_column(challenger: str) -> None:
    """A Thor/Loki in front of the enemy column cannot be challenged by the card facing it."""
    t = Board(loki={"A": challenger}, thor={"A": "thor+, ravens"}, ap=3)
    assert t.letter("loki", "challenge A")[0].startswith("refused 6.3")
    assert t.side("thor")["A"] == "thor+, ravens"
    assert "challenge A" not in t.legal("loki")


def test_6_4_both_cards_are_turned_face_up() -> None:
    """Both cards of a challenge are turned up, seen by all, the loser too."""
    t = Board(loki={"A": "dragon", "B": "baldr"}, thor={"A": "hirdman", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    for seat in ("loki", "thor", None):
        turned = [one for one in t.told(seat) if one.kind == "TurnedUp"]
        assert sorted(one.fields["card"] for one in turned) == ["loki.dragon", "thor.hirdman"]
        assert {one.rule for one in turned} == {"6.4"}


def test_6_4_a_card_that_lay_face_up_is_not_turned_again() -> None:
    """Only cards that lay face down are turned."""
    t = Board(loki={"A": "dragon+"}, thor={"A": "hirdman", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    turned = [one.fields["card"] for one in t.told("loki") if one.kind == "TurnedUp"]
    assert turned == ["thor.hirdman"]


@pytest.mark.parametrize("own", STRENGTHS[1:])
@pytest.mark.parametrize("enemy", [("ravens", 1), ("female-archer", 2), ("hirdman", 4), ("einherjar", 6)])
def test_6_5_higher_strength_wins(own: tuple[str, int], enemy: tuple[str, int]) -> None:
    """Of two different strengths the higher stays face up, and the lower lies on its player's pile."""
    t = Board(
        loki={"A": own[0], "B": "baldr", "pile": "hel"},
        thor={"A": enemy[0], "B": "baldr", "pile": "hel"},
        ap=3,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    wins = own[1] > enemy[1]
    loses = own[1] < enemy[1]
    assert t.side("loki")["A"] == (f"{own[0]}+" if wins else "")
    assert t.side("loki")["pile"] == ("hel" if wins else f"hel, {own[0]}")
    assert t.side("thor")["A"] == (f"{enemy[0]}+" if loses else "")
    assert t.side("thor")["pile"] == ("hel" if loses else f"hel, {enemy[0]}")


def test_6_5_the_loser_is_seen_on_its_pile() -> None:
    """The discard cites 6.5 and is seen by all with the card."""
    t = Board(loki={"A": "ravens", "B": "baldr"}, thor={"A": "hirdman"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    for seat in ("loki", "thor", None):
        (gone,) = [one for one in t.told(seat) if one.kind == "Discarded"]
        assert (gone.rule, gone.fields["card"], gone.fields["of"]) == ("6.5", "loki.ravens", "loki")
        assert gone.fields["place"] == "A1"
        assert gone.fields["bottom"] is False


@pytest.mark.parametrize(
    ("own", "enemy"),
    [
        ("frigg", "frigg"),
        ("ravens", "ravens"),
        ("female-archer", "female-archer"),
        ("frost-giant", "hirdman"),
        ("angrboda", "tyr"),
    ],
)
def test_6_6_equal_strengths_are_both_discarded(own: str, enemy: str) -> None:
    """In a tie both cards go to their piles."""
    t = Board(loki={"A": f"{own}, baldr"}, thor={"A": f"{enemy}, hel"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert (t.side("loki")["A"], t.side("loki")["pile"]) == ("baldr", own)
    assert (t.side("thor")["A"], t.side("thor")["pile"]) == ("hel", enemy)
    assert [kind for kind in t.kinds() if kind.startswith("Discarded")] == ["Discarded 6.6"] * 2


@pytest.mark.parametrize("holder", ["loki", "thor"])
def test_6_6_idunn_decides_a_tie(holder: str) -> None:
    """With Idunn on top of one pile, that player's card of the tie stays."""
    sides = {"loki": {"A": "ravens", "B": "baldr"}, "thor": {"A": "ravens", "B": "baldr"}}
    sides[holder]["pile"] = "idunn"
    other = "thor" if holder == "loki" else "loki"
    t = Board(**sides, ap=3)  # type: ignore[arg-type]
    assert t.letter("loki", "challenge A") == ["played"]
    assert (t.side(holder)["A"], t.side(holder)["pile"]) == ("ravens+", "idunn")
    assert (t.side(other)["A"], t.side(other)["pile"]) == ("", "ravens")


@pytest.mark.parametrize("challenger", ["frigg", "ravens", "dragon"])
@pytest.mark.parametrize("target", ["baldr", "hel", "mjolnir"])
@pytest.mark.parametrize("pile", ["ravens", "idunn"])
def test_6_7_a_target_without_strength_loses(challenger: str, target: str, pile: str) -> None:
    """A challenged card without strength loses to any strength, 0 too, under Idunn too; the challenger stays."""
    t = Board(loki={"A": challenger}, thor={"A": target, "B": "ravens", "pile": pile}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == f"{challenger}+"
    assert t.side("thor")["pile"] == f"{pile}, {target}"
    assert "Discarded 6.7" in t.kinds()


@pytest.mark.parametrize("challenger", ["frigg", "ravens", "dragon"])
@pytest.mark.parametrize("pile", ["", "idunn"])
def test_6_7_the_treasure_loses_when_challenged(challenger: str, pile: str) -> None:
    """A challenged Ring loses against any card: against a 0, and with its player's Idunn on top (R4)."""
    t = Board(loki={"A": challenger}, thor={"A": "odins-ring", "B": "ravens", "pile": pile}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == f"{challenger}+"
    assert t.side("loki")["pile"] == ""
    assert t.outcome == "loki 8.1"


def test_6_7_the_crown_loses_when_challenged() -> None:
    """A challenged Crown loses against a 0 too."""
    t = Board(thor={"A": "frigg"}, loki={"A": "odins-crown", "B": "ravens"}, turn="thor", ap=3)
    assert t.letter("thor", "challenge A") == ["played"]
    assert t.side("thor")["A"] == "frigg+"
    assert t.outcome == "thor 8.1"


def test_6_8_a_challenge_is_never_compulsory() -> None:
    """A player who could challenge may spend every point on something else."""
    t = Board(loki={"A": "dragon"}, thor={"A": "baldr"}, ap=2)
    assert t.letter("loki", "draw", "draw") == ["played", "played"]
    assert t.on_turn == "thor"
    assert t.side("thor")["A"] == "baldr"


def test_6_8_a_last_possible_challenge_must_be_made() -> None:
    """While a challenge is the only action left the game goes on, and waits for it."""
    t = Board(
        loki={"A": "dragon", "B": "dragon", "deck": ""}, thor={"A": "baldr, baldr", "C": "ravens"}, ap=2
    )
    assert [move for move in t.legal("loki") if move.startswith(("draw", "lay", "challenge", "use"))] == [
        "challenge A"
    ]
    assert t.letter("loki", "challenge A") == ["played"]
    assert (t.outcome, t.on_turn, t.ap) == ("", "loki", 1)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.on_turn == "thor"


@pytest.mark.parametrize("challenger", ["ravens", "dragon", "angrboda", "frigg"])
def test_6_9_a_shield_wall_beats_its_challenger(challenger: str) -> None:
    """A challenged Shield Wall stays, whatever the strengths (16.1)."""
    t = Board(loki={"A": challenger, "B": "baldr"}, thor={"A": "shield-wall"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["A"] == "shield-wall+"
    assert t.side("loki")["pile"] == challenger


def test_6_9_a_female_archer_beats_a_shield_wall() -> None:
    """A Female Archer from the battlefield discards a Shield Wall (16.2)."""
    t = Board(loki={"A": "female-archer", "B": "baldr"}, thor={"A": "shield-wall", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "female-archer+"
    assert t.side("thor")["pile"] == "shield-wall"


def test_6_9_a_nightmare_clears_the_column() -> None:
    """A challenged Nightmare takes both sides' cards of its column (14.1)."""
    t = Board(loki={"A": "dragon, hel", "B": "baldr"}, thor={"A": "nightmare, tyr", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert (t.side("loki")["A"], t.side("thor")["A"]) == ("", "")
    assert sorted(t.side("loki")["pile"].split(", ")) == ["dragon", "hel"]
    assert sorted(t.side("thor")["pile"].split(", ")) == ["nightmare", "tyr"]


def test_6_9_frigg_beats_tyr_when_she_challenges() -> None:
    """Frigg's 0 beats Tyr's 7 when she is the challenger (13.4)."""
    t = Board(loki={"A": "frigg", "B": "baldr"}, thor={"A": "tyr", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "frigg+"
    assert t.side("thor")["pile"] == "tyr"


def test_6_9_frigg_loses_to_angrboda_when_challenged() -> None:
    """Angrboda beats Frigg when Angrboda is the challenger (13.4)."""
    t = Board(loki={"A": "angrboda"}, thor={"A": "frigg", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "angrboda+"
    assert t.side("thor")["pile"] == "frigg"
