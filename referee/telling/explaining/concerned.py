"""Which letters a dispute is about, and where in a record the table stood at a position."""

from referee.house.annotations import NUMBERS
from referee.notation.dispute_verbs import AT
from referee.record.entries import Letter
from referee.table.table import Table
from referee.table.verdicts import NO_ORDERS
from referee.util.errors import Faulty

MOST_LETTERS = 6


def position_of(text: str) -> tuple[int, int]:
    """A position as written, `7.2`; (0, 0) for any other text."""
    found = AT.match(text)
    return (int(found["turn"]), int(found["action"])) if found else (0, 0)


def concerned(table: Table, position: str, until: int, seat: str | None = None) -> tuple[int, ...]:
    """The letters that were ruled on at a position, or that led to it, before entry `until`; the last ones.

    For a seat: its own, and those that changed something for it. It is not told which others there were.
    """
    found = [
        n
        for n, point in enumerate(table.points[:until])
        if isinstance(point.entry, Letter)
        and (point.entry.position == position or position in point.positions)
        and (_says(point.entry) if seat in {None, point.entry.seat} else n in table.index.changed[seat])
    ]
    return tuple(found[-MOST_LETTERS:])


def _says(letter: Letter) -> bool:
    """Whether a line of a letter was more than words: a letter of words alone concerns no dispute."""
    return any(line.verdict not in NO_ORDERS and line.rule not in NUMBERS for line in letter.lines)


def last_at(table: Table, position: str, until: int) -> int | None:
    """The last entry before `until` after which the table stood at a position; None if it never did."""
    wanted = position_of(position)
    return next(
        (
            n
            for n in reversed(range(min(until, len(table.points))))
            if table.game.position(table.points[n].state) == wanted
            and (table.index.dealt is not None and n >= table.index.dealt)
        ),
        None,
    )


def around(table: Table, position: str, until: int, seat: str | None = None) -> tuple[int, int]:
    """The entries after which the table stood before and after what is disputed."""
    letters = concerned(table, position, until, seat)
    if letters:
        return letters[0] - 1, letters[-1]
    wanted, dealt = position_of(position), table.index.dealt or 0
    behind = [
        n
        for n in range(dealt, min(until, len(table.points)))
        if table.game.position(table.points[n].state) <= wanted
    ]
    at = behind[-1] if behind else dealt
    return at, at


def entry_at(table: Table, position: str) -> int:
    """The last entry after which the table stood at a position. Raises `Faulty`."""
    found = last_at(table, position, len(table.points))
    if found is None:
        raise Faulty("ruling-no-position", position=position)
    return found
