"""A text that is laid out in lines for the width of a text, as parts that a page lays out for the width of its own.

    Ravens: in the deck of Thor 9, strength 1, with the        Part("p", "Ravens: in the deck of Thor 9, ...")
      mythological symbol.
    moves          what you may do                             Part("term", "what you may do", "moves")
      1.1  You draw a card. [4.1]                              Part("at", "You draw a card. [4.1]", "1.1")
    15.2 From the hand, Ravens may challenge ...               Part("rule", "From the hand, ...", "15.2")

A line that was broken at the width is joined again; a caret under a line, which needs letters of one width, is left
out. What is drawn with letters (a board, a table) stays as it is set; a board of many columns, which is wider than a
phone, becomes cells.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup, escape

from referee.util.regexes import regex
from referee.util.text import MARK, WIDTH

HUNG = 8
"""Blanks before a line that goes on with what a word means, in a list of words and their meanings."""
FULL = 55
"""Characters of a line that may have been broken by hand."""
DEEP = 4
"""Blanks before a line that belongs to the one above it."""
ENDS, CARET = ".:!?]", "^"
GAP = regex(r"\S {2,}(?=\S)")
DRAWN = regex(r"\S {2,}\S(?:.*\S)? {2,}\S|[^ |].*\|")
AT = regex(r" *(\d+\.\d+) {2,}(.*)")
TERM = regex(r" *(\S.*?) {2,}(\S.*)")
BOARD, SQUARE, ROOM = 5, 7, 38
"""How many rows a board has at least, how wide a cell is at most; characters of one width in a line of a phone."""
WHOLE = regex(r" *(?:-> .*|\S{40,})")
"""A line that goes on with no other: a result, a long number."""
RULE = regex(r" *(\d+(?:\.\d+)+[a-z]?|[HR]\d+) (\S.*)")


class Part(NamedTuple):
    """A part of a text, by its kind.

    Attributes:
        kind: `head`, `p`, `said` (the words of a player), `drawn`, `cells`; or, with something before the text, `at`,
            `term`, `rule`.
        text: in one line; lines if it is said or drawn, the cells of each with tabs between them.
        lead: the position, the word that is explained, the number of the rule.
        deep: it belongs to the part above it.
    """

    kind: str
    text: str
    lead: str = ""
    deep: bool = False

    @property
    def listed(self) -> bool:
        """Whether it stands in a list: what happened, what a word means, what belongs to the part above it."""
        return self.kind in {"at", "term"} or (self.deep and self.kind in {"p", "rule"})


def headed(heading: str) -> tuple[str, str]:
    """A heading in capitals, and the words in small letters that follow; all of it, and "", where none are capitals."""
    words = heading.split(" ")
    small = next((n for n, word in enumerate(words) if word.upper() != word), len(words)) or len(words)
    return " ".join(words[:small]), " ".join(words[small:])


def flowed(lines: Sequence[str], *, own: bool = False) -> tuple[Part, ...]:
    """The parts of a text that is laid out in lines; of our `own`, lines after the mark are a list of orders."""
    found = list[Part]()
    for empty, rows in groupby(lines, lambda line: not line.strip()):
        if not empty:
            found += _block([row.rstrip() for row in rows if row.strip() != CARET], under=found[-1:], own=own)
    return tuple(found)


def _block(rows: list[str], under: list[Part], *, own: bool) -> Iterator[Part]:
    """The parts of lines without an empty one between them; a list below its heading stands after the mark."""
    heading, width = rows[0].isupper() and not rows[0].startswith(" "), WIDTH
    if heading:
        yield Part("head", rows.pop(0))
    if (heading or (under and under[0].kind == "head")) and any(row.startswith(MARK) for row in rows):
        rows, width = [row.removeprefix(MARK) for row in rows], WIDTH - len(MARK)
    if drawn := [n for n, row in enumerate(rows, 1) if DRAWN.search(row.lstrip())]:
        cells = _cells(rows[: drawn[-1]])
        if not cells:
            yield Part("drawn", "\n".join(rows))
            return
        yield Part("cells", cells)
        rows = rows[drawn[-1] :]
    for said, some in groupby(rows, lambda row: row.lstrip().startswith(MARK.strip())):
        bare = (row.lstrip().removeprefix(MARK) if said else row for row in some)
        if said and own:
            yield from (Part("p", row, deep=True) for row in _orders(bare))
        elif said:
            yield Part("said", "\n".join(bare))
        else:
            yield from map(_part, _joined(bare, width))


def _cells(rows: Sequence[str]) -> str:
    """A board as lines of cells, which are as wide as what stands in them; "" for anything else, or a narrow one.

    It is divided where no row has a letter.
    """
    width = max(map(len, rows))
    if len(rows) < BOARD or width <= ROOM:
        return ""
    filled = [any(row[n : n + 1].strip() for row in rows) for n in range(width)]
    spans = [
        (found.start(), found.end()) for found in re.finditer("x+", "".join(" x"[one] for one in filled))
    ]
    if max(end - start for start, end in spans) > SQUARE:
        return ""
    return "\n".join("\t".join(row[start:end].strip() for start, end in spans) for row in rows)


def _orders(rows: Iterable[str]) -> list[str]:
    """Orders and what they are for, each in one line: a line with blanks before it goes on with the one above it."""
    found = list[str]()
    for row in rows:
        if row.startswith(" ") and found:
            found[-1] += f" {row.lstrip()}"
        else:
            found.append(row)
    return found


def _joined(rows: Iterable[str], width: int) -> Iterator[str]:
    """Lines, those that were broken at a width in one."""
    whole, last = "", ""
    for row in rows:
        if whole and _goes_on(whole, last, row, width):
            whole += f" {row.lstrip()}"
        else:
            if whole:
                yield whole
            whole = row
        last = row
    if whole:
        yield whole


def _margin(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


def _goes_on(whole: str, last: str, row: str, width: int) -> bool:
    """Whether a line goes on with the text that begins with `whole`, whose last line so far is `last`."""
    deeper, end, small = _margin(row) - _margin(last), last[-1] in ENDS, row.lstrip()[0].islower()
    if GAP.search(whole.lstrip()) and not AT.match(whole):
        return _margin(row) >= HUNG
    if GAP.search(row.lstrip()) or WHOLE.match(row) or WHOLE.match(last):
        return False
    if len(last) + 1 + len(row.split(maxsplit=1)[0]) > width:
        hung = _margin(row) > _margin(whole) and not small
        return deeper > 0 or (deeper == 0 and (hung or not end))
    return deeper == 0 and not end and len(last) >= FULL and small


def _part(row: str) -> Part:
    """A text in one line."""
    deep = _margin(row) >= DEEP
    for kind, form in (("at", AT), ("term", TERM), ("rule", RULE)):
        if found := form.fullmatch(row):
            return Part(kind, found[2], found[1], deep and kind != "at")
    return Part("p", row.strip(), deep=deep)


# The numbers of rules at the end of a sentence, as small print on a page; what stands between backticks, in
# bold.


CITED = regex(r"(.*\S) (\[[^\[\]\n]{1,80}\])((?: .*)?)", re.DOTALL)
"""A sentence, the numbers at its end, and what may follow them."""
CODE = regex(r"`([^`\n]{1,80})`")
"""A word as it is written in an order or an option; a text has no other means to set it apart."""


def set_back(text: str) -> Markup:
    """A text of ours with the last numbers in it as small print; a text without any as it is."""
    found = CITED.fullmatch(text)
    if found is None:
        return _bold(text)
    before, numbers, after = map(_bold, found.groups())
    return Markup(f"{before} <small>{numbers}</small>{after}")  # noqa: S704  escaped


def _bold(text: str) -> Markup:
    return Markup(CODE.sub(r"<strong>\1</strong>", str(escape(text))))  # noqa: S704  escaped
