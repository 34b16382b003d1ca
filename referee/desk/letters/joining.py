"""Which letters of a person and what a program of the house does then are told in one mail (H34).

Worked out from the record, from who is a program, and from the writer's own view, so that it tells the writer nothing.
"""

from collections.abc import Callable, Collection

from referee.table.index import writer_of
from referee.table.invitation import invited
from referee.table.table import Table
from referee.table.verdicts import NOTED, PLAYED, PROSE, SAID

Joins = Callable[[int], bool]
"""Whether the answer to the letter of an entry also tells what a program does then."""
NEEDS_NO_ANSWER = frozenset({PLAYED, PROSE, SAID, NOTED})
"""Verdicts of lines of which the writer need not hear at once; a refusal and a question are answered at once."""


def alone(_entry: int) -> bool:
    """Where no program plays, each letter has an answer of its own."""
    return False


def joins(table: Table, n: int, seat: str, programs: Collection[str]) -> bool:
    """Whether entry n is a letter of a seat all of whose orders were played, and a program is to go on."""
    entry = table.points[n].entry
    if not programs or writer_of(entry) != seat:
        return False
    verdicts = {line.verdict for line in getattr(entry, "lines", ())}
    return PLAYED in verdicts and verdicts <= NEEDS_NO_ANSWER and goes_on(table, n, seat, programs)


def goes_on(table: Table, n: int, seat: str, programs: Collection[str]) -> bool:
    """Whether after entry n a program owes an answer, as the seat knows, and the seat itself owes none."""
    point = table.points[n]
    if invited(table, n) or point.house.rests or table.game.ended(point.state) is not None:
        return False
    owing = {one.seat for one in table.game.view(point.state, seat).owed}
    return seat not in owing and not owing.isdisjoint(programs)
