"""What lay hidden when a game was over: every card that not all could see, as plain data."""

from typing import NamedTuple

from referee.engine.events import face
from referee.engine.rules import cites
from referee.games.thunder.cards import SEATS
from referee.games.thunder.table import COLUMNS, Cards, Side, State


class Bared(NamedTuple):
    """One player's hidden cards, as faces.

    Attributes:
        hand: sorted.
        deck: its top first.
        pile: its top first. During the game everybody saw only the top (17.4).
        down: the places of the face-down cards, such as `A2`, each with its face.
        sealed: the three cards chosen in secret (1.3); None if there are none.
        answered: the names of an order given in secret (14.2); None if there is none.
        discards: the standing discard order.
        lay: the standing order to lay Thor/Loki.
    """

    seat: str
    hand: Cards
    deck: Cards
    pile: Cards
    down: tuple[tuple[str, str], ...]
    sealed: Cards | None
    answered: Cards | None
    discards: Cards
    lay: Cards


class Uncovered(NamedTuple):
    """All that lay hidden, seat by seat."""

    sides: tuple[Bared, ...]


@cites("21.1", "21.2")
def uncovered(state: State) -> Uncovered:
    """Everything on the table that 21.1 does not show to all. Only for a game that is over."""
    return Uncovered(tuple(_bared(seat, state.side(seat)) for seat in SEATS))


def _bared(seat: str, side: Side) -> Bared:
    return Bared(
        seat=seat,
        hand=tuple(sorted(map(face, side.hand))),
        deck=tuple(map(face, side.deck)),
        pile=tuple(map(face, reversed(side.pile))),
        down=tuple(_face_down(side)),
        sealed=None if side.sealed is None else tuple(map(face, side.sealed)),
        answered=side.answered,
        discards=side.standing_discards,
        lay=side.standing_lay,
    )


def _face_down(side: Side) -> list[tuple[str, str]]:
    """The places of the cards that lie face down, front first, and what they are."""
    return [
        (f"{letter}{row}", face(card))
        for letter, column in zip(COLUMNS, side.columns, strict=True)
        for row, card in enumerate(column, 1)
        if card not in side.up
    ]
