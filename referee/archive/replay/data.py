"""The data of a replay, as they stand in the page: JSON by the schema `templates/replay.schema.json`."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.archive.replay.boards import Drawn
from referee.archive.replay.frames import Film, Frame, Side, Whole
from referee.archive.replay.questions import asked_at
from referee.archive.replay.said import Document, Said, glyphs_at
from referee.archive.replay.told import orders, sentences, standing
from referee.archive.replay.unknown import hidden_from
from referee.archive.replay.variations import Variations
from referee.telling.sentences import Reader

FORM = 2
"""The version of this form."""
QUESTION, BOOKMARK, NAMED = "question", "bookmark", "position"
SECTION = "replay"
"""The section of the catalogs with the words of this page."""


@dataclass
class Texts:
    """Sentences by number: each stands once in the page."""

    all: dict[str, int] = field(default_factory=dict)

    def of(self, text: str) -> int:
        """The number of a text."""
        return self.all.setdefault(text, len(self.all))


@dataclass
class Maker:
    """Makes the data of one film."""

    film: Film
    said: Said
    people: dict[str, str]
    language: str
    reader: str | None
    called: Mapping[str, str]
    texts: Texts = field(default_factory=Texts)

    def __post_init__(self) -> None:
        """Nothing has been drawn."""
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
            "texts": list(self.texts.all),
            "pieces": self.drawn.boards.pieces,
            "boards": self.drawn.boards.packed,
        }

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
            "asks": self._asked(n) if any(one["kind"] == QUESTION for one in notes) else None,
        }
        return found | {name: value for name, value in told.items() if value}

    def _asked(self, n: int) -> Document | None:
        asked = asked_at(self.film, n, self.language)
        return None if asked is None else {**asked._asdict(), "moves": list(asked.moves)}

    def _side(self, side: Side, shows: Sequence[Document]) -> Document:
        made: Document = {"key": side.key, "shows": list(shows)}
        if isinstance(self.film, Whole) and not side.open:
            made["hidden"] = list(self._hidden(self.film, side))
        return made

    def _shows(self, n: int, side: Side) -> Document:
        reader, film = self.drawn.reader(n, side.seat), self.film
        made: Document = {}
        if isinstance(film, Whole):
            near = () if side.open else (self.drawn.closed(n, side.seat),)
            made = {"open": self.drawn.open(n, side.seat, film.others(side.seat), *near)}
        if not side.open:
            made["board"] = self.drawn.closed(n, side.seat)
        made["told"] = [
            [self.texts.of(one.text)] if one.heads else self.texts.of(one.text)
            for one in sentences(reader, film.told(n, side), self.called)
        ]
        if mine := orders(film, n, side, reader):
            made["orders"] = [self.texts.of(one) for one in mine]
        if stands := standing(reader):
            made["stands"] = self.texts.of(stands)
        return made

    def _hidden(self, film: Whole, side: Side) -> Iterator[Sequence[int | bool]]:
        reader = self.drawn.reader(len(film.frames) - 1, side.seat)
        for one in hidden_from(film, side.seat):
            yield [self.texts.of(card_called(reader, one.card)), one.since, one.until, one.learned]


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
