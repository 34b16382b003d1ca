"""The engine against a second, independent count of the rules: how many sequences of turns and of lines there are.

`python tests/odins_table/test_play_counts.py 5` counts deeper than the tests do.
"""

import os
import sys
from collections.abc import Sequence
from itertools import product
from typing import Any, TypeVar

import pytest
import slow
from odins_board import GAME, Board
from support.plain_dice import PlainDice

from referee.engine import driver
from referee.engine.choices import Move
from referee.engine.lots import Lot
from referee.games.odins_table.board import COLUMNS
from referee.games.odins_table.cards import other
from referee.games.odins_table.moves import Scout

T = TypeVar("T")
VARIANTS = tuple(product(("between", "beside"), ("scouts", "fights")))


class AsTheyLie(PlainDice):
    """Lots that shuffle nothing: the oldest discard is drawn first."""

    drawn: list[Lot] = []  # noqa: RUF012  nothing is ever drawn

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:  # noqa: ARG002
        """The items as they are."""
        return tuple(items)

    def below(self, label: str, n: int) -> int:  # noqa: ARG002
        """Nothing here asks for a number."""
        raise AssertionError(label)

    def heard(self, seat: str, line: str) -> None:
        """Nothing rests on the words here."""


LOTS = AsTheyLie()


def words(half: slow.Half) -> dict[str, str]:
    """A side of the slow count in the words of our board."""
    return {
        "pieces": " ".join(sorted(half.pieces)),
        "captured": str(half.captured),
        "cards": " ".join(f"{card}{'+' * up}" for card, up in zip(half.cards, half.up, strict=True)),
        "deck": " ".join(map(str, half.pile)),
        "discards": " ".join(map(str, half.discards)),
    }


def table(name: str, diagonal: str = "between", spent: str = "scouts") -> Any:
    """One of the three tables of the slow count."""
    at = slow.SET_UPS[name]
    options = {"diagonal": diagonal, "spent": spent}
    return Board(odin=words(at.odin), thor=words(at.thor), turn=at.on_turn, options=options).state


def made(state: Any, seat: str, move: Move) -> Any:
    """The state after a line."""
    return driver.make(GAME, state, seat, move, LOTS, [])


def over(state: Any, seat: str) -> Any:
    """The state after the end of a letter."""
    return driver.end_letter(GAME, state, seat, LOTS, [])


def turns(state: Any, depth: int) -> int:
    """How many sequences of exactly this many turns there are when nobody scouts."""
    if depth == 0:
        return 1
    if state.outcome:
        return 0
    seat = state.on_turn
    moves = [move for move in GAME.choices(GAME.view(state, seat)).forward() if not isinstance(move, Scout)]
    return (
        len(moves)
        if depth == 1
        else sum(turns(over(made(state, seat, one), seat), depth - 1) for one in moves)
    )


def lines(state: Any, depth: int) -> int:
    """How many sequences of exactly this many lines there are, by either seat.

    The mover's letter stays open until the other seat writes.
    """
    if depth == 0:
        return 1
    if state.outcome:
        return 0
    found = 0
    if state.phase == "after":
        mover = state.on_turn
        found += sum(lines(made(state, mover, one), depth - 1) for one in scouts(state, mover))
        state = over(state, mover)
        if state.outcome:
            return found
        assert state.on_turn == other(mover)
    seat = state.on_turn
    return found + sum(
        lines(made(state, seat, one), depth - 1) for one in GAME.choices(GAME.view(state, seat)).forward()
    )


def scouts(state: Any, seat: str) -> list[Move]:
    """What a seat may scout now."""
    choices = GAME.choices(GAME.view(state, seat))
    return [move for move in map(Scout, COLUMNS) if move in choices]


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2, 3, *([4] if os.environ.get("REFEREE_FULL") else [])])
@pytest.mark.parametrize("name", slow.SET_UPS)
def test_counts_are_those_of_the_slow_count(name: str, depth: int) -> None:
    """There are as many sequences as the slow count found.

    They have up to three turns, and up to three lines (four with `REFEREE_FULL`).
    """
    wanted_turns, wanted_lines = slow.COUNTS[name]
    assert turns(table(name), depth) == wanted_turns[depth - 1]
    assert lines(table(name), depth) == wanted_lines[depth - 1]


@pytest.mark.parametrize("name", slow.SET_UPS)
@pytest.mark.parametrize(("diagonal", "spent"), VARIANTS)
def test_counts_by_other_rulings(name: str, diagonal: str, spent: str) -> None:
    """Two lines deep, the counts agree by either value of both rulings."""
    rulings = slow.Rulings(diagonal, spent)
    assert lines(table(name, diagonal, spent), 2) == slow.lines(slow.SET_UPS[name], 2, rulings)


def main() -> None:
    """Count every table to the depth given, and compare."""
    for name in slow.SET_UPS:
        for depth in range(1, int(sys.argv[1]) + 1):
            wanted_turns, wanted_lines = slow.COUNTS[name]
            counted = (turns(table(name), depth), lines(table(name), depth))
            print(name, depth, counted, counted == (wanted_turns[depth - 1], wanted_lines[depth - 1]))


if __name__ == "__main__":
    main()
