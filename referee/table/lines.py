"""Lines between a letter and the record: as a question, and as the record keeps them."""

from dataclasses import replace

from referee.notation.reader import Line as WrittenLine
from referee.notation.reader import Order, Prose, Text
from referee.notation.readings import Table as Question
from referee.record.entries import Line
from referee.table.ruling import Verdict


def as_question(line: WrittenLine) -> WrittenLine:
    """A line as `try` would have it: an order is asked about, words to the table are not said."""
    match line.reading:
        case Order(move=move):
            return replace(line, reading=Question("try", line.text, move))
        case Text():
            return replace(line, reading=Prose())
        case Question(verb="language"):
            return replace(line, reading=Question("language"))
        case Question(verb="newkey" | "withdraw dispute" | "accept ruling") | Question(argument="undo"):
            return replace(line, reading=Prose())
    return line


def line_entry(verdict: Verdict) -> Line:
    """A line of a letter as the record keeps it."""
    reason = verdict.broken.why if verdict.broken else verdict.reason
    order = verdict.line.reading if isinstance(verdict.line.reading, Order) else None
    return Line(
        number=verdict.line.numbers[0],
        raw=verdict.line.text,
        verdict=verdict.kind,
        move=verdict.written,
        rule=verdict.broken.rule if verdict.broken else "",
        why=reason.key if reason else "",
        params=dict(reason.params) if reason else {},
        remark=order.remark if order else "",
        mark=order.mark if order else "",
        events=len(verdict.events),
    )
