"""2.2A Items: revealed and concealed in encounters, tried, discarded, taken at the end of a player-turn."""

from typing import Any

import pytest
from orders import ordered, possible, refused
from thor_table import carrying, kinds, table

from referee.games.hammer_of_thor.figures import Done, Encounter, Stop, item_works, reputation
from referee.games.hammer_of_thor.happened import GameTurnBegun
from referee.games.hammer_of_thor.moves import Conceal, Discard, Look, Reveal, Take
from referee.games.hammer_of_thor.table import State
from referee.util.values import replace


def meeting(at: int = 24, **changes: Any) -> State:
    """Thor and Sif have met Loki's group; Tyr stands somewhere else. Thor has a WISDOM of 4."""
    groups = (("red", at, "thor sif"), ("red", 8, "tyr"), ("blue", at, "loki fafnir"))
    return table(*groups, encounter=Encounter(1, 3, "4.6", round=1, asks=True), **changes)


def apart(**changes: Any) -> State:
    """The same without an encounter."""
    return replace(meeting(**changes), encounter=None)


def test_2_2a2_items_are_revealed_and_concealed_in_an_encounter_of_the_group() -> None:
    """By either side of it; a revealed one is known, works, and adds its REPUTATION."""
    s = carrying(meeting(), "thor", "gram", face_up=False)
    after, events = ordered(s, "red", Reveal("gram"))
    assert kinds(events) == ["Revealed"]
    assert item_works(after, "thor", "gram")
    assert reputation(after, "thor") == reputation(s, "thor") + 4
    assert "gram" in after.known
    assert refused(after, "red", Reveal("gram")) == "2.2A2 revealed-already"
    back, _ = ordered(after, "red", Conceal("gram"))
    assert reputation(back, "thor") == reputation(s, "thor")
    assert refused(back, "red", Conceal("gram")) == "2.2A2 concealed-already"
    other = carrying(meeting(), "fafnir", "gram", face_up=False)
    assert refused(other, "blue", Reveal("gram")) == ""
    assert refused(other, "red", Reveal("gram")) == "2.2A2 not-your-item"


def test_2_2a2_not_outside_it() -> None:
    """Neither without an encounter nor for a group that is not in it."""
    s = carrying(apart(), "thor", "gram", face_up=False)
    assert refused(s, "red", Reveal("gram")) == "2.2A2 encounter-only"
    s = carrying(meeting(), "tyr", "gram")
    assert refused(s, "red", Conceal("gram")) == "2.2A2 encounter-only"


@pytest.mark.parametrize(("rolled", "works"), [(4, True), (5, False)])
def test_2_2a3_wisdom_is_rolled_against_once_for_good(rolled: int, works: bool) -> None:
    """M3 A failed item lies face up and adds its REPUTATION, but does not work; a second time nothing is rolled."""
    s = carrying(meeting(), "thor", "mjollnir", face_up=False)
    after, events = ordered(s, "red", Reveal("mjollnir"), rolled)
    assert kinds(events) == ["Revealed", "Rolled", "Tried"]
    assert item_works(after, "thor", "mjollnir") is works
    assert reputation(after, "thor") == reputation(s, "thor") + 6
    after, _ = ordered(after, "red", Conceal("mjollnir"))
    again, events = ordered(after, "red", Reveal("mjollnir"))
    assert kinds(events) == ["Revealed"]
    assert item_works(again, "thor", "mjollnir") is works


def test_2_2a3_an_item_is_rolled_for_once_in_a_game_turn() -> None:
    """M21 By whoever has it then; in the next one another may try it."""
    s = carrying(meeting(), "sif", "mjollnir", face_up=False)
    s = replace(s, works={("thor", "mjollnir"): True}, tried=("mjollnir",))
    assert refused(s, "red", Reveal("mjollnir")) == "2.2A3 tried-this-turn"
    assert refused(GameTurnBegun(2).change(s), "red", Reveal("mjollnir")) == ""


def test_m23_a_kleptomaniac_reveals_one_item_of_a_letter() -> None:
    """It may carry any number; who is not insane has only one of each anyway."""
    s = carrying(meeting(), "thor", "gram").figure("thor", insanity="kleptomania")
    s = carrying(s, "thor", "hrotti", "ring-mail", face_up=False)
    assert refused(s, "red", Reveal("hrotti")) == "M23 letter-shown"
    assert refused(s, "red", Reveal("ring-mail")) == ""
    s, _ = ordered(s, "red", Conceal("gram"))
    assert refused(s, "red", Reveal("hrotti")) == ""


def test_2_2a0_an_item_is_discarded_in_the_own_turn_or_an_encounter() -> None:
    """It is out of play, for all to see; the Fate phase ends with it."""
    s = carrying(apart(done=Done(phase="fate")), "tyr", "gram", face_up=False)
    after, events = ordered(s, "red", Discard("gram"))
    assert kinds(events) == ["PhaseBegun", "ItemDiscarded"]
    assert after.out == ("gram",)
    assert after.figures["tyr"].items == ()
    assert refused(replace(s, on_turn="blue"), "red", Discard("gram")) == "4.0 not-your-turn"
    assert refused(s, "blue", Discard("gram")) == "2.2A0 not-your-item"
    two = replace(s, hands={"red": ("fate.feast.1", "fate.praise.1")})
    assert refused(two, "red", Discard("gram")) == "M10 two-cards"
    assert refused(replace(s, stops=(Stop("8.0"),)), "red", Discard("gram")) == "4.0 stop-open"
    assert refused(replace(s, done=Done(phase="after")), "red", Discard("gram")) == "M28 turn-ending"
    met = replace(carrying(meeting(), "loki", "gram"), stops=(Stop("4.6"),))
    after, events = ordered(met, "blue", Discard("gram"))
    assert kinds(events) == ["ItemDiscarded"]
    elsewhere = carrying(meeting(), "tyr", "gram")
    assert refused(elsewhere, "red", Discard("gram")) == "4.0 encounter-open"


def test_m8_of_too_many_items_one_of_those_is_discarded() -> None:
    """Right after the start; another item is kept."""
    s = replace(meeting(), stage="choosing", chosen=(), encounter=None, on_turn="")
    s = carrying(s, "thor", "gram", "hrotti", "ring-mail", face_up=False)
    assert refused(s, "red", Discard("ring-mail")) == "M8 not-too-many"
    after, events = ordered(s, "red", Discard("hrotti"))
    assert (events[0].cited, after.figures["thor"].items) == ("M8", ("gram", "ring-mail"))
    assert refused(after, "red", Discard("gram")) == "4.0 not-begun"


def at_plain(phase: str = "encounter", **changes: Any) -> State:
    """Thor and Sif stand in Ida's Plain, Tyr in Hlidskialf."""
    return table(
        ("red", 5, "thor sif"), ("red", 8, "tyr"), ("blue", 24, "loki"), done=Done(phase=phase), **changes
    )


def test_2_2a6_a_bronze_item_is_taken_at_the_end_of_the_turn() -> None:
    """M28 One in a player-turn, after `halt`; nothing but the end follows."""
    s = at_plain()
    after, events = ordered(s, "red", Take("bronze-helm", "sif"))
    assert kinds(events) == ["PhaseBegun", "Took"]
    assert (after.figures["sif"].items, "bronze-helm" in after.forged) == (("bronze-helm",), False)
    assert after.figures["sif"].revealed == frozenset()
    assert after.done.phase == "after"
    assert refused(after, "red", Take("bronze-mail", "sif")) == "M28 once-a-turn"
    assert refused(after, "red", Discard("bronze-helm")) == "M28 turn-ending"
    assert refused(after, "red", Look("jotun")) == ""
    assert refused(at_plain("movement"), "red", Take("bronze-helm", "sif")) == "M28 halt-first"


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (Take("bronze-helm", "tyr"), "2.2A6 nothing-to-take"),
        (Take("bronze-helm", "loki"), "2.2A6 not-yours"),
        (Take("iron-helm", "sif"), "2.2A6 not-bronze"),
        (Take("gram", "sif"), "2.2A6 not-in-the-deck"),
        (Take("bronze-sword", "thor"), "2.2A1 does-not-fit"),
        (Take("bronze-sword", "sif"), ""),
    ],
)
def test_2_2a6_what_is_taken_for_whom(order: Take, why: str) -> None:
    """Bronze of the Forged deck, for one who is there and can carry it."""
    assert refused(carrying(at_plain(), "thor", "hrotti"), "red", order) == why


def test_m28_the_top_card_of_a_race_deck_is_looked_at() -> None:
    """In Hlidskialf, once in a player-turn; a deck without cards cannot be looked at."""
    s = at_plain().stack("dwarf", ())
    after, events = ordered(s, "red", Look("jotun"))
    assert kinds(events) == ["PhaseBegun", "Looked"]
    assert refused(after, "red", Look("jotun")) == "M28 once-a-turn"
    assert refused(s, "red", Look("dwarf")) == "M28 deck-empty"
    assert refused(s, "red", Look("rune")) == "M28 no-such-deck"
    assert refused(replace(s, on_turn="blue"), "blue", Look("jotun")) == "M28 nobody-to-look"
    assert refused(at_plain("fate"), "red", Look("jotun")) == "M28 halt-first"


def test_what_is_offered() -> None:
    """At the end of a turn and in an encounter."""
    found = possible(at_plain(), "red")
    assert [one for one in found if one.endswith("for sif")] == [
        f"take bronze-{one} for sif" for one in ("axe", "gloves", "helm", "mail", "shield", "shoes", "sword")
    ]
    assert sum(one.startswith("look") for one in found) == 10
    s = carrying(carrying(meeting(), "thor", "gram"), "sif", "ridill", face_up=False)
    assert [one for one in possible(s, "red") if not one.startswith("use")] == [
        *("conceal gram", "discard gram", "discard ridill", "reveal ridill"),
    ]
