"""Who plays in a seat, by what name, and how letters reach them: rules H7, H8 and H34 of the house."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from msgspec import Meta

from referee.engine.events import Event, LeavesTheTable, Open, event
from referee.engine.rules import cites, why
from referee.engine.seating import RESERVED
from referee.notation.names import bare, is_shown, is_word, looks
from referee.util.errors import Why
from referee.util.values import Value

Count = Annotated[int, Meta(ge=0)]
"""How many; never less than 0."""


class Player(Value, forbid_unknown_fields=True):
    """Who plays in a seat: address, name, how often the seat was given a new secret, language; "" if not given."""

    address: str
    name: str = ""
    key: Count = 0
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
"""For how many days the code of a wish is good; how many wishes of a seat for another address count a day (UTC)."""


def like(name: str, other: str) -> bool:
    """Whether two names look alike."""
    return bool(looks(name) & looks(other))


@cites("H7")
def why_not_called(name: str, seat: str, seats: Sequence[str], others: Iterable[str]) -> Why | None:
    """Why nobody may be called so in a game, by whatever way they come in; None if somebody may, and for no name.

    A name has letters, those of a word of one script, and nothing of an address or a link. It is no word that means
    somebody or something else in letters; not that of another seat, with an article, a title or a number or without;
    and not that of somebody else. By the name of their own seat players are called who have none.

    Args:
        name: The name.
        seat: The seat whose player is to be called so; "" if that is not known yet.
        seats: The seats of the game, as far as it is known.
        others: The names of the other people in it, and that of the referee.
    """
    if not name:
        return None
    if not is_shown(name):
        return why("name-form", name=name)
    own = bool(seat) and like(name, seat)
    if not own and (is_word(name) or any(like(name, one) for one in RESERVED)):
        return why("name-word", name=name)
    said = looks(name) | looks(bare(name))
    if other := next((one for one in seats if one != seat and said & looks(one)), ""):
        return why("name-seat", name=name, seat=other)
    return why("name-taken", name=name) if any(like(name, one) for one in others if one) else None


# A program of the house that plays a seat (H34). It has an address of its own, under a name that no mail server can
# ever have (RFC 2606), and no letter to it goes out.

PROGRAM = "Partner (program)"
"""The name of a program at a table, in every language. Nobody who comes by mail can have such a name."""
PROGRAM_HOST = "partner.invalid"


@cites("H34")
def program(text: str) -> Player | None:
    """The player that the word `partner` means; None for any other text."""
    return Player(f"partner@{PROGRAM_HOST}", PROGRAM) if text.strip().lower() == "partner" else None


def is_program(player: Player) -> bool:
    """True if a program of the house plays as this player."""
    return player.address.endswith(f"@{PROGRAM_HOST}")
