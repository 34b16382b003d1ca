"""The annotated games of `examples/`: their notebooks, made from what was typed at `referee annotate`.

`annotate.txt` beside a record holds the sessions, one after another. Each begins with a line that says who sat there
and when:

    === Anna (thor), 2026-02-01T09:00:00Z

and goes on with the commands as they were typed, each a minute after the one before. Empty lines between them only
part them for a reader.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from pathlib import Path

from referee.api import Table
from referee.archive.exchange.reader import told_to
from referee.archive.exchange.writing import text_of
from referee.archive.notebook import Notebook
from referee.archive.outputs.audience import for_all
from referee.archive.stepping import Stepper
from referee.cli.outputs.stepping import Session, obey
from referee.record.file import text
from referee.record.stores import Memory
from referee.util.times import moment, stamp
from support.golden import EXAMPLES

TYPED, NOTES, TEXT = "annotate.txt", "notes.yaml", "game.txt"
OF_SINDRI = "sindri/games/three-gods"
"""The annotated game of a package that has to be installed: see `tests/sindri/test_annotated_sindri.py`."""
NAMES = sorted({str(path.parent.relative_to(EXAMPLES)) for path in EXAMPLES.rglob(TYPED)} - {OF_SINDRI})
"""Every other annotated game, `thunder/treasure-lost`."""
HEAD = re.compile(r"=== (?P<by>[^(),]+?)(?: \((?P<seat>[a-z]+)\))?, (?P<at>\S+)")


@dataclass(frozen=True)
class Sitting:
    """What one person typed, one after another, from a time on."""

    by: str
    seat: str
    at: str
    lines: Sequence[str]


def sittings(typed: str) -> Iterator[Sitting]:
    """The sessions of a file. Raises ValueError for one that does not begin as it should."""
    _, *parts = re.split(r"^(?==== )", typed, flags=re.MULTILINE)
    for part in parts:
        head, *lines = part.splitlines()
        if (found := HEAD.fullmatch(head)) is None:
            raise ValueError(head)
        yield Sitting(found["by"], found["seat"] or "", found["at"], [line for line in lines if line.strip()])


def notes_made(name: str) -> bytes:
    """The notebook that comes of what was typed. Raises `Faulty` for a wrong command."""
    folder = EXAMPLES / name
    table, store, numbers = Table.load(folder / "record.yaml"), Memory(), count()
    notebook = Notebook(
        store, table, salts=lambda: hashlib.sha256(f"{name} {next(numbers)}".encode()).digest()
    )
    for one in sittings((folder / TYPED).read_text("utf-8")):
        minutes = count()
        clock = lambda one=one, minutes=minutes: stamp(moment(one.at) + timedelta(minutes=next(minutes)))  # noqa: E731
        lines = iter(one.lines)
        session = Session(Stepper(table, notebook, by=one.by, seat=one.seat, clock=clock), lines)
        for line in lines:
            obey(session, line)
    return text(notebook.documents)


def notes_of(name: str) -> Notebook:
    """The notebook beside a record."""
    folder: Path = EXAMPLES / name
    return Notebook(Memory((folder / NOTES).read_bytes()), Table.load(folder / "record.yaml"))


def text_made(name: str) -> str:
    """The game with its notes as an exchange text, for everybody."""
    table = for_all(Table.load(EXAMPLES / name / "record.yaml"))
    return text_of([told_to(table, notes_of(name).notes, None)])
