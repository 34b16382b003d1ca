"""Orders as a test writes them: carried out on a table, or refused with the number of the rule and the key of why."""

from typing import Any

from thor_table import settled

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.game import Moves
from referee.engine.rules import first_broken
from referee.games.hammer_of_thor import asking, halting, items, moving, places, playing, powers, standing
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.testing.chance import ScriptedLots

MODULES = (playing, standing, moving, asking, halting, items, powers, places)
MOVES: Moves = {kind: how for module in MODULES for kind, how in module.MOVES.items()}


def refused(s: State, seat: str, move: Move) -> str:
    """The number of the rule that an order breaks, and the key of why; "" for an order that is carried out."""
    broken = first_broken(MOVES[type(move)][1], view(s, seat), move)
    return f"{broken.rule} {broken.why.key}" if broken else ""


def ordered(s: State, seat: str, move: Move, *script: Any) -> tuple[State, list[Event]]:
    """An order that is carried out: the table after it, and the events. The script says how the dice fall."""
    assert refused(s, seat, move) == ""
    lots = ScriptedLots(script)
    after, events = settled(s, MOVES[type(move)][0](s, seat, move, lots))
    assert not lots.left
    return after, events


def possible(s: State, seat: str) -> list[str]:
    """Every order that a module offers to a seat and that its rules let pass, as it is written."""
    offered = (
        move for module in MODULES for _, _, moves in module.candidates(view(s, seat)) for move in moves
    )
    return sorted({one.written for one in offered if not refused(s, seat, one)})
