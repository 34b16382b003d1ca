"""The lines of an entry that were accepted: what later lots are bound to (see `referee.lots`)."""

from collections.abc import Iterator

from referee.entries import Entry, Letter
from referee.rulings import SAME, PlayedFor, PlayedOn, RolledBack


def accepted(entry: Entry) -> Iterator[tuple[str, str]]:
    """Whose and which, in canonical notation, in order: of a letter its played lines, of a ruling those played for a seat.

    A letter with which another one is taken back (H22) leaves none: nothing is played behind the line that agrees.
    """
    if not isinstance(entry, Letter):
        yield from ((one.of, one.line) for one in entry.events if isinstance(one, PlayedFor | PlayedOn))
    elif lots_go_back(entry) is None:
        yield from ((entry.seat, line.move) for line in entry.lines if line.verdict == "played")


def lots_go_back(entry: Entry) -> int | None:
    """The entry after which the lots fall again as they fell (H21, H22); None if they go on."""
    found = (event for event in entry.events if isinstance(event, RolledBack) and event.lots == SAME)
    return next((event.to for event in found), None)
