"""What became of a letter: the ruling, and the receipt its writer gets."""

from collections.abc import Callable
from functools import cached_property

from referee.play import Ruled


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
