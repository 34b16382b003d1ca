"""Notes that their writers have taken back: a notebook is only added to, so that is a note as well.

A note of the kind `undone` takes back the last note of the same writer that still stands and that is about the same
place, for the same readers. So whoever may read the one may read the other.
"""

from collections.abc import Iterable
from dataclasses import replace

from referee.archive.notes import Note
from referee.house.annotations import UNDONE

__all__ = ["UNDONE", "standing", "taking_back"]


def standing(notes: Iterable[Note]) -> tuple[Note, ...]:
    """The notes that were not taken back, in their order; without those that take back."""
    kept = list[Note]()
    for note in notes:
        if note.kind != UNDONE:
            kept.append(note)
            continue
        found = (n for n in reversed(range(len(kept))) if _whose(kept[n]) == _whose(note))
        if (last := next(found, None)) is not None:
            del kept[last]
    return tuple(kept)


def taking_back(note: Note, at: str) -> Note:
    """The note that takes back another, at a time (RFC 3339, UTC), if no later one of its writer stands there."""
    return replace(note, at=at, kind=UNDONE, glyph="", name="", text="")


def _whose(note: Note) -> tuple[object, ...]:
    """What a note has in common with the one that takes it back."""
    return (note.by, note.seat, note.about, note.place, frozenset(note.to), note.opens)
