"""The moves of Odin's Table in words: canonical notation. What is read is exact as it stands."""

from collections.abc import Callable, Mapping
from typing import Any

from referee import customs
from referee.game import Move
from referee.games.odins_table import moves as m
from referee.games.odins_table.cards import VALUES
from referee.moves import ClaimDraw

WRITTEN: Mapping[type[Move], Callable[[Any], str]] = {
    m.Place: lambda u: "place " + " ".join(str(VALUES[name]) for name in u.cards),
    m.Step: lambda u: f"{u.origin}-{u.target}",
    m.Attack: lambda u: f"{u.origin}x{u.target}",
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
