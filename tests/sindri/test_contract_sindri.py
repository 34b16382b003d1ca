"""What every game must keep, held of Sindri's Forge with three, four and five gods."""

import os
from itertools import count
from typing import Any

import pytest
from forge import sindri  # noqa: F401  fixture
from sindri_suite import suite

from referee.testing.contract import told
from referee.testing.promises import (
    PROMISES,
    Promise,
    Sample,
    broken,
    sample,
    what_is_hidden_stays_hidden,
)
from referee.testing.random_games import options_of, random_world
from referee.testing.suite import cards_in


@pytest.fixture(scope="module", params=(3, 4, 5))
def played(request: pytest.FixtureRequest, sindri: Any) -> Sample:  # noqa: F811
    """A random whole game of three, four or five gods."""
    seed = next(seed for seed in count() if options_of(sindri, seed)["seats"] == request.param)
    return sample(suite(), seed)


def marked(promise: Promise) -> Any:
    """What takes seconds is in the outer ring."""
    slow = [pytest.mark.slow] if promise is what_is_hidden_stays_hidden else []
    return pytest.param(promise, id=promise.__name__, marks=slow)


@pytest.mark.parametrize("promise", [*map(marked, PROMISES)])
def test_it_holds(played: Sample, promise: Promise) -> None:
    """Over a random whole game nothing breaks the promise."""
    found = broken(promise, played)
    assert not found, told(found)


GAMES = 1000 if os.environ.get("REFEREE_FULL") else 60


@pytest.mark.slow
@pytest.mark.parametrize("many", [3, 4, 5])
def test_many_random_games_end(sindri: Any, many: int) -> None:  # noqa: F811
    """Each whole game ends, with every card there is, each once, and with standings of all who are in it.

    60 games, 1,000 with REFEREE_FULL set.
    """
    content = sindri.options({"seats": str(many)})
    for seed in range(GAMES):
        last = random_world(sindri, content, seed).states[-1]
        assert last.outcome
        assert len(cards_in(last)) == 24
        if last.outcome.rule == "5.1":
            assert {seat for seat, _ in last.outcome.standings} == {*last.still_in}
