"""Chapter 5: Hugin & Munin. Standing orders (5.7) have a file of their own."""

import pytest
from by_hand import as_they_lie, cards, discards, facts, kinds, pieces, rules, side, table

PASSED = "passed-over 5.5"
TOO_MANY = ("passed-over 5.5", "passed-over 5.8")


def test_5_1_the_mover_scouts() -> None:
    """A piece enters the column of its own side's Hugin & Munin: the card turns up one enemy card."""
    t = table(side("c3", "...0.."), side("f5", "7....."))
    assert t.letter("odin", "c3-d4", "scout a") == ["played", "played"]
    assert cards(t, "thor", by="odin")[0] == "7+"
    assert cards(t, "thor", by=None)[0] == "7+"
    assert facts(t, None, "Scouted") == [{"by": "odin", "own": "d", "column": "a", "card": "thor"}]


def test_5_1_the_other_player_scouts_out_of_turn() -> None:
    """The card lies with the player who did not move: that player has the same right."""
    t = table(side("c3", "7....."), side("f5", "...0.."))
    assert t.letter("odin", "c3-d4") == ["played"]
    assert t.letter("thor", "scout a") == ["played"]
    assert cards(t, "odin", by="thor")[0] == "7+"
    assert facts(t, "odin", "Scouted") == [{"by": "thor", "own": "d", "column": "a", "card": "thor"}]
    assert t.owed == ["thor turn"]


def test_5_1_out_of_turn_a_line_for_an_open_card_keeps_the_right() -> None:
    """It is refused, and another card is scouted with the same right."""
    t = table(side("c3", "7.....", up="b"), side("f5", "...0.."))
    assert t.letter("odin", "c3-d4") == ["played"]
    assert t.letter("thor", "scout b")[0].startswith("refused 5.1")
    assert t.letter("thor", "scout a") == ["played"]


@pytest.mark.parametrize("column", list("abcdef"))
def test_5_1_any_face_down_enemy_card(column: str) -> None:
    """The column scouted is the player's choice among the enemy's face-down cards, and no other."""
    t = table(side("c3", up="be"), side("f5 d5", "..0..."), turn="thor")
    told = t.letter("thor", "d5-c4", f"scout {column}")
    assert told == ["played", "played"] if column not in "be" else told[1].startswith(TOO_MANY)
    t = table(side("c3", "...0.."), side("f5", up="be"))
    t.letter("odin", "c3-d4")
    t = table(side("c3", up="be"), side("f5", "...0.."))
    t.letter("odin", "c3-d4")
    assert (f"scout {column}" in t.legal("thor")) == (column not in "be")


def test_5_2_face_up_until_used_in_an_attack() -> None:
    """A card turned up by scouting stays open through the turns; used in an attack it is replaced face down."""
    t = table(side("c3", "...0.."), side("f5 d5", "....5.", deck="6"))
    t.letter("odin", "c3-d4", "scout e")
    for seat, line in (("thor", "f5-f4"), ("odin", "d4-e4"), ("thor", "d5-d4")):
        assert t.letter(seat, line) == ["played"]
        assert cards(t, "thor", by="odin")[4] == "5+"
    t = table(side("e4", "....9."), side("e5", "....5.", up="e", deck="6"))
    assert t.letter("odin", "e4xe5") == ["played"]
    assert [one["of"] for one in facts(t, None, "TurnedUp")] == ["odin"]
    assert (cards(t, "thor")[4], cards(t, "thor", by="odin")[4], discards(t, "thor")) == ("6", "?", "5")


@pytest.mark.parametrize("line", ["c3-d3", "c3-d2", "c3-d4"])
def test_5_3_moving_into_the_column(line: str) -> None:
    """Sideways and diagonally a piece comes into another column."""
    assert table(side("c3", "...0.."), side("f5")).letter("odin", line, "scout a") == ["played", "played"]
    t = table(side("c3"), side("f5", "...0.."))
    assert t.letter("odin", line) == ["played"]
    assert t.letter("thor", "scout a") == ["played"]


@pytest.mark.parametrize("line", ["d3-d4", "d3-d2"])
def test_5_3_not_within_the_column(line: str) -> None:
    """Forward and backward a piece stays in its column: no right for anybody."""
    assert table(side("d3", "...0.."), side("f5")).letter("odin", line, "scout a") == ["played", PASSED]
    t = table(side("d3"), side("f5", "...0.."))
    t.letter("odin", line)
    assert t.letter("thor", "scout a") == [PASSED]


def test_5_3_not_out_of_the_column() -> None:
    """It is the column entered that counts, not the one left."""
    assert table(side("d3", "...0.."), side("f5")).letter("odin", "d3-e3", "scout a") == ["played", PASSED]


def test_5_3_a_won_attack_moves_into_the_column() -> None:
    """An attacker that wins comes into the defender's column; its own Hugin & Munin there may scout."""
    t = table(side("c3", "..90.."), side("d4", "...5.."))
    assert t.letter("odin", "c3xd4", "scout a") == ["played", "played"]
    assert facts(t, None, "Scouted")[0]["own"] == "d"
    assert discards(t, "odin") == "90"


def test_5_3_a_lost_attack_does_not() -> None:
    """A piece that falls before it arrives has entered nothing."""
    t = table(side("c3", "..40.."), side("d4", "...5.."))
    assert t.letter("odin", "c3xd4", "scout a") == ["played", PASSED]


def test_5_3_a_won_attack_within_the_column_does_not() -> None:
    """Straight ahead no column is entered; their own card there has fought besides."""
    t = table(side("d3", "...9..", deck="0"), side("d4", "...5..", deck="0"))
    assert t.letter("odin", "d3xd4", "scout a") == ["played", PASSED]
    assert t.letter("thor", "scout a") == [PASSED]


def test_5_3_a_swap_does_not() -> None:
    """Two pieces change columns by Loki's trick, and no Hugin & Munin stirs."""
    t = table(side("c3", "..90.."), side("d4", "..01.."))
    assert t.letter("odin", "c3xd4", "scout a") == ["played", PASSED]
    assert t.letter("thor", "scout a") == [PASSED]


def test_5_3_a_return_does_not() -> None:
    """A piece put on a corner is not moved into the column."""
    t = table(side("c3", "0....."), side("f5", "0....."))
    assert t.letter("odin", "return a1", "scout b") == ["played", PASSED]
    assert t.letter("thor", "scout b") == [PASSED]


def test_5_3_a_replacement_drawn_in_that_attack_does_not_count() -> None:
    """The defender draws a Hugin & Munin into the column just entered: too late for this move."""
    t = table(side("c3", "..9..."), side("d4", "...5..", deck="0"))
    t.letter("odin", "c3xd4")
    assert cards(t, "thor")[3] == "0"
    assert t.letter("thor", "scout a") == [PASSED]


def test_5_4_discarded_and_replaced_after_scouting() -> None:
    """The card played goes to the discards, and its column has a new card that only the owner sees."""
    t = table(side("c3", "...0..", deck="58"), side("f5"))
    t.letter("odin", "c3-d4", "scout a")
    assert (cards(t, "odin")[3], cards(t, "odin", by="thor")[3]) == ("5", "?")
    assert (discards(t, "odin"), t.view(None).odin.deck_size) == ("0", 1)
    seen = kinds(t, None)
    assert seen.index("Scouted") < seen.index("Discarded") < seen.index("Replaced")
    assert rules(t, "Discarded") == rules(t, "Replaced") == ["5.4"]


def test_5_4_an_empty_pile_is_renewed_first() -> None:
    """The Hugin & Munin played reaches the discards before the refill, and so is shuffled in (6.4)."""
    t = table(side("c3", "...0..", deck="", discards="58"), side("f5"), lots=[as_they_lie])
    assert t.letter("odin", "c3-d4", "scout a") == ["played", "played"]
    assert (discards(t, "odin"), t.view(None).odin.deck_size) == ("", 2)


def test_5_5_a_line_without_a_right_is_passed_over() -> None:
    """It is told as not played, and the letter goes on."""
    t = table(side("c3"), side("f5"))
    assert t.letter("odin", "c3-d4", "scout a", "offer draw") == ["played", PASSED, "played"]
    assert t.letter("thor", "scout a", "f5-f4") == [PASSED, "played"]


def test_5_5_the_other_scouts_in_the_letter_of_its_turn() -> None:
    """Scouting and turn may stand in one letter."""
    t = table(side("c3"), side("f5", "...0.."))
    t.letter("odin", "c3-d4")
    assert t.letter("thor", "scout a", "f5-f4") == ["played", "played"]


def test_5_5_with_the_own_turn_the_right_lapses() -> None:
    """After the turn it is too late, in the same letter and later."""
    t = table(side("c3"), side("f5", "...0.."))
    t.letter("odin", "c3-d4")
    assert t.letter("thor", "f5-f4", "scout a") == ["played", PASSED]
    t.letter("odin", "d4-d3")
    assert t.letter("thor", "scout a") == [PASSED]


def test_5_5_a_line_for_an_open_card_keeps_the_right() -> None:
    """Before their own turn it is refused, and the turn below it is not played: the right stays for another card."""
    t = table(side("c3", "7.....", up="b"), side("f5", "...0.."))
    t.letter("odin", "c3-d4")
    assert t.letter("thor", "scout b", "f5-f4") == ["refused 5.1", "not-played"]
    assert t.letter("thor", "scout a", "f5-f4") == ["played", "played"]
    assert cards(t, "odin", by=None)[0] == "7+"


def test_5_5_the_movers_right_ends_with_its_letter() -> None:
    """The mover scouts in the letter of the move; in a later one no more."""
    t = table(side("c3", "...0.."), side("f5"))
    assert t.letter("odin", "c3-d4") == ["played"]
    assert t.owed == ["thor turn"]
    assert t.letter("odin", "scout a") == [PASSED]
    assert cards(t, "thor", by="odin")[0] == "?"


def test_5_5_not_before_the_move() -> None:
    """The mover's scouting comes after the move that gives the right."""
    t = table(side("c3", "...0.."), side("f5"))
    assert t.letter("odin", "scout a", "c3-d4") == [PASSED, "played"]


def test_5_5_both_scout_the_mover_first() -> None:
    """Both have a Hugin & Munin there: the second may turn up the card that the first has just placed."""
    t = table(side("c3", "...0..", deck="58"), side("f5", "...0.."))
    assert t.letter("odin", "c3-d4", "scout d") == ["played", "played"]
    assert cards(t, "thor", by="odin")[3] == "0+"
    assert t.letter("thor", "scout d") == ["played"]
    assert cards(t, "odin", by="thor")[3] == "5+"


def test_5_5_nobody_is_asked() -> None:
    """A right changes neither what the players owe nor what the other player is shown."""
    for card in "0", "5":
        t = table(side("c3", f"...{card}.."), side("f5", f"...{card}.."))
        t.letter("odin", "c3-d4")
        assert t.owed == ["thor turn"]
        assert kinds(t, "thor") == kinds(t, "odin") == ["Moved", "TurnEnded", "TurnBegun"]


def test_5_6_the_losers_spent_card_scouts() -> None:
    """A Hugin & Munin turned up in attack fights as 0; its owner may scout once the attack is settled."""
    t = table(side("c3", "..0..."), side("c4", "..5..."))
    assert t.letter("odin", "c3xc4", "scout a") == ["played", "played"]
    assert pieces(t, "odin") == ""
    assert rules(t, "Scouted") == ["5.6"]
    assert [one["own"] for one in facts(t, None, "Scouted")] == [""]
    assert discards(t, "odin") == "0"


def test_5_6_the_defenders_spent_card_scouts() -> None:
    """A defending Hugin & Munin loses to everything but leaves its owner the scouting."""
    t = table(side("c3", "..5..."), side("d4", "...0.."))
    assert t.letter("odin", "c3xd4") == ["played"]
    assert t.letter("thor", "scout a") == ["played"]
    assert discards(t, "thor") == "0"
    assert t.letter("thor", "scout b")[0].startswith(TOO_MANY)


def test_5_6_both_spent() -> None:
    """0 against 0: the attacker wins the tie, and both may scout."""
    t = table(side("c3", "..0..."), side("c4", "..0..."))
    assert t.letter("odin", "c3xc4", "scout a") == ["played", "played"]
    assert t.letter("thor", "scout a") == ["played"]
    assert (discards(t, "odin"), discards(t, "thor")) == ("0", "0")


def test_5_6_second_value_it_simply_fights() -> None:
    """By the second value a spent Hugin & Munin gives nothing."""
    t = table(side("c3", "..0..."), side("c4", "..0..."), spent="fights")
    assert t.letter("odin", "c3xc4", "scout a") == ["played", PASSED]
    assert t.letter("thor", "scout a") == [PASSED]
    t = table(side("c3", "...0.."), side("f5"), spent="fights")
    assert t.letter("odin", "c3-d4", "scout a") == ["played", "played"]


def test_5_8_two_rights_the_spent_cards_first() -> None:
    """A 0 fought and won, and another lies in the column entered: two lines, the spent card's first."""
    t = table(side("c3", "..00.."), side("d4", "...0.."))
    assert t.letter("odin", "c3xd4", "scout a", "scout b") == ["played", "played", "played"]
    assert [one["own"] for one in facts(t, None, "Scouted")] == ["", "d"]
    assert (cards(t, "thor", by=None)[0][-1], cards(t, "thor", by=None)[1][-1]) == ("+", "+")
    assert discards(t, "odin") == "00"


def test_5_8_more_lines_than_rights_are_passed_over() -> None:
    """One line for each right; what is more is told and stops nothing."""
    t = table(side("c3", "..00.."), side("d4", "...0.."))
    told = t.letter("odin", "c3xd4", "scout a", "scout b", "scout c", "offer draw")
    assert told[:3] + told[4:] == ["played", "played", "played", "played"]
    assert told[3].startswith(TOO_MANY)
    assert cards(t, "thor", by=None)[2] == "?"


def test_5_8_after_the_own_move_a_line_for_an_open_card_is_passed_over() -> None:
    """The right is used by the next line: with the end of the letter it would be gone."""
    t = table(side("c3", "...0.."), side("f5", up="b"))
    assert t.letter("odin", "c3-d4", "scout b", "scout a") == ["played", "passed-over 5.8", "played"]


def test_5_8_nothing_left_to_turn_up() -> None:
    """All enemy cards lie face up: no scouting, and the card stays where it is."""
    t = table(side("c3", "...0.."), side("f5", up="abcdef"))
    told = t.letter("odin", "c3-d4", "scout a")
    assert told[0] == "played"
    assert told[1].startswith(TOO_MANY)
    assert (cards(t, "odin")[3], discards(t, "odin")) == ("0", "")


def test_5_8_a_face_up_hugin_and_munin_may_scout() -> None:
    """That all see it takes nothing from it."""
    t = table(side("c3", "...0..", up="d"), side("f5"))
    assert t.letter("odin", "c3-d4", "scout a") == ["played", "played"]
    assert discards(t, "odin") == "0"


@pytest.mark.parametrize("standing", [False, True])
def test_5_9_nobody_scouts_when_the_game_is_over(standing: bool) -> None:
    """The winning move gives no right, by hand or by standing order."""
    t = table(side("a5 b5 c4", "..5..."), side("c5", "..0..."))
    if standing:
        t.letter("thor", "standing scout a")
        t.letter("odin", "standing scout a")
    told = t.letter("odin", "c4xc5", *([] if standing else ["scout a", "scout b"]))
    assert (told[0], t.outcome) == ("played", "odin 6.3")
    assert told[1:] == ([] if standing else ["passed-over 5.9"] * 2)
    assert facts(t, None, "Scouted") == facts(t, "thor", "Peeked") == []
    assert t.letter("thor", "scout a") != ["played"]


def test_5_9_the_other_sees_the_same_whether_or_not() -> None:
    """After the same move the mover's opponent is shown the same, wherever the Hugin & Munin cards lie."""
    seen = []
    for mine, theirs in (("0", "5"), ("5", "0"), ("5", "5"), ("0", "0")):
        t = table(side("c3", f"...{mine}.."), side("f5", f"...{theirs}.."))
        t.letter("odin", "c3-d4")
        seen.append([(one.kind, dict(one.fields)) for one in t.told("thor")])
    assert seen.count(seen[0]) == len(seen)
