"""11 Berserker: while it tops the pile, that player's Viking Warriors challenge with 6."""

from typing import Protocol

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.cards import name_of
from referee.games.thunder.moves import UseLasting
from referee.games.thunder.table import State
from referee.games.thunder.view import View
from referee.util.errors import Why

RAGING = 6


class Standing(Protocol):
    """A card on the battlefield and whose side it is on."""

    @property
    def of(self) -> str: ...
    @property
    def card(self) -> str: ...


@cites("11.1", "11.4", "11.5")
def strength_in_challenge(s: State, one: Standing, *, challenging: bool) -> int | None:
    """11.1 The printed strength; 6 for Viking Warriors that challenge under an own Berserker in effect."""
    if challenging and s.holders[0] == one.of and name_of(one.card) == "viking-warriors":
        return RAGING
    return s.decks.strength(one.card)


@rule("11.2")
def no_enemy_berserker(v: View, m: UseLasting) -> Why | None:
    """Berserker is not played while the opponent's pile is topped by a Berserker."""
    return topped_by("berserker", v, m)


def topped_by(kind: str, v: View, m: UseLasting) -> Why | None:
    """Why a lasting power cannot be played: the other's is on top (11.2, 12.3)."""
    if bare(m.card) != kind or not v.theirs.pile_top:
        return None
    return why("other-on-top", card=kind) if name_of(v.theirs.pile_top) == kind else None


def bare(name: str) -> str:
    """A name without `own` or `captured`."""
    return name.rpartition(" ")[2]


@cites("11.1", "12.1")
def use_lasting(s: State, by: str, m: UseLasting, lots: Lots) -> Happening:
    """11, 12 The card goes onto the pile, and works from there."""
    yield from ()
