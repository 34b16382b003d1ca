"""The time at the desk."""

from collections.abc import Callable
from datetime import datetime

from referee.util.times import stamp


class DeskClock:
    """What the clock shows, and the date of letters out.

    During a pass that is the time at which it began: a later one would tell how much mail of others there was
    to handle.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        """No pass has begun."""
        self.now = now
        self._began: datetime | None = None

    def begin(self) -> datetime:
        """A pass begins; returns the time."""
        self._began = self.now()
        return self._began

    def end(self) -> None:
        """Letters that are written from now on belong to no pass."""
        self._began = None

    def date(self) -> datetime:
        """The date of letters out."""
        return self._began or self.now()

    def stamp(self) -> str:
        """The time, as the record has it."""
        return stamp(self.now())
