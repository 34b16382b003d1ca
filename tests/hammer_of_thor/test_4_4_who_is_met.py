"""4.0, 4.4-4.6, M16, M26: the end of the movement, random encounters, counters sought, the master asked."""

from typing import Any

import pytest
from orders import ordered, possible, refused
from thor_table import kinds, table

from referee.games.hammer_of_thor.figures import Done, Encounter, Stop
from referee.games.hammer_of_thor.met import EncounterOpened
from referee.games.hammer_of_thor.moves import Ask, Halt, Meet, Mission, Roll
from referee.games.hammer_of_thor.played import Met
from referee.games.hammer_of_thor.table import State
from referee.util.values import replace


def turning(at: int = 24, **done: Any) -> State:
    """Red has Thor, and Tyr in 29 beside Mimir; blue's Loki is where Thor is."""
    groups = (("red", at, "thor sif"), ("red", 29, "tyr"), ("blue", at, "loki"), ("", 29, "mimir"))
    return table(*groups, done=Done(**{"phase": "movement", **done}))


def moved(at: int = 24, **done: Any) -> State:
    """Thor has moved there."""
    return turning(at, mover=1, moved=True, **done)


@pytest.mark.parametrize(("rolled", "comes"), [(4, True), (5, False)])
def test_m16_after_halt_it_is_rolled_for_the_counter_that_moved(rolled: int, comes: bool) -> None:
    """In 24 a roll below 5 is an encounter: the master says with whom (4.5)."""
    after, events = ordered(moved(), "red", Halt(), rolled)
    assert kinds(events) == ["PhaseBegun", "Rolled", "RolledFor", *(["Stopped"] if comes else [])]
    assert after.stops == ((Stop("4.5", "red", ("thor",)),) if comes else ())
    assert after.done.rolled
    assert refused(replace(after, stops=()), "red", Roll("tyr")) == "M16 rolled-already"


def test_m16_nothing_is_rolled_with_caution_or_for_a_counter_that_stayed() -> None:
    """The seat may roll then, once, for any of its counters."""
    for s in (moved(caution=True), turning(), turning(mover=1)):
        after, events = ordered(s, "red", Halt())
        assert kinds(events) == ["PhaseBegun"]
        for name in ("thor", "tyr"):
            rolled, events = ordered(after, "red", Roll(name), 9)
            assert kinds(events) == ["Rolled", "RolledFor"]
            assert refused(rolled, "red", Roll("thor")) == "M16 rolled-already"
    assert refused(after, "red", Roll("loki")) == "M16 not-your-group"
    assert refused(turning(), "red", Roll("thor")) == "4.0 halt-first"
    assert refused(turning(phase="after"), "red", Roll("thor")) == "4.0 turn-ending"


def test_m16_where_a_roll_must_be_made_caution_does_not_help() -> None:
    """In 32 and 37; a counter that stayed there does not roll."""
    assert kinds(ordered(moved(32, caution=True), "red", Halt(), 9)[1])[-1] == "RolledFor"
    assert kinds(ordered(turning(32), "red", Halt())[1]) == ["PhaseBegun"]


@pytest.mark.parametrize(("dice", "comes"), [((9, 9), False), ((9, 5), True), ((5, 9), True)])
def test_m16_two_dice_where_the_map_says_so(dice: tuple[int, int], comes: bool) -> None:
    """In 28 one of two below 6 is enough."""
    after, events = ordered(moved(28), "red", Halt(), *dice)
    assert kinds(events).count("Rolled") == 2
    assert bool(after.stops) is comes


def unnumbered(s: State) -> State:
    """The map has no number for 24."""
    places = {**s.board.places, 24: replace(s.board.places[24], encounter=None)}
    return replace(s, board=replace(s.board, places=places))


def test_4_5_where_the_map_has_no_number_the_master_is_asked() -> None:
    """Without a roll; with the supplement there is no encounter then."""
    s = unnumbered(moved())
    after, events = ordered(s, "red", Halt())
    assert kinds(events) == ["PhaseBegun", "RolledFor", "Stopped"]
    assert after.stops == (Stop("4.5", "red", ("thor",)),)
    _, events = ordered(replace(s, supplement="house"), "red", Halt(), 0)
    assert kinds(events) == ["PhaseBegun", "RealmReached", "ReputationChanged", "Rolled", "RolledFor"]


def test_s1_with_the_supplement_the_top_card_of_the_deck_is_met() -> None:
    """The one that rolled meets it, moved or not."""
    s = replace(turning(phase="encounter"), supplement="house").stack("jotun", ("hrungnir",))
    after, events = ordered(s, "red", Roll("tyr"), 0)
    assert "StrangerCame" in kinds(events)
    assert [(one.own, one.other) for one in events if isinstance(one, EncounterOpened)] == [
        ("tyr", "hrungnir")
    ]
    assert after.stops == ()


def test_4_0_halt_ends_the_movement_once() -> None:
    """It ends the Fate phase too; not in another's turn, nor with two cards in hand."""
    assert kinds(ordered(turning(phase="fate"), "red", Halt())[1]) == ["PhaseBegun"]
    assert refused(turning(phase="encounter"), "red", Halt()) == "4.0 halted"
    assert refused(turning(), "blue", Halt()) == "4.0 not-your-turn"
    two = replace(turning(phase="fate"), hands={"red": ("fate.feast.1", "fate.praise.1")})
    assert refused(two, "red", Halt()) == "M10 two-cards"


def test_4_6_a_group_of_another_seat_is_met_once() -> None:
    """M16 In the same place, after `halt`; the master is asked under 4.6."""
    s = moved(phase="encounter")
    after, events = ordered(s, "red", Meet("loki"))
    assert kinds(events)[:3] == ["Met", "EncounterOpened", "Stopped"]
    assert after.stops[-1].section == "4.6"
    again = replace(after, encounter=None, stops=())
    assert refused(again, "red", Meet("loki")) == "M16 met-already"
    assert refused(turning(), "red", Meet("loki")) == "4.0 halt-first"
    assert refused(after, "red", Meet("mimir")) == "4.0 encounter-open"


def test_4_4_one_of_the_seven_is_met() -> None:
    """By whoever is there: the counter that moved, else the first there."""
    s = moved(phase="encounter")
    after, events = ordered(s, "red", Meet("mimir"))
    assert (after.stops[-1].section, after.encounter) == ("4.4", Encounter(2, 4, "4.4", 1, asks=True))
    both = table(("red", 29, "tyr"), ("red", 29, "thor"), ("", 29, "mimir"), done=Done(phase="encounter"))
    stayed = replace(both.done, mover=2)  # it has only searched
    for done, own in ((both.done, "tyr"), (stayed, "tyr"), (replace(stayed, moved=True), "thor")):
        _, events = ordered(replace(both, done=done), "red", Meet("mimir"))
        assert [one.group for one in events if isinstance(one, Met)] == [own]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("tyr", "M16 nobody-to-meet"),
        ("odin", "M16 nobody-to-meet"),
        ("urd", "M16 not-here"),
        ("loki", ""),
    ],
)
def test_m16_who_can_be_met(name: str, why: str) -> None:
    """A counter of others, where an own one is."""
    groups = (("red", 24, "thor"), ("red", 24, "tyr"), ("blue", 24, "loki"), ("", 50, "urd"))
    s = table(*groups, done=Done(phase="encounter"))
    assert refused(s, "red", Meet(name)) == why


def test_s10_with_the_supplement_a_norn_is_not_fought() -> None:
    """She is met without an encounter."""
    groups = (("red", 50, "thor"), ("blue", 24, "loki"), ("", 50, "urd"))
    s = table(*groups, done=Done(phase="encounter"), supplement="house")
    after, events = ordered(s, "red", Meet("urd"), 0)
    assert kinds(events)[:2] == ["Met", "Rolled"]
    assert after.encounter is None


@pytest.mark.parametrize(("order", "section"), [(Ask("may Thor fly?"), "8.0"), (Mission("done"), "1.0k")])
def test_m26_the_master_is_asked_in_the_own_turn(order: Ask, section: str) -> None:
    """Outside an encounter, before the end; not with the supplement, where there is none."""
    s = turning(phase="fate")
    after, events = ordered(s, "red", order)
    assert kinds(events) == ["PhaseBegun", "Stopped", "MasterAsked"]
    assert after.stops == (Stop(section, "red", ("thor", "sif", "tyr"), order.text),)
    assert refused(after, "red", order) == "4.0 stop-open"
    assert refused(s, "blue", order) == "4.0 not-your-turn"
    assert refused(replace(s, encounter=Encounter(1, 3, "4.6")), "red", order) == "4.0 encounter-open"
    assert refused(turning(phase="after"), "red", order) == "M28 turn-ending"
    assert refused(replace(s, supplement="house"), "red", order) == "S1 no-master"


def test_what_is_offered() -> None:
    """After `halt`: a roll for each counter, and who is there."""
    found = possible(turning(phase="encounter"), "red")
    assert [one for one in found if one[:3] not in {"ask", "mis"}] == [
        "meet loki",
        "meet mimir",
        "roll thor",
        "roll tyr",
    ]
    assert "halt" in possible(turning(), "red")
