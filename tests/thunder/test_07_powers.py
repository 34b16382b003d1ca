"""Chapter 7: playing a mythological card."""

import pytest
from board import Board

ELEVEN = (
    "ravens, ravens, ravens, female-archer, female-archer, baldr, seer, vidarr, shield-wall, nightmare, idunn"
)


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("baldr", "use baldr A1 B1"),
        ("berserker", "use berserker"),
        ("freya", "use freya"),
        ("frigg", "use frigg hand"),
        ("gungnir", "use gungnir A1"),
        ("hel", "use hel odin"),
        ("idunn", "use idunn"),
        ("longships", "use longships viking-warriors"),
        ("odin", "use odin 1"),
        ("ravens", "use ravens A"),
        ("seer", "use seer to A"),
        ("valkyries", "use valkyries A1 B1"),
        ("vidarr", "use vidarr A A1"),
    ],
)
def test_7_1_the_used_card_lies_on_top_of_the_own_pile(card: str, line: str) -> None:
    """A power is used from the hand, and the card then tops its player's pile: all 13 powers of 7.5."""
    pile = "viking-warriors, ravens, hel" if card == "odin" else "viking-warriors, odin"
    t = Board(
        loki={"hand": card, "A": "dragon, dragon", "pile": pile},
        thor={"hand": "frigg", "A": "hirdman, hirdman", "pile": "huscarl", "deck": "ravens"},
        ap=3,
    )
    assert line in t.legal("loki") or card == "seer"
    assert t.letter("loki", line) == ["played"]
    assert t.side("loki")["pile"].split(", ")[-1] == card
    assert card not in t.side("loki")["hand"].split(", ")
    for seat in ("loki", "thor", None):
        first = t.told(seat)[0]
        assert (first.kind, first.rule, first.fields) == (
            "Played",
            "7.1",
            {"by": "loki", "card": f"loki.{card}"},
        )
    assert t.ap == 2


@pytest.mark.parametrize("line", ["use odin 1", "use freya", "use hel odin"])
def test_7_1_a_power_works_from_the_own_hand_only(line: str) -> None:
    """A card on the battlefield, in the pile or in the enemy's hand cannot be used for its power."""
    t = Board(
        loki={"hand": "ravens", "A": "dragon, hel", "pile": "odin, ravens, longships"},
        thor={"hand": "freya", "A": "hirdman", "pile": "tyr"},
        ap=3,
    )
    assert t.letter("loki", line)[0].startswith("refused 7.1")
    assert t.side("loki")["pile"] == "odin, ravens, longships"
    assert t.ap == 3


def test_7_1_a_captured_ravens_goes_to_the_own_pile() -> None:
    """A captured card used for its power lies on the pile of the player who used it."""
    t = Board(loki={"hand": "ravens*", "A": "dragon"}, thor={"A": "hirdman"}, ap=3)
    assert t.letter("loki", "use ravens A") == ["played"]
    assert t.side("loki")["pile"] == "ravens*"
    assert t.side("thor")["A"] == "hirdman+"


@pytest.mark.parametrize(
    ("line", "loki", "thor"),
    [
        pytest.param("use hel dragon", {}, {}, id="hel, empty pile"),
        pytest.param("use seer", {}, {"deck": ""}, id="seer, empty enemy deck"),
        pytest.param("use frigg hand", {}, {"A": "hirdman+"}, id="frigg, empty enemy hand"),
        pytest.param("use frigg A", {}, {"A": "hirdman+, ravens+"}, id="frigg, column face up"),
        pytest.param("use frigg B", {}, {"A": "hirdman+"}, id="frigg, empty column"),
        pytest.param("use gungnir A1", {}, {"A": ""}, id="gungnir, empty enemy side"),
        pytest.param("use valkyries A1 B1", {}, {"A": ""}, id="valkyries, empty enemy side"),
        pytest.param("use valkyries A1 B1", {}, {"A": "thor+"}, id="valkyries, only the leader"),
        pytest.param("use baldr A1 B1", {"A": "loki+"}, {}, id="baldr, only the leader"),
        pytest.param("use vidarr A A1", {"A": "", "B": "dragon"}, {}, id="vidarr, no outer column"),
        pytest.param("use vidarr A A1", {"A": "shield-wall"}, {}, id="vidarr, no challenger"),
        pytest.param("use vidarr A A1", {}, {"A": "", "B": "hirdman"}, id="vidarr, no card to flank"),
        pytest.param("use vidarr A A1", {}, {"A": "thor+"}, id="vidarr, only the leader to flank"),
        pytest.param("use freya", {}, {}, id="freya, empty enemy pile"),
        pytest.param("use freya", {}, {"pile": "ravens, frigg"}, id="freya, strength 0 on top"),
        pytest.param("use freya", {}, {"pile": "ravens, baldr"}, id="freya, no strength on top"),
    ],
)
def test_7_2_a_power_needs_something_it_can_do(line: str, loki: dict[str, str], thor: dict[str, str]) -> None:
    """A power without anything to do is refused and is not among the legal moves."""
    card = line.split()[1]
    t = Board(loki={"A": "dragon", "hand": card, **loki}, thor={"A": "hirdman", **thor}, ap=3)
    assert t.letter("loki", line)[0].startswith("refused")
    assert t.side("loki")["hand"] == card
    assert t.ap == 3
    assert not [move for move in t.legal("loki") if move.startswith(f"use {card}")]


@pytest.mark.parametrize(
    ("line", "thor"),
    [
        ("use seer", {"A": "hirdman", "deck": ""}),
        ("use frigg hand", {"A": "hirdman"}),
        ("use frigg A", {"A": "hirdman+"}),
    ],
)
def test_7_2_the_refusal_cites_7_2(line: str, thor: dict[str, str]) -> None:
    """Seer on an empty deck and Frigg with nothing to see are refused by 7.2 itself."""
    t = Board(loki={"hand": line.split()[1], "A": "dragon"}, thor=thor, ap=3)
    assert t.letter("loki", line)[0].startswith("refused 7.2")


def test_7_2_hel_on_an_empty_pile_cites_7_2() -> None:
    """Hel with an empty own pile is refused by 7.2."""
    t = Board(loki={"hand": "hel", "A": "dragon"}, thor={"A": "hirdman"}, ap=3)
    assert t.letter("loki", "use hel ravens")[0].startswith("refused 7.2")


def test_7_2_freya_cites_13_1() -> None:
    """Freya's condition is 13.1."""
    t = Board(loki={"hand": "freya", "A": "dragon"}, thor={"A": "hirdman", "pile": "baldr"}, ap=3)
    assert t.letter("loki", "use freya")[0].startswith("refused 13.1")


@pytest.mark.parametrize("line", ["use odin 0", "use longships none"])
def test_7_2_odin_and_longships_may_be_played_for_nothing(line: str) -> None:
    """Odin and Longships may be played with nothing to fetch (R5)."""
    card = line.split()[1]
    t = Board(loki={"hand": card, "A": "dragon", "pile": "hel"}, thor={"A": "hirdman"}, ap=3)
    assert line in t.legal("loki")
    assert t.letter("loki", line) == ["played"]
    assert t.side("loki")["pile"] == f"hel, {card}"
    assert t.ap == 2


@pytest.mark.parametrize("played", ["last", "first"])
def test_7_3_hel_cannot_take_itself(played: str) -> None:
    """The Hel that is being played is no card of the pile for its own power, in either value of R13."""
    options = {"played": "first"} if played == "first" else {}
    t = Board(
        loki={"hand": "hel", "A": "dragon", "pile": "odin"}, thor={"A": "hirdman"}, ap=3, options=options
    )
    assert "use hel odin" in t.legal("loki")
    assert "use hel hel" not in t.legal("loki")
    assert t.letter("loki", "use hel hel")[0].startswith("refused")
    assert t.side("loki")["hand"] == "hel"
    empty = Board(loki={"hand": "hel", "A": "dragon"}, thor={"A": "hirdman"}, ap=3, options=options)
    assert not [move for move in empty.legal("loki") if move.startswith("use hel")]


@pytest.mark.parametrize(
    ("options", "pile"), [({}, "hel, loki, ravens"), ({"played": "first"}, "hel, ravens, loki")]
)
def test_7_3_the_played_card_comes_onto_the_pile_after_its_power(options: dict[str, str], pile: str) -> None:
    """What falls by a power lies below the played card, and above it in the second value (R13)."""
    t = Board(
        loki={"hand": "ravens", "A": "loki+, dragon", "pile": "hel"},
        thor={"A": "hirdman"},
        ap=4,
        options=options,
    )
    assert t.letter("loki", "use ravens own") == ["played"]
    assert t.side("loki")["pile"] == pile


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ({}, ["Played 7.1", "Shifted 9.1", "Finished 7.3"]),
        ({"played": "first"}, ["Played 7.1", "Finished 7.3", "Shifted 9.1"]),
    ],
)
def test_7_3_all_see_when_the_played_card_comes_onto_the_pile(
    options: dict[str, str], kinds: list[str]
) -> None:
    """The card's coming onto the pile is told to all, after its power, or before it in the second value."""
    t = Board(loki={"hand": "baldr", "A": "dragon, hel"}, thor={"A": "hirdman"}, ap=3, options=options)
    assert t.letter("loki", "use baldr A1 A2") == ["played"]
    for seat in ("loki", "thor", None):
        assert t.kinds(seat) == kinds
        (finished,) = [one for one in t.told(seat) if one.kind == "Finished"]
        assert finished.fields == {"by": "loki", "card": "loki.baldr", "bottom": False}


@pytest.mark.parametrize(
    ("card", "loki", "thor"),
    [
        ("hel", {}, {}),
        ("freya", {}, {}),
        ("seer", {}, {"deck": ""}),
        ("baldr", {"A": "loki+"}, {}),
        ("valkyries", {}, {"A": "thor+"}),
        ("vidarr", {}, {"A": "thor+"}),
        ("berserker", {}, {"pile": "berserker"}),
        ("idunn", {}, {"pile": "idunn"}),
        ("ravens", {}, {"A": ""}),
        ("frigg", {}, {"A": "hirdman+"}),
        ("gungnir", {}, {"A": ""}),
    ],
)
def test_7_4_laying_is_never_barred_by_the_rules_of_powers(
    card: str, loki: dict[str, str], thor: dict[str, str]
) -> None:
    """A card whose power has nothing to do, or is barred, can still be laid on the battlefield."""
    t = Board(loki={"hand": card, "A": "dragon", **loki}, thor={"A": "hirdman", **thor}, ap=3)
    assert t.letter("loki", f"lay {card} B1") == ["played"]
    assert t.side("loki")["B"] == card


@pytest.mark.parametrize("card", ["ravens", "vidarr"])
def test_7_4_laying_is_not_barred_in_the_first_turn(card: str) -> None:
    """A card whose power is a challenge can be laid in the first turn."""
    t = Board(loki={"hand": card, "A": "dragon"}, thor={"A": "hirdman"}, ap=3, first_turn=True)
    assert t.letter("loki", f"lay {card} B1") == ["played"]


@pytest.mark.parametrize("card", ["female-archer", "shield-wall", "nightmare", "odins-crown", "dragon"])
def test_7_5_these_cards_have_no_power_from_the_hand(card: str) -> None:
    """Female Archer, Shield Wall, Nightmare, the Crown and cards without symbol cannot be used."""
    t = Board(loki={"hand": card, "A": "dragon"}, thor={"hand": "frigg", "A": "hirdman"}, ap=3)
    assert not [move for move in t.legal("loki") if move.startswith("use ")]
    for line in (f"use {card}", f"use {card} A1", f"use {card} A"):
        assert t.letter("loki", line)[0].startswith("refused 7.5")
    assert t.side("loki")["hand"] == card
    assert (t.ap, t.side("thor")["A"]) == (3, "hirdman")


def test_7_5_a_berserker_on_the_battlefield_has_no_effect() -> None:
    """Only on top of the pile Berserker makes Viking Warriors strong."""
    t = Board(loki={"A": "viking-warriors, berserker", "B": "baldr"}, thor={"A": "hirdman+"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "viking-warriors"


def test_7_5_an_idunn_on_the_battlefield_has_no_effect() -> None:
    """Idunn on the battlefield decides no tie."""
    t = Board(loki={"A": "ravens, idunn"}, thor={"A": "ravens", "B": "baldr"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert (t.side("loki")["pile"], t.side("thor")["pile"]) == ("ravens", "ravens")


def test_7_5_ravens_on_the_battlefield_have_no_power() -> None:
    """Ravens on the battlefield challenge as a 1 and do nothing else."""
    t = Board(loki={"A": "ravens", "B": "baldr"}, thor={"A": "viking-warriors"}, ap=3)
    assert not [move for move in t.legal("loki") if move.startswith("use ")]
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "ravens"


def test_7_6_hel_takes_a_card_from_a_hand_of_twelve() -> None:
    """Hel has left a hand of twelve when it takes its card."""
    t = Board(loki={"hand": ELEVEN + ", hel", "A": "dragon", "pile": "dragon"}, thor={"A": "hirdman"}, ap=3)
    assert t.letter("loki", "use hel dragon") == ["played"]
    assert len(t.side("loki")["hand"].split(", ")) == 12
    assert t.side("loki")["pile"] == "hel"


def test_7_6_freya_takes_a_card_from_a_hand_of_twelve() -> None:
    """Freya has left a hand of twelve when she takes the enemy's card."""
    t = Board(loki={"hand": ELEVEN + ", freya", "A": "dragon"}, thor={"A": "hirdman", "pile": "tyr"}, ap=3)
    assert t.letter("loki", "use freya") == ["played"]
    assert "tyr*" in t.side("loki")["hand"]
    assert len(t.side("loki")["hand"].split(", ")) == 12


def test_7_6_odin_takes_at_most_one_from_a_hand_of_twelve() -> None:
    """With Odin among twelve cards one Ravens can be taken, and not two."""
    t = Board(
        loki={"hand": ELEVEN + ", odin", "A": "dragon", "pile": "ravens, ravens, ravens"},
        thor={"A": "hirdman"},
        ap=3,
    )
    assert {"use odin 0", "use odin 1"} <= set(t.legal("loki"))
    assert "use odin 2" not in t.legal("loki")
    assert t.letter("loki", "use odin 2")[0].startswith(("refused 7.6", "refused 17.2"))
    assert t.letter("loki", "use odin 1") == ["played"]
    assert t.side("loki")["pile"] == "ravens, ravens, odin"


def test_7_6_longships_take_at_most_one_from_a_hand_of_twelve() -> None:
    """With Longships among twelve cards one card can be taken, and not two."""
    t = Board(
        loki={"hand": ELEVEN + ", longships", "A": "dragon", "pile": "viking-warriors, viking-warriors"},
        thor={"A": "hirdman"},
        ap=3,
    )
    (verdict,) = t.letter("loki", "use longships viking-warriors, viking-warriors")
    assert verdict.startswith(("refused 7.6", "refused 17.2"))
    assert t.letter("loki", "use longships viking-warriors") == ["played"]
    assert t.side("loki")["pile"] == "viking-warriors, longships"


@pytest.mark.parametrize(
    ("options", "kept", "pile"),
    [
        ({}, "viking-warriors+", "berserker, vidarr"),
        ({"played": "first"}, "", "berserker, vidarr, viking-warriors"),
    ],
)
def test_7_7_the_own_berserker_still_tops_the_pile_during_a_flank(
    options: dict[str, str], kept: str, pile: str
) -> None:
    """Viking Warriors flank with 6 under their own Berserker; if Vidarr goes on the pile first, with 3 (R13)."""
    t = Board(
        loki={"hand": "vidarr", "A": "viking-warriors", "B": "baldr", "pile": "berserker"},
        thor={"A": "huscarl", "B": "ravens"},
        ap=3,
        options=options,
    )
    assert t.letter("loki", "use vidarr A A1") == ["played"]
    assert t.side("loki")["A"] == kept
    assert t.side("loki")["pile"] == pile


@pytest.mark.parametrize(
    ("options", "kept", "pile"),
    [({}, "ravens+", "idunn, vidarr"), ({"played": "first"}, "", "idunn, vidarr, ravens")],
)
def test_7_7_the_own_idunn_still_tops_the_pile_during_a_flank(
    options: dict[str, str], kept: str, pile: str
) -> None:
    """A tied flank is won under their own Idunn; if Vidarr goes on the pile first, it is a tie (R13)."""
    t = Board(
        loki={"hand": "vidarr", "A": "ravens", "B": "baldr", "pile": "idunn"},
        thor={"A": "tyr, ravens", "B": "ravens"},
        ap=3,
        options=options,
    )
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("loki")["A"] == kept
    assert t.side("loki")["pile"] == pile


@pytest.mark.parametrize(
    ("options", "pile"), [({}, "hel, ravens, vidarr"), ({"played": "first"}, "hel, vidarr, ravens")]
)
def test_7_7_fallen_cards_lie_below_vidarr(options: dict[str, str], pile: str) -> None:
    """The flanking card that falls goes onto the pile before Vidarr, and after it in the second value."""
    t = Board(
        loki={"hand": "vidarr", "A": "ravens", "B": "baldr", "pile": "hel"},
        thor={"A": "tyr", "B": "ravens"},
        ap=3,
        options=options,
    )
    assert t.letter("loki", "use vidarr A A1") == ["played"]
    assert t.side("loki")["pile"] == pile


@pytest.mark.parametrize(
    ("options", "pile"),
    [({}, "berserker, hel, nightmare"), ({"played": "first"}, "hel, nightmare, berserker")],
)
def test_7_7_the_own_berserker_still_tops_the_pile_during_ravens(options: dict[str, str], pile: str) -> None:
    """A Berserker that falls by Ravens goes under the enemy's Berserker, which the Ravens do not cover yet."""
    t = Board(
        loki={"hand": "ravens", "B": "baldr", "pile": "berserker"},
        thor={"A": "nightmare, berserker", "B": "ravens", "pile": "hel"},
        ap=3,
        options=options,
    )
    assert t.letter("loki", "use ravens A") == ["played"]
    assert t.side("thor")["pile"] == pile
    assert t.side("loki")["pile"] == "berserker, ravens"
