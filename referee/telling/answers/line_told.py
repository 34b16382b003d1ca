"""A line of a letter as it is told: a value, which `referee.telling.lines` makes and a template lays out."""

from typing import NamedTuple

from referee.telling.laid import Row
from referee.telling.links import Link
from referee.util.values import Value


class LineTold(Value):
    """A line of a letter, told.

    Attributes:
        kind: that of its verdict.
        rows: its rows, as they were written.
        raw: the rows as they stand in a text, with a caret below them where the line was misread.
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
    raw: tuple[str, ...]
    verdict: str
    below: tuple[str, ...] = ()
    verbatim: tuple[str, ...] = ()
    offer: str = ""
    meant: tuple[str, ...] = ()
    held: bool = False
    plain: bool = True
    taps: tuple[Link, ...] = ()
    verb: str = ""


class Offer(NamedTuple):
    """What may have been meant: a sentence that says so, and the orders; `apart`: without the lines below."""

    text: str = ""
    orders: tuple[str, ...] = ()
    apart: bool = False
