"""Tables at which a god, the Norn or an onlooker could be sitting, by all that they see and were shown.

The shapes in other hands, the pile and the order of the treasures are dealt at random. A bid that is sealed is any that
its god can pay, all alike likely. Who has passed a window, or passes beforehand, is taken as not having done so.
"""

from collections.abc import Sequence

from referee.engine.events import Seen
from referee.engine.kit.imagining import Dealer, ImpossibleError, Unplaced, seen_in

from sindri.table import CARDS, TREASURES, God, Names, State, View


def imagined(v: View, told: Sequence[Seen], dealer: Dealer) -> State | None:
    """A table that the reader of this view could be sitting at; None if what was dealt led to none."""
    try:
        return _table(v, told, dealer)
    except ImpossibleError:
        return None


def _table(v: View, told: Sequence[Seen], dealer: Dealer) -> State:
    left = Unplaced((*TREASURES, *CARDS))
    to_come = left.take_all(v.to_come)
    spent = left.take_all(v.spent)
    seen = {seat: frozenset(left.take_all(cards)) for seat, cards in v.hands}
    hidden = [(seat, count) for seat, _, count, _, _ in v.gods if seat not in seen]
    cards = left.of("shape")
    cards = dealer.deal(cards, len(cards))
    for seat, count in hidden:
        seen[seat], cards = frozenset(cards[:count]), cards[count:]
    bidden = _bidden(told)
    gods = tuple(
        (
            seat,
            God(gold, seen[seat], _bid(v, seat, gold, bidden, dealer), _pairs(treasures)),
        )
        for seat, gold, _, treasures, _ in v.gods
    )
    return State(
        **{
            **seen_in(v, State),
            "gods": gods,
            "treasures": dealer.deal(to_come, len(to_come)),
            "shapes": cards if v.gods else (),
            "spent": spent,
            "treasure": f"{v.treasure}.1" if v.treasure else "",
            "tied": v.eligible if v.stage == "tie" else (),
        }
    )


def _pairs(treasures: Sequence[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """What a god has won, as cards again; the Norn's praise is none."""
    return tuple((f"{name}.1" if "." in name else name, value) for name, value in treasures)


def _bidden(told: Sequence[Seen]) -> Names:
    """2.2 Who has bid for the treasure of this turn."""
    bidden = Names()
    for one in told:
        match one.kind:
            case "TurnBegun" | "BidsShown" | "RolledBack":
                bidden = ()
            case "BidSealed":
                bidden = (*bidden, one["by"])
    return bidden


def _bid(v: View, seat: str, gold: int, bidden: Names, dealer: Dealer) -> int | None:
    """A god's bid: the reader's own, another's at random."""
    if seat == v.seat:
        return None if v.bid < 0 else v.bid
    return dealer.pick(gold + 1) if v.stage == "bids" and seat in bidden else None
