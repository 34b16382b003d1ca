"""A game handed on in other forms: to one audience, as rows of events, and as one text, a playthrough.

    for row in rows(Table.load("record.yaml")):
        print(row.position, row.kind, row.fields)

A playthrough tells every state, what each reader sees of it, what each seat may do, and what was chosen. It is reading
material, and a test: whatever changes in what a game shows, allows or does changes this text. The idea is OpenSpiel's.
"""

import csv
import json
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any
from unicodedata import category

from referee import api
from referee.archive.moments import Happened, Moment, moments
from referee.house.invitation import awaited
from referee.house.undo import left_over
from referee.record.entries import Letter
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.telling.catalog import telling
from referee.telling.sentences import Reader, reader_of
from referee.util import data as share
from referee.util.layout import Document
from referee.util.regexes import regex
from referee.util.text import HIDDEN
from referee.util.values import Value, field_names
from referee.verify import export

# For whom.


def for_seat(table: Table, seat: str | None) -> api.Table:
    """The game as a seat (None: an onlooker) may have it.

    Raises `Faulty` from another audience's redacted record.
    """
    return api.Table.load(export.redacted(table, seat))


def for_all(table: Table, *, keeper: bool = False) -> api.Table:
    """The game as everybody may have it when it is over, or all of it for its `keeper`.

    Of a redacted record it is all that it holds. Raises `Faulty` while the game is on.
    """
    return api.Table.load(export.whole(table, keeper=keeper))


# Its events: one JSON object a line (NDJSON), or CSV (RFC 4180); what a row holds is told by `event_schema`.

OBEYED = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is worked out by a spreadsheet instead of shown (OWASP, CSV injection)."""


class Row(Value):
    """One event.

    Attributes:
        game, rules: the id of the game, and by which rules it is played.
        entry: the number of its entry in the record, from 0; in a redacted record, of those of its audience.
        event: which event of that entry, from 0.
        position: the position it led to, such as `7.2`.
        at: when the entry came (RFC 3339, UTC); "" where the audience is not told.
        seat: whose letter it was; "" for another act, and for letters that the audience is not told of.
        kind: the name of the event; `rule` is the number of the rule it carries out.
        fields: its fields, cards as faces; those only that the audience is shown.
    """

    game: str
    rules: str
    entry: int
    event: int
    position: str
    at: str
    seat: str
    kind: str
    rule: str
    fields: dict[str, Any]


COLUMNS = field_names(Row) or ()


def rows(table: Table) -> Iterator[Row]:
    """The events of a game in the order they happened, as far as its record tells them."""
    for moment in moments(table):
        seat = moment.letter.seat if moment.letter else ""
        for n, one in enumerate(moment.happened):
            place = (moment.number, n, one.position, moment.at)
            yield Row(table.id, table.game.name, *place, seat, one.kind, one.rule, one.fields)


def ndjson(table: Table) -> bytes:
    """The events as JSON, an object a line, in ASCII with sorted keys."""
    told = ({name: getattr(row, name) for name in COLUMNS} for row in rows(table))
    return "".join(f"{_json(row)}\n" for row in told).encode()


def as_csv(table: Table) -> bytes:
    """The events as CSV with a line of names first, in ASCII; `fields` is one cell of JSON.

    A cell that a spreadsheet would work out has an apostrophe before it.
    """
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(getattr(row, name)) for name in COLUMNS] for row in rows(table))
    return out.getvalue().encode()


def _cell(value: Any) -> str:
    text = _json(value) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.startswith(OBEYED) else text


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def event_schema() -> Document:
    """The JSON Schema (draft 7) of one line of `ndjson`."""
    schema: Document = json.loads(share.text("templates", "events.schema.json"))
    return schema


# How the table looked after an entry: a whole game can be looked at as any seat, a redacted record as its audience.


def view_at(table: Table, n: int, seat: str | None) -> Any:
    """The view of a seat after entry n. Raises `Faulty` from another audience's redacted record."""
    if isinstance(table, Redacted):
        table.view(seat)
        return awaited(table.view_after(n), table.known[n].house)
    return awaited(table.game.view(table.points[n].state, seat), table.points[n].house)


def reader_at(table: Table, n: int, seat: str | None, language: str = "en") -> Reader:
    """The reader who has that view. Raises `Faulty` as `view_at` does."""
    content = table.content if isinstance(table, Redacted) else table.points[n].content
    return reader_of(table.game, content, view_at(table, n, seat), language)


def table_text(reader: Reader) -> str:
    """The table as the text of a letter shows it."""
    shown = telling(reader.game).table(reader.view, reader.says.word)
    page = f"{reader.game.name}/table.txt"
    told = reader.says.render(page, reader.voice, table=shown, view=reader.view, game=reader.game)
    return told.strip("\n")


# The playthrough.

WORD = regex(r"[A-Za-z0-9.-]+", re.ASCII)
"""A value that needs no quotes."""
SAMPLE = 4
"""How many moves of a kind are named."""
ONLOOKER = "onlooker"


def playthrough(table: Table) -> str:
    """The playthrough of a game, whole or as one audience knows it; English, with a line end after the last line."""
    return "\n".join(_lines(table)) + "\n"


def _lines(table: Table) -> Iterator[str]:
    yield f"game: {table.id}"
    yield f"rules: {table.game.name}, {table.game.title}, {table.game.edition}"
    yield f"seats: {', '.join(table.seats)}"
    yield from (f"option {name}: {value}" for name, value, _ in table.game.chosen(table.content))
    before: dict[str, Sequence[str]] = {}
    for n, moment in enumerate(moments(table)):
        yield ""
        yield f"# Entry {moment.number}"
        yield from _chosen(moment)
        yield from map(_event, moment.happened)
        yield from _state(table, n, before)


def _chosen(moment: Moment) -> Iterator[str]:
    """The letter, line by line, those that are orders, with what became of each."""
    letter: Letter | None = moment.letter
    if letter is None:
        return
    yield f"letter of {letter.seat} at {letter.position}"
    for line in letter.lines:
        if line.move:
            why = f" [{line.rule}]" if line.rule else ""
            yield f"  {line.number}> {line.move} ({line.verdict}){why}"


def _event(one: Happened) -> str:
    told = " ".join(f"{name}={_value(value)}" for name, value in one.fields.items())
    return f"  {one.position} {one.kind} [{one.rule}] {told}".rstrip()


def _value(value: Any) -> str:
    if isinstance(value, tuple | list):
        return f"({', '.join(map(_value, value))})"
    if isinstance(value, str) and not WORD.fullmatch(value):
        return "".join(map(_plain, json.dumps(value, ensure_ascii=False)))
    return str(value)


def _plain(char: str) -> str:
    """A character, as JSON escapes it if it could move or hide others where the text is read."""
    return json.dumps(char)[1:-1] if category(char) in HIDDEN else char


def _state(table: Table, n: int, before: dict[str, Sequence[str]]) -> Iterator[str]:
    """What each reader sees, where it is not what that reader saw before, and what each seat may do."""
    readers: Sequence[str | None] = (table.audience,) if isinstance(table, Redacted) else (None, *table.seats)
    views = {reader: view_at(table, n, reader) for reader in readers}
    public = next(iter(views.values()))
    yield "state {}.{}".format(*table.game.position(public))
    yield from (f"  owed: {one.seat} {one.duty} [{one.rule}]" for one in public.owed)
    if ended := public.outcome:
        yield f"  over: {ended.reason} [{ended.rule}], won by {', '.join(ended.winners) or 'nobody'}"
    for reader, view in views.items():
        name, seen = reader or ONLOOKER, table_text(reader_at(table, n, reader)).split("\n")
        if seen != before.get(name):
            yield f"  as {name} sees it"
            yield from (f"    | {line}".rstrip() for line in seen)
        before[name] = seen
        if reader and not ended:
            yield from _moves(table, n, reader, view)


def _moves(table: Table, n: int, seat: str, view: Any) -> Iterator[str]:
    """The moves of a seat by kind, those that carry the game on: how many, and some of them."""
    house = table.known[n].house if isinstance(table, Redacted) else table.points[n].house
    if house.waiting:
        return
    late = telling(table.game).ANY_TIME
    for family in left_over(house, seat, table.game.choices(view)).families:
        if family.key not in late:
            some = [move.written for move in family.moves()[:SAMPLE]]
            more = ", ..." if family.count > len(some) else ""
            yield f"  {seat} may {family.key} [{family.rule}] {family.count}: {', '.join(some)}{more}"
