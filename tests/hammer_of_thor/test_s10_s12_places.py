"""S10 the Norns, S12 the places of healing, S18 who comes to their senses."""

from functools import partial

import pytest
from house_table import as_it_lies, house, of, rolls, thrown
from thor_table import kinds

from referee.engine.events import Event
from referee.games.hammer_of_thor.figures import CATATONIA, LUNACY
from referee.games.hammer_of_thor.norns import norn_met
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.tending import after_turn

HELD = "fate.feast.1"


def meets(s: State, *script: object) -> tuple[State, list[Event]]:
    """Thor meets Urd."""
    return thrown(s, lambda lots: norn_met(s, "thor", "urd", lots), *script)


def at_the_well(**changes: object) -> State:
    """Thor, WISDOM 4, and Urd, one of the seven, at Urd's Well."""
    return house(("red", 50, "thor"), ("", 50, "urd"), hands={"red": (HELD,)}, **changes)


def test_s10_wisdom_brings_a_rune() -> None:
    """A roll of at most the leader's WISDOM; the card is kept."""
    s, events = meets(at_the_well(), 4)
    assert rolls(events) == [("norn", "thor", 4, 4, "S10")]
    assert kinds(events) == ["Rolled", "RuneDealt"]
    assert (len(s.figures["thor"].runes), s.hand("red")) == (1, (HELD,))
    assert len(s.counters) == 2


def test_s10_else_the_held_card_is_discarded() -> None:
    """Unseen; who holds none loses none."""
    s, events = meets(at_the_well(), 5)
    assert [(one.by, one.card) for one in of(events, "FateDiscarded")] == [("red", HELD)]
    assert (s.hand("red"), s.unused, s.figures["thor"].runes) == ((), (HELD,), ())
    assert kinds(meets(s, 5)[1]) == ["Rolled"]


def test_s10_no_rune_is_left() -> None:
    """Then there is none to be had."""
    s = at_the_well().stack("rune", ())
    assert kinds(meets(s, 0)[1]) == ["Rolled"]


def test_s10_a_drawn_norn_goes_back() -> None:
    """Into the deck of Norns and Valkyries, which is shuffled."""
    s = at_the_well().moved(2, deck="norn-valkyrie")
    s, events = meets(s, 0, as_it_lies(["urd"]))
    assert kinds(events) == ["Rolled", "RuneDealt", "WentBack", "Shuffled"]
    assert s.stacks["norn-valkyrie"][0] == "urd"
    assert "urd" not in s.figures


@pytest.mark.parametrize(("place", "left"), [(15, 0), (50, 5), (19, 7), (24, 7)])
def test_s12_stamina_comes_back(place: int, left: int) -> None:
    """All of it where one regenerates, 2 where there is an antidote; for everybody there, and nowhere else."""
    s = house(("red", place, "thor"), ("", place, "thrym"))
    s = s.figure("thor", lost=7).figure("thrym", lost=7)
    s, events = thrown(s, lambda lots: after_turn(s, lots))
    assert (s.figures["thor"].lost, s.figures["thrym"].lost) == (left, left)
    assert {one.rule for one in of(events, "StaminaChanged")} <= {"S12"}


@pytest.mark.parametrize("place", [15, 50])
def test_s12_never_more_than_was_lost(place: int) -> None:
    """1 lost, 1 mended; nothing is told of who is unhurt."""
    s = house(("red", place, "thor sif")).figure("thor", lost=1)
    s, events = thrown(s, lambda lots: after_turn(s, lots))
    assert [(one.name, one.amount) for one in of(events, "StaminaChanged")] == [("thor", 1)]


def test_s12_insanity_ends_where_it_is_cured() -> None:
    """At Eir's Hill, not elsewhere."""
    for place, cured in ((19, True), (15, False)):
        s = house(("red", place, "thor sif"), on_turn="").figure("sif", insanity=LUNACY, struck=1)
        s, events = thrown(s, partial(after_turn, s))
        assert [(one.name, one.rule) for one in of(events, "Cured")] == [("sif", "S12")] * cured
        assert s.figures["sif"].insanity == ("" if cured else LUNACY)


@pytest.mark.parametrize(("shown", "cured"), [(4, True), (5, False)])
def test_s18_the_insane_of_the_seat_come_to_their_senses(shown: int, cured: bool) -> None:
    """A roll of at most WISDOM, Thor's 4, when the player-turn of its own seat ends; others do not roll."""
    s = house(("red", 24, "thor sif"), ("blue", 30, "loki"), on_turn="red")
    s = s.figure("thor", insanity=CATATONIA, struck=1).figure("loki", insanity=LUNACY, struck=1)
    s, events = thrown(s, partial(after_turn, s), shown)
    assert rolls(events) == [("sanity", "thor", shown, 4, "S18")]
    assert [(one.name, one.rule) for one in of(events, "Cured")] == [("thor", "S18")] * cured
    assert (s.figures["thor"].insanity, s.figures["loki"].insanity) == ("" if cured else CATATONIA, LUNACY)


def test_s18_who_is_cured_by_the_place_does_not_roll() -> None:
    """S12 comes first: at Eir's Hill no die falls."""
    s = house(("red", 19, "thor"), on_turn="red").figure("thor", insanity=LUNACY, struck=1)
    s, events = thrown(s, partial(after_turn, s))
    assert kinds(events) == ["Cured"]
