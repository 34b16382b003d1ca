"""A playthrough: a game as one text.

It tells every state, what each reader sees of it, what each seat may do, and what was chosen. It is reading
material, and a test: whatever changes in what a game shows, allows or does changes this text. The idea is
OpenSpiel's.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any
from unicodedata import category

from referee.archive.looks import reader_at, table_text, view_at
from referee.archive.moments import Happened, Moment, moments
from referee.house.undo import left_over
from referee.record.entries import Letter
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.telling.catalog import telling
from referee.util.text import HIDDEN

WORD = re.compile(r"[A-Za-z0-9.-]+", re.ASCII)
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
