"""A variation as ruled on: what all worlds together say of each of its orders."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from referee.archive.lines.play import Path, Step
from referee.archive.lines.text import Fault, Written
from referee.engine.events import Seen, everything, seen
from referee.engine.game import Game
from referee.engine.rules import why
from referee.notation.reader import Misread
from referee.table.points import Told
from referee.table.verdicts import NOT_PLAYED, PASSED_OVER, PLAYED
from referee.util.errors import Why
from referee.util.values import Value

OPEN, KNOWN, WORLDS = "open", "known", "worlds"
"""How a variation is looked at: with the whole table open, as a seat knew it, or over all worlds it could be in."""
POSSIBLE = "possible"
"""The verdict on an order that can be played only if what is hidden from the reader allows it."""
MOST_OUTCOMES = 12
"""At most how many outcomes of an order are told."""


class Figures(Value):
    """Of how many sampled worlds a figure is.

    Attributes:
        worlds: how many worlds reached the order.
        legal: in how many of these it may be played.
        so: in how many of these its lots, or what it turns up, are as the text names them.
    """

    worlds: int
    legal: int
    so: int


class Outcome(Value):
    """Something that an order may lead to, as its reader is shown it, and in how many of the worlds it does."""

    told: Told
    worlds: int


class Move(Value):
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
        position: the public position after it; "" where that is not the same in all worlds.
        view: the table after it as the reader sees it; None where that is not known.
        state: the whole table after it; None unless all is open.
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
    position: str = ""
    view: Any = None
    state: Any = None
    told: tuple[Told, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    lots: str = ""
    figures: Figures | None = None
    branches: tuple[tuple["Move", ...], ...] = ()

    @property
    def stands(self) -> bool:
        """Whether it was played, so that the variation goes on."""
        return self.verdict in {PLAYED, PASSED_OVER, POSSIBLE}


class Line(Value):
    """A variation: where it begins, for whom and how it is looked at, its moves, and what of its text was not read.

    Attributes:
        seat: the reader; None is an onlooker.
        look: open, known or worlds.
        position: the public position where it begins.
        entry: the entry of the record that led there; None unless all is open, for these numbers tell of others' mail.
        view: the table there; see `Move`.
    """

    seat: str | None
    look: str
    entry: int | None
    position: str
    view: Any
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


class Judge(Value):
    """Tells the orders of a text from the steps of every world, for a reader."""

    game: Game
    seat: str | None
    look: str
    worlds: Sequence[Mapping[Path, Step]]

    def moves(
        self, orders: Sequence[Written], path: Path = (), stopped: Why | None = None
    ) -> tuple[Move, ...]:
        """The orders of a sequence; after one that is not played the rest is kept as text."""
        told = []
        for n, order in enumerate(orders):
            branches = tuple(
                self.moves(branch, (*path, n, at), stopped) for at, branch in enumerate(order.branches)
            )
            here = (*path, n)
            steps = [one[here] for one in self.worlds if here in one]
            one = self._move(order, steps, branches) if steps and not stopped else None
            told.append(one or Move(order, why=stopped, branches=branches))
            stopped = stopped or self._stops(told[-1], steps, n)
        return tuple(told)

    def _stops(self, move: Move, steps: Sequence[Step], n: int) -> Why | None:
        """Why the orders after this one are not played; None if they are."""
        if not move.stands:
            return why("line-stopped", line=n + 1)
        return why("line-hidden", line=n + 1) if self.look == KNOWN and not self._same(steps) else None

    def _same(self, steps: Sequence[Step]) -> bool:
        """Whether the reader is shown the same in every world in which the variation goes on."""
        return len({_key(self._told(one)) for one in steps if one.stands}) <= 1

    def _move(self, order: Written, steps: Sequence[Step], branches: Any) -> Move:
        on, legal = [one for one in steps if one.stands], [one for one in steps if one.legal]
        one = on[0] if on else _most_frequent(steps)
        verdict = one.verdict
        kind, reason = verdict.kind, verdict.broken.why if verdict.broken else verdict.reason
        if not on and legal:
            kind, reason = NOT_PLAYED, why("line-lots-else", said="; ".join(order.lots))
        elif kind == PLAYED and len(legal) < len(steps):
            kind = POSSIBLE
        told, outcomes = self._shown(on)
        reading = verdict.line.reading
        return Move(
            order,
            seat=one.seat,
            order=verdict.written,
            verdict=kind,
            rule=verdict.rule if not legal else "",
            why=reason,
            misread=reading if isinstance(reading, Misread) and not on else None,
            readings=verdict.readings,
            position=one.after if len({step.after for step in on}) == 1 else "",
            view=self._view(on),
            state=one.world.state if self.look == OPEN and on else None,
            told=told,
            outcomes=outcomes,
            lots=one.lots if on else "",
            figures=None if self.look == OPEN else Figures(len(steps), len(legal), len(on)),
            branches=branches,
        )

    def _view(self, steps: Sequence[Step]) -> Any:
        """The table as the reader sees it in all these worlds; None where they differ."""
        views = (self.game.view(step.world.state, self.seat) for step in steps)
        first = next(views, None)
        return first if all(one == first for one in views) else None

    def _told(self, step: Step) -> tuple[Told, ...]:
        """What the reader is shown of an order; where all is open, everything."""
        shown = (everything(one) if self.look == OPEN else seen(one, self.seat) for one in step.events)
        return tuple(Told(step.after, one) for one in shown if one is not None)

    def _shown(self, steps: Sequence[Step]) -> tuple[tuple[Told, ...], tuple[Outcome, ...]]:
        """What is shown in all these worlds, and what in some of them only, with how many."""
        each = [{_key(one.seen): one for one in self._told(step)} for step in steps]
        count = Counter(key for told in each for key in told)
        first = {key: one for told in reversed(each) for key, one in told.items()}
        shown = self._told(steps[0]) if steps else ()
        everywhere = tuple(one for one in shown if count[_key(one.seen)] == len(steps))
        some = (Outcome(first[key], n) for key, n in count.most_common() if n < len(steps))
        return everywhere, tuple(some)[:MOST_OUTCOMES]


def _most_frequent(steps: Sequence[Step]) -> Step:
    """The first of those steps with the verdict that is the most frequent one."""
    [(wanted, _)] = Counter((step.seat, step.verdict.ruling) for step in steps).most_common(1)
    return next(step for step in steps if (step.seat, step.verdict.ruling) == wanted)


def _key(value: Any) -> Hashable:
    """A value as one that can be counted."""
    match value:
        case Seen():
            return value.kind, value.rule, tuple((name, _key(one)) for name, one in value.fields.items())
        case Told():
            return value.position, _key(value.seen)
        case tuple() | list():
            return tuple(map(_key, value))
    return value if isinstance(value, Hashable) else repr(value)


def share(part: int, whole: int) -> int:
    """A share in per cent, rounded; 0 and 100 only where it is none and all of them.

    >>> share(1, 1000), share(999, 1000), share(5, 7), share(3, 3)
    (1, 99, 71, 100)
    """
    if not whole or part in (0, whole):
        return 100 * bool(part)
    return min(99, max(1, round(100 * part / whole)))
