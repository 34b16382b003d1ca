"""S4 the test, S6 the fight of the supplement."""

from typing import Any

import pytest
from house_table import as_it_lies, encounter, of, rolls, thrown
from thor_table import carrying, kinds

from referee.engine.events import Event
from referee.games.hammer_of_thor.fighting import bands_of, fought
from referee.games.hammer_of_thor.figures import Figure, counter_of, reputation
from referee.games.hammer_of_thor.measured import endurance, measure, needed, weighed
from referee.games.hammer_of_thor.table import State
from referee.util.values import replace

BOTH = {1: "attack", 2: "attack"}
MISS = 9


def fight(
    s: State, *script: Any, card: str = "attack", cards: dict[int, str] = BOTH
) -> tuple[State, list[Event]]:
    """The fight that a card of red's brings, with these dice."""
    return thrown(s, lambda lots: fought(s, bands_of(s, card, cards, 1, 2), lots), *script)


@pytest.mark.parametrize(("x", "y", "need"), [(4, 4, 4), (6, 4, 6), (2, 5, 1), (9, 0, 8), (0, 9, 0)])
def test_s4_what_a_test_needs(x: int, y: int, need: int) -> None:
    """4 plus the one less the other; 0 works whatever is tested, and 9 never does."""
    assert needed(x, y) == need


@pytest.mark.parametrize(("die", "works"), [(0, True), (5, True), (6, False), (9, False)])
def test_s4_rolled_for_all_to_see(die: int, works: bool) -> None:
    """Loki's SPEED 5 against Freyja's 4: 5 at most."""
    s = encounter("loki", "freyja")
    results = []

    def make(lots: Any) -> Any:
        results.append((yield from weighed(s, "evade", ("loki", "speed"), ("freyja", "speed"), lots))[1])

    _, events = thrown(s, make, die)
    assert rolls(events) == [("evade", "loki", die, 5, "S4")]
    assert results == [works]


def test_s4_items_that_work_add_their_bonus() -> None:
    """A revealed item counts, a concealed one and one whose roll failed do not."""
    s = encounter("thor", "thrym")
    assert measure(s, "thor", "strength") == 9
    assert measure(carrying(s, "thor", "megingjord"), "thor", "strength") == 11
    assert measure(carrying(s, "thor", "megingjord", face_up=False), "thor", "strength") == 9
    assert measure(carrying(s, "thor", "mjollnir"), "thor", "strength") == 9
    assert endurance(carrying(s, "thor", "iron-helm"), "thor") == 17


def test_s6_blows_in_the_order_of_reaction() -> None:
    """Thor, REACTION 7, strikes before Thrym, 5, in each of three rounds; a hit costs 1 and half the STRENGTH."""
    s, events = fight(encounter("thor", "thrym"), 8, 6, MISS, 5, MISS, MISS)
    assert rolls(events) == [
        ("blow", "thor", 8, 8, "S6"),
        ("blow", "thrym", 6, 5, "S6"),
        ("blow", "thor", 9, 8, "S6"),
        ("blow", "thrym", 5, 5, "S6"),
        ("blow", "thor", 9, 8, "S6"),
        ("blow", "thrym", 9, 5, "S6"),
    ]
    assert [(one.by, one.hits, one.loss) for one in of(events, "Blow")][:2] == [
        ("thor", True, 5),
        ("thrym", False, 0),
    ]
    assert (s.figures["thrym"].lost, s.figures["thor"].lost) == (5, 5)
    assert s.encounter is not None


@pytest.mark.parametrize(
    ("surprise", "count", "order"),
    [
        (True, 1, ["aegir", "idun", "forseti"]),
        (True, 2, ["aegir", "forseti", "idun"]),
        (False, 1, ["aegir", "forseti", "idun"]),
    ],
)
def test_4_2c_who_has_reconnoitred_strikes_with_3_more_reaction(
    surprise: bool, count: int, order: list[str]
) -> None:
    """Idun, REACTION 3, strikes before Forseti, 4, like all of her group, in the first round of the encounter."""
    s = encounter("idun aegir", "forseti", surprise=surprise, round=count)
    _, events = fight(s, *[MISS] * 9)
    assert [one.by for one in of(events, "Blow")] == order * 3


def test_s11_no_blow_falls_after_the_end() -> None:
    """A death by which the last seat has won ends the fight, though others of both sides still stand."""
    s = encounter("thor sif", "thrym tanngnjost", whose="blue", round=1)
    s = replace(s, gone=("green",), starters=(("red", "thor"), ("blue", "thrym"))).stack("jotun", ())
    s, events = fight(s.figure("thrym", lost=12), 0)
    assert s.outcome
    assert kinds(events)[-1] == "Ended"


def test_s6_ties_go_to_the_counter_on_turn_then_to_who_joined_first() -> None:
    """Ran, Thor and Tyr, all of REACTION 7, Ran of the other side and higher on no list."""
    s = encounter("tyr thor", "ran")
    _, events = fight(s, *[MISS] * 9)
    assert [one.by for one in of(events, "Blow")][:3] == ["tyr", "thor", "ran"]


def test_s6_the_enemy_with_the_highest_reputation_is_struck() -> None:
    """Of Sif, 8, and Idun, 8, Thrym strikes who joined first; with Thor there, him."""
    _, events = fight(encounter("thrym", "sif idun"), *[MISS] * 9)
    assert {one.at for one in of(events, "Blow") if one.by == "thrym"} == {"sif"}
    _, events = fight(encounter("thrym", "sif idun thor"), *[MISS] * 12)
    assert {one.at for one in of(events, "Blow") if one.by == "thrym"} == {"thor"}


def test_s6_never_mother_or_father() -> None:
    """Magni does not strike Thor, who strikes him; against Thor and Sif he strikes Sif."""
    _, events = fight(encounter("thor", "magni"), *[MISS] * 3)
    assert {one.by for one in of(events, "Blow")} == {"thor"}
    _, events = fight(encounter("thor sif", "magni"), *[MISS] * 9)
    assert {one.at for one in of(events, "Blow") if one.by == "magni"} == {"sif"}


def test_s6_never_a_norn() -> None:
    """A Norn is struck by nobody."""
    _, events = fight(encounter("thor", "urd"), *[MISS] * 3)
    assert {one.by for one in of(events, "Blow")} == {"urd"}


def test_s6_a_nine_breaks_the_bronze_of_both() -> None:
    """2.2A5, M22: what is revealed breaks, what is concealed does not."""
    s = carrying(encounter("thor", "thrym"), "thor", "bronze-mail")
    s = carrying(carrying(s, "thrym", "bronze-helm"), "thrym", "bronze-gloves", face_up=False)
    s, events = fight(s, MISS, 8, 8, 8, 8, 8)
    assert [(one.item, one.rule) for one in of(events, "Broken")] == [
        ("bronze-mail", "2.2A5"),
        ("bronze-helm", "2.2A5"),
    ]
    assert s.figures["thrym"].items == ("bronze-gloves",)


def test_s6_who_has_lost_all_stamina_is_dead_and_the_encounter_over() -> None:
    """Sif has 8: two blows of Thrym's. Then nobody of her side stands."""
    s, events = fight(encounter("sif", "thrym"), 0, MISS, 0)
    assert [(one.name, one.rule) for one in of(events, "Died")] == [("sif", "S6")]
    assert s.helheim == ("sif",)
    assert s.encounter is None
    assert kinds(events).count("EncounterClosed") == 1


def test_s6_exactly_the_stamina_is_enough() -> None:
    """Loss = STAMINA: Sif, who has lost 3 of 8, stands a blow of 5 only with a helm for one more."""
    hurt = encounter("sif", "thrym").figure("sif", lost=3)
    assert fight(hurt, 0)[0].helheim == ("sif",)
    assert fight(carrying(hurt, "sif", "iron-helm"), *[0, MISS, MISS, MISS, MISS, MISS])[0].helheim == ()


@pytest.mark.parametrize(
    ("card", "cards"), [("subdue", {1: "subdue", 2: "attack"}), ("challenge", {1: "challenge", 2: "evade"})]
)
def test_s6_subdued_by_a_blow_to_subdue(card: str, cards: dict[int, str]) -> None:
    """`subdue` and `challenge` kill nobody who is struck by them."""
    s = encounter("thor", "thrym").figure("thrym", lost=10)
    s, events = fight(s, 0, card=card, cards=cards)
    assert kinds(events).count("Subdued") == 1
    assert s.helheim == ()
    assert s.encounter is None


def test_s6_each_side_strikes_as_its_own_card_says() -> None:
    """Thor subdues, Thrym, who attacks, kills."""
    s = encounter("thor", "thrym").figure("thor", lost=15)
    s, _ = fight(s, MISS, 0, card="subdue", cards={1: "subdue", 2: "attack"})
    assert s.helheim == ("thor",)


def test_s6_a_side_without_a_fighting_card_strikes_as_the_other() -> None:
    """Thrym wanted to evade: against `subdue` he strikes to subdue."""
    s = encounter("thor", "thrym").figure("thor", lost=15)
    s, _ = fight(s, MISS, 0, card="subdue", cards={1: "subdue", 2: "evade"})
    assert s.helheim == ()


def test_s6_at_a_friend_to_subdue_only() -> None:
    """2.1B Odin's blow at Loki, his friend, does not kill, whatever the card."""
    s = encounter("odin", "loki").figure("loki", lost=11)
    s, events = fight(s, MISS, 0)
    assert (of(events, "Blow")[-1].by, of(events, "Blow")[-1].subdual) == ("odin", True)
    assert s.helheim == ()


def test_s5_a_challenge_is_fought_by_the_leaders() -> None:
    """Sif does not take part."""
    _, events = fight(encounter("thor sif", "thrym"), *[MISS] * 6, card="challenge")
    assert {one.by for one in of(events, "Blow")} == {"thor", "thrym"}


def test_s6_it_stops_when_one_side_has_nobody_standing() -> None:
    """No blow falls after the last enemy has."""
    s = encounter("thor sif", "thrym").figure("thrym", lost=10)
    s, events = fight(s, 0)
    assert [one.by for one in of(events, "Blow")] == ["thor"]


def test_s7_a_kill_brings_half_the_reputation() -> None:
    """Thrym's 10: 5 for Thor. The least is 1."""
    s = encounter("thor", "thrym").figure("thrym", lost=10)
    s, events = fight(s, 0)
    assert [(one.name, one.amount, one.rule) for one in of(events, "ReputationChanged")] == [
        ("thor", 5, "S7")
    ]
    s = encounter("thor", "wolf-cub").figure("wolf-cub", lost=30)
    assert fight(s, *[0] * (measure(s, "wolf-cub", "reaction") > 7), 0)[0].figures["thor"].gained == 1


def test_s7_the_killer_takes_what_the_dead_carried() -> None:
    """For all to see, face down, as far as 2.2A1 allows; the rest is set aside."""
    s = carrying(encounter("thor", "thrym"), "thor", "hrotti")
    s = carrying(s, "thrym", "ridill", "golden-mail", face_up=False, lost=10)
    s, events = fight(s, 0)
    assert [(one.to, one.was, one.item, one.seen_as, one.rule) for one in of(events, "Passed")] == [
        ("thor", "thrym", "golden-mail", "golden-mail", "S7")
    ]
    assert s.figures["thor"].items == ("hrotti", "golden-mail")
    assert s.figures["thor"].revealed == {"hrotti"}
    assert "ridill" in s.aside
    assert "golden-mail" in s.known


def test_s7_a_stranger_wins_nothing_and_goes_back() -> None:
    """It has no REPUTATION to win; what Sif carried lies aside."""
    s = carrying(encounter("sif", "thrym", deck="jotun"), "sif", "golden-mail", lost=7)
    s, events = fight(s, 0, as_it_lies([]))
    assert of(events, "ReputationChanged") == []
    assert of(events, "Passed") == []
    assert s.stacks["jotun"][-1] == "thrym"
    assert "golden-mail" in s.aside


def test_s7_a_stranger_takes_nothing_from_one_of_several() -> None:
    """Thor still stands, so the encounter goes on; what Sif carried lies aside."""
    s = carrying(encounter("thor sif", "thrym", deck="jotun"), "sif", "golden-mail", lost=7)
    s, events = fight(s.figure("thor", gained=-18), MISS, 0, MISS, MISS, MISS, MISS)
    assert [one.name for one in of(events, "Died")] == ["sif"]
    assert "golden-mail" in s.aside
    assert s.figures["thrym"].items == ()
    assert s.encounter is not None


def test_s7_a_subdued_stranger_joins_with_its_things() -> None:
    """Its loss falls to half its STAMINA, the captor gains 1, what its card lists comes along (2.1F)."""
    s = encounter("thor", "hrungnir", deck="jotun").figure("hrungnir", lost=14)
    s, events = fight(s, 0, card="subdue", cards={1: "subdue", 2: "attack"})
    assert [(one.name, one.by, one.lost) for one in of(events, "Subdued")] == [("hrungnir", "thor", 7)]
    assert (s.figures["hrungnir"].lost, s.figures["thor"].gained) == (7, 1)
    assert s.counter(1).members == ("thor", "hrungnir", "gullfaxi")
    assert s.figures["hrungnir"].items == ("whetstone",)
    assert s.encounter is None


def test_s7_a_starting_character_loses_three_instead() -> None:
    """It stays where it is; the captor gains 1 all the same."""
    s = encounter("thor", "thrym", whose="blue").figure("thrym", lost=12)
    s, events = fight(s, 0, card="subdue", cards={1: "subdue", 2: "attack"})
    assert [(one.name, one.amount) for one in of(events, "ReputationChanged")] == [("thor", 1), ("thrym", -3)]
    assert s.counter(2).members == ("thrym",)


def test_s7_reputation_is_never_below_0() -> None:
    """Of 3 lost no more than there is."""
    s = encounter("thor", "thrym", whose="blue").figure("thrym", lost=12, gained=-8)
    s, events = fight(s, 0, card="subdue", cards={1: "subdue", 2: "attack"})
    assert of(events, "ReputationChanged")[-1].amount == -2
    assert reputation(s, "thrym") == 0


def test_s7_nobody_is_captured_by_one_who_has_fallen() -> None:
    """Thrym has subdued Sif and is subdued by Thor: she stays, he comes."""
    s = encounter("thor sif", "thrym").figure("thrym", lost=5).figure("thor", gained=-18)
    s = s.figure("sif", lost=7)
    s, events = fight(s, MISS, 0, 0, MISS, 0, card="subdue", cards={1: "subdue", 2: "subdue"})
    assert [one.name for one in of(events, "Subdued")] == ["sif", "thrym"]
    assert [(one.name, one.to) for one in of(events, "Joined")] == [("thrym", "thor")]
    assert [one.name for one in of(events, "ReputationChanged")] == ["thor"]
    assert s.counter(1).members == ("thor", "sif", "thrym")


@pytest.mark.parametrize(("others", "comes"), [(5, True), (6, False)])
def test_s8_a_group_of_seven_is_full(others: int, comes: bool) -> None:
    """Somebody joins only while there are fewer; listed animals come along all the same."""
    followers = ("odin", "tyr", "sif", "baldr", "freyr", "freyja")[:others]
    s = encounter(" ".join(("thor", *followers)), "hrungnir", deck="jotun").figure("hrungnir", lost=14)
    s = s.figure("thor", changed=(("reaction", 9),))
    s, _ = fight(s, 0, *([] if comes else [as_it_lies([])]), card="subdue", cards={1: "subdue", 2: "attack"})
    joined = counter_of(s, "hrungnir")
    assert (joined is not None) == comes
    assert len(s.counter(1).members) == (8 if comes else 7)
    assert s.figures.get("hrungnir", Figure("")).name == ("hrungnir" if comes else "")
