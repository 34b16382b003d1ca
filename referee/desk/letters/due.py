"""Which letters a record calls for: worked out from the record and nothing else.

Each seat's letters are numbered by the entries that concern it: letter 9 tells of the ninth. A letter of the
seat is answered by one letter, the receipt; everything else since the last letter is told together.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from referee.desk.letters.quotas import Withheld, all_answered
from referee.table.index import writer_of
from referee.table.table import Table


@dataclass(frozen=True, slots=True)
class Due:
    """A letter that is due: its number, and the entries it tells of, after `since` up to `until`."""

    seat: str
    number: int
    since: int
    until: int


def due(table: Table, seat: str, told: int, withheld: Withheld = all_answered) -> Iterator[Due]:
    """The letters due to a seat that has been told everything up to the letter of that number (0: nothing).

    If the answer to a letter of the seat is `withheld`, no letter is due for it; the next one that is due
    tells of it too.
    """
    index, mine = table.index, table.index.concerning[seat]
    known = index.reached(seat, told)
    since = mine[known - 1] if known else -1
    left: Due | None = None
    for count, n in enumerate(mine[known:], known + 1):
        at = index.numbered(seat, count)
        if not is_letter_of(table, n, seat):
            left = Due(seat, at, since, n)
        elif not withheld(n):
            yield Due(seat, at, since, n)
            since, left = n, None
    if left:
        yield left


def unanswered(table: Table, one: Due) -> list[int]:
    """The letters of the seat that this letter mentions without answering them: their answers were withheld."""
    mine = table.index.concerning[one.seat]
    between = mine[bisect_right(mine, one.since) : table.index.reached(one.seat, one.number) - 1]
    return [n for n in between if is_letter_of(table, n, one.seat)]


def due_up_to(table: Table, seat: str, told: int, number: int) -> Due:
    """The letter of that number, as it was due to a seat that had been told up to the letter `told`."""
    index, mine = table.index, table.index.concerning[seat]
    known = index.reached(seat, told)
    return Due(seat, number, mine[known - 1] if known else -1, mine[index.reached(seat, number) - 1])


def is_letter_of(table: Table, n: int, seat: str) -> bool:
    """Whether entry n is a letter of this seat (or of the arbiter), which is answered by a letter of its own."""
    return writer_of(table.points[n].entry) == seat
