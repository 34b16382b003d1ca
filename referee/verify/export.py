"""Export: a record as one audience may have it, and the whole one when the game is over."""

from collections.abc import Iterator

from referee.house.chapters import PRIVATE_TO_PLAYER
from referee.record import seals
from referee.record.entries import Letter
from referee.record.file import text
from referee.table.index import Index, concerns, is_own
from referee.table.parts import Parts, name_of
from referee.table.points import Point
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.errors import NotAllowed
from referee.util.layout import Document
from referee.util.plain import changes


def whole(table: Table, *, keeper: bool = False) -> bytes:
    """The record as it is, for its keeper; for others, without private texts and only when the game is over.

    Raises `Faulty` while the game is on.
    """
    if keeper or isinstance(table, Redacted):
        return table.record.encode()
    if table.outcome is None:
        raise NotAllowed("export-on", game=table.id)
    return final(table, None, len(table.points))


def final(table: Table, seat: str | None, until: int) -> bytes:
    """The record before entry `until`, for a seat when the game is over: all but what others keep private.

    H20 What a seat said to the judge, and what it wrote that was not an order, is never told to anybody else.
    """
    return text(
        doc if _may_read(table, seat, n, doc) else seals.without(doc)
        for n, doc in enumerate(table.documents[:until])
    )


def _may_read(table: Table, seat: str | None, n: int, doc: Document) -> bool:
    """H3, H7 Whether the private texts of entry n, if it has any, belong to the present player of the seat."""
    mine = seat is not None and doc.get("seat") == seat and n >= table.index.taken.get(seat, 0)
    return mine and seals.PRIVATE in doc


def redacted(table: Table, seat: str | None) -> bytes:
    """The redacted record of a seat (None: an onlooker). Raises `Faulty` from another's redacted record."""
    if isinstance(table, Redacted):
        table.view(seat)
        return table.record.encode()
    return text(_documents(table, seat))


def _documents(table: Table, seat: str | None) -> Iterator[Document]:
    parts, before = Parts(table.seats), Index(table.game, table.seats)
    blank = table.game.view(table.game.blank(table.id, table.opening.options), seat)
    previous, name = seals.START, name_of(seat)
    for point, doc in zip(table.points, table.documents, strict=True):
        if concerns(point.entry, seat):
            part = parts.part(seat, point.entry, before, point.positions)
            told = {"entry": part["entry"]} if _withheld(table, seat, before.entries, point) else part
            view = changes(table.game.view(point.state, seat), blank)
            made = seals.redacted(doc, previous, name, told, view)
            mine = made["kind"] != seals.WITHHELD and _may_read(table, seat, before.entries, doc)
            yield made | ({seals.PRIVATE: doc[seals.PRIVATE]} if mine else {})
        before.take_in(point.entry)
        previous = bytes.fromhex(doc["seal"])


def _withheld(table: Table, seat: str | None, n: int, point: Point) -> bool:
    """H3, H7 Whether entry n is withheld from the present player of a seat that was taken over.

    While the game is on, the former player's letters, and what only that player was to know, are shown to
    nobody else.
    """
    if table.outcome is not None or n >= table.index.taken.get(seat, 0):
        return False
    own = any(told.seen.kind in PRIVATE_TO_PLAYER for told in point.told(seat))
    return own or (isinstance(point.entry, Letter) and is_own(point.entry, seat))
