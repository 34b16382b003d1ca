"""Our games in PettingZoo: each is an AEC environment, whose agents are the seats.

    from referee.adapters.pettingzoo import env
    table = env("hammer_of_thor", {"supplement": "house", "seats": "3"})

An action is the number of an order (see `referee.adapters.position`); the `orders` of an agent's info say what the
numbers mean. An observation has the bits of `referee.adapters.position` and the mask of the numbers that mean
something; both are made of what that seat sees. `reset(seed=7)` deals the same each time. A game that has lasted
`bound` orders is truncated; no rule bounds our games, though random ones end much earlier.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from referee.adapters.position import MOVES_AT_MOST, ORDERS_AT_MOST, SIZE, Position, Table, bits


class TableEnv(AECEnv):
    """A table as an environment. Raises `Faulty` for a game or options that are not there."""

    metadata: Mapping[str, Any] = {"name": "referee", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, name: str, given: Mapping[str, str] | None = None, bound: int = MOVES_AT_MOST) -> None:
        super().__init__()
        self.table = Table.of(name, given or {}, bound)
        self.metadata = {**self.metadata, "name": f"referee_{name}"}
        self.render_mode = "ansi"
        self.possible_agents = list(self.table.seats)
        self.position: Position | None = None
        self._deals = Random()  # noqa: S311  which deal comes next where nobody says
        self._actions = {one: spaces.Discrete(ORDERS_AT_MOST) for one in self.possible_agents}
        self._observations = {
            one: spaces.Dict(
                {
                    "action_mask": spaces.Box(0, 1, (ORDERS_AT_MOST,), np.int8),
                    "observation": spaces.Box(0, 1, (SIZE,), np.int8),
                }
            )
            for one in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """Bits and a mask."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        """Numbers of orders."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal another game; with a seed, that of the seed, in which all later lots are the same too."""
        if seed is not None:
            self._deals = Random(seed)  # noqa: S311
        self.position = self.table.opened(str(self._deals.getrandbits(64)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._told()

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees; a seat that is not to move has no numbers."""
        seen: Any = np.zeros(SIZE, np.int8)
        mask: Any = np.zeros(ORDERS_AT_MOST, np.int8)
        if self.position is not None:
            seen[bits(self.position.observed(agent))] = 1
            mask[: len(self.position.orders) if agent == self.position.mover else 0] = 1
        return {"action_mask": mask, "observation": seen}

    def step(self, action: Any) -> None:
        """Make the order with this number. Raises `Unknown` for one that none has."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self.position is not None  # noqa: S101  an agent was selected
        self.position = self.position.after(int(action))
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.position.over:
            self.rewards = dict(zip(self.table.seats, self.position.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, not self.position.given_up)
            self.truncations = dict.fromkeys(self.agents, self.position.given_up)
        self._told()
        self._accumulate_rewards()

    def _told(self) -> None:
        """Say who is to move, and to that agent what the numbers mean."""
        assert self.position is not None  # noqa: S101  dealt
        mover = self.position.mover
        self.agent_selection = mover or self.agents[0]
        self.infos = {one: {"orders": self.position.orders} if one == mover else {} for one in self.agents}

    def render(self) -> str:
        """The table as an onlooker sees it, as JSON."""
        return self.position.observed(None) if self.position else ""

    def close(self) -> None:
        """Nothing is open."""


def env(name: str, given: Mapping[str, str] | None = None, bound: int = MOVES_AT_MOST) -> Any:
    """A table that says what is wrong where it is used out of order. Raises `Faulty`."""
    return wrappers.OrderEnforcingWrapper(TableEnv(name, given, bound))
