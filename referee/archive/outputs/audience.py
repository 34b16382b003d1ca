"""A game as one audience may have it, so that what is made of it can hold nothing else."""

from referee.api import Table
from referee.table import table as tables
from referee.verify import export


def for_seat(table: tables.Table, seat: str | None) -> Table:
    """The game as a seat (None: an onlooker) may have it.

    Raises `Faulty` from another audience's redacted record.
    """
    return Table.load(export.redacted(table, seat))


def for_all(table: tables.Table, *, keeper: bool = False) -> Table:
    """The game as everybody may have it when it is over, or all of it for its `keeper`.

    Of a redacted record it is all that it holds. Raises `Faulty` while the game is on.
    """
    return Table.load(export.whole(table, keeper=keeper))
