"""What the house knows of a game beside its table, and what its rules look at when an order is held to them.

It is folded from the entries of the record; each chapter of the house (see `referee.house`) takes from it
what it needs.
"""

from collections.abc import Callable, Mapping
from typing import Any

from referee.house import docket as disputes
from referee.house.annotations import MOST_NOTES
from referee.house.docket import Docket
from referee.house.foreseen import Waiting
from referee.house.replacing import Quiets
from referee.house.time import NO_HOURS, Hours
from referee.notation.readings import Guard
from referee.util.errors import Why
from referee.util.values import Value, field, replace

MOST_TALK, PIECE = 40, 2048
"""How often a seat may speak to the others, or offer them something, within a day.

Words count once for each started piece of this many bytes.
"""


class Moved(Value):
    """How the table has moved on since the mail that is answered: the writer's view then, and before the letter."""

    then: Any
    now: Any


class House(Value, uncompared=("undoing", "moved", "places"), unshown=("undoing", "moved", "places")):
    """What the house knows of a game beside its table.

    Attributes:
        waiting: the seats that have not accepted yet, in their order.
        words: what came with each acceptance.
        answers: the position of the mail that a letter answers, if the table has changed for the writer
            since; else "".
        hours: what the clocks say to the writer.
        talk: how often the writer may still speak.
        undo: the seat that offers to take a letter back (H22); "" for none.
        undo_agreed: those who have agreed while others still have to.
        undoing: whether that is possible (`referee.table.undo`).
        docket: the disputes.
        told: the entry up to which the answered mail told; None if the letter answers none.
        moved: how the table has moved on since that mail, where it has (H1).
        notes: how many notes the writer may still write (H25).
        places: gives a place of the game by its own names, or why the writer knows of none (H25).
        noted: the places of the notes that the writer could take back, the last one last (H25).
        foreseen: the orders beforehand of all seats that wait (H27).
        quiet: the seats that have fallen silent, with the votes on them (H35).
        rematch: why no rematch can be asked for, one of `referee.house.rematch`; "" if it can (H30).
        playing: the letter is the referee's own, which plays an order beforehand (H27).
        repeats: the orders, in canonical notation, that the writer has played already in another answer to
            that mail.
    """

    waiting: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    answers: str = ""
    hours: Hours = NO_HOURS
    talk: int = MOST_TALK
    undo: str = ""
    undo_agreed: tuple[str, ...] = ()
    undoing: Any = None
    docket: Docket = disputes.NONE
    told: int | None = None
    moved: Callable[[], Moved] | None = None
    repeats: frozenset[str] = frozenset()
    notes: int = MOST_NOTES
    places: Callable[[str], str | Why] | None = None
    noted: tuple[str, ...] = ()
    foreseen: tuple[Waiting, ...] = ()
    quiet: Quiets = ()
    rematch: str = ""
    playing: bool = False

    @property
    def rests(self) -> bool:
        """Whether play rests because a dispute is not over (H20)."""
        return self.docket.case is not None

    def accepted(self, seat: str, words: str) -> "House":
        """The same after a seat has accepted."""
        left = tuple(one for one in self.waiting if one != seat)
        return replace(self, waiting=left, words={**self.words, seat: words})

    @property
    def at_any_time(self) -> "House":
        """The same for an order that does not depend on how the table stands, whatever letter it answers (H1)."""
        return replace(self, answers="", repeats=frozenset())

    def asked_again(self, seat: str, seats: tuple[str, ...]) -> "House":
        """The same after a new player, who has not accepted, has taken a seat; `seats` gives the order."""
        left = tuple(one for one in seats if one == seat or one in self.waiting)
        words = {one: said for one, said in self.words.items() if one != seat}
        return replace(self, waiting=left, words=words)


OPEN = House()
"""A table at which the game is on, for a letter that answers nothing."""


class Standing(Value):
    """What the rules of the house look at for an order: whose it is, its guard, the position, the house.

    Attributes:
        before: the position before standing orders of this very seat moved it on, within this letter.
        written: the order in canonical notation.
        over: the game is over; that is told first, whatever position the order is for.
        stands: the position of the answered mail, if the order is still good though the table has changed
            since.
    """

    house: House
    seat: str
    position: tuple[int, int]
    guard: Guard | None = None
    before: tuple[int, int] | None = None
    written: str = ""
    over: bool = False
    stands: str = ""


class Asked(Value):
    """What the rules look at for a line about taking a letter back: whose it is, and the house.

    `acted`: the letter has played something before; `over`: the game is.
    """

    house: House
    seat: str
    acted: bool = False
    over: bool = False
