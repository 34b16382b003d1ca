"""Chapter 17: Hel, Longships, Odin, and captured cards."""

from typing import Any

import pytest
from board import Board

ELEVEN = "ravens, ravens, ravens, ravens, ravens, ravens, ravens, shield-wall, shield-wall, shield-wall, shield-wall"


def shown(t: Board, seat: str | None, kind: str) -> list[dict[str, Any]]:
    """The fields of every event of one kind that a seat was shown."""
    return [dict(one.fields) for one in t.told(seat) if one.kind == kind]


@pytest.mark.parametrize("card", ["ravens", "tyr*", "nightmare", "loki", "berserker"])
def test_17_1_hel_takes_any_one_card(card: str) -> None:
    """Hel takes any one card of their own pile into the hand, a captured one too; then she lies on the pile."""
    t = Board(loki={"hand": "hel", "A": "ravens", "pile": f"seer, {card}, baldr"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", f"use hel {card.rstrip('*')}") == ["played"]
    assert t.side("loki")["hand"] == card
    assert t.side("loki")["pile"] == "seer, baldr, hel"
    assert t.ap == 2


def test_17_1_the_order_of_the_rest_stays() -> None:
    """The cards that Hel leaves keep their order."""
    t = Board(
        loki={"hand": "hel", "A": "ravens", "pile": "ravens, seer, dragon, odin"}, thor={"A": "ravens"}, ap=3
    )
    assert t.letter("loki", "use hel ravens") == ["played"]
    assert t.side("loki")["pile"] == "seer, dragon, odin, hel"


def test_17_1_of_equal_cards_the_one_nearest_the_top() -> None:
    """Of equal cards Hel takes the one nearest the top (R25)."""
    t = Board(
        loki={"hand": "hel", "A": "ravens", "pile": "ravens, seer, ravens, odin"}, thor={"A": "ravens"}, ap=3
    )
    assert t.letter("loki", "use hel ravens") == ["played"]
    assert t.side("loki")["pile"] == "ravens, seer, odin, hel"


def test_17_1_the_opponent_is_not_told_which() -> None:
    """What Hel took is shown to her player alone."""
    t = Board(loki={"hand": "hel", "A": "ravens", "pile": "ravens, dragon"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "use hel dragon") == ["played"]
    (mine,) = shown(t, "loki", "Took")
    assert list(mine["cards"]) == ["loki.dragon"]
    for seat in ("thor", None):
        (theirs,) = shown(t, seat, "Took")
        assert "cards" not in theirs
        assert theirs["count"] == 1
        assert "dragon" not in repr(t.told(seat))


def test_17_1_not_with_an_empty_pile() -> None:
    """Hel cannot be played with nothing in their own pile (7.2)."""
    t = Board(loki={"hand": "hel", "A": "ravens"}, thor={"A": "ravens", "pile": "tyr"}, ap=3)
    assert not [line for line in t.legal("loki") if line.startswith("use hel")]
    assert t.letter("loki", "use hel tyr") != ["played"]
    assert t.letter("loki", "use hel ravens")[0].startswith(("refused 7.2", "refused 17.1"))
    assert t.side("loki")["hand"] == "hel"


def test_17_1_not_a_card_that_is_not_there() -> None:
    """Hel cannot take a card that does not lie in their own pile."""
    t = Board(
        loki={"hand": "hel", "A": "ravens", "pile": "seer"}, thor={"A": "ravens", "pile": "baldr"}, ap=3
    )
    assert t.letter("loki", "use hel baldr")[0].startswith("refused 17.1")
    assert t.side("loki")["hand"] == "hel"
    assert t.side("loki")["pile"] == "seer"


@pytest.mark.parametrize("played", ["after", "first"])
def test_17_1_hel_cannot_take_herself(played: str) -> None:
    """Hel cannot take herself, whenever she goes onto the pile (7.3, R13)."""
    t = Board(
        loki={"hand": "hel", "A": "ravens", "pile": "seer"},
        thor={"A": "ravens"},
        ap=3,
        options={"played": played},
    )
    assert t.letter("loki", "use hel hel")[0].startswith("refused")
    assert "use hel hel" not in t.legal("loki")
    assert t.side("loki")["hand"] == "hel"


def test_17_1_a_taken_leader_may_not_be_played_in_the_same_turn() -> None:
    """Loki taken by Hel may not be laid this turn (R16), but in the next."""
    t = Board(loki={"hand": "hel", "A": "ravens", "pile": "loki"}, thor={"A": "ravens"}, ap=2)
    told = t.letter("loki", "use hel loki", "lay loki B1")
    assert told[0] == "played"
    assert told[1].startswith("refused 17.1")
    assert "lay loki B1" not in t.legal("loki")
    assert t.letter("loki", "draw") == ["played"]
    assert t.letter("thor", "draw") == ["played"]
    assert t.on_turn == "loki"
    assert t.letter("loki", "lay loki B1") == ["played"]
    assert t.side("loki")["B"] == "loki+"


def test_17_1_a_standing_lay_does_not_play_it_either() -> None:
    """A standing order to lay Loki waits for the next turn when Hel took him."""
    t = Board(loki={"hand": "hel", "A": "ravens", "pile": "loki"}, thor={"A": "ravens"}, ap=2)
    assert t.letter("loki", "standing lay B", "use hel loki") == ["played", "played"]
    assert t.side("loki")["B"] == ""
    assert t.letter("loki", "draw") == ["played"]
    assert t.letter("thor", "draw") == ["played"]
    assert t.letter("loki", "draw") == ["played"]
    assert t.side("loki")["B"] == "loki+"


def test_17_1_with_a_full_hand() -> None:
    """Hel played from 12 cards still takes one (7.6)."""
    t = Board(loki={"hand": f"hel, {ELEVEN}", "A": "seer", "pile": "dragon"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "use hel dragon") == ["played"]
    assert len(t.side("loki")["hand"].split(", ")) == 12
    assert "dragon" in t.side("loki")["hand"].split(", ")


@pytest.mark.parametrize(
    ("names", "hand", "pile"),
    [
        (
            "none",
            "",
            "viking-warriors, seer, female-archer, viking-warriors, viking-warriors, hel, longships",
        ),
        (
            "female-archer",
            "female-archer",
            "viking-warriors, seer, viking-warriors, viking-warriors, hel, longships",
        ),
        (
            "viking-warriors, female-archer",
            "female-archer, viking-warriors",
            None,
        ),
        (
            "viking-warriors, viking-warriors, viking-warriors",
            "viking-warriors, viking-warriors, viking-warriors",
            "seer, female-archer, hel, longships",
        ),
        (
            "viking-warriors, viking-warriors, female-archer",
            "female-archer, viking-warriors, viking-warriors",
            None,
        ),
    ],
)
def test_17_2_longships_take_up_to_3(names: str, hand: str, pile: str | None) -> None:
    """Longships take 0 to 3 Viking Warriors and Female Archers as named; the rest stays in order."""
    t = Board(
        loki={
            "hand": "longships",
            "A": "ravens",
            "pile": "viking-warriors, seer, female-archer, viking-warriors, viking-warriors, hel",
        },
        thor={"A": "ravens"},
        ap=3,
    )
    assert t.letter("loki", f"use longships {names}") == ["played"]
    assert t.side("loki")["hand"] == hand
    if pile is not None:
        assert t.side("loki")["pile"] == pile
    rest = t.side("loki")["pile"].split(", ")
    assert [name for name in rest if name in {"seer", "hel", "longships"}] == ["seer", "hel", "longships"]
    assert len(rest) == 7 - len(hand.split(", ")) * bool(hand)
    assert t.ap == 2


@pytest.mark.parametrize(
    "names",
    [
        "viking-warriors, viking-warriors, viking-warriors, female-archer",
        "seer",
        "ravens",
        "viking-warriors, hel",
        "female-archer, female-archer",
    ],
)
def test_17_2_longships_take_nothing_else(names: str) -> None:
    """Longships take no fourth card, no card of another name, and none that is not in the pile."""
    pile = "ravens, seer, viking-warriors, viking-warriors, viking-warriors, female-archer, hel"
    t = Board(loki={"hand": "longships", "A": "ravens", "pile": pile}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", f"use longships {names}")[0].startswith("refused 17.2")
    assert t.side("loki")["hand"] == "longships"
    assert t.side("loki")["pile"] == pile


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_17_2_odin_takes_up_to_3_ravens(count: int) -> None:
    """Odin takes 0 to 3 Ravens from their own pile; the other cards stay in order."""
    t = Board(
        loki={"hand": "odin", "A": "dragon", "pile": "ravens, seer, ravens, hel, ravens, ravens"},
        thor={"A": "ravens"},
        ap=3,
    )
    assert t.letter("loki", f"use odin {count}") == ["played"]
    assert t.side("loki")["hand"] == ", ".join(["ravens"] * count)
    rest = t.side("loki")["pile"].split(", ")
    assert [name for name in rest if name != "ravens"] == ["seer", "hel", "odin"]
    assert rest.count("ravens") == 4 - count
    assert rest[-1] == "odin"
    assert t.ap == 2


@pytest.mark.parametrize(
    ("count", "pile"), [(4, "ravens, ravens, ravens, ravens"), (2, "ravens, seer"), (1, "seer")]
)
def test_17_2_odin_takes_no_more(count: int, pile: str) -> None:
    """Odin takes no fourth Ravens, and no more than lie in the pile."""
    t = Board(
        loki={"hand": "odin", "A": "dragon", "pile": pile}, thor={"A": "ravens", "pile": "ravens"}, ap=3
    )
    assert t.letter("loki", f"use odin {count}")[0].startswith("refused 17.2")
    assert t.side("loki")["hand"] == "odin"
    assert t.side("loki")["pile"] == pile


@pytest.mark.parametrize("name", ["viking-warriors", "seer"])
def test_17_2_odin_takes_ravens_only(name: str) -> None:
    """Odin takes no other card than Ravens."""
    t = Board(
        loki={"hand": "odin", "A": "dragon", "pile": "viking-warriors, ravens, seer"},
        thor={"A": "ravens"},
        ap=3,
    )
    assert t.letter("loki", f"use odin {name}")[0].startswith("refused 17.2")
    assert t.side("loki")["hand"] == "odin"


@pytest.mark.parametrize("line", ["use longships none", "use odin 0"])
def test_17_2_may_be_played_with_nothing_to_fetch(line: str) -> None:
    """Longships and Odin may be played on an empty pile (R5)."""
    t = Board(loki={"hand": "longships, odin", "A": "ravens"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", line) == ["played"]
    assert t.side("loki")["pile"] == line.split()[1]
    assert t.ap == 2


def test_17_2_only_as_many_as_the_hand_has_room_for() -> None:
    """From a full hand Odin, who has left it, takes 1 and no more (3.6, 7.6)."""
    t = Board(
        loki={"hand": f"odin, {ELEVEN}", "A": "hel", "pile": "ravens, ravens"}, thor={"A": "ravens"}, ap=3
    )
    assert t.letter("loki", "use odin 2")[0].startswith(("refused 17.2", "refused 3.6", "refused 7.6"))
    assert t.letter("loki", "use odin 1") == ["played"]
    assert len(t.side("loki")["hand"].split(", ")) == 12
    assert t.side("loki")["pile"] == "ravens, odin"


def test_17_2_longships_too_need_room() -> None:
    """From a full hand Longships take 1 and no more."""
    t = Board(
        loki={"hand": f"longships, {ELEVEN}", "A": "hel", "pile": "viking-warriors, female-archer"},
        thor={"A": "ravens"},
        ap=3,
    )
    told = t.letter("loki", "use longships viking-warriors, female-archer")
    assert told[0].startswith(("refused 17.2", "refused 3.6", "refused 7.6"))
    assert t.letter("loki", "use longships female-archer") == ["played"]
    assert t.side("loki")["pile"] == "viking-warriors, longships"


@pytest.mark.parametrize(
    ("line", "count"),
    [("use longships viking-warriors, female-archer", 2), ("use odin 3", 3), ("use odin 0", 0)],
)
def test_17_2_the_opponent_is_told_how_many_not_which(line: str, count: int) -> None:
    """The opponent and onlookers are told the number of cards taken, not their names."""
    t = Board(
        loki={
            "hand": "longships, odin",
            "A": "hel",
            "pile": "viking-warriors, viking-warriors, female-archer, ravens, ravens, ravens",
        },
        thor={"A": "hel"},
        ap=3,
    )
    assert t.letter("loki", line) == ["played"]
    (mine,) = shown(t, "loki", "Took")
    assert len(mine["cards"]) == count
    for seat in ("thor", None):
        (theirs,) = shown(t, seat, "Took")
        assert theirs["count"] == count
        assert "cards" not in theirs
        assert "viking" not in repr(t.told(seat))
        assert "archer" not in repr(t.told(seat))


def test_17_3_a_captured_card_plays_as_ones_own() -> None:
    """A captured card may be laid and challenges with its strength."""
    t = Board(loki={"hand": "tyr*", "A": "ravens"}, thor={"A": "ravens", "B": "einherjar"}, ap=3)
    assert t.letter("loki", "lay tyr B1", "challenge B") == ["played", "played"]
    assert t.side("loki")["B"] == "tyr+*"
    assert t.side("thor")["pile"] == "einherjar"


@pytest.mark.parametrize("seat", ["thor", None])
def test_17_3_it_keeps_its_foreign_back(seat: str | None) -> None:
    """A captured card laid face down is told to the others by its back alone, which is foreign."""
    t = Board(loki={"hand": "tyr*, ravens", "A": "ravens"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "lay tyr B1", "lay ravens C1") == ["played", "played"]
    captured, own = shown(t, seat, "Laid")
    assert (captured["back"], own["back"]) == ("thor", "loki")
    assert "card" not in captured


def test_17_3_it_is_lost_to_the_own_pile() -> None:
    """A captured card that is lost goes onto the pile of the player who captured it."""
    t = Board(loki={"A": "hirdman*", "B": "ravens"}, thor={"A": "tyr"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "hirdman*"
    assert t.side("thor")["pile"] == ""


def test_17_3_captured_ravens_have_the_power_of_ravens() -> None:
    """Captured Ravens may be used from the hand, and go onto their own pile."""
    t = Board(loki={"hand": "ravens*", "A": "hel"}, thor={"B": "frigg", "C": "hel"}, ap=3)
    assert t.letter("loki", "use ravens B") == ["played"]
    assert t.side("thor")["pile"] == "frigg"
    assert t.side("loki")["pile"] == "ravens*"


def test_17_3_by_name_it_counts_for_longships_and_odin() -> None:
    """Longships take captured Viking Warriors and Odin captured Ravens from their own pile (R8)."""
    t = Board(
        loki={"hand": "longships, odin", "A": "hel", "pile": "viking-warriors*, ravens*"},
        thor={"A": "hel"},
        ap=3,
    )
    assert t.letter("loki", "use longships viking-warriors", "use odin 1") == ["played", "played"]
    assert t.side("loki")["hand"] == "ravens*, viking-warriors*"


def test_17_3_taken_back_it_is_an_own_card_again() -> None:
    """A card that the other Freya takes back has its own player's back again."""
    t = Board(
        loki={"hand": "freya", "A": "frost-giant"},
        thor={"hand": "freya", "A": "hirdman", "B": "tyr", "pile": "ravens"},
        ap=2,
    )
    assert t.letter("loki", "use freya", "draw") == ["played", "played"]
    assert "ravens*" in t.side("loki")["hand"]
    t = Board(
        thor={"hand": "freya", "A": "hirdman"},
        loki={"A": "ravens", "pile": "hel, ravens*"},
        turn="thor",
        ap=3,
    )
    assert t.letter("thor", "use freya", "lay ravens B1") == ["played", "played"]
    assert t.side("thor")["B"] == "ravens"
    assert shown(t, "loki", "Laid")[0]["back"] == "thor"


@pytest.mark.parametrize(
    ("loki", "vague", "clear"),
    [
        ({"hand": "ravens, ravens*", "A": "hel"}, "lay ravens B1", "lay captured ravens B1"),
        ({"hand": "ravens, ravens*", "A": "hel"}, "use ravens A", "use captured ravens A"),
        (
            {"hand": "hel", "A": "seer", "pile": "ravens, ravens*"},
            "use hel ravens",
            "use hel captured ravens",
        ),
        ({"hand": "odin", "A": "hel", "pile": "ravens, ravens*"}, "use odin 1", "use odin captured ravens"),
        (
            {"hand": "longships", "A": "hel", "pile": "viking-warriors, viking-warriors*"},
            "use longships viking-warriors",
            "use longships captured viking-warriors",
        ),
    ],
)
def test_17_3_with_both_the_line_must_say_which(loki: dict[str, str], vague: str, clear: str) -> None:
    """Where an own and a captured card of one name are there, a line that does not say which is not played."""
    t = Board(loki=loki, thor={"A": "frigg", "B": "seer"}, ap=3)
    before = t.side("loki")
    told = t.letter("loki", vague)
    assert len(told) == 1
    assert told != ["played"]
    assert t.side("loki") == before
    assert t.letter("loki", clear) == ["played"]
    assert t.ap == 2


def test_17_3_taking_all_of_a_name_needs_no_more_words() -> None:
    """Where all cards of a name are taken, own and captured, there is nothing to say apart."""
    t = Board(loki={"hand": "odin", "A": "hel", "pile": "ravens, ravens*"}, thor={"A": "seer"}, ap=3)
    assert t.letter("loki", "use odin 2") == ["played"]
    assert t.side("loki")["hand"] == "ravens, ravens*"


def test_17_3_captured_takes_the_captured_one() -> None:
    """With `captured` the captured card is laid, their own one stays in hand."""
    t = Board(loki={"hand": "ravens, ravens*", "A": "hel"}, thor={"A": "seer"}, ap=3)
    assert t.letter("loki", "lay captured ravens B1") == ["played"]
    assert t.side("loki")["B"] == "ravens*"
    assert t.side("loki")["hand"] == "ravens"


def test_17_3_alone_the_name_is_enough() -> None:
    """With only a captured card of that name, or only own ones, the bare name is enough."""
    t = Board(loki={"hand": "ravens*, female-archer, female-archer", "A": "hel"}, thor={"A": "seer"}, ap=3)
    assert t.letter("loki", "lay ravens B1", "lay female-archer C1") == ["played", "played"]
    assert t.side("loki")["B"] == "ravens*"
    assert t.side("loki")["C"] == "female-archer"


@pytest.mark.parametrize("seat", ["thor", "loki", None])
def test_17_4_discards_are_made_face_up(seat: str | None) -> None:
    """A card that is discarded is shown to all."""
    t = Board(loki={"A": "ravens", "B": "hel"}, thor={"A": "hirdman"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    (lost,) = shown(t, seat, "Discarded")
    assert (lost["of"], lost["card"]) == ("loki", "loki.ravens")


def test_17_4_the_pile_below_the_top_is_not_open() -> None:
    """After cards were taken unseen, the opponent's view does not tell what the pile below holds."""

    def after(line: str) -> Board:
        t = Board(
            loki={"hand": "hel", "A": "ravens", "pile": "dragon, baldr, seer"}, thor={"A": "ravens"}, ap=3
        )
        assert t.letter("loki", line) == ["played"]
        return t

    one, two = after("use hel dragon"), after("use hel baldr")
    assert one.side("loki")["pile"] != two.side("loki")["pile"]
    assert one.view("thor") == two.view("thor")
    assert one.view(None) == two.view(None)
    assert one.view("loki") != two.view("loki")


def test_17_4_a_new_top_is_public() -> None:
    """The card that comes to the top when Freya takes the one above is told to all."""
    t = Board(loki={"hand": "freya", "A": "ravens"}, thor={"A": "ravens", "pile": "seer, tyr"}, ap=3)
    assert t.letter("loki", "use freya") == ["played"]
    for seat in ("loki", "thor", None):
        assert shown(t, seat, "Captured")[0]["top"] == "thor.seer"


@pytest.mark.parametrize(
    ("loki", "lines"),
    [
        ({"hand": "hel", "A": "seer", "pile": "ravens"}, ("use hel ravens", "use ravens A")),
        ({"hand": "hel", "A": "seer", "pile": "tyr*"}, ("use hel tyr", "lay tyr B1")),
        ({"hand": "odin", "A": "hel", "pile": "ravens, ravens"}, ("use odin 2", "use ravens A")),
        (
            {"hand": "longships", "A": "hel", "pile": "female-archer"},
            ("use longships female-archer", "lay female-archer B1"),
        ),
    ],
)
def test_17_5_a_taken_card_may_be_played_the_same_turn(loki: dict[str, str], lines: tuple[str, str]) -> None:
    """A card taken by Hel, Odin or Longships may be played in the same turn, at the usual cost of a point."""
    t = Board(loki=loki, thor={"A": "frigg", "B": "seer"}, ap=3)
    assert t.letter("loki", *lines) == ["played", "played"]
    assert t.ap == 1


def test_17_5_a_leader_in_hand_before_is_free() -> None:
    """Only a leader that Hel took is barred: one held already may be laid in the turn in which Hel is played."""
    t = Board(loki={"hand": "hel, loki", "A": "ravens", "pile": "seer"}, thor={"A": "ravens"}, ap=3)
    assert t.letter("loki", "use hel seer", "lay loki B1") == ["played", "played"]
    assert t.side("loki")["B"] == "loki+"
