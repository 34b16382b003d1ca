"""What a letter of Thunder & Lightning holds for likely, position by position."""

from random import Random

import pytest
from board import Board

from referee.adapters.position import Table
from referee.games.thunder.likely import likely
from referee.games.thunder.moves import Challenge, Draw, Lay, Use, UseRavens
from referee.games.thunder.worth import worth
from referee.util.values import replace


def turns(t: Board, seat: str) -> list[str]:
    """The likely turns of a seat, the moves of each with a bar between them."""
    view = t.view(seat)
    return [" | ".join(move.written for move in turn) for turn in likely(view, t.choices(seat))]


def test_a_treasure_that_lies_open_is_challenged() -> None:
    """8.1 It wins the game, whatever else could be done."""
    t = Board(
        loki={"hand": "hel, ravens", "B": "ravens", "C": "fire-giant"},
        thor={"B": "odins-ring+", "C": "ravens"},
    )
    assert turns(t, "loki")[0].endswith("challenge B")
    assert next(one for one in turns(t, "loki") if "|" not in one) == "challenge B"


def test_nobody_is_told_to_run_into_a_wall() -> None:
    """16.1 A Shield Wall that lies open is challenged by nobody but a Female Archer."""
    t = Board(loki={"B": "fire-giant", "C": "female-archer"}, thor={"B": "shield-wall+", "C": "shield-wall+"})
    told = " ".join(turns(t, "loki"))
    assert "challenge C" in told
    assert "challenge B" not in told


def test_a_whole_turn_uses_every_action() -> None:
    """3.4 Each whole turn has as many moves as actions are left; the challenge stands first, for it decides."""
    t = Board(
        loki={"hand": "hel, ravens, fire-giant", "A": "frost-giant", "B": "fire-giant"},
        thor={"A": "ravens+", "B": "ravens"},
    )
    whole = [one.split(" | ") for one in turns(t, "loki") if "|" in one]
    assert {len(one) for one in whole} == {2}
    assert whole[0][0] == "challenge A"
    assert not any(move.startswith("challenge") for one in whole for move in one[1:])
    assert t.letter("loki", *whole[0]) == ["played", "played"]


def test_the_ring_stays_behind() -> None:
    """8.1 No tap lays the Ring or Crown where it is met first."""
    t = Board(loki={"hand": "odins-crown", "B": "ravens"}, thor={"B": "ravens"})
    assert not any("odins-crown" in one for one in turns(t, "loki"))


def test_a_standing_order_may_come_first() -> None:
    """3.5 With Loki in hand and a standing order only what that cannot make illegal is told."""
    t = Board(loki={"hand": "loki, ravens", "B": "fire-giant"}, thor={"B": "ravens+"}, turn="thor", ap=1)
    t.state = replace(t.state, on_turn="loki")
    assert "lay loki" in " ".join(turns(t, "loki"))
    t.state = replace(t.state, on_turn="thor")
    t.letter("loki", "standing lay B")
    t.state = replace(t.state, on_turn="loki")
    assert turns(t, "loki") == ["draw"]


def test_a_card_that_may_be_drawn_is_reckoned_with() -> None:
    """3.5 Where a standing order would lay Loki as soon as he is drawn, no whole turn relies on the columns."""
    t = Board(
        loki={"hand": "ravens, hel", "A": "ravens", "B": "fire-giant"},
        thor={"B": "ravens+"},
        turn="thor",
        ap=1,
    )
    t.state = replace(t.state, on_turn="loki", ap_total=2)
    assert any("|" in one for one in turns(t, "loki"))
    t.letter("loki", "standing lay B")
    assert not any("|" in one for one in turns(t, "loki"))


def test_who_has_enough_in_hand_does_not_draw_the_deck_away() -> None:
    """8.2 With a full hand a draw is worth less than a fight that is won."""
    t = Board(
        loki={"hand": "ravens, ravens, hel, frost-giant, fire-giant, seer", "A": "dragon"},
        thor={"A": "ravens+"},
    )
    singles = [one for one in turns(t, "loki") if "|" not in one]
    assert singles[0] == "challenge A"
    view = t.view("loki")
    few = replace(view, loki=replace(view.loki, deck_size=3))
    assert 0 < worth(few, Draw()) < worth(view, Draw())


def test_a_card_goes_to_the_front_where_it_wins() -> None:
    """6.5 Before a Fire Giant that lies open the Dragon is laid, not the Ravens."""
    t = Board(loki={"hand": "dragon, ravens", "A": "frost-giant"}, thor={"A": "huscarl+"})
    ranked = [move for move in t.choices("loki") if isinstance(move, Lay) and move.column == "A"]
    assert max(ranked, key=lambda move: worth(t.view("loki"), move)).written == "lay dragon A1"


def test_nothing_is_gained_by_thor_or_loki_before_the_last_enemy_column() -> None:
    """10.5 There nothing could be challenged any more."""
    t = Board(loki={"hand": "loki, ravens", "A": "dragon", "B": "dragon"}, thor={"A": "ravens"})
    view = t.view("loki")
    assert worth(view, Lay("loki", "A", 1)) < worth(view, Lay("loki", "B", 1))


def test_ravens_free_a_column_that_the_own_leader_blocks() -> None:
    """15.4 Where all enemies stand before the own Loki, he may go; else never."""
    t = Board(loki={"hand": "ravens", "A": "loki+, dragon", "B": "dragon"}, thor={"A": "ravens"})
    assert worth(t.view("loki"), UseRavens("ravens", "own")) > 0
    t = Board(
        loki={"hand": "ravens", "A": "loki+, dragon", "B": "dragon"}, thor={"A": "ravens", "B": "ravens"}
    )
    assert worth(t.view("loki"), UseRavens("ravens", "own")) < 0


def test_a_card_laid_in_front_may_challenge_at_once() -> None:
    """6.1, 13.4 Frigg is laid before Angrboda and beats her: one turn, and every order in it is played."""
    t = Board(
        thor={"hand": "frigg, ravens", "B": "hirdman", "C": "shield-wall"},
        loki={"A": "angrboda+", "B": "dragon+"},
        turn="thor",
    )
    found = turns(t, "thor")
    assert found[0].endswith("lay frigg A1 | challenge A")
    assert t.letter("thor", *found[0].split(" | ")) == ["played"] * (found[0].count("|") + 1)


def test_nobody_challenges_in_a_first_turn() -> None:
    """3.7 Then a card that is laid in front challenges nobody."""
    t = Board(thor={"hand": "frigg, ravens", "B": "hirdman"}, loki={"A": "angrboda+"}, turn="thor", ap=3)
    side = replace(t.state.thor, turns=1)
    t.state = replace(t.state, thor=side)
    assert not any("challenge" in one for one in turns(t, "thor"))


def test_what_moves_to_a_column_finds_room_there() -> None:
    """9.1, 2.2 Nothing is laid in the column to which Baldr moves a card in the same turn: it could be full."""
    t = Board(
        loki={
            "hand": "baldr, dragon, shield-wall, ravens",
            "A": "ravens, ravens, ravens",
            "B": "loki+, ravens, ravens, ravens",
            "C": "viking-warriors, dragon, fire-giant, ravens",
        },
        thor={"A": "huscarl+", "B": "ravens+", "C": "shield-wall+"},
        ap=2,
    )
    whole = [one.split(" | ") for one in turns(t, "loki") if "use baldr" in one and "|" in one]
    assert whole
    assert all(t.letter("loki", *moves) == ["played"] * len(moves) for moves in whole[:1])


def test_a_power_is_not_laid_where_it_falls() -> None:
    """6.7 Gungnir is no card for an empty column before an Einherjar that lies open."""
    t = Board(
        loki={"hand": "gungnir, ravens", "B": "fire-giant", "C": "ravens, ravens, ravens"},
        thor={"A": "einherjar+"},
    )
    view = t.view("loki")
    assert worth(view, Lay("gungnir", "A", 1)) < worth(view, Draw())


def test_what_wins_the_game_comes_first() -> None:
    """8.3 The enemy has one card left: what takes it is told before all else, and everything after it is played."""
    t = Board(
        loki={"hand": "fire-giant, ravens, hel", "A": "shield-wall", "C": "dragon+, ravens"},
        thor={"C": "viking-warriors+"},
    )
    found = turns(t, "loki")[0].split(" | ")
    assert found[0] == "challenge C"
    assert t.letter("loki", *found) == ["played"] * len(found)


def test_weak_cards_are_not_fed_to_a_strong_one() -> None:
    """6.5 Before an Angrboda that lies open no weak card is laid; the fight that can be won is told."""
    t = Board(
        thor={"hand": "hirdman, ravens, ravens", "B": "huscarl, hirdman", "C": "hirdman+, huscarl"},
        loki={"A": "angrboda+, ravens", "B": "shield-wall+", "C": "ravens, ravens"},
        turn="thor",
    )
    told = turns(t, "thor")
    assert any("challenge C" in one for one in told)
    assert not any(f"lay {card} A1" in one for one in told for card in ("hirdman", "ravens"))


def test_a_strong_card_in_the_rear_comes_to_the_front() -> None:
    """9.1 Baldr brings the Dragon from behind the Shield Wall to the front, and it challenges at once."""
    t = Board(
        loki={"hand": "baldr, ravens, hel", "A": "shield-wall+, dragon", "B": "frost-giant"},
        thor={"A": "huscarl+"},
    )
    found = turns(t, "loki")[0]
    assert found.startswith("use baldr A")
    assert found.endswith("| challenge A")
    assert t.letter("loki", *found.split(" | ")) == ["played"] * (found.count("|") + 1)


def test_something_strong_is_laid_behind_the_front_early() -> None:
    """8.3 Who draws three times with three cards on the battlefield is soon without any."""
    t = Board(
        loki={
            "hand": "dragon, fire-giant, ravens, hel, seer, odin",
            "A": "frost-giant",
            "B": "ravens",
            "C": "ravens",
        },
        thor={"A": "ravens", "B": "ravens", "C": "ravens"},
        ap=3,
    )
    t.state = replace(t.state, loki=replace(t.state.loki, turns=1))
    assert "lay dragon" in turns(t, "loki")[0]


@pytest.mark.slow
def test_draws_come_last_and_challenges_first() -> None:
    """What is drawn is unknown, and a challenge decides what else is wanted: in every whole turn of many games."""
    seen = 0
    for n in range(12):
        at, chance = Table.of("thunder", {}).opened(f"order {n}"), Random(n)
        while not at.over:
            view = at.view(at.mover)
            for turn in likely(view, at.table.game.choices(view)):
                kinds = [type(move) for move in turn]
                drawn = kinds.count(Draw)
                if Draw in kinds and not isinstance(turn[-1], Use):
                    assert kinds[len(kinds) - drawn :] == [Draw] * drawn
                fought = [k for k, kind in enumerate(kinds) if kind is Challenge]
                assert not any(kind is Draw for kind in kinds[: max(fought, default=0)])
                seen += bool(fought) and drawn > 0
            at = at.after(chance.randrange(len(at.orders)))
    assert seen > 20


def test_ravens_are_not_laid_where_drawing_is_worth_more() -> None:
    """7.1 Each further card of a turn is weighed after those before it: no third one is laid that has a power."""
    t = Board(
        thor={
            "hand": "freya, hirdman, huscarl, ravens, ravens, ravens",
            "A": "shield-wall",
            "B": "tyr",
            "C": "huscarl",
        },
        loki={"A": "fire-giant", "B": "shield-wall", "C": "frost-giant, viking-warriors"},
        turn="thor",
        ap=3,
    )
    t.state = replace(t.state, thor=replace(t.state.thor, turns=1))
    assert turns(t, "thor")[:2] == ["lay huscarl A1 | draw | draw", "draw | draw | draw"]


def test_a_sure_gain_comes_before_a_draw() -> None:
    """16.2 A Female Archer that is laid before an open Shield Wall brings it down in the same turn."""
    t = Board(
        thor={
            "hand": "female-archer, ravens, ravens, viking-warriors",
            "B": "huscarl",
            "C": "huscarl+, hirdman",
        },
        loki={"A": "shield-wall+", "B": "shield-wall+", "C": "frost-giant"},
        turn="thor",
    )
    assert turns(t, "thor")[0] == "lay female-archer A1 | challenge A"


def test_the_ring_is_hidden_by_one_tap() -> None:
    """8.1 Where it has come into the hand, it can be laid behind what stands in front."""
    t = Board(
        thor={
            "hand": "odins-ring, ravens, viking-warriors",
            "A": "female-archer+",
            "B": "huscarl",
            "C": "huscarl+, hirdman",
        },
        loki={"A": "ravens", "B": "shield-wall+"},
        turn="thor",
        ap=3,
    )
    assert "lay odins-ring C3" in turns(t, "thor")


def test_loki_comes_into_play_by_one_tap_with_a_turn_of_four_actions() -> None:
    """10.2, 10.3 He costs no action, and gives one more than three columns do; each order of the turn is played."""
    t = Board(
        loki={
            "hand": "baldr, loki, ravens, seer, viking-warriors",
            "A": "female-archer, shield-wall",
            "B": "frost-giant",
            "C": "nightmare",
        },
        thor={"A": "huscarl, huscarl", "B": "viking-warriors, huscarl", "C": "hirdman"},
        ap=3,
    )
    found = [one.split(" | ") for one in turns(t, "loki")]
    assert found[0][0].startswith("lay loki")
    assert [len(one) for one in found][:2] == [5, 3]
    assert not any("loki" in move for move in found[1])
    assert t.letter("loki", *found[0]) == ["played"] * 5


def test_loki_laid_in_mid_turn_is_a_tap_of_its_own() -> None:
    """10.3 What was used counts among the four: how many are left then is not told by the columns."""
    t = Board(
        loki={"hand": "loki, viking-warriors", "A": "dragon", "B": "frost-giant"},
        thor={"A": "huscarl, huscarl", "B": "viking-warriors, huscarl"},
        ap=2,
    )
    t.letter("loki", "draw")
    found = turns(t, "loki")
    assert any(one.startswith("lay loki") and "|" not in one for one in found)
