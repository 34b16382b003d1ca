"""The notebooks of a home's games: what letters note is written beside the record (H25, H26)."""

from collections.abc import Sequence
from typing import Any

from referee.archive import NAME
from referee.archive.mailed import missing, noted, write_down
from referee.archive.notebook import Notebook, NotesFile
from referee.archive.notes import Note
from referee.home.home import Home
from referee.record.signing import Sign
from referee.table.folded import Salts
from referee.table.table import Table
from referee.util import files
from referee.util.errors import Faulty


class Notebooks:
    """The notebooks of a home; each is read when it is asked for, since a keeper may write in it too."""

    def __init__(self, home: Home, salts: Salts, sign: Sign | None) -> None:
        """`salts` and `sign` seal the notes, as they do the entries of a record."""
        self._home, self._salts, self._sign = home, salts, sign

    def of(self, table: Table) -> Notebook:
        """The notebook of a game, which need not have any note yet. Raises `Faulty` for a damaged one; OSError."""
        file = NotesFile(self._home.folder(table.id) / NAME)
        try:
            return Notebook(file, table, salts=self._salts, sign=self._sign)
        except Faulty as fault:
            fault.where = fault.where or str(file.path)
            raise

    def keep(self, table: Table) -> int:
        """Write down what letters have noted and is not in the notebook yet; returns how many notes that is.

        That the notebook is complete is kept with the table, for to know it means to read the record whole. Raises
        `Faulty` for a damaged notebook; OSError.
        """
        if not table.index.noted or self._complete(table) == table.carried.get("notebook"):
            return 0
        count = write_down(table, self.of(table)) if next(noted(table), None) else 0
        table.carried["notebook"] = self._complete(table)
        return count

    def _complete(self, table: Table) -> tuple[Any, ...]:
        """What stays as it is for as long as a notebook that is complete stays so."""
        path, index = self._home.folder(table.id) / NAME, table.index
        known = index.noted, tuple(index.taken.items()), table.outcome is not None
        return (*known, *files.which(path.stat())) if path.exists() else known

    def notes(self, table: Table) -> Sequence[Note]:
        """All notes on a game, with those of letters that wait to be written down; those alone from a damaged file."""
        try:
            known: Sequence[Note] = self.of(table).notes
        except Faulty:
            known = ()
        return (*known, *missing(table, known))
