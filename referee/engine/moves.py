"""Moves that every game knows, and how a move is declared."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

from referee.engine.choices import Move
from referee.engine.game import Game

M = TypeVar("M")


@dataclass_transform(frozen_default=True)
def move(cls: type[M]) -> type[M]:
    """Make a move class: a frozen dataclass of names and places."""
    return dataclass(frozen=True, slots=True)(cls)


@move
class Resign(Move):
    """`resign GAME`: give the game up. The game is named, so that it never happens by accident."""

    game: str


@move
class OfferDraw(Move):
    """`offer draw`."""


@move
class AcceptDraw(Move):
    """`accept draw`: agree to the draw that another player has offered."""


@move
class DeclineDraw(Move):
    """`decline draw`: turn down the draw that another player has offered."""


@move
class ClaimDraw(Move):
    """`claim draw`: where the rules give the right to one."""


@move
class ClaimWin(Move):
    """`claim win`: another player is past the deadline."""


@move
class Accept(Move):
    """`accept WORDS`, in answer to an invitation: take part; the words, if any, go into the shuffle."""

    words: str = ""


@move
class Decline(Move):
    """`decline`, in answer to an invitation: do not take part."""


def canonical(game: Game, move: Move) -> str:
    """The canonical notation of any move: of an answer to an invitation, which is no game's, or of one that the game writes."""
    match move:
        case Accept(words=words):
            return f"accept {words}".rstrip()
        case Decline():
            return "decline"
    return game.write(move)


CLAIMS = (AcceptDraw, DeclineDraw, ClaimDraw, ClaimWin)
"""Moves that answer an offer, or end a game by what stands already: the table is not touched."""

Made = Callable[..., Move]
