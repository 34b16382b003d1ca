"""What every game must keep, held of random games of The Hammer of Thor: both layers, two to six players."""

import os
from functools import cache
from itertools import count
from typing import Any

import pytest
from hammer_suite import HAMMER, cards, in_the_box, suite
from support.rings import one_in
from thor_games import options, played, weighing

from referee.testing.contract import told
from referee.testing.promises import PROMISES, Promise, Sample, broken, records_replay, views_come_back
from referee.testing.random_games import options_given, options_of

GAMES = (("house", 2), ("house", 5), ("none", 3), ("none", 6))
MORE = tuple((layer, seats) for layer in ("house", "none") for seats in (2, 3, 4, 5, 6))
AT_MOST = 150
"""In the inner ring the first lines of a game are looked at."""
FULL = 20 if os.environ.get("REFEREE_FULL") else 2


def seed_of(layer: str, seats: int, nth: int = 0) -> int:
    """The n-th seed whose options are these."""
    wanted = {"supplement": layer, "seats": str(seats)}
    fits = (seed for seed in count() if wanted.items() <= options_given(HAMMER, seed).items())
    return [next(fits) for _ in range(nth + 1)][-1]


@cache
def sampled(layer: str, seats: int, nth: int = 0, at_most: int = 10**6) -> Sample:
    """A random game of so many seats, whole or its beginning; played once."""
    seed = seed_of(layer, seats, nth)
    return Sample(suite(), seed, played(options_of(HAMMER, seed), seed, at_most=at_most))


def found_in(promise: Promise, one: Sample) -> Any:
    """What breaks a promise; games by letters are played as the others are."""
    with weighing():
        return broken(promise, one)


IN_PARTS = [
    one
    for one in PROMISES
    if one.__name__ not in {"ends", "records_replay", "views_come_back", "what_is_hidden_stays_hidden"}
]


@pytest.mark.parametrize("promise", IN_PARTS, ids=lambda one: one.__name__)
@pytest.mark.parametrize(("layer", "seats"), one_in(2, GAMES))
def test_it_holds(layer: str, seats: int, promise: Promise) -> None:
    """Over the beginning of a random game nothing breaks the promise."""
    found = found_in(promise, sampled(layer, seats, at_most=AT_MOST))
    assert not found, told(found)


@pytest.mark.share(4)
@pytest.mark.parametrize(("layer", "seats"), GAMES)
def test_every_card_of_the_box_lies_somewhere(layer: str, seats: int) -> None:
    """Characters, items, Fate, Prediction and Rune cards, shapes: each as often as the card set has it."""
    world = sampled(layer, seats, at_most=AT_MOST).world
    for state in world.states[1:]:
        assert cards(state) == in_the_box(state.cards)


@pytest.mark.slow
@pytest.mark.parametrize("promise", [*IN_PARTS, PROMISES[0]], ids=lambda one: one.__name__)
@pytest.mark.parametrize(("layer", "seats"), MORE)
def test_it_holds_of_whole_games(layer: str, seats: int, promise: Promise) -> None:
    """Over whole random games nothing breaks the promise."""
    for nth in range(FULL):
        found = found_in(promise, sampled(layer, seats, nth))
        assert not found, told(found)


@pytest.mark.slow
def test_views_come_back() -> None:
    """Every view can stand in a record; each holds the whole card set, which takes its time."""
    found = found_in(views_come_back, sampled("none", 2, at_most=40))
    assert not found, told(found)


@pytest.mark.slow
@pytest.mark.parametrize(("layer", "seats"), GAMES)
def test_records_replay(layer: str, seats: int) -> None:
    """A random whole game by letters makes a record that is ruled the same again."""
    found = found_in(records_replay, sampled(layer, seats, at_most=AT_MOST))
    assert not found, told(found)


@pytest.mark.slow
@pytest.mark.parametrize(("layer", "seats"), GAMES)
def test_games_end(layer: str, seats: int) -> None:
    """Random whole games end, and all cards are there still."""
    for seed in range(FULL):
        last = played(options(layer, seats), seed).states[-1]
        assert last.outcome
        assert cards(last) == in_the_box(last.cards)
