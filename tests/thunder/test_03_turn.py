"""Chapter 3: the turn, its action points and its end."""

from types import SimpleNamespace
from typing import Any

import pytest
from board import GAME, Board
from test_01_setting_up import opening

from referee.table.rulings.bench import Bench, play_lines
from referee.util.values import replace

COLUMNS = {
    1: {"B": "ravens"},
    2: {"A": "ravens, ravens", "C": "ravens"},
    3: {"A": "ravens", "B": "ravens", "C": "ravens, ravens, ravens, baldr"},
}


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_3_1_action_points_are_the_columns_at_the_turns_start(columns: int) -> None:
    """A turn begins with as many action points as the player has columns with cards, however long they are."""
    t = Board(loki=COLUMNS[columns], thor={"A": "baldr"}, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert t.on_turn == "loki"
    assert t.ap == columns
    (begun,) = [one for one in t.told("thor") if one.kind == "TurnBegun"]
    assert begun.rule == "3.1"
    assert begun.fields == {"by": "loki", "ap": columns}


@pytest.mark.parametrize("columns", [{"A": "loki+"}, {"A": "loki+, ravens", "B": "ravens", "C": "ravens"}])
def test_3_1_four_action_points_with_the_leader_in_play(columns: dict[str, str]) -> None:
    """With Thor/Loki in play at its start a turn has four points, whatever the number of columns."""
    t = Board(loki=columns, thor={"A": "baldr"}, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 4)


def test_3_1_the_leader_in_hand_brings_no_points() -> None:
    """Thor/Loki in the hand does not count at the turn's start."""
    t = Board(loki={"hand": "loki", "A": "ravens"}, thor={"A": "baldr"}, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 1)


def test_3_1_the_enemys_leader_brings_no_points() -> None:
    """Only their own Thor/Loki gives four points."""
    t = Board(loki={"B": "ravens"}, thor={"A": "thor+"}, turn="thor", ap=1)
    assert t.letter("thor", "draw") == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 1)


def test_3_2_a_column_lost_in_the_turn_takes_no_point() -> None:
    """Who loses a column on a challenge keeps the points counted at the turn's start."""
    t = Board(
        loki={"A": "ravens", "B": "ravens", "C": "ravens"}, thor={"A": "tyr", "B": "baldr"}, turn="thor", ap=1
    )
    t.letter("thor", "draw")
    assert t.ap == 3
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == ""
    assert (t.on_turn, t.ap) == ("loki", 2)


def test_3_2_a_column_won_in_the_turn_brings_no_point() -> None:
    """Who opens a new column has no further point in this turn, and one more in the next."""
    t = Board(loki={"hand": "ravens", "A": "baldr, baldr"}, thor={"A": "tyr"}, turn="thor", ap=1)
    t.letter("thor", "draw")
    assert t.ap == 1
    assert t.letter("loki", "lay ravens B1") == ["played"]
    assert t.on_turn == "thor"
    t.letter("thor", "draw")
    assert (t.on_turn, t.ap) == ("loki", 2)


@pytest.mark.parametrize("line", ["draw", "lay baldr B1", "challenge A", "use freya"])
def test_3_3_each_action_costs_one_point(line: str) -> None:
    """Drawing, laying, challenging and using a power cost one point each."""
    t = Board(
        loki={"hand": "baldr, freya", "A": "ravens", "B": "ravens"},
        thor={"A": "hirdman", "B": "tyr", "pile": "huscarl"},
        ap=3,
    )
    assert t.letter("loki", line) == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 2)


@pytest.mark.parametrize(
    "lines", [("draw",) * 3, ("challenge A",) * 3, ("lay ravens B1",) * 3, ("use ravens A",) * 3]
)
def test_3_3_one_kind_of_action_as_often_as_points_allow(lines: tuple[str, ...]) -> None:
    """The same action may be taken again and again while points are left."""
    t = Board(
        loki={"hand": "ravens, ravens, ravens", "A": "ravens, ravens, ravens, ravens", "C": "ravens"},
        thor={"A": "hirdman", "B": "tyr"},
        ap=4,
    )
    assert t.letter("loki", *lines) == ["played"] * 3
    assert (t.on_turn, t.ap) == ("loki", 1)


@pytest.mark.parametrize(
    "lines",
    [
        ("draw", "lay baldr B1", "challenge A", "use freya"),
        ("use freya", "challenge A", "lay baldr B1", "draw"),
        ("challenge A", "draw", "use freya", "lay baldr B1"),
    ],
)
def test_3_3_actions_in_any_order(lines: tuple[str, ...]) -> None:
    """The four actions may follow one another in any order."""
    t = Board(
        loki={"hand": "baldr, freya", "A": "dragon", "B": "frigg"},
        thor={"A": "hirdman", "B": "tyr", "pile": "huscarl"},
        ap=5,
    )
    assert t.letter("loki", *lines) == ["played"] * 4
    assert t.ap == 1


def test_3_3_no_action_without_a_point() -> None:
    """When the points are used up, a further action in the same letter is not played."""
    t = Board(loki={"A": "ravens", "deck": "dragon, frigg"}, thor={"A": "tyr"}, ap=1)
    first, second = t.letter("loki", "draw", "draw")
    assert first == "played"
    assert second.startswith("refused 3.3")
    assert t.side("loki")["hand"] == "dragon"


def test_3_4_a_turn_with_points_left_goes_on() -> None:
    """While a point is left the turn stays with the player, also after the letter's end."""
    t = Board(loki={"A": "ravens", "B": "ravens"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "draw") == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 1)
    assert t.owed == ["loki turn"]
    assert "TurnEnded 3.5" not in t.kinds()


def test_3_4_an_empty_letter_does_not_end_the_turn() -> None:
    """A letter without any order spends nothing and ends nothing."""
    t = Board(loki={"A": "ravens", "B": "ravens"}, thor={"A": "tyr"}, ap=2)
    t.letter("loki", "Hello there,")
    assert (t.on_turn, t.ap) == ("loki", 2)


@pytest.mark.parametrize("line", ["pass", "end", "end turn", "stop", "next"])
def test_3_4_no_order_gives_points_up(line: str) -> None:
    """There is no order that ends a turn with points left."""
    t = Board(loki={"A": "ravens", "B": "ravens"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", line) != ["played"]
    assert (t.on_turn, t.ap) == ("loki", 2)


def test_3_4_no_point_is_kept_for_the_next_turn() -> None:
    """The next turn has the points of its own columns, no more."""
    t = Board(loki={"A": "baldr", "B": "baldr"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "draw", "draw") == ["played", "played"]
    assert (t.on_turn, t.ap) == ("thor", 1)
    assert t.letter("thor", "draw") == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 2)


def test_3_5_the_turn_ends_with_the_letter_that_uses_the_last_point() -> None:
    """After the last point is used, the end of the letter ends the turn and begins the other's."""
    t = Board(loki={"A": "ravens", "B": "ravens"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "draw", "draw") == ["played", "played"]
    assert t.on_turn == "thor"
    assert t.kinds()[-2:] == ["TurnEnded 3.5", "TurnBegun 3.1"]


def test_3_5_what_the_end_of_a_turn_shows() -> None:
    """All see whose turn ended, and whose began with how many points."""
    t = Board(loki={"A": "ravens"}, thor={"A": "tyr", "C": "hel"}, ap=1)
    assert t.letter("loki", "draw") == ["played"]
    for seat in ("loki", "thor", None):
        ended, begun = t.told(seat)[-2:]
        assert (ended.kind, ended.fields) == ("TurnEnded", {"by": "loki"})
        assert (begun.kind, begun.fields) == ("TurnBegun", {"by": "thor", "ap": 2})


def test_3_5_a_free_leader_later_in_the_same_letter_is_in_time() -> None:
    """After the last point, Thor/Loki may still be laid in the same letter, and brings its points."""
    t = Board(loki={"hand": "loki", "A": "ravens", "deck": "baldr, frigg"}, thor={"A": "tyr"}, ap=1)
    assert t.letter("loki", "draw", "lay loki A1") == ["played", "played"]
    assert (t.on_turn, t.ap) == ("loki", 3)


def test_3_5_a_leader_drawn_with_the_last_point_may_be_laid_in_that_letter() -> None:
    """A Thor/Loki drawn with the last point is laid by the next line, and further lines use its points."""
    t = Board(loki={"A": "ravens", "deck": "loki, frigg"}, thor={"A": "tyr"}, ap=1)
    assert t.letter("loki", "draw", "lay loki C1", "draw") == ["played"] * 3
    assert (t.on_turn, t.ap) == ("loki", 2)


def test_3_5_the_next_letter_is_too_late_for_the_leader() -> None:
    """In the letter after the one that used the last point, Thor/Loki can no longer be laid."""
    t = Board(loki={"hand": "loki", "A": "ravens"}, thor={"A": "tyr"}, ap=1)
    assert t.letter("loki", "draw") == ["played"]
    (verdict,) = t.letter("loki", "lay loki A1")
    assert verdict.startswith("refused")
    assert t.side("loki")["A"] == "ravens"


def test_3_5_a_refused_line_keeps_no_turn_open() -> None:
    """A refused line after the last point does not keep the turn."""
    t = Board(loki={"A": "ravens", "deck": "hel, odin"}, thor={"A": "tyr"}, ap=1)
    first, second = t.letter("loki", "draw", "lay loki A1")
    assert (first, second[:7]) == ("played", "refused")
    assert t.on_turn == "thor"


def test_3_5_a_misread_line_keeps_no_turn_open() -> None:
    """A misread line after the last point does not keep the turn."""
    t = Board(loki={"hand": "loki", "A": "ravens"}, thor={"A": "tyr"}, ap=1)
    first, second = t.letter("loki", "draw", "lay loki nowhere at all")
    assert first == "played"
    assert second != "played"
    assert t.on_turn == "thor"


@pytest.mark.parametrize("hand", ["loki", "ravens", ""])
def test_3_5_the_end_of_a_turn_does_not_depend_on_the_hand(hand: str) -> None:
    """The turn is over after the last point with Thor/Loki in the hand as well as without."""
    t = Board(loki={"hand": hand, "A": "ravens", "deck": "frigg, baldr"}, thor={"A": "tyr"}, ap=1)
    assert t.letter("loki", "draw") == ["played"]
    assert t.on_turn == "thor"


def test_3_5_an_owed_ravens_placing_keeps_the_turn() -> None:
    """The turn is not over while the column of a card hit by Ravens is still to be named."""
    t = Board(
        loki={"hand": "ravens", "A": "baldr"},
        thor={"hand": "tyr", "A": "baldr", "B": "baldr"},
        ap=1,
        lots=[0],
    )
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 0)
    assert t.owed == ["loki place"]
    assert t.letter("loki", "place B") == ["played"]
    assert t.on_turn == "thor"


def test_3_5_the_leader_may_be_laid_in_the_letter_that_answers() -> None:
    """A free Thor/Loki after the answer to an owed decision is still in time."""
    t = Board(
        loki={"hand": "ravens, loki", "A": "baldr"},
        thor={"hand": "tyr", "A": "baldr", "B": "baldr"},
        ap=1,
        lots=[0],
    )
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.letter("loki", "place B", "lay loki A1") == ["played", "played"]
    assert (t.on_turn, t.ap) == ("loki", 3)


def test_3_5_an_unfinished_seer_keeps_the_turn() -> None:
    """The turn is not over while the Seer's player may still draw."""
    t = Board(loki={"hand": "seer", "A": "baldr"}, thor={"A": "baldr", "deck": "baldr, frigg, ravens"}, ap=1)
    assert t.letter("loki", "use seer") == ["played"]
    assert (t.on_turn, t.ap) == ("loki", 0)
    assert t.letter("loki", "stop") == ["played"]
    assert t.on_turn == "thor"


@pytest.mark.parametrize(("card", "line"), [("ravens", "use ravens hand"), ("seer", "use seer")])
def test_3_5_silence_about_an_owed_decision_ends_the_turn_too(card: str, line: str) -> None:
    """When silence settles the last owed decision of a turn without points, the turn is over."""
    t = Board(
        loki={"hand": card, "A": "baldr"},
        thor={"hand": "tyr", "A": "baldr", "deck": "frigg, hel, odin, seer"},
        ap=1,
        lots=[0],
    )
    assert t.letter("loki", line) == ["played"]
    assert t.on_turn == "loki"
    t.silent("loki")
    assert t.on_turn == "thor"


def test_3_5_an_asked_discard_order_keeps_the_turn() -> None:
    """Where discard orders are asked, the turn is not over before they are in."""
    t = Board(
        loki={"A": "dragon, frigg", "B": "baldr"},
        thor={"A": "nightmare, tyr", "B": "baldr"},
        ap=1,
        options={"discards": "ask"},
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.on_turn == "loki"
    assert t.letter("loki", "order dragon, frigg") == ["played"]
    assert t.on_turn == "loki"
    assert t.letter("thor", "order nightmare, tyr") == ["played"]
    assert t.on_turn == "thor"


def test_3_5_a_standing_order_lays_the_leader_when_it_is_drawn() -> None:
    """With a standing lay Thor/Loki goes into play as soon as it is drawn, without a line of its own."""
    t = Board(loki={"A": "ravens", "deck": "loki, frigg"}, thor={"A": "tyr"}, ap=1)
    assert t.letter("loki", "standing lay C, A", "draw") == ["played", "played"]
    assert t.side("loki")["C"] == "loki+"
    assert t.side("loki")["hand"] == ""
    assert (t.on_turn, t.ap) == ("loki", 3)
    assert "LeaderLaid 10.1" in t.kinds("thor")


def test_3_5_a_standing_order_lays_a_leader_already_in_the_hand() -> None:
    """A standing lay given in their own turn with Thor/Loki in the hand lays it."""
    t = Board(loki={"hand": "loki", "A": "ravens"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "standing lay B") == ["played"]
    assert t.side("loki")["B"] == "loki+"
    assert t.ap == 4


def test_3_5_a_standing_order_takes_the_columns_in_order_of_preference() -> None:
    """A full column is passed over for the next named one."""
    t = Board(
        loki={"A": "ravens, ravens, ravens, ravens", "B": "baldr", "deck": "loki, frigg"},
        thor={"A": "tyr"},
        ap=2,
    )
    t.letter("loki", "standing lay A, B, C", "draw")
    assert t.side("loki")["B"] == "loki+, baldr"


def test_3_5_a_standing_order_lays_into_named_columns_only() -> None:
    """When every named column is full, Thor/Loki stays in the hand."""
    t = Board(
        loki={"A": "ravens, ravens, ravens, ravens", "B": "baldr", "deck": "loki, frigg"},
        thor={"A": "tyr"},
        ap=2,
    )
    assert t.letter("loki", "standing lay A", "draw") == ["played", "played"]
    assert t.side("loki")["hand"] == "loki"
    assert (t.side("loki")["B"], t.side("loki")["C"]) == ("baldr", "")


def test_3_5_a_standing_order_waits_for_the_own_turn() -> None:
    """Given in the enemy's turn, a standing lay is carried out in their own one, before the first line of a letter."""
    t = Board(loki={"hand": "loki", "A": "ravens"}, thor={"A": "tyr"}, turn="thor", ap=2)
    assert t.letter("loki", "standing lay B") == ["played"]
    assert t.side("loki")["hand"] == "loki"
    assert t.letter("thor", "draw", "draw") == ["played", "played"]
    assert t.side("loki")["hand"] == "loki"
    assert t.letter("loki", "draw") == ["played"]
    assert t.side("loki")["B"] == "loki+"
    assert (t.on_turn, t.ap) == ("loki", 3)
    assert [told.kind for told in t.told("loki")][:3] == ["StandingUsed", "LeaderLaid", "Drew"]


def test_3_5_nobody_can_tell_a_standing_order_from_a_line_by_hand() -> None:
    """The enemy is shown the same, in the same letters, whether an order or a line lays Thor/Loki."""
    shown = []
    for before, lines in (("standing lay B", ("draw",)), ("standing lay never", ("lay loki B", "draw"))):
        t = Board(loki={"hand": "loki", "A": "ravens"}, thor={"A": "tyr"}, turn="thor", ap=1)
        t.letter("loki", before)
        told = [t.told("thor"), t.told(None)]
        t.letter("thor", "draw")
        told += [t.told("thor"), t.told(None)]
        t.letter("loki", *lines)
        shown.append([*told, t.told("thor"), t.told(None)])
    assert shown[0] == shown[1]


def test_3_5_an_order_for_the_position_of_the_report_is_good_after_a_standing_lay() -> None:
    """A guard names the position that the report told: what their own standing order does first does not matter."""
    t = Board(loki={"hand": "loki", "A": "ravens"}, thor={"A": "tyr"}, turn="thor", ap=1)
    t.letter("loki", "standing lay B")
    t.letter("thor", "draw")
    position = "{}.{}".format(*t.position)
    assert t.letter("loki", f"@{position} draw", f"@{position} draw") == ["played", "refused H1 stale"]


def test_3_5_silence_lays_nothing() -> None:
    """A standing lay is no answer: when the deadline passes nothing is laid."""
    t = Board(loki={"hand": "loki", "A": "ravens"}, thor={"A": "tyr"}, turn="thor", ap=1)
    t.letter("loki", "standing lay B")
    t.letter("thor", "draw")
    t.silent("loki")
    assert t.side("loki")["hand"] == "loki"


def test_3_5_a_standing_order_waits_for_room() -> None:
    """A Thor/Loki without room in the named columns is laid as soon as one of them has room."""
    t = Board(
        loki={"hand": "loki", "A": "ravens, ravens, frigg, frigg", "B": "baldr"}, thor={"A": "tyr"}, ap=3
    )
    assert t.letter("loki", "standing lay A") == ["played"]
    assert t.side("loki")["hand"] == "loki"
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "loki+, ravens, frigg, frigg"
    assert t.ap == 3


def test_3_5_a_standing_order_waits_a_turn_with_a_leader_taken_by_hel() -> None:
    """A Thor/Loki taken by Hel may not be laid in that turn (17.1); the standing order lays it in the next."""
    t = Board(loki={"hand": "hel", "A": "ravens", "pile": "loki, odin"}, thor={"A": "tyr"}, ap=1)
    assert t.letter("loki", "standing lay B", "use hel loki") == ["played", "played"]
    assert t.on_turn == "thor"
    assert t.side("loki")["hand"] == "loki"
    assert t.letter("thor", "draw") == ["played"]
    assert t.letter("loki", "say hello") == ["said"]
    assert t.side("loki")["B"] == "loki+"
    assert (t.on_turn, t.ap) == ("loki", 4)


def test_3_5_a_standing_order_names_each_column_once() -> None:
    """An order of preference that names a column twice is refused."""
    t = Board(loki={"hand": "loki", "A": "ravens"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "standing lay B, B")[0].startswith("refused 3.5")
    assert t.side("loki")["hand"] == "loki"


def test_3_5_a_standing_order_can_be_taken_back() -> None:
    """After `standing lay never` a drawn Thor/Loki stays in the hand."""
    t = Board(loki={"A": "ravens", "deck": "loki, frigg"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "standing lay C") == ["played"]
    assert t.letter("loki", "standing lay never", "draw") == ["played", "played"]
    assert t.side("loki")["hand"] == "loki"
    assert t.side("loki")["C"] == ""


def test_3_5_without_a_standing_order_a_drawn_leader_stays_in_the_hand() -> None:
    """Nothing is laid for a player who has given no standing order."""
    t = Board(loki={"A": "ravens", "deck": "loki, frigg"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "draw") == ["played"]
    assert t.side("loki")["hand"] == "loki"


def test_3_5_the_standing_order_goes_before_the_look_at_8_2() -> None:
    """A turn begins, and the free play is its only action: the order lays Thor/Loki before 8.2 is checked."""
    t = Board(loki={"hand": "loki", "A": "baldr", "deck": ""}, thor={"A": "tyr"}, turn="thor", ap=1)
    assert t.letter("loki", "standing lay B") == ["played"]
    assert t.letter("thor", "draw") == ["played"]
    assert t.outcome == ""
    assert t.letter("loki", "say hello") == ["said"]
    assert t.side("loki")["B"] == "loki+"
    assert t.outcome == "thor 8.2"


def test_3_5_the_standing_order_is_not_shown_to_the_opponent() -> None:
    """A standing lay tells the opponent nothing."""
    t = Board(loki={"hand": "ravens", "A": "ravens"}, thor={"A": "tyr"}, ap=2)
    assert t.letter("loki", "standing lay B") == ["played"]
    (set_,) = t.told("loki")
    assert (set_.kind, set_.rule) == ("StandingLaySet", "3.5")
    assert set_.fields["by"] == "loki"
    assert list(set_.fields["columns"]) == ["B"]
    assert t.kinds("thor") == []
    assert t.kinds(None) == []


def fallen() -> Board:
    """Loki spends the last point on Thor's Nightmare, whose fall makes room for Loki's standing lay.

    Both players still owe an order.
    """
    t = Board(
        loki={"hand": "loki", "A": "baldr", "B": "dragon, hel, ravens, ravens"},
        thor={"A": "tyr", "B": "nightmare, hel"},
        ap=1,
        options={"discards": "ask"},
    )
    assert t.letter("loki", "standing lay B") == ["played"]
    assert t.letter("loki", "challenge B") == ["played"]
    assert (t.side("loki")["hand"], t.owed) == ("loki", ["loki order", "thor order"])
    return t


def by_letter(t: Board, seat: str) -> None:
    """The seat answers for itself."""
    assert t.letter(seat, "order default") == ["played"]


def by_ruling(t: Board, seat: str) -> None:
    """H21 The line is played for the seat."""
    table: Any = SimpleNamespace(
        game=GAME,
        points=[SimpleNamespace(state=t.state, content=t.options)],
        lots=lambda _entry: t.lots,
        read=lambda lines, language: t.reader.read_letter("\n".join(lines)),  # noqa: ARG005
    )
    bench = Bench(table, "keeper", "the letter was lost")
    play_lines(bench, seat, ["order default"])
    t.state, t.events = bench.now.state, tuple(bench.events)


WAYS = {"letter": by_letter, "silence": Board.silent, "ruling": by_ruling}


@pytest.mark.share(3)
@pytest.mark.parametrize("second", WAYS)
@pytest.mark.parametrize("first", WAYS)
@pytest.mark.parametrize("order", [("loki", "thor"), ("thor", "loki")])
def test_3_5_a_standing_lay_is_in_time_whoever_gives_the_last_answer(
    order: tuple[str, str], first: str, second: str
) -> None:
    """Where the turn would end, Thor/Loki is laid for the player on turn.

    It happens in a letter of either side, by silence, or by a ruling.
    """
    t = fallen()
    for seat, way in zip(order, (first, second), strict=True):
        assert t.side("loki")["hand"] == "loki"
        WAYS[way](t, seat)
    assert t.side("loki") | {"hand": "", "B": "loki+"} == t.side("loki")
    assert (t.on_turn, t.ap, t.owed) == ("loki", 3, ["loki turn"])
    assert "StandingUsed 3.5" in t.kinds("loki")
    assert not any(kind.startswith("Standing") for kind in t.kinds("thor"))


def test_3_5_in_the_enemys_letter_a_standing_lay_waits_while_points_are_left() -> None:
    """With a point left the turn goes on: nothing is laid before their own letter, so nobody learns of the order."""
    t = Board(
        loki={"hand": "loki", "A": "baldr", "B": "dragon, hel, ravens, ravens"},
        thor={"A": "tyr", "B": "nightmare, hel"},
        ap=2,
        options={"discards": "ask"},
    )
    t.letter("loki", "standing lay B", "challenge B")
    t.letter("loki", "order default")
    t.letter("thor", "order default")
    assert (t.side("loki")["hand"], t.ap) == ("loki", 1)
    assert t.letter("loki", "draw") == ["played"]
    assert (t.side("loki")["B"], t.ap) == ("loki+", 2)


def test_3_5_without_a_standing_lay_the_enemys_last_answer_ends_the_turn() -> None:
    """What is in a hand keeps no turn open."""
    t = fallen()
    by_letter(t, "loki")
    t.state = t.state.put("loki", replace(t.state.loki, standing_lay=()))
    by_letter(t, "thor")
    assert (t.side("loki")["hand"], t.on_turn) == ("loki", "thor")


ELEVEN = "ravens, ravens, ravens, female-archer, female-archer, baldr, seer, vidarr, hel, freya, odin"


def test_3_6_a_hand_grows_to_twelve_and_no_further() -> None:
    """With eleven cards in the hand one card can be drawn, and then none."""
    t = Board(loki={"hand": ELEVEN, "A": "ravens"}, thor={"A": "tyr"}, ap=3)
    first, second = t.letter("loki", "draw", "draw")
    assert first == "played"
    assert second.startswith(("refused 3.6", "refused 4.2"))
    assert len(t.side("loki")["hand"].split(", ")) == 12


def test_3_6_the_enemys_seer_gives_no_thirteenth_card() -> None:
    """A card that a Seer would give into a hand of twelve is discarded instead."""
    t = Board(
        thor={"hand": ELEVEN + ", idunn", "A": "ravens", "deck": "frigg, ravens"},
        loki={"hand": "seer", "A": "ravens"},
        ap=3,
    )
    assert t.letter("loki", "use seer") == ["played"]
    assert len(t.side("thor")["hand"].split(", ")) == 12
    assert t.side("thor")["pile"] == "frigg"


@pytest.mark.parametrize(
    "line", ["challenge A", "use ravens A", "use ravens hand", "use ravens hand to C", "use vidarr A C1"]
)
@pytest.mark.parametrize("seat", ["loki", "thor"])
def test_3_7_no_challenge_in_the_own_first_turn(seat: str, line: str) -> None:
    """In each player's first turn no challenge is legal: not the normal one, not the Ravens', not the flank."""
    side = {"hand": "ravens, vidarr", "A": "ravens", "C": "ravens"}
    t = Board(loki=side, thor=side, turn=seat, ap=3, first_turn=True, options={"flank": "across"})
    (verdict,) = t.letter(seat, line)
    assert verdict.startswith("refused 3.7")
    assert t.ap == 3
    assert line not in t.legal(seat)


@pytest.mark.parametrize("line", ["challenge A", "use ravens A", "use ravens hand", "use vidarr A C1"])
def test_3_7_from_the_second_turn_on_challenges_are_legal(line: str) -> None:
    """The very lines that the first turn forbids are played in a later one."""
    side = {"hand": "ravens, vidarr", "A": "ravens", "C": "ravens"}
    t = Board(loki=side, thor=side, ap=3, lots=[0], options={"flank": "across"})
    assert t.letter("loki", line) == ["played"]


def test_3_7_no_ravens_on_the_own_leader_in_the_first_turn() -> None:
    """The Ravens challenge on their own Thor/Loki is barred in the first turn too."""
    t = Board(loki={"hand": "ravens", "A": "loki+"}, thor={"A": "ravens"}, ap=3, first_turn=True)
    (verdict,) = t.letter("loki", "use ravens own")
    assert verdict.startswith("refused 3.7")
    assert t.side("loki")["A"] == "loki+"


@pytest.mark.parametrize("line", ["use frigg hand", "use frigg B"])
def test_3_7_frigg_is_legal_in_the_first_turn(line: str) -> None:
    """Frigg's look and Frigg's turning are legal in the first turn."""
    t = Board(
        loki={"hand": "frigg", "A": "ravens"}, thor={"hand": "tyr", "B": "ravens"}, ap=3, first_turn=True
    )
    assert t.letter("loki", line) == ["played"]


@pytest.mark.parametrize(("seat", "card"), [("loki", "gungnir"), ("thor", "mjolnir")])
def test_3_7_gungnir_and_mjolnir_are_legal_in_the_first_turn(seat: str, card: str) -> None:
    """Gungnir and Mjolnir are no challenges: they are legal in the first turn."""
    sides = {"loki": {"A": "ravens"}, "thor": {"A": "ravens"}}
    sides[seat]["hand"] = card
    other = "thor" if seat == "loki" else "loki"
    t = Board(loki=sides["loki"], thor=sides["thor"], turn=seat, ap=3, first_turn=True)
    assert t.letter(seat, f"use {card} A1") == ["played"]
    assert t.side(other)["A"] == ""


def test_3_7_the_first_turn_is_each_players_own() -> None:
    """Loki's first turn and Thor's first turn know no challenge; Loki's second does."""
    t = opening()
    t.letter("loki", "deploy ravens, ravens, ravens")
    t.letter("thor", "deploy ravens, ravens, ravens")
    for seat in ("loki", "thor"):
        assert t.on_turn == seat
        assert t.letter(seat, "challenge A")[0].startswith("refused 3.7")
        assert t.letter(seat, "draw", "draw", "draw") == ["played"] * 3
    assert t.on_turn == "loki"
    assert t.letter("loki", "challenge A") == ["played"]


def test_3_8_the_leader_may_be_laid_in_the_first_turn() -> None:
    """In the first turn Thor/Loki may be laid and gives four points, but still no challenge."""
    t = Board(loki={"hand": "loki, ravens", "A": "ravens"}, thor={"A": "ravens"}, ap=1, first_turn=True)
    assert t.letter("loki", "lay loki B1") == ["played"]
    assert t.ap == 4
    assert t.letter("loki", "challenge A")[0].startswith("refused 3.7")
    assert t.letter("loki", "use ravens A")[0].startswith("refused 3.7")
    assert t.ap == 4
