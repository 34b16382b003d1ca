"""Explain an entry of a redacted record: what its audience was shown, and by which rules its own lines were judged."""

from dataclasses import dataclass

from referee.engine.events import Seen
from referee.table.past import entered
from referee.table.redacted import Known, Redacted
from referee.table.replay import RedactedLine, own_lines
from referee.table.verdicts import ANSWERED, NOT_PLAYED
from referee.telling.explaining.explain import LineExplained
from referee.telling.handbook import rules_told
from referee.telling.sentences import Reader, cited, reader_of


def explain(table: Redacted, n: int, *, language: str = "en") -> str:
    """What entry n was to the audience. Raises `Faulty` if there is none."""
    then = table.at(n)
    one, reader = table.known[n], reader_of(table.game, table.content, then.view(table.audience), language)
    lines = tuple(_explained(table, reader, own) for own in own_lines(table, n))
    total = sum(line.events for line in one.letter.lines) if one.letter else 0
    return reader.says.render(
        "explain.txt",
        reader.voice,
        entry=_Told(n, one.kind, _time(one)),
        entered=bool(one.letter and entered(one.letter, table.opening)),
        seat=one.letter.seat if one.letter else "",
        act="",
        position=one.letter.position if one.letter else "",
        lines=lines,
        rest=_sentences(reader, tuple(told.seen for told in one.told)[total:]),
    )


UNRULED = frozenset({NOT_PLAYED, ANSWERED})
"""Verdicts of lines for which no rules are told."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What the heading tells about an entry."""

    entry: int
    kind: str
    at: str


def _time(one: Known) -> str:
    made = one.letter or one.opening
    return made.at if made else ""


def _explained(table: Redacted, reader: Reader, own: RedactedLine) -> LineExplained:
    line, verdict = own.line, own.ruled(table)
    tried = verdict.tried if verdict and line.verdict not in UNRULED else None
    rules = tuple(rules_told(reader, tried.rules)) if tried else ()
    written = tried.written if tried else line.move
    return LineExplained(line.number, line.raw, written, rules, line.verdict, _sentences(reader, own.shown))


def _sentences(reader: Reader, shown: tuple[Seen, ...]) -> tuple[str, ...]:
    return tuple(text for one in shown if (text := cited(reader.event(one), one.rule)))
