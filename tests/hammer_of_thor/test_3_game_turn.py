"""3.0-3.4, M9, M12, M20, M30, M33, 0: births, player-turns, seasons, and how the game ends."""

import pytest
from house_table import house
from thor_table import carrying
from thor_table import table as placed
from whole_table import GAME, Table, begun, opened, turns

from referee.engine import driver
from referee.engine.events import seen
from referee.engine.moves import AcceptDraw, DeclineDraw, OfferDraw
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.ending import worth
from referee.games.hammer_of_thor.figures import Done, Encounter, Stop, group_of
from referee.games.hammer_of_thor.table import State
from referee.util.values import replace

DOOM = "prediction.ragnarok.1"


def told(table: Table) -> list[str]:
    """What a game-turn is made of, in the order in which it happened."""
    kinds = {"GameTurnBegun", "Born", "TurnBegun", "TurnPassedOver", "TurnEnded", "SeasonMoved"}
    return [name for one in table.events if (name := type(one).__name__) in kinds]


def test_3_0_a_phase_begins_when_the_one_before_is_finished() -> None:
    """Births before any player-turn, the season after the last one has ended, then births again."""
    table = turns(begun(births=(2, 1)), 3)
    turn = ["TurnBegun", "TurnEnded"]
    assert told(table) == [
        *("GameTurnBegun", "Born", *turn, *turn, *turn, "SeasonMoved"),
        *("GameTurnBegun", "Born", "TurnBegun"),
    ]


def test_3_1_the_first_player_rolls_and_so_many_are_born() -> None:
    """The top cards of the Offspring deck go into the decks of their races, which are shuffled."""
    before = opened().state.stacks
    table = begun(first=(1, 9, 2), births=(3,))
    born = before["offspring"][:3]
    assert table.state.stacks["offspring"] == before["offspring"][3:]
    roll = next(one for one in table.of("Rolled") if one.what == "births")
    assert (roll.by, roll.value) == ("blue", 3)
    piles = [table.state.cards.characters[name].pile for name in born]
    assert all(name in table.state.stacks[pile] for name, pile in zip(born, piles, strict=True))
    assert set(table.dice.shuffled[-len({*piles}) :]) == {*piles}


def test_3_1_fewer_are_left_than_rolled() -> None:
    """All of them are born, and none after that."""
    table = begun(births=(0, 9, 9))
    kept = table.state.stacks["offspring"][:2]
    table.state = table.state.stack("offspring", kept)
    turns(table, 3)
    assert table.of("Born")[-1].names == kept
    assert table.state.stacks["offspring"] == ()


def test_m9_the_roll_is_made_with_none_left_and_names_are_told_to_nobody() -> None:
    """What is told is the decks."""
    table = begun(births=(2, 5))
    born = table.of("Born")[0]
    for seat in ("red", "master", None):
        shown = seen(born, seat)
        assert shown
        assert "names" not in shown.fields
        assert shown.fields["decks"] == born.decks
    table.state = table.state.stack("offspring", ())
    turns(table, 3)
    assert [one.value for one in table.of("Rolled") if one.what == "births"] == [2, 5]
    assert len(table.of("Born")) == 1


def test_3_2_player_turns_are_clockwise_from_the_first_player() -> None:
    """Each has one in every game-turn."""
    table = turns(begun(first=(1, 9, 2)), 5)
    assert [one.seat for one in table.of("TurnBegun")] == ["blue", "green", "red"] * 2


def test_3_2_a_seat_that_loses_a_turn_is_passed_over_once() -> None:
    """M32 It has its turn in the next game-turn."""
    table = begun()
    table.state = replace(table.state, skipped=("blue",))
    turns(table, 3)
    assert [(one.seat, one.cited) for one in table.of("TurnPassedOver")] == [("blue", "M32")]
    assert [one.seat for one in table.of("TurnBegun")] == ["red", "green", "red", "blue"]


def test_3_3_the_season_moves_on_after_the_last_player_turn() -> None:
    """Spring, summer, autumn, winter, and spring again."""
    table = begun()
    found = []
    for _ in range(5):
        turns(table, 2)
        found.append(table.state.season)
        turns(table, 1)
    assert found == ["spring", "summer", "autumn", "winter", "spring"]


def test_3_4_game_turns_follow_each_other_until_ragnarok_is_drawn() -> None:
    """Then no player-turn follows, and the master is asked."""
    table = turns(begun(), 6)
    assert table.state.game_turn == 3
    table.state = table.state.stack("fate", ()).stack("prediction", (DOOM,))
    hand = table.state.hand("red")
    table.does("red", m.Discard(hand[0].split(".")[1])) if len(hand) > 1 else None
    table.does("red", m.Halt(), m.EndTurn())
    assert (table.state.stage, table.owes) == ("ragnarok", ["green side"])
    table.does("green", m.Side("good"))
    assert (table.state.stops[-1].section, table.owes) == ("12.0", ["master ruling"])
    assert table.why("blue", m.EndTurn()) != ""
    assert len(table.of("TurnBegun")) == 8


def test_m12_suicidal_mania_is_judged_when_the_season_changes() -> None:
    """Of a character struck in this game-turn at the end of the next one; it dies as a starting one too."""
    table = begun()
    table.state = table.state.figure("thrym", insanity="suicidal-mania", struck=1)
    turns(table, 3)
    assert "thrym" not in table.state.helheim
    turns(table, 3)
    assert "thrym" in table.state.helheim
    assert (table.state.stops[-1].section, table.owes) == ("10.0", ["master ruling"])
    assert table.state.game_turn == 2


GUEST, SANITY = "fate.strange-guest.1", "fate.clear-head.1"


def seasons(table: Table) -> list[str]:
    """The events of the change of season, in their order."""
    return [one for one in told(table) if one in {"SeasonMoved", "GameTurnBegun"}]


def test_3_0_a_death_in_the_change_of_season_does_not_begin_it_anew() -> None:
    """Two die of 2.2A8, each with a stop of its own; then the next game-turn begins, and the season has moved once."""
    table = turns(begun(), 5)
    for name in ("thor", "hod"):
        table.state = table.state.figure(name, insanity="suicidal-mania", struck=1)
    turns(table, 1)
    assert [one.name for one in table.of("Died")] == ["thor"]
    table.does("master", e.GoOn())
    assert [one.name for one in table.of("Died")] == ["thor", "hod"]
    assert table.owes == ["master ruling"]
    table.does("master", e.GoOn())
    assert seasons(table) == ["GameTurnBegun", "SeasonMoved", "GameTurnBegun", "SeasonMoved", "GameTurnBegun"]
    assert (table.state.game_turn, table.state.season) == (3, "autumn")


def test_m12_who_is_cured_at_a_stop_before_is_not_judged() -> None:
    """The steps of a change of season come one after the other, each when what stopped it is settled (3.0)."""
    table = turns(begun(), 5)
    for name in ("thor", "hod"):
        table.state = table.state.figure(name, insanity="suicidal-mania", struck=1)
    turns(table, 1).does("master", e.Sane("hod"), e.GoOn())
    assert [one.name for one in table.of("Died")] == ["thor"]
    assert table.state.game_turn == 3


def test_m25_a_card_for_the_season_that_stops_the_game_does_not_move_it_again() -> None:
    """It is played after the marker has moved; what is ordered at that stop waits for the next season."""
    table = turns(begun(), 2)
    table.state = replace(table.state, hands={**table.state.hands, "red": (GUEST,), "blue": ()})
    table.does("red", m.When("season", "", 0, "strange-guest", ""))
    turns(table, 1)
    assert [one.section for one in table.state.stops] == ["4.1b"]
    table.state = replace(table.state, hands={**table.state.hands, "blue": (SANITY,)})
    table.does("blue", m.When("season", "", 0, "clear-head", "thrym"))
    table.does("master", e.GoOn())
    assert (table.state.game_turn, table.state.season) == (2, "summer")
    assert seasons(table) == ["GameTurnBegun", "SeasonMoved", "GameTurnBegun"]
    assert table.state.hand("blue") == (SANITY,)


def test_3_3_a_marker_put_by_the_master_is_no_change_of_season() -> None:
    """It moves on after the last player-turn all the same."""
    table = turns(begun(), 2).does("master", e.Stop("8.0"), e.SeasonIs("winter"), e.GoOn())
    turns(table, 1)
    assert (table.state.game_turn, table.state.season) == (2, "spring")


def end(side: str, **changes: int) -> tuple[str, ...]:
    """Who has won when the master names a side; the neutral seat is good."""
    s = placed(("red", 5, "thor"), ("blue", 30, "thrym"), ("green", 7, "hod"))
    for name in ("thor", "thrym", "hod"):
        s = s.figure(name, tracked=True, gained=changes.get(name, 0))
    s = replace(s, stage="ragnarok", stops=(Stop("12.0", "red"),), sides=(("green", "good"),))
    table = Table(s).does("master", e.Win(side, "g"))
    assert table.state.outcome
    return tuple(table.state.outcome.winners)


def test_m30_those_tied_for_the_highest_reputation_share_the_win() -> None:
    """Of the winning side; a neutral seat is on the side that it has named."""
    assert end("good") == ("red",)
    assert end("good", hod=11) == ("red", "green")
    assert end("good", hod=12) == ("green",)
    assert end("evil") == ("blue",)
    assert end("evil", thor=9, hod=20) == ("blue",)
    assert end("nobody") == ()


def test_m30_a_neutral_seat_names_its_side_when_ragnarok_is_drawn() -> None:
    """Not before, and once; the others have theirs."""
    table = begun()
    assert table.why("green", m.Side("evil")) == "M30 no-side-asked"
    table.state = replace(table.state, stage="ragnarok", done=Done())
    assert table.owes == ["green side"]
    assert table.why("red", m.Side("evil")) == "M30 no-side-asked"
    table.does("green", m.Side("evil"))
    assert table.state.sides == (("green", "evil"),)
    assert table.why("green", m.Side("good")) == "M30 no-side-asked"


def test_2_2b2_a_rune_is_worth_1_at_the_end() -> None:
    """Held by any character, with a track or without one; nothing after the Prediction that says so."""
    s = placed(("red", 5, "thor sif"), ("blue", 30, "thrym"))
    s = s.figure("thor", tracked=True)
    bare = worth(s, "red")
    s = s.figure("thor", runes=("rune.ale-rune.1",)).figure(
        "sif", runes=("rune.ale-rune.2", "rune.ale-rune.3")
    )
    assert worth(s, "red") == bare + 3
    s = replace(s, hands={"blue": ("prediction.runes-fade.1",)})
    table = Table(s).does("blue", m.Play("runes-fade"))
    assert table.state.faded
    assert worth(table.state, "red") == bare


def test_m15_only_characters_with_a_track_count() -> None:
    """With what they have gained and revealed (2.2A10)."""
    s = placed(("red", 5, "thor sif"), ("blue", 30, "thrym")).figure("thor", tracked=True)
    assert worth(s, "red") == 18
    assert worth(carrying(s, "thor", "iron-helm"), "red") == 19
    assert worth(s.figure("sif", tracked=True), "red") == 26


@pytest.mark.parametrize(("season", "cost"), [("winter", 1), ("spring", 2), ("summer", 2), ("autumn", 2)])
def test_m20_frozen_water_costs_nothing_more_but_is_outside_midgard(season: str, cost: int) -> None:
    """In winter alone, and where the map does not say that it never freezes; a Human dies there all the same."""
    s = placed(("red", 29, "thor sigurd"), ("blue", 30, "thrym"), done=Done(phase="movement"), season=season)
    places = s.board.places
    at, water = next(
        (at, n)
        for n, one in places.items()
        if one.terrain == "drop" and not one.never_freezes
        for at in s.board.neighbours[n]
    )
    table = Table(s.moved(1, at=at)).does("red", m.Step("thor", (water,)))
    assert group_of(table.state, "thor").spent == cost
    assert table.state.helheim == ("sigurd",)


def test_m20_what_never_freezes_costs_more_in_winter_too() -> None:
    """So the map says of it."""
    s = placed(("red", 29, "thor"), ("blue", 30, "thrym"), done=Done(phase="movement"), season="winter")
    n = next(number for number, one in s.board.places.items() if one.never_freezes)
    table = Table(s.moved(1, at=s.board.neighbours[n][0])).does("red", m.Step("thor", (n,)))
    assert group_of(table.state, "thor").spent == 2


def test_m33_a_draw_needs_all_players() -> None:
    """Not the master, who is no player; one who declines ends the offer."""
    table = begun().does("red", OfferDraw())
    assert table.why("master", AcceptDraw()) != ""
    table.does("blue", AcceptDraw())
    assert table.state.outcome is None
    table.does("green", AcceptDraw())
    assert table.state.outcome
    assert (table.state.outcome.winners, table.of("Ended")[-1].cited) == ((), "M33")
    other = begun().does("red", OfferDraw()).does("blue", DeclineDraw())
    assert other.why("green", AcceptDraw()) == "M33 no-offer"


def test_m33_who_has_left_is_not_asked() -> None:
    """Of three, one gone: two agree."""
    table = begun().leaves("green").does("red", OfferDraw()).does("blue", AcceptDraw())
    assert table.state.outcome
    assert table.state.outcome.winners == ()


def drawn_by(s: State) -> Table:
    """RAGNAROK is on top for blue, whose turn comes next."""
    s = s.stack("fate", ()).stack("prediction", (DOOM,))
    return Table(replace(s, done=Done(phase="encounter"))).does("red", m.EndTurn())


def test_12_0_with_the_supplement_ragnarok_is_fought_when_all_sides_are_named() -> None:
    """3.4, S13 The game is over in the same moment."""
    s = house(("red", 5, "thor"), ("blue", 30, "thrym"), ("green", 7, "hod"))
    table = drawn_by(s.figure("thor", tracked=True))
    assert table.owes == ["green side"]
    table.does("green", m.Side("good"))
    assert table.state.outcome
    assert GAME.owed(table.state) == ()
    assert driver.proceed(GAME, table.state, table.dice, []) == table.state


def test_4_0_what_comes_before_a_player_turn_ends_is_said() -> None:
    """Whoever is on turn is told what to do first, or whom the game waits for."""
    s = placed(("red", 5, "thor tyr"), ("red", 7, "sif"), ("blue", 5, "surt"), done=Done(phase="encounter"))
    many = carrying(s, "thor", "gram", "hofud")
    liar = replace(
        s.figure("thor", insanity="pathological-liar"), losing=("thor",), done=Done(phase="ending")
    )
    found = {
        "4.0 encounter-open": replace(s, encounter=Encounter(1, 3, "4.6", 1, asks=True)),
        "4.0 stop-open": replace(s, stops=(Stop("4.5"),)),
        "4.0 discard-owed": many,
        "4.0 follower-owed": liar,
        "4.0 halt-first": replace(s, done=Done(phase="movement")),
        "4.0 ragnarok-drawn": replace(s, stage="ragnarok"),
    }
    assert {key: Table(one).why("red", m.EndTurn()) for key, one in found.items()} == {
        key: key for key in found
    }
