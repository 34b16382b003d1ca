"""A small collection of games, with everything planted in it that must never be published."""

import shutil
from pathlib import Path
from typing import Any

from referee.api import Table
from referee.archive.collection.names import Names
from referee.archive.moments import moments
from referee.archive.notebook import Notebook, NotesFile
from referee.archive.notes import Note
from referee.archive.places import place_in
from support.golden import EXAMPLES

AT = "2026-01-01T08:00:00Z"
LATER = "2026-02-01T09:00:00Z"
PLANTED = (
    "ragnhild",
    "bartholomew",
    "ingeborg",
    "example.org",
    "bcdefghijklmnopqrstuvwxyz2",
    "proseword",
    "remarkword",
    "privateword",
    "sideword",
    "tagword",
    "fileword",
)
"""Words that stand in the records and notebooks, in small letters, and nowhere in what is published."""
NAMES = Names(b"k" * 32)
EIGHT = (
    *("thunder/both-treasures", "thunder/empty-battlefield", "thunder/first-blood", "thunder/no-action-left"),
    *(
        "thunder/treasure-lost",
        "odins_table/drawn",
        "odins_table/swap-into-the-fortress",
        "odins_table/three-home",
    ),
)
"""Finished games of `examples/`, without their notes."""


def eight(folder: Path) -> Path:
    """The records of these games in a folder, each under the name of its own."""
    for name in EIGHT:
        place = folder / name
        place.mkdir(parents=True)
        shutil.copy(EXAMPLES / name / "record.yaml", place)
    return folder


def ended(seed: str = "07", players: str = "thor:Ragnhild,loki:Bartholomew", **how: Any) -> Table:
    """A game of few letters in which Loki resigns; prose and remarks stand in the letters."""
    table = Table.open(
        "thunder",
        seed=seed,
        id=f"g{seed}",
        clock=lambda: AT,
        options={"players": players} if players else {},
        **how,
    )
    for seat in ("thor", "loki"):
        table.play(seat, f"{table.moves(seat)[0]} {{remarkword}} !?", at=AT)
    table.play(
        table.owed()[0].seat,
        ["Hello from proseword, ragnhild@example.org", table.moves(table.owed()[0].seat)[0]],
    )
    table.play("loki", f"resign {table.id}")
    assert table.outcome is not None
    return table


def note(table: Table, where: str = "game", **more: Any) -> Note:
    """A comment of Ragnhild's, who sat at Thor's, unless it is said otherwise."""
    moment, place = place_in(moments(table), where)
    told = {"at": LATER, "kind": "comment", "by": "Ragnhild", "seat": "thor", "text": "So.", **more}
    return Note(about=moment.seal, place=place, **told)


def notes_of(table: Table) -> tuple[Note, ...]:
    """Notes with names, an address and a secret in them, and some that are not for everybody."""
    return (
        note(
            table,
            text="Bartholomew told Ingeborg: RAGNHILD was lost; ragnhild@example.org, bcdefghijklmnopqrstuvwxyz2",
        ),
        note(table, by="Ingeborg", seat="", text="Ingeborg saw a nightmare coming."),
        note(table, by="Olaf", seat="", text="Olaf, too."),
        note(table, by="Olaf", seat="", kind="tag", name="Annotator", text="Olaf"),
        note(table, by="Olaf", seat="", kind="tag", name="event", text="Club of Bartholomew"),
        note(table, by="Olaf", seat="", kind="tag", name="password", text="tagword"),
        note(table, to=(), text="privateword"),
        note(table, to=("loki",), text="sideword"),
    )


def laid(folder: Path, table: Table, *notes: Note, name: str = "fileword") -> Path:
    """The record in a folder of its own, with its notes; gives the path of the record."""
    place = folder / name
    place.mkdir(parents=True)
    path = place / "record.yaml"
    path.write_text(table.record, "utf-8")
    book = Notebook(NotesFile(place / "notes.yaml"), table)
    for one in notes:
        book.add(one)
    return path


def found_in(*places: Path) -> set[tuple[str, str]]:
    """The planted words that stand in any file of these folders, or in its name: the word, and the file."""
    files = [path for place in places for path in ([place] if place.is_file() else place.rglob("*"))]
    return {
        (word, path.name)
        for path in files
        for word in PLANTED
        if word.encode() in path.name.lower().encode()
        or (
            path.is_file()
            and any(word.encode(code) in path.read_bytes().lower() for code in ("utf-8", "utf-16-le"))
        )
    }
