"""Parts of a text that are laid out one below the other (`templates/packet.txt`), and rows of a letter as written."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.notation.reader import Line
from referee.util.text import WIDTH, clean, wrapped

if TYPE_CHECKING:
    from referee.telling.links import Link

LEAD = 40
"""How many characters of a misread line are shown before the caret."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a text: its heading; texts that have to be laid out; lines that are laid out already.

    `taps`: links that stand below it.
    `own`: what is laid out already is a list of orders, and no words of players.
    `small`: it may be left out at a first reading, and stands in small letters at the foot of a page.
    """

    heading: str
    texts: tuple[str, ...] = ()
    verbatim: tuple[str, ...] = ()
    small: bool = False
    taps: tuple["Link", ...] = ()
    own: bool = False


def small(section: Section) -> Section:
    """A section that may be left out at a first reading."""
    return replace(section, small=True)


class Row(NamedTuple):
    """A row of a letter as it was written, with its number; the part from `found` on was not understood."""

    number: int
    text: str
    found: str = ""


def rows_of(line: Line) -> tuple[Row, ...]:
    """The rows of a line, each with its number in the letter."""
    return tuple(
        Row(number, clean(text)) for number, text in zip(line.numbers, line.text.split("\n"), strict=False)
    )


def as_written(rows: Sequence[Row]) -> tuple[str, ...]:
    """Rows as they stand in a text: each after its number, and so are its continuation lines."""
    return tuple(
        piece for number, text, _ in rows for piece in wrapped(f"{number}> {text}", WIDTH, f"{number}> ")
    )


def misread_row(line: Line) -> Row:
    """The row of a misread line that was not understood, divided at the place."""
    reading: Any = line.reading
    text, at = line.text.split("\n")[reading.row], reading.column - 1
    return Row(line.numbers[reading.row], clean(text[max(0, at - LEAD) : at]), clean(text[at:]))


def with_caret(line: Line) -> tuple[str, str]:
    """The part of a misread row that matters, and a caret under the column."""
    number, before, found = misread_row(line)
    lead = f"{number}> {before}"
    return f"{lead}{found}"[:WIDTH].rstrip(), " " * len(lead) + "^"
