"""S1 who is met, S2 the rounds of an encounter of the supplement."""

import pytest
from house_table import as_it_lies, encounter, house, of, rolls, thrown
from thor_table import kinds

from referee.engine.events import Event
from referee.games.hammer_of_thor import house as supplement
from referee.games.hammer_of_thor.figures import CATATONIA, SCHIZOPHRENIA
from referee.games.hammer_of_thor.met import CardSealed
from referee.games.hammer_of_thor.playing import done
from referee.games.hammer_of_thor.rounds import all_in
from referee.games.hammer_of_thor.strangers import who_meets
from referee.games.hammer_of_thor.table import State


def meets(s: State, *script: object, group: str = "") -> tuple[State, list[Event]]:
    """A random encounter of the seat on turn."""
    return thrown(s, lambda lots: supplement.random_encounter(s, lots, group), *script)


def sealed(s: State, **cards: str) -> State:
    """Seats have chosen their cards."""
    for seat, card in cards.items():
        counter = next(one for one in s.counters if one.seat == seat)
        s = CardSealed(seat, counter.leader, card).change(s)
    return s


def shown(s: State, *script: object) -> tuple[State, list[Event]]:
    """All who choose have chosen."""
    return thrown(s, lambda lots: all_in(s, lots), *script)


def resolved(s: State, *script: object) -> tuple[State, list[Event]]:
    """The cards that are shown are carried out."""
    return thrown(s, lambda lots: supplement.resolve_round(s, lots), *script)


def test_s1_the_top_card_of_the_places_deck() -> None:
    """In 24 a Jotun; the encounter opens, and cards are asked for at once."""
    s = house(("red", 24, "thor"), ("blue", 30, "loki")).stack("jotun", ("thrym", "ran"))
    s, events = meets(s)
    assert [(one.deck, one.name, one.place) for one in of(events, "StrangerCame")] == [("jotun", "thrym", 24)]
    assert [(one.own, one.other, one.rule) for one in of(events, "EncounterOpened")] == [
        ("thor", "thrym", "4.5")
    ]
    assert of(events, "Stopped") == []
    assert s.encounter is not None
    assert (s.encounter.round, s.encounter.asks) == (1, True)
    assert s.stacks["jotun"] == ("ran",)


def test_s1_of_an_empty_deck_nobody() -> None:
    """All learn that nobody came."""
    s = house(("red", 24, "thor"), ("blue", 30, "loki")).stack("jotun", ())
    s, events = meets(s)
    assert [(one.place, one.deck) for one in of(events, "NobodyCame")] == [(24, "jotun")]
    assert s.encounter is None


def test_s1_which_group_meets() -> None:
    """The one named, else the one that has moved, else the first of the seat on turn."""
    s = house(("red", 24, "thor"), ("red", 5, "sif"), ("blue", 30, "loki"))
    assert who_meets(s).leader == "thor"
    assert who_meets(s, "sif").leader == "sif"
    assert who_meets(s.having(mover=2)).leader == "sif"
    after, _ = meets(s.stack("aesir", ("tyr",)), group="sif")
    assert after.counter(4).at == 5


def test_s10_a_norn_is_not_fought() -> None:
    """Drawn or sought: WISDOM is rolled for, no encounter opens."""
    s = house(("red", 51, "thor"), ("", 51, "urd"), ("blue", 30, "loki"))
    s = s.stack("norn-valkyrie", ("skuld", "mist"))
    after, events = meets(s, 0, as_it_lies(["mist"]))
    assert "EncounterOpened" not in kinds(events)
    assert after.stacks["norn-valkyrie"] == ("mist", "skuld")
    assert len(after.figures["thor"].runes) == 1
    after, events = thrown(s, lambda lots: supplement.met(s, "thor", "urd", "4.4", lots), 0)
    assert kinds(events) == ["Rolled", "RuneDealt"]
    assert "urd" in after.figures


def test_s1_a_counter_is_met() -> None:
    """`meet X`."""
    s = house(("red", 24, "thor"), ("blue", 24, "loki"))
    s, events = thrown(s, lambda lots: supplement.met(s, "thor", "loki", "4.6", lots))
    assert of(events, "EncounterOpened")[0].rule == "4.6"
    assert s.encounter is not None


@pytest.mark.parametrize(
    ("own", "other", "die", "card"),
    [
        ("thor", "thrym", 6, "attack"),
        ("thor", "thrym", 7, "evade"),
        ("loki", "thrym", 7, "friendship"),
        ("mimir", "thrym", 7, "friendship"),
    ],
)
def test_s2_a_stranger_rolls_against_its_temper(own: str, other: str, die: int, card: str) -> None:
    """At most that, 6: it attacks; else it evades where good meets evil, and offers friendship where not."""
    s = sealed(encounter(own, other, deck="jotun", round=2), red="con")
    s, events = shown(s, die)
    assert rolls(events) == [("temper", other, die, 6, "S2")]
    assert of(events, "CardsShown")[0].cards == ((own, "con"), (other, card))


def test_s2_a_barred_card_is_not_played() -> None:
    """9.0 Leaders of the Alfar do not attack in the first round: they evade."""
    s = sealed(encounter("loki", "slagfinn", deck="alfar"), red="con")
    assert of(shown(s, 0)[1], "CardsShown")[0].cards[1] == ("slagfinn", "evade")
    s = sealed(encounter("loki", "slagfinn", deck="alfar", round=2), red="con")
    assert of(shown(s, 0)[1], "CardsShown")[0].cards[1] == ("slagfinn", "attack")


def test_s2_the_insane() -> None:
    """2.2A8 A catatonic stranger plays nothing; a schizophrenic's card is rolled."""
    s = sealed(encounter("loki", "thrym", deck="jotun", round=2), red="con")
    assert of(shown(s.figure("thrym", insanity=CATATONIA))[1], "CardsShown")[0].cards[1] == ("thrym", "")
    mad = s.figure("thrym", insanity=SCHIZOPHRENIA)
    assert of(shown(mad, 8, 2)[1], "CardsShown")[0].cards[1] == ("thrym", "follower")


def test_s2_both_cards_then_the_next_round() -> None:
    """Loki cons in vain, Thrym offers friendship in vain; cards are asked for anew."""
    s, _ = shown(sealed(encounter("loki", "thrym", deck="jotun"), red="con"), 9)
    s, events = resolved(s, 0, 0, 9, 9)
    assert [(one.by, one.card, one.works) for one in of(events, "CardActed")] == [
        ("loki", "con", False),
        ("thrym", "friendship", False),
    ]
    assert s.encounter is not None
    assert (s.encounter.round, s.encounter.asks, s.encounter.sealed) == (2, True, ())


def test_s2_three_rounds_at_most() -> None:
    """After the third the encounter is over; the stranger goes back."""
    s, _ = shown(sealed(encounter("loki", "thrym", deck="jotun", round=3), red="con"), 9)
    s, events = resolved(s, 0, 0, 9, 9, as_it_lies([]))
    assert s.encounter is None
    assert of(events, "RoundBegun") == []
    assert s.stacks["jotun"][-1] == "thrym"


def test_s3_the_second_card_only_if_the_encounter_goes_on() -> None:
    """Thrym, with the higher sum, is gone before Loki's con."""
    s, _ = shown(sealed(encounter("thor", "thrym", deck="jotun", round=2), red="con"), 9)
    s, events = resolved(s, 0, 9, 0, as_it_lies([]))
    assert [(one.by, one.card) for one in of(events, "CardActed")] == [("thrym", "evade")]
    assert s.encounter is None


def test_s5_evade_costs_a_speed_if_one_is_left() -> None:
    """M18: once, when the cards are shown, whether it works or not."""
    s = sealed(encounter("loki", "thrym", deck="jotun", round=2), red="evade")
    after, _ = shown(s, 9)
    assert after.counter(1).spent == 1
    assert resolved(after, 0, 0, 9, 9)[0].counter(1).spent == 1
    assert shown(s.moved(1, spent=5), 9)[0].counter(1).spent == 5


def test_s2_a_round_between_two_seats() -> None:
    """Both write a card; nobody rolls against TEMPER."""
    s = sealed(encounter("thor", "loki", whose="blue"), red="attack", blue="subdue")
    s, events = shown(s)
    assert rolls(events) == []
    s, events = resolved(s, 0, 0, *[9] * 12)
    assert [one.by for one in of(events, "CardActed")] == ["loki", "thor"]
    assert {(one.by, one.subdual) for one in of(events, "Blow")} == {("thor", False), ("loki", True)}


def test_s15_a_card_without_effects_does_nothing() -> None:
    """It leaves play, and nobody is asked."""
    s = house(("red", 24, "thor"), ("blue", 30, "loki"))
    card = next(one for one in s.cards.fate.values() if one.effects is None)
    s, events = thrown(s, lambda lots: done(s, "red", card, f"fate.{card.name}", "", "4.1b", lots))
    assert [(type(one).__name__, one.cited) for one in events] == [("NothingHappens", "S15")]
