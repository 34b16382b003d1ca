"""Explain an entry, for its keeper: how each line was read, the rules it was held to, what happened.

What is told is what the record says; the rules are asked anew, by the writer's view as it was at that line.
This looks behind every card, and is never mailed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee import fold, play
from referee.again import met
from referee.entries import Act, Letter, Line
from referee.events import Event, Seen, face_value
from referee.game import Ambiguous
from referee.notation import Order
from referee.notation import Reader as LineReader
from referee.play import Tried
from referee.table import Table
from referee.told import Reader, cited, reader_of


@dataclass(frozen=True, slots=True)
class LineExplained:
    """A line: as written, how it was read, each rule it was held to, what came of it."""

    number: int
    raw: str
    read: str
    rules: tuple[str, ...]
    verdict: str
    events: tuple[str, ...]


def explain(table: Table, n: int, *, language: str = "en") -> str:
    """What entry n was. Raises `Faulty` if there is none."""
    before = table.at(n - 1).state if n > 0 else table.game.blank(table.id, table.points[0].content)
    after = table.at(n)
    entry = after.points[n].entry
    reader = reader_of(table.game, after.content, table.game.view(after.state, None), language)
    lines = tuple(_lines(table, reader, before, n, entry)) if isinstance(entry, Letter) else ()
    total = sum(line.events for line in entry.lines) if isinstance(entry, Letter) else 0
    rest = _sentences(reader, entry.events[total:])
    return reader.says.render(
        "explain.txt",
        reader.voice,
        entry=entry,
        seat=getattr(entry, "seat", ""),
        act=entry.act if isinstance(entry, Act) else "",
        position=getattr(entry, "position", ""),
        lines=lines,
        rest=rest,
    )


def _lines(table: Table, reader: Reader, state: Any, n: int, letter: Letter) -> Iterator[LineExplained]:
    read = table.readers.reader(table.index.language(letter.seat, n))
    events = list(letter.events)
    for line in letter.lines:
        own, events = events[: line.events], events[line.events :]
        tried = _tried(table, read, state, letter, line)
        yield LineExplained(
            line.number,
            line.raw,
            tried.written if tried else line.move,
            tuple(rules_told(reader, tried)) if tried else (),
            line.verdict,
            _sentences(reader, own),
        )
        for event in own:
            state = fold.folded(
                table.game, table.points[:n], fold.Now(state, table.points[n].content), event
            ).state


def _tried(table: Table, read: LineReader, state: Any, letter: Letter, line: Line) -> Tried | None:
    """The line held to its rules at its place in the letter; None where it was no order or left unruled."""
    reading = read.read(line.raw)
    if not isinstance(reading, Order) or line.verdict == "not-played":
        return None
    view = table.game.view(met(table.game, state, letter, reading.move), letter.seat)
    exact = table.game.resolve(reading.move, view)
    return None if isinstance(exact, Ambiguous) else play.tried(table.game, view, exact)


def rules_told(reader: Reader, tried: Tried) -> Iterator[str]:
    """Each rule that a move was held to, and whether it was kept."""
    for number, text, reason in tried.rules:
        yield reader.text("broken" if reason else "held", number=number, text=text)


def _sentences(reader: Reader, events: Sequence[Event]) -> tuple[str, ...]:
    told = (_everything(event) for event in events)
    return tuple(text for one in told if (text := cited(reader.event(one), one.rule)))


def _everything(event: Event) -> Seen:
    """All of an event, whoever may see it."""
    fields = {f.name: face_value(getattr(event, f.name), f.sorted) for f in event.shown}
    return Seen(type(event).__name__, event.cited, fields)
