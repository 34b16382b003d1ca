"""The plain player: the order that is worth most by the game's own measure over the view."""

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.adapters.position import carrying_on
from referee.engine.choices import Move
from referee.engine.game import Game
from referee.telling.catalog import telling


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
