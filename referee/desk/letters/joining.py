"""Which letters of a person are told in one mail with what answers them: a program (H34), or an order beforehand (H27).

An order beforehand answers in the pass that rules on the letter; for a program the answer may wait (`awaited`).
Worked out from the record, from who is a program, and from the writer's own view, so that it tells the writer nothing.
"""

from collections.abc import Callable, Collection

from referee.record.entries import Entry, Letter
from referee.table.beforehand import plays
from referee.table.foreseeing import due
from referee.table.index import writer_of
from referee.table.invitation import invited
from referee.table.table import Table
from referee.table.verdicts import ANSWERED, NOTED, PLAYED, PROSE, SAID

Joins = Callable[[int], bool]
"""Whether the answer to the letter of an entry also tells what answers it."""
NEEDS_NO_ANSWER = frozenset({PLAYED, PROSE, SAID, NOTED})
"""Verdicts of lines of which the writer need not hear at once; a refusal and a question are answered at once."""


def alone(_entry: int) -> bool:
    """Where no program plays, each letter has an answer of its own."""
    return False


def joins(table: Table, n: int, seat: str, programs: Collection[str]) -> bool:
    """Whether entry n is a letter of a seat that is told together with what answers it.

    Orders beforehand of another have, and the seat was shown it; or all its orders were played, and a program is to
    go on.
    """
    entry = table.points[n].entry
    if answered_beforehand(table, n, seat):
        return True
    if not programs or writer_of(entry) != seat:
        return False
    verdicts = {line.verdict for line in getattr(entry, "lines", ())}
    return PLAYED in verdicts and verdicts <= NEEDS_NO_ANSWER and goes_on(table, n, seat, programs)


def answered_beforehand(table: Table, n: int, seat: str) -> bool:
    """H27 Whether what a seat is shown next after its letter is played by an order beforehand.

    By one of its own, or, if something was played by the letter, by one of another. Not where the letter asks
    something: the answer tells how the table stood then. Orders beforehand that show the seat nothing may have been
    played in between: whether there are any must not be seen by the number of letters.
    """
    entry = table.points[n].entry
    if not asks_nothing(entry, seat):
        return False
    for then in range(n + 1, len(table.points)):
        if not plays(table.points[then].entry):
            return False
        if then in table.index.concerning[seat]:
            return writer_of(table.points[then].entry) == seat or orders(entry, seat)
    return False


def to_be_answered(table: Table, n: int, seat: str) -> bool:
    """H27 Whether the last entry n may be such a letter: an order beforehand is to be played now."""
    return n + 1 == len(table.points) and asks_nothing(table.points[n].entry, seat) and due(table) is not None


def asks_nothing(entry: Entry, seat: str) -> bool:
    """Whether an entry is a letter of a seat that asks nothing."""
    if not isinstance(entry, Letter) or entry.seat != seat:
        return False
    return not any(line.verdict == ANSWERED and not line.events for line in entry.lines[plays(entry) :])


def orders(entry: Entry, seat: str) -> bool:
    """Whether an entry is a letter of a seat by which something was played, and which asks nothing."""
    if not isinstance(entry, Letter) or not asks_nothing(entry, seat):
        return False
    return any(line.verdict == PLAYED for line in entry.lines[plays(entry) :])


def goes_on(table: Table, n: int, seat: str, programs: Collection[str]) -> bool:
    """Whether after entry n a program owes an answer, as the seat knows, and the seat itself owes none."""
    point = table.points[n]
    if invited(table, n) or point.house.rests or table.game.ended(point.state) is not None:
        return False
    owing = {one.seat for one in table.game.view(point.state, seat).owed}
    return seat not in owing and not owing.isdisjoint(programs)
