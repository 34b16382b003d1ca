"""2.4 Turns alternate: when one begins and ends, and who may act at all."""

from typing import Any

from referee.engine.events import Event, Open, event
from referee.engine.kit.base import once_more
from referee.engine.kit.customs import not_in_turn, still_offered
from referee.engine.rules import cites, rule, why
from referee.games.odins_table.customs import CUSTOMS
from referee.games.odins_table.table import Side, State
from referee.games.odins_table.view import View, public
from referee.util.errors import Why
from referee.util.values import replace

game_goes_on = CUSTOMS.game_goes_on


@event("2.4")
class TurnBegun(Event):
    """A turn begins."""

    by: Open[str]

    def change(self, s: State) -> State:
        stood = once_more(s.positions, public_key(s, self.by))
        return replace(s, phase="play", turn=s.turn + 1, action=0, on_turn=self.by, positions=stood)


@event("2.4")
class TurnEnded(Event):
    """The turn is made and its letter is over; what its player might still have scouted has lapsed (5.5)."""

    by: Open[str]

    def change(self, s: State) -> State:
        return replace(lapsed(s, self.by), phase="next", offer=still_offered(s.offer, self.by))


@cites("6.5")
def public_key(s: State, on_turn: str) -> str:
    """6.5 What counts as the same position: whose turn begins, and what both see of the two sides.

    It is one text, because that is compared many times faster with those of a long game.
    """
    return f"{on_turn}: {_shown(s.odin, 'odin')}; {_shown(s.thor, 'thor')}"


def _shown(side: Side, seat: str) -> str:
    """A side as a position counts it: pieces (and so those captured), face-up cards, sizes of the piles."""
    up = [slot.face or "-" for slot in public(side, seat).columns] if side.up else ()
    return f"{' '.join(side.pieces)}, {side.captured}, {' '.join(up)}, {len(side.deck)}, {len(side.discards)}"


def turn_made(s: State, by: str) -> State:
    """The state once a player has made the turn: what could be scouted before it has lapsed (5.5)."""
    return replace(lapsed(s, by), **made(s))


def made(s: State) -> dict[str, Any]:
    """What changes with the turn that is made: its letter goes on, an action more, and nobody is overdue."""
    return {"phase": "after", "action": s.action + 1, "overdue": ()}


def lapsed(s: State, by: str) -> State:
    """5.5 What this player might still have scouted has lapsed."""
    side = s.side(by)
    return s.put(by, replace(side, rights=())) if side.rights else s


@rule("2.4")
def in_turn(v: View, m: Any) -> Why | None:
    """Odin has the first turn, then turns alternate; a turn is one step, one attack or one piece brought back."""
    return not_in_turn(v) or (why("turn-made") if v.phase == "after" else None)


TURN = (game_goes_on, in_turn)
