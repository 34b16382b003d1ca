"""The table of New Game, what each seat sees of it, and who owes what."""

from referee.engine.game import Owed
from referee.engine.kit.base import BaseState, BaseView
from referee.engine.rules import cites

SEATS = ("red", "blue", "green")
NUMBERS = (1, 2, 3, 4, 5)
"""1.1 The numbers that each player has at the beginning."""
PerSeat = tuple[tuple[str, int], ...]
"""A number for some of the seats."""


class State(BaseState, kw_only=True):
    """Everything on the table. `spent` are the seats with each number they have bid, `bids` those of this round."""

    bidding: bool = False
    bids: PerSeat = ()
    spent: PerSeat = ()
    taken: PerSeat = ()

    def bid(self, seat: str | None) -> int:
        """What a seat has bid in this round; 0 for nothing yet."""
        return next((number for one, number in self.bids if one == seat), 0)

    @cites("1.1")
    def left(self, seat: str | None) -> tuple[int, ...]:
        """The numbers that a seat has not bid yet; an onlooker has none."""
        return tuple(one for one in NUMBERS if seat in self.seats and (seat, one) not in self.spent)


class View(BaseView, kw_only=True):
    """The table for one seat. `left` and `bid` are its own; `ready` are the seats that have bid."""

    left: tuple[int, ...]
    bid: int
    ready: tuple[str, ...]
    spent: PerSeat
    taken: PerSeat


@cites("2.1")
def view(s: State, seat: str | None) -> View:
    """What lies on the table for this seat; None is an onlooker. What is not named here is not shown."""
    return View.of(
        s,
        seat,
        owed(s),
        left=s.left(seat),
        bid=s.bid(seat),
        ready=tuple(one for one, _ in s.bids),
        spent=s.spent,
        taken=s.taken,
    )


def owed(s: State) -> tuple[Owed, ...]:
    """Who must answer what: a bid of each player who has not bid."""
    if s.outcome or not s.bidding:
        return ()
    return tuple(Owed(seat, "bid", "2.1") for seat in s.still_in if not s.bid(seat))
