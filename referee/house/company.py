"""Company: games that wait for players, and people who join them by mail: rule H29 of the house.

Nobody sits anywhere before the game is opened: until then the seats of such a game are kept beside the games
(`referee.desk.company.ledger`), and no record knows of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from referee.engine.rules import cites, why
from referee.house.players import Player
from referee.util.errors import Why

DAYS_TO_CONFIRM = 7
"""For how many days the code of a wish is good."""
DAYS_TO_FILL = 60
"""After how many days a game lapses that a stranger opened and that is not full."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that waits for players.

    Attributes:
        rules: The game to be played, by its name.
        seats: Who sits in each seat; None where nobody does.
        since: When it was announced (RFC 3339, UTC).
        options, terms: As they were given; the configuration has the other terms.
        arbiter: The judge in disputes, if that is not the keeper.
        seed: A seed given by hand, or "".
        theirs: Whether a stranger opened it.
    """

    rules: str
    seats: Mapping[str, Player | None]
    since: str
    options: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    arbiter: Player | None = None
    seed: str = ""
    theirs: bool = False

    @property
    def free(self) -> tuple[str, ...]:
        """The seats in which nobody sits."""
        return tuple(seat for seat, player in self.seats.items() if player is None)

    @property
    def players(self) -> dict[str, Player]:
        """Who sits, by seat."""
        return {seat: player for seat, player in self.seats.items() if player}

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses that letters of the game would go to."""
        return tuple(player.address for player in (*self.players.values(), self.arbiter) if player)

    def seated(self, seat: str, player: Player | None) -> "OpenGame":
        """The same with this player in a seat, or with nobody in it."""
        return replace(self, seats={**self.seats, seat: player})


@dataclass(frozen=True, slots=True)
class Asking:
    """What is known when somebody asks for a seat.

    Attributes:
        free: The seats that are free in the game that was asked for; () if there is no such game.
        seat: The seat that was asked for; "" for any.
        sits: Whether the same mailbox sits in that game already.
        waiting: In how many games that wait for players it sits.
        most: In how many it may.
    """

    free: tuple[str, ...]
    seat: str
    sits: bool
    waiting: int
    most: int


@cites("H29")
def once_in_a_game(asking: Asking) -> Why | None:
    """A mailbox has one seat in a game."""
    return why("join-sits") if asking.sits else None


@cites("H29")
def a_seat_is_free(asking: Asking) -> Why | None:
    """A seat is free in that game."""
    return None if asking.free else why("join-none")


@cites("H29")
def that_seat_is_free(asking: Asking) -> Why | None:
    """The seat that was asked for is free."""
    if not asking.seat or asking.seat in asking.free:
        return None
    return why("join-taken", seat=asking.seat, free=asking.free)


@cites("H29")
def not_in_too_many(asking: Asking) -> Why | None:
    """A mailbox waits in a limited number of games."""
    return why("join-many", most=asking.most) if asking.waiting >= asking.most else None


RULES: tuple[Callable[[Asking], Why | None], ...] = (
    once_in_a_game,
    a_seat_is_free,
    that_seat_is_free,
    not_in_too_many,
)


def why_not(asking: Asking) -> Why | None:
    """Why there is no seat for whoever asks; None if there is one."""
    return next((reason for one in RULES if (reason := one(asking))), None)
