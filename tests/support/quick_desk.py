"""The whole desk, cheaply: for searches through thousands of games whose files are not needed afterwards.

Only repeated work is left out, never a part of the desk. A table is kept from pass to pass while its record
is as the table wrote it. A document is read once. A picture is replaced by a digest of its drawing, so two
are equal exactly when the drawings are. Letters to seats that are not watched are short. Nothing is synced.
"""

import hashlib
import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from referee.api import Table
from referee.desk import desk as desks
from referee.desk.letters.due import Due
from referee.desk.letters.writer import Writer
from referee.record import file as record
from referee.record import reading
from referee.record.stores import File
from referee.telling import pictures
from referee.telling.letter import Bodies
from referee.util import files

MOST = 20_000
"""How many documents are remembered; then all are forgotten."""


class Kept:
    """What is remembered: documents by their bytes, the entries made from them, tables by the path of their record."""

    def __init__(self) -> None:
        self.documents: dict[bytes, Any] = {}
        self.entries: dict[tuple[int, str], Any] = {}
        self.tables: dict[str, Table] = {}

    def forget(self) -> None:
        """Forget everything."""
        self.documents.clear()
        self.entries.clear()
        self.tables.clear()

    def document(self, whole: Callable[..., Any]) -> Callable[..., Any]:
        """How a document is read: each only once."""

        def read(body: bytes, entry: int, name: str) -> Any:
            if body not in self.documents:
                if len(self.documents) > MOST:
                    self.documents.clear()
                    self.entries.clear()
                self.documents[body] = whole(body, entry, name)
            return self.documents[body]

        return read

    def entry(self, whole: Callable[..., Any]) -> Callable[..., Any]:
        """How an entry is made from a remembered document: each only once."""

        def made(doc: Any, game: Any, *more: Any, **others: Any) -> Any:
            key = (id(doc), game.name)
            if key not in self.entries:
                entry = whole(doc, game, *more, **others)
                # The document is kept with its entry, so that nothing else can get its id.
                self.entries[key] = (doc, entry)
            return self.entries[key][1]

        return made

    def table(self, store: Any, *given: Any, **how: Any) -> Table:
        """The table of a record; the remembered one, if the record is as that table last wrote it."""
        if not isinstance(store, File):
            return Table(store, *given, **how)
        place = str(store.path)
        if place in self.tables:
            table = self.tables[place]
            if _as_written(store.path, table):
                return table
        self.tables[place] = Table(store, *given, **how)
        return self.tables[place]


def _as_written(path: Any, table: Table) -> bool:
    """Whether a record ends as a table that wrote to it believes: its last mark depends on everything before it."""
    mark = table._last.mark.hex().encode()
    with path.open("rb") as file:
        file.seek(-len(mark) - 1, os.SEEK_END)
        return bool(file.read() == mark + b"\n")


def drawn(svg: str) -> bytes:
    """A stand-in for a picture: it begins like one, and is equal exactly if the drawing is."""
    return pictures.PNG + hashlib.sha256(svg.encode()).digest()


KEPT = Kept()


@contextmanager
def cheaply(short: Callable[[str, int], bool], *, whole: Collection[str] = ()) -> Iterator[None]:
    """Run the desk cheaply within this block; letters chosen by `short`, by seat and number, have a body of two lines.

    `whole` names what is done as usual: "pictures", "tables".
    """
    said = Writer.said

    def briefly(self: Writer, table: Table, one: Due, number: str) -> Bodies:
        if not short(one.seat, one.number):
            return said(self, table, one, number)
        seal = table.seal_for(one.seat, one.until + 1)
        return Bodies(f"Letter {number}\nSeal {seal}\n", f"<p>Letter {number}</p>", None, f"Letter {number}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _fd: None)
        patch.setattr(files, "sync_folder", lambda _path: None)
        patch.setattr(record, "_document", KEPT.document(record._document))
        patch.setattr(reading, "from_document", KEPT.entry(reading.from_document))
        if "pictures" not in whole:
            patch.setattr(pictures, "_rendered", drawn)
        if "tables" not in whole:
            patch.setattr(desks, "Table", KEPT.table)
        patch.setattr(Writer, "said", briefly)
        try:
            yield
        finally:
            KEPT.tables.clear()
