"""What a program of the house orders in its seat, from what that seat sees and was shown (H34)."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any

from referee.engine.events import Seen
from referee.engine.game import Game
from referee.partner.levels import LEVELS
from referee.partner.policy import plain_order


def searches() -> bool:
    """Whether what the stronger levels need is installed; without it they play plainly."""
    return find_spec("pyspiel") is not None


def order(
    game: Game, content: Mapping[str, Any], view: Any, told: Sequence[Seen], level: str, seed: int
) -> str:
    """The order of the view's seat, in canonical notation; "" where there is nothing that carries the game on."""
    how = LEVELS[level]
    if how.tables and searches():
        from referee.partner.searching import searched  # noqa: PLC0415  of a package that need not be there

        if found := searched(game, content, view, told, how, seed):
            return found
    return plain_order(game, view, Random(seed))  # noqa: S311  a player's thoughts, no lots
