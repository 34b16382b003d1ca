"""What a program orders: legal, the same in every world in which its seat could be, and better than chance."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from support.suite import suite

from referee.adapters.position import Position, Table
from referee.partner.mailing import plain_order
from referee.testing.random_games import random_world
from referee.testing.sent import worlds_of
from referee.testing.worlds import World
from referee.util.values import replace

GAMES = ("odins_table", "thunder", "hammer_of_thor")
LEAST = {"odins_table": 95, "thunder": 95}
"""Of 100 games against orders at random, so many are won at least, by the plain player."""


def games_won(
    name: str, count: int, ordered: Callable[[Position, str, int], str], *, told: bool = True
) -> int:
    """How many games are won against orders at random; the seats by turns, the deals from seeds.

    If nobody is `told` what was shown, which takes time, `ordered` has to do without.
    """
    table, won = Table.of(name, {}), 0
    for n in range(count):
        chance, mine = Random(n), table.seats[n % 2]
        at = table.opened(f"strength {n}")
        at = at if told else replace(at, told={})
        while not at.over:
            wanted = ordered(at, mine, n) if at.mover == mine and not at.writing else ""
            at = at.after(at.orders.index(wanted) if wanted in at.moves else chance.randrange(len(at.orders)))
        won += at.returns()[n % 2] > 0
    return won


def plainly(at: Position, seat: str, n: int) -> str:
    """What the plain player orders."""
    return plain_order(at.table.game, at.view(seat), Random(n))


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAST)
def test_the_plain_player_beats_chance(name: str) -> None:
    """By the measure of the game alone."""
    assert games_won(name, 100, plainly, told=False) >= LEAST[name]


def test_the_plain_player_of_thunder_has_not_grown_weak() -> None:
    """A few games of the same, each time."""
    assert games_won("thunder", 10, plainly, told=False) >= 9


@pytest.mark.parametrize("name", GAMES)
def test_every_order_is_legal(name: str) -> None:
    """At each position of a random game, for the seat that owes an answer; "" only where there is none to list."""
    given = {"supplement": "house"} if name == "hammer_of_thor" else {}
    table, chance = Table.of(name, given), Random(5)
    at: Position = table.opened("legal")
    for n in range(30):
        if at.over:
            break
        if not at.writing and n % 8 == 0:
            assert plainly(at, at.mover, n) in at.moves
        at = at.after(chance.randrange(len(at.orders)))


@pytest.mark.parametrize("name", ["odins_table", "thunder"])
def test_the_order_is_the_same_in_other_worlds(name: str) -> None:
    """What a seat may not know is changed: its program orders the same, from the same seed."""
    known_suite, looks = suite(name), 0
    for seed in range(40):
        content = known_suite.game.options({})
        world = random_world(known_suite.game, content, seed, at_most=24 + seed)
        for seat in {one.seat for one in known_suite.game.owed(world.states[-1])}:
            for other in worlds_of(known_suite, content, world, seat, seed, 8):
                assert ordered(known_suite.game, other, seat) == ordered(known_suite.game, world, seat)
                looks += 1
                break
        if looks >= 8:
            return
    raise AssertionError(looks)


def ordered(game: Any, world: World, seat: str) -> str:
    """What a program in that seat orders at the end of a world."""
    return plain_order(game, game.view(world.states[-1], seat), Random(7))
