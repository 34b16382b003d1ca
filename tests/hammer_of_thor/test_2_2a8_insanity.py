"""2.2A8 The nine insanities: what a leader can choose, what passes, who goes, and who dies."""

import pytest
from thor_table import carrying, kinds, settled, table

from referee.games.hammer_of_thor import barring, duties, insanity
from referee.games.hammer_of_thor.fared import ReputationChanged
from referee.games.hammer_of_thor.figures import Encounter, group_of
from referee.games.hammer_of_thor.table import State
from referee.util.values import replace

ALL = set(barring.CARDS)


def meeting(leader: str, at: int = 29, *, count: int = 2, other: str = "utgard-loki", mad: str = "") -> State:
    """A group in an encounter in its second round, its leader of unsound mind."""
    s = table(("red", at, leader), ("", at, other))
    return replace(
        s.figure(leader.split(maxsplit=1)[0], insanity=mad),
        encounter=Encounter(1, 2, "4.4", count, asks=True),
    )


def able(s: State) -> set[str]:
    """The cards that the first group can play."""
    assert s.encounter
    cards = set(barring.playable(s, s.counters[0], s.encounter.round))
    assert cards == ALL - set(barring.barred(s, s.counters[0], s.encounter.round))
    return cards


@pytest.mark.parametrize(
    ("mad", "at", "cards"),
    [
        ("", 29, ALL),
        ("catatonia", 29, set()),
        ("kleptomania", 29, {"con", "attack", "subdue", "challenge"}),
        ("megalomania", 29, {"follower"}),
        ("monomania", 29, ALL),
        ("pathological-liar", 29, ALL - {"negotiate"}),
        ("paranoia", 29, {"evade"}),
        ("suicidal-mania", 29, {"attack", "subdue"}),
        ("schizophrenia", 29, ALL),
    ],
)
def test_2_2a8_what_is_left_to_choose(mad: str, at: int, cards: set[str]) -> None:
    """Each insanity bars what it does not know."""
    assert able(meeting("thor", at, mad=mad)) == cards


def test_2_2a8_lunacy_above_and_below_the_horizon() -> None:
    """A lunatic fights above the horizon, and does nothing below it."""
    places = meeting("thor").board.places.values()
    above, below = (
        next(one.number for one in places if one.below is deep and not one.notes) for deep in (False, True)
    )
    assert able(meeting("thor", above, mad="lunacy")) == {"attack", "subdue"}
    assert able(meeting("thor", below, mad="lunacy")) == set()


def test_2_2a8_the_insanity_of_followers_binds_nobody() -> None:
    """Only the leader's choice is bound."""
    s = meeting("thor sif")
    assert able(s.figure("sif", insanity="paranoia")) == ALL


def test_2_1i_animals_without_speech() -> None:
    """They fight or evade, and so does who meets them; a speaking one bars nothing."""
    assert able(meeting("brown-bear")) == {"attack", "subdue", "evade"}
    assert able(meeting("thor", other="garm")) == {"attack", "subdue", "evade"}
    assert able(meeting("thor", other="nidhogg")) == ALL
    assert able(meeting("thor", other="hymir brown-bear")) == ALL


def test_9_0_labels_of_the_board() -> None:
    """Fights only in 71, friendship only for gods in 02, and one card less for a race in the first round."""
    assert able(meeting("loki", 71)) == {"attack", "subdue"}
    assert able(meeting("thor", 2)) == {"friendship"}
    assert able(meeting("freyja", 2)) == {"friendship"}
    assert able(meeting("thrym", 2)) == ALL
    assert able(meeting("thor", count=1)) == ALL - {"con"}
    assert able(meeting("skirnir", count=1)) == ALL - {"attack", "subdue"}
    assert able(meeting("brynhild", count=1)) == ALL - {"follower"}
    assert able(meeting("sigurd", 54, count=1)) == ALL


def test_m23_a_kleptomaniac_gets_all() -> None:
    """All items of its group pass to it, whether they fit or not; one of two faces of a letter is turned down."""
    s = carrying(table(("red", 5, "thor sif tyr"), ("blue", 5, "loki")), "sif", "iron-sword", "iron-helm")
    s = carrying(carrying(s, "thor", "mjollnir"), "loki", "winged-shoes")
    s = carrying(s, "tyr", "gram", face_up=False).figure("thor", insanity="kleptomania")
    after, events = settled(s, insanity.kleptomania(s))
    assert kinds(events) == ["Passed"] * 3
    assert after.figures["thor"].items == ("mjollnir", "iron-sword", "iron-helm", "gram")
    assert after.figures["thor"].revealed == {"mjollnir", "iron-helm"}
    assert [one.seen_as for one in events] == ["iron-sword", "iron-helm", ""]  # type: ignore[attr-defined]
    assert not settled(after, insanity.kleptomania(after))[1]
    two = after.figure("sif", insanity="kleptomania")
    assert settled(two, insanity.kleptomania(two))[0].figures["thor"].items == after.figures["thor"].items


@pytest.mark.parametrize(
    ("struck", "praised", "dies"), [(1, 0, True), (1, 3, False), (3, 0, False), (1, 2, True), (3, 3, False)]
)
def test_m12_suicidal_mania(struck: int, praised: int, *, dies: bool) -> None:
    """Without REPUTATION gained in the game-turn it dies, but not in the one in which it was struck."""
    s = replace(table(("red", 5, "thor sif")), game_turn=3)
    s = s.figure("sif", insanity="suicidal-mania", struck=struck, praised=praised)
    assert insanity.suicides(s) == ("sif",) * dies


def test_m23_a_liar_loses_a_follower() -> None:
    """Any other member of the group that it leads, but no starting character."""
    s = table(("red", 5, "odin thor sif hugin"), ("blue", 8, "loki"))
    s = s.figure("odin", insanity="pathological-liar").figure("loki", insanity="pathological-liar")
    s = replace(s, starters=(("red", "thor"), ("blue", "loki")))
    assert insanity.liars(s, "red") == ("odin",)
    assert duties.followers(s, "odin") == ("sif", "hugin")
    assert insanity.liars(s, "blue") == ()
    assert (
        insanity.liars(s.figure("odin", insanity="").figure("sif", insanity="pathological-liar"), "red") == ()
    )
    assert replace(group_of(s, "sif")).members == ("odin", "thor", "sif", "hugin")


def test_m21_reputation_gained_at_any_time_of_the_game_turn_counts() -> None:
    """The turn of 2.2A8 is the game-turn, whoever is on turn when it is gained; what was lost does not count."""
    s = replace(table(("red", 5, "thor sif"), ("blue", 8, "loki")), game_turn=3, on_turn="blue")
    s = s.figure("sif", insanity="suicidal-mania", struck=1)
    praised = ReputationChanged("sif", 1, "4.1b").change(s)
    assert insanity.suicides(praised) == ()
    slandered = ReputationChanged("sif", -1, "4.1b").change(s)
    assert insanity.suicides(slandered) == ("sif",)
