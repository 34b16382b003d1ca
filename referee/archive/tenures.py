"""Who sat in a seat when: what a former player noted stays that player's own (H3, H7)."""

from collections.abc import Sequence

from referee.archive.moments import Moment
from referee.archive.notes import Note
from referee.util.times import moment as time_of

TAKEN = "SeatTaken"
"""The event by which a seat gets another player."""


class Tenures:
    """The players of each seat of a game, one after another, counted from 0."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        """Of the game with these moments."""
        self._taken: dict[str, list[Moment]] = {}
        for one in moments:
            for event in one.happened:
                if event.kind == TAKEN:
                    self._taken.setdefault(event.fields.get("by", ""), []).append(one)

    def at(self, seat: str, moment: Moment) -> int:
        """Whose the seat was in a moment."""
        return sum(one.number <= moment.number for one in self._taken.get(seat, ()))

    def of(self, note: Note, entry: int | None) -> int | None:
        """Who wrote a note on a seat's behalf: by the entry of the letter it came by, else by its time.

        None where neither is known. What came in the very second of a change counts as the former player's.
        """
        taken = self._taken.get(note.seat, ())
        if entry is not None:
            return sum(one.number <= entry for one in taken)
        if not all(one.at for one in taken):
            return None
        return sum(time_of(one.at) < time_of(note.at) for one in taken)

    @property
    def changed(self) -> bool:
        """Whether any seat got another player."""
        return bool(self._taken)

    def last(self, seat: str) -> int:
        """The player who sits there now."""
        return len(self._taken.get(seat, ()))
