"""A variation as ruled on: its orders one after another, each with its verdict and what came of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.archive.lines.text import Fault, Written
from referee.engine.events import Event
from referee.notation.reader import Misread
from referee.table.points import Told
from referee.table.verdicts import PASSED_OVER, PLAYED
from referee.util.errors import Why

OPEN, KNOWN, WORLDS = "open", "known", "worlds"
"""How a variation is looked at: with the whole table open, as a seat knew it, or over all worlds it could be in."""
POSSIBLE = "possible"
"""The verdict on an order that can be played only if what is hidden from the reader allows it."""
FELL, NAMED, DRAWN, MANY = "fell", "named", "drawn", "worlds"
"""Where lots came from: from the game, from the text, from a fixed seed, or from each world its own."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Of how many worlds a figure is.

    Attributes:
        worlds: how many worlds reached the order.
        legal: in how many of these it may be played.
        so: in how many of these its lots, or what it turns up, are as the text names them.
        counted: these are all the worlds there are; else they were sampled.
    """

    worlds: int
    legal: int
    so: int
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something that an order may lead to, as its reader is shown it, and in how many of the worlds it does."""

    told: Told
    worlds: int


@dataclass(frozen=True, slots=True)
class Move:
    """An order of a variation.

    Attributes:
        written: the order as its text has it, with comment, glyph and what it names of its lots.
        seat: whose order it is; "" where that is not known.
        order: its canonical notation; "" where it was not read.
        verdict: played, passed-over, possible, refused, misread, ambiguous or not-played.
        rule: the number of the rule that it breaks, or "".
        why: why it is not played, None if it is.
        misread: what was not understood, or None.
        readings: what an ambiguous order may mean.
        before: the public position that it was ruled on at.
        position: the public position after it; "" where that is not the same in all worlds.
        view: the table after it as the reader sees it; None where that is not known.
        state: the whole table after it; None unless all is open.
        events: what happened, where all is open.
        told: what the reader is shown of it, the same in every world that the variation goes on in.
        outcomes: what the reader is shown in some of the worlds only, the most frequent first.
        lots: where its lots came from: fell, named, drawn, worlds; "" for none.
        figures: of how many worlds this is told; None where all is open.
        branches: the variations in its place.
    """

    written: Written
    seat: str = ""
    order: str = ""
    verdict: str = "not-played"
    rule: str = ""
    why: Why | None = None
    misread: Misread | None = None
    readings: tuple[str, ...] = ()
    before: str = ""
    position: str = ""
    view: Any = None
    state: Any = None
    events: tuple[Event, ...] = ()
    told: tuple[Told, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    lots: str = ""
    figures: Figures | None = None
    branches: tuple[tuple["Move", ...], ...] = ()

    @property
    def stands(self) -> bool:
        """Whether it was played, so that the variation goes on."""
        return self.verdict in {PLAYED, PASSED_OVER, POSSIBLE}


@dataclass(frozen=True, slots=True)
class Line:
    """A variation: where it begins, for whom and how it is looked at, its moves, and what of its text was not read.

    Attributes:
        seat: the reader; None is an onlooker.
        look: open, known or worlds.
        position: the public position where it begins.
        entry: the entry of the record that led there; None unless all is open, for these numbers tell of others' mail.
        view, state: the table there; see `Move`.
    """

    seat: str | None
    look: str
    entry: int | None
    position: str
    view: Any
    state: Any
    moves: tuple[Move, ...]
    faults: tuple[Fault, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether every order of it, in variations too, was read and can be played."""
        return not self.faults and all(move.stands for move in self.all_moves())

    def all_moves(self) -> Iterator[Move]:
        """Every move, those of variations after the one that they may replace."""
        return _all(self.moves)


def _all(moves: tuple[Move, ...]) -> Iterator[Move]:
    for move in moves:
        yield move
        for branch in move.branches:
            yield from _all(branch)
