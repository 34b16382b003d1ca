"""Where in a record the places stand that a player writes notes on (H25), as far as that player knows the game."""

from collections.abc import Iterator

from referee.house.annotations import Remarked
from referee.record.entries import Letter
from referee.table.index import is_own
from referee.table.source import Source


def entry_at(table: Source, seat: str, position: str, until: int) -> int | None:
    """The last entry before `until` that led to a position, else the last letter that was ruled on there.

    Looked at is what the seat was shown, and its own letters; once the game was over before `until`, everything.
    None where the game never came to it.
    """
    over = table.game.ended(table.points[until - 1].state) is not None
    began: int | None = None
    for n in reversed(range(until) if over else table.index.concerning[seat]):
        point = table.points[n]
        if n >= until:
            continue
        if position in (point.positions if over else {one.position for one in point.told(seat)}):
            return n
        stood = point.entry.position if isinstance(point.entry, Letter) else ""
        if began is None and stood == position and (over or is_own(point.entry, seat)):
            began = n
    return began


def times_noted(table: Source, seat: str, until: int) -> Iterator[str]:
    """When each note of a seat came, in its letters before entry `until` (RFC 3339, UTC)."""
    for n in table.index.posted[seat]:
        if n < until:
            entry = table.points[n].entry
            yield from (entry.at for event in entry.events if isinstance(event, Remarked))
