"""Which letters a record calls for: worked out from the record and nothing else.

Each seat's letters are numbered by the entries that concern it: letter 9 tells of the ninth. A letter of the
seat is answered by one letter, the receipt; everything else since the last letter is told together. The packet of a
dispute, made at once when a letter raises it (H20), is told its writer in the receipt. Where an order
beforehand answers a letter, or a program of the house is to go on after it, the letter that tells what came of that is
the receipt too (`referee.desk.letters.joining`).
"""

from collections.abc import Callable, Iterator, Sequence

from referee.desk.letters.joining import Joins, alone
from referee.desk.letters.quotas import Withheld, all_answered
from referee.house.disputes import PACKET, Appealed, Disputed
from referee.table.beforehand import plays
from referee.table.index import writer_of
from referee.table.table import Table
from referee.util.row import count_before
from referee.util.values import Value


class Due(Value):
    """A letter that is due: its number, and the entries it tells of, after `since` up to `until`."""

    seat: str
    number: int
    since: int
    until: int


Calls = Callable[[Table, str, int, int], bool]
"""Whether what a seat was shown after an entry, up to another, calls for a letter at once."""


def everything_calls(_table: Table, _seat: str, _since: int, _until: int) -> bool:
    """Each pass tells each seat what it was shown."""
    return True


def due(
    table: Table,
    seat: str,
    told: int,
    withheld: Withheld = all_answered,
    calls: Calls = everything_calls,
    joins: Joins = alone,
) -> Iterator[Due]:
    """The letters due to a seat that has been told everything up to the letter of that number (0: nothing).

    If the answer to a letter of the seat is `withheld`, none is due for it; the next one that is due tells of it
    too, as of what does not call for a letter. The answer to a letter that `joins` what comes then tells that too, up
    to the next letter of the seat; and an order beforehand of the seat that this sets off is told with it (H27).
    """
    index, mine = table.index, table.index.concerning[seat]
    known = index.reached(seat, told)
    since = mine[known - 1] if known else -1
    left: Due | None = None
    joined: Due | None = None
    by_hand = False
    for count, n in enumerate(mine[known:], known + 1):
        at = index.numbered(seat, count)
        if n == told_until(table, seat, since):
            continue  # the receipt told it
        if not is_letter_of(table, n, seat):
            left, by_hand = Due(seat, at, since, n), by_hand or not plays(table.points[n].entry)
        elif withheld(n):
            by_hand = True
        else:
            if joined and (by_hand or not plays(table.points[n].entry)):
                yield (whole := left or joined)
                since = whole.until
            left, by_hand, joined = None, False, Due(seat, at, since, n)
            if not joins(n):
                yield joined
                since, joined = n, None
    if joined:
        yield left or joined
    elif left and calls(table, seat, told_until(table, seat, left.since), left.until):
        yield left


def told_until(table: Table, seat: str, n: int) -> int:
    """The last entry of which the letter about entry n tells: n, or the packet that is made of it at once (H20).

    It is made of a letter that raises a dispute, or appeals, in the second in which it is entered.
    """
    if not (0 <= n < len(table.points) - 1 and is_letter_of(table, n, seat)):
        return n
    raised = any(isinstance(event, Disputed | Appealed) for event in table.points[n].entry.events)
    return n + 1 if raised and getattr(table.points[n + 1].entry, "act", "") == PACKET else n


def told_before(table: Table, seat: str, until: int, withheld: Withheld, calls: Calls) -> int:
    """The number of the last letter to a seat about entries before `until`, if each pass ruled on one letter."""
    index, since, last = table.index, -1, 0
    for count, n in enumerate(index.concerning[seat], 1):
        if n >= until:
            break
        if n == told_until(table, seat, since):
            continue
        own = is_letter_of(table, n, seat)
        if not withheld(n) if own else calls(table, seat, told_until(table, seat, since), n):
            since, last = n, index.numbered(seat, count)
    return last


def answered(table: Table, one: Due, withheld: Withheld) -> int | None:
    """The letter of the seat that this letter answers: the last entry that it tells of, or one before it (H34)."""
    return next(iter(receipted(table, one, withheld)), None)


def receipted(table: Table, one: Due, withheld: Withheld) -> Sequence[int]:
    """The letter of the seat that this letter answers, and the orders beforehand of its writer that it set off.

    Or that what answered it beforehand did. Without a letter, such orders alone (H27).
    """
    last = is_letter_of(table, one.until, one.seat)
    found = [n for n in _own_between(table, one) if not withheld(n)] + [one.until] * last
    run, mine = found[-1:], table.index.concerning[one.seat]
    for before in reversed(found[:-1]):
        since = mine[count_before(mine, before + 1) : count_before(mine, run[0] + 1)]
        if not all(plays(table.points[n].entry) for n in since):
            break
        run.insert(0, before)
    return run


def unanswered(table: Table, one: Due, withheld: Withheld) -> list[int]:
    """The letters of the seat that this letter mentions without answering them: their answers were withheld."""
    told = receipted(table, one, withheld)
    return [n for n in _own_between(table, one) if n not in told]


def _own_between(table: Table, one: Due) -> list[int]:
    """The letters of the seat before the last entry that this letter tells of."""
    mine = table.index.concerning[one.seat]
    between = mine[count_before(mine, one.since + 1) : table.index.reached(one.seat, one.number) - 1]
    return [n for n in between if is_letter_of(table, n, one.seat)]


def due_up_to(table: Table, seat: str, told: int, number: int) -> Due:
    """The letter of that number, as it was due to a seat that had been told up to the letter `told`."""
    index, mine = table.index, table.index.concerning[seat]
    known = index.reached(seat, told)
    return Due(seat, number, mine[known - 1] if known else -1, mine[index.reached(seat, number) - 1])


def is_letter_of(table: Table, n: int, seat: str) -> bool:
    """Whether entry n is a letter of this seat (or of the arbiter), which is answered by a letter of its own."""
    return writer_of(table.points[n].entry) == seat
