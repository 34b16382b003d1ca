"""The receipt of a letter: for each of its lines, what became of it and why."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby, pairwise
from math import ceil
from typing import Any

from referee.engine.choices import Choices
from referee.engine.events import Seen, seen
from referee.house.foreseen import Foreseen, ForeseenPlayed
from referee.notation.foreseen import WHICH
from referee.table.points import Told
from referee.table.verdicts import Verdict
from referee.telling.about import stands_told
from referee.telling.answers.wishes import withdrawals
from referee.telling.laid import LineTold, Offer
from referee.telling.lines import Telling, as_question, fired
from referee.telling.links import Link, Row, rows
from referee.telling.sentences import Reader, told_together
from referee.telling.shape import WAITS, idle
from referee.util.values import Value, replace

NO_ORDER = "no-order"
"""The note that a letter has no order; what may have been meant says so better."""
LITTLE = "arrived"
"""The note on a letter as a whole that matters little where all went well."""
Note = tuple[str, Mapping[str, Any]]
"""A note: its key in the section `letter-notes`, with its values."""


MOST_OFFERED = 24
"""For so many lines of a letter what may have been meant stands below, with links: they take more room than lines."""


class ReceiptTold(Value):
    """A receipt as data: notes on the letter as a whole, its lines, what was left alone, where the table stands now.

    `heading` is the key of the heading: a letter of the reader's, an order beforehand, or what the keeper entered.
    `waits` are the orders beforehand that wait and of which no line tells (H27), below the lines; `small` are notes
    that matter little, told last. `still`: whether the letter changed nothing, `played`: whether it
    played.
    """

    notes: tuple[str, ...]
    lines: tuple[LineTold, ...]
    prose: str
    stands: str
    heading: str = "your-letter"
    waits: tuple[str, ...] = ()
    small: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    """The orders that take back those that wait, one each."""
    still: bool = False
    played: bool = False
    withdraw: tuple[Row, ...] = ()
    """The orders of `withdrawn` as links."""
    joined: bool = False
    """Whether others have gone on since: the letter tells their turn, as one that is no receipt does (H34)."""
    caused: tuple[Seen, ...] = ()
    """What the orders caused, as the reader is shown it: it may change the game for the reader."""

    @property
    def alone(self) -> bool:
        """Whether orders were played, and the letter tells no more than what came of them."""
        return self.played and not self.joined


def receipt(
    reader: Reader, verdicts: Sequence[Verdict], choices: Choices, history: Sequence[Told] = ()
) -> str:
    """The receipt as text: for each line, played and with what result, refused and why, misread and where, not played.

    `choices` are the writer's after the letter; `history` is what the seat was ever shown, if a line asks for it.
    """
    told = receipt_told(reader, verdicts, choices, history)
    text = reader.says.render("receipt.txt", reader.voice, receipt=told)
    return reader.fence.text(text)


def receipt_told(
    reader: Reader,
    verdicts: Sequence[Verdict],
    choices: Choices,
    history: Sequence[Told] = (),
    notes: Sequence[tuple[str, Mapping[str, Any]]] = (),
    stands: str | None = None,
    *,
    rematch: bool = False,
    before: Offer | None = None,
    undo: bool = False,
    between: Sequence[Sequence[Told]] = (),
) -> ReceiptTold:
    """The receipt as data. `notes` are keys of the section `letter-notes` with their values.

    `rematch`: an order after the end is answered with a link for it (H30). `undo`: another offers one (H22).
    `before`: what who asks how it stands is answered before the game begins.
    `stands` says where the table stands now; left out, it is worked out if anything was played.
    """
    first, *others = [[*_renumbered(as_question(reader.game, part))] for part in parted(verdicts)]
    verdicts, then = [*chain(first, *others)], frozenset(played_beforehand(chain(*others)))
    telling = Telling(reader, choices, history, rematch, first, before, undo, then)
    lines = tuple(bounded(_with_played_then(telling, others, between)))
    notes, played = [*_once(verdicts, notes, lines)], any(one.kind == "played" for one in verdicts)
    large, waits, small = notes_told(reader, notes)
    caused = (seen(event, reader.view.seat) for one in verdicts for event in one.events)
    return ReceiptTold(
        large,
        lines,
        "" if NO_ORDER in dict(notes) else _left_alone(telling),
        (stands_told(reader) if played else "") if stands is None else stands,
        _heading(verdicts, notes),
        waits,
        small,
        tuple(withdrawals(reader, notes)),
        still=(bool(verdicts) or NO_ORDER in dict(notes)) and idle(verdicts, [*filter(fired, verdicts)]),
        played=played,
        caused=(*filter(None, caused), *(one.seen for one in chain(*between))),
    )


def parted(verdicts: Sequence[Verdict]) -> list[Sequence[Verdict]]:
    """A letter, and then each order beforehand of its writer that was played right after it (H27)."""
    starts = [n for n, one in enumerate(verdicts) if n and fired(one)]
    return [verdicts[start:end] for start, end in pairwise((0, *starts, len(verdicts)))]


def _with_played_then(
    telling: Telling, others: Sequence[Sequence[Verdict]], between: Sequence[Sequence[Told]]
) -> Iterator[LineTold]:
    """H27 The lines of a letter, and those of the orders beforehand that it set off, after what set each off."""
    yield from telling.lines()
    reader, begins = telling.reader, telling.reader.game.TURN.__name__
    for part, told in zip(others, between or [()] * len(others), strict=True):
        if texts := tuple(told_together(reader, [one.seen for one in told if one.seen.kind != begins])):
            yield LineTold("then", (), reader.text("then-happened"), texts)
        yield from replace(telling, all_lines=part).lines()


def played_beforehand(verdicts: Iterable[Verdict]) -> Iterator[int]:
    """H27 The orders beforehand that were played, by their numbers."""
    events = (event for one in verdicts for event in one.events)
    yield from (event.name for event in events if isinstance(event, ForeseenPlayed))


def _heading(verdicts: Sequence[Verdict], notes: Sequence[Note]) -> str:
    """The key of the heading."""
    if any(map(fired, verdicts[:1])):
        return "played-beforehand"
    return "entered-for-you" if any(key == "entered" for key, _ in notes) else "your-letter"


def _left_alone(telling: Telling) -> str:
    """That lines without an order were left alone, by their numbers; "" if there are none."""
    mere = [one for one in telling.all_lines if one.kind == "prose" and not [*telling.sentences.told(one)]]
    told = {number for one in telling.all_lines if one not in mere for number in one.line.numbers}
    numbers = [number for verdict in mere for number in verdict.line.numbers if number not in told]
    reader = telling.reader
    return reader.says.say("verdicts", "prose", reader.voice, {"lines": numbers}) if numbers else ""


def bounded(lines: Iterable[LineTold]) -> Iterator[LineTold]:
    """The lines, the first `MOST_OFFERED` of them with what may have been meant."""
    offered = 0
    for one in lines:
        offered += bool(one.meant)
        yield replace(one, offer="", meant=()) if one.meant and offered > MOST_OFFERED else one


def _renumbered(verdicts: Sequence[Verdict]) -> Iterator[Verdict]:
    """The lines of a letter; those of an order beforehand without the one by which it is played, which none wrote."""
    unwritten = sum(map(fired, verdicts))
    for one in verdicts:
        yield replace(one, line=replace(one.line, numbers=tuple(n - unwritten for n in one.line.numbers)))


def _once(verdicts: Sequence[Verdict], notes: Sequence[Note], lines: Sequence[LineTold]) -> Iterator[Note]:
    """H27 The notes, without orders beforehand that a line of the letter tells; but what more is said of one is told.

    That there is no order is not told where a line says what may have been meant.
    """
    notes = [one for one in notes if one[0] != NO_ORDER or not any(line.meant for line in lines)]
    given = {str(event.name) for one in verdicts for event in one.events if isinstance(event, Foreseen)}
    listed = any(getattr(one.line.reading, "verb", "") == WHICH for one in verdicts)
    for key, values in notes:
        if key != WAITS:
            yield key, values
            continue
        names = {order: order.partition(":")[0] for order in values["orders"]}
        more = {*values["held"], *values["lacking"]}
        left = [one for one, name in names.items() if name in more or not (listed or name in given)]
        if left:
            yield key, {**values, "orders": left, "others": len(left) < len(names)}


def notes_told(
    reader: Reader, notes: Iterable[Note]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The notes on a letter as a whole; the orders beforehand that wait; what matters little."""
    told: dict[str, list[str]] = {"": [], WAITS: [], LITTLE: []}
    for key, values in notes:
        told[key if key in told else ""].append(reader.says.say("letter-notes", key, reader.voice, values))
    large, waits, small = map(tuple, told.values())
    return large, waits, small


def tapped(told: ReceiptTold, link: Callable[..., tuple[Link, ...]], position: str) -> ReceiptTold:
    """The receipt with a link for each order that may have been meant, played at that position and at no other (H1)."""
    lines = (
        replace(line, taps=link(line.meant, position if line.held else "")) if line.meant else line
        for line in told.lines
    )
    withdraw = rows(link(told.withdrawn)) if told.waits else ()
    return replace(told, lines=tuple(lines), withdraw=withdraw)


# Long receipts on a page: what came of the last lines above the taps, what came of those before them at the
# foot.
#
# A turn of many orders would put what the reader may do next out of sight. Which lines were played still stands
# above, in one paragraph, and every line that was not played in full; what came of the earlier ones is told
# below.


LONG, MOST = 22, 12
"""From how many rows on a phone a receipt is shortened; how many rows of its last lines stay above the taps."""
WIDE = 40
"""About how many characters a row on a phone has."""
IN_SHORT = "in-short"
"""The kind of a line on a page that stands for several: all were played."""


def height(line: LineTold) -> int:
    """About how many rows on a phone a line of a receipt has."""
    texts = (*(f"{row.number}> {row.text}" for row in line.rows), line.verdict, *line.below, *line.verbatim)
    return sum(ceil(len(text) / WIDE) for text in texts)


def on_page(reader: Reader, told: "ReceiptTold") -> tuple["ReceiptTold", tuple[LineTold, ...]]:
    """A receipt as a page tells it above the taps, and the lines that it tells in full at its foot; () if it is short.

    Each line that was not simply played stays in full; of the last line, if it is long, what came of it last.
    """
    if sum(map(height, told.lines)) <= LONG:
        return told, ()
    sizes = accumulate(map(height, reversed(told.lines)))
    late = max(1, sum(size <= MOST for size in sizes))
    early, (first, *last) = told.lines[:-late], told.lines[-late:]
    ends = _ending(reader, first) if _plain(first) else first
    left = tuple(one for one in (*early, first) if _plain(one) and one is not ends)
    return replace(told, lines=(*_in_short(reader, early), ends, *last)), left


def _ending(reader: Reader, line: LineTold) -> LineTold:
    """The line itself; if it is long, with the last of what came of it, as much as may stand above the taps."""
    if height(line) <= MOST:
        return line
    sizes = accumulate(ceil(len(text) / WIDE) for text in reversed(line.below))
    late = max(1, sum(size <= MOST for size in sizes))
    if late >= len(line.below):
        return line
    return replace(line, verdict=reader.text("told-end"), below=line.below[-late:])


def _plain(line: LineTold) -> bool:
    """Whether a line was played, and there is nothing about it that its writer has to see at once."""
    return line.kind == "played" and not line.meant


def _in_short(reader: Reader, lines: Sequence[LineTold]) -> Iterator[LineTold]:
    """Lines one after the other that were played, as one; the others as they are."""
    first = True
    for plain, some in groupby(lines, _plain):
        if plain:
            written = tuple(row for one in some for row in one.rows)
            yield LineTold(IN_SHORT, written, reader.text("told-below" if first else "told-played"))
            first = False
        else:
            yield from some
