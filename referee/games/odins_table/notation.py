"""An attack of Odin's Table whose piece is not named is made exact."""

from referee.engine.choices import Move
from referee.engine.game import Ambiguous
from referee.games.odins_table import moves as m
from referee.games.odins_table.board import NEIGHBOURS, steps
from referee.games.odins_table.view import View


def resolve(move: Move, v: View) -> Move | Ambiguous:
    """Make `attack c3` exact: by the piece that may attack there, else by the pieces that stand next to it.

    Looks only at what all see. If no piece stands next to the square, the move stays as it is, and is refused
    later.
    """
    if not isinstance(move, m.Attack) or move.origin:
        return move
    legal = steps(v.options.diagonal, v.mine.seat, v.mine.pieces, v.theirs.pieces)
    able = [origin for origin, target, fight in legal if fight and target == move.target]
    near = able or [square for square in v.mine.pieces if square in NEIGHBOURS[move.target]]
    found = [m.Attack(origin, move.target) for origin in near]
    if len(found) > 1:
        return Ambiguous(tuple(found), tuple(one.written for one in found))
    return found[0] if found else move
