"""What all worlds together say of each order of a variation."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from referee.archive.lines.line import KNOWN, OPEN, POSSIBLE, Figures, Move, Outcome
from referee.archive.lines.playing import Path, Step
from referee.archive.lines.text import Written
from referee.engine.events import Event, Seen, face_value, seen
from referee.engine.game import Game
from referee.engine.rules import why
from referee.notation.reader import Misread
from referee.table.points import Told
from referee.table.verdicts import NOT_PLAYED, PLAYED
from referee.util.errors import Why

MOST_OUTCOMES = 12
"""At most how many outcomes of an order are told."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Tells the orders of a text from the steps of every world.

    `counted` if these are all worlds there are; `figured` if there is anything to count.
    """

    game: Game
    seat: str | None
    look: str
    worlds: Sequence[tuple[int, Mapping[Path, Step]]]
    counted: bool = False
    figured: bool = True

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
            steps = [replace(one[here], weight=weight) for weight, one in self.worlds if here in one]
            one = self._move(order, steps, branches) if steps and not stopped else None
            told.append(one or Move(order, why=stopped, branches=branches))
            stopped = stopped or self._stops(told[-1], steps, n)
        return tuple(told)

    def _stops(self, move: Move, steps: Sequence[Step], n: int) -> Why | None:
        """Why the orders after this one are not played; None if they are."""
        if not move.stands:
            return why("line-stopped", line=n + 1)
        if any(step.world.at.state is None for step in steps):
            return why("line-unseen")
        return why("line-hidden", line=n + 1) if self.look == KNOWN and not self._same(steps) else None

    def _same(self, steps: Sequence[Step]) -> bool:
        """Whether the reader is shown the same in every world in which the variation goes on."""
        return len({_key(self._told(one)) for one in steps if one.stands}) <= 1

    def _move(self, order: Written, steps: Sequence[Step], branches: Any) -> Move:
        on = [one for one in steps if one.stands]
        one = on[0] if on else _most(steps, lambda step: (step.made.seat, step.made.verdict.ruling))
        verdict, legal = one.made.verdict, [step for step in steps if step.made.stands]
        kind, reason = verdict.kind, verdict.broken.why if verdict.broken else verdict.reason
        if not on and legal:
            kind, reason = NOT_PLAYED, why("line-lots-else", said="; ".join(order.lots))
        elif kind == PLAYED and len(legal) < len(steps):
            kind = POSSIBLE
        told, outcomes = self._shown(on)
        reading = verdict.line.reading
        return Move(
            order,
            seat=one.made.seat,
            order=verdict.written,
            verdict=kind,
            rule=verdict.rule if not legal else "",
            why=reason,
            misread=reading if isinstance(reading, Misread) and not on else None,
            readings=verdict.readings,
            before=one.before,
            position=one.after if len({step.after for step in on}) == 1 else "",
            view=self._view(on),
            state=one.world.at.state if self.look == OPEN and on else None,
            events=one.made.events if self.look == OPEN else (),
            told=told,
            outcomes=outcomes,
            lots=one.lots if on else "",
            figures=Figures(_sum(steps), _sum(legal), _sum(on), self.counted) if self.figured else None,
            branches=branches,
        )

    def _view(self, steps: Sequence[Step]) -> Any:
        """The table as the reader sees it in all these worlds; None where they differ or it is not known."""
        if not steps or any(step.world.at.state is None for step in steps):
            return None
        views = (self.game.view(step.world.at.state, self.seat) for step in steps)
        first = next(views)
        return first if all(one == first for one in views) else None

    def _told(self, step: Step) -> tuple[Told, ...]:
        """What the reader is shown of an order; where all is open, everything."""
        of = everything if self.look == OPEN else partial(seen, seat=self.seat)
        shown = map(of, step.made.events)
        return tuple(Told(step.after, one) for one in shown if one is not None)

    def _shown(self, steps: Sequence[Step]) -> tuple[tuple[Told, ...], tuple[Outcome, ...]]:
        """What is shown in all these worlds, and what in some of them only, with how many."""
        each, total = [self._told(step) for step in steps], _sum(steps)
        count, first = Counter[Hashable](), dict[Hashable, Told]()
        for told, step in zip(each, steps, strict=True):
            for key, one in {_key(one.seen): one for one in told}.items():
                count[key] += step.weight
                first.setdefault(key, one)
        everywhere = tuple(one for one in (each[0] if each else ()) if count[_key(one.seen)] == total)
        some = (Outcome(first[key], n) for key, n in count.most_common() if n < total)
        return everywhere, tuple(some)[:MOST_OUTCOMES]


def _sum(steps: Sequence[Step]) -> int:
    return sum(step.weight for step in steps)


def _most(steps: Sequence[Step], of: Any) -> Step:
    """The first of those steps that are the most frequent ones."""
    wanted = Counter(of(step) for step in steps).most_common(1)[0][0]
    return next(step for step in steps if of(step) == wanted)


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


def everything(event: Event) -> Seen:
    """All of an event, no matter who may see it."""
    fields = {one.name: face_value(getattr(event, one.name), one.sorted) for one in event.shown}
    return Seen(type(event).__name__, event.cited, fields)


def share(part: int, whole: int) -> int:
    """A share in per cent, rounded; 0 and 100 only where it is none and all of them.

    >>> share(1, 1000), share(999, 1000), share(5, 7), share(3, 3)
    (1, 99, 71, 100)
    """
    if not whole or part in (0, whole):
        return 100 * bool(part)
    return min(99, max(1, round(100 * part / whole)))
