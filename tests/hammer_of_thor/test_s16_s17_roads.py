"""S16, S17 What moving about brings in the supplement: encounters where one has searched, REPUTATION in new realms."""

import pytest
from house_table import house, of, rolls
from orders import ordered
from whole_table import begun

from referee.games.hammer_of_thor import scene
from referee.games.hammer_of_thor.figures import Done, reputation
from referee.games.hammer_of_thor.moves import Halt, Roll, Search, Step
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view

ASGARD, VANAHEIM = ("red", "Asgard"), ("red", "Vanaheim")


def standing(**changes: object) -> State:
    """Red's Thor in 08, in Asgard; a counter of Blue far away."""
    given = {"done": Done(phase="movement"), "realms": (ASGARD,), **changes}
    return house(("red", 8, "thor"), ("blue", 24, "loki"), **given)


@pytest.mark.parametrize(("searched", "need"), [(True, 5), (False, 2)])
def test_s16_whoever_has_searched_meets_somebody_sooner(searched: bool, need: int) -> None:
    """In 10 an encounter comes below 3; below 6 where it was searched."""
    s = standing()
    if searched:
        s, _ = ordered(s, "red", Search("thor", 10))
    s, _ = ordered(s, "red", Step("thor", (10,)))
    _, events = ordered(s, "red", Halt(), 9)
    assert rolls(events) == [("encounter", "thor", 9, need, "4.5")]


def test_s16_a_search_that_was_left_is_lost() -> None:
    """M11: it lapses with a step to another place; and where nobody has moved, no neighbour was searched here."""
    s, _ = ordered(standing(), "red", Search("thor", 9))
    s, _ = ordered(s, "red", Step("thor", (10,)))
    assert rolls(ordered(s, "red", Halt(), 9)[1]) == [("encounter", "thor", 9, 2, "4.5")]
    s, _ = ordered(standing(), "red", Search("thor", 9))
    s, _ = ordered(s, "red", Halt())
    assert rolls(ordered(s, "red", Roll("thor"), 9)[1])[0][3] == s.board.places[8].encounter - 1  # type: ignore[operator]


def test_s16_s17_with_a_master_neither_counts() -> None:
    """There the master says what a search finds."""
    s, _ = ordered(standing(supplement="none"), "red", Search("thor", 10))
    s, _ = ordered(s, "red", Step("thor", (10,)))
    _, events = ordered(s, "red", Halt(), 9)
    assert rolls(events) == [("encounter", "thor", 9, 2, "4.5")]
    assert of(events, "RealmReached") == []


def test_s16_ways_tell_what_a_search_adds() -> None:
    """The number below which somebody comes, as it is for the group."""
    s, _ = ordered(standing(), "red", Search("thor", 10))
    (group,) = scene.own_groups(view(s, "red"))
    told = {way.place.number: way.encounter for way in group.ways}
    assert (told[10], told[9]) == (6, s.board.places[9].encounter)


def test_s17_the_first_halt_in_another_realm_brings_reputation() -> None:
    """Once for each realm and seat, to the leader of the counter that has moved; not where it began."""
    s, _ = ordered(standing(), "red", Step("thor", (10,)))
    assert s.board.places[10].realm == "Vanaheim"
    after, events = ordered(s, "red", Halt(), 9)
    assert [(one.by, one.group, one.realm) for one in of(events, "RealmReached")] == [
        ("red", "thor", "Vanaheim")
    ]
    assert [(one.name, one.amount, one.rule) for one in of(events, "ReputationChanged")] == [
        ("thor", 1, "S17")
    ]
    assert reputation(after, "thor") == reputation(s, "thor") + 1
    assert after.realms == (ASGARD, VANAHEIM)
    known, _ = ordered(standing(realms=(ASGARD, VANAHEIM)), "red", Step("thor", (10,)))
    assert of(ordered(known, "red", Halt(), 9)[1], "RealmReached") == []
    home, _ = ordered(standing(), "red", Step("thor", (9,)))
    assert of(ordered(home, "red", Halt(), 9)[1], "RealmReached") == []


def test_s17_who_stays_or_only_passes_gains_nothing() -> None:
    """The halt counts, of a counter that has moved: not the way, and not the place where one was put."""
    s = standing(realms=())
    assert of(ordered(s, "red", Halt())[1], "RealmReached") == []
    s, _ = ordered(standing(), "red", Step("thor", (10, 8)))
    assert of(ordered(s, "red", Halt(), 9)[1], "RealmReached") == []


def test_s17_the_realm_where_one_has_begun_is_known() -> None:
    """Each seat's, from its start on; with a master nobody counts them."""
    told = begun(("thor", 5), ("loki", 7), supplement="house").state.realms
    assert told == (("red", "Asgard"), ("blue", "Asgard"))
    assert begun().state.realms == ()
