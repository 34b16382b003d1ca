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

What a seat wrote beside its orders while the game was on (`{a trap} !?`), and what it noted for itself until the end
(for nobody, opened at the end), is told to others when its player has opened it. A note that its writer has taken
back is not told.
"""

from collections.abc import Iterable, Iterator, Sequence

from referee.archive.mailed import entries_of
from referee.archive.moments import Moment, moments
from referee.archive.notebook import Notebook
from referee.archive.notes import END, OPENED, Note, may_read, standing
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.times import moment as time_of
from referee.util.values import Value, replace

# Who sat in a seat when: what a former player noted stays that player's own (H3, H7).


TAKEN = "SeatTaken"
"""The event by which a seat gets another player."""


class Tenures:
    """The players of each seat of a game, one after another, counted from 0."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        """Of the game with these moments."""
        self._taken: dict[str, list[Moment]] = {}
        for one in moments:
            for event in one.happened:
                if event.kind == TAKEN:
                    self._taken.setdefault(event.fields.get("by", ""), []).append(one)

    def at(self, seat: str, moment: Moment) -> int:
        """Whose the seat was in a moment."""
        return sum(one.number <= moment.number for one in self._taken.get(seat, ()))

    def of(self, note: Note, entry: int | None) -> int | None:
        """Who wrote a note on a seat's behalf: by the entry of the letter it came by, else by its time.

        None where neither is known. What came in the very second of a change counts as the former player's.
        """
        taken = self._taken.get(note.seat, ())
        if entry is not None:
            return sum(one.number <= entry for one in taken)
        if not all(one.at for one in taken):
            return None
        return sum(time_of(one.at) < time_of(note.at) for one in taken)

    @property
    def changed(self) -> bool:
        """Whether any seat got another player."""
        return bool(self._taken)

    def last(self, seat: str) -> int:
        """The player who sits there now."""
        return len(self._taken.get(seat, ()))


class Thought(Value):
    """What a seat wrote beside an order of its letter: the number of the line, the move, the glyph and the remark."""

    seat: str
    line: int
    move: str
    glyph: str
    text: str


class Step(Value):
    """A moment of a game, the notes on it in the order they were written, and the thoughts of that time."""

    moment: Moment
    notes: tuple[Note, ...]
    thoughts: tuple[Thought, ...]


def walk(table: Table, notes: Iterable[Note] = (), reader: str | None = None) -> tuple[Step, ...]:
    """The game for a reader (None: an onlooker), who is shown the notes and thoughts that they may read now."""
    turn = int(table.position.partition(".")[0])
    over, known, every = table.outcome is not None, moments(table), tuple(standing(notes))
    tenures = Tenures(known)
    opened = frozenset(_opened(every, known, tenures)) if over else frozenset()
    audience = table.audience if isinstance(table, Redacted) else None
    mine = opened | {(seat, tenures.last(seat)) for seat in (reader, audience) if seat}

    def told(note: Note, entry: int | None) -> bool:
        own = note.seat and (note.seat, tenures.of(note, entry)) in mine
        if own and (note.seat == reader or (over and note.opens == END and not note.to)):
            return True
        return may_read(replace(note, seat=""), reader, turn=turn, over=over)

    letters = entries_of(table, every) if tenures.changed else (None,) * len(every)
    open_now = [note for note, entry in zip(every, letters, strict=True) if told(note, entry)]
    return tuple(
        Step(
            one,
            tuple(note for note in open_now if note.about == one.seal),
            tuple(_thoughts(one, mine, tenures)),
        )
        for one in known
    )


def _opened(notes: Sequence[Note], known: Sequence[Moment], tenures: Tenures) -> Iterator[tuple[str, int]]:
    """The players who have opened what they noted, as seat and tenure: who sat there in the moment it is bound to.

    What is bound to the game as a whole is said by whoever sits there now.
    """
    bound = {one.seal: one for one in known[1:]}
    for note in notes:
        if note.kind == OPENED:
            said = bound.get(note.about)
            yield note.seat, tenures.at(note.seat, said) if said else tenures.last(note.seat)


def _thoughts(moment: Moment, mine: frozenset[tuple[str, int]], tenures: Tenures) -> Iterator[Thought]:
    """H3 A remark is its writer's own, unless the writer has opened it."""
    if moment.letter is None or (moment.letter.seat, tenures.at(moment.letter.seat, moment)) not in mine:
        return
    for line in moment.letter.lines:
        if line.remark or line.mark:
            yield Thought(moment.letter.seat, line.number, line.move, line.mark, line.remark)


# A notebook as it is handed out: the notes that one reader may have now, sealed as they stand in the whole one.


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
