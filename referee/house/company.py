"""Company: people who have no seat, and ask by mail to join a game (H29), to watch one (H31), to wait for a seat (H33).

Nobody sits anywhere before a game is opened. Until then its seats are kept beside the games, as are those who watch and
those who wait (`referee.desk.company.ledger`); no record knows of them.
"""

from collections.abc import Mapping

from referee.engine.rules import cites, why
from referee.house.players import Player
from referee.util.errors import Why
from referee.util.values import Value, field, replace

DAYS_TO_FILL = 60
"""After how many days a game lapses that a stranger opened and that is not full."""


class OpenGame(Value, unshown=("seed",)):
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


class Asking(Value, kw_only=True):
    """What is known of a mailbox that asks to join a game, to watch one, or to wait for a seat.

    Attributes:
        wanted: The id of the game, or the title of the one to be played.
        able: Whether that can be asked of the game.
        free: The seats that are free in a game to join; () if there is no such game.
        seat: The seat that was asked for; "" for any.
        part: Whether the mailbox has a part in the game, which is in the way.
        twice: Whether it watches the game, or waits for the seat, already.
        count, most: How many there are already, and may be: games in which the mailbox sits, onlookers of the game,
            seats for which the mailbox waits.
        everybody, most_in_all: The same of all who watch, or wait.
    """

    wanted: str = ""
    able: bool = True
    free: tuple[str, ...] = ()
    seat: str = ""
    part: bool = False
    twice: bool = False
    count: int = 0
    most: int = 0
    everybody: int = 0
    most_in_all: int = 0

    @property
    def full(self) -> bool:
        """True if no more may watch, or wait."""
        return self.count >= self.most or self.everybody >= self.most_in_all


@cites("H29")
def why_no_seat(asking: Asking) -> Why | None:
    """Why there is no seat: a mailbox has one in a game, one that is free, and waits in a limited number of games."""
    if asking.part:
        return why("join-sits")
    if not asking.free:
        return why("join-none")
    if asking.seat and asking.seat not in asking.free:
        return why("join-taken", seat=asking.seat, free=asking.free)
    return why("join-many", most=asking.most) if asking.count >= asking.most else None


@cites("H31")
def why_not_watch(asking: Asking) -> Why | None:
    """Why a mailbox may not watch a game: the terms allow it, to others, once, and to a limited number.

    Where they do not, nobody is told whether there is such a game.
    """
    if not asking.able:
        return why("watch-none", game=asking.wanted)
    if asking.part:
        return why("watch-own", game=asking.wanted)
    if asking.twice:
        return why("watch-twice", game=asking.wanted)
    return why("watch-full", game=asking.wanted) if asking.full else None


@cites("H33")
def why_not_wait(asking: Asking) -> Why | None:
    """Why a mailbox may not wait: seats fall free there, others have them, one waits once, and for a limited number.

    Where none fall free, nobody is told whether there is such a game.
    """
    if not asking.able:
        return why("wait-none", wanted=asking.wanted)
    if asking.part:
        return why("wait-own", wanted=asking.wanted)
    if asking.twice:
        return why("wait-twice", wanted=asking.wanted)
    return why("wait-full", most=asking.most) if asking.full else None
