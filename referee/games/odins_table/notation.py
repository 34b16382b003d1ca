"""The moves of Odin's Table in words: canonical notation, and an attack whose piece is not named made exact."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.choices import Move
from referee.engine.game import Ambiguous
from referee.engine.kit import customs
from referee.engine.moves import ClaimDraw
from referee.games.odins_table import moves as m
from referee.games.odins_table.board import NEIGHBOURS, steps
from referee.games.odins_table.cards import VALUES
from referee.games.odins_table.view import View

WRITTEN: Mapping[type[Move], Callable[[Any], str]] = {
    m.Place: lambda u: "place " + " ".join(str(VALUES[name]) for name in u.cards),
    m.Step: lambda u: f"{u.origin}-{u.target}",
    m.Attack: lambda u: f"{u.origin}x{u.target}" if u.origin else f"attack {u.target}",
    m.Return: lambda u: f"return {u.square}",
    m.Pass: lambda u: "pass",
    m.Scout: lambda u: f"scout {u.column}",
    m.StandingScout: lambda u: f"standing scout {', '.join(u.columns) or 'never'}",
    ClaimDraw: lambda u: "claim draw",
    **customs.WRITTEN,
}


def write(move: Move) -> str:
    """The canonical notation of a move, as it stands in records, reports and suggestions."""
    return WRITTEN[type(move)](move)


def resolve(move: Move, v: View) -> Move | Ambiguous:
    """`attack c3` made exact: by the piece that may attack there, else by those that stand next to it.

    Only what lies open is looked at. Where no piece stands next to the square the move stays as it is, to be refused.
    """
    if not isinstance(move, m.Attack) or move.origin:
        return move
    legal = steps(v.options.diagonal, v.mine.seat, v.mine.pieces, v.theirs.pieces)
    able = [origin for origin, target, fight in legal if fight and target == move.target]
    near = able or [square for square in v.mine.pieces if square in NEIGHBOURS[move.target]]
    found = [m.Attack(origin, move.target) for origin in near]
    if len(found) > 1:
        return Ambiguous(tuple(found), tuple(write(one) for one in found))
    return found[0] if found else move
