"""Chapter 6: bringing back, freezing, winning and drawing."""

import pytest
from by_hand import (
    Table,
    as_they_lie,
    cards,
    discards,
    facts,
    kinds,
    pieces,
    pile,
    side,
    steps,
    table,
    turned_round,
)

from referee.games.odins_table.likely import likely
from referee.house.games import find

GAME = find("odins_table")
FAR = side("f5")


@pytest.mark.parametrize(("seat", "corners"), [("odin", ("a1", "f1")), ("thor", ("a5", "f5"))])
def test_6_1_a_captured_piece_comes_back(seat: str, corners: tuple[str, str]) -> None:
    """One captured piece is put on a free corner of their own fortress, whichever the player likes: the whole turn."""
    other = "thor" if seat == "odin" else "odin"
    for corner in corners:
        t = table(side("c3"), side("d4"), turn=seat)
        assert set(corners) == {line.split()[1] for line in t.legal(seat) if line.startswith("return")}
        assert t.letter(seat, f"return {corner}") == ["played"]
        assert corner in pieces(t, seat).split()
        assert (t.view(None).half(seat).captured, t.owed) == (4, [f"{other} turn"])


@pytest.mark.parametrize(
    ("home", "cards", "first"),
    [("a1 b1", "771277", "d2xc2"), ("a1 b1", "777277", "d2-c1"), ("a1", "777277", "e4-e5")],
)
def test_6_3_the_likely_move_stops_a_piece_whose_next_step_wins(home: str, cards: str, first: str) -> None:
    """Even with a low card, where none better can stand in its way; before that a piece of one's own comes home."""
    t = table(side("d2 e4" if first == "e4-e5" else "d2 e3", cards), side(f"c2 {home}"))
    view = t.view("odin")
    assert next(turn[0].written for turn in likely(view, GAME.choices(view))) == first


@pytest.mark.parametrize("square", ["b1", "a5", "f5", "c2"])
def test_6_1_no_other_square(square: str) -> None:
    """Only the two corners of their own fortress."""
    t = table(side("c3"), side("d4"))
    assert t.letter("odin", f"return {square}")[0].startswith("refused 6.1")


def test_6_1_nothing_to_bring_back() -> None:
    """Without a captured piece there is no return."""
    t = table(side("c3 b1 c1 d1 e1 b2"), FAR)
    assert t.letter("odin", "return a1")[0].startswith("refused 6.1")
    assert not [line for line in t.legal("odin") if line.startswith("return")]


@pytest.mark.parametrize(("odin", "thor"), [("a1 c3", "f5"), ("c3", "a1")])
def test_6_1_any_piece_on_the_corner_blocks_it(odin: str, thor: str) -> None:
    """An own piece on the corner, or an enemy's, and the other corner is left."""
    t = table(side(odin), side(thor))
    assert t.letter("odin", "return a1")[0].startswith("refused 6.1")
    assert [line for line in t.legal("odin") if line.startswith("return")] == ["return f1"]


def test_6_1_both_corners_blocked() -> None:
    """One by an own piece and one by an enemy's: nobody comes back."""
    t = table(side("a1 c3"), side("f1"))
    assert not [line for line in t.legal("odin") if line.startswith("return")]
    assert t.letter("odin", "return f1")[0].startswith("refused 6.1")


def test_6_1_one_piece_a_turn_as_often_as_wished() -> None:
    """The turn is over with one; in the next turn the next may come."""
    t = table(side("c3"), side("d4"))
    told = t.letter("odin", "return a1", "return f1")
    assert told[0] == "played" != told[1]
    assert pieces(t, "odin") == "a1 c3"
    t.letter("thor", "d4-d3")
    assert t.letter("odin", "return f1") == ["played"]
    assert (pieces(t, "odin"), t.view(None).odin.captured) == ("a1 c3 f1", 3)


def test_6_1_a_piece_brought_back_moves_again() -> None:
    """It is a piece as any other."""
    t = table(side("c3"), side("d5"))
    for seat, line in (("odin", "return a1"), ("thor", "d5-e5"), ("odin", "a1-b2")):
        assert t.letter(seat, line) == ["played"]


@pytest.mark.parametrize(("seat", "line"), [("odin", "c5-c4"), ("odin", "c5-d5"), ("odin", "c5xd4")])
def test_6_2_a_frozen_piece_never_moves(seat: str, line: str) -> None:
    """In the enemy fortress a piece stays: no step out of it, none along it, no attack."""
    t = table(side("c5 a1"), side("d4"))
    assert t.letter(seat, line)[0].startswith("refused 6.2")
    assert not [one for one in t.legal(seat) if one.startswith("c5")]


def test_6_2_frozen_from_the_moment_it_enters() -> None:
    """The step in is the last that the piece makes."""
    t = table(side("c4 a1"), side("f4"))
    t.letter("odin", "c4-c5")
    assert t.view(None).odin.home == 1
    t.letter("thor", "f4-f3")
    assert t.letter("odin", "c5-c4")[0].startswith("refused 6.2")


@pytest.mark.parametrize("line", ["c4-c5", "c4xc5"])
def test_6_2_nobody_steps_on_its_square(line: str) -> None:
    """Neither side enters a square on which a frozen piece stands."""
    t = table(side("c4 c5"), FAR)
    assert t.letter("odin", line)[0].startswith("refused")
    t = table(side("c5 a1"), side("c4"), turn="thor")
    assert t.letter("thor", line)[0].startswith(("refused 3.5", "refused 6.2"))
    assert {"c4-c5", "c4xc5"}.isdisjoint(t.legal("thor"))


@pytest.mark.parametrize(
    ("odin", "thor", "seat", "line"),
    [("a5 b5 c4", "f4", "odin", "c4-c5"), ("f2", "a1 b1 c2", "thor", "c2-c1")],
)
def test_6_3_three_in_the_enemy_fortress_win(odin: str, thor: str, seat: str, line: str) -> None:
    """The third own piece there ends the game, and nobody owes anything."""
    t = table(side(odin), side(thor), turn=seat)
    assert t.outcome == ""
    assert t.letter(seat, line) == ["played"]
    assert (t.outcome, t.owed) == (f"{seat} 6.3", [])
    assert facts(t, None, "Ended")[0]["reason"] == "three-home"


def test_6_3_two_do_not_win_nor_three_at_the_own_side() -> None:
    """Pieces in their own fortress count for nothing."""
    t = table(side("a5 c4 a1 b1 c1"), side("f4"))
    t.letter("odin", "c4-c5")
    assert (t.outcome, t.view(None).odin.home) == ("", 2)


def test_6_3_a_third_piece_by_a_won_attack() -> None:
    """Entered by attack is entered."""
    t = table(side("a5 b5 c4", "..9..."), side("c5", "..5..."))
    t.letter("odin", "c4xc5")
    assert t.outcome == "odin 6.3"


def test_6_3_a_lost_attack_on_the_fortress_does_not_win() -> None:
    """A piece that falls before the fortress is not in it."""
    t = table(side("a5 b5 c4", "..4..."), side("c5", "..5..."))
    t.letter("odin", "c4xc5")
    assert (t.outcome, t.owed) == ("", ["thor turn"])


def test_6_3_no_turn_after_the_win() -> None:
    """What either writes afterwards is refused."""
    t = table(side("a5 b5 c4"), side("f4"))
    t.letter("odin", "c4-c5")
    for line in ("f4-f3", "pass", "return a5", "offer draw", "claim draw", "resign g1"):
        assert t.letter("thor", line)[0].startswith("refused 6.3"), line
    assert (t.legal("thor"), t.legal("odin"), t.outcome) == ([], [], "odin 6.3")


@pytest.mark.parametrize("empty", ["odin", "thor", "both"])
def test_6_4_a_refill_in_the_middle_of_an_attack(empty: str) -> None:
    """The used card reaches the discards before the refill and is shuffled in, for the defender and the attacker."""
    decks = {seat: "" if empty in {seat, "both"} else "88" for seat in ("odin", "thor")}
    t = table(
        side("c3", "..9...", deck=decks["odin"], discards="23"),
        side("d4", "...5..", deck=decks["thor"], discards="23"),
        lots=[turned_round] * (2 if empty == "both" else 1),
    )
    assert t.letter("odin", "c3xd4") == ["played"]
    for seat, used, column in (("odin", "9", 2), ("thor", "5", 3)):
        half = t.view(None).half(seat)
        if empty in {seat, "both"}:
            assert sorted("23" + used) == sorted(pile(t, seat) + cards(t, seat)[column])
            assert (half.deck_size, discards(t, seat)) == (2, "")
        else:
            assert (half.deck_size, discards(t, seat)) == (1, "23" + used)
    renewed = [one["of"] for one in facts(t, None, "Renewed")]
    assert renewed == {"odin": ["odin"], "thor": ["thor"], "both": ["thor", "odin"]}[empty]


def test_6_4_no_refill_before_a_card_must_be_drawn() -> None:
    """The last card leaves the pile empty; it stays so until the next draw."""
    t = table(side("c3", "..9...", deck="4", discards="23"), side("d4", "...5.."))
    t.letter("odin", "c3xd4")
    assert (t.view(None).odin.deck_size, discards(t, "odin")) == (0, "239")
    assert facts(t, None, "Renewed") == []


def test_6_4_the_used_card_may_come_straight_back() -> None:
    """With nothing else on the discards the used card is the new pile."""
    t = table(side("c3", "..9...", deck=""), side("d4", "...5.."), lots=[as_they_lie])
    t.letter("odin", "c3xd4")
    assert (cards(t, "odin")[2], cards(t, "odin", by="thor")[2]) == ("9", "?")
    assert (t.view(None).odin.deck_size, discards(t, "odin")) == (0, "")


WALK = (("odin", "a2-a3"), ("thor", "f4-f3"), ("odin", "a3-a2"), ("thor", "f3-f4"))


def shuttled(turns: int) -> Table:
    """Each side makes one step that does not come back, then walks to and fro for this many turns."""
    t = table(side("a1 c1"), side("f5 d5"))
    assert t.letter("odin", "a1-a2") == t.letter("thor", "f5-f4") == ["played"]
    for number in range(turns):
        seat, line = WALK[number % 4]
        assert t.letter(seat, line) == ["played"], number
    return t


@pytest.mark.parametrize(
    ("turns", "allowed"), [(0, False), (4, False), (7, False), (8, True), (9, True), (11, True)]
)
def test_6_5_the_third_time_may_be_claimed(turns: int, allowed: bool) -> None:
    """At the start of the turn the position stands for the third time: either may claim, and not earlier."""
    for seat in ("odin", "thor"):
        t = shuttled(turns)
        assert ("claim draw" in t.legal(seat)) == allowed
        told = t.letter(seat, "claim draw")[0]
        assert told == "played" if allowed else told.startswith(("refused 6.5", "refused 6.7"))
        assert t.outcome == ("drawn 6.5" if allowed else "")


def test_6_5_a_claim_while_it_stands() -> None:
    """After a turn that leads elsewhere the claim is gone."""
    t = shuttled(8)
    t.letter("odin", "c1-c2")
    assert t.letter("thor", "claim draw")[0].startswith("refused")


def test_6_5_the_fifth_time_is_declared() -> None:
    """Nobody need claim: with the position for the fifth time the game is drawn."""
    t = shuttled(15)
    assert t.outcome == ""
    t = shuttled(16)
    assert (t.outcome, t.owed) == ("drawn 6.5", [])
    assert facts(t, None, "Ended")[0]["reason"] == "repeated-five-times"


def test_6_5_face_up_cards_make_another_position() -> None:
    """What a scouting turns up counts: the same squares with another open card are not the same position."""
    t = table(side("a1 c1 d3", "...0.."), side("f5 d5"))
    for seat, line in (("odin", "a1-a2"), ("thor", "f5-f4"), *WALK, *WALK[:2], *WALK[2:]):
        assert t.letter(seat, line) == ["played"]
    t.letter("odin", "d3-c3")
    t.letter("thor", "f4-f3")
    assert t.letter("odin", "c3-d3", "scout a") == ["played", "played"]
    assert t.letter("thor", "f3-f4") == ["played"]
    assert t.letter("odin", "claim draw")[0].startswith("refused")


def test_6_5_the_player_to_move_counts() -> None:
    """The same squares with the other to move are another position."""
    t = table(side("a2 c1"), side("f4 d5"))
    walk = (("odin", "a2-b3"), ("thor", "f4-f3"), ("odin", "b3-a3"), ("thor", "f3-f4"), ("odin", "a3-a2"))
    for seat, line in walk:
        t.letter(seat, line)
    assert pieces(t, "odin") == "a2 c1"
    assert (t.owed, t.view(None).repeated) == (["thor turn"], 1)


def test_6_6_resignation_at_any_time() -> None:
    """In their own turn or the other's: the other has won."""
    for seat, other in (("odin", "thor"), ("thor", "odin")):
        t = table(side("c3"), FAR)
        assert t.letter(seat, "resign g1") == ["played"]
        assert t.outcome == f"{other} 6.6"


def test_6_6_a_resignation_names_its_game() -> None:
    """A letter meant for another game gives up nothing."""
    t = table(side("c3"), FAR)
    assert t.letter("odin", "resign g2")[0].startswith("refused 6.6")
    assert t.outcome == ""


def test_6_6_one_offer_at_a_time() -> None:
    """While an offer stands there is nothing more to offer, for either."""
    t = table(side("c3"), FAR)
    t.letter("odin", "offer draw")
    for seat in ("odin", "thor"):
        assert t.letter(seat, "offer draw")[0].startswith("refused 6.6")


def test_6_6_a_draw_by_agreement() -> None:
    """One offers, the other accepts; nobody accepts an own offer, or none."""
    t = table(side("c3"), FAR)
    assert t.letter("thor", "accept draw")[0].startswith("refused 6.6")
    assert t.letter("odin", "offer draw") == ["played"]
    assert t.letter("odin", "accept draw")[0].startswith("refused 6.6")
    assert t.letter("thor", "accept draw") == ["played"]
    assert (t.outcome, facts(t, None, "Ended")[0]["reason"]) == ("drawn 6.6", "agreed")


def test_6_6_an_offer_lapses_with_the_others_next_turn() -> None:
    """It stands while the other thinks, and is gone once the other has had a turn."""
    t = table(side("c3"), FAR)
    assert t.letter("odin", "c3-c2", "offer draw") == ["played", "played"]
    assert "accept draw" in t.legal("thor")
    t.letter("thor", "f5-f4")
    assert t.letter("thor", "accept draw")[0].startswith("refused 6.6")
    t.letter("odin", "c2-c3")
    assert t.letter("thor", "accept draw")[0].startswith("refused 6.6")


def test_6_6_an_offer_made_in_the_others_turn_lapses_with_that_turn() -> None:
    """The turn is made, the offer comes in a letter of its own: it stands for the other's turn, and no longer."""
    t = table(side("c3"), FAR)
    assert t.letter("odin", "c3-c2") == ["played"]
    assert t.letter("odin", "offer draw") == ["played"]
    assert "accept draw" in t.legal("thor")
    assert t.letter("thor", "f5-f4") == ["played"]
    assert t.letter("thor", "accept draw")[0].startswith("refused 6.6")


@pytest.mark.parametrize("line", ["offer draw", "decline draw"])
def test_6_8_an_order_or_an_answer_lifts_the_claim(line: str) -> None:
    """Whoever is heard of again is not silent, though the turn has not come."""
    t = table(side("c3"), FAR)
    if line == "decline draw":
        assert t.letter("thor", "offer draw") == ["played"]
    t.silent("odin")
    assert "claim win" in t.legal("thor")
    assert t.letter("odin", line) == ["played"]
    assert t.letter("thor", "claim win")[0].startswith("refused 6.8")


ODINS = ("a2", "a3", "b3", "c3", "c2", "c1", "b1", "a1")
THORS = ("d4", "e3", "f3", "f4", "f5", "e5", "d5")


def walked(turns: int) -> Table:
    """How many turns on two rounds of 8 and 7 steps: no position comes three times within 100 turns each."""
    t = table(side("a2 f2"), side("d4 a4"))
    for number in range(turns):
        seat, round_ = ("odin", ODINS) if number % 2 == 0 else ("thor", THORS)
        at = number // 2
        line = f"{round_[at % len(round_)]}-{round_[(at + 1) % len(round_)]}"
        assert t.letter(seat, line) == ["played"], line
    return t


def test_6_7_a_hundred_turns_each_without_entering() -> None:
    """After 199 turns nothing may be claimed; after the 200th either may claim a draw."""
    t = walked(199)
    assert t.letter("odin", "claim draw")[0].startswith(("refused 6.5", "refused 6.7"))
    line = f"{THORS[99 % 7]}-{THORS[100 % 7]}"
    assert t.letter("thor", line) == ["played"]
    assert "claim draw" in t.legal("odin")
    assert t.letter("thor", "claim draw") == ["played"]
    assert t.outcome == "drawn 6.7"
    assert facts(t, None, "Ended")[0]["reason"] == "no-progress"


@pytest.mark.parametrize(("first", "idle"), [("c4-c5", 0), ("c4xd3", 1), ("c4-c3", 1), ("return a1", 1)])
def test_6_7_entering_begins_the_count_anew(first: str, idle: int) -> None:
    """A step into the fortress sets the count back; other turns, attacks and returns count on."""
    t = table(side("c4 f1"), side("d3 e5"))
    assert t.letter("odin", first) == ["played"]
    assert t.view(None).idle == idle


@pytest.mark.parametrize(("odin", "thor", "line"), [("c4 f1", "c5", "c4xc5"), ("c1 f1", "c2", "c1xc2")])
def test_6_7_a_swap_or_an_attack_into_a_fortress_counts_as_entering(odin: str, thor: str, line: str) -> None:
    """Either side's piece, by a won attack or carried in by Loki."""
    for guard in ("1", "5") if line == "c4xc5" else ("1",):
        t = table(side(odin, "..9..."), side(thor + " e3", f"..{guard}..."))
        assert t.letter("odin", line) == ["played"]
        assert t.view(None).idle == 0


def test_6_8_silence_lets_the_other_claim_the_win() -> None:
    """Once the deadline has passed the opponent may claim; nobody may before, and never the silent one."""
    t = table(side("c3"), FAR)
    assert t.letter("thor", "claim win")[0].startswith("refused 6.8")
    t.silent("odin")
    assert kinds(t, "thor") == ["Overdue"]
    assert (t.outcome, t.owed) == ("", ["odin turn"])
    assert t.letter("odin", "claim win")[0].startswith("refused 6.8")
    assert t.letter("thor", "claim win") == ["played"]
    assert (t.outcome, facts(t, None, "Ended")[0]["reason"]) == ("thor 6.8", "overdue")


def test_6_8_a_late_turn_takes_the_claim_away() -> None:
    """Who answers late, but before the claim, plays on."""
    t = table(side("c3"), FAR)
    t.silent("odin")
    assert t.letter("odin", "c3-c2") == ["played"]
    assert t.letter("thor", "claim win")[0].startswith("refused 6.8")
    assert steps(t, "thor")


def test_6_6_an_offer_can_be_declined() -> None:
    """Not by whoever made it; then it is gone for both, and may be made again."""
    t = table(side("c3"), side("e4"))
    assert t.letter("thor", "decline draw")[0].startswith("refused 6.6")
    assert t.letter("odin", "offer draw") == ["played"]
    assert t.letter("odin", "decline draw")[0].startswith("refused 6.6")
    assert t.letter("thor", "decline") == ["played"]
    assert kinds(t, "odin") == ["DrawDeclined"]
    assert t.letter("thor", "accept draw")[0].startswith("refused 6.6")
    assert t.letter("odin", "offer draw") == ["played"]
