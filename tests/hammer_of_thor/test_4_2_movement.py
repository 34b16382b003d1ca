"""4.2, M11, M16-M20, M23, M25e: caution, search, reconnaissance, and the way along the lines of the map."""

from typing import Any

import pytest
from orders import ordered, possible, refused
from thor_table import carrying, kinds, table

from referee.games.hammer_of_thor.figures import Done, Standing, Stop, allowance, counter_of, group_of
from referee.games.hammer_of_thor.moves import Caution, Reconnoitre, Search, Step
from referee.games.hammer_of_thor.table import State
from referee.util.values import replace


def standing(at: int = 5, members: str = "thor sif", phase: str = "movement", **changes: Any) -> State:
    """Red has a counter there, and Tyr in 8; blue has Loki. The lowest SPEED of Thor, Sif and Tyr is 3."""
    groups = (("red", at, members), ("red", 8, "tyr"), ("blue", 24, "loki"))
    return table(*groups, done=Done(phase=phase), **changes)


def spent(s: State, many: int) -> State:
    """The same table; red's first counter has spent as much."""
    return s.moved(1, spent=many)


def test_4_2a_counters_go_along_lines_step_by_step() -> None:
    """4.2A: one SPEED a step, from 08 to 09 too; no way without a line."""
    s = standing()
    after, events = ordered(s, "red", Step("sif", (7, 8, 9)))
    assert kinds(events) == ["Entered"] * 3
    assert (group_of(after, "thor").at, allowance(after, group_of(after, "thor"))) == (9, 0)
    assert after.done.moved
    assert refused(s, "red", Step("thor", (8,))) == "4.2A no-line"
    assert refused(s, "red", Step("thor", (7, 9))) == "4.2A no-line"
    assert refused(s, "red", Step("thor", (80,))) == "4.2A no-such-place"
    assert refused(after, "red", Step("thor", (8,))) == "4.2b not-enough-speed"
    assert refused(s, "red", Step("thor", (7, 8, 9, 8))) == "4.2b not-enough-speed"


def test_4_2a_one_own_counter_in_the_own_turn() -> None:
    """It is named by any of its members, or not at all if the seat has only one."""
    s = standing()
    assert refused(s, "red", Step("", (7,))) == "4.2a which-group"
    assert refused(s, "red", Step("loki", (7,))) == "4.2a not-your-group"
    assert refused(s, "blue", Step("loki", (21,))) == "4.0 not-your-turn"
    assert refused(replace(s, on_turn="blue"), "blue", Step("", (21,))) == ""
    moved, _ = ordered(s, "red", Step("thor", (7,)))
    assert refused(moved, "red", Step("tyr", (7,))) == "4.2a other-counter-moves"
    assert refused(moved, "red", Step("sif", (8,))) == ""


def test_4_0_movement_comes_after_the_fate_phase_and_before_halt() -> None:
    """M10 With two cards in hand nothing moves; with one the first step ends the Fate phase."""
    s = standing(phase="fate", hands={"red": ("fate.feast.1",)})
    after, events = ordered(s, "red", Step("thor", (7,)))
    assert kinds(events) == ["PhaseBegun", "Entered"]
    assert after.done.phase == "movement"
    two = replace(s, hands={"red": ("fate.feast.1", "fate.praise.1")})
    assert refused(two, "red", Step("thor", (7,))) == "M10 two-cards"
    assert refused(standing(phase="encounter"), "red", Step("thor", (7,))) == "4.0 halted"
    assert refused(replace(s, stops=(Stop("8.0"),)), "red", Step("thor", (7,))) == "4.0 stop-open"


@pytest.mark.parametrize("order", [Search("thor", 7), Reconnoitre("thor", 7), Caution("thor")])
def test_4_0_they_are_for_the_own_turn(order: Search) -> None:
    """Search, reconnaissance and caution belong to the Movement phase too."""
    assert refused(standing(phase="encounter"), "red", order) == "4.0 halted"
    assert refused(replace(standing(), on_turn="blue"), "red", order) == "4.0 not-your-turn"


@pytest.mark.parametrize(
    ("at", "to", "season", "cost"),
    [(6, 70, "summer", 2), (6, 70, "winter", 1), (25, 60, "winter", 2), (6, 5, "summer", 1)],
)
def test_4_2b_water_costs_one_more_unless_it_is_frozen(at: int, to: int, season: str, cost: int) -> None:
    """M20 In winter, but where it never freezes."""
    s = standing(at, season=season)
    after, _ = ordered(s, "red", Step("thor", (to,)))
    assert group_of(after, "thor").spent == cost


def test_4_2b_water_costs_nothing_more_for_a_group_that_can_cross_it() -> None:
    """By an item for all, or each by nature or by an item of its own; one who cannot is enough."""
    s = standing(6, "brynhild sif")
    assert group_of(ordered(s, "red", Step("sif", (70,)))[0], "sif").spent == 2
    worn = carrying(s, "sif", "winged-shoes")
    assert group_of(ordered(worn, "red", Step("sif", (70,)))[0], "sif").spent == 1
    hidden = carrying(s, "sif", "winged-shoes", face_up=False)
    assert group_of(ordered(hidden, "red", Step("sif", (70,)))[0], "sif").spent == 2
    ship = carrying(s, "brynhild", "long-ship")
    assert group_of(ordered(ship, "red", Step("sif", (70,)))[0], "sif").spent == 1


def test_4_2b_a_surcharge_that_cannot_be_paid() -> None:
    """One SPEED left is not enough for water."""
    s = spent(standing(6), 2)
    assert refused(s, "red", Step("thor", (70,))) == "4.2b not-enough-speed"
    assert refused(s, "red", Step("thor", (5,))) == ""


def test_m18_what_was_spent_before_and_what_cards_gave_counts() -> None:
    """The allowance is the lowest SPEED now, with what a card has given for this player-turn."""
    s = spent(standing(), 3)
    assert refused(s, "red", Step("thor", (7,))) == "4.2b not-enough-speed"
    assert refused(s.moved(1, bonus=2), "red", Step("thor", (7, 8))) == ""
    assert refused(standing().figure("sif", changed=(("speed", 1),)), "red", Step("thor", (7, 8))) != ""


def test_m17_caution_is_announced_once_before_anything_else() -> None:
    """It costs one SPEED and fixes which counter moves."""
    s, _ = ordered(standing(), "red", Caution("sif"))
    assert (s.done.caution, s.done.mover, group_of(s, "thor").spent) == (True, 1, 1)
    assert refused(s, "red", Caution("thor")) == "M17 cautious-already"
    assert refused(s, "red", Step("tyr", (7,))) == "4.2a other-counter-moves"
    moved, _ = ordered(standing(), "red", Search("thor", 7))
    assert refused(moved, "red", Caution("thor")) == "M17 caution-too-late"
    assert refused(spent(standing(), 3), "red", Caution("thor")) == "4.2b not-enough-speed"


def test_m11_a_search_costs_one_speed_and_leaves_enough_for_the_step() -> None:
    """Once per location; only of the next one."""
    s, _ = ordered(standing(), "red", Search("thor", 7))
    assert (s.done.search, group_of(s, "thor").spent) == ((7,), 1)
    assert refused(s, "red", Search("thor", 7)) == "M11 searched-already"
    assert refused(s, "red", Search("thor", 8)) == "4.2A no-line"
    assert refused(spent(standing(), 2), "red", Search("thor", 7)) == "4.2b not-enough-speed"
    assert refused(standing(6), "red", Search("thor", 70)) == ""
    assert refused(spent(standing(6), 1), "red", Search("thor", 70)) == "4.2b not-enough-speed"


def test_m11_a_search_lapses_when_the_step_goes_elsewhere() -> None:
    """Of two places searched the one entered counts."""
    s = standing().moved(1, bonus=3)
    s, _ = ordered(s, "red", Search("thor", 7))
    s, _ = ordered(s, "red", Search("thor", 4))
    assert ordered(s, "red", Step("thor", (7,)))[0].done.search == (7,)
    away, _ = ordered(s, "red", Step("thor", (6,)))
    assert away.done.search == ()
    assert away.done.searched == (7, 4)


@pytest.mark.parametrize(("rolled", "works"), [(5, True), (6, False)])
def test_4_2c_a_reconnaissance_is_rolled_against_the_lowest_senses(rolled: int, works: bool) -> None:
    """Thor and Sif have 5. It is paid whether it works or not, once for each location."""
    s, events = ordered(standing(), "red", Reconnoitre("thor", 7), rolled)
    assert kinds(events) == ["Rolled", "Scouted"]
    assert (s.done.scouted, group_of(s, "thor").spent) == (((7, works),), 1)
    assert refused(s, "red", Reconnoitre("thor", 7)) == "M11 scouted-already"
    assert refused(s, "red", Search("thor", 7)) == ""
    assert refused(s, "red", Reconnoitre("thor", 9)) == "4.2A no-line"


def test_9_0_no_reconnaissance_where_the_map_says_so() -> None:
    """Of Utgard, 25."""
    assert refused(standing(26), "red", Reconnoitre("thor", 25)) == "9.0 no-reconnaissance"
    assert refused(standing(26), "red", Search("thor", 25)) == ""


@pytest.mark.parametrize(
    "order", [Step("thor", (7,)), Caution("thor"), Search("thor", 7), Reconnoitre("thor", 7)]
)
def test_m23_a_catatonic_character_keeps_its_counter_where_it_is(order: Step) -> None:
    """Another insanity does not."""
    assert refused(standing().figure("sif", insanity="catatonia"), "red", order) == "M23 catatonic"
    assert refused(standing().figure("sif", insanity="lunacy"), "red", order) == ""


def test_2_1d2_humans_die_at_once_outside_midgard_and_the_others_go_on() -> None:
    """M19: at each location entered by a step."""
    s = standing(55, "freyja thjalfi roskva")
    after, events = ordered(s, "red", Step("freyja", (1, 4)))
    assert kinds(events) == ["Entered", "Died", "Died", "Entered"]
    assert after.helheim == ("thjalfi", "roskva")
    inside, _ = ordered(s, "red", Step("freyja", (54, 47)))
    assert inside.helheim == ()


def test_m19_a_starting_character_that_dies_stops_the_game_and_its_way() -> None:
    """The steps that were still to come are not gone; the last one of a counter takes it off the map."""
    s = standing(55, "thjalfi freyja")
    after, events = ordered(s, "red", Step("freyja", (1, 4)))
    assert kinds(events) == ["Entered", "Died", "Stopped", "WayCut"]
    assert (after.stops[-1].section, group_of(after, "freyja").at) == ("10.0", 1)
    after, events = ordered(standing(55, "thjalfi"), "red", Step("thjalfi", (1, 4)))
    assert counter_of(after, "thjalfi") is None
    assert kinds(events)[-1] == "WayCut"


def waited_for(order: Standing, card: str, **changes: Any) -> State:
    """Blue has ordered a card beforehand."""
    return standing(hands={"blue": (f"{card}.1",)}, standing={"blue": order}, **changes)


def test_m25_a_card_between_steps_stops_nothing_by_itself() -> None:
    """It fires after the step that it waits for; each step is ruled on again."""
    order = Standing("enters", "red", 7, "fate.slander", "thor")
    after, events = ordered(waited_for(order, "fate.slander"), "red", Step("thor", (7, 8, 9)))
    assert kinds(events) == ["Entered", "StandingDue", "Played", "ReputationChanged", "Entered", "Entered"]
    assert group_of(after, "thor").at == 9


@pytest.mark.parametrize(
    ("card", "on", "ends"),
    [("fate.mired-road", "thor", 7), ("prediction.bridge-falls", "thor", 40), ("fate.strange-guest", "", 7)],
)
def test_m25e_a_step_that_is_not_possible_any_more_ends_the_way(card: str, on: str, ends: int) -> None:
    """SPEED is gone, the counter is somewhere else, or the master is asked."""
    order = Standing("enters", "sif", 7, card, on)
    after, events = ordered(waited_for(order, card), "red", Step("thor", (7, 8, 9)))
    assert kinds(events)[-1] == "WayCut"
    assert group_of(after, "thor").at == ends


def test_m25_enters_is_of_that_seat_and_that_place() -> None:
    """Another place, or another seat, is not waited for."""
    for order in (
        Standing("enters", "red", 8, "fate.slander", "thor"),
        Standing("enters", "green", 7, "fate.slander", "thor"),
        Standing("enters", "tyr", 7, "fate.slander", "thor"),
    ):
        _, events = ordered(waited_for(order, "fate.slander"), "red", Step("thor", (7,)))
        assert kinds(events) == ["Entered"]


def test_what_is_offered() -> None:
    """One step for each line, and what can be paid besides, of either counter."""
    s = spent(standing(5, "thor sif"), 1)
    found = possible(s, "red")
    assert [one for one in found if one.startswith("move thor")] == [f"move thor {n}" for n in (4, 6, 7)]
    assert "reconnoitre tyr 7" in found
    assert "caution thor" in found
    assert possible(replace(s, on_turn="green"), "red") == []
