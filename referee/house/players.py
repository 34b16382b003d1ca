"""Who plays in a seat, and how letters reach them: rules H7 and H8 of the house."""

from dataclasses import dataclass
from typing import Any

from referee.engine.events import Event, LeavesTheTable, Open, event


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays in a seat: address, name, how often the seat was given a new secret, language; "" if not given."""

    address: str
    name: str = ""
    key: int = 0
    language: str = ""


@event("H7")
class SeatTaken(Event):
    """Another player goes on in a seat, by the name given ("" for none)."""

    by: Open[str]
    name: Open[str]

    def change(self, state: Any) -> Any:
        """The cards stay, the name is new."""
        return state.taken_over(self.by, self.name)


@event("H8", only="by")
class AddressCorrected(LeavesTheTable):
    """Letters to a seat go to another address from now on."""

    untold = about_mail = True
    by: Open[str]


@event("H8", only="by")
class SecretRenewed(LeavesTheTable):
    """A seat has a new secret; the old one is no longer valid."""

    untold = about_mail = True
    by: Open[str]


TAKEN_OUT = "@"
"""Stands in the record, after `address`, for an address: the record holds none (H8)."""
DAYS_TO_CONFIRM, WISHES_A_DAY = 7, 3
"""How many days a wish for another address can be confirmed; how many wishes of a seat count per day (UTC) (H8)."""
