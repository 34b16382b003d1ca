"""A notebook as it is handed out: the notes that one reader may have now, sealed as they stand in the whole one."""

from collections.abc import Iterator
from dataclasses import replace

from referee.archive.mailed import entries_of
from referee.archive.moments import moments
from referee.archive.notebook import Notebook
from referee.archive.notes import may_read
from referee.archive.walk import Tenures
from referee.table.table import Table


def handed_out(table: Table, notebook: Notebook, seat: str | None) -> bytes:
    """The notebook of a game as the present player of a seat may have it (None: an onlooker).

    Of what a former player of the seat noted for nobody else it tells only that it is there (H7). Notes that their
    writer opened at the end stand in it for that writer alone: what others may have was fixed when they were sealed.
    Both notebook and table are whole. Raises `Damaged`.
    """
    turn, over = int(table.position.partition(".")[0]), table.outcome is not None
    former = frozenset(_of_former(table, notebook, seat, turn=turn, over=over))
    return notebook.redacted(seat, turn=turn, over=over, shut=former)


def _of_former(table: Table, notebook: Notebook, seat: str | None, *, turn: int, over: bool) -> Iterator[int]:
    """The numbers of the documents with notes of former players of a seat that were for nobody else."""
    tenures = Tenures(moments(table))
    if seat is None or not tenures.changed:
        return
    letters = entries_of(table, notebook.notes)
    for number, (note, entry) in enumerate(zip(notebook.notes, letters, strict=True), 1):
        mine = note.seat == seat and tenures.of(note, entry) != tenures.last(seat)
        if mine and not may_read(replace(note, seat=""), seat, turn=turn, over=over):
            yield number
