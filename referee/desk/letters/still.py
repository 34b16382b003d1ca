"""What a letter says of clocks that stand still or run again: the end of a pause (H15), the end of a vacation (H14)."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.desk.letters.due import Due
from referee.house.time import PauseWithdrawn, VacationTaken
from referee.table.clocks.deadlines import clocks_of
from referee.table.table import Table
from referee.telling.times import told_time

Note = tuple[str, Mapping[str, Any]]


def still(table: Table, one: Due, due: Mapping[str, str], language: str) -> Iterator[Note]:
    """The notes of a letter; `due` are the deadlines after the last entry that it tells of."""
    yield from _running(table, one, due)
    yield from _away(table, one, language)


def _running(table: Table, one: Due, due: Mapping[str, str]) -> Iterator[Note]:
    """H15 In the letter that tells the end of a pause: that clocks run again, and who owes an answer until when."""
    dues = [(seat, at) for seat, at in due.items() if seat in table.seats]
    if dues and any(ends_pause(table, n) for n in range(one.since + 1, one.until + 1)):
        yield "clocks-run", {"dues": dues}


def _away(table: Table, one: Due, language: str) -> Iterator[Note]:
    """H14 In the letter that tells that a player is away: until when; the last such vacation of each seat."""
    entries = (table.points[n].entry for n in range(one.since + 1, one.until + 1))
    taken = dict.fromkeys(
        event.by for entry in entries for event in entry.events if isinstance(event, VacationTaken)
    )
    if not taken:
        return
    clocks = clocks_of(table, one.until + 1)
    for seat in taken:
        if spans := clocks.vacations(seat):
            yield "away-until", {"seat": seat, "at": told_time(spans[-1][1], clocks.zone(one.seat), language)}


def ends_pause(table: Table, n: int) -> bool:
    """Whether a seat has ended a pause by entry n."""
    withdrawn = any(isinstance(event, PauseWithdrawn) for event in table.points[n].entry.events)
    return withdrawn and clocks_of(table, n).paused() and not clocks_of(table, n + 1).paused()
