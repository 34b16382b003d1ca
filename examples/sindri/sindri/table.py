"""The table of Sindri's Forge, what each seat sees of it, and who owes what."""

from collections.abc import Mapping
from typing import Any

from referee.engine.events import face, face_value
from referee.engine.game import Owed
from referee.engine.kit.base import BaseState, BaseView
from referee.engine.kit.windows import Reacting, windows
from referee.engine.rules import cites
from referee.engine.seating import MASTER
from referee.util.values import SharedFields, Value, replace

GODS = ("odin", "thor", "freyja", "tyr", "heimdall")
FAME: Mapping[str, int] = {"hair": 1, "boar": 2, "ship": 3, "ring": 4, "spear": 5, "hammer": 6}
"""1.2 The treasures and their fame."""
TREASURES = tuple(f"treasure.{name}.1" for name in FAME)
SHAPES: Mapping[str, int] = {"fly": 8, "falcon": 6, "mare": 4}
"""1.4 The shapes of Loki, and how many cards there are of each."""
CARDS = tuple(f"shape.{name}.{n}" for name, count in SHAPES.items() for n in range(1, count + 1))
WINDOWS = windows(__name__, "3.2")
PURSE, HAND, PRICE, SNATCHED, PRAISE = 12, 2, 2, 2, 3
"""Gold at the start, cards at the start, the price of another stroke, a falcon's loot, the worth of praise."""
Names = tuple[str, ...]
Pairs = tuple[tuple[str, int], ...]


def name_of(card: str) -> str:
    """The name of a card: `shape.fly.1` and its face `shape.fly` are `fly`."""
    return card.split(".")[1]


def faces(cards: Any) -> Names:
    """Cards as they are shown, in the order of their names."""
    return tuple(sorted(map(face, cards)))


class God(Value):
    """What a god has; `bid` is that of this turn until it is shown."""

    gold: int = PURSE
    hand: frozenset[str] = frozenset()
    bid: int | None = None
    treasures: Pairs = ()


class Open(SharedFields):
    """What lies open for all.

    Attributes:
        stage: what is due: bids, the Norn's word for one of those `tied`, shapes while the treasure is forged, or the
            tale that is praised.
        bids: the bids shown in this turn.
        forger: the god for whom the treasure is forged.
    """

    stage: str = ""
    bids: Pairs = ()
    forger: str = ""
    dice: tuple[int, ...] = ()


class State(Reacting, BaseState, Open, kw_only=True):
    """Everything on the table; `spent` are the cards that are out of the game."""

    gods: tuple[tuple[str, God], ...] = ()
    treasures: Names = ()
    shapes: Names = ()
    spent: Names = ()
    treasure: str = ""
    tied: Names = ()

    def god(self, seat: str) -> God:
        """What a god has."""
        return dict(self.gods).get(seat, God())

    def but(self, seat: str, **changes: Any) -> "State":
        """The table with some of what one god has changed."""
        gods = {**dict(self.gods), seat: replace(self.god(seat), **changes)}
        return replace(self, gods=tuple(gods.items()))

    @property
    def eligible(self) -> Names:
        """4.1, 4.2 Whom the Norn may choose: one of those tied, or any god, who is in the game."""
        return tuple(
            seat for seat in (self.tied if self.stage == "tie" else self.players) if seat in self.still_in
        )


def as_shown(treasures: Pairs) -> Pairs:
    """Treasures as they are shown, with what they are worth."""
    return tuple((face_value(card, False), value) for card, value in treasures)


def worth(god: God) -> int:
    """5.1 What a god's treasures, and the Norn's praise, are worth."""
    return sum(value for _, value in god.treasures)


def standings(s: State) -> Pairs:
    """5.1 What each god in the game has come to, the best first."""
    sums = [(seat, worth(s.god(seat))) for seat in s.still_in]
    return tuple(sorted(sums, key=lambda one: -one[1]))


class View(Reacting, BaseView, Open, kw_only=True):
    """The table for one seat.

    Attributes:
        gods: for each god: seat, gold, number of cards, treasures, and what all this is worth.
        hands: the seat's own cards; the Norn sees those of all.
        gold: the seat's own gold.
        bid: the seat's own bid; -1 for none yet.
    """

    gods: tuple[tuple[str, int, int, Pairs, int], ...]
    hands: tuple[tuple[str, Names], ...]
    gold: int
    bid: int
    treasure: str
    to_come: Names
    eligible: Names
    spent: Names

    def owes(self, *duties: str) -> bool:
        """Whether the reader owes one of these."""
        return any(one.seat == self.seat and one.duty in duties for one in self.owed)


@cites("1.1", "1.3", "1.4")
def view(s: State, seat: str | None) -> View:
    """What lies on the table for this seat; None is an onlooker."""
    shown = WINDOWS.seen_by(s, seat)
    mine = s.god(seat) if seat in s.still_in else God(gold=0)
    return View.of(
        s,
        seat,
        owed(replace(s, reacting=shown["reacting"])),
        **shown,
        **{name: getattr(s, name) for name in Open.__annotations__},
        gods=tuple(
            (one, god.gold, len(god.hand), as_shown(god.treasures), worth(god)) for one, god in s.gods
        ),
        hands=tuple((one, faces(god.hand)) for one, god in s.gods if seat in (one, MASTER)),
        gold=mine.gold,
        bid=-1 if mine.bid is None else mine.bid,
        treasure=face(s.treasure),
        to_come=tuple(face(card) for card in TREASURES if card in s.treasures),
        eligible=s.eligible if s.stage in ("tie", "tale") else (),
        spent=faces(s.spent),
    )


def owed(s: State) -> tuple[Owed, ...]:
    """Who must answer what: a bid, the Norn's word, a shape if a god will, whether the smith strikes again."""
    gods = [] if s.outcome else [(seat, s.god(seat)) for seat in s.still_in]
    match s.stage:
        case "bids":
            return tuple(Owed(seat, "bid", "2.2") for seat, god in gods if god.bid is None and god.gold)
        case "tie" | "tale" if gods and MASTER not in s.gone and len(s.eligible) > 1:
            return (Owed(MASTER, s.stage, "4.1" if s.stage == "tie" else "4.2"),)
        case "shapes" if s.forger in s.still_in and s.asked:
            return WINDOWS.owed(s, "shape")
        case "shapes":
            able = [seat for seat, god in gods if seat == s.forger and god.gold >= PRICE]
            return tuple(Owed(seat, "stroke", "3.6") for seat in able)
    return ()


def uncovered(s: State) -> Any:
    """What lay hidden at the end: the hands, and the pile."""
    return {
        "hands": tuple((seat, faces(god.hand)) for seat, god in s.gods),
        "pile": tuple(map(face, s.shapes)),
    }
