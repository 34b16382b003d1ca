"""What became of a letter, and of each of its lines."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.lots import Lot
from referee.engine.rules import Refused
from referee.notation.reader import Line, Order
from referee.record.entries import Line as Entered
from referee.util.errors import Why
from referee.util.values import Value

PLAYED, REFUSED, PASSED_OVER, NOT_PLAYED = "played", "refused", "passed-over", "not-played"
AMBIGUOUS = "ambiguous"
MISREAD, PROSE, SAID, NOTED, ANSWERED = "misread", "prose", "said", "noted", "answered"
RULED_ON = frozenset({PLAYED, REFUSED, PASSED_OVER, AMBIGUOUS})
"""Verdicts of lines that were reached, and ruled on as orders."""
NO_ORDERS = frozenset({PROSE, SAID, NOTED, ANSWERED})
"""Verdicts of lines that are no orders."""


class Verdict(Value):
    """What became of one line of a letter.

    Attributes:
        line: the line as read.
        kind: played, refused, passed-over, misread, ambiguous, not-played, prose, said, noted or answered.
        move: the exact move, where the line was an order.
        written: its canonical notation.
        broken: the rule broken.
        reason: why a line was not played.
        tried: each rule that an order, or one asked about, was held to.
        events: what the line caused.
        told: the answer to a question about the past, laid out, where the record was at hand.
    """

    line: Line
    kind: str
    move: Move | None = None
    written: str = ""
    broken: Refused | None = None
    reason: Why | None = None
    readings: tuple[str, ...] = ()
    tried: "Tried | None" = None
    events: tuple[Event, ...] = ()
    told: str = ""

    @property
    def rule(self) -> str:
        """The number of the rule broken; "" for none."""
        return self.broken.rule if self.broken else ""

    @property
    def ruling(self) -> str:
        """The verdict, and the number of the rule broken if any: `refused 7.2`."""
        return f"{self.kind} {self.rule}".strip()

    @property
    def at_fault(self) -> bool:
        """Whether this is an order that was refused, is not clear or was not understood: its letter stops there."""
        match self.kind:
            case "refused":
                return self.move is not None
            case "misread":
                return not getattr(self.line.reading, "asks", False)
        return self.kind == AMBIGUOUS

    @property
    def entered(self) -> Entered:
        """The line as the record keeps it."""
        reason = self.broken.why if self.broken else self.reason
        order = self.line.reading if isinstance(self.line.reading, Order) else None
        return Entered(
            number=self.line.numbers[0],
            raw=self.line.text,
            verdict=self.kind,
            move=self.written,
            rule=self.rule,
            why=reason.key if reason else "",
            params=dict(reason.params) if reason else {},
            remark=order.remark if order else "",
            mark=order.mark if order else "",
            events=len(self.events),
        )


class Tried(Value):
    """A move held to its rules without being played: each rule told, and the first one broken if any."""

    written: str
    rules: tuple[tuple[str, str, Why | None], ...]
    broken: Refused | None


class Ruled(Value):
    """A letter ruled on: the state after it, a verdict for each line, everything that happened, the lots drawn."""

    state: Any
    verdicts: tuple[Verdict, ...]
    events: tuple[Event, ...]
    closing: tuple[Event, ...]
    lots: tuple[Lot, ...] = ()


class Played:
    """The result of a letter: the ruling, and the receipt for its writer."""

    def __init__(self, ruled: Ruled, entry: int = 0, made: Callable[[], str] = str) -> None:
        """Keep the ruling; `entry` is that of the letter. The receipt is made when it is first asked for."""
        self.ruled, self.entry, self._made = ruled, entry, made

    @cached_property
    def receipt(self) -> str:
        """What became of each line, as text for its writer; "" where nothing is there to tell it."""
        return self._made()

    def __str__(self) -> str:
        return self.receipt

    @property
    def verdicts(self) -> tuple[str, ...]:
        """The kind of each line's verdict: see `Verdict`."""
        return tuple(verdict.kind for verdict in self.ruled.verdicts)

    @property
    def complete(self) -> bool:
        """Whether no line was refused, misread, unclear or left unplayed."""
        return not {REFUSED, MISREAD, AMBIGUOUS, NOT_PLAYED} & set(self.verdicts)
