"""The player that searches: OpenSpiel's ISMCTS over tables that its seat could be sitting at.

What is hidden is dealt again for each table that is tried, from what the seat sees and was shown
(`referee.adapters.position.Position.imagined`). A table is judged by a whole game of the plain player with itself.
"""

import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from referee.adapters.openspiel import TableState, register
from referee.adapters.position import MOVES_AT_MOST, Heard, NoWorldError, Position, Table
from referee.engine.events import Seen
from referee.engine.game import Game
from referee.engine.kit.imagining import RandomDealer
from referee.engine.seating import names
from referee.partner.judging import EnoughError, judged
from referee.partner.levels import Level
from referee.telling.catalog import telling

NARROW = 5
"""So many orders are looked at in a position: the best by the measure of the plain player."""
CURIOUS = 1.0
"""How much an order that was seldom tried is preferred (the constant of PUCT)."""
DOUBT = 1.0
"""How much an order must seem better than the plain one, had each been tried but once; less, the more tries."""
TRIES = 40
"""So often a table is dealt before it is said that there is none."""


class Narrow(TableState):
    """A state of which only the best few orders are looked at. What it is depends on the view of who moves alone."""

    def _legal_actions(self, player: int) -> list[int]:
        numbers = super()._legal_actions(player)
        if self.position is None or len(numbers) <= NARROW:
            return numbers
        return sorted(rated(self.position)[:NARROW])


def rated(at: Position) -> list[int]:
    """The numbers of the orders of a position, the best first; of equal ones the first. Kept with it."""
    found = at.__dict__.get("rated")
    if found is None:
        view, worth = at.view(at.mover), telling(at.table.game).worth
        values = [(-worth(view, move) if move else 0.0, n) for n, move in enumerate(at.moves.values())]
        found = at.__dict__["rated"] = [n for _, n in sorted(values)]
    return found


class Judge:
    """What OpenSpiel asks about a table: how good each order is thought to be, and what the table is worth."""

    def __init__(self, chance: Random, ends: float) -> None:
        """It judges until that time (`time.monotonic`)."""
        self.chance, self.ends = chance, ends

    def prior(self, state: Narrow) -> list[tuple[int, float]]:
        """How good an order is thought to be before it is tried: the second half as good as the first, and so on."""
        numbers = set(state.legal_actions())
        places = [n for n in rated(state.position) if n in numbers] if state.position else []
        share = sum(1 / (place + 1) for place in range(len(places)))
        return [(n, 1 / (place + 1) / share) for place, n in enumerate(places)]

    def evaluate(self, state: Narrow) -> tuple[float, ...]:
        """What each seat has from a game played on from there. Raises `EnoughError`."""
        assert state.position is not None  # noqa: S101  the table was dealt
        return judged(state.position, self.chance, self.ends)


class Search(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's search, which ends when its time is over with what it has found."""

    def run_search(self, state: Narrow) -> Any:
        """How often each order was tried, as OpenSpiel tells it; [] if none was."""
        try:
            return super().run_search(state)
        except (EnoughError, NoWorldError):
            found = self._root_node
            return self.get_final_policy(state, found) if found.child_info else []

    def sample_root_state(self, state: Narrow) -> Narrow:
        """A table at which the seat could be sitting. Raises `EnoughError` when the time is over; `NoWorldError`."""
        if time.monotonic() > self._evaluator.ends or state.position is None:
            raise EnoughError
        other = Narrow(state.get_game())
        other.position = state.position.imagined(str(self.random_number()))
        other.position.__dict__["rated"] = rated(
            state.position
        )  # that seat sees the same, whatever is imagined
        return other

    def get_final_policy(self, state: Narrow, node: Any) -> list[tuple[int, float]]:
        """The order that was found best; the one that the plain player prefers, unless another is clearly better."""
        tried = node.child_info
        plain = next((n for n in rated(state.position) if n in tried), -1) if state.position else -1
        if plain < 0:
            return super().get_final_policy(state, node)  # type: ignore[no-any-return]
        return [(max(tried, key=lambda n: _gain(tried[n], tried[plain])), 1.0)]


def _gain(one: Any, plain: Any) -> float:
    """How much better an order seems than the plain one, less what chance may have done in so few tries."""
    if one is plain:
        return 0.0
    return float(one.value() - plain.value() - DOUBT * (1 / one.visits + 1 / plain.visits) ** 0.5)


def searched(
    game: Game, content: Mapping[str, Any], view: Any, told: Sequence[Seen], level: Level, seed: int
) -> str:
    """The best order that was found for the view's seat, as written; "" if there was no table, or not enough time.

    The same seed gives the same order, if the time does not end the search.
    """
    table = Table(game, {}, content, names(game.seating(content)), MOVES_AT_MOST)
    root = sat_at(table, view, told, str(seed))
    if root is None:
        return ""
    of = pyspiel.load_game(register(game.name))
    of.table = table
    state = Narrow(of)
    state.position = root
    chance = np.random.RandomState(seed % 2**32)
    judge = Judge(Random(seed), time.monotonic() + level.seconds)  # noqa: S311  a player's thoughts, no lots
    bot = Search(
        of,
        judge,
        CURIOUS,
        level.tables,
        random_state=chance,
        use_observation_string=True,
        child_selection_policy=ismcts.ChildSelectionPolicy.PUCT,
    )
    tried = bot.run_search(state)
    return root.orders[max(tried, key=lambda one: one[1])[0]] if tried else ""


def sat_at(table: Table, view: Any, told: Sequence[Seen], seed: str) -> Position | None:
    """A position that the view's seat could be in; None if no table is found."""
    heard = tuple(map(Heard, told))
    for n in range(TRIES):
        state = table.game.imagined(view, told, RandomDealer(f"{seed} root {n}"))
        if state is not None:
            those = {one: heard if one == view.seat else () for one in table.seats}
            return Position(table, state, those, seed, "", (), view.seat, view.seat)
    return None
