"""The map as a drawing: where realms, lines, places and counters stand in it, as plain data for `board.svg`.

There are two drawings, one below the other. The first shows the place where the reader stands and those next to it,
large enough for a small screen; the second is the whole map. Only what all see goes into either.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from textwrap import wrap
from typing import NamedTuple

from referee.games.hammer_of_thor.board import Board, Place
from referee.games.hammer_of_thor.kept import by_value
from referee.util.values import replace

WIDTH = 612
"""Pixels of the page: as wide as a report is."""
SIDE, HEAD, TALL = 42, 34, 850
"""Left and right of the outermost places, above the uppermost; from there to the lowest."""
FOOT = 44
NAME, LONG, LETTER, REALM = 32, 40, 13, 25
"""Half the width of the name of a place, how far it reaches down, the width of a letter of a realm's name, and
how much nearer to its realm than to others that name stands."""
STEP = 12
"""How finely a spot for the name of a realm is looked for."""
REACH = 110
"""How far from a place of it the name of a realm may stand."""
NEAR_WIDE, NEAR_HIGH, NEAR_HEAD, NEAR_FOOT = 212, 152, 84, 118
"""The first drawing: how far to the side and up the next places stand, and the room above and below them all."""
NAMES = 48
"""How near to one another two places stand whose names are set in narrow lines."""
BESIDE, LEVEL, ABOVE = 150, 60, 84
"""From how far to the side nothing of two places can meet, nor where one is hardly higher; and how far above a place of
the first drawing the names of those who stand there reach."""
MOST_CHARTS = 32
"""How many maps are remembered: those of the readers of a letter, and of a few positions before."""
APART = 0.82
"""The least angle between two neighbours of the first drawing, if there is room for it."""


class Pin(NamedTuple):
    """A counter: whose it is ("" nobody's), its leader, and the number of the place where it stands."""

    seat: str
    leader: str
    at: int


class Point(NamedTuple):
    """A place in a drawing, with what stands there; `onward` are the places that lie behind it.

    `narrow`: another place stands so near beside it that its name has little room.
    """

    place: Place
    x: int
    y: int
    pins: tuple[Pin, ...]
    own: bool
    onward: tuple[int, ...] = ()
    narrow: bool = False


class Line(NamedTuple):
    """A line from one point of a drawing to another."""

    x: int
    y: int
    to_x: int
    to_y: int


class Realm(NamedTuple):
    """A realm: the lines within it, its places that no such line reaches, and where its name stands."""

    name: str
    number: int
    lines: tuple[Line, ...]
    points: tuple[tuple[int, int], ...]
    x: int
    y: int


class Near(NamedTuple):
    """The first drawing."""

    here: Point
    points: tuple[Point, ...]
    lines: tuple[Line, ...]
    height: int


class Ground(NamedTuple):
    """What is the same for everybody, and all through a game."""

    realms: tuple[Realm, ...]
    lines: tuple[Line, ...]
    points: tuple[Point, ...]
    noted: tuple[Place, ...]


class Chart(NamedTuple):
    """Both drawings; `pins` are all counters, those of seats first; `noted` the places with a note."""

    near: Near | None
    realms: tuple[Realm, ...]
    lines: tuple[Line, ...]
    points: tuple[Point, ...]
    pins: tuple[Pin, ...]
    noted: tuple[Place, ...]
    width: int = WIDTH
    height: int = HEAD + TALL + FOOT


@by_value
def of_the_house(board: Board) -> Board:
    """The map as it is told where there is no master: without what only a master can carry out (12.0)."""
    places = {n: replace(one, notes=one.notes - {"double"}) for n, one in board.places.items()}
    return replace(board, places=places)


def chart(board: Board, pins: Iterable[Pin], own: int | None) -> Chart:
    """The map with these counters, for a reader who stands at that place (None: nowhere)."""
    return _charts(board)(tuple(sorted(pins, key=lambda one: (not one.seat, one.at, one.leader))), own)


@by_value
def _charts(board: Board) -> Callable[[tuple[Pin, ...], int | None], Chart]:
    """Makes the maps of this board: the same one for the same counters and place, of which all see all."""
    return lru_cache(MOST_CHARTS)(partial(_chart, board))


def _chart(board: Board, ordered: tuple[Pin, ...], own: int | None) -> Chart:
    there: dict[int, tuple[Pin, ...]] = {}
    for one in ordered:
        there[one.at] = (*there.get(one.at, ()), one)
    laid = ground(board)
    near = None
    if own is not None:
        empty = _around(board)[own]
        near = empty._replace(
            here=_peopled(empty.here, there), points=tuple(_peopled(one, there) for one in empty.points)
        )
    points = tuple(_peopled(one, there, own) for one in laid.points)
    return Chart(near, laid.realms, laid.lines, points, ordered, laid.noted)


def _peopled(point: Point, there: Mapping[int, tuple[Pin, ...]], own: int | None = None) -> Point:
    """A point with the counters that stand there."""
    number = point.place.number
    if number not in there and number != own:
        return point
    return point._replace(pins=there.get(number, ()), own=point.own or number == own)


@by_value
def ground(board: Board) -> Ground:
    """The whole map without counters."""
    points = {n: _laid(one) for n, one in board.places.items()}
    lines = tuple(_line(points[a], points[b]) for a, b in sorted(board.lines))
    names = tuple(dict.fromkeys(one.realm for one in board.places.values()))
    realms = tuple(_realm(board, points, name, number) for number, name in enumerate(names))
    noted = tuple(one for one in board.places.values() if one.notes)
    every = tuple(points.values())
    return Ground(realms, lines, tuple(one._replace(narrow=_narrow(one, every)) for one in every), noted)


def _narrow(point: Point, every: Iterable[Point]) -> bool:
    """Whether another place stands at the same height, so near that both names would meet on one line."""
    return any(0 < abs(point.x - one.x) < NAMES and abs(point.y - one.y) < LETTER for one in every)


def _laid(place: Place) -> Point:
    x, y = place.spot
    return Point(place, SIDE + (WIDTH - 2 * SIDE) * x // 1000, HEAD + TALL * y // 1000, (), own=False)


def _line(a: Point, b: Point) -> Line:
    return Line(a.x, a.y, b.x, b.y)


def _realm(board: Board, points: dict[int, Point], name: str, number: int) -> Realm:
    inside = {n for n, one in board.places.items() if one.realm == name}
    pairs = [(a, b) for a, b in sorted(board.lines) if a in inside and b in inside]
    alone = sorted(inside - {n for pair in pairs for n in pair})
    lines = tuple(_line(points[a], points[b]) for a, b in pairs)
    x, y = _free_spot(name, [points[n] for n in sorted(inside)], list(points.values()))
    return Realm(name, number, lines, tuple((points[n].x, points[n].y) for n in alone), x, y)


def _free_spot(name: str, inside: Sequence[Point], every: Sequence[Point]) -> tuple[int, int]:
    """Where the name of a realm covers the fewest places and their names, near to it and to its middle."""
    half = LETTER * len(name) // 2
    middle = sum(one.x for one in inside) / len(inside), sum(one.y for one in inside) / len(inside)
    own = {one.place.number for one in inside}
    outside = [one for one in every if one.place.number not in own]
    spots = list(_spots(half, inside))
    # The least that each can cost, least first: as soon as that is more than what the best one costs, it is found.
    least = sorted(((math.dist(spot, middle) + near) / 300, n) for n, (near, spot) in enumerate(spots))
    best = math.inf, 0
    for cost, n in least:
        if cost > best[0]:
            break
        near, spot = spots[n]
        covered = 12 * sum([_covers(spot, half, one) for one in every if abs(spot[1] - one.y) < 2 * LONG])
        if covered + cost > best[0]:
            continue
        other = _far(spot, outside) if outside else near + REALM
        best = min(best, (covered + max(0.0, near + REALM - other) / 5 + cost, n))
    return spots[best[1]][1]


def _spots(half: int, inside: Sequence[Point]) -> Iterator[tuple[float, tuple[int, int]]]:
    """Where a name can stand near enough to its realm, each spot after how far it is from there."""
    left, right = min(one.x for one in inside) - REACH, max(one.x for one in inside) + REACH
    upper, lower = min(one.y for one in inside) - REACH, max(one.y for one in inside) + REACH
    down = [one for one in range(HEAD - 18, HEAD + TALL + FOOT - 6, STEP) if upper < one < lower]
    for x in range(half + 6, WIDTH - half - 6, STEP):
        if left < x < right:
            yield from ((near, (x, y)) for y in down if (near := _far((x, y), inside)) < REACH)


def _far(spot: tuple[int, int], points: Iterable[Point]) -> float:
    return min([math.dist(spot, (one.x, one.y)) for one in points])


def _covers(spot: tuple[int, int], half: int, point: Point) -> float:
    """How much of a place and its name the name of a realm would cover: 0 to 1."""
    across = 1 - abs(spot[0] - point.x) / (half + NAME)
    down = 1 - abs(spot[1] - 6 - point.y - 8) / LONG
    return max(0.0, min(across, down))


@by_value
def _around(board: Board) -> Mapping[int, Near]:
    """The first drawing without counters, for each place where a reader may stand, made when it is first needed."""
    return _Around(board)


class _Around(dict[int, Near]):
    """First drawings by the number of the place."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, own: int) -> Near:
        self[own] = made = _near(self._board, own)
        return made


def _near(board: Board, own: int) -> Near:
    """The place where the reader stands in the middle, its neighbours around it in the directions of the map."""
    at = {one.place.number: one for one in ground(board).points}
    around = board.neighbours[own]
    angles = _spread([math.atan2(at[n].y - at[own].y, at[n].x - at[own].x) for n in around])
    onward = {
        n: tuple(one for one in board.neighbours[n] if one != own and one not in around) for n in around
    }
    wide = [round(NEAR_WIDE * math.cos(angle)) for angle in angles]
    up = [
        _down(board, own, n, angle, across, ahead=bool(onward[n]))
        for n, angle, across in zip(around, angles, wide, strict=True)
    ]
    here = Point(board.places[own], WIDTH // 2, NEAR_HEAD - min(0, *up), (), own=True)
    points = {
        n: Point(board.places[n], here.x + across, here.y + down, (), own=False, onward=onward[n])
        for n, across, down in zip(around, wide, up, strict=True)
    }
    between = [(a, b) for a, b in sorted(board.lines) if a in points and b in points]
    lines = [
        *(_line(here, one) for one in points.values()),
        *(_line(points[a], points[b]) for a, b in between),
    ]
    return Near(here, tuple(points.values()), tuple(lines), here.y + max(0, *up) + NEAR_FOOT)


def _down(board: Board, own: int, n: int, angle: float, across: int, *, ahead: bool) -> int:
    """How far below its reader's place the next one stands: far enough that what stands there by name has room.

    `ahead`: it is told where one can go on from there.
    """
    down = round(NEAR_HIGH * math.sin(angle))
    if abs(across) >= BESIDE or abs(down) < LEVEL:
        return down
    upper = _below(board.places[n], ahead=ahead) if down < 0 else _below(board.places[own], ahead=False)
    return round(math.copysign(max(abs(down), upper + ABOVE), down))


def _below(place: Place, *, ahead: bool) -> int:
    """How far below a place of the first drawing its name and what is told of it reach, as `board.svg` sets them."""
    told = len(place.notes) + ahead
    named = 22 * len(wrap(place.name, 16))
    return 50 + named + 18 * (told - 1) + 2 if told else 33 + named


def _spread(angles: Sequence[float]) -> list[float]:
    """These angles, turned away from each other until there is room between any two."""
    least = min(APART, 2 * math.pi / max(2, len(angles)) * 0.92)
    order = sorted(range(len(angles)), key=lambda n: angles[n])
    found = [angles[n] for n in order]
    for _ in range(200):
        for n in range(len(found) if len(found) > 1 else 0):
            after = (n + 1) % len(found)
            gap = (found[after] - found[n]) % (2 * math.pi)
            if gap < least:
                found[n] -= (least - gap) / 2
                found[after] += (least - gap) / 2
    return [found[order.index(n)] for n in range(len(angles))]
