"""The invitation: rules H4, H5 and H11 of the house.

H11, who takes which seat, is an event of each game: see `referee.engine.kit.customs.SidesTaken`.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from referee.engine.choices import Move
from referee.engine.events import Event, Open, event, seen_by
from referee.engine.game import Game, Outcome, Owed
from referee.engine.moves import Accept, Decline, DeclineDraw
from referee.engine.rules import Rule, rule, why
from referee.house.state import House, Standing
from referee.util.errors import Why
from referee.util.values import replace


@rule("H4")
def after_all_have_accepted(s: Standing, _move: Move) -> Why | None:
    """Nothing is dealt and nothing is played before every seat has accepted."""
    return why("not-accepted", seats=s.house.waiting) if s.house.waiting else None


@rule("H4")
def invitation_stands(s: Standing, _move: Move) -> Why | None:
    """An invitation is answered while it stands."""
    return None if s.house.waiting else why("all-accepted")


@rule("H4")
def accept_once(s: Standing, _move: Move) -> Why | None:
    """A seat accepts once."""
    return None if s.seat in s.house.waiting else why("accepted-already")


ANSWERS: Mapping[type[Move], tuple[Rule, ...]] = {
    Accept: (invitation_stands, accept_once),
    Decline: (invitation_stands,),
}
"""The moves that answer an invitation, and the rules they are held to."""


def owed_at(game: Game, state: Any, house: House) -> tuple[Owed, ...]:
    """Who owes what at a table: an answer to the invitation (H4), or what the game asks for."""
    return invited(house) or game.owed(state)


def invited(house: House) -> tuple[Owed, ...]:
    """What is owed before the deal, by every seat that has not accepted (H4)."""
    return tuple(Owed(seat, "answer-invitation", "H4") for seat in house.waiting)


def awaited(view: Any, house: House) -> Any:
    """A seat's view with what the house asks for in it.

    A game knows nothing of invitations, so its own view says that nobody owes anything.
    """
    return replace(view, owed=invited(house)) if house.waiting else view


def answer_meant(move: Move, *, invited: bool) -> Move:
    """H5 What a bare `decline` answers: without an invitation, a draw."""
    return DeclineDraw() if isinstance(move, Decline) and not invited else move


@event("H4")
class Accepted(Event):
    """A seat takes part. Its words go into the shuffle; they are private to the seat until the end."""

    by: Open[str]
    words: Annotated[str, seen_by("by")]

    def change(self, state: Any) -> Any:
        """Nothing lies on the table yet."""
        return state


@event("H5")
class Declined(Event):
    """A seat does not take part: the game is over before anything was dealt."""

    by: Open[str]

    def change(self, state: Any) -> Any:
        """The game is called off."""
        return state.called_off(Outcome((), "H5", "declined"))
