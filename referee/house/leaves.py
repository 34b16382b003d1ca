"""Which events leave the table as it stood, and what that means for offers (H22) and words (H18)."""

from collections.abc import Sequence

from referee.engine.events import Event, LeavesTheTable, shows
from referee.engine.game import Game
from referee.house import (
    annotations,
    disputes,
    foreseen,
    letters,
    players,
    rematch,
    replacing,
    rulings,
    time,
    undo,
)
from referee.house.chapters import declared_in
from referee.house.disputes import Stated
from referee.house.invitation import Accepted
from referee.house.letters import counts
from referee.house.players import SeatTaken, SecretRenewed
from referee.house.state import House
from referee.house.undo import UndoAccepted, UndoAgreed, UndoDeclined, UndoOffered
from referee.util.values import replace

OF_THE_HOUSE = declared_in(letters, players, time, undo, disputes, rulings, annotations, foreseen, rematch)
LEAVE_THE_TABLE: tuple[type[Event], ...] = (
    *(Accepted, SeatTaken),
    *declared_in(replacing).values(),
    *(one for one in OF_THE_HOUSE.values() if issubclass(one, LeavesTheTable)),
)
"""Events that leave the table as it stood: an order written before them is still good."""


class Leaves:
    """Whether an event, of the house or of the game, leaves the table as it stood; each kind is looked up once."""

    def __init__(self, game: Game) -> None:
        """At a table of this game."""
        self._leave = (*LEAVE_THE_TABLE, *game.LEAVE_THE_TABLE)
        self._known = dict[type[Event], bool]()

    def __call__(self, event: Event) -> bool:
        """Whether this event does."""
        kind = type(event)
        if (known := self._known.get(kind)) is None:
            known = self._known[kind] = issubclass(kind, self._leave)
        return known


def undo_after(house: House, event: Event, leaves: Leaves) -> House:
    """H22 The house after an event, with who offers to take a letter back and who has agreed; or the same object."""
    match event:
        case UndoOffered(by=by):
            return replace(house, undo=by, undo_agreed=())
        case UndoAgreed(by=by):
            return replace(house, undo_agreed=(*house.undo_agreed, by))
    ends = isinstance(event, UndoAccepted | UndoDeclined) or (shows(event, None) and not leaves(event))
    return replace(house, undo="", undo_agreed=()) if house.undo and ends else house


def words(event: Event, seat: str, seats: Sequence[str], leaves: Leaves) -> int:
    """H18 How many words to the others an event of a letter of this seat counts for."""
    if not leaves(event):
        return 0
    told = isinstance(event, SecretRenewed | Stated) or any(shows(event, one) for one in seats if one != seat)
    return counts(getattr(event, "text", "")) if told else 0
