"""What a letter tells of the notes on its game (H25): the notes that its reader may read, laid out."""

from collections.abc import Callable, Iterator, Sequence

from referee.archive.lines import KNOWN, LINE, OPEN, played_at
from referee.archive.lines.telling import rows_told
from referee.archive.mailed import bound, noted
from referee.archive.moments import moments
from referee.archive.notes import Note, standing
from referee.archive.replay import page
from referee.archive.walk import walk
from referee.house.annotations import NamePublished, NotesOpened, Remarked
from referee.notation.archive_verbs import EVERY, LONGEST_NAME, PUBLISH
from referee.notation.readings import Table as Question
from referee.notation.readings import Text
from referee.record.entries import Letter
from referee.table.invitation import names_of
from referee.table.noted import places_noted
from referee.table.table import Table
from referee.table.verdicts import Verdict
from referee.telling.answers.offered import After
from referee.telling.catalog import Catalog
from referee.telling.sentences import Reader, reader_of
from referee.util.errors import Faulty
from referee.util.text import block, clean, quoted, shown_size
from referee.util.times import moment
from referee.util.values import Value, replace

MOST = 12_000
"""How many bytes of notes a letter tells: the newest ones; all of them stand in the replay."""
MOST_PLAYED, MOST_LINES = 400, 3
"""How many characters of variations are played for one letter, and how many variations: none may take long."""
MOST_STEPS = 400
"""About how many orders of a variation are played in all worlds together, so that a letter keeps the desk a second."""
OF_A_GAME = EVERY - {PUBLISH}
"""The orders that mean a game that was dealt; a name can be published, or not, before."""
TOLD = frozenset({"comment", "position", "bookmark", "question", "line", "tag"})
"""The kinds of notes that are told; the others say who may read what, and by which name."""


class Asking(Value):
    """What one letter of a seat asks of the notes on its game: answered from what it may read before entry `until`.

    `notes` gives all notes on a game.
    """

    table: Table
    seat: str
    until: int
    language: str
    notes: Callable[[Table], Sequence[Note]]

    def answered(self, verdicts: Sequence[Verdict], *, replayed: bool) -> tuple[Verdict, ...]:
        """The verdicts of the letter, with its questions about notes answered and its variations played.

        `replayed`: the replay goes with the answer, if it was asked for.
        """
        listed, room, left, made = "", MOST_PLAYED, MOST_LINES, list[Verdict]()
        for verdict in verdicts:
            line = next(
                (one for one in verdict.events if isinstance(one, Remarked) and one.kind == LINE), None
            )
            if asks(verdict, "notes"):
                listed = listed or "\n".join(_laid_out(self.reader(), self.seat, list(self.readable())))
                made.append(replace(verdict, told=listed))
            elif asks(verdict, "replay"):
                key = "replay-attached" if replayed else "replay-none"
                made.append(replace(verdict, told=block(self.reader().text(key, game=self.table.id), "")))
            elif line is None:
                made.append(verdict)
            elif (left := left - 1) >= 0 and (room := room - len(line.text)) >= 0:
                made.append(replace(verdict, told="\n".join(self._variation(line))))
            else:
                apart = self.reader().text("line-apart", most=MOST_PLAYED, count=MOST_LINES)
                made.append(replace(verdict, told=block(apart, "")))
        return tuple(made)

    def replay(self) -> str:
        """The game as a page: all of it when it is over, else as the seat knows it, with its own notes."""
        table = self.table if self.until == len(self.table.points) else self.table.at(self.until - 1)
        notes = tuple(self._as_of(self.notes(table)) if self._over else self.readable())
        return page(table, notes, reader=self.seat, language=self.language)

    def reader(self) -> Reader:
        """Who is told, seeing the table as it stands."""
        point = self.table.points[self.until - 1]
        view = self.table.game.view(point.state, self.seat)
        return reader_of(self.table.game, point.content, view, self.language)

    def readable(self) -> Iterator[Note]:
        """The notes that the seat may read.

        In play those are its own, by what its letters say: nobody else's notes are even looked at.
        """
        if not self._over:
            first = self.table.index.taken.get(self.seat, 0)
            own = standing(note for n, note in noted(self.table, self.seat) if first <= n < self.until)
            yield from (note for note in own if note.kind in TOLD)
            return
        for step in walk(self.table, tuple(self._as_of(self.notes(self.table))), self.seat):
            yield from (note for note in step.notes if note.kind in TOLD)

    @property
    def _over(self) -> bool:
        return self.table.game.ended(self.table.points[self.until - 1].state) is not None

    def _as_of(self, notes: Sequence[Note]) -> Iterator[Note]:
        """The notes that were written by then."""
        at = moment(self.table.points[self.until - 1].entry.at)
        return (note for note in notes if moment(note.at) <= at)

    def _variation(self, line: Remarked) -> Iterator[str]:
        """A variation as the referee plays it: in play by what the seat knew there, with all open after the end."""
        written, _, words = line.text.partition(":")
        found, place = bound(self.table, self.seat, written, self.until - 1)
        begins = moments(self.table)[found]
        look = OPEN if line.over else KNOWN
        try:
            played = played_at(
                self.table,
                begins,
                place,
                words.strip(),
                self.seat,
                look=look,
                language=self.language,
                most=MOST_STEPS,
            )
        except Faulty:
            return  # a place at which no table stood: the variation is kept as a text
        room = MOST
        for row in rows_told(self.table, played, self.language):
            if (room := room - shown_size(row)) < 0:
                return
            yield from block(row, "").split("\n")


def asks(verdict: Verdict, verb: str) -> bool:
    """Whether a line asks for that."""
    reading = verdict.line.reading
    return verdict.kind == "answered" and isinstance(reading, Question) and reading.verb == verb


def of_a_game_played(verdicts: Sequence[Verdict]) -> bool:
    """Whether a letter asks what only a game that was dealt can give: its replay, its notes, or a note on it."""
    readings = (verdict.line.reading for verdict in verdicts)
    return any(isinstance(one, Question | Text) and one.verb in OF_A_GAME for one in readings)


def asked(table: Table, seat: str, until: int, says: Catalog) -> After:
    """What the present player of a seat is asked in the last letter, which tells of the entries before `until`.

    Whether to open what that player noted in play, if there is anything; and whether to be named, if that was not
    said before: by the player's name, or where none is known by what the seat is called in the reader's language.
    """
    mine = [
        point.entry
        for n, point in enumerate(table.points[:until])
        if n >= table.index.taken.get(seat, 0)
        and isinstance(point.entry, Letter)
        and point.entry.seat == seat
    ]
    events = [event for letter in mine for event in letter.events]
    thought = any(line.remark or line.mark for letter in mine for line in letter.lines)
    thought |= bool(places_noted(table, seat, until))
    opened = any(isinstance(event, NotesOpened) for event in events)
    named = any(isinstance(event, NamePublished) for event in events)
    name = names_of(table, until - 1).get(seat, "") or (
        says.say("seats", seat) if says.has("seats", seat) else seat.title()
    )
    return After(thought and not opened, "" if named else clean(name)[:LONGEST_NAME])


def _laid_out(reader: Reader, seat: str, notes: Sequence[Note]) -> Iterator[str]:
    texts = [list(_told(reader, seat, note)) for note in notes]
    room, first = MOST, len(texts)
    while first and (room := room - sum(map(shown_size, texts[first - 1]))) >= 0:
        first -= 1
    if not texts:
        yield reader.text("notes-none")
    if first:
        yield from block(reader.text("notes-more", count=first), "").split("\n")
    for lines in texts[first:]:
        yield from lines


def _told(reader: Reader, seat: str, note: Note) -> Iterator[str]:
    """A note, told to a seat: where it stands, who wrote it and when; below it the words."""
    values = {
        "place": note.place.position,
        "line": note.place.line,
        "event": note.place.event,
        "nth": note.place.nth,
        "card": note.place.card,
        "kind": note.kind,
        "by": note.by,
        "seat": note.seat,
        "at": note.at,
        "glyph": note.glyph,
        "name": note.name,
        "own": note.seat == seat and note.opens != "" and not note.to,
    }
    yield from block(reader.text("note-told", **values), "").split("\n")
    if note.text:
        yield from quoted(note.text)
