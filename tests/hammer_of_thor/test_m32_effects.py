"""M32, section 5 of the orders: every effect is carried out once, and refused once for each thing it is held to."""

import pytest
from thor_table import carry_out, carrying, kinds, table, why_not

from referee.engine.seating import MASTER
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor.declared import candidates
from referee.games.hammer_of_thor.figures import (
    Encounter,
    Stop,
    counter_of,
    group_of,
    reputation,
    stamina,
    value,
)
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.util.values import replace

THOR, MIMIR = ("red", 5, "thor sif"), ("", 29, "mimir")


def meeting(*, combat: bool = False) -> State:
    """Thor and Sif have met Thrym, a stranger, in 24."""
    s = table(("red", 24, "thor sif"), ("blue", 30, "loki"), ("", 24, "thrym"))
    counters = (*s.counters[:2], replace(s.counters[2], deck="jotun"))
    return replace(s, counters=counters, encounter=Encounter(1, 3, "4.5", combat=combat))


def same_order(cards: tuple[str, ...]) -> list[int]:
    """A shuffle that leaves a pile as it is."""
    return list(range(len(cards)))


@pytest.mark.parametrize(
    ("effect", "broken"),
    [
        (e.Kill("baldr"), ("M32", "not-on-the-map")),
        (e.Deal("rune", "baldr"), ("M32", "not-on-the-map")),
        (e.Skip("pink"), ("M32", "no-such-player")),
        (e.Deal("fate", "thor"), ("M32", "no-such-player")),
        (e.Put("thor", 80), ("M32", "no-such-place")),
        (e.Put("thor", 5), ("M32", "there-already")),
        (e.EncounterTop("thor", "trolls"), ("M32", "no-such-deck")),
        (e.Deal("jotun", "thor"), ("M32", "no-such-deck")),
        (e.Insane("thor", "gout"), ("M32", "no-such-insanity")),
        (e.SeasonIs("monsoon"), ("M32", "no-such-season")),
        (e.SeasonIs("spring"), ("M32", "season-already")),
        (e.Win("red"), ("M32", "no-such-side")),
        (e.Test("thor", "beauty"), ("2.1G", "no-such-characteristic")),
        (e.Set("thor", "stamina", 3), ("2.1G", "not-to-be-set")),
        (e.Set("thor", "reputation", 3), ("2.1G", "not-to-be-set")),
        (e.Set("thor", "wisdom", 10), ("2.1G", "out-of-bounds")),
        (e.Stamina("thor", 0), ("2.1G", "no-change")),
        (e.Stamina("thor", 2), ("2.1G", "unhurt")),
        (e.Stamina("urd", -2), ("2.1H", "norn")),
        (e.Kill("urd"), ("2.1H", "norn")),
        (e.Out("skuld"), ("2.1H", "norn")),
        (e.Join("urd", "thor"), ("2.1H", "norn")),
        (e.NewCharacter("skuld", "red", 5), ("2.1H", "norn")),
        (e.NewCharacter("mimir", "red", 5), ("M32", "not-free")),
        (e.NewCharacter("sauron", "red", 5), ("M32", "no-such-character")),
        (e.Raise("baldr", "thor"), ("M32", "not-dead")),
        (e.Join("sif", "thor"), ("4.3", "in-it-already")),
        (e.Split("mimir"), ("M32", "alone")),
        (e.Sane("thor"), ("M32", "sane-already")),
        (e.Encounter("thor", "sif"), ("4.3", "same-group")),
        (e.Encounter("thor", "mimir"), ("4.3", "not-there")),
        (e.Encounter("thor", "tyr"), ("4.3", "same-seat")),
        (e.Out("sauron"), ("M32", "not-on-the-map")),
        (e.Combat(), ("4.3", "no-encounter")),
        (e.NextRound(), ("4.3", "no-encounter")),
        (e.Close(), ("4.3", "encounter-over")),
        (e.Hit("thor", "mimir"), ("5.0", "no-combat")),
        (e.Give("one-ring", "thor"), ("M32", "no-such-item")),
        (e.Give("hrotti", "thor"), ("M32", "no-such-item")),
        (e.Aside("gungnir"), ("M32", "aside-already")),
        (e.Break("hrotti"), ("M32", "no-such-item")),
    ],
)
def test_m32_refused(effect: e.Effect, broken: tuple[str, str]) -> None:
    """An effect that names what is not there, or asks for what no rule knows, is refused under its number."""
    assert why_not(table(THOR, MIMIR, ("", 50, "urd"), ("red", 5, "tyr")), effect) == broken


def test_whoever_may_be_raised_is_listed_with_leaders_alone() -> None:
    """A group is named by its leader, so of the others in it nothing is listed that would be read otherwise."""
    s = table(("red", 54, "sigurd grani"), helheim=("gunnar",), stops=(Stop("6.0", "red", ("sigurd",)),))
    listed = {key: [*moves] for key, _, moves in candidates(view(s, MASTER))}
    assert [one for one in listed["fate of characters"] if isinstance(one, e.Raise)] == [
        e.Raise("gunnar", "sigurd")
    ]


def test_2_1g_stamina() -> None:
    """STAMINA is lost without killing, and mended never above what is printed."""
    s, _ = carry_out(table(THOR), e.Stamina("thor", -20))
    assert stamina(s, "thor") == 0
    assert "thor" in s.figures
    s, events = carry_out(s, e.Stamina("thor", 30, subdual=True))
    assert stamina(s, "thor") == 16
    assert events[0].amount == 20  # type: ignore[attr-defined]


def test_s9_stamina_lost_in_the_supplement_kills() -> None:
    """With the supplement whoever loses all STAMINA to a card is dead."""
    s, events = carry_out(table(THOR, supplement="house"), e.Stamina("sif", -8))
    assert kinds(events) == ["StaminaChanged", "Died"]
    assert s.helheim == ("sif",)


def test_2_1g_set() -> None:
    """A characteristic is what it was set to."""
    s, _ = carry_out(table(THOR), e.Set("thor", "wisdom", 0))
    assert value(s, "thor", "wisdom") == 0


def test_m15_reputation_is_never_below_0() -> None:
    """What is lost is at most what there is; with nothing left nothing can be lost."""
    s, events = carry_out(table(THOR), e.Reputation("sif", -50))
    assert reputation(s, "sif") == 0
    assert events[0].amount == -8  # type: ignore[attr-defined]
    assert why_not(s, e.Reputation("sif", -1)) == ("2.1G", "no-reputation")
    s, _ = carry_out(s, e.Reputation("sif", 2))
    assert reputation(s, "sif") == 2


def test_m19_the_dead_leave_what_they_carried() -> None:
    """Items are set aside, runes leave play unseen; a starting character stops the game for 10.0."""
    s = carrying(table(THOR), "sif", "iron-sword", runes=("rune.ale-rune.1",))
    s, events = carry_out(s, e.Kill("sif"))
    assert (kinds(events), s.helheim) == (["Died"], ("sif",))
    assert "iron-sword" in s.aside
    assert s.unused == ("rune.ale-rune.1",)
    assert not {"ale-rune", "rune.ale-rune.1"} & {*s.aside, *s.out}
    s, events = carry_out(s, e.Kill("thor"))
    assert kinds(events) == ["Died", "Stopped"]
    assert [one.section for one in s.stops] == ["10.0"]


def test_2_1d2_raised_humans_die_outside_midgard() -> None:
    """The dead come back into a group, and at once die again where a Human cannot be."""
    s = table(("red", 54, "sigurd"), ("blue", 5, "tyr"), helheim=("gunnar", "hod"))
    s, events = carry_out(s, e.Raise("hod", "tyr"))
    assert kinds(events) == ["RaisedUp"]
    assert group_of(s, "hod").leader == "tyr"
    _, events = carry_out(s, e.Raise("gunnar", "tyr"))
    assert kinds(events) == ["RaisedUp", "Died"]
    assert events[1].cited == "2.1D2"
    _, events = carry_out(s, e.Raise("gunnar", "sigurd"))
    assert kinds(events) == ["RaisedUp"]


def test_6_0_out_of_the_game() -> None:
    """A character is out, from the map or from its deck, and comes back by no effect."""
    s = table(THOR)
    for name in ("sif", "hymir"):
        s, _ = carry_out(s, e.Out(name))
        assert name in s.out
        assert why_not(s, e.Out(name)) == ("M32", "out-already")
    assert "hymir" not in s.stacks["jotun"]
    assert why_not(s, e.NewCharacter("sif", "red", 5)) == ("M32", "not-free")


def test_2_1f_who_joins_brings_what_is_listed() -> None:
    """The listed items and animals come along, as far as they lie aside and fit; the encounter has lost a side."""
    s = table(("red", 38, "thor"), ("", 38, "hrungnir"))
    s = carrying(replace(s, encounter=Encounter(1, 2, "4.6")), "hrungnir", "iron-sword")
    s, events = carry_out(s, e.Join("hrungnir", "thor"))
    assert kinds(events) == ["Joined", "EncounterClosed"]
    assert group_of(s, "thor").members == ("thor", "hrungnir", "gullfaxi")
    assert s.figures["hrungnir"].items == ("iron-sword",)
    assert "whetstone" in s.aside
    s, _ = carry_out(table(("red", 38, "thor"), ("", 38, "hrungnir")), e.Join("hrungnir", "thor"))
    assert s.figures["hrungnir"].items == ("whetstone",)


def test_2_2a1_one_boat_a_group() -> None:
    """Who carries a boat does not join a group that has one; a listed one stays aside."""
    s = carrying(table(("red", 5, "thor"), ("blue", 5, "freyr")), "thor", "naglfar")
    after, _ = carry_out(s, e.Join("freyr", "thor"))
    assert "skidbladnir" in after.aside
    s = carrying(s, "freyr", "skidbladnir")
    assert why_not(s, e.Join("freyr", "thor")) == ("2.2A1", "second-boat")


def test_4_3_nobody_joins_a_stranger() -> None:
    """A stranger goes back into its deck, so it has no group to join."""
    assert why_not(meeting(), e.Join("sif", "thrym")) == ("4.3", "stranger")


def test_2_1d2_a_human_joins_outside_midgard() -> None:
    """Who joins is where the group is."""
    s, events = carry_out(table(("red", 5, "thor"), ("", 54, "gunnar")), e.Join("gunnar", "thor"))
    assert kinds(events) == ["Joined", "Died"]
    assert s.helheim == ("gunnar",)


def test_m32_who_leaves_is_in_its_deck() -> None:
    """Back into its race deck, which is shuffled; an encounter without a side closes."""
    s = meeting()
    s, events = carry_out(s, e.Leave("thrym"), same_order(("thrym", *s.stacks["jotun"])))
    assert kinds(events) == ["WentBack", "Shuffled", "EncounterClosed"]
    assert "thrym" in s.stacks["jotun"]


def test_4_3_a_stranger_goes_back_when_the_other_side_is_gone() -> None:
    """A counter that is put elsewhere leaves its encounter, and the stranger goes back into its deck."""
    s = meeting()
    s, events = carry_out(s, e.Put("thor", 5), same_order(("thrym", *s.stacks["jotun"])))
    assert kinds(events) == ["PutAt", "EncounterClosed", "Shuffled"]
    assert "thrym" not in s.figures


def test_2_1d2_humans_die_where_they_are_put() -> None:
    """Every location entered counts, by ruling too."""
    _, events = carry_out(table(("red", 54, "sigurd")), e.Put("sigurd", 5))
    assert kinds(events) == ["PutAt", "Died", "Stopped"]


def test_8_0_split() -> None:
    """A member becomes a counter of the same seat in the same place."""
    s, _ = carry_out(table(THOR), e.Split("sif"))
    made = counter_of(s, "sif")
    assert made
    assert (made.seat, made.at, made.members, group_of(s, "thor").members) == ("red", 5, ("sif",), ("thor",))


def test_m32_deal() -> None:
    """The top card of a pile: a rune, a magic item, a Fate card; an empty pile and a full hand give nothing."""
    s = table(THOR)
    s, events = carry_out(s, e.Deal("rune", "thor"))
    assert (kinds(events), s.figures["thor"].runes) == (["RuneDealt"], ("rune.victory-rune.1",))
    s, events = carry_out(s, e.Deal("magic", "thor"))
    assert (kinds(events), s.figures["thor"].items) == (["ItemDealt"], ("hrotti",))
    s, events = carry_out(s, e.Deal("magic", "thor"))
    assert (kinds(events), s.stacks["magic"][0]) == (["DidNotFit"], "ridill")
    s, events = carry_out(s, e.Deal("fate", "red"))
    assert (kinds(events), s.hand("red")) == (["FateDrawn"], ("fate.fair-wind.1",))
    s, events = carry_out(s, e.Deal("fate", "red"))
    assert (kinds(events), len(s.hand("red"))) == (["DidNotFit"], 1)
    _, events = carry_out(s.stack("rune", ()), e.Deal("rune", "thor"))
    assert kinds(events) == ["NothingHappens"]


def test_2_2a4_give() -> None:
    """An item goes from aside, from the Forged deck or from a bearer; face up it stays so, unknown it stays so."""
    s, events = carry_out(table(THOR), e.Give("gungnir", "thor"))
    assert (s.figures["thor"].items, events[0].seen_as) == (("gungnir",), "")  # type: ignore[attr-defined]
    assert why_not(s, e.Give("gungnir", "thor")) == ("M32", "has-it-already")
    assert why_not(s, e.Give("iron-sword", "thor")) == ("2.2A1", "does-not-fit")
    s, _ = carry_out(s, e.Give("iron-sword", "sif"))
    assert "iron-sword" not in s.forged
    s = carrying(table(THOR), "sif", "naglfar")
    assert why_not(s, e.Give("hringhorni", "thor")) == ("2.2A1", "does-not-fit")
    s, events = carry_out(s, e.Give("naglfar", "thor"))
    assert s.figures["thor"].revealed == {"naglfar"}
    assert events[0].seen_as == "naglfar"  # type: ignore[attr-defined]
    assert not s.figures["sif"].items


def test_m32_aside_and_break() -> None:
    """An item is set aside, or breaks and is out of play, wherever it is."""
    s = carrying(table(THOR), "sif", "iron-sword", "bronze-helm")
    s, _ = carry_out(s, e.Aside("iron-sword"))
    s, _ = carry_out(s, e.Break("bronze-helm"))
    s, _ = carry_out(s, e.Break("mjollnir"))
    assert not s.figures["sif"].items
    assert "iron-sword" in s.aside
    assert s.out == ("bronze-helm", "mjollnir")
    assert why_not(s, e.Give("mjollnir", "thor")) == ("M32", "no-such-item")


def test_2_2a8_insane_and_sane() -> None:
    """A character is struck with an insanity in this game-turn, and cured of it."""
    s, _ = carry_out(table(THOR), e.Insane("thor", "lunacy"))
    assert (s.figures["thor"].insanity, s.figures["thor"].struck) == ("lunacy", 1)
    s, _ = carry_out(s, e.Sane("thor"))
    assert not s.figures["thor"].insanity


def test_m32_speed_skip_season_remark() -> None:
    """SPEED for this player-turn, a lost player-turn, the season marker, and words for all."""
    s, _ = carry_out(table(THOR), e.SpeedBonus("sif", -2))
    assert group_of(s, "thor").bonus == -2
    s, _ = carry_out(s, e.Skip("blue"))
    assert s.skipped == ("blue",)
    assert why_not(s, e.Skip("blue")) == ("M32", "skips-already")
    s, events = carry_out(s, e.SeasonIs("winter"))
    assert s.season == "winter"
    assert events[0].cited == "M32"
    _, events = carry_out(s, e.Note("the bridge is down"))
    assert kinds(events) == ["MasterSaid"]


@pytest.mark.parametrize(
    ("effect", "broken"),
    [
        (e.Hit("thor", "loki"), ("5.0", "not-in-it")),
        (e.Hit("thor", "sif"), ("5.0", "same-side")),
        (e.Combat(), ("5.0", "combat-already")),
        (e.Encounter("thor", "thrym"), ("4.3", "encounter-open")),
        (e.EncounterTop("thor", "jotun"), ("4.3", "encounter-open")),
        (e.GoOn(), ("M26", "encounter-open")),
        (e.Hit("thor", "thrym"), None),
        (e.Close(), None),
    ],
)
def test_5_0_blows_are_struck_in_combat(effect: e.Effect, broken: tuple[str, str] | None) -> None:
    """One encounter at a time, and combat within it, between its sides."""
    assert why_not(meeting(combat=True), effect) == broken


@pytest.mark.parametrize(
    ("at", "subdual", "broken"),
    [
        ("odin", True, ("2.1A", "parent")),
        ("tyr", False, ("2.1B", "friend")),
        ("tyr", True, None),
        ("urd", True, ("2.1H", "norn")),
        ("loki", False, None),
    ],
)
def test_2_1a_2_1b_2_1h_whom_one_may_strike(
    at: str, *, subdual: bool, broken: tuple[str, str] | None
) -> None:
    """Parents never, friends to subdue only, Norns never."""
    s = table(("red", 50, "thor"), ("blue", 50, "loki odin tyr"), ("", 50, "urd"))
    other = 3 if at == "urd" else 2
    s = replace(s, encounter=Encounter(1, other, "4.6", combat=True))
    assert why_not(s, e.Hit("thor", at, subdual)) == broken


def test_12_0_where_ragnarok_was_drawn_the_game_ends_by_win() -> None:
    """The last stop is not closed then: nobody would owe anything."""
    s = replace(table(THOR), stage="ragnarok", stops=(Stop("12.0"),))
    assert why_not(s, e.GoOn()) == ("M26", "ragnarok")


def test_2_1b_friends_are_subdued() -> None:
    """A blow at a friend is struck to subdue only."""
    s = table(("red", 50, "thor"), ("blue", 50, "tyr"), encounter=Encounter(1, 2, "4.6", combat=True))
    assert why_not(s, e.Hit("thor", "tyr")) == ("2.1B", "friend")
    assert why_not(s, e.Hit("thor", "tyr", True)) is None


def test_2_1h_norns_are_apart() -> None:
    """Nobody controls a Norn, and nothing costs it STAMINA; its mind is not spared."""
    s = table(("red", 50, "thor"), ("", 50, "urd"))
    for effect in (e.Join("urd", "thor"), e.Stamina("urd", -1), e.Kill("urd"), e.Out("urd")):
        assert why_not(s, effect) == ("2.1H", "norn")
    assert why_not(s, e.Insane("urd", "lunacy")) is None
