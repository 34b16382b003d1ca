"""Why a turn looks good: of its measure (`likely`) what counts most, as sentences of the catalog.

Nothing here looks at a state: a reason tells no more than the table that its reader sees.
"""

from collections.abc import Iterator, Mapping

from referee.engine.kit.defaults import Note, Reason, Turn, move_by_move, note
from referee.games.odins_table import likely
from referee.games.odins_table.board import FORTRESS, NEIGHBOURS
from referee.games.odins_table.cards import LOKI, name_of, other, value_of
from referee.games.odins_table.moves import Attack, Return, Scout, Step
from referee.games.odins_table.view import View


def because(v: View, turn: Turn) -> tuple[Note, ...]:
    """What speaks for each move of a turn."""
    return move_by_move(REASONS, v, turn)


def _step(v: View, move: Step) -> Iterator[Note]:
    """6.2, 6.3 Into the fortress, in the way of an enemy, away from one that would take it, or forward."""
    if move.target in FORTRESS[other(v.seat or "")]:
        yield note("because-home", foe=v.theirs.seat, square=move.target, home=v.mine.home + 1)
    elif likely.bars(v, move.target):
        yield note("because-bars", square=move.target)
    elif likely.flees(v, move):
        yield note("because-flees", square=move.origin)
    elif likely.ranks_ahead(v, move) > 0:
        near = any(one in NEIGHBOURS[move.target] for one in v.theirs.pieces)
        yield note("because-forward", foe=v.theirs.seat, square=move.target, near=near)
    if likely.gives_right(v, move):
        yield note("because-ravens", column=move.target[0])


def _attack(v: View, move: Attack) -> Iterator[Note]:
    """4.2 The cards that fight, as far as they are known; 6.2 what the attack leads to, or hinders."""
    own, theirs = (
        half.slot(square[0]).face for half, square in ((v.mine, move.origin), (v.theirs, move.target))
    )
    gain = value_of(own) - value_of(theirs) if own and theirs else 0
    tricked = theirs is not None and name_of(theirs) == LOKI and gain > 0  # 4.5
    if own and not tricked:
        yield note("because-attack", own=name_of(own), theirs=theirs and name_of(theirs), gain=gain)
    if move.target in FORTRESS[other(v.seat or "")]:
        yield note("because-enters", foe=v.theirs.seat, square=move.target, home=v.mine.home + 1)
    if likely.stops(v, move.target):
        yield note("because-stops", square=move.target)


def _return(v: View, move: Return) -> Iterator[Note]:
    """6.1 A captured piece is in the game again."""
    yield note("because-return", square=move.square, bars=likely.bars(v, move.square) > 0)


def _scout(v: View, move: Scout) -> Iterator[Note]:
    """5.1 It takes nothing from the turn."""
    there = [one for one in v.theirs.pieces if one[0] == move.column and one not in FORTRESS[v.seat or ""]]
    near = any(one in NEIGHBOURS[square] for square in there for one in v.mine.pieces)
    yield note("because-scout", column=move.column, there=bool(there), near=near)


REASONS: Mapping[type, Reason] = {
    Step: _step,
    Attack: _attack,
    Return: _return,
    Scout: _scout,
}
