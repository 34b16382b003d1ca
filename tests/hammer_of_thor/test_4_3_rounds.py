"""4.3A The rounds of an encounter: cards are chosen sealed, shown when all are in, and EVADE costs SPEED."""

from typing import Any

import pytest
from thor_table import kinds, settled, table
from whole_table import GAME, Table

from referee.engine import driver
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor import rounds
from referee.games.hammer_of_thor.duties import choosers
from referee.games.hammer_of_thor.figures import Encounter, allowance
from referee.games.hammer_of_thor.table import State
from referee.testing.chance import ScriptedLots
from referee.util.values import replace


def meeting(*, other: str = "blue", sealed: tuple[tuple[int, str], ...] = (), **changes: Any) -> State:
    """Thor and Loki have met in 29, in the second round."""
    s = table(("red", 29, "thor sif"), (other, 29, "loki"), **changes)
    return replace(s, encounter=Encounter(1, 2, "4.6", 2, asks=True, sealed=sealed))


def begun(s: State, *script: Any) -> tuple[State, list[Any]]:
    """The next round."""
    lots = ScriptedLots(script)
    after, events = settled(s, rounds.next_round(s, lots))
    assert not lots.left
    return after, events


def test_4_3a_cards_are_chosen_anew() -> None:
    """The next round counts on, and asks both seats again."""
    s, events = begun(meeting(sealed=((1, "attack"), (2, "con"))))
    assert s.encounter
    assert (kinds(events), s.encounter.round, s.encounter.sealed) == (["RoundBegun"], 3, ())
    assert choosers(s) == ("red", "blue")


def test_m23_a_leader_without_a_card_is_not_waited_for() -> None:
    """A catatonic leader plays none; the others still choose."""
    s, _ = begun(meeting().figure("thor", insanity="catatonia"))
    assert choosers(s) == ("blue",)


def rolled(s: State, *script: Any) -> tuple[State, list[Any]]:
    """The steps of the round that nobody is asked for, with these dice."""
    lots, events = ScriptedLots(script), list[Any]()
    s = driver.proceed(GAME, s, lots, events)
    assert not lots.left
    return s, events


def test_m23_a_schizophrenics_card_is_rolled() -> None:
    """0-7 are the cards in order; 8 and 9, and what it cannot play, are rolled again; nobody waits for it."""
    s, events = begun(meeting().figure("thor", insanity="schizophrenia"))
    assert kinds(events) == ["RoundBegun"]
    assert choosers(s) == ("blue",)
    s, events = rolled(s, 9, 8, 4)
    assert kinds(events)[:4] == ["Rolled", "Rolled", "Rolled", "CardSealed"]
    assert s.encounter
    assert s.encounter.sealed == ((1, "evade"),)
    assert choosers(s) == ("blue",)
    s = replace(meeting(), encounter=Encounter(1, 2, "4.6", 1, asks=True)).figure(
        "thor", insanity="schizophrenia"
    )
    s, _ = rolled(s, 1, 7)
    assert s.encounter
    assert s.encounter.sealed == ((1, "friendship"),)
    s = table(("red", 2, "thor"), ("blue", 2, "loki"))
    s = replace(s.figure("thor", insanity="catatonia"), encounter=Encounter(1, 2, "4.6", 1, asks=True))
    assert rolled(s)[1] == []


@pytest.mark.parametrize("supplement", ["none", "house"])
def test_2_2a8_who_is_struck_within_a_round_has_its_card_rolled(supplement: str) -> None:
    """At once, as nothing can be ordered for it; a card that was chosen before stands (M23)."""
    s = meeting(supplement=supplement, hands={"green": ("fate.moon-madness.1",)})
    effects = ("insane $target schizophrenia",)
    madness = replace(s.cards.fate["moon-madness"], effects=effects)
    s = replace(s, cards=replace(s.cards, fate={**s.cards.fate, "moon-madness": madness}))
    table = Table(s, schizophrenia=[4]).does("green", m.Play("moon-madness", "loki"))
    assert table.of("CardSealed")[0].card == "evade"
    assert table.owes[:1] == ["red card"]
    chosen = Table(s).does("blue", m.PlayCard("con")).does("green", m.Play("moon-madness", "loki"))
    assert chosen.of("Rolled") == []
    assert chosen.state.encounter
    assert chosen.state.encounter.sealed == ((2, "con"),)


def test_2_2a8_a_schizophrenic_who_comes_to_lead_within_a_round_has_its_card_rolled() -> None:
    """In the middle of a round with the supplement, where there is no master who could go on without it."""
    s = meeting(supplement="house").figure("sif", insanity="schizophrenia")
    table = Table(s.figure("sif", gained=20), schizophrenia=[3])
    table.does("blue", m.PlayCard("con"))
    assert table.of("LeaderIs")[0].name == "sif"
    assert table.of("CardSealed")[-1].card == "seduce"
    assert table.of("CardsShown")


def test_s2_a_card_named_beforehand() -> None:
    """It is played for its seat against that other, where it can be; nobody waits for it then."""
    s, events = begun(replace(meeting(), answers={"blue": (("red", "evade"),), "red": (("green", "con"),)}))
    assert kinds(events) == ["RoundBegun", "CardSealed"]
    assert choosers(s) == ("red",)
    s, events = begun(
        replace(s.figure("loki", insanity="megalomania"), answers={"blue": (("red", "evade"),)})
    )
    assert choosers(s) == ("red", "blue")
    s, events = begun(replace(meeting(), answers={"blue": (("red", "evade"), ("sif", "con"))}))
    assert events[1].card == "con"


def test_4_2b_evade_costs_one_speed_if_one_is_left() -> None:
    """The cards are shown, and who evades pays."""
    s = meeting(sealed=((1, "evade"), (2, "evade")))
    s = replace(s, counters=(replace(s.counters[0], spent=3), s.counters[1]))
    s, events = settled(s, rounds.all_in(s, ScriptedLots()))
    assert kinds(events) == ["CardsShown", "SpeedSpent"]
    assert events[0].cards == (("thor", "evade"), ("loki", "evade"))  # type: ignore[attr-defined]
    assert [allowance(s, one) for one in s.counters] == [0, 4]
    assert s.encounter
    assert not s.encounter.asks
    assert not choosers(s)


@pytest.mark.parametrize(
    ("mad", "shown", "card"),
    [("", 0, "attack"), ("", 9, "evade"), ("paranoia", 0, "evade"), ("megalomania", 0, "follower")],
)
def test_s2_nobodys_counter_rolls_against_temper(mad: str, shown: int, card: str) -> None:
    """At most its TEMPER it attacks; else it evades an enemy; what is barred it does not play."""
    s = meeting(other="", sealed=((1, "con"),), supplement="house").figure("loki", insanity=mad)
    s, events = settled(s, rounds.all_in(s, ScriptedLots([shown])))
    assert kinds(events)[:2] == ["Rolled", "CardsShown"]
    assert events[1].cards == (("thor", "con"), ("loki", card))  # type: ignore[attr-defined]


def test_4_3a_the_master_speaks_for_nobodys_counter() -> None:
    """Without the supplement it plays no card of its own."""
    s = meeting(other="", sealed=((1, "con"),))
    _, events = settled(s, rounds.all_in(s, ScriptedLots()))
    assert events[0].cards == (("thor", "con"), ("loki", ""))  # type: ignore[attr-defined]
