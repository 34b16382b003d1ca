"""What a game can be asked, whole or as far as one audience knows it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from referee.engine.choices import Choices, Family, Move
from referee.engine.game import Game
from referee.engine.kit.defaults import telling_of
from referee.engine.seating import Seating, players
from referee.house.undo import left_over
from referee.record.entries import Opening
from referee.table.index import Index
from referee.table.opening import seating_in
from referee.table.points import Told

SAMPLED = 24
"""At most how many moves are given of a kind that has too many to list."""


def some_of(family: Family) -> Sequence[Move]:
    """The moves of a family: all where they are listed, else a sample that is always the same."""
    if family.listed:
        return family.moves()
    rng = Random(family.count)  # noqa: S311  a sample, not a lot
    return tuple(dict.fromkeys(family.draw(rng) for _ in range(SAMPLED)))


class Reports(ABC):
    """A game that can be asked what a seat sees and was shown: whole, or as far as one audience knows it."""

    id: str
    game: Game
    content: Mapping[str, Any]
    index: Index
    opening: Opening

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats: the players' in their order, then the master's, if there is one."""
        return self.opening.seats

    @property
    def players(self) -> tuple[str, ...]:
        """The seats of players."""
        return players(self.seats)

    @property
    def seating(self) -> Seating:
        """The seats, each a player's or the master's."""
        return seating_in(self.opening)

    @abstractmethod
    def view(self, seat: str | None) -> Any:
        """The table as this seat sees it; None is an onlooker."""

    @abstractmethod
    def told(self, seat: str | None, since: int = 0, until: int | None = None) -> Sequence[Told]:
        """What a seat was shown from entry `since` up to before `until`, with the public position it led to."""

    @abstractmethod
    def since(self, seat: str | None) -> int:
        """The entry a report begins with: the seat's last letter that did anything; for onlookers, a turn back."""

    @abstractmethod
    def seal_for(self, seat: str | None, until: int | None = None) -> str:
        """The seal of the last entry (before `until`) that showed this seat anything, in hex."""

    @property
    def usual_reader(self) -> str | None:
        """The reader where nobody is named: an onlooker."""
        return None

    def choices(self, seat: str) -> Choices:
        """What this seat may do now, by families."""
        return left_over(self.index.house, seat, self.game.choices(self.view(seat)))

    def moves(self, seat: str, *, any_time: bool = False) -> list[str]:
        """The legal moves of this seat that carry the game on, in canonical notation; () while it owes nothing.

        Of a kind with too many moves to list there are `SAMPLED` at most, the same for the same choices.
        `choices` tells how many of each kind there are, and can draw from all. Moves that are possible at
        `any_time` come only on request: offers, claims, standing orders, resigning.
        """
        late = telling_of(type(self.game).__module__).ANY_TIME
        families = (one for one in self.choices(seat).families if (one.key in late) == any_time)
        return [move.written for family in families for move in some_of(family)]

    def report_number(self, seat: str | None) -> str:
        """The number of a report: game, seat, and how many entries have concerned this seat."""
        return f"{self.id}.{seat or 'onlooker'}.{self.index.number(seat)}"
