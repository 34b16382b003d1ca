"""The data of a replay, as they stand in the page: JSON by the schema `templates/replay.schema.json`."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from referee.archive.lines import Move, of_note
from referee.archive.lines.telling import MoveTold, moves_told
from referee.archive.moments import moments
from referee.archive.notes import Note
from referee.archive.replay.boards import Drawn, opened
from referee.archive.replay.frames import PLAYED, Film, Frame, Side, WholeFilm
from referee.archive.replay.said import Document, Said, glyphs_at
from referee.engine.choices import Choices
from referee.engine.events import face
from referee.engine.kit.customs import SidesTaken
from referee.house.players import SeatTaken
from referee.table.knowledge import Known
from referee.table.points import Told
from referee.table.source import some_of
from referee.telling.catalog import telling
from referee.telling.glance import outcome
from referee.telling.sentences import Reader, cited, reader_of, turn_heading, waited_for
from referee.util.errors import Faulty
from referee.util.values import Struct, Value, replace

# What a side is told of a frame, in sentences; and who has to answer then.


NAMING = frozenset({SidesTaken.__name__, SeatTaken.__name__})
"""Events that tell the names of players."""


def sentences(reader: Reader, told: Sequence[Told], called: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    """What happened, told to a reader, each with whether it is the heading of a turn that begins here.

    `called` has what stands for the name of a player, by that name.
    """
    for one in told:
        heads, named = one.seen.kind == reader.game.TURN.__name__, _named(one, called)
        text = turn_heading(reader, named) if heads else cited(reader.event(named.seen), named.seen.rule)
        if text:
            yield text, heads


def _named(one: Told, called: Mapping[str, str]) -> Told:
    """Who plays a seat is told by the name that may be told."""
    if one.seen.kind not in NAMING or not called:
        return one
    fields = {name: _renamed(value, called) for name, value in one.seen.fields.items()}
    return replace(one, seen=replace(one.seen, fields=fields))


def _renamed(value: Any, called: Mapping[str, str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_renamed(item, called) for item in value)
    return called.get(value, value) if isinstance(value, str) else value


def orders(film: Film, n: int, side: Side, reader: Reader) -> tuple[str, ...]:
    """The orders of a frame, in the words of the reader: a side is told its own, and the open side all."""
    frame = film.frames[n]
    if not (side.open or (side.seat and side.seat == frame.seat)):
        return ()
    return tuple(reader.order(line.move) for line in frame.lines if line.verdict == PLAYED and line.move)


def standing(reader: Reader) -> str:
    """How the game ended, or whose answer is due; "" where none is, as between two turns."""
    if reader.view.outcome:
        return outcome(reader)
    return waited_for(reader) if reader.view.owed else ""


# What a seat could not know: the cards that others knew and it did not, and when it learned of each.


class Hidden(NamedTuple):
    """A card that another seat knew from frame `since` to before frame `until`, and this one did not.

    `learned`: this seat was shown it then; else nobody knew it from then on, or the game ended.
    """

    card: str
    since: int
    until: int
    learned: bool


def hidden_from(film: WholeFilm, seat: str | None) -> tuple[Hidden, ...]:
    """The cards that were hidden from a seat (None: an onlooker) while another seat knew them, in their order."""
    return tuple(sorted(_spans(film, seat), key=lambda one: (one.since, one.card, one.until)))


def _spans(film: WholeFilm, seat: str | None) -> Iterator[Hidden]:
    since: dict[str, int] = {}
    for n, (others, mine) in enumerate(_known(film, seat)):
        for card in [one for one in since if one not in others or one in mine]:
            yield Hidden(face(card), since.pop(card), n, card in mine)
        since |= dict.fromkeys(others - mine - since.keys(), n)
    for card, first in since.items():
        yield Hidden(face(card), first, len(film.frames), learned=False)


def _known(film: WholeFilm, seat: str | None) -> Sequence[tuple[frozenset[str], frozenset[str]]]:
    """After each frame, the cards that other seats know, and those that this one knows."""
    known, found = Known(film.table.seats), []
    for n in range(len(film.frames)):
        for event in film.happened(n):
            known.take_in(event)
        others = [cards for other, cards in known.cards.items() if other is not None and other != seat]
        found.append((frozenset[str]().union(*others), known.cards[seat]))
    return found


# Questions to the reader: find the move that was played here, among all that could have been played.


MOST = 60
"""At most how many moves a question lists; of more, a sample that is always the same."""


def asked_at(film: Film, n: int, language: str) -> Document | None:
    """The move to be found at a frame: the next order of a seat from whose side the game may be seen, if there is one.

    Told is whose it is, the moves to choose from, which of them was played, and in which frame. The moves are those of
    that seat's own view: they tell nothing that it did not know.
    """
    later = next((m for m in range(n + 1, len(film.frames)) if film.frames[m].lines), None)
    if later is None:
        return None
    frame = film.frames[later]
    seat, played = frame.seat, frame.lines[0].move
    if all(side.seat != seat for side in film.sides):
        return None
    view = film.view(later - 1, seat)
    moves = _listed(film, film.game.choices(view), played)
    reader = reader_of(film.game, film.content(later - 1), view, language)
    told = [reader.order(move) for move in moves]
    return {"seat": seat, "moves": told, "played": moves.index(played), "frame": later}


def _listed(film: Film, choices: Choices, played: str) -> Sequence[str]:
    late = telling(film.game).ANY_TIME
    families = [one for one in choices.families if one.key not in late]
    moves = list(dict.fromkeys(move.written for one in families for move in some_of(one)))
    if len(moves) > MOST:
        moves = sorted(Random(len(moves)).sample(moves, MOST), key=moves.index)  # noqa: S311  a sample, not a lot
    return moves if played in moves else sorted([*moves[: MOST - 1], played])


FORM = 2
"""The version of this form."""
QUESTION, BOOKMARK, NAMED = "question", "bookmark", "position"
SECTION = "replay"
"""The section of the catalogs with the words of this page."""


class Maker(Struct, dict=True):
    """Makes the data of one film."""

    film: Film
    said: Said
    people: dict[str, str]
    language: str
    reader: str | None
    called: Mapping[str, str]

    def __post_init__(self) -> None:
        """Nothing has been drawn, and no sentence told: each stands once in the page, by its number."""
        self.texts: dict[str, int] = {}
        self.drawn = Drawn(self.film, self.language)
        self.keys = keys_of(self.film.frames)

    def document(self) -> Document:
        """All of it."""
        film = self.film
        # Frame by frame, so that the views of a frame are made once for all sides.
        shown = [[self._shows(n, side) for side in film.sides] for n in range(len(film.frames))]
        sides = [
            self._side(side, shows) for side, shows in zip(film.sides, zip(*shown, strict=True), strict=True)
        ]
        lines = Variations(film, self.drawn, self.reader, self.language)
        for n, moment, note, document in self.said.lines:
            if line := lines.moves(n, moment, note):
                document["moves"] = line
        last = self.drawn.reader(len(film.frames) - 1, film.sides[-1].seat)
        for one in (one for notes in self.said.frames.values() for one in notes if "card" in one):
            one["card"] = card_called(last, one["card"])
        return {
            "form": FORM,
            "rules": film.game.name,
            "language": self.language,
            "words": self._words(last),
            "frames": [self._frame(n) for n in range(len(film.frames))],
            "sides": sides,
            "texts": list(self.texts),
            "pieces": self.drawn.boards.pieces,
            "boards": self.drawn.boards.packed,
        }

    def _text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def _words(self, reader: Reader) -> dict[str, str]:
        """The words of the page that its script needs."""
        return {key: text for key, text in reader.says.entries[SECTION].items() if "{" not in text}

    def _frame(self, n: int) -> Document:
        frame, notes = self.film.frames[n], self.said.frames.get(n, [])
        found: Document = {"key": self.keys[n], "entry": frame.moment, "at": list(frame.positions)}
        told: dict[str, Any] = {
            "seat": frame.seat,
            "glyphs": list(glyphs_at(notes)),
            "notes": notes,
            "mark": any(one["kind"] in {BOOKMARK, QUESTION, NAMED} for one in notes),
            "asks": asked_at(self.film, n, self.language)
            if any(one["kind"] == QUESTION for one in notes)
            else None,
        }
        return found | {name: value for name, value in told.items() if value}

    def _side(self, side: Side, shows: Sequence[Document]) -> Document:
        made: Document = {"key": side.key, "shows": list(shows)}
        if isinstance(self.film, WholeFilm) and not side.open:
            made["hidden"] = list(self._hidden(self.film, side))
        return made

    def _shows(self, n: int, side: Side) -> Document:
        reader, film = self.drawn.reader(n, side.seat), self.film
        made: Document = {}
        if isinstance(film, WholeFilm):
            near = () if side.open else (self.drawn.closed(n, side.seat),)
            made = {"open": self.drawn.open(n, side.seat, film.others(side.seat), *near)}
        if not side.open:
            made["board"] = self.drawn.closed(n, side.seat)
        made["told"] = [
            [self._text(text)] if heads else self._text(text)
            for text, heads in sentences(reader, film.told(n, side), self.called)
        ]
        if mine := orders(film, n, side, reader):
            made["orders"] = [self._text(one) for one in mine]
        if stands := standing(reader):
            made["stands"] = self._text(stands)
        return made

    def _hidden(self, film: WholeFilm, side: Side) -> Iterator[Sequence[int | bool]]:
        reader = self.drawn.reader(len(film.frames) - 1, side.seat)
        for one in hidden_from(film, side.seat):
            yield [self._text(card_called(reader, one.card)), one.since, one.until, one.learned]


def card_called(reader: Reader, card: str) -> str:
    """A card by its title in the words of the reader, with its strength where it has one, and whose it is."""
    _, title = reader.voice.named(card, "")
    strength = reader.voice.strength(card)
    named = reader.says.word("card", title) + ("" if strength is None else f" {strength}")
    back = card.partition(".")[0]
    return f"{named} ({seat_called(reader, back)})" if back in reader.seats else named


def seat_called(reader: Reader, seat: str) -> str:
    """A seat by its name in the words of the reader."""
    return reader.says.say("seats", seat) if reader.says.has("seats", seat) else seat


def keys_of(frames: Sequence[Frame]) -> tuple[str, ...]:
    """How a link names each frame: by its position; all but the last of several at one position get a number.

    So a link to a position leads where a note on it stands, also if the table went back past it (H21, H22).
    """
    count: Mapping[str, int] = Counter(frame.position for frame in frames)
    seen, keys = Counter[str](), list[str]()
    for frame in frames:
        seen[frame.position] += 1
        at = seen[frame.position]
        keys.append(frame.position if at == count[frame.position] else f"{frame.position}~{at}")
    return tuple(keys)


# The variations: each order with its verdict, and the board after it as each side would see it.


class Variations(Value, dict=True):
    """Makes the variations of one film."""

    film: Film
    drawn: Drawn
    reader: str | None
    language: str

    def moves(self, n: int, moment: int, note: Note) -> list[Document]:
        """The moves of the variation that a note holds, at frame n; [] where it is not known how the table stood there.

        They stand in one list, each followed by those that may stand in its place. `before` is the place in the list
        of the move before it, `next` of the one after it; without `next` there is none.
        """
        table = self.film.table
        try:
            line = of_note(table, moments(table)[moment], note, self.reader)
        except Faulty:
            return []
        told = moves_told(table, line, self.language)
        moves = list[Document]()
        self._add(moves, n, told, -1)
        return moves

    def _add(self, moves: list[Document], n: int, told: Sequence[MoveTold], before: int) -> None:
        """Add a sequence of moves."""
        for said in told:
            here = len(moves)
            if before >= 0 and said.number > 1:
                moves[before]["next"] = here
            moves.append(self._move(n, said, before))
            for branch in said.branches:
                self._add(moves, n, branch, before)
            before = here

    def _move(self, n: int, said: MoveTold, before: int) -> Document:
        move, written = said.move, said.move.written
        found: Document = {"order": said.order, "depth": said.depth, "before": before, "stands": move.stands}
        told = {
            "seat": move.seat,
            "at": move.position,
            "glyph": written.glyph,
            "comment": written.comment,
            "lots": ", ".join(written.lots),
            "told": list(said.rows),
            "boards": list(self._boards(n, move)),
        }
        return found | {name: value for name, value in told.items() if value}

    def _boards(self, n: int, move: Move) -> Iterator[list[int]]:
        """For each side the board after a move, as it would see it and with all cards open; -1 for unknown."""
        if not move.stands or (move.state is None and move.view is None):
            return
        for side in self.film.sides:
            yield [self._closed(n, move, side), self._open(n, move, side)]

    def _closed(self, n: int, move: Move, side: Side) -> int:
        if side.open:
            return -1
        view = move.view if move.state is None else self.film.game.view(move.state, side.seat)
        return self.drawn.of(n, view, None, self.drawn.closed(n, side.seat))

    def _open(self, n: int, move: Move, side: Side) -> int:
        if move.state is None or not isinstance(self.film, WholeFilm):
            return -1
        game, others = self.film.game, self.film.others(side.seat)
        view = opened(game.view(move.state, side.seat), [game.view(move.state, seat) for seat in others])
        return self.drawn.of(n, view, game.uncovered(move.state), self.drawn.open(n, side.seat, others))
