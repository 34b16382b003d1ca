"""A game stepped through by somebody who annotates it: where they stand, as whom they look, what they write.

    stepper = Stepper(Table.load("record.yaml"), notebook, by="Anna", seat="thor")
    stepper.go("7.2")
    stepper.write("comment", "The left column was lost here.", glyph="?")

While the game is on one looks as one's own seat, or as an onlooker, and everything here comes from what that reader
may know. When it is over, one may look as anybody.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.archive.lines import LINE, of_note
from referee.archive.lines.telling import rows_told
from referee.archive.looks import reader_at, sentences, table_text
from referee.archive.moments import Moment, moments
from referee.archive.notebook import Notebook
from referee.archive.notes import ALL, Note, may_read
from referee.archive.outputs.audience import for_all, for_seat
from referee.archive.places import Place, misplaced, place_in
from referee.archive.undone import standing, taking_back
from referee.archive.walk import Thought, walk
from referee.record.entries import Line
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.errors import Faulty
from referee.util.times import now

BEGINNING = ".0"
"""How the position ends at which a turn begins."""
EVERYTHING, ONLOOKER = "everything", "onlooker"
"""As whom one may look, beside the seats."""


@dataclass(frozen=True, slots=True)
class Page:
    """A moment as it is shown.

    Attributes:
        moment: the moment itself; `last` is the number of the last one.
        orders: the orders of its letter, as far as they are known.
        happened: a sentence for each event.
        notes, thoughts: what was said of it.
    """

    moment: Moment
    last: int
    orders: tuple[Line, ...]
    happened: tuple[str, ...]
    notes: tuple[Note, ...]
    thoughts: tuple[Thought, ...]


class Stepper:
    """How one person steps through a game and writes notes.

    `to` and `opens` are those of the notes to come.
    """

    def __init__(
        self, table: Table, notebook: Notebook, *, by: str, seat: str = "", clock: Callable[[], str] = now
    ) -> None:
        """Begin at the opening. `seat` is where the person sat, "" for none. Raises `Faulty`."""
        self._table, self.notebook, self._clock = table, notebook, clock
        self.by, self.seat, self.opens = by, seat, ""
        self.to: tuple[str, ...] = (ALL,)
        if isinstance(table, Redacted):
            self.viewers: tuple[str, ...] = (table.audience or ONLOOKER,)
        elif table.outcome is None:
            self.viewers = (seat or ONLOOKER,)
        else:
            self.viewers = (EVERYTHING, ONLOOKER, *table.seats)
        self.moments: Sequence[Moment] = ()
        self._at = 0
        self.look_as(self.viewers[0])

    def look_as(self, viewer: str) -> None:
        """Look as this seat, as an onlooker or at everything. Raises `Faulty` where that is not to be."""
        if viewer not in self.viewers:
            raise Faulty("step-viewer", given=viewer, known=self.viewers)
        before = self.moments[: self._at + 1]
        self.viewer = viewer
        self._reader = None if viewer in {EVERYTHING, ONLOOKER} else viewer
        self._known = for_all(self._table) if viewer == EVERYTHING else for_seat(self._table, self._reader)
        self.moments = moments(self._known)
        there = {one.seal: one for one in self.moments}
        same = (there[one.seal] for one in reversed(before) if one.seal in there)
        self.stand(next(same, self.moments[0]))

    def stand(self, moment: Moment, place: Place | None = None) -> None:
        """Go to a moment, and there to a place, else to the last position that it led to before the next turn began."""
        self._at = next(n for n, one in enumerate(self.moments) if one.seal == moment.seal)
        self._anywhere = place is None and bool(moment.positions)
        acted = [one for one in moment.positions if not one.endswith(BEGINNING)] or moment.positions
        self.place = place or Place(acted[-1] if acted else moment.began)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the game."""
        return self._table.seats

    @property
    def moment(self) -> Moment:
        """Where one stands."""
        return self.moments[self._at]

    def go(self, written: str) -> None:
        """Go to a place (see `referee.archive.places`); `line 2` alone is within where one stands. Raises `Faulty`."""
        if written.split(maxsplit=1)[:1] in (["line"], ["event"], ["card"]):
            _, place = place_in(self.moments, f"entry {self.moment.number} {written}")
            place = replace(place, position=self.place.position)
            if problem := misplaced(self.moments, self.moment, place):
                raise problem
            self.place = place
            return
        moment, place = place_in(self.moments, written)
        self.stand(moment, place)

    def step(self, by: int) -> None:
        """Go so many moments on, or back if negative, and no further than there are any."""
        self.stand(self.moments[max(0, min(len(self.moments) - 1, self._at + by))])

    def page(self) -> Page:
        """The moment where one stands, with the orders, sentences and notes that one may read."""
        return self._page(self._at, self.notes(), self._thoughts())

    def pages(self) -> Iterator[Page]:
        """The same for every moment."""
        notes, thoughts = self.notes(), self._thoughts()
        return (self._page(n, notes, thoughts) for n in range(len(self.moments)))

    def _page(self, n: int, notes: Sequence[Note], thoughts: Mapping[str, tuple[Thought, ...]]) -> Page:
        moment = self.moments[n]
        lines = moment.letter.lines if moment.letter else ()
        return Page(
            moment,
            len(self.moments) - 1,
            tuple(line for line in lines if line.move),
            sentences(reader_at(self._known, n, self._reader), moment.happened),
            tuple(note for note in notes if note.about == moment.seal),
            thoughts.get(moment.seal, ()),
        )

    def _thoughts(self) -> Mapping[str, tuple[Thought, ...]]:
        """H3 What seats thought in play, by the seal of its moment: one's own, and what was opened.

        That hangs on where one sat, not on as whom one looks.
        """
        steps = walk(self._table, self.notebook.notes, self.seat or None)
        return {step.moment.seal: step.thoughts for step in steps}

    def report(self) -> str:
        """The table after the moment as `referee show` tells it."""
        return self._known.at(self._at).report(self._reader).rstrip("\n")

    def board(self) -> str:
        """The table after the moment; where one looks at everything, as each player sees it."""
        readers = self._known.players if self.viewer == EVERYTHING else (self._reader,)
        return "\n\n".join(table_text(reader_at(self._known, self._at, one)) for one in readers)

    def notes(self) -> tuple[Note, ...]:
        """The notes that stand and that this person may read now, as whomever they look; their own among them."""
        over, turn = self._table.outcome is not None, int(self._table.position.partition(".")[0])
        return tuple(
            note
            for note in standing(self.notebook.notes)
            if self._mine(note) or may_read(note, self.seat or None, turn=turn, over=over)
        )

    def _mine(self, note: Note) -> bool:
        return (note.by, note.seat) == (self.by, self.seat)

    def write(self, kind: str, text: str = "", *, glyph: str = "", name: str = "") -> Note:
        """Write a note on where one stands, for the readers that are set. Raises what writing raises.

        A variation begins where the moment led to in the end, as the board shows it, unless one went to a place.
        """
        note = Note(
            at=self._clock(),
            by=self.by,
            seat=self.seat,
            kind=kind,
            about=self.moment.seal,
            place=Place(self.moment.positions[-1]) if kind == LINE and self._anywhere else self.place,
            text=text,
            glyph=glyph,
            name=name,
            to=self.to,
            opens=self.opens,
        )
        self.notebook.add(note)
        return note

    def ruled(self, note: Note) -> tuple[str, ...]:
        """What the referee says to the variation of a note, in rows: by what one's reader knows, or with all open."""
        table = self._table if self.viewer == EVERYTHING else self._known
        line = of_note(table, self.moment, note, None if self.viewer == EVERYTHING else self._reader)
        return rows_told(table, line)

    def undo(self) -> Note:
        """Take back one's last note, by another; gives the one that was taken back. Raises `Faulty` if none stands."""
        mine = [note for note in standing(self.notebook.notes) if self._mine(note)]
        if not mine:
            raise Faulty("step-nothing-to-undo", by=self.by)
        self.notebook.add(taking_back(mine[-1], self._clock()))
        return mine[-1]
