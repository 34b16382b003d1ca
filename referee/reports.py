"""What a reader of a game asks for: the moves, and the texts made of a view and of what was shown."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from referee.defaults import telling_of
from referee.disputes import left_over
from referee.game import Choices, Family, Game, Move
from referee.house import awaited
from referee.index import Index

if TYPE_CHECKING:
    from referee.catalog import Catalog
    from referee.told import Told


SAMPLED = 24
"""How many moves, at most, are given of a kind that has too many to list."""


def some_of(family: Family) -> Sequence[Move]:
    """The moves of a family: all where they are listed, else some of them, drawn always in the same way."""
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

    @abstractmethod
    def view(self, seat: str | None) -> Any:
        """The table as this seat sees it; None is an onlooker."""

    @abstractmethod
    def told(self, seat: str | None, since: int = 0, until: int | None = None) -> "Sequence[Told]":
        """What a seat was shown from entry `since` up to before `until`, with the public position it led to."""

    @abstractmethod
    def since(self, seat: str | None) -> int:
        """The entry a report begins with: the seat's last letter that did anything; for onlookers, a turn back."""

    @abstractmethod
    def due(self, seat: str | None, says: "Catalog") -> Mapping[str, str]:
        """The deadlines, as a seat is told them: by seat, and under "" what is to be said of all."""

    @abstractmethod
    def seal_for(self, seat: str | None, until: int | None = None) -> str:
        """The seal of the last entry (before `until`) that showed this seat anything, in hex."""

    @property
    def usual_reader(self) -> str | None:
        """Who reads where nobody is named: an onlooker."""
        return None

    def choices(self, seat: str) -> Choices:
        """What this seat may do now, by families."""
        return left_over(self.index.house.docket, self.game.choices(self.view(seat)))

    def moves(self, seat: str, *, any_time: bool = False) -> list[str]:
        """The legal moves of this seat that carry the game on, in canonical notation; () while it owes nothing.

        Of a kind with too many to list there are some, `SAMPLED` at most, the same for the same choices; `choices` tells of each kind
        how many there are, and draws from all. What is possible at `any_time` comes only when it is asked for: offers, claims,
        standing orders, giving the game up.
        """
        late = telling_of(type(self.game).__module__).ANY_TIME
        families = (one for one in self.choices(seat).families if (one.key in late) == any_time)
        return [self.game.write(move) for family in families for move in some_of(family)]

    def report_number(self, seat: str | None) -> str:
        """The number of a report: game, seat, and how many entries have concerned this seat."""
        return f"{self.id}.{seat or 'onlooker'}.{self.index.number(seat)}"

    def report(self, seat: str | None, *, language: str = "") -> str:
        """What this seat (None: an onlooker) was shown since its last letter, and all else; in its language, unless one is named."""
        from referee.catalog import catalog  # noqa: PLC0415  Jinja is slow to load
        from referee.report import text_report  # noqa: PLC0415

        since, said = self.since(seat), language or self.index.language(seat)
        return text_report(
            self.game,
            self.content,
            awaited(self.view(seat), self.index.house),
            self.told(seat, since),
            left_over(self.index.house.docket, self.game.choices(self.view(seat))),
            number=self.report_number(seat),
            seal=self.seal_for(seat),
            due=self.due(seat, catalog(self.game.name, said)),
            language=said,
        )

    def moves_text(self, seat: str, *, full: bool = False, language: str = "") -> str:
        """The legal moves of this seat, grouped, or `full`: a line each; in the seat's language, unless another is named."""
        from referee.moves_told import moves_text  # noqa: PLC0415  Jinja is slow to load

        said = language or self.index.language(seat)
        return moves_text(
            self.game, self.content, self.view(seat), self.choices(seat), full=full, language=said
        )
