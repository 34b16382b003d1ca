"""Chapter 14: the Nightmare."""

from typing import Any

import pytest
from board import Board

ASK = {"discards": "ask"}


def shown(t: Board, seat: str | None, kind: str) -> list[dict[str, Any]]:
    """The fields of every event of one kind that a seat was shown."""
    return [dict(one.fields) for one in t.told(seat) if one.kind == kind]


def fall(**given: Any) -> Board:
    """Loki may challenge Thor's Nightmare in column A; four cards fall for Thor, three for Loki."""
    options = {"ap": 3, **given}
    return Board(
        loki={"A": "frost-giant, seer, ravens", "B": "ravens", "pile": "hel"},
        thor={"A": "nightmare, ravens, hirdman+, baldr", "B": "ravens", "pile": "odin"},
        **options,
    )


def test_14_1_a_normal_challenge_fells_the_column_on_both_sides() -> None:
    """A Nightmare challenged normally discards its whole column on both sides, the challenger too."""
    t = fall()
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == ""
    assert t.side("thor")["A"] == ""
    assert sorted(t.side("loki")["pile"].split(", ")) == ["frost-giant", "hel", "ravens", "seer"]
    assert sorted(t.side("thor")["pile"].split(", ")) == ["baldr", "hirdman", "nightmare", "odin", "ravens"]


def test_14_1_other_columns_stay() -> None:
    """The columns beside a Nightmare's stay as they are."""
    t = Board(
        loki={"A": "hel", "B": "frost-giant", "C": "ravens+"},
        thor={"A": "ravens", "B": "nightmare", "C": "hel"},
        ap=3,
    )
    assert t.letter("loki", "challenge B") == ["played"]
    assert [t.side("loki")[column] for column in "ABC"] == ["hel", "", "ravens+"]
    assert [t.side("thor")[column] for column in "ABC"] == ["ravens", "", "hel"]


@pytest.mark.parametrize("card", ["frigg", "angrboda", "female-archer", "ravens"])
def test_14_1_whatever_challenges_it(card: str) -> None:
    """No challenger, Frigg and Angrboda included, escapes a Nightmare."""
    t = Board(loki={"A": card, "B": "ravens"}, thor={"A": "nightmare", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == card
    assert t.side("thor")["pile"] == "nightmare"


def test_14_1_a_face_up_nightmare_too() -> None:
    """A Nightmare that already lies face up works all the same."""
    t = Board(loki={"A": "dragon, hel", "B": "ravens"}, thor={"A": "nightmare+, tyr", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == ""
    assert t.side("thor")["A"] == ""


def test_14_1_a_nightmare_behind_the_front_does_not_work() -> None:
    """A challenge of the card in front of a Nightmare leaves the column standing."""
    t = Board(loki={"A": "dragon, hel"}, thor={"A": "ravens, nightmare, tyr"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == "dragon+, hel"
    assert t.side("thor")["A"] == "nightmare, tyr"


def test_14_1_a_flank_fells_the_column() -> None:
    """A Nightmare flanked in a rear row discards its column on both sides, and Vidarr comes on top."""
    t = Board(
        loki={"hand": "vidarr", "A": "dragon, hel", "B": "ravens"},
        thor={"A": "tyr, ravens, nightmare", "B": "ravens"},
        ap=3,
    )
    assert t.letter("loki", "use vidarr A A3") == ["played"]
    assert t.side("loki")["A"] == ""
    assert t.side("loki")["pile"] == "dragon, hel, vidarr"
    assert t.side("thor")["A"] == ""
    assert t.side("thor")["pile"] == "tyr, ravens, nightmare"


def test_14_1_a_flank_takes_thor_too() -> None:
    """Thor in the Nightmare's column falls with it."""
    t = Board(
        loki={"hand": "vidarr", "A": "dragon", "B": "ravens"},
        thor={"A": "thor+, nightmare", "B": "ravens"},
        ap=3,
    )
    assert t.letter("loki", "use vidarr A A2") == ["played"]
    assert t.side("thor")["A"] == ""
    assert t.side("thor")["pile"] == "thor, nightmare"
    assert t.side("loki")["pile"] == "dragon, vidarr"


def test_14_1_a_flanker_that_stands_elsewhere_stays() -> None:
    """Across the board (R11) the flanking card stands in another column and stays, face up."""
    t = Board(
        loki={"hand": "vidarr", "A": "dragon, hel", "C": "ravens, baldr"},
        thor={"A": "ravens", "C": "tyr, nightmare"},
        ap=3,
        options={"flank": "across"},
    )
    assert t.letter("loki", "use vidarr A C2") == ["played"]
    assert t.side("loki")["A"] == "dragon+, hel"
    assert t.side("loki")["C"] == ""
    assert t.side("loki")["pile"] == "ravens, baldr, vidarr"
    assert t.side("thor")["A"] == "ravens"
    assert t.side("thor")["C"] == ""


def test_14_1_ravens_from_the_hand_fell_the_column() -> None:
    """A Nightmare hit by Ravens from the hand discards its column on both sides, and the Ravens come on top."""
    t = Board(
        loki={"hand": "ravens", "A": "dragon, hel", "B": "ravens"},
        thor={"A": "nightmare, tyr", "B": "ravens"},
        ap=3,
    )
    assert t.letter("loki", "use ravens A") == ["played"]
    assert t.side("loki")["A"] == ""
    assert t.side("loki")["pile"] == "dragon, hel, ravens"
    assert t.side("thor")["A"] == ""
    assert t.side("thor")["pile"] == "nightmare, tyr"


def test_14_1_ravens_take_the_own_leader_too() -> None:
    """Loki's own leader in the Nightmare's column falls with it; the turn keeps its 4 points (10.6)."""
    t = Board(
        loki={"hand": "ravens", "A": "loki+, hel", "B": "ravens"},
        thor={"A": "nightmare", "B": "ravens"},
        ap=4,
    )
    assert t.letter("loki", "use ravens A") == ["played"]
    assert t.side("loki")["A"] == ""
    assert t.side("loki")["pile"] == "loki, hel, ravens"
    assert t.ap == 3


def test_14_2_by_default_the_rear_card_lies_on_top() -> None:
    """Without other orders each pile takes the column front card first, rear card on top."""
    t = fall()
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "hel, frost-giant, seer, ravens"
    assert t.side("thor")["pile"] == "odin, nightmare, ravens, hirdman, baldr"


def test_14_2_each_player_chooses_for_the_own_cards() -> None:
    """Standing orders of both players decide each pile on its own, that of the player not on turn too."""
    t = fall()
    assert t.letter("thor", "standing order hirdman, baldr, nightmare, ravens") == ["played"]
    assert t.letter("loki", "standing order ravens, seer, frost-giant", "challenge A") == ["played", "played"]
    assert t.side("loki")["pile"] == "hel, ravens, seer, frost-giant"
    assert t.side("thor")["pile"] == "odin, hirdman, baldr, nightmare, ravens"


def test_14_2_asked_both_answer() -> None:
    """Where players are asked (R24), both owe an order and each answer sets their own pile."""
    t = fall(options=ASK)
    assert t.letter("loki", "challenge A") == ["played"]
    assert sorted(t.owed) == ["loki order", "thor order"]
    assert t.letter("thor", "order hirdman, baldr, nightmare, ravens") == ["played"]
    assert t.owed == ["loki order"]
    assert t.letter("loki", "order ravens, seer, frost-giant") == ["played"]
    assert t.side("loki")["pile"] == "hel, ravens, seer, frost-giant"
    assert t.side("thor")["pile"] == "odin, hirdman, baldr, nightmare, ravens"
    assert t.owed == ["loki turn"]


@pytest.mark.parametrize("first", ["loki", "thor"])
def test_14_2_asked_default_is_an_answer(first: str) -> None:
    """Asked players, in whichever order they answer, may answer `order default`."""
    t = fall(options=ASK)
    second = "thor" if first == "loki" else "loki"
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.letter(first, "order default") == ["played"]
    assert t.letter(second, "order default") == ["played"]
    assert t.side("loki")["pile"] == "hel, frost-giant, seer, ravens"
    assert t.side("thor")["pile"] == "odin, nightmare, ravens, hirdman, baldr"


def test_14_2_an_answer_may_be_replaced_until_the_other_is_in() -> None:
    """The last one counts, and nobody else learns that there was one before."""
    t = fall(options=ASK)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.letter("thor", "order default") == ["played"]
    assert t.letter("thor", "order hirdman, baldr, nightmare, ravens") == ["played"]
    assert t.kinds("loki") == []
    assert t.letter("loki", "order default") == ["played"]
    assert t.side("thor")["pile"] == "odin, hirdman, baldr, nightmare, ravens"


def test_14_2_an_order_is_given_only_when_asked_for() -> None:
    """An answer that nobody asked for is refused, before a fall and after both answers are in."""
    t = fall(options=ASK)
    for line in ("order ravens, seer, frost-giant", "order default"):
        assert t.letter("loki", line)[0].startswith("refused 14.2")
    assert t.letter("loki", "challenge A", "order default") == ["played", "played"]
    assert t.letter("thor", "order default") == ["played"]
    assert t.letter("loki", "order ravens, seer, frost-giant")[0].startswith("refused 14.2")
    assert t.side("loki")["pile"] == "hel, frost-giant, seer, ravens"


def hand_hit(**given: Any) -> Board:
    """Loki's Ravens will hit the Nightmare in Thor's hand."""
    return Board(
        loki={"hand": "ravens", "A": "ravens"},
        thor={
            "hand": "ravens*, nightmare, hirdman, dragon*, ravens",
            "A": "seer",
            "B": "hel",
            "pile": "odin",
        },
        ap=3,
        lots=[1],
        **given,
    )


def test_14_3_hit_in_the_hand_the_whole_hand_falls() -> None:
    """A Nightmare hit in the hand by Ravens makes its player discard the whole hand and nothing else."""
    t = hand_hit()
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.side("thor")["hand"] == ""
    assert len(t.side("thor")["pile"].split(", ")) == 6
    assert t.side("thor")["A"] == "seer"
    assert t.side("thor")["B"] == "hel"
    assert t.side("loki")["A"] == "ravens"
    assert t.side("loki")["pile"] == "ravens"


def test_14_3_by_default_in_alphabetical_order() -> None:
    """By default the hand falls by name in alphabetical order, own before captured, the last on top."""
    t = hand_hit()
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.side("thor")["pile"] == "odin, dragon*, hirdman, nightmare, ravens, ravens*"


def test_14_3_in_the_order_of_the_owners_choice() -> None:
    """The hand falls in the order its owner has laid down."""
    t = hand_hit()
    assert t.letter("thor", "standing order captured ravens, nightmare, dragon") == ["played"]
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.side("thor")["pile"] == "odin, ravens*, nightmare, dragon*, hirdman, ravens"


def test_14_3_asked_its_owner_alone_answers() -> None:
    """Where players are asked (R24), only the owner of the fallen hand is."""
    t = hand_hit(options=ASK)
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.owed == ["thor order"]
    assert t.side("thor")["hand"] == ""
    assert t.letter("thor", "order hirdman, ravens, nightmare, dragon, captured ravens") == ["played"]
    assert t.side("thor")["pile"] == "odin, hirdman, ravens, nightmare, dragon*, ravens*"


def test_14_4_the_ring_among_the_discards() -> None:
    """A Ring in the Nightmare's column loses the game for Thor."""
    t = Board(loki={"A": "dragon", "B": "ravens"}, thor={"A": "nightmare, odins-ring", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.outcome == "loki 8.1"


def test_14_4_the_own_crown_among_the_discards() -> None:
    """A Crown in the Nightmare's column loses the game for Loki, though it is Loki who challenged."""
    t = Board(loki={"A": "dragon, odins-crown", "B": "ravens"}, thor={"A": "nightmare", "B": "ravens"}, ap=3)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.outcome == "thor 8.1"


@pytest.mark.parametrize(("turn", "winner"), [("loki", "thor"), ("thor", "loki")])
def test_14_4_both_lost_the_turn_player_loses(turn: str, winner: str) -> None:
    """When Ring and Crown fall together the player whose turn it is loses (8.4)."""
    nightmare = {
        "loki": ("ravens, odins-crown", "nightmare, odins-ring"),
        "thor": ("nightmare, odins-crown", "ravens, odins-ring"),
    }
    loki, thor = nightmare[turn]
    t = Board(loki={"A": loki, "B": "ravens"}, thor={"A": thor, "B": "ravens"}, turn=turn, ap=3)
    assert t.letter(turn, "challenge A") == ["played"]
    assert t.outcome == f"{winner} 8.4"


def test_14_4_the_ring_in_the_fallen_hand() -> None:
    """A Ring in the hand that a Nightmare fells loses the game for Thor."""
    t = Board(
        loki={"hand": "ravens", "A": "ravens"},
        thor={"hand": "nightmare, odins-ring, hel", "A": "ravens"},
        ap=3,
        lots=[0],
    )
    assert t.letter("loki", "use ravens hand") == ["played"]
    assert t.outcome == "loki 8.1"


def test_14_4_no_order_is_asked_when_the_game_is_over() -> None:
    """With a Ring among the discards nobody is asked for an order (8.6)."""
    t = Board(
        loki={"A": "dragon, hel", "B": "ravens"},
        thor={"A": "nightmare, odins-ring", "B": "ravens"},
        ap=3,
        options=ASK,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.outcome == "loki 8.1"
    assert t.owed == []
    assert shown(t, "thor", "OrderAsked") == []


def two_berserkers(turn: str) -> Board:
    """Both sides of column A hold a Berserker; the player on turn may challenge the Nightmare in it."""
    mine, yours = "ravens, berserker", "nightmare, berserker, hel"
    return Board(
        loki={"A": mine if turn == "loki" else yours, "B": "ravens", "pile": "seer"},
        thor={"A": mine if turn == "thor" else yours, "B": "ravens", "pile": "seer"},
        turn=turn,
        ap=3,
    )


@pytest.mark.parametrize(("turn", "second"), [("loki", "thor"), ("thor", "loki")])
def test_14_5_the_turn_players_cards_go_first(turn: str, second: str) -> None:
    """With the turn player's Berserker laid on top, the other's Berserker goes to the bottom of its pile (11.3)."""
    t = two_berserkers(turn)
    assert t.letter(turn, "challenge A") == ["played"]
    assert t.side(turn)["pile"] == "seer, ravens, berserker"
    assert t.side(second)["pile"] == "berserker, seer, nightmare, hel"


@pytest.mark.parametrize("order", ["berserker, nightmare, hel", "nightmare, hel, berserker"])
def test_14_5_whatever_its_place_in_the_order(order: str) -> None:
    """The other's Berserker goes to the bottom whatever its place in the chosen order."""
    t = two_berserkers("loki")
    assert t.letter("thor", f"standing order {order}") == ["played"]
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "berserker, seer, nightmare, hel"


def test_14_5_the_enemy_pile_as_it_then_is() -> None:
    """With the turn player's Berserker covered by the same fall, the other's keeps its place in the order."""
    t = two_berserkers("loki")
    assert t.letter("loki", "challenge A order berserker, ravens") == ["played"]
    assert t.side("loki")["pile"] == "seer, berserker, ravens"
    assert t.side("thor")["pile"] == "seer, nightmare, berserker, hel"


def test_14_5_the_turn_players_berserker_looks_at_the_pile_before_the_fall() -> None:
    """The turn player's Berserker goes to the bottom if the other's pile was topped by one before the fall."""
    t = Board(
        loki={"A": "ravens, berserker", "B": "ravens", "pile": "seer"},
        thor={"A": "nightmare, hel", "B": "ravens", "pile": "berserker"},
        ap=3,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "berserker, seer, ravens"
    assert t.side("thor")["pile"] == "berserker, nightmare, hel"


def test_14_5_idunn_likewise() -> None:
    """Two Idunns in the falling column: the second player's goes to the bottom (12.3)."""
    t = Board(
        loki={"A": "ravens, idunn", "B": "ravens", "pile": "seer"},
        thor={"A": "nightmare, idunn, hel", "B": "ravens", "pile": "seer"},
        ap=3,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["pile"] == "seer, ravens, idunn"
    assert t.side("thor")["pile"] == "idunn, seer, nightmare, hel"


def test_14_5_asked_the_turn_players_cards_go_first_too() -> None:
    """Where players are asked, the turn player's cards go first even if the other answered first."""
    t = Board(
        loki={"A": "ravens, berserker", "B": "ravens", "pile": "seer"},
        thor={"A": "nightmare, berserker, hel", "B": "ravens", "pile": "seer"},
        ap=3,
        options=ASK,
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.letter("thor", "order nightmare, hel, berserker") == ["played"]
    assert t.letter("loki", "order ravens, berserker") == ["played"]
    assert t.side("loki")["pile"] == "seer, ravens, berserker"
    assert t.side("thor")["pile"] == "berserker, seer, nightmare, hel"


@pytest.mark.parametrize("seat", ["thor", "loki", None])
def test_14_6_the_fall_is_seen_by_all(seat: str | None) -> None:
    """Everybody sees every card of a falling column leave at once."""
    t = fall()
    assert t.letter("loki", "challenge A") == ["played"]
    (fell,) = shown(t, seat, "ColumnFell")
    assert fell["column"] == "A"
    assert sorted(fell["thor"]) == ["thor.baldr", "thor.hirdman", "thor.nightmare", "thor.ravens"]
    assert sorted(fell["loki"]) == ["loki.frost-giant", "loki.ravens", "loki.seer"]


@pytest.mark.parametrize("seat", ["thor", "loki", None])
def test_14_6_the_fallen_hand_is_seen_by_all(seat: str | None) -> None:
    """Everybody sees every card of a falling hand."""
    t = hand_hit()
    assert t.letter("loki", "use ravens hand") == ["played"]
    (fell,) = shown(t, seat, "HandFell")
    assert fell["of"] == "thor"
    assert sorted(fell["cards"]) == [
        "loki.dragon",
        "loki.ravens",
        "thor.hirdman",
        "thor.nightmare",
        "thor.ravens",
    ]


def test_14_6_nobody_is_asked() -> None:
    """With standing orders nobody owes an answer and the letter goes on."""
    t = fall()
    assert t.letter("loki", "challenge A", "draw") == ["played", "played"]
    assert t.owed == ["loki turn"]
    assert shown(t, None, "OrderAsked") == []


def test_14_6_a_letter_out_of_turn_may_change_it() -> None:
    """A standing order may be given, and taken back, by a seat that is not on turn."""
    t = fall()
    assert t.letter("thor", "standing order baldr") == ["played"]
    assert t.letter("thor", "standing order default") == ["played"]
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "odin, nightmare, ravens, hirdman, baldr"


def test_14_6_it_costs_nothing() -> None:
    """A standing order costs no action point."""
    t = fall()
    assert t.letter("loki", "standing order ravens") == ["played"]
    assert t.ap == 3


def test_14_6_it_stays_in_force() -> None:
    """A standing order serves again at the next fall."""
    t = Board(
        loki={"hand": "ravens", "A": "ravens, hel, seer", "B": "dragon"},
        thor={"A": "ravens", "B": "nightmare, ravens, hirdman", "hand": "baldr"},
        ap=3,
    )
    assert t.letter("thor", "standing order hirdman, ravens") == ["played"]
    assert t.letter("loki", "draw") == ["played"]
    assert t.letter("loki", "use ravens B") == ["played"]
    assert t.side("thor")["pile"] == "hirdman, ravens, nightmare"


def test_14_6_cards_not_named_come_last() -> None:
    """Cards that a standing order does not name come last, on top, in the default order."""
    t = fall()
    assert t.letter("thor", "standing order baldr") == ["played"]
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "odin, baldr, nightmare, ravens, hirdman"


def test_14_6_absent_names_are_skipped() -> None:
    """Names that are not among the fallen are skipped."""
    t = fall()
    assert t.letter("thor", "standing order hel, baldr, tyr, ravens") == ["played"]
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "odin, baldr, ravens, nightmare, hirdman"


def test_14_6_a_name_stands_for_all_its_cards() -> None:
    """A name given once stands for all cards of that name."""
    t = Board(
        loki={"A": "dragon", "B": "hel"}, thor={"A": "nightmare, ravens, hel, ravens", "B": "seer"}, ap=3
    )
    assert t.letter("thor", "standing order ravens, nightmare") == ["played"]
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "ravens, ravens, nightmare, hel"


def test_14_6_a_name_given_again_takes_one_card_each_time() -> None:
    """A name given twice takes one card at the first mention and the rest at the last."""
    t = Board(
        loki={"A": "dragon", "B": "hel"}, thor={"A": "nightmare, ravens, ravens, ravens", "B": "seer"}, ap=3
    )
    assert t.letter("thor", "standing order ravens, nightmare, ravens") == ["played"]
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "ravens, nightmare, ravens, ravens"


def test_14_6_captured_names_the_captured_ones_apart() -> None:
    """With `captured` before it a name stands for the captured cards only."""
    t = Board(
        loki={"A": "dragon", "B": "hel"}, thor={"A": "nightmare, ravens, ravens*, ravens*", "B": "seer"}, ap=3
    )
    assert t.letter("thor", "standing order captured ravens, nightmare, ravens") == ["played"]
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("thor")["pile"] == "ravens*, ravens*, nightmare, ravens"


@pytest.mark.parametrize(
    ("hand", "line", "pile"),
    [
        ("seer", "challenge A order ravens, dragon", "ravens, dragon, hel"),
        ("vidarr", "use vidarr A A1 order hel, ravens", "hel, ravens, dragon, vidarr"),
        ("ravens", "use ravens A order ravens, hel, dragon", "ravens, hel, dragon, ravens"),
    ],
)
def test_14_6_a_line_may_carry_its_own_order(hand: str, line: str, pile: str) -> None:
    """A challenge, a flank and Ravens may carry an order for the writer's cards, used instead of the standing one."""
    t = Board(
        loki={"hand": hand, "A": "dragon, hel, ravens", "B": "ravens"},
        thor={"A": "nightmare, hel, ravens", "B": "ravens"},
        ap=3,
    )
    assert t.letter("loki", "standing order dragon, hel, ravens", line) == ["played", "played"]
    assert t.side("loki")["pile"] == pile
    assert t.side("thor")["pile"] == "nightmare, hel, ravens"


@pytest.mark.parametrize("line", ["use ravens hand order hel, dragon", "use ravens own order hel, dragon"])
def test_14_6_other_lines_carry_no_order(line: str) -> None:
    """Ravens against the enemy hand or their own leader cannot fell own cards and carry no order."""
    t = Board(
        loki={"hand": "ravens", "A": "loki+, hel", "B": "dragon"},
        thor={"hand": "baldr", "A": "ravens"},
        ap=3,
        lots=[0],
    )
    assert t.letter("loki", line)[0].startswith("refused 14.6")
    assert t.side("loki")["hand"] == "ravens"
    assert t.letter("loki", line.partition(" order")[0]) == ["played"]


def test_14_6_the_lines_own_order_serves_once() -> None:
    """An order carried by a line does not replace the standing one, and one that was not needed lapses."""
    t = Board(
        loki={"A": "dragon, hel, ravens", "B": "fire-giant, seer, baldr", "C": "ravens"},
        thor={"A": "ravens", "B": "nightmare", "C": "ravens"},
        ap=3,
    )
    assert t.letter("loki", "challenge A order ravens, hel", "challenge B") == ["played", "played"]
    assert t.side("loki")["A"] == "dragon+, hel, ravens"
    assert t.side("loki")["pile"] == "fire-giant, seer, baldr"


def test_14_6_asked_with_a_single_card_nobody_is_asked() -> None:
    """A player of whom only one card falls is not asked."""
    t = Board(
        loki={"A": "dragon", "B": "ravens"}, thor={"A": "nightmare, hel", "B": "ravens"}, ap=3, options=ASK
    )
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.owed == ["thor order"]
    assert t.letter("thor", "order hel, nightmare") == ["played"]
    assert t.side("thor")["pile"] == "hel, nightmare"
    assert t.side("loki")["pile"] == "dragon"


def test_14_6_asked_with_single_cards_on_both_sides_nobody_is_asked() -> None:
    """If one card falls on each side, nobody is asked and the turn goes on."""
    t = Board(loki={"A": "dragon", "B": "ravens"}, thor={"A": "nightmare", "B": "ravens"}, ap=3, options=ASK)
    assert t.letter("loki", "challenge A", "draw") == ["played", "played"]
    assert t.side("thor")["pile"] == "nightmare"


def test_14_6_asked_other_lines_do_not_happen() -> None:
    """While answers are owed no other line of either player happens, in the same letter or a later one."""
    t = fall(options=ASK)
    told = t.letter("loki", "challenge A", "draw")
    assert told[0] == "played"
    assert told[1] != "played"
    assert t.letter("loki", "draw") != ["played"]
    assert t.letter("loki", "order default") == ["played"]
    assert t.letter("loki", "draw") != ["played"]
    assert t.ap == 2
    assert t.side("loki")["hand"] == ""
    assert t.letter("thor", "order default") == ["played"]
    assert t.letter("loki", "draw") == ["played"]


def test_14_6_asked_other_lines_are_listed_as_not_played() -> None:
    """While only the other player's answer is owed, a line of the turn player is listed as not played."""
    t = fall(options=ASK)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.letter("loki", "order default") == ["played"]
    assert t.letter("loki", "draw")[0].startswith("not-played")


def test_14_6_asked_the_writers_other_lines_are_listed_as_not_played() -> None:
    """While the writer's own answer is owed, other lines of the writer are listed as not played."""
    t = fall(options=ASK)
    told = t.letter("loki", "challenge A", "draw")
    assert told[0] == "played"
    assert told[1].startswith("not-played")
    assert t.letter("loki", "draw")[0].startswith("not-played")


def test_14_6_asked_resignation_is_possible() -> None:
    """While answers are owed a player may resign."""
    t = fall(options=ASK)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.letter("thor", "resign g1") == ["played"]
    assert t.outcome == "loki 8.5"


def test_14_6_asked_the_cards_have_left_already() -> None:
    """While the order is owed the column is already empty on both sides, seen by all."""
    t = fall(options=ASK)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.side("loki")["A"] == ""
    assert t.side("thor")["A"] == ""
    assert len(shown(t, None, "ColumnFell")) == 1
    assert t.side("loki")["pile"] == "hel"


def test_14_6_asked_the_turn_waits() -> None:
    """A turn whose last point was spent on the challenge does not end before both have answered (3.5)."""
    t = fall(options=ASK, ap=1)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.letter("loki", "order default") == ["played"]
    assert t.on_turn == "loki"
    assert t.letter("thor", "order default") == ["played"]
    assert t.on_turn == "thor"


def test_14_6_asked_without_seeing_the_other_answer() -> None:
    """An answer is shown to its writer alone until both are in."""
    t = fall(options=ASK)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.letter("thor", "order baldr, hirdman, ravens, nightmare") == ["played"]
    (mine,) = shown(t, "thor", "OrderSealed")
    assert "names" in mine
    for seat in ("loki", None):
        assert all("names" not in one for one in shown(t, seat, "OrderSealed"))
        assert shown(t, seat, "Buried") == []


def test_14_6_asked_an_answer_may_be_replaced() -> None:
    """A sealed answer may be replaced by its writer until the other is in."""
    t = fall(options=ASK)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.letter("thor", "order baldr, hirdman, ravens, nightmare") == ["played"]
    assert t.letter("thor", "order hirdman, baldr, ravens, nightmare") == ["played"]
    assert t.letter("loki", "order default") == ["played"]
    assert t.side("thor")["pile"] == "odin, hirdman, baldr, ravens, nightmare"


def test_14_6_standing_order_is_not_shown() -> None:
    """Only its writer is shown a standing order: neither the other seat nor an onlooker is."""
    t = fall()
    assert t.letter("thor", "standing order baldr, ravens") == ["played"]
    assert len(shown(t, "thor", "StandingOrdered")) == 1
    assert t.told("loki") == []
    assert t.told(None) == []


def test_14_6_silence_means_the_default_order() -> None:
    """A player asked for an order who lets the deadline pass has the default order (8.7)."""
    t = fall(options=ASK)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.letter("loki", "order default") == ["played"]
    t.silent("thor")
    assert t.side("thor")["pile"] == "odin, nightmare, ravens, hirdman, baldr"


@pytest.mark.parametrize(
    "order", ["order nightmare, tyr", "order nightmare, nightmare", "order captured ravens"]
)
def test_14_2_an_asked_order_names_what_fell_and_no_more(order: str) -> None:
    """Who is asked names cards that fell, none more often than it fell: a slip is told, and can be mended."""
    t = fall(options=ASK)
    assert t.letter("loki", "challenge A") == ["played"]
    assert t.letter("thor", order) == ["refused 14.2 not-fallen"]
    assert t.letter("thor", "order own ravens, nightmare") == ["played"]


@pytest.mark.parametrize("line", ["challenge A order ", "standing order "])
def test_14_6_a_discard_order_is_no_longer_than_two_dozen_names(line: str) -> None:
    """A list of more than 24 names is refused, one of 24 is not."""
    assert fall().letter("loki", line + ", ".join(["ravens"] * 25)) == ["refused 14.6 order-too-long"]
    assert fall().letter("loki", line + ", ".join(["ravens"] * 24)) == ["played"]


@pytest.mark.parametrize("options", [{}, ASK])
def test_14_6_an_order_of_a_line_holds_for_that_fall_only(options: dict[str, str]) -> None:
    """An order that finds nothing of the writer's to put in order is gone: a later fall uses the standing one."""
    t = Board(
        loki={"hand": "ravens", "B": "dragon, frost-giant", "A": ""},
        thor={"A": "nightmare", "B": "ravens, shield-wall", "C": "hirdman"},
        ap=3,
        options=options,
    )
    line = "use ravens A" if options else "use ravens A order frost-giant, dragon"
    assert t.letter("loki", line) == ["played"]
    assert t.view("loki").loki.answered is None
    assert all("OwnOrder" not in one.kind for one in t.told("loki"))


def test_14_6_asked_no_order_is_taken_beforehand() -> None:
    """Where players are asked, a list brought along or standing is refused: that it was there would show."""
    t = fall(options=ASK)
    assert t.letter("loki", "challenge A order seer, ravens") == ["refused 14.6 orders-are-asked"]
    assert t.letter("loki", "standing order seer") == ["refused 14.6 orders-are-asked"]
    assert t.letter("thor", "standing order default") == ["played"]


def test_14_2_nobody_else_learns_that_an_order_is_in() -> None:
    """While one order is in and the other owed, the other's table shows both as owed."""
    t = fall(options=ASK)
    t.letter("loki", "challenge A")
    before = t.view("loki")
    assert t.letter("thor", "order nightmare") == ["played"]
    assert t.view("loki") == before
    assert [one.seat for one in t.view("loki").owed] == ["loki", "thor"]
    assert [one.seat for one in t.view("thor").owed] == ["loki"]


@pytest.mark.parametrize("line", ["place A", "next", "draw", "lay ravens B"])
@pytest.mark.parametrize("seat", ["loki", "thor"])
def test_14_6_asked_every_line_but_a_resignation_waits(seat: str, line: str) -> None:
    """While an order is owed any other order of either seat is listed as not played."""
    t = fall(options=ASK)
    t.letter("loki", "challenge A")
    assert t.letter(seat, line)[0].startswith("not-played")
