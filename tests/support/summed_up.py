"""The game in short, of a golden game, as the letter that tells its end tells it."""

from functools import cache

from referee.api import Table
from referee.desk.letters.uncovering import everything
from referee.table.points import Told
from referee.telling.glance import in_short
from referee.telling.sentences import Reader, reader_of
from support.golden import EXAMPLES


@cache
def played(name: str) -> tuple[Table, tuple[Told, ...]]:
    """A golden game and everything that happened in it."""
    table = Table.load(EXAMPLES / name / "record.yaml")
    return table, everything(table, len(table.points))


def reader_at_the_end(table: Table, seat: str | None, language: str = "en") -> Reader:
    """A seat as it reads the last letter."""
    point = table.points[-1]
    return reader_of(table.game, point.content, table.game.view(point.state, seat), language)


def summed_up(name: str, seat: str, language: str = "en") -> tuple[str, ...]:
    """The lines of the last letter to a seat that tell the game in short."""
    table, told = played(name)
    return in_short(reader_at_the_end(table, seat, language), told)
