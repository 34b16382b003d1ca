"""What is told to the judge (H20, H21): what became of each line, and the answers to questions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from referee.house.docket import Case
from referee.notation.reader import Misread, Order
from referee.notation.reader import Reader as Reads
from referee.record.entries import Line
from referee.table import verdicts
from referee.table.rulings import orders
from referee.table.rulings.entry import Preview
from referee.table.table import Table
from referee.telling.about import about_text
from referee.telling.fence import Fence
from referee.telling.handbook import rules_answer
from referee.telling.laid import Section, recorded_rows
from referee.telling.packet import Packet, entry_at
from referee.telling.sentences import Reader
from referee.util import data, plainyaml
from referee.util.errors import Faulty, Why
from referee.util.text import Counted, block, clean
from referee.util.values import replace

WhatIf = Callable[[Table, orders.WhatIf], Preview[Table]]
"""What would happen if the judge ruled so."""
REMEDIES = {"same": "remedy-same", "redeal": "remedy-redeal", "none": "remedy-none"}
FAULTS = "cli.en.yaml"
"""Where the sentences stand for mistakes in what the judge wrote."""


def lines_told(reader: Reader, lines: Sequence[Line]) -> Iterator[str]:
    """Each line of a letter of the judge, with what became of it, laid out; a misreading with its caret."""
    for line in lines:
        if line.verdict == verdicts.PROSE:
            continue
        reading = _read(reader, line)
        misread = reading if line.verdict == verdicts.MISREAD and isinstance(reading, Misread) else None
        yield from recorded_rows(line, misread)
        for text in (_verdict(reader, line, misread), *(reader.expected(misread) if misread else ())):
            yield from block(text, "   ").split("\n")
        if misread and misread.hint:
            yield from (f"   {reader.text('suggested')}", f"   | {misread.hint}")
    if prose := [line.number for line in lines if line.verdict == verdicts.PROSE]:
        yield from block(reader.says.say("verdicts", "prose", reader.voice, {"lines": prose}), "").split("\n")


def _read(reader: Reader, line: Line) -> Any:
    players = Reads(reader.game, reader.content, (reader.says.language,))
    return orders.read_line(reader.seats, line.raw, reader.says.language, players)


def order_of(reader: Reader, line: Line) -> Any:
    """The order of a line of the judge; None if it is no order."""
    reading = _read(reader, line)
    return reading.move if isinstance(reading, Order) else None


def _verdict(reader: Reader, line: Line, misread: Misread | None) -> str:
    if line.verdict in {verdicts.PLAYED, verdicts.ANSWERED}:
        return reader.text("ruled" if line.verdict == verdicts.PLAYED else "answered-below")
    reason = reason_told(reader, Why(line.why, line.params)) if line.why else ""
    reason = reader.misread(misread) if misread else reason
    said = {"written": "", "rule": line.rule, "reason": reason}
    return reader.says.say("verdicts", line.verdict, reader.voice, said)


def answer_told(
    table: Table, reader: Reader, case: Case | None, order: object, what_if: WhatIf
) -> Iterator[Section]:
    """The answer to a question, at this table; nothing for a request for the packet, or for no question.

    `what_if` tries out a ruling, and raises `Faulty` for one that is not possible.
    """
    if isinstance(order, orders.Look) and order.verb == orders.HELP:
        yield from _help(table, reader, case)
    elif isinstance(order, orders.Look) and order.verb != orders.WHY:
        answer = (rules_answer if order.verb == "rules" else about_text)(reader, order.argument)
        heading = reader.text("arbiter-asked", written=order.written)
        yield Section(heading, verbatim=tuple(answer.splitlines()))
    elif case is not None:
        yield from _of_case(table, reader, case, order, what_if)


def _help(table: Table, reader: Reader, case: Case | None) -> Iterator[Section]:
    """What the judge may write, with an example; and how the dispute stands, in the words of all sides."""
    example = reader.text("arbiter-tap-uphold", numbers=()).splitlines()
    told = reader.text("arbiter-help").splitlines()
    yield Section(
        reader.text("arbiter-helped"),
        verbatim=(*told, *(f"| {one}" for one in example)),
        own=True,
    )
    if case is not None:
        yield Packet(table, case, len(table.points), language=reader.says.language).words()


def _of_case(table: Table, reader: Reader, case: Case, order: object, what_if: WhatIf) -> Iterator[Section]:
    """The answer to a question about a dispute."""
    match order:
        case orders.Look(argument=position):
            asked = replace(case, position=position or case.position)
            found = Packet(table, asked, len(table.points), language=reader.says.language).issues()
            yield from found or (Section(reader.text("past-nowhere", position=asked.position)),)
        case orders.Show(position=position, seat=seat):
            packet = Packet(table, case, len(table.points), language=reader.says.language)
            yield packet.view(entry_at(table, position), seat, "packet-shown")
        case orders.WhatIf():
            yield from _what_if(table, reader, case, order, what_if)


def _what_if(
    table: Table, reader: Reader, case: Case, order: orders.WhatIf, what_if: WhatIf
) -> Iterator[Section]:
    """What would happen: what each seat has learned since, and the table of each side (H21)."""
    heading = reader.text("arbiter-if", written=order.written.removeprefix("what if "))
    try:
        found = what_if(table, order)
    except Faulty as fault:
        yield Section(heading, (reason_told(reader, fault.why),))
        return
    told = tuple(account(reader, found.learned, found.remedies))
    yield Section(heading, told or (reader.text("ruled-so"),))
    after = found.table
    packet = Packet(after, case, len(after.points), language=reader.says.language)
    for seat in after.seats:
        yield packet.view(len(after.points) - 1, seat, "packet-if")


def account(
    reader: Reader, learned: Mapping[str | None, Sequence[str]], remedies: Sequence[str]
) -> Iterator[str]:
    """What each seat was shown since the entry to which a rollback would go, and how it may be done (H21)."""
    for seat, cards in learned.items():
        if seat is not None:
            yield reader.text("arbiter-learned", seat=seat, cards=tuple(cards))
    for remedy in remedies:
        yield reader.text(REMEDIES[remedy])


def reason_told(reader: Reader, why: Why) -> str:
    """Why a line was not ruled: in the words of the house, or in those for mistakes in what is typed."""
    if reader.says.has("refusals", why.key):
        return reader.reason(why)
    sentence = _faults().get(why.key, why.key)
    return sentence.format_map({name: Counted(_plain(value)) for name, value in why.params.items()})


def _plain(value: object) -> str:
    return ", ".join(map(_plain, value)) if isinstance(value, tuple | list) else clean(str(value))


@cache
def _faults() -> Mapping[str, str]:
    return plainyaml.read_text(data.text("templates", FAULTS), FAULTS).value["faults"]  # type: ignore[no-any-return]


@lru_cache(64)
def fence_for(seats: tuple[str, ...], language: str) -> Fence:
    """The fence that keeps the lines of a letter to the arbiter from reading as orders."""
    return Fence(orders.reader_of(seats, language))
