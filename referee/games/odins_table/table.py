"""The table: where every piece stands and every card lies. Values only; every change makes a new one."""

from typing import Any, Self

from referee.engine.game import Outcome
from referee.engine.kit.base import DeckedState, Stood
from referee.games.odins_table.board import COLUMNS, FORTRESS, home
from referee.games.odins_table.cards import Cards, Deck, other
from referee.games.odins_table.options import Options
from referee.util.values import Value, replace

PIECES = 6


class Peek(Value):
    """A scouting by standing order: its owner knows the result, but it is still to be done in the open (5.7).

    Attributes:
        own: the column of the Hugin & Munin that is played; "" for a spent one.
        column: the column of the enemy card.
        card: the enemy card.
        next: the card that replaces the one played.
        order: the new draw pile, if one had to be made.
    """

    own: str
    column: str
    card: str
    next: str = ""
    order: Cards = ()


class Side(Value, dict=True):
    """One player's pieces and cards.

    Attributes:
        pieces: the squares of the pieces, sorted.
        captured: how many pieces were taken off.
        deck: the draw pile, its top first.
        discards: the discard pile, its top last.
        hand: the first six cards until they are placed (2.2).
        six: the faces of these six; they never change.
        columns: the cards of the columns a to f.
        up: the columns whose card lies face up.
        sealed: the order chosen for the six cards, until both players have chosen (2.2).
        standing: the columns of the standing order (5.7); None if none was given, () for never.
        rights: the scoutings that this player may still do (5.3): "" by a spent card, else a column.
        peeked: what the standing order has scouted, unseen by others.
    """

    pieces: tuple[str, ...]
    captured: int = 0
    deck: Cards = ()
    discards: Cards = ()
    hand: Cards = ()
    six: Cards = ()
    columns: Cards = ("",) * len(COLUMNS)
    up: frozenset[str] = frozenset()
    sealed: Cards | None = None
    standing: tuple[str, ...] | None = None
    rights: tuple[str, ...] = ()
    peeked: tuple[Peek, ...] = ()

    def card(self, column: str) -> str:
        """The card of a column, "" if none lies there."""
        return self.columns[COLUMNS.index(column)]

    def with_card(self, column: str, card: str, up: frozenset[str]) -> "Side":
        """The side with another card in a column."""
        at = COLUMNS.index(column)
        return replace(self, columns=(*self.columns[:at], card, *self.columns[at + 1 :]), up=up)


class State(DeckedState[Side], kw_only=True):
    """Everything on the table.

    Attributes:
        phase: setup, place, play (a turn is owed), after (the turn is made, its letter goes on), next (the turn is
            over) or over.
        entered: the last turn in which a piece entered an enemy fortress.
        positions: the positions at the start of each turn since `entered` (6.5).
    """

    decks: Deck
    options: Options
    odin: Side = Side(home("odin"))
    thor: Side = Side(home("thor"))
    phase: str = "setup"
    entered: int = 0
    positions: Stood = ()

    def called_off(self, outcome: Outcome) -> Self:
        """The table of a game that is over: nobody owes anything."""
        return replace(super().called_off(outcome), phase="over")

    @property
    def idle(self) -> int:
        """Turns made since the one in which a piece last entered an enemy fortress (6.7)."""
        return max(0, self.turn - 1 - self.entered)


def moved(s: State, seat: str, origin: str, target: str, **changes: Any) -> State:
    """The state with a piece on another square; one that enters the enemy fortress is marked (6.2, 6.7)."""
    side = s.side(seat)
    pieces = tuple(sorted([target if square == origin else square for square in side.pieces]))
    if target in FORTRESS[other(seat)] and origin not in FORTRESS[other(seat)]:
        changes |= {"entered": s.turn, "positions": ()}
    return s.put(seat, replace(side, pieces=pieces), **changes)


def at_home(seat: str, pieces: tuple[str, ...]) -> int:
    """How many of a side's pieces stand in the enemy fortress (6.3)."""
    return len(FORTRESS[other(seat)].intersection(pieces))
