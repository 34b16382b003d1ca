"""The page of a replay: one HTML file that needs no network, no server and, to be read, no scripts.

    page(Table.load("record.yaml"), notes)

Of a game that is over it shows all sides; of any other, and of a redacted record, one side and nothing else.
"""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.archive.notes import OPENED, Note
from referee.archive.replay.data import BOOKMARK, NAMED, QUESTION, SECTION, Maker, seat_called
from referee.archive.replay.frames import EVERYTHING, Film, OwnFilm, WholeFilm
from referee.archive.replay.said import Document, said_of
from referee.archive.walk import Step, walk
from referee.engine.rules import NUMBER
from referee.notation.languages import locale_of
from referee.record.seals import ONLOOKER
from referee.table.redacted import Redacted, load
from referee.table.table import Table
from referee.telling.handbook import rule_line
from referee.telling.sentences import Reader
from referee.util import data as share
from referee.util.regexes import regex
from referee.util.text import clean
from referee.verify.export import redacted

WITHIN_SCRIPT = str.maketrans({one: f"\\u{ord(one):04x}" for one in "<>&\u2028\u2029"})
"""What must not stand in a script element as it is; within JSON it means the same."""

CITED = regex(rf"(?<=[\[(, ]){NUMBER}(?=[\]),])", re.ASCII)
"""The number of a rule as it is cited in brackets: `[8.1]`, `(16.1, M16)`."""


def page(
    table: Table,
    notes: Iterable[Note] = (),
    *,
    reader: str | None = None,
    alone: bool = False,
    language: str = "",
    people: Mapping[str, str] | None = None,
) -> str:
    """The replay of a game as an HTML page.

    `reader` is the seat for which it is made (None: an onlooker), with the notes that it may read now; of a redacted
    record it is always the audience. `alone` leaves out all other sides. `people` are the names of the players, by
    seat, if not those of the record. In the reader's language, unless another is named. Raises `Faulty` for an
    unknown language.
    """
    if isinstance(table, Redacted):
        reader = table.audience
    said = language or table.index.language(reader)
    film, steps = film_of(table, tuple(notes), reader, alone=alone)
    names = _names(film)
    named = {seat: clean(str(name)) for seat, name in (names if people is None else people).items() if name}
    called = {} if people is None else {name: named.get(seat, seat) for seat, name in names.items()}
    maker = Maker(film, said_of(film, steps, named), named, said, reader, called)
    return _laid_out(maker, maker.document(), f"{film.game.name}.{table.id}")


def _names(film: Film) -> dict[str, str]:
    """The names of the players by seat, as they stand at the end."""
    return dict(film.view(len(film.frames) - 1, film.sides[0].seat).names)


def film_of(
    table: Table, notes: tuple[Note, ...], reader: str | None, *, alone: bool
) -> tuple[Film, tuple[Step, ...]]:
    """What is shown: all sides of a game that is over, else what the record of one audience holds."""
    if table.outcome is not None and not (alone or isinstance(table, Redacted)):
        steps = walk(table, notes, reader)
        opened = {note.seat for step in steps for note in step.notes if note.kind == OPENED}
        return WholeFilm(table, frozenset(opened | ({reader} if reader else set()))), steps
    own = load(redacted(table, reader))
    assert isinstance(own, Redacted)  # noqa: S101  it was made to be one
    return OwnFilm(own), walk(own, notes, reader)


def _laid_out(maker: Maker, document: Document, name: str) -> str:
    film = maker.film
    last = len(film.frames) - 1
    reader = maker.drawn.reader(last, film.sides[-1].seat)
    script, style = (share.text("templates", file) for file in ("replay.js", "replay.css"))
    style += maker.drawn.styles.css
    document["sides"] = [{**side, "name": _side_called(reader, side["key"])} for side in document["sides"]]
    data = json.dumps(document, ensure_ascii=False, separators=(",", ":")).translate(WITHIN_SCRIPT)
    return reader.says.render(
        "replay.html",
        reader.voice,
        language=maker.language,
        direction=_direction(maker.language),
        title=reader.says.word("title", film.game.title),
        name=name.partition(".")[2],
        people=[(seat_called(reader, seat), maker.people.get(seat, "")) for seat in reader.seats],
        outcome=_text(document, document["sides"][-1]["shows"][last].get("stands")),
        tags=maker.said.tags,
        about=maker.said.game,
        rules=list(_rules(maker, document)),
        frames=list(_booklet(maker, document)),
        whole=film.sides[-1].key == EVERYTHING,
        script=script,
        style=style,
        data=data,
        digests=[_digest(style), _digest(script)],
    )


def _booklet(maker: Maker, document: Document) -> Iterator[dict[str, Any]]:
    """The frames to be read one below the other, as the last side is told them; boards at what is marked, and last."""
    side = document["sides"][-1]
    for n, (frame, shows) in enumerate(zip(document["frames"], side["shows"], strict=True)):
        notes = tuple(frame.get("notes", ()))
        marked = any(one["kind"] in {BOOKMARK, NAMED, QUESTION} for one in notes)
        number = shows.get("board", shows.get("open"))
        drawn = marked or n == len(document["frames"]) - 1
        told = [(isinstance(one, list), _text(document, one)) for one in shows["told"]]
        yield {
            "key": frame["key"],
            "told": told,
            "orders": [_text(document, one) for one in shows.get("orders", ())],
            "glyphs": frame.get("glyphs", ()),
            "notes": notes,
            "board": maker.drawn.boards.html(number) if drawn else "",
            "caption": _text(document, shows.get("stands")),
        }


def _rules(maker: Maker, document: Document) -> Iterator[tuple[str, str]]:
    """The rules that the page cites, each with its number and text: whoever is sent the page may not know the game."""
    notes = [*maker.said.game, *(one for some in maker.said.frames.values() for one in some)]
    moves = (move for one in notes for move in one.get("moves", ()))
    ruled = (text for move in moves for text in move.get("told", ()))
    boards = "".join(maker.drawn.boards.pieces)  # what a board warns of names its rule
    texts = (*document["texts"], *(one.get("text", "") for one in notes), *ruled, boards)
    numbers = {number for text in texts for number in CITED.findall(text)}
    for number in sorted(numbers, key=lambda one: [(len(part), part) for part in one.split(".")]):
        if text := rule_line(maker.film.game, number, maker.language):
            yield number, text


def _digest(text: str) -> str:
    """By what the policy of the page knows its own script and style (CSP level 2)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _text(document: Document, number: Any) -> str:
    """A text of the document by its number, or the heading in a list of one; "" for None."""
    at = number[0] if isinstance(number, list) else number
    return "" if at is None else document["texts"][at]


def _side_called(reader: Reader, key: str) -> str:
    """A side by its name in the words of the reader."""
    return reader.says.say(SECTION, key) if key in {ONLOOKER, EVERYTHING} else seat_called(reader, key)


def _direction(language: str) -> str:
    """In which direction the language is written: `ltr` or `rtl`."""
    from babel import Locale  # noqa: PLC0415  slow to load

    return str(Locale.parse(locale_of(language)).text_direction)
