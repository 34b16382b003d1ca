"""Likely turns of a game: moves by what they are worth to their seat, as far as its view tells."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from referee.engine.choices import Move

M = TypeVar("M", bound=Move)
Turn = tuple[Move, ...]
"""Moves that a seat writes one below the other: a whole turn, or one move."""
MOST = 4
"""How many turns are told as likely."""


def best(moves: Iterable[M], worth: Callable[[M], float], most: int = MOST) -> list[M]:
    """The moves that are worth more than nothing, the best first; of equal ones the first."""
    rated = [(worth(move), move) for move in moves]
    ranked = sorted((one for one in rated if one[0] > 0), key=lambda one: -one[0])
    return [move for _, move in ranked[:most]]


def varied(ranked: Sequence[Move], kind: Callable[[Move], object], most: int = MOST) -> list[Move]:
    """The best of each kind first, in their order, as many as there is room for."""
    first = dict[object, Move]()
    for move in ranked:
        first.setdefault(kind(move), move)
    return [*first.values()][:most]
