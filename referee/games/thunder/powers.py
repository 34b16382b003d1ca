"""7 Playing a mythological card: its power is used from the hand, then it lies on the pile."""

from collections.abc import Callable
from typing import Any

from referee.engine.events import Event, Happening, Open, event
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.cards import POWERS
from referee.games.thunder.moves import Use
from referee.games.thunder.setting_up import missing
from referee.games.thunder.table import State, barred_by, onto_pile, pick, without
from referee.games.thunder.turn import spent
from referee.games.thunder.view import View
from referee.util.errors import Why
from referee.util.values import replace


@event("7.1")
class Played(Event):
    """A card leaves the hand for its power (7.6): one action point."""

    by: Open[str]
    card: Open[str]

    def change(self, s: State) -> State:
        side = s.side(self.by)
        side = replace(side, hand=without(side.hand, self.card), using=self.card)
        return s.put(self.by, side, **spent(s))


@event("7.3")
class Finished(Event):
    """The played card goes onto its player's pile; it counts as lying there only from now on."""

    by: Open[str]
    card: Open[str]
    bottom: Open[bool]

    def change(self, s: State) -> State:
        side = replace(s.side(self.by), using="")
        return s.put_pile(self.by, onto_pile(side, (self.card,), (self.card,) if self.bottom else ()))


@rule("7.1")
def play_what_you_hold(v: View, m: Use) -> Why | None:
    """You play a card from your hand."""
    return missing(v.mine.hand or (), (m.card,), v.seat or "")


@rule("7.5")
def has_a_power(v: View, m: Use) -> Why | None:
    """Female Archer, Shield Wall, Nightmare, Ring/Crown, Thor/Loki and plain cards have no power from the hand."""
    name = m.card.rpartition(" ")[2]
    return None if name in POWERS else why("no-power", card=name)


def powered(power: Callable[..., Happening]) -> Callable[..., Happening]:
    """Make a move from a power: the card leaves the hand, the power works, and `put_away` puts the card away."""

    @cites("7.3", "7.4", "7.6")
    def use(s: State, by: str, m: Any, lots: Lots) -> Happening:
        card = pick(s.side(by).hand, by, m.card)
        s = yield Played(by, card)
        if s.options.played == "first":
            s = yield from put_away(s, by)
        return (yield from power(s, by, m, lots))

    use.__doc__ = power.__doc__
    return use


@cites("7.3", "7.7", "8.6")
def put_away(s: State, by: str) -> Happening:
    """7.3 The played card onto its pile, on top of what fell through its power (7.7)."""
    card = s.side(by).using
    if card:
        s = yield Finished(by, card, barred_by(s, by, card))
    return s
