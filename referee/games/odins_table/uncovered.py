"""What lay hidden when a game was over: every card that not all could see, as plain data."""

from typing import NamedTuple

from referee.engine.events import face
from referee.engine.rules import cites
from referee.games.odins_table.board import COLUMNS
from referee.games.odins_table.cards import SEATS, Cards, other
from referee.games.odins_table.table import Side, State


class Bared(NamedTuple):
    """One player's hidden cards, as faces.

    Attributes:
        places: the columns, each with its card.
        sealed: the order chosen in secret (2.2); None if there is none.
        deck: the draw pile, its top first.
        standing: the standing order (5.7); None if none was given, () for never.
        peeked: what the standing order scouted but did not do in the open yet: the other seat, the column, the card.
    """

    seat: str
    places: tuple[tuple[str, str], ...]
    sealed: Cards | None
    deck: Cards
    standing: tuple[str, ...] | None
    peeked: tuple[tuple[str, str, str], ...]


class Uncovered(NamedTuple):
    """All that lay hidden, seat by seat."""

    sides: tuple[Bared, ...]


@cites("7.1")
def uncovered(state: State) -> Uncovered:
    """Everything on the table that 7.1 does not show to all. Only for a game that is over."""
    return Uncovered(tuple(_bared(seat, state.side(seat)) for seat in SEATS))


def _bared(seat: str, side: Side) -> Bared:
    return Bared(
        seat=seat,
        places=tuple(
            (column, face(card)) for column, card in zip(COLUMNS, side.columns, strict=True) if card
        ),
        sealed=None if side.sealed is None else tuple(map(face, side.sealed)),
        deck=tuple(map(face, side.deck)),
        standing=side.standing,
        peeked=tuple((other(seat), peek.column, face(peek.card)) for peek in side.peeked),
    )
