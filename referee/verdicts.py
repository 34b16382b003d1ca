"""What became of a letter, and of each of its lines."""

from dataclasses import dataclass
from typing import Any

from referee.events import Event
from referee.game import Move
from referee.lots import Lot
from referee.notation import Line
from referee.rules import Refused, Why


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one line of a letter.

    `kind` is one of played, refused, passed-over, misread, ambiguous, not-played, prose, said, noted, answered.
    `move` is the exact move and `written` its canonical notation where the line was an order; `broken` the
    rule broken; `reason` why a line was not played; `tried` what the rules say to `try` and `why`;
    `events` what the line brought about; `told` the answer to a question of the past, laid out, where the
    record was at hand.
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


@dataclass(frozen=True, slots=True)
class Tried:
    """A move held to its rules without being played: each rule told, and the first one broken if any."""

    written: str
    rules: tuple[tuple[str, str, Why | None], ...]
    broken: Refused | None


@dataclass(frozen=True, slots=True)
class Ruled:
    """A letter ruled on: the state after it, a verdict for each line, everything that happened, the lots drawn."""

    state: Any
    verdicts: tuple[Verdict, ...]
    events: tuple[Event, ...]
    closing: tuple[Event, ...]
    lots: tuple[Lot, ...] = ()
