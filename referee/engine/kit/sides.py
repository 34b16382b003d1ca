"""Tables on which each seat has a side of its own: a field with the seat's name, in the state and in the view.

A game declares one field for each seat:

    class State(DeckedState[Side]):
        urd: Side = Side()
        skuld: Side = Side()
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from referee.engine.kit.base import BaseState, BaseView
from referee.util.values import but, worked_out

S = TypeVar("S")
Cards = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class SidedState(BaseState, Generic[S]):
    """A table of sides."""

    def side(self, seat: str) -> S:
        """What a seat has."""
        return getattr(self, seat)  # type: ignore[no-any-return]

    def put(self, seat: str, side: S, **changes: Any) -> Self:
        """The table with another side for this seat, and other changes."""
        changes[seat] = side
        return but(self, **changes)


@dataclass(frozen=True, kw_only=True)
class DeckedState(SidedState[S]):
    """A table of sides each of which has a draw pile: its field `deck`, the top first."""

    def piles(self) -> Mapping[str, Cards]:
        """The draw piles, top first, each under the name of whose it is (H21)."""
        sides: Mapping[str, Any] = {seat: self.side(seat) for seat in self.seats}
        return {seat: side.deck for seat, side in sides.items()}

    def with_pile(self, name: str, cards: Cards) -> Self:
        """The same table with the cards of a draw pile in another order (H21)."""
        return self.put(name, but(self.side(name), deck=cards))


@dataclass(frozen=True, kw_only=True)
class SidedView(BaseView, Generic[S]):
    """A table of two sides for one seat."""

    def half(self, seat: str) -> S:
        """What this seat sees of another's side, or of its own."""
        return getattr(self, seat)  # type: ignore[no-any-return]

    @worked_out
    def mine(self) -> S:
        """The reader's own half; for an onlooker that of the first seat."""
        return self.half(self.seat or self.seating[0].name)

    @worked_out
    def theirs(self) -> S:
        """The other half."""
        first, second = self.seating
        return self.half(first.name if self.seat == second.name else second.name)
