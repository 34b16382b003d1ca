"""What is known of Sindri's Forge beside its name: a table that is kept from what one seat is shown."""

from collections.abc import Mapping
from typing import Any

from forge import GODS

from referee.engine.events import Seen
from referee.testing.suite import Suite, suite_of

FAME = {"hair": 1, "boar": 2, "ship": 3, "ring": 4, "spear": 5, "hammer": 6}


class Follow:
    """The table as the letters tell it to one seat (None: an onlooker). Nothing else goes in."""

    def __init__(self, seat: str | None, content: Mapping[str, Any]) -> None:
        """Nothing has been told yet."""
        self.seat, gods = seat, GODS[: content["seats"]]
        self.gold, self.cards = dict.fromkeys(gods, 12), dict.fromkeys(gods, 0)
        self.treasures: dict[str, list[tuple[str, int]]] = {god: [] for god in gods}
        self.hands: dict[str, list[str]] = {god: [] for god in gods if seat in (god, "master")}
        self.bid, self.bids = -1, ()
        self.treasure = self.forger = ""
        self.to_come, self.spent, self.gone = {*FAME}, list[str](), list[str]()
        self.dice: tuple[int, ...] = ()
        self.winners: tuple[str, ...] | None = None

    def see(self, told: Seen) -> None:
        """Take in one event as it is shown."""
        getattr(self, f"on_{told.kind}", lambda **_: None)(**told.fields)

    def on_Drew(self, by: str, rule: str, card: str = "") -> None:  # noqa: N802, ARG002, D102
        self.cards[by] += 1
        if card:
            self.hands[by].append(card)

    def on_TurnBegun(self, treasure: str) -> None:  # noqa: N802, D102
        self.treasure, self.bids, self.dice = treasure, (), ()
        self.to_come.remove(treasure.partition(".")[2])

    def on_BidSealed(self, by: str, gold: int = -1) -> None:  # noqa: N802, D102
        if by == self.seat:
            self.bid = gold

    on_BidReplaced = on_BidSealed  # noqa: N815

    def on_BidsShown(self, bids: Any) -> None:  # noqa: N802, D102
        self.bid, self.bids = -1, bids

    def on_Chosen(self, god: str, drawn: bool, rule: str) -> None:  # noqa: N802, ARG002, D102
        if rule == "4.2":
            self.treasures[god].append(("praise", 3))

    def on_Paid(self, by: str, to: str, gold: int, rule: str) -> None:  # noqa: N802, ARG002, D102
        self.gold[by] -= gold
        self.forger = by
        if to:
            self.gold[to] += gold

    def on_Rolled(self, dice: tuple[int, ...], rule: str) -> None:  # noqa: N802, ARG002, D102
        self.dice = dice

    def on_ShapePlayed(self, by: str, card: str) -> None:  # noqa: N802, D102
        self.cards[by] -= 1
        self.spent.append(card)
        if by in self.hands:
            self.hands[by].remove(card)

    def on_Forged(self, by: str, treasure: str, worth: int, rule: str) -> None:  # noqa: N802, ARG002, D102
        if by:
            self.treasures[by].append((treasure, worth))
        else:
            self.spent.append(treasure)
        self.treasure, self.forger, self.dice = "", "", ()

    def on_SeatLeft(self, by: str, **_: Any) -> None:  # noqa: N802, D102
        self.gone.append(by)

    def on_Ended(self, winners: tuple[str, ...], **_: Any) -> None:  # noqa: N802, D102
        self.winners = winners

    def table(self) -> Any:
        """What is known of the table, in the shape of `as_table`."""
        sums = {god: sum(value for _, value in own) for god, own in self.treasures.items()}
        rows = [
            (god, self.gold[god], self.cards[god], (*self.treasures[god],), sums[god]) for god in self.gold
        ]
        hands = [(god, sorted(cards)) for god, cards in self.hands.items()]
        ring = (self.treasure, self.forger, self.dice, self.bid, self.bids)
        return (rows, hands, ring, self.to_come, sorted(self.spent), (*self.gone,), self.winners)


def as_table(view: Any) -> Any:
    """A view as `Follow` knows it."""
    rows = list(view.gods)
    hands = [(god, sorted(cards)) for god, cards in view.hands]
    ring = (view.treasure, view.forger, view.dice, view.bid, view.bids)
    to_come = {card.partition(".")[2] for card in view.to_come}
    winners = view.outcome.winners if view.outcome else None
    return (rows, hands, ring, to_come, sorted(view.spent), view.gone, winners)


def suite() -> Suite:
    """All of it. The game must be announced."""
    return suite_of("sindri", follow=Follow, as_table=as_table)
