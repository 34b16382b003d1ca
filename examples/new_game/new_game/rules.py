"""How New Game is played: its moves, events and rules, and what happens by nobody's choice."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from new_game.table import NUMBERS, SEATS, State, View
from referee.engine.choices import Choices, Move, plain
from referee.engine.events import Event, Happening, Open, event, seen_by
from referee.engine.game import Moves
from referee.engine.kit.base import seated
from referee.engine.kit.customs import SidesTaken as AnySidesTaken
from referee.engine.kit.customs import customs, heard_of, own_event
from referee.engine.lots import Lots
from referee.engine.moves import move
from referee.engine.rules import cites, rule, why
from referee.util.errors import Why
from referee.util.values import replace

CUSTOMS = customs(__name__, over="3.1", resign="3.2", draw="3.2", silence="3.3", several=len(SEATS) > 2)
SidesTaken = own_event("H11", __name__, AnySidesTaken)


@move("bid {number}")
class Bid(Move):
    """`bid 3`: a number for this round (2.1)."""

    number: int


@event("2.1")
class RoundBegun(Event):
    """A round begins."""

    round: Open[int]

    def change(self, s: State) -> State:
        """All may bid."""
        return replace(s, turn=self.round, action=0, bidding=True, bids=())


@event("2.1")
class BidMade(Event):
    """A player has bid; the others see what only when all have."""

    by: Open[str]
    bid: Annotated[int, seen_by("by")]

    def change(self, s: State) -> State:
        """The bid lies there; its player has answered."""
        bids = (*s.bids, (self.by, self.bid))
        return replace(s, action=s.action + 1, bids=bids, overdue=heard_of(s, self.by))


@event("2.2")
class BidsShown(Event):
    """All bids are shown, in the order of the seats, and the round is taken; by nobody if `by` is empty."""

    seats: Open[tuple[str, ...]]
    numbers: Open[tuple[int, ...]]
    by: Open[str]

    def change(self, s: State) -> State:
        """The numbers are spent."""
        bids = tuple(zip(self.seats, self.numbers, strict=True))
        had = dict(s.taken)
        taken = tuple((one, had.get(one, 0) + (one == self.by)) for one in s.players)
        return replace(s, bidding=False, bids=(), spent=(*s.spent, *bids), taken=taken)


@rule("2.1")
def once_a_round(v: View, m: Bid) -> Why | None:
    """You bid once in a round, and the bid stands."""
    if not v.begun:
        return why("not-begun")
    return why("bid-stands", number=v.bid) if v.bid else None


@rule("1.1")
def not_spent(v: View, m: Bid) -> Why | None:
    """You bid a number that you have not bid before."""
    return None if m.number in v.left else why("spent", number=m.number)


def choices(v: View) -> Choices:
    """The legal moves of the seat whose view this is; an onlooker has none, nor has who has left."""
    if v.seat is None or v.outcome or v.seat in v.gone:
        return Choices(list, tuple)
    bids: list[Move] = [Bid(number) for number in v.left if v.begun and not v.bid]
    families = (plain("bid", "2.1", bids),)
    return Choices(lambda: bids, lambda: (*families, *CUSTOMS.resigning(v), *CUSTOMS.families(v)))


def set_up(s: State, options: Mapping[str, Any], lots: Lots) -> Happening:
    """H11 The seats are taken."""
    yield from seated(SidesTaken, s.players, options, lots)


def bid(s: State, by: str, m: Bid, lots: Lots) -> Happening:
    """2.1 A number is bid; the others do not see it yet."""
    yield BidMade(by, m.number)


def highest_alone(numbers: Mapping[str, int]) -> str:
    """2.2 Who has bid the highest number that nobody else has bid; "" for nobody."""
    times = Counter(numbers.values())
    alone = {number: seat for seat, number in numbers.items() if times[number] == 1}
    return alone[max(alone)] if alone else ""


@cites("2.2", "3.1")
def proceed(s: State, lots: Lots) -> Happening:
    """What happens by nobody's choice: bids are shown when all are in, a round begins, the game is over."""
    if s.outcome:
        return
    if s.bidding:
        bids = {seat: s.bid(seat) for seat in s.still_in}
        if not all(bids.values()):
            return
        s = yield BidsShown(tuple(bids), tuple(bids.values()), highest_alone(bids))
    if s.turn < len(NUMBERS):
        yield RoundBegun(s.turn + 1)
        return
    standings = tuple(sorted(s.taken, key=lambda one: -one[1]))
    best = tuple(seat for seat, rounds in standings if rounds == standings[0][1] and seat in s.still_in)
    yield CUSTOMS.ended(best if len(best) < len(s.still_in) else (), "3.1", "rounds", standings)


MOVES: Moves = {
    Bid: (bid, (CUSTOMS.game_goes_on, once_a_round, not_spent)),
    **CUSTOMS.moves(CUSTOMS.game_goes_on),
}
