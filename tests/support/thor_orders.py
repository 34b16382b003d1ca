"""The Hammer of Thor as far as its orders go: what a reader needs, and every order once."""

from functools import cache
from typing import Any, ClassVar

from thor_table import content

from referee.engine.choices import Move
from referee.engine.kit.base import BaseGame
from referee.engine.moves import Resign
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor import notation, reading
from referee.games.hammer_of_thor.seats import SEATS
from referee.notation.reader import Reader

KINDS: tuple[type[Move], ...] = tuple(
    kind
    for module in (m, e)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Move) and kind.FORMS.forms
)
"""Every class of orders, of players and of the master."""


class Orders(BaseGame):
    """A game of which only the orders are known."""

    name = "hammer_of_thor"
    title = "The Hammer of Thor"
    edition = "orders"
    seats = SEATS
    MOVES: ClassVar[Any] = dict.fromkeys((*KINDS, Resign), (None, ()))
    reading = reading
    resolve = staticmethod(notation.resolve)


GAME: Any = Orders()
OPTIONS = {"cards": content("cards")}


@cache
def reader(language: str) -> Reader:
    """Reads the lines of a seat in that language."""
    return Reader(GAME, OPTIONS, (language,))
