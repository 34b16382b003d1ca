"""The likely turns are those of somebody who wants to win: nothing is wasted, and nobody harms their own."""

from typing import Any

import pytest
from house_table import encounter, house, joined_later
from thor_table import carrying
from whole_table import opened

from referee.games.hammer_of_thor import bouts, helpful, likely, turn_rules
from referee.games.hammer_of_thor.figures import Done
from referee.games.hammer_of_thor.moves import Play, UseRune
from referee.games.hammer_of_thor.played import card_of
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.util.values import replace

MOVES = Done(phase="movement")

REALMS = {place.realm for place in house(("red", 5, "thor")).board.places.values()}
ALL_REALMS = tuple(("red", one) for one in sorted(REALMS))


def turns(s: State, seat: str = "red") -> list[str]:
    """The likely turns of a seat, each on one line."""
    v = view(s, seat)
    return [", ".join(one.written for one in turn) for turn in likely.likely(v, turn_rules.choices(v))]


def plays(s: State, seat: str = "red") -> list[str]:
    """The likely turns that play a card or use a rune."""
    return [one for one in turns(s, seat) if one.startswith(("play", "rune"))]


def facing(hand: str, **changes: Any) -> State:
    """Red's Thor and Blue's Loki, far from one another, both with tracks; Red holds a card and is on turn."""
    given = {"hands": {"red": (hand,)}, "done": MOVES, **changes}
    s = house(("red", 5, "thor"), ("blue", 25, "loki"), **given)
    return s.figure("thor", tracked=True).figure("loki", tracked=True)


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("fate.praise.1", "play praise on thor"),
        ("fate.slander.1", "play slander on loki"),
        ("fate.forgetting.1", "play forgetting on loki"),
        ("fate.moon-madness.1", "play moon-madness on loki"),
        ("fate.wolf-age.1", "play wolf-age on blue"),
        ("fate.carved-stone.1", "play carved-stone on thor"),
        ("fate.fair-wind.1", "play fair-wind on thor"),
        ("prediction.bridge-falls.1", "play bridge-falls on thor"),
    ],
)
def test_a_card_is_played_on_whom_it_is_meant_for(hand: str, wanted: str) -> None:
    """What helps for one's own, what harms for others; each card once."""
    assert plays(facing(hand)) == [wanted]


@pytest.mark.parametrize(
    "hand", ["fate.feast.1", "fate.clear-head.1", "fate.mired-road.1", "fate.bad-weather.1"]
)
def test_a_card_that_would_be_wasted_is_not_offered(hand: str) -> None:
    """Nobody is hurt, nobody mad, Blue is not on turn, and the weather is nothing to win by."""
    assert plays(facing(hand)) == []


def test_a_card_is_offered_once_there_is_need_of_it() -> None:
    """A feast for the wounded, a clear head for the mad, a mired road for whoever is moving."""
    assert plays(facing("fate.feast.1").figure("thor", lost=4)) == ["play feast on thor"]
    assert plays(facing("fate.clear-head.1").figure("thor", insanity="lunacy")) == ["play clear-head on thor"]
    assert plays(facing("fate.mired-road.1", on_turn="blue")) == ["play mired-road on loki"]


def test_s9_a_card_kills_rather_than_hurts() -> None:
    """Of two enemies the one who dies of it, though the other leads."""
    s = joined_later(facing("prediction.brothers-fight.1"), 2, "hymir")
    assert plays(s) == ["play brothers-fight on loki"]
    assert plays(s.figure("hymir", lost=11)) == ["play brothers-fight on hymir"]


def test_m15_only_a_track_is_worth_praise() -> None:
    """Sif follows without a track: what she gains counts for nothing in the end."""
    s = joined_later(facing("fate.praise.1"), 1, "sif")
    assert helpful.played(view(s, "red"), Play("praise", "sif")) == 0
    assert helpful.played(view(s, "red"), Play("praise", "thor")) > 0


def test_2_2b1_a_rune_is_tried_by_the_clever() -> None:
    """It is lost by a roll that fails, and counts as one REPUTATION while it is kept."""
    s = facing("fate.feast.1").figure("thor", runes=("rune.victory-rune.1",))
    dull, clever = (
        s.figure("thor", changed=(("intelligence", 1),)),
        s.figure("thor", changed=(("intelligence", 9),)),
    )
    tried = "rune victory-rune by thor on thor"
    assert tried not in plays(dull)
    assert tried in plays(clever)
    assert helpful.used(view(clever, "red"), UseRune("victory-rune", "thor", "loki")) < 0


def test_s5_in_an_encounter_the_best_card_comes_first() -> None:
    """Freyja wins Tyr over, who would beat her; Thjalfi would rather be gone from Surt; Thor beats Eggther."""
    assert turns(encounter("freyja", "tyr"))[0] in ("card seduce", "card follower")
    weak = encounter("thjalfi", "surt")
    assert bouts.lead(view(weak, "red"), weak.counter(1), weak.counter(2)) < bouts.EVEN
    assert turns(weak)[0] == "card evade"
    assert turns(encounter("thor", "eggther"))[0] in ("card attack", "card subdue")


def test_s5_who_can_be_won_over_is_not_fought_for() -> None:
    """Odin's group would beat Egil, and FOLLOWER works by 9 of 10 without a blow: it comes first, with four cards."""
    s = joined_later(encounter("odin", "egil"), 1, "sleipnir", "hugin", "munin", "hild", "gloin")
    s = carrying(s, "odin", "gungnir", "draupnir")
    assert bouts.lead(view(s, "red"), s.counter(1), s.counter(2)) > bouts.CLEAR
    found = turns(s)
    assert found[0] == "card follower"
    assert {"card subdue", "card attack"} <= {*found[1:4]}
    assert len(found) == likely.CARDS


def test_2_2a8_who_must_fight_is_told_the_card_that_harms_least() -> None:
    """A lunatic above the horizon has ATTACK and SUBDUE alone, and would lose either way: one of them is told."""
    s = encounter("thjalfi", "surt").figure("thjalfi", insanity="lunacy").moved(1, at=5).moved(2, at=5)
    assert turns(s)[0] in ("card attack", "card subdue")


def test_2_2a2_what_lies_face_down_is_shown_first() -> None:
    """The worth of an item counts from then on; the tap shows it and chooses the best card."""
    s = encounter("thor", "hrungnir")
    s = replace(s, figures={**s.figures, "thor": s.figures["thor"]}).figure(
        "thor", items=("mjollnir",), revealed=frozenset()
    )
    first = turns(s)[0]
    assert first.startswith("reveal mjollnir, card ")
    assert not turns(carrying(s, "thor", "mjollnir"))[0].startswith("reveal")


def test_m30_a_neutral_seat_is_told_first_the_side_on_which_it_wins() -> None:
    """Red would be second to Loki among the evil, and the only one on the other side."""
    s = house(
        ("red", 5, "mimir"),
        ("blue", 25, "surt"),
        stage="ragnarok",
        starters=(("red", "mimir"), ("blue", "surt")),
    )
    s = s.figure("mimir", tracked=True).figure("surt", tracked=True)
    assert turns(s)[0] == "side good"
    evil = replace(s, starters=(("red", "mimir"), ("blue", "thor")))
    evil = house(("red", 5, "mimir"), ("blue", 25, "thor"), stage="ragnarok", starters=evil.starters)
    assert turns(evil.figure("mimir", tracked=True).figure("thor", tracked=True))[0] == "side evil"


def test_1_0d_at_the_start_the_most_renowned_of_each_alignment_come_first() -> None:
    """Four of each, by the REPUTATION that counts in the end and the SPEED with which more is found."""
    game = opened(3, supplement="house")
    found = [one.partition(" ")[2] for one in turns(game.state, game.owes[0].split()[0])]
    assert found[:4] == ["odin", "thor", "heimdall", "freyr"]
    assert found[4:8] == ["surt", "loki", "hel", "ran"]
    assert found[8:] == ["utgard-loki", "volund", "aegir", "mimir"]


def test_s17_a_new_realm_comes_before_an_old_one() -> None:
    """From 10 in Vanaheim Red goes back to Asgard only if nothing is new there."""
    s = house(("red", 10, "thor"), ("blue", 25, "loki"), done=MOVES, realms=(("red", "Vanaheim"),))
    assert turns(s)[0] == "move thor 8, halt"
    known = replace(s, realms=(("red", "Vanaheim"), ("red", "Asgard")))
    assert turns(known)[0] != "move thor 8, halt"


def test_the_wounded_go_where_it_is_quiet() -> None:
    """Whoever is fit seeks encounters; whoever is not goes where nobody comes, or where STAMINA comes back."""
    s = house(("red", 19, "thor"), ("blue", 25, "loki"), done=MOVES, realms=ALL_REALMS)
    assert turns(s)[0] == "move thor 16, halt"
    assert turns(s.figure("thor", lost=12))[0] == "move thor 18, halt, end turn"
    near = s.moved(1, at=16).figure("thor", lost=12)
    assert turns(near)[0] == "move thor 15, halt"


def test_2_1d2_humans_are_not_led_to_their_death() -> None:
    """Sigurd dies outside Midgard: no likely step takes him there."""
    s = house(("red", 55, "sigurd"), ("blue", 25, "loki"), done=MOVES)
    outside = {one for one in s.board.neighbours[55] if not s.board.places[one].midgard}
    assert outside
    assert not [one for one in turns(s) for place in outside if one.startswith(f"move sigurd {place}")]


def test_4_1c_what_is_kept_stands_in_a_whole_turn() -> None:
    """With two cards in hand one tap keeps the one that is worth more, moves, and halts; each line is played."""
    s = facing("fate.feast.1", hands={"red": ("fate.feast.1", "fate.praise.1")}, done=Done(phase="fate"))
    found = turns(s)
    assert found[0] == "play praise on thor"
    whole = [one for one in found if one.startswith("keep praise, move thor ")]
    assert len(whole) == likely.WAYS
    assert all(one.endswith((", halt", ", halt, end turn")) for one in whole)
    assert found[-2:] == ["keep praise", "keep feast"]
    v, family = view(s, "red"), turn_rules.choices(view(s, "red")).family("keep")
    assert family
    kept = turn_rules.choices(replace(v, hand=("fate.praise.1",), owed=())).family("move")
    assert kept
    assert {one.split(", ")[1] for one in whole} <= {one.written for one in kept.moves()}


def test_4_1c_nobody_is_led_where_no_way_is_left() -> None:
    """A catatonic counter stands still: what to keep is told alone."""
    hands = {"red": ("fate.feast.1", "fate.praise.1")}
    s = facing("fate.feast.1", hands=hands, done=Done(phase="fate")).figure("thor", insanity="catatonia")
    assert not [one for one in turns(s) if "move" in one]


def test_m28_what_is_taken_stands_with_the_end_of_the_turn() -> None:
    """Nothing else can follow."""
    s = house(("red", 5, "thor"), ("blue", 25, "loki"), done=Done(phase="encounter"))
    takes = [one for one in turns(s) if one.startswith("take ")]
    assert takes
    assert all(one.endswith(", end turn") for one in takes)


def test_s17_to_be_put_into_a_new_realm_is_a_gain() -> None:
    """40 lies in Muspelheim: nobody is sent there for the first time but oneself."""
    known = facing("prediction.bridge-falls.1", realms=(("red", "Muspelheim"), ("blue", "Muspelheim")))
    assert plays(known) == ["play bridge-falls on loki"]
    assert plays(replace(known, realms=(("blue", "Muspelheim"),)))[0] == "play bridge-falls on thor"
    assert "play bridge-falls on loki" not in plays(replace(known, realms=(("red", "Muspelheim"),)))


def test_s5_what_only_leaders_are_tested_by_is_for_leaders() -> None:
    """WISDOM is tested of a leader; whoever follows strikes with STRENGTH."""
    s = joined_later(facing("prediction.wisdoms-price.1"), 1, "sif")
    price = card_of(view(s, "red"), "prediction.wisdoms-price.1")
    assert helpful.helped(view(s, "red"), price, "thor") > 0
    assert helpful.helped(view(s, "red"), price, "sif") == 0


def test_m16_whoever_stays_is_offered_the_roll() -> None:
    """In 29 somebody comes by 2 of 10, and not by itself to one who has not moved; the halt alone stays too."""
    s = house(("red", 29, "thor"), ("blue", 25, "loki"), done=MOVES)
    assert turns(s)[-2:] == ["halt, roll thor", "halt"]
    moved = replace(s, done=Done(phase="movement", mover=1, moved=True))
    assert "halt, roll thor" not in turns(moved)


def test_s17_a_new_realm_further_off_is_gone_to_where_none_is_next() -> None:
    """From 54 by 55 to 19 in Alfheim; the first taps led to and fro between two places for six player-turns."""
    known = tuple(one for one in ALL_REALMS if one[1] != "Alfheim")
    s = house(("red", 54, "thor"), ("blue", 25, "loki"), done=MOVES, realms=known)
    assert turns(s)[0] == "move thor 55 19, halt"
    assert "move thor 55 19" not in turns(s)
    assert not [one for one in turns(replace(s, realms=ALL_REALMS)) if "55 19" in one]
    assert not [one for one in turns(replace(s, supplement="none")) if "55 19" in one]
    two = ("fate.feast.1", "fate.praise.1")
    s = replace(s, hands={"red": two}, done=Done(phase="fate"))
    assert "keep feast, move thor 55 19, halt" in turns(s)


def test_2_2a6_the_place_of_bronze_is_sought() -> None:
    """From 4 Ida's Plain comes before its neighbours where somebody comes as often."""
    s = house(("red", 4, "thor"), ("blue", 25, "loki"), done=MOVES, realms=ALL_REALMS)
    assert turns(s)[0] == "move thor 5, halt"
