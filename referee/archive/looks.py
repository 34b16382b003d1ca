"""How the table of a game looked to a reader after an entry: as text, and as a drawing.

A whole game can be looked at as any seat (None: an onlooker), a redacted record as its audience alone.
"""

from collections.abc import Iterable
from typing import Any

from referee.archive.moments import Happened
from referee.engine.events import Seen
from referee.house.invitation import awaited
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.telling.catalog import telling
from referee.telling.pictures import Drawing, drawing
from referee.telling.sentences import Reader, cited, reader_of


def view_at(table: Table, n: int, seat: str | None) -> Any:
    """The view of a seat after entry n. Raises `Faulty` from another audience's redacted record."""
    if isinstance(table, Redacted):
        table.view(seat)
        return awaited(table.view_after(n), table.known[n].house)
    return awaited(table.game.view(table.points[n].state, seat), table.points[n].house)


def reader_at(table: Table, n: int, seat: str | None, language: str = "en") -> Reader:
    """The reader who has that view. Raises `Faulty` as `view_at` does."""
    content = table.content if isinstance(table, Redacted) else table.points[n].content
    return reader_of(table.game, content, view_at(table, n, seat), language)


def table_text(reader: Reader) -> str:
    """The table as the text of a letter shows it."""
    shown = telling(reader.game).table(reader.view, reader.says.word)
    page = f"{reader.game.name}/table.txt"
    told = reader.says.render(page, reader.voice, table=shown, view=reader.view, game=reader.game)
    return told.strip("\n")


def table_drawing(reader: Reader) -> Drawing | None:
    """The table as the page of a letter draws it; None if the game has no drawing."""
    return drawing(reader, telling(reader.game).table(reader.view, reader.says.word))


def sentences(reader: Reader, happened: Iterable[Happened]) -> tuple[str, ...]:
    """What happened, a sentence an event, each with the number of its rule; nothing of what needs no line."""
    told = (cited(reader.event(Seen(one.kind, one.rule, one.fields)), one.rule) for one in happened)
    return tuple(one for one in told if one)
