"""Moves to try in any position: those that were ever possible, and their parts combined in other ways."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import product
from math import prod
from random import Random
from typing import Any, cast

from referee.engine.choices import Move
from referee.engine.game import Game
from referee.engine.moves import Resign
from referee.notation.reader import Order, Reader
from referee.testing.suite import orders_of
from referee.testing.worlds import World

MOST_OF_A_KIND = 60
"""At most how many moves of one class are tried in one position."""
Parts = Mapping[type[Move], Mapping[str, Sequence[Any]]]


def parts_of(game: Game, content: Mapping[str, Any], worlds: Iterable[World]) -> Parts:
    """For each class of moves the values that each field was ever seen with: in choices, in games, in the rulebook."""
    found: dict[type[Move], dict[str, dict[Any, None]]] = {}
    for move in (*_of_the_rulebook(game, content), *_of_games(game, worlds), Resign("another-game")):
        if type(move) in game.MOVES:
            values = found.setdefault(type(move), {})
            for one in fields(cast("Any", move)):
                values.setdefault(one.name, {})[getattr(move, one.name)] = None
    return {kind: {name: tuple(seen) for name, seen in values.items()} for kind, values in found.items()}


def _of_the_rulebook(game: Game, content: Mapping[str, Any]) -> Iterator[Move]:
    reader = Reader(game, content)
    for order in orders_of(game):
        read = reader.read(order)
        if isinstance(read, Order):
            yield read.move


def _of_games(game: Game, worlds: Iterable[World]) -> Iterator[Move]:
    for world in worlds:
        yield from (step.move for step in world.steps if step.move is not None)
        for state in world.states[1 :: max(1, len(world.states) // 20)]:
            for seat in state.seats:
                yield from game.choices(game.view(state, seat))


def crossed(parts: Parts, rng: Random) -> Iterator[Move]:
    """Moves of every class, their parts combined in other ways: all of them, or a random choice of too many."""
    for kind, values in parts.items():
        if prod(map(len, values.values())) <= MOST_OF_A_KIND:
            yield from (kind(*some) for some in product(*values.values()))
        else:
            for _ in range(MOST_OF_A_KIND):
                yield kind(*(rng.choice(some) for some in values.values()))
