"""All that a seat may do now, by families: the cards' order, the turn, scouting, and what is possible at any time."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from random import Random

from referee.engine.choices import Arranged, Choices, Family, Move, plain
from referee.engine.moves import ClaimDraw
from referee.games.odins_table.board import COLUMNS, steps
from referee.games.odins_table.cards import name_of
from referee.games.odins_table.customs import CUSTOMS
from referee.games.odins_table.ending import draw_due
from referee.games.odins_table.moves import Attack, Pass, Place, Return, Scout, StandingScout, Step
from referee.games.odins_table.moving import free_corners
from referee.games.odins_table.scouting import scoutable
from referee.games.odins_table.setting_up import all_six_cards
from referee.games.odins_table.view import Sight, View


def choices(v: View) -> Choices:
    """The legal moves of the seat whose view this is; an onlooker has none."""
    if v.seat is None or v.outcome:
        return Choices(list, tuple)
    return Choices(lambda: forward(v), lambda: (*_placing(v), *_turn(v), *_scouting(v), *_any_time(v)))


def forward(v: Sight) -> Sequence[Move]:
    """The moves that carry the game on: every order of the six cards; the turn; a scouting."""
    if v.phase == "place":
        return Arranged(Place, map(name_of, v.mine.six), len(v.mine.six))
    walks, attacks, returns, passes = turns(v)
    return [*walks, *attacks, *returns, *passes, *map(Scout, scoutable(v))]


_step, _attack = cache(Step), cache(Attack)

Turns = tuple[list[Move], list[Move], list[Move], list[Move]]


def turns(v: Sight) -> Turns:
    """The legal turns of a seat: steps, attacks, pieces brought back; and the pass where there are none (3.6)."""
    if v.phase != "play" or v.on_turn != v.seat:
        return [], [], [], []
    mine, theirs = v.mine, v.theirs
    walks: list[Move] = []
    attacks: list[Move] = []
    for origin, target, fight in steps(v.options.diagonal, v.seat, mine.pieces, theirs.pieces):
        if fight:
            attacks.append(_attack(origin, target))
        else:
            walks.append(_step(origin, target))
    returns = list[Move](map(Return, free_corners(v.seat, mine.pieces, theirs.pieces, mine.captured)))
    return walks, attacks, returns, [] if walks or attacks or returns else [Pass()]


def _placing(v: View) -> Iterator[Family]:
    if v.phase == "place":
        yield place_family(v)


def place_family(v: View) -> Family:
    """2.2 The six cards in every order."""
    names = tuple(map(name_of, v.mine.six))
    count = math.factorial(len(names))
    for times in Counter(names).values():
        count //= math.factorial(times)

    def holds(move: Move) -> bool:
        return isinstance(move, Place) and all_six_cards.check(v, move) is None

    def draw(rng: Random) -> Move:
        return Place(tuple(rng.sample(names, len(names))))

    examples = tuple(dict.fromkeys(Place(names[n:] + names[:n]) for n in range(3)))
    return Family("place", "2.2", count, lambda: examples, holds, draw, listed=False, form="place")


def _turn(v: View) -> Iterator[Family]:
    walks, attacks, returns, passes = turns(v)
    yield plain("step", "3.1", walks)
    yield plain("attack", "3.5", attacks)
    yield plain("return", "6.1", returns)
    yield plain("pass", "3.6", passes)


def _scouting(v: View) -> Iterator[Family]:
    yield plain("scout", "5.1", [Scout(column) for column in scoutable(v)])


def _any_time(v: View) -> Iterator[Family]:
    yield STANDING
    yield from CUSTOMS.resigning(v)
    yield from CUSTOMS.families(v, plain("claim draw", "6.5", [ClaimDraw()] if draw_due(v) else []))


def _standing_family() -> Family:
    """5.7 Any columns in any order, each once; none of them is never."""
    lists = sum(math.perm(len(COLUMNS), size) for size in range(len(COLUMNS) + 1))
    examples = (StandingScout(("d", "c")), StandingScout(tuple(COLUMNS)), StandingScout())

    def holds(move: Move) -> bool:
        return isinstance(move, StandingScout) and move in ORDERS

    def draw(rng: Random) -> Move:
        return StandingScout(tuple(rng.sample(COLUMNS, rng.randint(0, len(COLUMNS)))))

    form = "standing scout"
    example = StandingScout(tuple("dcebfa"))
    return Family(form, "5.7", lists, lambda: examples, holds, draw, listed=False, form=form, example=example)


ORDERS = frozenset(
    StandingScout(columns) for size in range(len(COLUMNS) + 1) for columns in permutations(COLUMNS, size)
)
STANDING = _standing_family()
