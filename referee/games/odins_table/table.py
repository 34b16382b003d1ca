"""The table: where every piece stands and every card lies. Values only; every change makes a new one."""

from dataclasses import dataclass, field
from typing import Any, Self

from referee.engine.game import Outcome
from referee.engine.kit.sides import DeckedState
from referee.games.odins_table.board import COLUMNS, FORTRESS, home
from referee.games.odins_table.cards import Cards, Deck, other
from referee.games.odins_table.options import Options
from referee.util.values import but

PIECES = 6


@dataclass(frozen=True, slots=True)
class Peek:
    """A scouting by standing order that its owner has been told, and that is still to be done in the open (5.7).

    `own` is the column of the Hugin & Munin played, "" for a spent one; `card` is the enemy card in `column`;
    `next` the card that comes for their own one, and `order` the new pile if one had to be made for it.
    """

    own: str
    column: str
    card: str
    next: str = ""
    order: Cards = ()


@dataclass(frozen=True)
class Side:
    """One player's pieces and cards.

    `pieces` are sorted squares, `captured` counts those taken off. `deck` has its top first, `discards` their top
    last. `hand` are the first six until they are placed (2.2), `sealed` the order chosen for them, `six` their
    faces for good. `columns` are the cards of a to f, `up` the columns whose card lies face up. `rights` are the
    scoutings this player may still do (5.3): "" by a spent card, or a column. `standing` are the columns of a
    standing order (5.7): None if none was given, () for never; `peeked` what it has scouted unseen by others.
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
    memo: dict[bool, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def card(self, column: str) -> str:
        """The card of a column, "" if none lies there."""
        return self.columns[COLUMNS.index(column)]

    def with_card(self, column: str, card: str, up: frozenset[str]) -> "Side":
        """The side with another card in a column."""
        at = COLUMNS.index(column)
        return but(self, columns=(*self.columns[:at], card, *self.columns[at + 1 :]), up=up)


@dataclass(frozen=True, kw_only=True)
class State(DeckedState[Side]):
    """Everything on the table.

    `phase` is setup, place, play (a turn is owed), after (the turn is made, its letter goes on), next (it is
    over) or over. `entered` is the last turn in which a piece entered an enemy fortress; `positions` are those
    that stood at the start of each turn since, `repeated` tells how often the last of them has (6.5).
    """

    decks: Deck
    options: Options
    odin: Side = Side(home("odin"))
    thor: Side = Side(home("thor"))
    phase: str = "setup"
    entered: int = 0
    positions: tuple[Any, ...] = ()
    repeated: int = 0

    def called_off(self, outcome: Outcome) -> Self:
        """The table of a game that is over: nobody owes anything."""
        return but(super().called_off(outcome), phase="over")

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
    return s.put(seat, but(side, pieces=pieces), **changes)


def at_home(seat: str, pieces: tuple[str, ...]) -> int:
    """How many of a side's pieces stand in the enemy fortress (6.3)."""
    fortress = FORTRESS[other(seat)]
    return sum([square in fortress for square in pieces])
