"""Export: a record as one audience may have it, and the whole one when the game is over."""

from collections.abc import Iterator

from referee import seals
from referee.entries import Letter
from referee.game import Faulty
from referee.house import OWN
from referee.index import Index, concerns, is_own
from referee.layout import Document
from referee.parts import Parts, name_of
from referee.points import Point
from referee.record import text
from referee.redacted import Redacted
from referee.table import Table


def whole(table: Table, *, keeper: bool = False) -> bytes:
    """The record as it is. Raises `Faulty` while the game is on, unless it is for its keeper, who sees all."""
    if not (keeper or isinstance(table, Redacted) or table.outcome is not None):
        raise Faulty("export-on", game=table.id)
    return table.record.encode()


def redacted(table: Table, seat: str | None) -> bytes:
    """The redacted record of a seat (None: an onlooker). Raises `Faulty` for a game of format 1, or from another's redacted record."""
    if isinstance(table, Redacted):
        table.view(seat)
        return table.record.encode()
    if table.opening.format == 1:
        raise Faulty("export-format", game=table.id)
    return text(_documents(table, seat))


def unbound(table: Table) -> tuple[tuple[int, str], ...]:
    """The parts that the seals of a whole record do not bind as they are made today: entry, and name of the audience.

    A seal shows that a part is the one it was; this, that it was the right one. () for a game of format 1, which binds none.
    """
    if table.opening.format == 1:
        return ()
    parts, before, found = (
        Parts(table.game, table.id, table.content),
        Index(table.game),
        list[tuple[int, str]](),
    )
    for point, doc in zip(table.points, table.documents, strict=True):
        made = parts.of(point.entry, before, point.state, point.positions)
        found += [(before.entries, name) for name in seals.wrong_leaves(doc, made)]
        before.take_in(point.entry)
    return tuple(found)


def _documents(table: Table, seat: str | None) -> Iterator[Document]:
    parts, before = Parts(table.game, table.id, table.points[0].content), Index(table.game)
    previous, name = seals.START, name_of(seat)
    for point, doc in zip(table.points, table.documents, strict=True):
        if concerns(point.entry, seat):
            part = parts.part(seat, point.entry, before, point.state, point.positions)
            told = {"entry": part["entry"]} if _withheld(table, seat, before.entries, point) else part
            yield seals.redacted(doc, previous, name, told)
        before.take_in(point.entry)
        previous = bytes.fromhex(doc["seal"])


def _withheld(table: Table, seat: str | None, n: int, point: Point) -> bool:
    """H3, H7 While a game is on, the letters of a player whose seat was taken over are nobody else's, nor what is a player's own."""
    if table.outcome is not None or n >= table.index.taken.get(seat, 0):
        return False
    own = any(told.seen.kind in OWN for told in point.told(seat))
    return own or (isinstance(point.entry, Letter) and is_own(point.entry, seat))
