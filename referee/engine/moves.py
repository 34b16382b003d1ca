"""Moves that every game knows, and how a move is declared."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

from referee.engine.choices import Move
from referee.engine.forms import Forms, Writer

M = TypeVar("M", bound=Move)
NONE: Mapping[str, Writer] = MappingProxyType({})


def move(*forms: str, written: Mapping[str, Writer] = NONE) -> Callable[[type[M]], type[M]]:
    """Make a move class of these forms: a value of names and places; see `referee.engine.forms`.

    `written` maps a field to the function that writes its value. A class without a form has a property `written` of its
    own. Raises `TypeError` where forms and fields do not fit.
    """

    def made(cls: type[M]) -> type[M]:
        cls.FORMS = Forms(cls, forms, written)
        return cls

    return made


@move("resign {game}")
class Resign(Move):
    """`resign GAME`: give the game up. The game is named, so that it never happens by accident."""

    game: str


@move("offer draw")
class OfferDraw(Move):
    """`offer draw`."""


@move("accept draw")
class AcceptDraw(Move):
    """`accept draw`: agree to the draw that another player has offered."""


@move("decline draw")
class DeclineDraw(Move):
    """`decline draw`: turn down the draw that another player has offered."""


@move("claim draw")
class ClaimDraw(Move):
    """`claim draw`: where the rules give the right to one."""


@move("claim win")
class ClaimWin(Move):
    """`claim win`: another player is past the deadline."""


@move("accept[ {words}]")
class Accept(Move):
    """`accept WORDS`, in answer to an invitation: take part; the words, if any, go into the shuffle."""

    words: str = ""


@move("decline")
class Decline(Move):
    """`decline`, in answer to an invitation: do not take part."""


CLAIMS = (AcceptDraw, DeclineDraw, ClaimDraw, ClaimWin)
"""Moves that answer an offer, or end a game by what is so already: the table is not changed."""
