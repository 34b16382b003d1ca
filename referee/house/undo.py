"""Taking a letter back by consent: rule H22 of the house. An offer, an agreement, a refusal.

See `referee.table.undo` for what can be taken back.
"""

from typing import Any

from referee.engine.choices import Move
from referee.engine.events import Event, LeavesTheTable, Open, event
from referee.engine.moves import Decline, Resign
from referee.engine.rules import Refused, rule, why
from referee.house import disputes
from referee.house.letters import too_much_talk
from referee.house.state import House, Standing
from referee.notation.reader import Order
from referee.util.errors import Why

OFFER, ACCEPT, DECLINE = "offer", "accept", "decline"
UNDO = frozenset({OFFER, ACCEPT, DECLINE})
"""The verbs of questions to the house that are about taking back."""
NUMBER = "H22"


@event("H22")
class UndoOffered(LeavesTheTable):
    """A player offers to take back their own last letter that all have seen something of."""

    by: Open[str]


@event("H22")
class UndoAccepted(LeavesTheTable):
    """The offer to take a letter back is accepted; the table stands as before it."""

    by: Open[str]


@event("H22")
class UndoDeclined(LeavesTheTable):
    """The offer to take a letter back is declined, or withdrawn by the player who made it."""

    by: Open[str]


@rule("H22")
def nothing_behind_an_offer(s: Standing, move: Move) -> Why | None:
    """Whoever offers to take a letter back plays nothing more before it is answered, but may resign."""
    waits = s.house.undo == s.seat and not isinstance(move, Resign)
    return why("undo-waits") if waits else None


def meant(order: Order, house: House, view: Any, seat: str) -> tuple[str, ...]:
    """What a bare `accept` or `decline` is about while another offers to take back: the verb; both readings if a draw is offered too.

    () for everything else: it means what it always means.
    """
    verb = ACCEPT if order.bare else DECLINE if isinstance(order.move, Decline) else ""
    if not verb or house.waiting or house.undo in {"", seat}:
        return ()
    drawn = getattr(view, "offer", "") not in {"", seat}
    return (f"{verb} draw", f"{verb} undo") if drawn else (verb,)


def said(house: House, seat: str, verb: str, *, acted: bool, over: bool) -> tuple[Event, ...] | Refused:
    """What a line does, or the reason why nothing. `acted`: the letter has played something before; `over`: the game is."""
    if rests := disputes.resting(house.docket, None):
        return Refused("H20", rests)
    if house.waiting or house.undoing is None:
        return Refused(NUMBER, why("not-accepted", seats=house.waiting))
    if over:
        return Refused(NUMBER, why("game-over"))
    if verb == OFFER:
        return _offered(house, seat, acted=acted)
    if not house.undo or (verb == ACCEPT and house.undo == seat):
        return Refused(NUMBER, why("undo-none"))
    if verb == DECLINE:
        return (UndoDeclined(seat),)
    if house.answers:
        # H1 Else an agreement that is long on its way would be to a later offer, of a letter that its writer has not read.
        return Refused("H1", why("undo-stale", meant=house.answers))
    if acted:
        return Refused(NUMBER, why("undo-acted"))
    if reason := house.undoing.accept(house.undo):
        return Refused(NUMBER, reason)
    event, _ = house.undoing.back()
    return UndoAccepted(seat), event


def _offered(house: House, seat: str, *, acted: bool) -> tuple[Event, ...] | Refused:
    if enough := too_much_talk(house):
        return Refused("H18", enough)
    reason: Why | None = why("undo-stands", seat=house.undo) if house.undo else None
    reason = reason or (why("undo-same-letter") if acted else house.undoing.offer())
    return Refused(NUMBER, reason) if reason else (UndoOffered(seat),)
