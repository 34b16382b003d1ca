"""A game with all that was said of it, moment by moment.

>>> from referee import Table
>>> from referee.archive.walk import walk
>>> table = Table.load("examples/thunder/treasure-lost/record.yaml")
>>> steps = walk(table)
>>> len(steps), steps[-1].moment.positions
(18, ('16.1', '16.2'))
>>> [thought for step in steps for thought in step.thoughts]
[]
>>> [(thought.seat, thought.move, thought.glyph) for step in walk(table, reader="thor") for thought in step.thoughts]
[('thor', 'lay female-archer C1', '!')]

What a seat wrote beside its orders while the game was on (`{a trap} !?`) is told to others when its player has
opened it. A note that its writer has taken back is not told.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.archive.moments import Moment, moments
from referee.archive.notes import Note, may_read
from referee.archive.undone import standing
from referee.table.redacted import Redacted
from referee.table.table import Table

OPENED = "opened"
"""The kind of the note by which a player opens the thoughts of a seat."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a seat wrote beside an order of its letter: the number of the line, the move, the glyph and the remark."""

    seat: str
    line: int
    move: str
    glyph: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a game, the notes on it in the order they were written, and the thoughts of that time."""

    moment: Moment
    notes: tuple[Note, ...]
    thoughts: tuple[Thought, ...]


def walk(table: Table, notes: Iterable[Note] = (), reader: str | None = None) -> tuple[Step, ...]:
    """The game for a reader (None: an onlooker), who is shown the notes and thoughts that they may read now."""
    turn = int(table.position.partition(".")[0])
    over = table.outcome is not None
    open_now = [note for note in standing(notes) if may_read(note, reader, turn=turn, over=over)]
    opened = frozenset(note.seat for note in open_now if note.kind == OPENED and over)
    mine = opened | ({reader} if reader else frozenset())
    if isinstance(table, Redacted) and table.audience:
        mine |= {table.audience}
    return tuple(
        Step(one, tuple(note for note in open_now if note.about == one.seal), tuple(_thoughts(one, mine)))
        for one in moments(table)
    )


def _thoughts(moment: Moment, seats: frozenset[str]) -> Iterator[Thought]:
    """H3 A remark is its writer's own, unless the writer has opened it."""
    if moment.letter is None or moment.letter.seat not in seats:
        return
    for line in moment.letter.lines:
        if line.remark or line.mark:
            yield Thought(moment.letter.seat, line.number, line.move, line.mark, line.remark)


def told_of(steps: Sequence[Step], kind: str) -> Iterator[tuple[Moment, Note]]:
    """The notes of a kind, each with its moment: the bookmarks of a game, or its tags."""
    return ((step.moment, note) for step in steps for note in step.notes if note.kind == kind)
