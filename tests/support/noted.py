"""Notes on one game of `examples/`, for tests."""

from typing import Any

from referee.api import Table
from referee.archive.fitting import notes_checked
from referee.archive.moments import moments
from referee.archive.notebook import Notebook
from referee.archive.notes import Note
from referee.archive.places import place_in
from referee.record.file import read_bytes, text
from referee.record.stores import Memory
from referee.table.table import Table as AnyTable
from referee.util.layout import Document
from support.golden import EXAMPLES

RECORD = EXAMPLES / "thunder" / "treasure-lost" / "record.yaml"
TABLE = Table.load(RECORD)
AT = "2026-02-01T09:00:00Z"
MOMENTS = moments(TABLE)


def note(where: str = "15.0", *, table: Table = TABLE, **more: Any) -> Note:
    """A comment of Anna's, unless it is said otherwise."""
    moment, place = place_in(moments(table), where)
    return Note(
        **{
            "at": AT,
            "kind": "comment",
            "by": "Anna",
            "about": moment.seal,
            "place": place,
            "text": "So.",
            **more,
        }
    )


def notebook(*notes: Note, table: AnyTable = TABLE, **how: Any) -> Notebook:
    """A notebook in memory with these notes."""
    made = Notebook(Memory(), table, **how)
    for one in notes:
        made.add(one)
    return made


def wrong(documents: list[Document], table: Table = TABLE) -> list[tuple[str, str]]:
    """What is wrong with a notebook of these documents: the note, and the key."""
    found = notes_checked(read_bytes(text(documents), "notes"), "notes", table)
    return [
        (one.place.partition(", note ")[2], one.key if one.key == "notes-damaged" else one.params["why"].key)
        for one in found
        if one.state == "wrong"
    ]
