"""4.1, M10, M25, M26: Fate and Prediction cards are drawn, kept, discarded, played, ordered beforehand."""

from typing import Any

import pytest
from orders import ordered, possible, refused
from thor_table import kinds, settled, table

from referee.engine.events import seen
from referee.games.hammer_of_thor import playing
from referee.games.hammer_of_thor.duties import owed
from referee.games.hammer_of_thor.figures import Done, Standing, Stop, group_of, stamina, value
from referee.games.hammer_of_thor.moves import Discard, Keep, Play, When, WhenNothing
from referee.games.hammer_of_thor.played import Played
from referee.games.hammer_of_thor.table import State
from referee.testing.chance import ScriptedLots
from referee.util.values import replace

FEAST, WIND, ROAD, GUEST = "fate.feast.1", "fate.fair-wind.1", "fate.mired-road.1", "fate.strange-guest.1"
WOLF, FORGET, WINTER = "fate.wolf-age.1", "fate.forgetting.1", "fate.bad-weather.1"


def dealt(phase: str = "fate", **hands: str) -> State:
    """Red has Thor and Sif, blue Loki; the hands are as given, and Urd is on the map."""
    s = table(("red", 5, "thor sif"), ("blue", 24, "loki"), ("", 50, "urd"), done=Done(phase=phase))
    s = s.figure("thor", lost=5)
    return replace(s, hands={seat: tuple(cards.split()) for seat, cards in hands.items()})


def drawn(s: State, *script: Any) -> tuple[State, list[str]]:
    """The Fate phase of red begins."""
    after, events = settled(s, playing.fate_phase(s, "red", ScriptedLots(script)))
    return after, kinds(events)


def test_4_1a_a_fate_card_is_drawn_and_seen_by_its_holder_alone() -> None:
    """The top one; others see that a card is drawn."""
    s = dealt().stack("fate", (FEAST, WIND))
    after, events = settled(s, playing.fate_phase(s, "red", ScriptedLots()))
    assert (after.hand("red"), after.stacks["fate"]) == ((FEAST,), (WIND,))
    told = {seat: shown.get("card") for seat in ("red", "blue", "master") if (shown := seen(events[0], seat))}
    assert told == {"red": "fate.feast", "blue": None, "master": None}


def test_4_1a_when_they_are_gone_a_prediction_card_is_drawn() -> None:
    """And nothing where both piles are empty."""
    s = dealt().stack("fate", ()).stack("prediction", ("prediction.great-winter.1",))
    assert drawn(s)[0].hand("red") == ("prediction.great-winter.1",)
    assert drawn(s.stack("prediction", ()))[1] == []


def test_4_1c_ragnarok_stops_the_player_turn() -> None:
    """It is not held; standing orders are void, and no card is played any more (12.0, M25)."""
    s = replace(dealt(blue=FEAST), standing={"blue": Standing("season", "", 0, "fate.feast", "loki")})
    s = s.stack("fate", ()).stack("prediction", ("prediction.ragnarok.1",))
    after, events = drawn(s)
    assert events == ["RagnarokDrawn"]
    assert (after.stage, after.standing, after.hand("red"), after.done.phase) == ("ragnarok", {}, (), "")
    assert refused(after, "blue", Play("feast", "loki")) == "M25 no-cards-now"


def test_4_1c_one_of_two_cards_is_kept_and_the_other_discarded_unseen() -> None:
    """The discarded one is out of the game; of a single card nothing has to be said."""
    s = dealt(red=f"{FEAST} {WIND}")
    after, events = ordered(s, "red", Keep("fair-wind"))
    assert (after.hand("red"), after.unused) == ((WIND,), (FEAST,))
    shown = seen(events[0], "blue")
    assert shown
    assert shown.get("card") is None
    assert refused(after, "red", Keep("fair-wind")) == "4.1c one-card"
    assert refused(s, "red", Keep("wolf-age")) == "4.1c not-in-hand"
    assert refused(replace(s, done=Done(phase="movement")), "red", Keep("feast")) == "4.1c not-fate-phase"
    assert refused(s, "red", Discard("wolf-age")) == "4.1c not-in-hand"
    assert refused(s, "red", Discard("broken-oath")) == "4.1c not-in-hand"
    assert refused(replace(s, done=Done(phase="movement")), "red", Discard("feast")) == "4.1c not-fate-phase"
    assert refused(dealt(blue=f"{FEAST} {WIND}"), "blue", Keep("feast")) == "4.1c not-fate-phase"


def test_m10_cards_are_discarded_in_the_own_fate_phase_only() -> None:
    """One, or both of them; later in the turn a card can be played but not discarded."""
    s = dealt(red=f"{FEAST} {WIND}", blue=ROAD)
    s, _ = ordered(s, "red", Discard("feast"))
    after, _ = ordered(s, "red", Discard("fair-wind"))
    assert after.unused == (FEAST, WIND)
    late = replace(s, done=Done(phase="movement"))
    assert refused(late, "red", Discard("fair-wind")) == "4.1c not-fate-phase"
    assert refused(late, "red", Play("fair-wind", "thor")) == ""
    assert refused(s, "blue", Discard("mired-road")) == "4.1c not-fate-phase"


def test_4_1c_of_two_alike_one_is_kept() -> None:
    """They are two cards with one face."""
    after, _ = ordered(dealt(red="fate.feast.1 fate.feast.2"), "red", Keep("feast"))
    assert after.hand("red") == (FEAST,)


@pytest.mark.parametrize("phase", ["fate", "movement", "encounter", "after"])
@pytest.mark.parametrize("seat", ["red", "blue"])
def test_4_1b_a_card_is_played_at_any_time_by_any_seat(phase: str, seat: str) -> None:
    """Its effects happen at once; it leaves play for all to see."""
    s = dealt(phase, **{seat: FEAST})
    after, events = ordered(s, seat, Play("feast", "thor"))
    assert kinds(events) == ["Played", "StaminaChanged"]
    assert (after.figures["thor"].lost, after.hand(seat), after.out) == (2, (), ("fate.feast",))
    assert after.done == s.done


def test_4_1b_a_card_is_played_while_the_master_is_asked() -> None:
    """M26 So it is said of an open stop."""
    assert refused(replace(dealt(red=FEAST), stops=(Stop("4.5"),)), "red", Play("feast", "thor")) == ""


def test_4_1b_targets_are_seats_counters_and_characters_of_seats() -> None:
    """Never a Norn or nobody's (2.1H), nor a seat that has left; a group is named by any of its members."""
    s = dealt(red=f"{FEAST} {WOLF}", blue=f"{ROAD} {WINTER}")
    assert refused(s, "red", Play("feast")) == "4.1b target-needed"
    assert refused(s, "red", Play("feast", "urd")) == "4.1b not-a-target"
    assert refused(s, "red", Play("feast", "tyr")) == "4.1b not-a-target"
    assert refused(s, "red", Play("feast", "blue")) == "4.1b not-a-target"
    assert refused(s, "red", Play("wolf-age", "loki")) == "4.1b not-a-target"
    assert refused(s, "red", Play("wolf-age", "master")) == "4.1b not-a-target"
    assert refused(replace(s, gone=("blue",)), "red", Play("wolf-age", "blue")) == "4.1b not-a-target"
    assert refused(s, "red", Play("wolf-age", "blue")) == ""
    assert refused(s, "blue", Play("bad-weather", "thor")) == "4.1b no-target"
    assert refused(s, "red", Play("fair-wind", "thor")) == "4.1c not-in-hand"
    after, _ = ordered(s, "blue", Play("mired-road", "sif"))
    assert group_of(after, "thor").bonus == -2


def test_4_1b_what_cannot_be_done_is_told_as_nothing() -> None:
    """The card is used up all the same."""
    after, events = ordered(dealt(red=FEAST), "red", Play("feast", "loki"))
    assert kinds(events) == ["Played", "NothingHappens"]
    assert after.hand("red") == ()


def test_4_1b_each_effect_of_a_card_is_done() -> None:
    """Forgetting sets WISDOM and INTELLIGENCE."""
    after, _ = ordered(dealt(red=FORGET), "red", Play("forgetting", "loki"))
    assert (value(after, "loki", "wisdom"), value(after, "loki", "intelligence")) == (2, 2)


def test_4_1b_a_card_without_effects_stops_for_the_master() -> None:
    """M26; in the supplement it does nothing (S15)."""
    s = dealt(red=GUEST)
    after, _ = ordered(s, "red", Play("strange-guest"))
    assert after.stops == (Stop("4.1b", "red", (), "fate.strange-guest"),)
    after, events = ordered(replace(s, supplement="house"), "red", Play("strange-guest"))
    assert (after.stops, events[-1].cited) == ((), "S15")


def test_m25_cards_are_played_from_the_first_player_turn() -> None:
    """Not in the set-up."""
    s = dealt(red=FEAST)
    assert refused(replace(s, turn=0), "red", Play("feast", "thor")) == "M25 no-cards-now"
    assert refused(replace(s, stage="choosing"), "red", Play("feast", "thor")) == "M25 no-cards-now"


def waiting(order: When, card: str = FEAST, seat: str = "blue", **hands: str) -> State:
    """A seat has given a standing order; Loki is hurt."""
    s = dealt(**{seat: card, **hands}).figure("loki", lost=5)
    return ordered(s, seat, order)[0]


def test_m25_a_standing_order_is_private_and_replaced_by_a_newer_one() -> None:
    """Nobody else is told; `when nothing` takes it back."""
    s = dealt(blue=FEAST)
    s, events = ordered(s, "blue", When("turn", "red", 0, "feast", "loki"))
    assert [seen(events[0], seat) for seat in ("red", "master", None)] == [None] * 3
    s, _ = ordered(s, "blue", When("season", "", 0, "feast", "loki"))
    assert s.standing == {"blue": Standing("season", "", 0, "fate.feast", "loki")}
    s, _ = ordered(s, "blue", WhenNothing())
    assert s.standing == {}
    assert refused(s, "blue", WhenNothing()) == "M25 no-standing"


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (When("dawn", "red", 0, "feast", "loki"), "M25 no-such-event"),
        (When("turn", "red", 5, "feast", "loki"), "M25 no-place-here"),
        (When("enters", "red", 0, "feast", "loki"), "M25 no-such-place"),
        (When("enters", "red", 80, "feast", "loki"), "M25 no-such-place"),
        (When("enters", "thor", 6, "feast", "loki"), ""),
        (When("turn", "white", 0, "feast", "loki"), "M25 no-such-player"),
        (When("turn", "urd", 0, "feast", "loki"), "M25 no-such-player"),
        (When("season", "red", 0, "feast", "loki"), "M25 nobody-here"),
        (When("season", "", 0, "wolf-age", "red"), "M25 not-in-hand"),
        (When("season", "", 0, "feast", "urd"), "M25 not-a-target"),
    ],
)
def test_m25_what_a_card_can_wait_for(order: When, why: str) -> None:
    """Five events, of seats or their characters, with a card that could be played so."""
    assert refused(dealt(blue=FEAST), "blue", order) == why


def test_m25_it_fires_right_after_the_seat_has_drawn() -> None:
    """Once: it is used up, though another copy of the card is still held."""
    s = waiting(When("turn", "thor", 0, "feast", "loki"), "fate.feast.1 fate.feast.2")
    after, events = drawn(s.stack("fate", (WIND,)))
    assert events == ["FateDrawn", "StandingDue", "Played", "StaminaChanged"]
    assert (after.figures["loki"].lost, after.standing, after.hand("blue")) == (2, {}, ("fate.feast.2",))


def test_m25_it_fires_when_a_card_was_played_and_when_the_season_has_moved() -> None:
    """A card that moves the marker does both; another event does nothing."""
    s = waiting(When("played", "red", 0, "feast", "loki"), red=WINTER)
    after, events = ordered(s, "red", Play("bad-weather"))
    assert kinds(events) == ["Played", "SeasonMoved", "StandingDue", "Played", "StaminaChanged"]
    s = waiting(When("season", "", 0, "feast", "loki"), red=WINTER)
    assert stamina(ordered(s, "red", Play("bad-weather"))[0], "loki") == 10
    s = waiting(When("played", "green", 0, "feast", "loki"), red=WINTER)
    after, events = ordered(s, "red", Play("bad-weather"))
    assert kinds(events) == ["Played", "SeasonMoved"]
    assert "blue" in after.standing


def test_m25_an_order_that_cannot_be_carried_out_is_lost_but_not_its_card() -> None:
    """The one it was for is no target any more."""
    s = waiting(When("turn", "red", 0, "feast", "sif"))
    counters = (replace(s.counters[0], members=("thor",)), *s.counters[1:])
    after, events = drawn(replace(s, counters=counters))
    assert events == ["FateDrawn", "StandingOver"]
    assert (after.standing, after.hand("blue")) == ({}, (FEAST,))


def test_m25_several_fire_clockwise_from_the_seat_on_turn() -> None:
    """Blue is on turn: green comes before red."""
    orders = {seat: Standing("season", "", 0, "fate.feast", "thor") for seat in ("red", "green")}
    s = replace(dealt(red=FEAST, green="fate.feast.2"), standing=orders, on_turn="blue")
    _, events = settled(s, playing.fired(s, "season", "", 0, ScriptedLots()))
    assert [one.by for one in events if isinstance(one, Played)] == ["green", "red"]


def test_m25_it_is_void_when_the_card_leaves_the_hand() -> None:
    """Here it is played."""
    s = waiting(When("season", "", 0, "feast", "loki"))
    assert ordered(s, "blue", Play("feast", "loki"))[0].standing == {}


def test_m10_two_cards_are_owed_by_their_own_ruling() -> None:
    """One card goes with the player-turn, of which 4.0 tells; of two one is owed by M10."""
    assert [(one.duty, one.rule) for one in owed(dealt(red=FEAST))] == [("begin", "4.0")]
    two = replace(dealt(), hands={"red": ("fate.feast.1", "fate.praise.1")})
    assert [(one.duty, one.rule) for one in owed(two)] == [("fate", "M10")]


def test_what_is_offered_with_two_cards_in_hand() -> None:
    """Each play at each target, and to keep or discard either."""
    found = possible(dealt(red=f"{FEAST} {WOLF}"), "red")
    assert [one for one in found if not one.startswith("when")] == [
        *("discard feast", "discard wolf-age"),
        *("keep feast", "keep wolf-age", "play feast on loki", "play feast on sif", "play feast on thor"),
        *("play wolf-age on blue", "play wolf-age on green", "play wolf-age on red"),
    ]
