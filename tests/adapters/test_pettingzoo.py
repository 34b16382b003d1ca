"""Our games in PettingZoo pass its own tests, of the API and of seeds. They need the extra `adapters`."""

from collections.abc import Iterator, Mapping
from functools import partial

import pytest

pytest.importorskip("pettingzoo", reason="the extra `adapters` is not installed")

from pettingzoo.test import api_test, seed_test
from support.suite import announced

from referee.adapters.pettingzoo import TableEnv, env
from referee.adapters.position import Unknown, bits

pytestmark = [
    pytest.mark.slow,
    # Their test says this of every environment whose observation is a dictionary, as theirs for board games are,
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # and this of agents that have names as seats do.
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
    # and this where a seat is not to move.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]

GAMES: Mapping[str, tuple[str, Mapping[str, str], int]] = {
    "thunder": ("thunder", {}, 300),
    "odins_table": ("odins_table", {}, 80),
    "sindri": ("sindri", {"seats": "4"}, 300),
    "hammer_of_thor 2": ("hammer_of_thor", {"supplement": "house", "seats": "2"}, 60),
    "hammer_of_thor 6": ("hammer_of_thor", {"supplement": "house", "seats": "6"}, 60),
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@pytest.fixture(autouse=True)
def _announced() -> Iterator[None]:
    """Sindri's Forge is there."""
    with announced():
        yield


@pytest.mark.every
@every_game
def test_its_api_test_finds_nothing(game: tuple[str, Mapping[str, str], int]) -> None:
    """Spaces, masks, rewards, seats that have finished."""
    api_test(env(*game), num_cycles=50)


@pytest.mark.every
@every_game
def test_its_seed_test_finds_nothing(game: tuple[str, Mapping[str, str], int]) -> None:
    """Two environments with the same seed are the same to each bit."""
    seed_test(partial(env, *game), num_cycles=50)


def ended(of: TableEnv) -> TableEnv:
    """The same after a game in which each seat gave the first order it could."""
    of.reset(seed=1)
    while not any(of.terminations.values()) and not any(of.truncations.values()):
        of.step(0)
    return of


def test_rewards_are_what_the_game_gave() -> None:
    """One for the winner and minus one for the loser, when it ends; where it lasts too long it is truncated."""
    whole = ended(TableEnv("thunder"))
    assert sorted(whole.rewards.values()) == [-1, 1]
    assert all(whole.terminations.values())
    assert not any(whole.truncations.values())
    short = ended(TableEnv("thunder", {}, 5))
    assert set(short.rewards.values()) == {0}
    assert all(short.truncations.values())
    assert not any(short.terminations.values())


def test_what_is_observed_is_what_the_seat_sees() -> None:
    """The bits of its view; the numbers that mean something, for the seat to move alone, and what they mean."""
    table = TableEnv("thunder")
    table.reset(seed=1)
    assert table.position is not None
    mover, other = table.agent_selection, next(one for one in table.agents if one != table.agent_selection)
    for seat in (mover, other):
        assert table.observe(seat)["observation"].nonzero()[0].tolist() == bits(table.position.observed(seat))
    assert table.infos[mover]["orders"] == table.position.orders
    assert table.infos[other] == {}
    assert table.observe(mover)["action_mask"].sum() == len(table.position.orders)
    assert table.observe(other)["action_mask"].sum() == 0
    with pytest.raises(Unknown):
        table.step(len(table.position.orders))


def test_without_a_seed_the_next_deal_is_another() -> None:
    """And after a seed the deals that follow are the same each time."""
    deals = []
    for _ in range(2):
        table = TableEnv("thunder")
        for seed in (3, None):
            table.reset(seed=seed)
            deals.append(table.observe(table.agents[0])["observation"].tobytes())
    assert deals[0] == deals[2] != deals[1] == deals[3]
