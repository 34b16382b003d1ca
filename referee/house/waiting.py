"""The waiting list: people who wait for seats that fall free in games that are on: rule H33 of the house.

Who waits stands beside the games (`referee.desk.company.ledger`); no record knows of it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from referee.engine.rules import cites, why
from referee.util.errors import Why


@dataclass(frozen=True, slots=True)
class Waits:
    """What is known when somebody asks to wait for a seat.

    Attributes:
        wanted: What they would wait for: a game to be played, by its title, or the id of a game.
        able: Whether people may wait for a seat there.
        part: Whether the same mailbox has a part in that game, as a player or as the arbiter.
        twice: Whether the same mailbox waits for it already.
        mine: For how many games or kinds of games the same mailbox waits.
        everybody: How many wait in all.
        most: For how many one mailbox may wait.
        most_in_all: How many may wait.
    """

    wanted: str
    able: bool
    part: bool = False
    twice: bool = False
    mine: int = 0
    everybody: int = 0
    most: int = 0
    most_in_all: int = 0


@cites("H33")
def where_seats_fall_free(asking: Waits) -> Why | None:
    """People wait where seats may fall free; of any other game nobody is told whether there is one."""
    return None if asking.able else why("wait-none", wanted=asking.wanted)


@cites("H33")
def not_for_ones_own(asking: Waits) -> Why | None:
    """Who has a part in a game does not wait for a seat in it."""
    return why("wait-own", wanted=asking.wanted) if asking.part else None


@cites("H33")
def not_twice(asking: Waits) -> Why | None:
    """A mailbox waits once for the same."""
    return why("wait-twice", wanted=asking.wanted) if asking.twice else None


@cites("H33")
def not_too_many(asking: Waits) -> Why | None:
    """A mailbox waits for a limited number of games, and only so many wait in all."""
    full = asking.mine >= asking.most or asking.everybody >= asking.most_in_all
    return why("wait-full", most=asking.most) if full else None


RULES: tuple[Callable[[Waits], Why | None], ...] = (
    where_seats_fall_free,
    not_for_ones_own,
    not_twice,
    not_too_many,
)


def why_not(asking: Waits) -> Why | None:
    """Why whoever asks may not wait; None if they may."""
    return next((reason for one in RULES if (reason := one(asking))), None)
