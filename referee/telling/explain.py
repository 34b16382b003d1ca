"""Explain an entry: how each line was read, the rules it was held to, what happened.

Of a whole record it is for the keeper: it shows every card, and is never mailed. Of a redacted record it is what its
audience was shown, and by which rules its own lines were judged. The answer is what the record says; the rules are
asked again, by the writer's view as it was at that line.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from referee.engine.events import Seen, everything
from referee.record.entries import Entry, Letter, Line
from referee.record.private import is_shut
from referee.table.past import entered
from referee.table.redacted import Redacted
from referee.table.replay import held_lines, own_lines
from referee.table.table import Table
from referee.table.verdicts import ANSWERED, NOT_PLAYED, Tried
from referee.telling.handbook import rules_told
from referee.telling.sentences import Reader, reader_of
from referee.telling.why import otherwise_told


def explain(table: Table, n: int, *, language: str = "en") -> str:
    """What entry n was, to the keeper; of a redacted record, to its audience. Raises `Faulty` if there is none."""
    then, audience = table.at(n), table.audience if isinstance(table, Redacted) else None
    reader = reader_of(table.game, then.content, then.view(audience), language)
    entry: Entry | None
    if isinstance(table, Redacted):
        one = table.known[n]
        entry, kind, shown = one.letter or one.opening, one.kind, [told.seen for told in one.told]
        lines = tuple(_own_lines(table, reader, n))
    else:
        entry = whole = table.points[n].entry
        kind, shown = whole.kind, [everything(event) for event in whole.events]
        lines = tuple(_lines(table, reader, n)) if isinstance(entry, Letter) else ()
    total = sum(line.events for line in entry.lines) if isinstance(entry, Letter) else 0
    return reader.says.render(
        "explain.txt",
        reader.voice,
        entry={"entry": n, "kind": kind, "at": entry.at if entry else ""},
        entered=bool(entry and entered(entry, table.opening)),
        seat=getattr(entry, "seat", ""),
        act=getattr(entry, "act", ""),
        position=getattr(entry, "position", ""),
        lines=lines,
        rest=reader.sentences(shown[total:]),
    )


def _lines(table: Table, reader: Reader, n: int) -> Iterator[dict[str, Any]]:
    for held in held_lines(table, n):
        line = _line(reader, held.line, held.tried, [everything(event) for event in held.events])
        yield {**line, "rules": (*line["rules"], *otherwise_told(reader, held))}


def _own_lines(table: Redacted, reader: Reader, n: int) -> Iterator[dict[str, Any]]:
    for own in own_lines(table, n):
        verdict = own.ruled(table) if own.line.verdict not in {NOT_PLAYED, ANSWERED} else None
        yield _line(reader, own.line, verdict.tried if verdict else None, own.shown)


def _line(reader: Reader, line: Line, tried: Tried | None, shown: Sequence[Seen]) -> dict[str, Any]:
    """A line: as written, how it was read, each rule it was held to, what came of it."""
    return {
        "number": line.number,
        "raw": reader.text("line-private") if is_shut(line.raw) else line.raw,
        "read": tried.written if tried else line.move,
        "rules": tuple(rules_told(reader, tried.rules)) if tried else (),
        "verdict": line.verdict,
        "events": reader.sentences(shown),
    }
