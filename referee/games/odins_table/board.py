"""1.1 The board as tables worked out once: squares, fortresses, and the steps from each square.

Squares are `a1` to `f5`. Odin's fortress is rank 1 and his forward is up; Thor's is rank 5, his forward down.
"""

from collections.abc import Iterator, Mapping
from itertools import product

from referee.engine.rules import cites
from referee.games.odins_table.cards import SEATS, other

COLUMNS = "abcdef"
RANKS = "12345"
SQUARES = tuple(column + rank for rank in RANKS for column in COLUMNS)
HOME_RANK: Mapping[str, str] = {"odin": RANKS[0], "thor": RANKS[-1]}
FORTRESS: Mapping[str, frozenset[str]] = {
    seat: frozenset(column + HOME_RANK[seat] for column in COLUMNS) for seat in SEATS
}
CORNERS: Mapping[str, tuple[str, str]] = {
    seat: (COLUMNS[0] + HOME_RANK[seat], COLUMNS[-1] + HOME_RANK[seat]) for seat in SEATS
}

Pair = tuple[str, str] | None
Leap = tuple[str, Pair]
"""A step from a square: where to, and the two squares that bar it when enemies stand on both."""


@cites("1.1", "1.2")
def home(seat: str) -> tuple[str, ...]:
    """The squares on which a side's six pieces start."""
    return tuple(column + HOME_RANK[seat] for column in COLUMNS)


def _square(column: int, rank: int) -> str:
    inside = 0 <= column < len(COLUMNS) and 0 <= rank < len(RANKS)
    return COLUMNS[column] + RANKS[rank] if inside else ""


def _place(square: str) -> tuple[int, int]:
    return COLUMNS.index(square[0]), RANKS.index(square[1])


def _neighbours(square: str) -> frozenset[str]:
    column, rank = _place(square)
    around = (_square(column + right, rank + up) for right, up in product((-1, 0, 1), repeat=2))
    return frozenset(one for one in around if one and one != square)


NEIGHBOURS: Mapping[str, frozenset[str]] = {square: _neighbours(square) for square in SQUARES}
"""3.1 The squares one step away, in any of the eight directions."""


def _barring(variant: str, origin: str, target: str) -> Pair:
    if origin[0] == target[0] or origin[1] == target[1]:
        return None
    if variant == "between":
        return target[0] + origin[1], origin[0] + target[1]
    column, rank = _place(target)
    left, right = _square(column - 1, rank), _square(column + 1, rank)
    return (left, right) if left and right else None


BARRING: Mapping[str, Mapping[tuple[str, str], Pair]] = {
    variant: {
        (origin, target): _barring(variant, origin, target)
        for origin in SQUARES
        for target in NEIGHBOURS[origin]
    }
    for variant in ("between", "beside")
}
"""3.3 For each step, the two squares that bar it when enemies stand on both; None if there are none."""


def enters_wrongly(seat: str, origin: str, target: str) -> bool:
    """3.2 Whether a step leads into the enemy fortress otherwise than straight forward."""
    return target in FORTRESS[other(seat)] and origin[0] != target[0]


def _leaps(variant: str, seat: str, origin: str) -> tuple[Leap, ...]:
    if origin in FORTRESS[other(seat)]:
        return ()
    return tuple(
        (target, BARRING[variant][origin, target])
        for target in sorted(NEIGHBOURS[origin])
        if not enters_wrongly(seat, origin, target)
    )


LEAPS: Mapping[str, Mapping[str, Mapping[str, tuple[Leap, ...]]]] = {
    variant: {seat: {origin: _leaps(variant, seat, origin) for origin in SQUARES} for seat in SEATS}
    for variant in ("between", "beside")
}
"""By variant of 3.3, seat and square: the steps that geometry allows a piece that is not frozen."""

Step = tuple[str, str, bool]
"""A step of the turn: from, to, and whether it is an attack."""


@cites("3.1", "3.2", "3.3", "3.4", "6.2")
def steps(variant: str, seat: str, mine: tuple[str, ...], theirs: tuple[str, ...]) -> Iterator[Step]:
    """Every step and attack of a side whose pieces stand on `mine`, the enemy's on `theirs`."""
    own, enemy, fortress, leaps = frozenset(mine), frozenset(theirs), FORTRESS[seat], LEAPS[variant][seat]
    for origin in mine:
        for target, pair in leaps[origin]:
            if target in own or (pair and pair[0] in enemy and pair[1] in enemy):
                continue
            if target not in enemy:
                yield origin, target, False
            elif target not in fortress:
                yield origin, target, True
