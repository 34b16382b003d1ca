"""The seats of a table: what they are called, and what part whoever sits there has.

A player plays, and can win. The master of a game, where it has one, is asked and decides within what the rules of the game leave
open; a full seat with an address of its own, whose orders are held to rules like any other's, but nobody's opponent: it cannot
win, and is not counted where all players have to agree.

There is one master at most, and its seat is called `master`: so a thing can be meant for the master without a look at the table.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

PLAYER, MASTER = "player", "master"
"""The parts that a seat can have; the second is also the name of the seat that has it."""
RESERVED = frozenset(
    {
        "arbiter",
        "keeper",
        "note",
        "onlooker",
        "record",
        "referee",
        "stranger",
        "draw",
        "tie",
        "remis",
    }
)
"""What no seat is called: who rules, looks on and writes, what letters and records are for, what a ruling says in the place of a seat."""
NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
"""How a seat may be called: it stands in numbers of letters, names of cards and orders."""
MOST = 9
"""The most seats of a table."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table."""

    name: str
    role: str = PLAYER


Seating = tuple[Seat, ...]
"""The seats of a table: the players in their order, then the master, if there is one."""


def seating_of(seats: Iterable[str]) -> Seating:
    """These seats with their parts, players first."""
    made = [Seat(one, MASTER if one == MASTER else PLAYER) for one in seats]
    return tuple(sorted(made, key=lambda one: one.role == MASTER))


def names(seating: Seating) -> tuple[str, ...]:
    """What the seats are called."""
    return tuple(one.name for one in seating)


def players(seats: Iterable[str]) -> tuple[str, ...]:
    """The seats of players among these."""
    return tuple(one for one in seats if one != MASTER)


def gone(table: Any) -> tuple[str, ...]:
    """The seats that have left, at a state or in a view; where only two can play there are none."""
    return tuple(getattr(table, "gone", ()))


def still_in(state: Any) -> tuple[str, ...]:
    """The seats of players who have not left."""
    left = gone(state)
    return tuple(one for one in players(state.seats) if one not in left)


def misnamed(seats: Iterable[str]) -> str | None:
    """The first of these names that no seat may have, or that two have; None if each may stand."""
    known = set[str]()
    for seat in seats:
        if seat in known or seat in RESERVED or not NAME.fullmatch(seat):
            return seat
        known.add(seat)
    return None
