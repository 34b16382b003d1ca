"""The slow count against figures found by hand, itself turned round and single rules; the engine against it."""

import os
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
import slow
from odins_board import GAME, Board
from slow import COUNTS, DECK, END, MIDDLE, OTHER, SET_UPS, USUAL, Half, Line, Position, Rulings, after, laid
from support.plain_dice import PlainDice

from referee.engine import driver
from referee.util.values import replace

QUIET = laid("a1", "222222", "", "3", "")


def turned_rank(square: str) -> str:
    """The square on the other side of the middle rank."""
    return square[0] + str(6 - int(square[1]))


def turned_column(square: str) -> str:
    """The square on the other side of the middle of the board."""
    return slow.COLUMNS[-1 - slow.COLUMNS.index(square[0])] + square[1]


def from_the_other_side(position: Position) -> Position:
    """The table with the two sides exchanged and the ranks counted from the other end."""
    halves = {
        seat: replace(
            position.half(OTHER[seat]), pieces=frozenset(map(turned_rank, position.half(OTHER[seat]).pieces))
        )
        for seat in OTHER
    }
    return replace(position, odin=halves["odin"], thor=halves["thor"], on_turn=OTHER[position.on_turn])


def in_a_mirror(half: Half) -> Half:
    """One side with the columns counted from the other end."""
    squares = frozenset(map(turned_column, half.pieces))
    return replace(half, pieces=squares, cards=half.cards[::-1], up=half.up[::-1])


def texts(position: Position, rulings: Rulings = USUAL) -> list[str]:
    """All legal lines, each with its writer."""
    return [f"{one.by} {one.text}" for one in slow.legal_lines(position, rulings)]


def played(position: Position, *written: str, rulings: Rulings = USUAL) -> Position:
    """The table after these lines, each with its writer before it."""
    for one in written:
        by, text = one.split(" ", 1)
        position = after(position, Line(by, text), rulings)
    return position


DEPTHS = (1, 2, 3, 4) if os.environ.get("REFEREE_FULL") else (1, 2, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", SET_UPS)
def test_the_counts_are_those_on_record(name: str) -> None:
    """To depth 3 (4 with REFEREE_FULL set) each set-up counts what stands in the table of counts."""
    of_turns, of_lines = COUNTS[name]
    assert tuple(slow.turns(SET_UPS[name], depth) for depth in DEPTHS) == of_turns[: len(DEPTHS)]
    assert tuple(slow.lines(SET_UPS[name], depth) for depth in DEPTHS) == of_lines[: len(DEPTHS)]


def test_sixteen_first_turns_by_hand() -> None:
    """Six pieces step forward, ten times one goes diagonally, and nothing else is free."""
    assert len(slow.legal_turns(slow.START)) == 6 + 5 + 5


@pytest.mark.parametrize("rulings", [USUAL, Rulings("beside"), Rulings(spent="fights")])
@pytest.mark.parametrize("name", SET_UPS)
def test_sides_exchanged_and_columns_mirrored_count_the_same(name: str, rulings: Rulings) -> None:
    """No rule prefers a side, the left or the right."""
    table = SET_UPS[name]
    mirrored = replace(table, odin=in_a_mirror(table.odin), thor=in_a_mirror(table.thor))
    depth = 3 if name == "end" else 2
    found = slow.lines(table, depth, rulings)
    assert slow.lines(from_the_other_side(table), depth, rulings) == found
    assert slow.lines(mirrored, depth, rulings) == found


@pytest.mark.slow
def test_the_options_change_the_counts() -> None:
    """The middle game tells both values of O2 apart, and both of O9."""
    assert slow.turns(MIDDLE, 3, Rulings("beside")) == 19_485
    assert slow.lines(MIDDLE, 3, Rulings("beside")) == 23_045
    assert slow.turns(MIDDLE, 3, Rulings(spent="fights")) == slow.turns(MIDDLE, 3)
    assert slow.lines(MIDDLE, 3, Rulings(spent="fights")) == 21_282


def test_the_branches_add_up() -> None:
    """The counts told apart by the first line are together the whole count."""
    assert sum(slow.divide(END, 3).values()) == slow.lines(END, 3)


def test_without_scouts_lines_are_turns() -> None:
    """Where no card is a Hugin & Munin both counts are one."""
    without = replace(
        END,
        odin=replace(END.odin, cards=(3, 2, 2, 9, 7, 5), discards=(4, 8, 1)),
        thor=replace(END.thor, cards=(6, 1, 2, 1, 8, 3), discards=(9, 5, 2, 7)),
    )
    assert slow.lines(without, 3) == slow.turns(without, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", SET_UPS)
def test_cards_and_pieces_are_conserved(name: str) -> None:
    """However the lines fall, each side keeps its 27 cards and its six pieces."""
    chance = Random(name)
    for _ in range(20):
        position = SET_UPS[name]
        for _ in range(40):
            if not (found := slow.legal_lines(position)):
                break
            position = after(position, chance.choice(found))
            for seat in OTHER:
                half = position.half(seat)
                assert Counter(half.cards + half.pile + half.discards) == Counter(DECK)
                assert len(half.pieces) + half.captured == 6
            assert not position.odin.pieces & position.thor.pieces


def test_an_illegal_line_is_an_error() -> None:
    """A step two squares long, a line of the other seat, and a pass where there is a turn are errors."""
    for by, text in (("odin", "b1-b3"), ("thor", "b5-b4"), ("odin", "pass"), ("odin", "scout a")):
        with pytest.raises(ValueError):
            after(slow.START, Line(by, text))


def test_two_rights_then_the_other_seat() -> None:
    """A 0 beats a 0 and enters above another 0: two scoutings for the mover, one for the other, each in its time."""
    table = played(MIDDLE, "odin c3xb4")
    assert table.odin_rights == ("", "b")
    assert table.thor_rights == ("",)
    table = played(table, "odin scout b")
    assert (table.odin_rights, table.odin.cards[1]) == (("b",), 0)
    assert [text for text in texts(table) if text.startswith("odin")] == [
        f"odin scout {column}" for column in "cdef"
    ]
    table = played(table, "odin scout c", "thor scout a")
    assert (table.odin_rights, table.thor_rights, table.odin.up[0]) == ((), (), True)
    assert (table.odin.pile[-1], table.odin.discards) == (0, ())  # used first, then the pile made again
    assert not [text for text in texts(table) if "scout" in text]


def test_loki_against_loki_captures() -> None:
    """On a tie of two Lokis the attacker wins and nobody changes places."""
    table = played(MIDDLE, "odin e3xe4")
    assert (table.thor.captured, "e4" in table.odin.pieces, "e3" in table.thor.pieces) == (2, True, False)


def test_rights_lapse_with_the_next_letter_and_the_next_turn() -> None:
    """The mover's rights end with the other's first line, the other's with its turn."""
    table = played(MIDDLE, "odin c3xb4", "thor scout c")
    assert not [text for text in texts(table) if text.startswith("odin")]
    assert played(MIDDLE, "odin c3xb4", "thor f5-f4").thor_rights == ()


def test_the_pile_runs_out_between_the_cards_of_one_attack() -> None:
    """Both used cards lie on the discards before either side draws; an empty pile is made of them."""
    table = played(END, "odin e3xe2", rulings=Rulings(renew=lambda discards: tuple(reversed(discards))))
    assert table.odin.cards[4] == 7
    assert table.odin.pile == tuple(reversed(END.odin.discards))
    assert table.odin.discards == ()
    assert (table.thor.cards[4], table.thor.pile, table.thor.discards[-1]) == (4, (), 8)


def test_a_swap_into_the_fortress_wins_in_the_others_turn() -> None:
    """Odin attacks a Loki from home; Thor's piece lands in the fortress, as its third, and Thor has won."""
    thor = laid("a1 b1 d2", "222122", "", "3", "")
    table = played(Position(laid("d1", "222922", "", "3", ""), thor), "odin d1xd2")
    assert table.outcome == "thor"
    assert (sorted(table.odin.pieces), sorted(table.thor.pieces)) == (["d2"], ["a1", "b1", "d1"])
    assert texts(table) == []


def test_pass_only_without_a_turn_and_a_draw_when_nobody_has_one() -> None:
    """A boxed-in player passes; when the other then has no turn either, the next turn never begins."""
    shut = laid("a1 f1 d2", "222222", "", "3", "")
    last = Position(laid("a5 f5 d4", "222222", "", "3", ""), shut)
    assert "odin pass" not in texts(last)
    alone = replace(last, thor=replace(shut, pieces=frozenset({"a1", "f1"})))
    table = played(alone, "odin d4-c4")
    assert texts(table) == ["thor pass"]
    assert played(table, "thor pass").on_turn == "odin"
    nobody = replace(alone, odin=replace(last.odin, pieces=frozenset({"a5", "f5"})), mover="thor")
    assert (texts(nobody), slow.begun(nobody).outcome) == ([], "drawn")


def test_diagonals_between_and_beside() -> None:
    """The two values of ruling O2 bar different steps; frozen pieces count for both."""
    between = Position(laid("c1", "222222", "", "3", ""), laid("b1 c2", "222222", "", "3", ""))
    assert "odin c1-b2" not in texts(between)
    assert "odin c1-b2" in texts(between, Rulings("beside"))
    beside = Position(QUIET, laid("a2 c2", "222222", "", "3", ""))
    assert "odin a1-b2" in texts(beside)
    assert "odin a1-b2" not in texts(beside, Rulings("beside"))


class AsTheyLie(PlainDice):
    """Lots by which a shuffle changes nothing: the oldest discard is the next card, as by the usual rulings here."""

    def __init__(self) -> None:
        self.drawn: list[Any] = []

    def shuffle(self, _label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """The items in the order they have."""
        return tuple(items)

    def below(self, _label: str, _n: int) -> int:
        """Nothing here asks for a number."""
        return 0

    def heard(self, _seat: str, _line: str) -> None:
        """Nothing rests on what was played."""


LOTS = AsTheyLie()


def in_words(half: Half, rights: tuple[str, ...]) -> dict[str, str]:
    """A side in the words of the engine's board."""
    return {
        "pieces": " ".join(sorted(half.pieces)),
        "captured": str(half.captured),
        "cards": " ".join(f"{card}{'+' * up}" for card, up in zip(half.cards, half.up, strict=True)),
        "deck": " ".join(map(str, half.pile)),
        "discards": " ".join(map(str, half.discards)),
        "rights": " ".join(right or "spent" for right in rights),
    }


def letter_done(state: Any, mover: str) -> Any:
    """The engine's state once the letter of the one who moved is over."""
    return driver.end_letter(GAME, state, mover, LOTS, []) if mover else state


def engines_lines(state: Any, mover: str) -> list[Line]:
    """Every turn and scouting that the engine lists now, for the one who moved and for the one on turn."""
    following = letter_done(state, mover)
    seats = ([(mover, state)] if mover else []) + [(following.on_turn, following)]
    listed = [Line(by, move.written) for by, at in seats for move in GAME.choices(GAME.view(at, by))]
    verbs = {"scout", "return", "pass"}
    return [
        one for one in listed if one.text.split()[0] in verbs or (one.text[2] in "-x" and len(one.text) == 5)
    ]


def made(board: Board, state: Any, line: Line) -> Any:
    """The engine's state after a line, read from its words."""
    reading: Any = board.reader.read_letter(line.text)[0].reading
    return driver.make(GAME, state, line.by, reading.move, LOTS, [])


def same_game(start: Position, rulings: Rulings, chance: Random, length: int) -> None:
    """Play one random game in both, attacks and scoutings preferred, and hold each position against the other."""
    options = {"diagonal": rulings.diagonal, "spent": rulings.spent}
    board = Board(odin=in_words(start.odin, ()), thor=in_words(start.thor, ()), options=options)
    position, state = start, board.state
    for _ in range(length):
        over = GAME.ended(letter_done(state, position.mover))
        if over and over.rule == "6.5":
            return  # the slow count knows no repetition
        found = slow.legal_lines(position, rulings)
        assert sorted(engines_lines(state, position.mover)) == sorted(found), position
        if not found:
            return
        line = chance.choices(found, [4 if "scout" in one.text or "x" in one.text else 1 for one in found])[0]
        state = made(board, state if line.by == position.mover else letter_done(state, position.mover), line)
        position = board_state_is(board, state, after(position, line, rulings))


def board_state_is(board: Board, state: Any, position: Position) -> Position:
    """The position, once the engine's state has been found to be the same."""
    board.state = state
    for seat in OTHER:
        assert board.side(seat) == in_words(position.half(seat), position.rights(seat)), position
    ended = GAME.ended(state)
    assert ((ended and (ended.winners or ("drawn",))[0]) or "") == position.outcome
    return position


@pytest.mark.slow
@pytest.mark.parametrize("rulings", [USUAL, Rulings("beside"), Rulings(spent="fights")])
@pytest.mark.parametrize("name", SET_UPS)
def test_the_engine_plays_the_same_games(name: str, rulings: Rulings) -> None:
    """At every step of random games both know the same legal lines, and a line leads both to the same table."""
    for number in range(5):
        same_game(SET_UPS[name], rulings, Random(f"{name} {number}"), 45)
