"""Parts of a text that are laid out one below the other (`templates/packet.txt`), and the lines of a letter, told."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.notation.reader import Line, Misread
from referee.record.entries import Line as Recorded
from referee.table.verdicts import MISREAD
from referee.telling.sentences import Reader
from referee.util import data
from referee.util.regexes import regex
from referee.util.text import WIDTH, clean, wrapped
from referee.util.values import Value, replace

if TYPE_CHECKING:
    from referee.telling.links import Link

LEAD = 40
"""How many characters of a misread line are shown before the caret."""


class Section(Value):
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


class LineTold(Value):
    """A line of a letter, told.

    Attributes:
        kind: that of its verdict.
        rows: its rows, as they were written.
        verdict: what became of it.
        below: more texts about that.
        verbatim: texts that are laid out already.
        offer: what is said before the orders that may have been meant.
        meant: orders that may have been meant, each with those of the letter that were not played after it, a line
            for each; a letter has a link for each.
        held: whether they are played at the position of this letter and at no other (H1).
        plain: whether they are told where there are no links, too: not an order that was asked about and is allowed.
        taps: those links.
        verb: the word of a question or an order, in the notation of records.
    """

    kind: str
    rows: tuple[Row, ...]
    verdict: str
    below: tuple[str, ...] = ()
    verbatim: tuple[str, ...] = ()
    offer: str = ""
    meant: tuple[str, ...] = ()
    held: bool = False
    plain: bool = True
    taps: tuple["Link", ...] = ()
    verb: str = ""

    @property
    def raw(self) -> tuple[str, ...]:
        """The rows as they stand in a text, with a caret below them where the line was misread."""
        return with_caret(self.rows[0]) if self.kind == MISREAD else as_written(self.rows)


class Offer(NamedTuple):
    """What may have been meant: a sentence that says so, and the orders; `apart`: without the lines below."""

    text: str = ""
    orders: tuple[str, ...] = ()
    apart: bool = False


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


def with_caret(row: Row) -> tuple[str, str]:
    """The part of a misread row that matters, and a caret under the column."""
    number, before, found = row
    lead = f"{number}> {before}"
    return f"{lead}{found}"[:WIDTH].rstrip(), " " * len(lead) + "^"


def recorded_rows(line: Recorded, reading: object) -> tuple[str, ...]:
    """The rows of a line of the record as they stand in a text, with a caret below where it was misread."""
    rows = line.raw.split("\n")
    if line.verdict == MISREAD and isinstance(reading, Misread):
        return with_caret(
            misread_row(Line(tuple(range(line.number, line.number + len(rows))), line.raw, reading))
        )
    return as_written([Row(number, clean(row)) for number, row in enumerate(rows, line.number)])


# Parts of a report for which a game has a text but no page: the page shows the text, a paragraph for each line.


DRAWN = regex(r"\S(?: {2,}|.*\|)\S")
"""A line whose letters are aligned with those of other lines: it is shown as it is set."""
PEOPLE, MORE = "people", "more"
"""The templates of what a page tells of the table below the likely answers, and below the moves, if a game has them."""


class Plain(NamedTuple):
    """The lines of a part, and whether they are to be shown as they are set."""

    lines: tuple[str, ...]
    drawn: bool


@cache
def has_page(game: str, part: str) -> bool:
    """Whether a game has a template of its own for a part of a page."""
    try:
        data.text("templates", game, f"{part}.html")
    except FileNotFoundError:
        return False
    return True


def plain_parts(reader: Reader, fence: Callable[[str], str], shown: dict[str, Any]) -> dict[str, Plain]:
    """The parts that have no page, from their texts; `shown` is the data of each part that is to be shown."""
    game, made = reader.game, dict[str, Plain]()
    for part, values in shown.items():
        if not has_page(game.name, part):
            text = reader.says.render(f"{game.name}/{part}.txt", reader.voice, game=game, **values)
            made[part] = _plain(text, fence)
    return made


def _plain(text: str, fence: Callable[[str], str]) -> Plain:
    """A text as lines, with broken lines joined again unless something is drawn in it."""
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    if any(DRAWN.search(line) for line in lines):
        return Plain(tuple(map(fence, lines)), drawn=True)
    joined = list[str]()
    for line in lines:
        if line.startswith(" ") and joined:
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line)
    return Plain(tuple(map(fence, joined)), drawn=False)
