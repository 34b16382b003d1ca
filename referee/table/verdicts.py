"""What became of a letter, and of each of its lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.lots import Lot
from referee.engine.rules import Refused, Rule
from referee.notation.reader import Line
from referee.util.errors import Why

PLAYED, REFUSED, MISREAD, ANSWERED, PROSE = "played", "refused", "misread", "answered", "prose"
NOT_PLAYED = "not-played"


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


def tried(game: Game, view: Any, move: Move) -> Tried:
    """Hold a move to its rules, by the asker's own view, without playing it.

    Later rules may only be asked when the earlier ones hold, so the list ends at the first one broken.
    """
    return held_to(game.MOVES[type(move)][1], view, move, game.write(move))


def held_to(rules: Sequence[Rule], view: Any, move: Move, written: str) -> Tried:
    """Hold a move to these rules, up to the first one broken."""
    held: list[tuple[str, str, Why | None]] = []
    for one in rules:
        reason = one.check(view, move)
        held.append((one.number, one.text, reason))
        if reason is not None:
            return Tried(written, tuple(held), Refused(one.number, reason, one.stops))
    return Tried(written, tuple(held), None)
