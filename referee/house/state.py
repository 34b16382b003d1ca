"""What the house knows of a game beside its table, and where an order meets its rules.

It is folded from the entries of the record; each chapter of the house (see `referee.house`) asks for what it needs of it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.engine.events import Seen
from referee.house import docket as disputes
from referee.house.docket import Docket
from referee.house.time import NO_HOURS, Hours
from referee.notation.readings import Guard

MOST_TALK, PIECE = 40, 2048
"""How often a seat may speak to the others, or offer them something, within a day; words count once for each this many bytes begun."""


@dataclass(frozen=True, slots=True)
class Moved:
    """How the table has moved on since the mail that a letter answers: what its writer saw then, and was shown of others' doing since."""

    view: Any
    since: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class House:
    """What the house knows of a game beside its table.

    `waiting` are the seats that have not accepted yet, in their order; `words` what came with each
    acceptance. `answers` is the position of the mail that a letter answers, if the table has changed for the
    writer since; "" if it has not, or if the letter answers none. `hours` is what the clocks say to the writer, `talk` how often
    the writer may still speak. `undo` is the seat that offers to take a letter back (H22), "" for none, `undo_agreed` are those who have agreed while others still have to, and `undoing` says
    whether that can be (see `referee.table.undo`). `docket` are the disputes. `told` is the entry up to which the mail that a letter
    answers told; None if it answers none. `repeats` are the orders, in canonical notation, that the writer has played already
    in another answer to that mail. `moved` tells how the table has moved on since, where it has (H1).
    """

    waiting: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    answers: str = ""
    hours: Hours = NO_HOURS
    talk: int = MOST_TALK
    undo: str = ""
    undo_agreed: tuple[str, ...] = ()
    undoing: Any = field(default=None, compare=False, repr=False)
    docket: Docket = disputes.NONE
    told: int | None = None
    moved: Callable[[], Moved] | None = field(default=None, compare=False, repr=False)
    repeats: frozenset[str] = frozenset()

    @property
    def rests(self) -> bool:
        """Whether play rests, for a dispute is not over (H20)."""
        return self.docket.case is not None

    def accepted(self, seat: str, words: str) -> "House":
        """The same, once a seat has accepted."""
        left = tuple(one for one in self.waiting if one != seat)
        return replace(self, waiting=left, words={**self.words, seat: words})

    @property
    def at_any_time(self) -> "House":
        """The same for an order that does not rest on how the table stands, whatever letter it answers (H1)."""
        return replace(self, answers="", repeats=frozenset())

    def asked_again(self, seat: str, seats: tuple[str, ...]) -> "House":
        """The same, once somebody else has come into a seat, who has not accepted; `seats` gives the order."""
        left = tuple(one for one in seats if one == seat or one in self.waiting)
        words = {one: said for one, said in self.words.items() if one != seat}
        return replace(self, waiting=left, words=words)


OPEN = House()
"""A table at which the game is on, and a letter that answers nothing."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an order meets the rules of the house: whose it is, its guard, the position, the house.

    `before` is the position before standing orders of this very seat moved it on, within this letter. `written` is the order
    in canonical notation. When the game is `over` that is what is told of any order, whatever position it is for. `stands` is the
    position of the mail that is answered, where the order is good though the table has changed since.
    """

    house: House
    seat: str
    position: tuple[int, int]
    guard: Guard | None = None
    before: tuple[int, int] | None = None
    written: str = ""
    over: bool = False
    stands: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """Where a line about taking a letter back meets the rules of the house: whose, and the house.

    `acted`: the letter has played something before; `over`: the game is.
    """

    house: House
    seat: str
    acted: bool = False
    over: bool = False
