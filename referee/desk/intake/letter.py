"""A letter that was taken from the spool and read, and what may become of it."""

from datetime import datetime

from referee.desk.report import ASIDE, HELD, WAITS
from referee.home.seats import Seat
from referee.post.dkim import Vouched
from referee.post.reading import Mail
from referee.post.spool import Taken
from referee.util.values import Struct, Value, field


class Arrived(Struct):
    """One letter at the desk; the object lives as long as the letter is handled.

    Attributes:
        taken: where it lies, and when it came.
        raw: the mail as it came.
        mail: the mail as it was read.
        seats: the seats whose secrets it bears.
        written: the numbers of the letters out that were written because of it, its answer last.
        vouched: who found that it is signed, if that was asked.
    """

    taken: Taken
    raw: bytes
    mail: Mail
    seats: frozenset[Seat]
    written: list[str] = field(default_factory=list)
    vouched: Vouched | None = None

    @property
    def seat(self) -> Seat:
        """The one seat whose secret it bears."""
        (seat,) = self.seats
        return seat


class Fate(Value):
    """What becomes of a letter: one of the words of `referee.desk.report`, and why.

    Attributes:
        entry: the entry by which it was ruled on, now or before; its answer is its receipt.
        seat: the seat whose other letters wait too in this pass.
        clock: the time up to which the clock of that seat's game runs in this pass. The letter waits through
            no fault of its writer.
        drops: a game that has to be read again, or rests from now on.
    """

    became: str
    reason: str = ""
    entry: int | None = None
    seat: Seat | None = None
    clock: datetime | None = None
    drops: str = ""


TOO_FAST = "too-fast"
"""Why a letter waits whose writer has sent too many."""
PUT_AWAY = Fate(ASIDE)
"""The letter is kept, and nothing else is done about it."""


def held(reason: str, *, drops: str = "") -> Fate:
    """The letter is left to the keeper."""
    return Fate(HELD, reason, drops=drops)


def waits(reason: str, seat: Seat | None, clock: datetime | None = None) -> Fate:
    """The letter is looked at again in the next pass."""
    return Fate(WAITS, reason, seat=seat, clock=clock)
