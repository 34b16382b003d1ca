"""The Hammer of Thor as far as its orders go: who reads them, and every class of them."""

from functools import cache
from typing import Any

from thor_table import content

from referee.engine.choices import Move
from referee.games.hammer_of_thor import GAME as HAMMER
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import moves as m
from referee.notation.reader import Reader

GAME: Any = HAMMER
KINDS: tuple[type[Move], ...] = tuple(
    kind
    for module in (m, e)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Move) and kind.FORMS.forms
)
"""Every class of orders, of players and of the master."""
OPTIONS = {"cards": content("cards"), "map": content("map")}


@cache
def reader(language: str) -> Reader:
    """Reads the lines of a seat in that language."""
    return Reader(GAME, OPTIONS, (language,))
