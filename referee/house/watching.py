"""Onlookers: people who do not play in a game and are told what is open to all in it, later: rule H31 of the house.

Who watches stands beside the games (`referee.desk.company.ledger`); no record knows of it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from referee.engine.rules import cites, why
from referee.util.errors import Why


@dataclass(frozen=True, slots=True)
class Watching:
    """What is known when somebody asks to watch a game.

    Attributes:
        game: Its id.
        open: Whether it is a game that may be watched.
        over: Whether it is over.
        part: Whether the same mailbox has a part in it, as a player or as the arbiter.
        watches: Whether the same mailbox watches it already.
        here: How many watch it.
        everywhere: How many watch any game.
        most: How many may watch it.
        most_in_all: How many may watch any game.
    """

    game: str
    open: bool
    over: bool = False
    part: bool = False
    watches: bool = False
    here: int = 0
    everywhere: int = 0
    most: int = 0
    most_in_all: int = 0


@cites("H31")
def a_game_to_watch(asking: Watching) -> Why | None:
    """The terms of the game allow it; of any other game nobody is told whether there is one."""
    return None if asking.open else why("watch-none", game=asking.game)


@cites("H31")
def not_ones_own(asking: Watching) -> Why | None:
    """Who has a part in a game does not watch it while it is on."""
    return why("watch-own", game=asking.game) if asking.part and not asking.over else None


@cites("H31")
def not_twice(asking: Watching) -> Why | None:
    """A mailbox watches a game once."""
    return why("watch-twice", game=asking.game) if asking.watches else None


@cites("H31")
def not_too_many(asking: Watching) -> Why | None:
    """Only so many watch a game, and all games together."""
    full = asking.here >= asking.most or asking.everywhere >= asking.most_in_all
    return why("watch-full", game=asking.game) if full else None


RULES: tuple[Callable[[Watching], Why | None], ...] = (a_game_to_watch, not_ones_own, not_twice, not_too_many)


def why_not(asking: Watching) -> Why | None:
    """Why whoever asks may not watch; None if they may."""
    return next((reason for one in RULES if (reason := one(asking))), None)
