"""What an audit finds."""

from dataclasses import dataclass

from referee.util.errors import Why


@dataclass(frozen=True, slots=True)
class Difference:
    """Where today's rules rule otherwise: the entry, the line's number (0: the entry as a whole), and how."""

    entry: int
    line: int
    why: Why


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found, and how many entries it looked at.

    `lines` is how many lines could be held to the rules, where that is not known of all: of a redacted record.
    """

    entries: int
    differences: tuple[Difference, ...]
    lines: int | None = None

    @property
    def clean(self) -> bool:
        """Whether today's rules come to the very same events."""
        return not self.differences
