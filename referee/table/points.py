"""The game after each entry of its record."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.engine.events import Seen, seen
from referee.house.rulings import RolledBack
from referee.house.state import House
from referee.record.entries import Entry, Letter
from referee.util.values import Value, field, replace

RESTS = "rests"
"""The key, among what is told of deadlines, for what is due while play rests (H20)."""
PAUSED, PAUSING = "paused", "pausing"
"""H15 The keys, among the same, by which clocks stand still by a pause; by which they run, and the reader wants one."""


class Told(Value):
    """One event as it was shown, at the public position it led to: `7.2` is action 2 of turn 7.

    `undone`: the table went back past it later, and its reader is told of it only now. `by`: the seat that did it by a
    letter, as far as the event names it; "" for what came by itself, by silence, or by the keeper, and in a redacted
    record, which does not hold who wrote.
    """

    position: str
    seen: Seen
    undone: bool = False
    by: str = ""

    @property
    def turn(self) -> int:
        """The number of the turn; 0 before the first."""
        return int(self.position.partition(".")[0])


class Point(Value):
    """The game after one entry: the state, the public position after each of its events, what the house knows.

    Attributes:
        content: the options in full, as of then.
        back: if this entry takes the table back (H21), by seat (None: an onlooker) the number of its letter
            that tells how the table stood.
    """

    entry: Entry
    state: Any
    positions: tuple[str, ...]
    house: House
    content: Mapping[str, Any] = field(default_factory=dict)
    back: Mapping[str | None, int] = field(default_factory=dict)

    def told(self, seat: str | None, first: int = 0) -> list[Told]:
        """What the entry showed a seat, from its event `first` on, with the public position each event led to."""
        return list(self._told(seat, first))

    def _told(self, seat: str | None, first: int) -> Iterator[Told]:
        for event, position in zip(self.entry.events[first:], self.positions[first:], strict=True):
            if (shown := seen(event, seat)) is None:
                continue
            if isinstance(event, RolledBack):
                shown = replace(shown, fields={**shown.fields, "back": self.back[seat]})
            yield Told(position, shown, by=self._writer(shown))

    def _writer(self, shown: Seen) -> str:
        """The seat whose letter the entry is, where what is shown names it: so it tells nothing more."""
        writer = self.entry.seat if isinstance(self.entry, Letter) else ""
        return writer if writer in shown.fields.values() else ""


def written_position(pair: tuple[int, int]) -> str:
    """A public position as it is written: `7.2` is action 2 of turn 7."""
    return f"{pair[0]}.{pair[1]}"
