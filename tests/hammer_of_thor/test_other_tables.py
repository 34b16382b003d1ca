"""Promise 3 held of The Hammer of Thor by other tables and other worlds: a sample of what `other_tables.py` runs."""

import os
from collections.abc import Iterator
from random import Random

import pytest
from hammer_knows import OTHERWISE, hidden, otherwise
from hammer_suite import cards, in_the_box
from other_tables import Figures, Game, searched, told

FEW = (Game(0, at_most=20), Game(6, at_most=30))
"""The supplement with two players, and a master with three."""
SEALING = Game(64, at_most=65)
"""Five seats with a master; Encounter cards are sealed."""
MANY = (*map(Game, range(500 if os.environ.get("REFEREE_FULL") else 12)), SEALING)


def held(games: Iterator[Game]) -> Figures:
    """What a search over these games saw, in which nothing leaked."""
    found = Figures()
    for game in games:
        found.add(searched(game))
    assert found.differences == [], told(found)
    return found


def test_nothing_hidden_leaks_at_the_beginning_of_a_game() -> None:
    """Every seat, the master and an onlooker are sent the same in every other world and at every other table."""
    found = held(iter(FEW))
    assert found.readers == 3 + 5
    assert found.tables > 20
    assert found.worlds


@pytest.mark.slow
def test_nothing_hidden_leaks() -> None:
    """The same over more games and whole ones; each kind of world is found, and all that may be otherwise is."""
    found = held(iter(MANY))
    assert found.games == len(MANY)
    assert set(found.otherwise) == {*OTHERWISE}
    assert set(found.worlds) == {"drawn", "lying", "chosen", "not ordered"}


@pytest.mark.parametrize("game", FEW, ids=str)
def test_another_table_has_the_same_cards(game: Game) -> None:
    """M32 Whatever is otherwise for a reader, each card lies once, and nothing moves that the reader may know."""
    world, rng = game.world(), Random(1)
    for state in world.states[2::9]:
        for reader in (*state.seats, None):
            other, _ = otherwise(state, reader, rng)
            assert cards(other) == in_the_box(state.cards)
            assert hidden(other, reader) == hidden(state, reader)
