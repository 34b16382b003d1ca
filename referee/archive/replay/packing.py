"""Boards packed: each differs little from the one before it, so only the difference is kept.

A board is HTML. It is cut into pieces at its tags and commas; a piece stands once in the page, however many
boards have it. A board is then a list of numbers of pieces, or a board before it with edits: a list of lists, first
the number of that board, then each edit. In place of a run of pieces another board may stand within a board, by a
number below 0: -1 for board 0, -2 for board 1.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

PIECE = re.compile(r"<[^>]*>[^<,]*,?|[^<,]+,?|[<,]")
WITHIN, STANDS = "\ue001{}\ue001", re.compile("\ue001([0-9]+)\ue001")
"""How one board stands within another that is taken in; no text of a page has this letter."""
ALIKE = 3
"""So many pieces in a row that are the same show where two boards go on alike."""
Ids = tuple[int, ...]
Edit = list[int]
"""From which piece on, how many are dropped there, and the pieces that stand there instead."""


@dataclass
class Boards:
    """Boards by number, as they are packed into a page.

    `pieces` are what they are made of; `made` makes a piece of the page of a piece that is given.
    """

    made: Callable[[str], str] = str
    pieces: list[str] = field(default_factory=list)
    packed: list[Any] = field(default_factory=list)
    _known: dict[str, int] = field(default_factory=dict)
    _cut: list[Ids] = field(default_factory=list)
    _numbers: dict[Ids, int] = field(default_factory=dict)

    def add(self, html: str, *near: int) -> int:
        """Take in a board and return its number; `near` are boards that it is likely to be like."""
        cut = tuple(self._pieces(html))
        if (number := self._numbers.get(cut)) is not None:
            return number
        self._numbers[cut] = number = len(self._cut)
        self._cut.append(cut)
        ways: list[list[Any]] = [[[one], *_edits(self._cut[one], cut)] for one in dict.fromkeys(near)]
        self.packed.append(min([list(cut), *ways], key=_length))
        return number

    def html(self, number: int) -> str:
        """A board as it was taken in."""
        return "".join(self.html(-1 - one) if one < 0 else self.pieces[one] for one in self._cut[number])

    def _pieces(self, html: str) -> Iterator[int]:
        for at, text in enumerate(STANDS.split(html)):
            if at % 2:
                yield -1 - int(text)
            else:
                yield from map(self._piece, PIECE.findall(text))

    def _piece(self, text: str) -> int:
        if (number := self._known.get(text)) is None:
            number = self._known[text] = len(self.pieces)
            self.pieces.append(self.made(text))
        return number


def _length(packed: Sequence[Any]) -> int:
    return sum(len(one) if isinstance(one, list) else 1 for one in packed)


def _edits(old: Ids, new: Ids) -> Iterator[Edit]:
    """The edits that make the new board of the old one, each at its place in the old one, first to last."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    middle, wanted = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(middle) == len(wanted):
        yield from _in_place(middle, wanted, head)
        return
    yield from _moved(middle, wanted, head)


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _in_place(old: Ids, new: Ids, head: int) -> Iterator[Edit]:
    """The runs of pieces that differ, where as many stand as before."""
    run: Edit = []
    for at, (before, after) in enumerate(zip(old, new, strict=True)):
        if before == after:
            if run:
                yield run
            run = []
        elif run:
            run[1] += 1
            run.append(after)
        else:
            run = [head + at, 1, after]
    if run:
        yield run


def _moved(old: Ids, new: Ids, head: int) -> Iterator[Edit]:
    """Edits where more or fewer pieces stand: after each difference the nearest place where both go on alike."""
    at = to = 0
    while at < len(old) or to < len(new):
        if at < len(old) and to < len(new) and old[at] == new[to]:
            at, to = at + 1, to + 1
            continue
        dropped, put = _apart(old[at:], new[to:])
        yield [head + at, dropped, *new[to : to + put]]
        at, to = at + dropped, to + put


def _apart(old: Ids, new: Ids) -> tuple[int, int]:
    """How many pieces differ at the beginning of two lists: the fewest after which both go on alike, else all."""
    places = defaultdict[Ids, list[int]](list)
    for n in range(len(new) - ALIKE + 1):
        places[new[n : n + ALIKE]].append(n)
    best = len(old), len(new)
    for n in range(len(old) - ALIKE + 1):
        if n >= sum(best):
            break
        here = places.get(old[n : n + ALIKE])
        if here and n + here[0] < sum(best):
            best = n, here[0]
    return best
