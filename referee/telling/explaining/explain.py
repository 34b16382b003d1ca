"""Explain an entry, for its keeper: how each line was read, the rules it was held to, what happened.

The answer is what the record says; the rules are asked again, by the writer's view as it was at that line. It
shows every card, and is never mailed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.engine.events import Event, Seen, face_value
from referee.record.entries import Act, Letter
from referee.record.private import is_shut
from referee.table.past import entered
from referee.table.replay import held_lines
from referee.table.table import Table
from referee.telling.explaining.why import otherwise_told
from referee.telling.handbook import rules_told
from referee.telling.sentences import Reader, cited, reader_of


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
    after = table.at(n)
    entry = after.points[n].entry
    reader = reader_of(table.game, after.content, table.game.view(after.state, None), language)
    lines = tuple(_lines(table, reader, n)) if isinstance(entry, Letter) else ()
    total = sum(line.events for line in entry.lines) if isinstance(entry, Letter) else 0
    rest = _sentences(reader, entry.events[total:])
    return reader.says.render(
        "explain.txt",
        reader.voice,
        entry=entry,
        entered=entered(entry, table.opening),
        seat=getattr(entry, "seat", ""),
        act=entry.act if isinstance(entry, Act) else "",
        position=getattr(entry, "position", ""),
        lines=lines,
        rest=rest,
    )


def _lines(table: Table, reader: Reader, n: int) -> Iterator[LineExplained]:
    for held in held_lines(table, n):
        tried = held.tried
        read = tried.written if tried else held.line.move
        rules = (*(rules_told(reader, tried.rules) if tried else ()), *otherwise_told(reader, held))
        events = _sentences(reader, held.events)
        raw = reader.text("line-private") if is_shut(held.line.raw) else held.line.raw
        yield LineExplained(held.line.number, raw, read, rules, held.line.verdict, events)


def _sentences(reader: Reader, events: Sequence[Event]) -> tuple[str, ...]:
    told = (_everything(event) for event in events)
    return tuple(text for one in told if (text := cited(reader.event(one), one.rule)))


def _everything(event: Event) -> Seen:
    """All of an event, no matter who may see it."""
    fields = {f.name: face_value(getattr(event, f.name), f.sorted) for f in event.shown}
    return Seen(type(event).__name__, event.cited, fields)
