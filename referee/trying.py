"""A move held to its rules without being played: what `try` and `why` tell of it."""

from collections.abc import Sequence
from typing import Any

from referee.game import Game, Move
from referee.rules import Refused, Rule, Why
from referee.verdicts import Tried


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
