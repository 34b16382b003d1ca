"""A game told to one reader: what that reader knows of it, with the notes that the reader may read now."""

from collections.abc import Iterable

from referee.archive.exchange.model import Game
from referee.archive.exchange.telling import told
from referee.archive.notes import Note, may_read
from referee.table.table import Table


def told_to(table: Table, notes: Iterable[Note], reader: str | None, *, everything: bool = False) -> Game:
    """The game as it is at hand for a reader (None: an onlooker), with the notes that are open to this reader.

    With `everything` it is for the keeper, and every note stands there.
    """
    turn, over = int(table.position.partition(".")[0]), table.outcome is not None
    mine = [note for note in notes if everything or may_read(note, reader, turn=turn, over=over)]
    return told(table, mine)
