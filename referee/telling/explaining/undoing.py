"""What is answered to who asks for the last letter back: which one, what it played, or why it cannot be had (H22).

It is told from what its writer knows alone, as the answer to `offer undo` is.
"""

from collections.abc import Sequence
from dataclasses import replace

from referee.notation.reader import Line
from referee.notation.readings import Table as Question
from referee.record.entries import Letter
from referee.table.holding import house_for
from referee.table.legality import Sitting, rule_line
from referee.table.past import Past
from referee.table.table import Table
from referee.table.undo import Undoing
from referee.table.verdicts import PLAYED, Verdict
from referee.telling.answers.wishes import wants_back
from referee.telling.sentences import Reader, reader_of
from referee.util.errors import Why


def undo_answered(
    table: Table, seat: str, verdicts: Sequence[Verdict], until: int, language: str
) -> tuple[Verdict, ...]:
    """The verdicts of a letter of this seat, with each wish for the last letter back answered, as before entry `until`.

    Such a verdict has a `reason` where the offer would be refused.
    """
    over = table.game.ended(table.points[until - 1].state) is not None
    if over or not any(map(_asks, verdicts)):
        return tuple(verdicts)
    last = table.points[until - 1]
    reader = reader_of(table.game, last.content, table.game.view(last.state, seat), language)
    house = house_for(table, seat, "", until, last.entry.at)
    offer = Line((1,), "offer undo", Question("offer", "undo"))
    broken = rule_line(offer, Sitting(table.game, seat, reader.view, house)).broken
    reason = broken.why if broken else None
    told = _told(table, Past(table, seat, until), reader, reason)
    return tuple(replace(one, told=told, reason=reason) if _asks(one) else one for one in verdicts)


def _asks(verdict: Verdict) -> bool:
    reading = verdict.line.reading
    asks = isinstance(reading, Question) and reading.verb == "undo"
    return asks or (verdict.kind == "prose" and wants_back(verdict.line.text))


def _told(table: Table, past: Past, reader: Reader, reason: Why | None) -> str:
    """Which letter it is and what it played, as far as it is the reader's own; why not, or how the others are asked."""
    said = {"number": "", "turn": "", "orders": (), "reason": reader.reason(reason) if reason else ""}
    at = Undoing(table, past.seat, past.until).letter()
    if at is not None and at in past.entries:
        known, entry = past.known(past.entries.index(at)), table.points[at].entry
        lines = entry.lines if known.own and isinstance(entry, Letter) else ()
        orders = tuple(reader.order(one.move) for one in lines if one.verdict == PLAYED)
        said |= {"number": known.letter, "turn": known.position.partition(".")[0], "orders": orders}
    return reader.text("asked-undo-letter", **said)
