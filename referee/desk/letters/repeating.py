"""What a letter tells again, and what it leaves out because an earlier one has told it: worked out from the record."""

from referee.desk.letters.due import Due, is_letter_of
from referee.record.entries import Letter
from referee.table.invitation import invited
from referee.table.table import Table
from referee.table.verdicts import PLAYED
from referee.telling.shape import OF_CLOCKS
from referee.util.row import count_before

OFTEN = 10
"""After so many letters one tells again how to answer, and when letters come."""


def explains(table: Table, one: Due) -> bool:
    """Whether a letter tells again how to answer, and what is possible at any time: only one that asks for an answer.

    It is the first one in play, or, of those that ask, the first that begins ten more.
    """
    if one.since < 0 or invited(table, one.since):
        return True
    if not _asks(table, one.until, one.seat):
        return False
    mine = table.index.concerning[one.seat]
    count = count_before(mine, one.since + 1)
    before = mine[max(0, count - OFTEN) : count][::-1]  # after so many it is ten more in any case
    last = next((n for n in before if invited(table, n) or _asks(table, n, one.seat)), before[-1])
    return one.number // OFTEN > table.index.number(one.seat, last + 1) // OFTEN


def _asks(table: Table, n: int, seat: str) -> bool:
    """Whether after entry n a seat owes an answer."""
    point = table.points[n]
    return seat in (point.house.waiting or [one.seat for one in table.game.owed(point.state)])


def reminds(table: Table, one: Due) -> bool:
    """Whether a letter tells again how it is chosen when letters come.

    It is the first one in play, or the first after nine others.
    """
    if one.since < 0 or invited(table, one.since):
        return True
    return one.number // OFTEN > table.index.number(one.seat, one.since + 1) // OFTEN


def tabled(table: Table, one: Due) -> str:
    """The number of the letter before one that is due, if that shows the table for sure: it tells of what was played.

    It is "" for one that answers a letter in which nothing was played: it may leave the table out itself, as one
    does that tells of clocks alone.
    """
    if one.since < 0 or invited(table, one.since):
        return ""
    before = table.points[one.since].entry
    lines = before.lines if isinstance(before, Letter) and is_letter_of(table, one.since, one.seat) else None
    if lines is not None and not any(line.verdict == PLAYED for line in lines):
        return ""
    if all(type(event).__name__ in OF_CLOCKS for event in before.events):
        return ""
    return f"{table.id}.{one.seat}.{table.index.number(one.seat, one.since + 1)}"
