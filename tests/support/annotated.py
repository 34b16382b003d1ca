"""The annotated games of `examples/`: a record, a notebook, and both as one text.

The text is what is edited; notebook and text are made of one another, to the byte.
"""

import hashlib
from itertools import count
from pathlib import Path

from referee.api import Table
from referee.archive.exchange.notes import notes_in
from referee.archive.exchange.reading import read
from referee.archive.exchange.telling import told_to
from referee.archive.exchange.writing import text_of
from referee.archive.notebook import Notebook
from referee.archive.outputs import for_all
from referee.record.file import text
from referee.record.stores import Memory
from referee.util.times import now
from support.golden import EXAMPLES

NOTES, TEXT = "notes.yaml", "game.txt"
OF_SINDRI = "sindri/games/three-gods"
"""The annotated game of a package that has to be installed: see `tests/sindri/test_annotated_sindri.py`."""
NAMES = sorted({str(path.parent.relative_to(EXAMPLES)) for path in EXAMPLES.rglob(NOTES)} - {OF_SINDRI})
"""Every other annotated game, `thunder/treasure-lost`."""


def notes_made(name: str) -> bytes:
    """The notebook that comes of the notes in the text, bound to the record as it is."""
    folder = EXAMPLES / name
    table, store, numbers = Table.load(folder / "record.yaml"), Memory(), count()
    notebook = Notebook(
        store, table, salts=lambda: hashlib.sha256(f"{name} {next(numbers)}".encode()).digest()
    )
    [game] = read((folder / TEXT).read_text("utf-8"))
    notes, problems = notes_in(game, table, len(game.entries), by="", clock=now)
    assert not problems
    for note in notes:
        notebook.add(note)
    return text(notebook.documents)


def notes_of(name: str) -> Notebook:
    """The notebook beside a record."""
    folder: Path = EXAMPLES / name
    return Notebook(Memory((folder / NOTES).read_bytes()), Table.load(folder / "record.yaml"))


def text_made(name: str) -> str:
    """The game with its notes as an exchange text, for everybody."""
    table = for_all(Table.load(EXAMPLES / name / "record.yaml"))
    return text_of([told_to(table, notes_of(name).notes, None)])
