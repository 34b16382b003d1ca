"""By which name a player of a finished game may be published: by consent alone, which can be taken back.

Consent is a note of the kind `published`: its `seat` is the player's own, its `name` the name to be shown. The
last one counts; one without a name takes consent back. Whoever publishes a game uses a pseudonym otherwise.
"""

from collections.abc import Iterable

from referee.archive.moments import moments
from referee.archive.notes import ALL, Note, may_read
from referee.archive.undone import standing
from referee.table.table import Table
from referee.util.times import moment as time_of

PUBLISHED = "published"
"""The kind of the note by which a player consents to be named, or takes it back."""


def published_name(table: Table, notes: Iterable[Note], seat: str) -> str:
    """The name under which the player of a seat may be published; "" without consent.

    Consent is open to everybody now, and was given by the present player of the seat (H8). Taking it back counts at
    once, whoever may read that note. An address is no name. `table` may be redacted.
    """
    over = table.outcome is not None
    turn = int(table.position.partition(".")[0])
    since, name = _seated(table, seat), ""
    for note in standing(notes):
        if note.kind != PUBLISHED or note.seat != seat:
            continue
        if not note.name:
            name = ""
        elif ALL in note.to and may_read(note, None, turn=turn, over=over):
            name = note.name if _counts(note, since) else ""
    return "" if "@" in name else name


def _seated(table: Table, seat: str) -> str | None:
    """When the present player took the seat over: "" if it is the first one, None if the time is not known."""
    entry = table.index.taken.get(seat)
    return "" if entry is None else moments(table)[entry].at or None


def _counts(note: Note, since: str | None) -> bool:
    """H8 The consent of a player whose seat somebody else has taken over does not hold for that person."""
    return since == "" or (since is not None and time_of(note.at) >= time_of(since))
