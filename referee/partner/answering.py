"""What a program of the house writes in answer to a letter of its seat (H34).

It is given the table only to ask what its seat sees, was shown and owes.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from referee.adapters.position import carrying_on
from referee.api import Table
from referee.engine.choices import Move
from referee.engine.game import Game
from referee.engine.moves import DeclineDraw
from referee.house.state import House
from referee.telling.catalog import telling

# The plain player: the order that is worth most by the game's own measure over the view.


def best(game: Game, view: Any, moves: Sequence[Move], chance: Random) -> tuple[float, Move]:
    """The move that is worth most by the game's own measure, and what it is worth; of equal ones any."""
    worth = telling(game).worth
    found, _, n = max((worth(view, move), chance.random(), n) for n, move in enumerate(moves))
    return found, moves[n]


def plain_order(game: Game, view: Any, chance: Random) -> str:
    """What the plain player orders, as written; "" where there is nothing that carries the game on.

    A game that does not say what a move is worth is played by its likely turns, and where it knows none at random.
    """
    choices = game.choices(view)
    moves = carrying_on(choices)
    if not moves:
        return ""
    found, move = best(game, view, moves, chance)
    if found == 0.0:
        # A likely turn may go several steps in one order, which is no choice of its own.
        listed, turns = {one.written for one in moves}, telling(game).likely(view, choices)
        move = next((turn[0] for turn in turns if turn[0].written in listed), move)
    return move.written


def answer(table: Table, seat: str, seed: int) -> str:
    """One order; "" if nothing is asked of the seat. The same seed gives the same thoughts."""
    if table.outcome is not None:
        return ""
    house = table.index.house
    said = next((line for asks, line in TO_THE_HOUSE if asks(house, seat)), "")
    if said or house.waiting or house.rests or house.undo:
        return said
    view = table.view(seat)
    if view.offer not in {"", seat} and DeclineDraw() in table.choices(seat):
        return DeclineDraw().written
    if all(one.seat != seat for one in table.owed()):
        return ""
    return plain_order(table.game, view, Random(seed))  # noqa: S311  a player's thoughts, no lots


def _invited(house: House, seat: str) -> bool:
    return seat in house.waiting


def _undoes(house: House, seat: str) -> bool:
    return house.undo not in {"", seat} and seat not in house.undo_agreed


TO_THE_HOUSE: tuple[tuple[Callable[[House, str], bool], str], ...] = (
    (_invited, "accept"),
    (_undoes, "accept undo"),
)
"""What the house may ask of a player, and what the program answers."""
