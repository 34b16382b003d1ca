"""Long receipts on a page: what came of the last lines above the taps, what came of those before them at the foot.

A turn of many orders would put what the reader may do next out of sight. Which lines were played still stands
above, in one paragraph, and every line that was not played in full; what came of the earlier ones is told below.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby
from math import ceil
from typing import TYPE_CHECKING

from referee.telling.answers.line_told import LineTold
from referee.telling.sentences import Reader

if TYPE_CHECKING:
    from referee.telling.receipt import ReceiptTold

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
            yield _one(some, reader.text("told-below" if first else "told-played"))
            first = False
        else:
            yield from some


def _one(lines: Iterable[LineTold], verdict: str) -> LineTold:
    """One line that stands for these."""
    return LineTold(IN_SHORT, tuple(row for one in lines for row in one.rows), (), verdict)
