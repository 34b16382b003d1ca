"""12 Idunn: while it tops the pile, that player wins ties."""

from referee.engine.rules import cites, rule
from referee.games.thunder.berserker import topped_by
from referee.games.thunder.moves import UseLasting
from referee.games.thunder.table import State
from referee.games.thunder.view import View
from referee.util.errors import Why


@cites("12.1", "12.2", "12.4")
def wins_ties(s: State) -> str:
    """12.1 The seat whose Idunn is in effect, or ""."""
    return s.holders[1]


@rule("12.3")
def no_enemy_idunn(v: View, m: UseLasting) -> Why | None:
    """Idunn is not played while the opponent's pile is topped by an Idunn."""
    return topped_by("idunn", v, m)
