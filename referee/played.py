"""What became of a letter: the ruling, and the receipt its writer gets."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from referee.disputes import left_over
from referee.house import awaited
from referee.play import Ruled


def receipt_of(table: Any, seat: str, ruled: Ruled, points: int, language: str) -> str:
    """The receipt of a letter that was ruled on when the table had this many entries, itself included."""
    from referee.past_told import looked_up  # noqa: PLC0415  Jinja is slow to load
    from referee.receipt import receipt  # noqa: PLC0415

    view = table.game.view(ruled.state, seat)
    verdicts = looked_up(table, seat, ruled.verdicts, points, language)
    choices = left_over(table.index.house.docket, table.game.choices(view))
    told = table.told(seat, until=points)
    shown = awaited(view, table.index.house)
    return receipt(table.game, table.content, shown, verdicts, choices, language=language, history=told)


class Played:
    """What became of a letter: what was ruled, and the receipt its writer gets."""

    def __init__(self, ruled: Ruled, made: Callable[[], str], entry: int = 0) -> None:
        """Keep the ruling; the receipt is made when it is first asked for. `entry` is that of the letter."""
        self.ruled, self.entry = ruled, entry
        self._made = made

    @cached_property
    def receipt(self) -> str:
        """For each line what became of it, as text for its writer."""
        return self._made()

    @property
    def verdicts(self) -> tuple[str, ...]:
        """For each line: played, refused, passed-over, misread, ambiguous, not-played, prose, said, noted or answered."""
        return tuple(verdict.kind for verdict in self.ruled.verdicts)

    @property
    def complete(self) -> bool:
        """Whether no line was refused, misread, unclear or left unplayed."""
        return not {"refused", "misread", "ambiguous", "not-played"} & set(self.verdicts)

    def __str__(self) -> str:
        return self.receipt
