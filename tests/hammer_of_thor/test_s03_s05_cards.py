"""S3 whose card is first, S5 what each card of an encounter does in the supplement."""

from collections.abc import Mapping
from typing import Any

import pytest
from house_table import encounter, house, joined_later, of, rolls, thrown
from thor_table import carrying, kinds

from referee.engine.events import Event
from referee.games.hammer_of_thor.contests import acted, order_of
from referee.games.hammer_of_thor.figures import MEGALOMANIA, MONOMANIA, Encounter
from referee.games.hammer_of_thor.table import State
from referee.util.values import replace

BACK = list[str]()
"""The shuffle of the deck into which a stranger goes back."""


def act(
    s: State, card: str, *script: Any, other: Mapping[int, str] | None = None
) -> tuple[State, list[Event]]:
    """Red's card is carried out."""
    return thrown(s, lambda lots: acted(s, 1, {1: card, 2: "evade", **(other or {})}, lots), *script)


def order(s: State, *script: int) -> tuple[int, ...]:
    """Whose card is carried out first."""
    found: list[Any] = []

    def make(lots: Any) -> Any:
        found.append((yield from order_of(s, lots))[1])

    thrown(s, make, *script)
    return tuple(found[0])


@pytest.mark.parametrize(
    ("dice", "first"),
    [((0, 3), 2), ((0, 2), 1), ((0, 1), 1), ((9, 0), 1)],
    ids=["other", "tie", "own", "die"],
)
def test_s3_the_higher_is_first(dice: tuple[int, int], first: int) -> None:
    """Thor's REACTION 7 against Thrym's 5; a tie is for the counter whose player-turn it is."""
    assert order(encounter("thor", "thrym"), *dice)[0] == first


def test_s3_after_a_reconnaissance_3_more_in_the_first_round() -> None:
    """Not in the second one."""
    assert order(encounter("thor", "thrym", surprise=True), 0, 5) == (1, 2)
    assert order(encounter("thor", "thrym", surprise=True), 0, 6) == (2, 1)
    assert order(encounter("thor", "thrym", surprise=True, round=2), 0, 5) == (2, 1)


def test_s3_the_dice_are_public() -> None:
    """Each leader's, under S3."""
    s = encounter("thor sif", "thrym")
    _, events = thrown(s, lambda lots: order_of(s, lots), 4, 2)
    assert rolls(events) == [("order", "thor", 4, -1, "S3"), ("order", "thrym", 2, -1, "S3")]


@pytest.mark.parametrize(
    ("card", "own", "other", "need"),
    [
        ("evade", "loki", "thor", 6),
        ("con", "loki", "thor", 8),
        ("follower", "freyja", "thor", 8),
        ("seduce", "freyja", "thor", 8),
        ("seduce", "idun", "odin", 5),
        ("negotiate", "loki", "thor", 5),
        ("friendship", "idun", "thor", 5),
    ],
)
def test_s5_what_is_tested(card: str, own: str, other: str, need: int) -> None:
    """Each card's characteristic against the other leader's, S4; when it fails the encounter goes on."""
    s = encounter(own, other, whose="blue")
    s, events = act(s, card, 9)
    assert rolls(events) == [(card, own, 9, need, "S4")]
    assert [(one.by, one.at, one.card, one.works) for one in of(events, "CardActed")] == [
        (own, other, card, False)
    ]
    assert s.encounter is not None
    assert of(events, "ReputationChanged") == of(events, "Joined") == []


@pytest.mark.parametrize("card", ["evade", "con", "follower", "seduce", "negotiate", "friendship"])
def test_s5_a_card_that_works_ends_the_encounter(card: str) -> None:
    """All but the fights."""
    s, events = act(encounter("idun", "thor", whose="blue"), card, 0)
    assert s.encounter is None
    assert kinds(events)[-1] == "EncounterClosed"


def test_s5_con() -> None:
    """REPUTATION 1 for the one, and 1 less for the leader of a seat, but not for one of nobody's."""
    s, events = act(encounter("loki", "thor", whose="blue"), "con", 0)
    assert [(one.name, one.amount, one.rule) for one in of(events, "ReputationChanged")] == [
        ("loki", 1, "S5"),
        ("thor", -1, "S5"),
    ]
    s, _ = act(encounter("loki", "thor"), "con", 0)
    assert (s.figures["loki"].gained, s.figures["thor"].gained) == (1, 0)


@pytest.mark.parametrize("card", ["follower", "friendship"])
def test_s5_not_between_good_and_evil(card: str) -> None:
    """Without a test; neutral ones take part."""
    s, events = act(encounter("loki", "thor"), card)
    assert rolls(events) == []
    assert (of(events, "CardActed")[0].works, s.encounter is None) == (False, False)
    assert act(encounter("loki", "mimir"), card, 0)[0].encounter is None


@pytest.mark.parametrize(
    ("own", "other", "able"), [("idun", "thor", True), ("idun", "sif", False), ("idun", "grey-wolf", False)]
)
def test_s5_seduce_only_female_and_male(own: str, other: str, able: bool) -> None:
    """Neither two of a kind nor a neuter."""
    s = encounter(own, other)
    _, events = act(s, "seduce", *([0] if able else []))
    assert of(events, "CardActed")[0].works == able


def test_s5_a_stranger_won_over_joins_with_its_things() -> None:
    """2.1F: horse and weapon come along; nothing goes back into a deck."""
    s, events = act(encounter("loki", "hrungnir", deck="jotun"), "follower", 0)
    assert s.counter(1).members == ("loki", "hrungnir", "gullfaxi")
    assert s.figures["hrungnir"].items == ("whetstone",)
    assert s.encounter is None
    assert of(events, "Shuffled") == []


def test_s5_of_nobodys_counter_the_leader_joins() -> None:
    """The others stay."""
    s = joined_later(encounter("loki", "mimir"), 2, "gerd")
    s, _ = act(s, "follower", 0)
    assert [one.members for one in s.counters] == [("loki", "mimir"), ("gerd",)]


def test_s5_of_a_seats_counter_the_least_joins() -> None:
    """Neither its leader nor its starting character, and of two the one with less REPUTATION."""
    s = joined_later(encounter("freyja", "sif", whose="blue"), 2, "odin", "frigg", "nanna")
    s = s.moved(2, leader="odin")
    assert act(s, "follower", 0)[0].counter(1).members == ("freyja", "nanna")
    s = joined_later(encounter("freyja", "sif", whose="blue"), 2, "odin").moved(2, leader="odin")
    after, events = act(s, "follower", 0)
    assert (after.counter(1).members, of(events, "Joined")) == (("freyja",), [])
    assert after.encounter is None


def test_s5_no_room_or_a_second_boat_nobody() -> None:
    """S8 seven are enough; one boat a group (2.2A1)."""
    full = encounter("loki sigyn angrboda thrym hymir surt gymir", "hrungnir", deck="jotun")
    s, events = act(full, "follower", 0, BACK)
    assert of(events, "Joined") == []
    assert s.stacks["jotun"][-1] == "hrungnir"
    s = encounter("freyja", "sif", whose="blue")
    s = joined_later(s, 2, "nanna")
    s = carrying(carrying(s, "freyja", "naglfar"), "nanna", "hringhorni")
    assert act(s, "follower", 0)[0].counter(1).members == ("freyja",)


def test_s5_a_stranger_wins_nobody_over() -> None:
    """It goes back into its deck, and nobody with it."""
    s = joined_later(encounter("sif", "odin", deck="aesir"), 1, "nanna")
    s, events = thrown(s, lambda lots: acted(s, 2, {2: "follower"}, lots), 0, BACK)
    assert of(events, "Joined") == []
    assert s.counter(1).members == ("sif", "nanna")


def test_s5_megalomania_is_not_affected_by_follower() -> None:
    """2.2A8, neither as a leader nor as the least of a group."""
    s = encounter("freyja", "thor").figure("thor", insanity=MEGALOMANIA)
    assert of(act(s, "follower")[1], "CardActed")[0].works is False
    s = joined_later(encounter("freyja", "thor", whose="blue"), 2, "nanna", "idun")
    s = s.figure("nanna", insanity=MEGALOMANIA)
    assert act(s, "follower", 0)[0].counter(1).members == ("freyja", "idun")


def test_s5_negotiate() -> None:
    """Both gain; a stranger does not."""
    s, _ = act(encounter("loki", "thor", whose="blue"), "negotiate", 0)
    assert (s.figures["loki"].gained, s.figures["thor"].gained) == (1, 1)
    s, events = act(encounter("loki", "thrym", deck="jotun"), "negotiate", 0, BACK)
    assert [one.name for one in of(events, "ReputationChanged")] == ["loki"]


def test_s5_monomania_accepts_every_negotiation() -> None:
    """2.2A8: without a test."""
    s = encounter("loki", "thor", whose="blue").figure("thor", insanity=MONOMANIA)
    s, events = act(s, "negotiate")
    assert rolls(events) == []
    assert s.encounter is None


def test_s5_friendship() -> None:
    """Everyone there mends 1; each leader of a seat gains 1 and a rune."""
    s = joined_later(encounter("idun", "thor", whose="blue"), 2, "sif")
    s = s.figure("idun", lost=2).figure("sif", lost=1)
    top = s.stacks["rune"][:2]
    s, events = act(s, "friendship", 0)
    assert [(one.name, one.amount, one.rule) for one in of(events, "StaminaChanged")] == [
        ("idun", 1, "S5"),
        ("sif", 1, "S5"),
    ]
    assert (s.figures["idun"].runes, s.figures["thor"].runes) == (top[:1], top[1:])
    assert (s.figures["idun"].gained, s.figures["thor"].gained, s.figures["sif"].gained) == (1, 1, 0)


def test_s5_friendship_of_nobody_brings_nobody_a_rune() -> None:
    """A stranger gets neither; without runes left there is none for the seat."""
    s = encounter("idun", "thor", deck="aesir").stack("rune", ())
    s, events = act(s, "friendship", 0, BACK)
    assert of(events, "RuneDealt") == []
    assert [one.name for one in of(events, "ReputationChanged")] == ["idun"]


def test_s5_friendship_of_a_counter_of_nobody() -> None:
    """It is the leaders of seats who gain."""
    _, events = act(encounter("idun", "thor"), "friendship", 0)
    assert [one.name for one in of(events, "ReputationChanged")] == ["idun"]
    assert [one.to for one in of(events, "RuneDealt")] == ["idun"]


def test_s5_no_card_does_nothing() -> None:
    """2.2A8 a leader that plays none."""
    assert act(encounter("idun", "thor"), "")[1] == []


def test_s5_a_card_whose_encounter_is_over_does_nothing() -> None:
    """S3: the other card only if the encounter still goes on."""
    s = house(("red", 24, "idun"), ("blue", 24, "thor"))
    assert act(s, "con")[1] == []
    gone = replace(house(("red", 24, "idun")), encounter=Encounter(1, 2, "4.5", round=1))
    assert act(gone, "con")[1] == []
