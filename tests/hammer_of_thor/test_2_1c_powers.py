"""2.1C, 2.2B, 2.2C, 2.2A8: abilities, runes, shapes, places that restore, and a Pathological Liar's follower."""

from typing import Any

import pytest
from orders import ordered, possible, refused
from thor_table import kinds, settled, table

from referee.engine.events import seen
from referee.games.hammer_of_thor import places
from referee.games.hammer_of_thor.duties import owed
from referee.games.hammer_of_thor.figures import Done, Encounter, Stop, counter_of, stamina, value
from referee.games.hammer_of_thor.met import EncounterClosed
from referee.games.hammer_of_thor.moves import Change, ChangeBack, Lose, Use, UseRune
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.util.values import replace

ALE, HANGED, SEA = "rune.ale-rune.1", "rune.hanged-mans-rune.1", "rune.sea-rune.1"


def apart(phase: str = "movement", **changes: Any) -> State:
    """Blue's Loki leads Fafnir; red has Freyja, green Volund. It is blue's turn."""
    groups = (("blue", 24, "loki fafnir"), ("red", 24, "freyja sif"), ("green", 15, "volund"))
    return table(*groups, on_turn="blue", done=Done(phase=phase), **changes)


def meeting(*, combat: bool = False) -> State:
    """Loki and Freyja have met."""
    return replace(apart("encounter"), encounter=Encounter(1, 2, "4.6", round=1, asks=True, combat=combat))


@pytest.mark.parametrize(("rolled", "left"), [(9, 10), (8, 10)])
def test_2_2b1_a_rune_works_by_intelligence_and_leaves_play(rolled: int, left: int) -> None:
    """Freyja has 8: a roll of 9 does nothing."""
    s = replace(apart(), on_turn="red").figure("freyja", runes=(ALE,)).figure("loki", lost=6)
    after, events = ordered(s, "red", UseRune("ale-rune", "freyja", "loki"), rolled)
    assert kinds(events) == ["Rolled", "RuneUsed", *(["StaminaChanged"] if rolled < 9 else [])]
    assert (after.figures["freyja"].runes, after.out) == ((), ("rune.ale-rune",))
    assert stamina(after, "loki") == (left if rolled < 9 else 6)


def test_2_2b1_a_rune_is_used_by_who_has_it_in_the_own_turn_or_an_encounter() -> None:
    """On what it names."""
    s = apart().figure("freyja", runes=(ALE,))
    assert refused(s, "red", UseRune("ale-rune", "freyja", "sif")) == "4.0 not-your-turn"
    on_turn = replace(s, on_turn="red")
    assert refused(on_turn, "red", UseRune("ale-rune", "sif", "sif")) == "2.2B1 no-such-rune"
    assert refused(on_turn, "blue", UseRune("ale-rune", "freyja", "sif")) == "2.2B1 not-yours"
    assert refused(on_turn, "red", UseRune("ale-rune", "freyja")) == "2.2B1 target-needed"
    assert refused(on_turn, "red", UseRune("ale-rune", "freyja", "blue")) == "2.2B1 not-a-target"
    met = meeting().figure("freyja", runes=(ALE,)).figure("volund", runes=(ALE,))
    assert refused(met, "red", UseRune("ale-rune", "freyja", "sif")) == ""
    assert refused(met, "green", UseRune("ale-rune", "volund", "sif")) == "4.0 not-your-turn"
    assert refused(
        replace(on_turn, done=Done(phase="after")), "red", UseRune("ale-rune", "freyja", "sif")
    ) == ("M28 turn-ending")


def test_2_2b1_a_rune_without_effects_is_the_masters_if_it_works() -> None:
    """M26; with the supplement nothing happens (S15)."""
    s = apart("fate").figure("loki", runes=(HANGED,))
    order = UseRune("hanged-mans-rune", "loki")
    after, events = ordered(s, "blue", order, 9)
    assert kinds(events) == ["PhaseBegun", "Rolled", "RuneUsed", "Stopped"]
    assert after.stops == (Stop("2.2B1", "blue", (), "rune.hanged-mans-rune"),)
    after, events = ordered(replace(s, supplement="house"), "blue", order, 0)
    assert events[-1].cited == "S15"


def test_2_2b1_a_group_is_named_by_any_of_its_members() -> None:
    """It is told by its leader."""
    s = apart().figure("loki", runes=(SEA,))
    after, events = ordered(s, "blue", UseRune("sea-rune", "loki", "sif"), 0)
    assert [one.on for one in events if hasattr(one, "on")] == ["freyja"]
    assert after.counters[1].bonus == 3


def test_2_1c_abilities_are_used_by_the_leader_in_an_encounter_by_any_in_combat() -> None:
    """M29 Until it closes; only what stands on the card, and once."""
    s = meeting()
    after, _ = ordered(s, "blue", Use("loki", "cunning"))
    assert after.encounter
    assert after.encounter.used == (("loki", "cunning"),)
    assert refused(after, "blue", Use("loki", "cunning")) == "2.1C in-use"
    assert refused(s, "blue", Use("loki", "flight")) == "2.1C no-such-ability"
    assert refused(s, "red", Use("loki", "cunning")) == "2.1C not-yours"
    assert refused(s, "red", Use("sif", "harvest")) == "2.1C not-the-leader"
    assert refused(meeting(combat=True), "red", Use("sif", "harvest")) == ""


def test_4_2c_who_is_met_after_a_reconnaissance_cannot_use_invisibility() -> None:
    """If it worked; the others can, and so can either in an encounter without one."""
    groups = (("blue", 24, "loki"), ("red", 24, "skadi"))
    s = table(*groups, on_turn="blue", done=Done(phase="encounter"))
    plain = replace(s, encounter=Encounter(1, 2, "4.6", round=2, asks=True))
    found = replace(s, encounter=Encounter(1, 2, "4.6", round=2, asks=True, surprise=True))
    assert refused(found, "red", Use("skadi", "invisibility")) == "4.2c found-out"
    assert refused(found, "red", Use("skadi", "archery")) == ""
    assert refused(found, "blue", Use("loki", "invisibility")) == ""
    assert refused(plain, "red", Use("skadi", "invisibility")) == ""


def test_m29_after_an_encounter_any_character_of_it_till_the_turn_ends() -> None:
    """Not before, and not who was not in it."""
    assert refused(apart(), "blue", Use("loki", "cunning")) == "M29 no-encounter-of-it"
    s = EncounterClosed("loki", "freyja", ()).change(meeting())
    after, _ = ordered(s, "red", Use("sif", "harvest"))
    assert refused(after, "red", Use("sif", "harvest")) == "2.1C in-use"
    assert refused(s, "blue", Use("fafnir", "cunning")) == "2.1C no-such-ability"
    assert refused(s, "green", Use("volund", "smith")) == "M29 no-encounter-of-it"


def test_2_2c_a_shape_replaces_characteristics_and_abilities() -> None:
    """What is marked C is kept; the abilities are those of the shape."""
    s = apart("fate").figure("loki", lost=2)
    after, events = ordered(s, "blue", Change("loki", "salmon"))
    assert kinds(events) == ["PhaseBegun", "ShapeTaken"]
    assert (value(after, "loki", "agility"), value(after, "loki", "wisdom")) == (
        9,
        value(s, "loki", "wisdom"),
    )
    assert stamina(after, "loki") == 2
    assert refused(after, "blue", Change("loki", "mare")) == "2.2C in-a-shape"
    back, events = ordered(after, "blue", ChangeBack("loki"))
    assert kinds(events) == ["ShapeLeft"]
    assert (stamina(back, "loki"), back.figures["loki"].changes) == (10, 1)
    assert refused(back, "blue", ChangeBack("loki")) == "2.2C own-shape"


def test_2_2c_only_the_shapes_on_the_card_and_so_often() -> None:
    """M24 The number is for the whole game; one card is for one character at a time, Falcon has two."""
    s = apart()
    assert refused(s, "blue", Change("loki", "falcon")) == "2.2C no-such-shape"
    assert refused(s, "blue", Change("freyja", "falcon")) == "2.1C not-yours"
    assert refused(s.figure("loki", changes=4), "blue", Change("loki", "fly")) == "M24 changed-enough"
    assert refused(s.figure("loki", changes=3), "blue", Change("loki", "fly")) == ""
    assert (
        refused(s.figure("volund", shape="shape.fly.1"), "blue", Change("loki", "fly")) == "M24 shape-taken"
    )
    one = replace(s, on_turn="red").figure("volund", shape="shape.falcon.1")
    after, _ = ordered(one, "red", Change("freyja", "falcon"))
    assert after.figures["freyja"].shape == "shape.falcon.2"
    both = one.figure("loki", shape="shape.falcon.2")
    assert refused(both, "red", Change("freyja", "falcon")) == "M24 shape-taken"


def test_m24_shapes_change_in_the_own_turn_or_an_encounter() -> None:
    """In one by the leader, in combat by any."""
    assert refused(apart(), "red", Change("freyja", "falcon")) == "4.0 not-your-turn"
    assert refused(meeting(), "red", Change("freyja", "falcon")) == ""
    assert refused(meeting(), "green", Change("volund", "falcon")) == "4.0 not-your-turn"
    assert refused(meeting(), "blue", Change("fafnir", "serpent")) == "2.1C not-the-leader"
    assert refused(meeting(combat=True), "blue", Change("fafnir", "serpent")) == ""
    assert refused(apart("after"), "blue", Change("loki", "fly")) == "M28 turn-ending"


@pytest.mark.parametrize(("lost", "dies"), [(12, False), (13, True)])
def test_2_2c_who_has_lost_more_than_the_printed_stamina_dies_on_changing_back(lost: int, dies: bool) -> None:
    """Loki has 12; as much is survived (M24)."""
    s = apart().figure("loki", lost=lost, shape="shape.mare.1")
    after, _ = ordered(s, "blue", ChangeBack("loki"))
    assert ("loki" in after.helheim) is dies
    assert [one.section for one in after.stops] == (["10.0"] if dies else [])


def test_m28_wits_are_restored_at_mimirs_well() -> None:
    """At the end of every player-turn, of all who are there; nothing else is."""
    s = table(("red", 29, "thor sif"), ("blue", 29, "loki"), ("green", 28, "tyr"))
    for name in ("sif", "loki", "tyr"):
        s = s.figure(name, changed=(("wisdom", 2), ("charisma", 9)))
    after, events = settled(s, places.restored(s))
    assert kinds(events) == ["WitsRestored", "WitsRestored"]
    assert [dict(after.figures[name].changed).get("wisdom") for name in ("sif", "loki", "tyr")] == [
        None,
        None,
        2,
    ]
    assert dict(after.figures["sif"].changed) == {"charisma": 9}


def owing(**changes: Any) -> State:
    """Blue has ended its player-turn: Loki, a Pathological Liar, has to lose a follower."""
    s = table(("blue", 24, "loki fafnir andvari"), ("red", 5, "thor sif"), on_turn="blue", losing=("loki",))
    return replace(s.figure("loki", insanity="pathological-liar"), done=Done(phase="ending"), **changes)


def test_2_2a8_a_liar_loses_a_follower() -> None:
    """M23 It goes back into its race deck; nothing more is owed then."""
    s = owing()
    assert [one.duty for one in owed(s)] == ["lose"]
    after, events = ordered(s, "blue", Lose("fafnir"), lambda cards: cards)
    assert kinds(events) == ["FollowerLost", "Shuffled"]
    assert (counter_of(after, "fafnir"), "fafnir" in after.stacks["dwarf"]) == (None, True)
    assert (after.losing, owed(after)) == ((), ())
    assert seen(events[0], None)


def test_m23_it_is_another_one_of_the_group_and_no_starting_character() -> None:
    """Nor somebody of another group; and only when it is owed."""
    s = owing()
    assert refused(s, "blue", Lose("loki")) == "M23 not-a-follower"
    assert refused(s, "blue", Lose("sif")) == "M23 not-a-follower"
    assert (
        refused(replace(s, starters=(("blue", "andvari"),)), "blue", Lose("andvari")) == "M23 not-a-follower"
    )
    assert refused(s, "red", Lose("sif")) == "2.2A8 no-follower-owed"
    assert refused(replace(s, losing=()), "blue", Lose("fafnir")) == "2.2A8 no-follower-owed"
    assert possible(s, "blue") == ["lose andvari", "lose fafnir"]


def test_m23_nothing_is_owed_with_nobody_to_lose() -> None:
    """A liar who does not lead, or is alone, or is gone."""
    s = owing()
    alone = replace(s, counters=(replace(s.counters[0], members=("loki",)), s.counters[1]))
    led = replace(s, counters=(replace(s.counters[0], leader="fafnir"), s.counters[1]))
    for one in (alone, led, replace(s, losing=("nobody",))):
        assert owed(one) == ()
        assert not view(one, "blue").owes("lose")
