"""The lines of an entry that were played, as far as later lots are bound to them (see `referee.lots`)."""

from collections.abc import Iterator

from referee.entries import Entry, Letter
from referee.lots import done
from referee.rulings import SAME, PlayedFor, PlayedOn, RolledBack


def accepted(entry: Entry) -> Iterator[tuple[str, str]]:
    """Whose and what, in order, of each line that counts: of a letter its played lines, of a ruling those played for a seat.

    A letter with which another one is taken back (H22) leaves none: nothing is played after the line that agrees.
    """
    if not isinstance(entry, Letter):
        played = [(one.of, one.line) for one in entry.events if isinstance(one, PlayedFor | PlayedOn)]
    elif lots_go_back(entry) is None:
        played = [(entry.seat, line.move) for line in entry.lines if line.verdict == "played"]
    else:
        played = []
    yield from ((seat, move) for seat, line in played if (move := done(line)))


def lots_go_back(entry: Entry) -> int | None:
    """The entry after which the lots fall again as they fell (H21, H22); None if they go on."""
    found = (event for event in entry.events if isinstance(event, RolledBack) and event.lots == SAME)
    return next((event.to for event in found), None)
