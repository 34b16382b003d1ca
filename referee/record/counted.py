"""Which lines of an entry count for later lots, and whether the lots go back to an earlier entry."""

from collections.abc import Iterator

from referee.engine.lots import done
from referee.house.rulings import SAME, PlayedFor, PlayedOn, RolledBack
from referee.record.entries import Entry, Letter


def accepted(entry: Entry) -> Iterator[tuple[str, str]]:
    """Each line that counts, in order, as its seat and text.

    These are the played lines of a letter, or the lines that a ruling played for a seat. A letter that takes
    another one back (H22) has none: nothing is played after the line that agrees.
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
    for event in entry.events:
        if type(event) is RolledBack and event.lots == SAME:
            return event.to
    return None
