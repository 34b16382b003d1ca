"""What became of a letter."""

from referee.table.ruling import Ruled


class Played:
    """What became of a letter: what was ruled."""

    def __init__(self, ruled: Ruled, entry: int = 0) -> None:
        """Keep the ruling; `entry` is that of the letter."""
        self.ruled, self.entry = ruled, entry

    @property
    def verdicts(self) -> tuple[str, ...]:
        """For each line: played, refused, passed-over, misread, ambiguous, not-played, prose, said, noted or answered."""
        return tuple(verdict.kind for verdict in self.ruled.verdicts)

    @property
    def complete(self) -> bool:
        """Whether no line was refused, misread, unclear or left unplayed."""
        return not {"refused", "misread", "ambiguous", "not-played"} & set(self.verdicts)
