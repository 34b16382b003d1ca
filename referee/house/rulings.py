"""What a ruling does to a game: rule H21 of the house.

`RolledBack` and `OptionChanged` look beyond the state before them: only `referee.table.fold` can fold them.
"""

from typing import Annotated, Any

from referee.engine.events import Event, Hidden, LeavesTheTable, Open, event, seen_by
from referee.engine.game import Outcome

SAME, REDEAL = "same", "redeal"
"""The lots after a rollback: they fall as before, or what nobody has seen is dealt again."""


@event("H21")
class RulingMade(LeavesTheTable):
    """The arbiter or the keeper rules; the events of the named effect follow."""

    by: Open[str]
    effect: Open[str]
    reason: Open[str]


class Folded(Event):
    """An event that changes more than the state it meets, or less: see `referee.table.fold`."""

    def change(self, state: Any) -> Any:  # noqa: ARG002
        """The state alone does not say what follows."""
        raise TypeError(f"{type(self).__name__} is folded by referee.table.fold")


@event("H21")
class RolledBack(Folded):
    """The table stands again as after entry `to`, at this public position; `lots` is `same` or `redeal`."""

    to: Hidden[int]
    position: Open[str]
    lots: Open[str]


@event("H21")
class Redealt(Event):
    """A draw pile in its new order, top first: the cards that nobody was shown have changed places."""

    pile: Open[str]
    cards: Hidden[tuple[str, ...]]

    def change(self, state: Any) -> Any:
        """The pile lies in the new order."""
        return state.with_pile(self.pile, self.cards)


@event("H21")
class OptionChanged(Folded):
    """An option has another value from here on."""

    name: Open[str]
    value: Open[str]


@event("H21")
class ClockAdjusted(LeavesTheTable):
    """The deadline of a seat is this many seconds later (or earlier, below 0)."""

    of: Open[str]
    seconds: Open[int]


@event("H21")
class Adjudged(Event):
    """The game is over by a ruling: who has won (nobody: a draw), and why."""

    winners: Open[tuple[str, ...]]
    reason: Open[str]

    def change(self, state: Any) -> Any:
        """The game has its outcome."""
        return state.called_off(Outcome(self.winners, "H21", "adjudged"))


@event("H21")
class SeatRemoved(LeavesTheTable):
    """A seat has no further part in the game; what that means there follows."""

    of: Open[str]


@event("H21")
class PlayedFor(LeavesTheTable):
    """A ruling plays a line for a seat, in canonical notation; the events of the line follow."""

    of: Open[str]
    line: Annotated[str, seen_by("of")]


@event("H21", only="of")
class PlayedOn(LeavesTheTable):
    """Another line after the first of a ruling.

    Nobody but the seat is told how many there are, or even that there is one.
    """

    of: Open[str]
    line: Annotated[str, seen_by("of")]
