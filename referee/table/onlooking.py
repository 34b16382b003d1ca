"""What an onlooker may be told of a game by now (H31): nothing later than the position so many turns ago.

Turns are those of public positions. Where the table has gone back, the turns that were undone are not told
any more, if they had not been told before.
"""

from bisect import bisect_right

from referee.engine.events import LeavesTheTable
from referee.house.chapters import event_named
from referee.house.rulings import RolledBack
from referee.table.invitation import invited
from referee.table.points import Told
from referee.table.table import Table


def turn_after(table: Table, n: int) -> int:
    """The turn at which the table stands after entry n, as all may know it."""
    return table.game.position(table.points[n].state)[0]


def over_after(table: Table, n: int) -> bool:
    """Whether the game is over after entry n."""
    return table.game.ended(table.points[n].state) is not None


def horizon(table: Table, delay: int, until: int | None = None) -> int | None:
    """The last entry of which an onlooker may be told, so many turns later; None if there is none yet.

    When the game is over, everything that is open to all may be told. Only entries before `until` count.
    """
    last = (len(table.points) if until is None else until) - 1
    if last < 0 or invited(table, last):
        return None
    if over_after(table, last):
        return last
    latest = turn_after(table, last) - delay
    told = (n for n in range(last, -1, -1) if not invited(table, n) and turn_after(table, n) <= latest)
    return next(told, None)


def first_entry(table: Table, n: int) -> int:
    """The first of the entries up to entry n that belong to the same turn, without a break."""
    turn = turn_after(table, n)
    while n and turn_after(table, n - 1) == turn and not invited(table, n - 1):
        n -= 1
    return n


def told_onlookers(table: Table, since: int, until: int) -> tuple[Told, ...]:
    """What is told of the entries after `since` up to `until`: what is open to all, and was not undone since.

    Words, and what clocks and judges did beside the table, are not undone.
    """
    told = list[tuple[int, Told]]()
    for n in range(since + 1, until + 1):
        for to in _back_to(table, n):
            told = [(at, one) for at, one in told if at <= to or _is_still(table, one)]
        told += [(n, one) for one in table.points[n].told(None)]
    return tuple(one for _, one in told)


def went_back(table: Table, since: int, until: int) -> int | None:
    """The turn at which the table stands again, if it went back before something told up to entry `since`.

    None if it did not.
    """
    moved = table.index.moved[None]
    last = moved[at - 1] if (at := bisect_right(moved, since)) else -1
    to = [one for n in range(since + 1, until + 1) for one in _back_to(table, n) if one < last]
    return turn_after(table, min(to)) if to else None


def _back_to(table: Table, n: int) -> list[int]:
    """The entries to which entry n takes the table back."""
    return [event.to for event in table.points[n].entry.events if isinstance(event, RolledBack)]


def _is_still(table: Table, one: Told) -> bool:
    kind = event_named(table.game, one.seen.kind)
    return kind is not None and issubclass(kind, LeavesTheTable)
