"""Choices that all make at the same time: each is sealed, and its writer may replace it until all are in.

    CHOICE = sealed_choice(__name__, "1.3", "deploy")

Before all are in nobody else learns that a choice is in: neither from events nor from the list of those who
owe one. The State is a `referee.engine.kit.sides.SidedState`; each side has a field `sealed`, None until its
player has chosen.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from referee.engine.events import Event, Happening, Open, seen_by
from referee.engine.game import Owed
from referee.engine.kit.customs import own_event
from referee.util.values import but


@dataclass(frozen=True, slots=True)
class Sealed(Event):
    """A player has chosen; nobody else learns of it before all have."""

    by: Open[str]
    cards: Annotated[tuple[str, ...], seen_by("by")]

    def change(self, state: Any) -> Any:
        """The choice is in."""
        return state.put(self.by, but(state.side(self.by), sealed=self.cards))


@dataclass(frozen=True, slots=True)
class Resealed(Sealed):
    """A choice replaced before all were in."""


@dataclass(frozen=True, slots=True)
class SealedChoice:
    """The sealed choice of one game, under a number of its rulebook."""

    number: str
    duty: str
    sealed: type[Sealed]
    resealed: type[Resealed]

    def choose(self, state: Any, by: str, cards: tuple[str, ...]) -> Happening:
        """A choice is made, or made again."""
        yield (self.sealed if state.side(by).sealed is None else self.resealed)(by, cards)

    def owed(self, state: Any) -> tuple[Owed, ...]:
        """Who has not chosen yet; () when all choices are in."""
        return tuple(self._of(seat) for seat in state.seats if state.side(seat).sealed is None)

    def owed_as_known(self, state: Any, seat: str | None) -> tuple[Owed, ...]:
        """The same as far as a seat may know: that a choice is in is known to its writer only."""
        chosen = [one for one in state.seats if one == seat and state.side(one).sealed is not None]
        return tuple(self._of(one) for one in state.seats if one not in chosen)

    def _of(self, seat: str) -> Owed:
        return Owed(seat, self.duty, self.number)


def sealed_choice(module: str, number: str, duty: str) -> SealedChoice:
    """The choice of the game of which `module` (its `__name__`) is a part, under this number and as this duty."""
    return SealedChoice(
        number,
        duty,
        own_event(number, module, Sealed, only="by"),
        own_event(number, module, Resealed, only="by"),
    )
