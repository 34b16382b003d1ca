"""A booklet: an annotated game to print, with boards at the positions that are marked.

It is laid out as HTML from `templates/booklet.html`, and from that as PDF by WeasyPrint (the extra `booklet`). Nothing
is fetched: the only file beside the page itself is our own font. The same booklet gives the same bytes with the same
versions of WeasyPrint and of the fonts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from importlib.util import find_spec
from typing import Any

from referee.archive.collection.names import SOMEBODY, Cast, Names, cast
from referee.archive.lines import of_note
from referee.archive.lines.telling import MoveTold, moves_told
from referee.archive.moments import moments
from referee.archive.notes import GLYPHS, Note
from referee.archive.replay.boards import opened
from referee.archive.replay.data import BOOKMARK, NAMED, seat_called
from referee.archive.replay.html import film_of
from referee.archive.replay.said import TAG, Document, said_of
from referee.house.chapters import PRIVATE_TO_PLAYER
from referee.house.invitation import awaited
from referee.notation.languages import locale_of
from referee.table.points import Told
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.telling.catalog import telling
from referee.telling.glance import outcome
from referee.telling.pictures import FONT, drawing
from referee.telling.sentences import Reader, reader_of, turn_heading
from referee.util import data as share
from referee.util.errors import NotInstalled
from referee.util.regexes import regex
from referee.util.values import Struct, Value, field, replace

# Who is named in a booklet: players by their consent alone, annotators who signed as such.


class Unnamed(Names):
    """A booklet has no key for pseudonyms: who has not agreed to be named is somebody."""

    def hidden(self, name: str) -> str:  # noqa: ARG002  as its base has it
        """What a person without consent is called."""
        return SOMEBODY


def people_of(table: Table, notes: Iterable[Note], reader: Reader) -> Cast:
    """What each player is called, "" for who is called by the seat; and what becomes of names in texts.

    Who did not agree to be named is called by the seat in texts too, in the words of the reader.
    """
    found = cast(table, notes, Unnamed(b""))
    seats = {seat: "" if name == SOMEBODY else name for seat, name in found.seats.items()}
    playing = {part: seat for seat, name in table.view(table.usual_reader).names for part in parts_of(name)}
    called = {
        name: seat_called(reader, playing[name]) if name in playing else to
        for name, to in found.instead.items()
    }
    return replace(
        found, seats=seats, instead={name: to for name, to in called.items() if name not in found.kept}
    )


def parts_of(name: str) -> tuple[str, ...]:
    """A name and the words of it, in small letters."""
    whole = " ".join(name.casefold().split())
    return (whole, *whole.split())


LEFT_OUT = frozenset(
    {"SidesTaken", "SeatTaken", "Shuffled", "DeckFixed", "WordsCounted", "SecretTold", "Accepted"}
)
"""Events that name players, or are about lots and invitations: no part of what is read in a booklet."""
SAID = "Said"
ON_COVER = ("event", "annotator", "result")
"""Tags that have a place of their own on the cover."""


class Board(Value):
    """A drawing of the table as SVG, and what is said below it."""

    svg: str
    caption: str = ""


class Sentence(Value):
    """What happened: a sentence, and the number of its rule; `words` are what a player said."""

    text: str
    rule: str
    words: str = ""


class Remark(Value):
    """What somebody said of a step: the kind of note, who, the glyph, the text; of a variation, its moves."""

    kind: str
    by: str
    glyph: str
    text: str
    moves: tuple[MoveTold, ...] = ()


class Step(Value):
    """A step of the game: its position, the glyphs on it, what happened, what was said, the board if it is shown."""

    position: str
    glyphs: tuple[str, ...]
    told: tuple[Sentence, ...]
    remarks: tuple[Remark, ...]
    board: Board | None = None


class Turn(Struct, dict=True):
    """A turn: its heading, and its steps."""

    heading: str
    steps: list[Step] = field(default_factory=list)


class Booklet:
    """A booklet: its cover, its turns, its last page.

    Attributes:
        reader: in whose words and language it is told.
        title, name: the game by its rules, and the id of this one.
        tags: what is said of the game as a whole, by name.
        players: each seat with its name, "" where the player is not named.
        outcome: how it ended, "" while it is on.
        played: the first and the last day (ISO), "" where they are not known.
        about: what was said of the whole game.
        turns: the game.
        final: the board at the end.
        glyphs: those that occur, in order.
        seal: the seal of the last entry, in hex.
    """

    def __init__(
        self, table: Table, notes: tuple[Note, ...], seat: str | None, *, alone: bool, language: str
    ) -> None:
        """Make it, as `booklet` does."""
        self._film, steps = film_of(table, notes, seat, alone=alone)
        self._table, self._side, self._language = self._film.table, self._film.sides[-1], language
        self._people = people_of(self._table, notes, self._reader(0))
        self._moments = {one.seal: one for one in moments(self._table)}
        self._said = said_of(self._film, steps, {})
        last = len(self._film.frames) - 1
        self.reader = self._reader(last)
        self.title, self.name = self.reader.says.word("title", table.game.title), table.id
        self.tags = tuple((key, self._clean(text)) for key, text in self._said.tags)
        self.players = tuple(
            (seat_called(self.reader, one), self._people.seats.get(one, "")) for one in self._table.players
        )
        self.outcome = outcome(self.reader) if self.reader.view.outcome else ""
        days = [one.at[:10] for one in self._moments.values() if one.at]
        self.played = min(days, default=""), max(days, default="")
        self.about = tuple(map(self._remark, self._said.game))
        self.turns = tuple(self._turns())
        self.final = self._board(last)
        remarks = [*self.about, *(one for turn in self.turns for step in turn.steps for one in step.remarks)]
        used = {glyph for one in remarks for glyph in (one.glyph, *_glyphs(one.moves))}
        self.glyphs = tuple(glyph for glyph in GLYPHS if glyph in used)
        self.seal = str(self._table.documents[-1]["seal"])

    def tag(self, name: str) -> str:
        """The first tag of a name, or ""."""
        return next((text for key, text in self.tags if key == name), "")

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The tags without those that have a place of their own on the cover."""
        return tuple((key, text) for key, text in self.tags if key not in ON_COVER)

    def _clean(self, text: str) -> str:
        """A text without the names of players who have not agreed to be named."""
        return self._people.clean(text)

    def _reader(self, n: int) -> Reader:
        """The reader after frame n; with all cards open, where the film shows them."""
        film, seat = self._film, self._side.seat
        view = film.view(n, seat)
        if self._side.open:
            view = opened(view, [film.view(n, one) for one in self._table.seats])
        return reader_of(film.game, film.content(n), awaited(view, film.house(n)), self._language)

    def _board(self, n: int, caption: str = "") -> Board:
        """The table after frame n; without a drawing if the game has none."""
        reader = self._reader(n)
        drawn = drawing(reader, telling(reader.game).table(reader.view, reader.says.word))
        return Board(drawn.svg if drawn else "", caption)

    def _turns(self) -> Iterator[Turn]:
        """The game, turn by turn."""
        turn = Turn("")
        for n, frame in enumerate(self._film.frames):
            reader, told = self._reader(n), list[Sentence]()
            for one in self._film.told(n, self._side):
                if one.seen.kind == self._film.game.TURN.__name__:
                    yield from self._closed(turn, n, frame.position, told)
                    told = []
                    turn = Turn(turn_heading(reader, one))
                elif sentence := self._sentence(reader, one):
                    told.append(sentence)
            step = self._step(n, told)
            if step.told or step.remarks or step.board:
                turn.steps.append(step)
        yield from self._closed(turn, 0, "", [])

    def _closed(self, turn: Turn, n: int, position: str, told: Sequence[Sentence]) -> Iterator[Turn]:
        """A turn that is over, with what still happened in it; nothing for one in which nothing is told."""
        if told:
            turn.steps.append(Step(self._film.frames[n - 1].position if n else position, (), tuple(told), ()))
        if turn.steps:
            yield turn

    def _step(self, n: int, told: Sequence[Sentence]) -> Step:
        """A frame with all that is said of it."""
        documents = self._said.frames.get(n, [])
        names = [
            self._clean(one["text"])
            for one in documents
            if one["kind"] in {NAMED, BOOKMARK} and "text" in one
        ]
        marked = any(one["kind"] in {NAMED, BOOKMARK} for one in documents)
        remarks = tuple(self._remarks(documents))
        glyphs = dict.fromkeys(one.glyph for one in remarks if one.glyph)
        board = self._board(n, " · ".join(dict.fromkeys(names))) if marked else None
        return Step(self._film.frames[n].position, tuple(glyphs), tuple(told), remarks, board)

    def _remarks(self, documents: Sequence[Document]) -> Iterator[Remark]:
        """What was said, in the order it was said."""
        lines = {id(document): note for _, _, note, document in self._said.lines}
        for one in documents:
            if note := lines.get(id(one)):
                line = of_note(self._table, self._moments[note.about], note, self._side.seat)
                moves = moves_told(self._table, line, self._language)
                yield replace(self._remark(one), moves=moves)
            elif one["kind"] not in {NAMED, BOOKMARK, TAG}:
                yield self._remark(one)

    def _remark(self, one: Document) -> Remark:
        """A note as it is told."""
        return Remark(one["kind"], self._writer(one), one.get("glyph", ""), self._clean(one.get("text", "")))

    def _writer(self, one: Mapping[str, str]) -> str:
        """Who wrote a note: a player by consent, else the seat; who did not play by the name they signed with."""
        if seat := one.get("seat", ""):
            return self._people.seats.get(seat) or seat_called(self._reader(0), seat)
        return self._clean(one.get("by", ""))

    def _sentence(self, reader: Reader, one: Told) -> Sentence | None:
        """What happened, without the names of players; words of a player only by consent to be named."""
        kind, fields = one.seen.kind, one.seen.fields
        private = kind in PRIVATE_TO_PLAYER or (
            kind == SAID and not self._people.seats.get(str(fields.get("by")))
        )
        if kind in LEFT_OUT or private:
            return None
        first, *more = self._clean(reader.event(one.seen)).split("\n")
        words = " ".join(line.lstrip("| ") for line in more).strip()
        return Sentence(first, one.seen.rule, words) if first else None


def booklet(
    table: Table,
    notes: Iterable[Note] = (),
    *,
    seat: str | None = None,
    alone: bool = False,
    language: str = "",
) -> Booklet:
    """The booklet of a game for a reader, with the notes that this reader may read now.

    A game that is over is told with all cards open, unless `alone`: then, and of a game that is on or a redacted
    record, it tells what the reader knew and nothing else. Raises `Faulty` for another audience's record.
    """
    if isinstance(table, Redacted):
        table.view(seat)
    return Booklet(table, tuple(notes), seat, alone=alone, language=language or table.index.language(seat))


def _glyphs(moves: Sequence[MoveTold]) -> Iterator[str]:
    """The glyphs in a variation, "" among them."""
    for one in moves:
        yield one.move.written.glyph
        for branch in one.branches:
            yield from _glyphs(branch)


# Laid out.

BOARD_FONT = "font:board"
"""What the page calls the font of the boards."""
STYLE = regex(r'(<svg [^>]*?) style="[^"]*"')
"""How a drawing is fitted to a screen, which says nothing on paper."""


def as_html(book: Booklet) -> str:
    """The booklet as one HTML page, laid out for paper."""
    reader = book.reader
    writers = {one.by for turn in book.turns for step in turn.steps for one in step.remarks}
    return STYLE.sub(
        r"\1",
        reader.says.render(
            "booklet.html",
            reader.voice,
            book=book,
            days=days_of(book),
            several=len(writers - {""}) > 1,
            language=reader.says.language,
            style=share.text("templates", "booklet.css"),
        ),
    )


def days_of(book: Booklet) -> str:
    """From when to when the game was played, in the words of its language; "" if that is not known."""
    from babel.dates import format_date, format_interval  # noqa: PLC0415  slow to load

    if not book.played[0]:
        return ""
    first, last = (date.fromisoformat(day) for day in book.played)
    locale = locale_of(book.reader.says.language)
    if first == last:
        return format_date(first, "long", locale=locale)
    return str(format_interval(first, last, "yMMMd", locale=locale))


def as_pdf(book: Booklet) -> bytes:
    """The booklet as PDF. Raises `Faulty` if WeasyPrint, or a library that it needs, is not installed."""
    if find_spec("weasyprint") is None:
        raise NotInstalled("booklet-missing")
    try:
        from weasyprint import HTML  # noqa: PLC0415  an extra, which need not be there
    except OSError as error:
        raise NotInstalled("booklet-library", error=str(error).partition("\n")[0]) from error
    page = HTML(string=as_html(book), url_fetcher=_fetched, base_url="")
    made: bytes = page.write_pdf(pdf_identifier=bytes.fromhex(book.seal[:32]))
    return made


def _fetched(url: str, *_: Any, **__: Any) -> dict[str, Any]:
    """The one file that a booklet may name."""
    if url != BOARD_FONT:
        raise ValueError(url)
    return {"string": share.folder("templates").joinpath("fonts", FONT).read_bytes(), "mime_type": "font/ttf"}
