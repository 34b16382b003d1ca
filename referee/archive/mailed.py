"""The notes that came by mail (H25, H26): worked out from the record, and written into the notebook beside it.

The record is the only truth: a letter that notes something is an entry like any other, and the notebook follows it.
So a process may end anywhere. What is missing is written when the game is next looked at, and nothing twice.

What a player agrees to in play (`open notes`, `publish yes as NAME`) is written down when the game is over: before
that it is nobody else's business that there is such a note.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence

from referee.archive.consent import PUBLISHED
from referee.archive.notebook import Notebook
from referee.archive.notes import ALL, END, GLYPHS, LONGEST_NAME, OPENED, Note, taking_back
from referee.archive.places import Place
from referee.engine.events import Event
from referee.house.annotations import UNDONE, NamePublished, NotesOpened, Remarked
from referee.notation.archive_verbs import GAME
from referee.record.entries import Letter
from referee.record.private import is_shut
from referee.table.invitation import names_of
from referee.table.noted import entry_at
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.text import clean
from referee.util.times import moment
from referee.util.values import replace

Key = tuple[str, ...]


def noted(table: Table, seat: str | None = None) -> Iterator[tuple[int, Note]]:
    """The notes that letters brought, each with its entry: first those of play, then what counts from the end on.

    `seat`: those of one seat alone. Notes of a former player of a seat are that player's own, and stay there; what
    that player agreed to does not bind whoever came after (H7).
    """
    ended = next((n for n, point in enumerate(table.points) if _over(table, n, point.state)), None)
    names, end = names_of(table, len(table.points) - 1), "" if ended is None else table.points[ended].entry.at
    consents = list[tuple[int, Note]]()
    written = list[tuple[str, Note]]()
    for n, point in enumerate(table.points):
        entry = point.entry
        if not isinstance(entry, Letter) or (seat is not None and entry.seat != seat):
            continue
        if ended is not None and n > ended:
            yield from consents
            consents.clear()
        by = clean(names.get(entry.seat, ""))[:LONGEST_NAME] or entry.seat.title()
        for event in entry.events:
            if is_shut(getattr(event, "text", "")):
                continue  # in the record that others get, nothing is known of it
            if isinstance(event, Remarked):
                place = event.text.partition(":")[0]
                if event.kind == UNDONE:
                    yield from ((n, taking_back(note, entry.at)) for note in _last(written, event.by, place))
                else:
                    written.append((place, _remark(table, n, event, entry.at, by)))
                    yield n, written[-1][1]
            elif isinstance(event, NotesOpened | NamePublished) and n >= table.index.taken.get(entry.seat, 0):
                given = _consent(str(table.documents[n]["seal"]), event, max(entry.at, end), by)
                consents += [(n, given)]
    if ended is not None:
        yield from consents


def _over(table: Table, n: int, state: object) -> bool:
    return n > 0 and table.game.ended(state) is not None


def _last(written: list[tuple[str, Note]], seat: str, place: str) -> Sequence[Note]:
    """The last note of a seat on a place, of those that stand: it stands no more. () for none, as no referee writes."""
    there = [n for n, (where, note) in enumerate(written) if (note.seat, where) == (seat, place)]
    return (written.pop(there[-1])[1],) if there else ()


def bound(table: Table, seat: str, written: str, until: int) -> tuple[int, Place]:
    """The entry that a note by mail of a seat is about, and the place in it, as its writer knew it before `until`."""
    found = None if written == GAME else entry_at(table, seat, written, until)
    return (0, Place()) if found is None else (found, Place.written(written))


def _remark(table: Table, n: int, event: Remarked, at: str, by: str) -> Note:
    written, _, words = event.text.partition(":")
    found, place = bound(table, event.by, written, n)
    first, _, rest = words.strip().partition(" ")
    glyph = first if event.kind == "comment" and first in GLYPHS and not first.isalpha() else ""
    return Note(
        at=at,
        kind=event.kind,
        by=by,
        seat=event.by,
        about=str(table.documents[found]["seal"]),
        place=place,
        glyph=glyph,
        text=rest.strip() if glyph else words.strip(),
        **({} if event.over else {"to": (), "opens": END}),  # type: ignore[arg-type]
    )


def _consent(about: str, event: Event, at: str, by: str) -> Note:
    match event:
        case NamePublished(by=seat, text=name):
            return Note(at=at, kind=PUBLISHED, by=by, seat=seat, about=about, name=str(name), to=(ALL,))
        case NotesOpened(by=seat):
            return Note(at=at, kind=OPENED, by=by, seat=seat, about=about, to=(ALL,))
    raise TypeError(event)


def missing(table: Table, notes: Sequence[Note]) -> Iterator[Note]:
    """The notes that letters brought and that are not among these yet, in their order."""
    there = Counter(map(_key, notes))
    opened = {note.seat for note in notes if note.kind == OPENED}
    for _, note in noted(table):
        if note.kind == OPENED:
            if note.seat not in opened:
                opened.add(note.seat)
                yield note
            continue
        there[key := _key(note)] -= 1
        if there[key] < 0:
            yield note


def _key(note: Note) -> Key:
    """What makes a note the same as another, whenever it was written down."""
    return (note.kind, note.seat, note.about, str(note.place), note.glyph, note.name, note.text, *note.to)


def entries_of(table: Table, notes: Sequence[Note]) -> tuple[int | None, ...]:
    """The entry of the letter that brought each of these notes; None for one that came in another way.

    From a redacted record that is not known.
    """
    brought: dict[Key, deque[int]] = {}
    for n, note in () if isinstance(table, Redacted) else noted(table):
        brought.setdefault(_key(note), deque()).append(n)
    there = (brought.get(_key(note)) for note in notes)
    return tuple(left.popleft() if left else None for left in there)


def write_down(table: Table, notebook: Notebook) -> int:
    """Write the missing notes of letters into the notebook of a game; returns how many. Raises as `Notebook.add`."""
    count = 0
    for count, note in enumerate(list(missing(table, notebook.notes)), 1):  # noqa: B007  the last count is returned
        last = notebook.notes[-1].at if notebook.notes else note.at
        notebook.add(replace(note, at=max(note.at, last, key=moment)))
    return count


def with_mailed(table: Table, notes: Sequence[Note]) -> tuple[Note, ...]:
    """These notes, and after them those of letters that are not written down yet."""
    return (*notes, *missing(table, notes))
