"""The seats of a table: their names, and the part of each.

A player plays, and can win. A game may also have a master, who is asked and decides whatever its rules leave
open. The master has a full seat with an address of its own, and orders that are held to rules like any
other's. But the master is nobody's opponent: this seat cannot win, and does not count where all players have
to agree.

There is at most one master, and that seat is called `master`: so something can be meant for the master
without a look at the table.
"""

from collections.abc import Iterable
from typing import Any

from referee.util.regexes import regex
from referee.util.values import Value

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
"""Names that no seat can have.

They are those of the judges, of onlookers and writers, of what letters and records are for, and of what a
ruling says in place of a seat.
"""
NAME = regex(r"[a-z][a-z0-9-]{0,31}")
"""The form of a seat's name: it stands in numbers of letters, names of cards and orders."""
MOST = 9
"""The most seats of a table."""


class Seat(Value):
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
    """The names of the seats."""
    return tuple([one.name for one in seating])


def players(seats: Iterable[str]) -> tuple[str, ...]:
    """The seats of players among these."""
    return tuple(one for one in seats if one != MASTER)


def still_in(table: Any) -> tuple[str, ...]:
    """The seats of players who have not left, in a state or a view."""
    return tuple(one for one in players(table.seats) if one not in table.gone)


def misnamed(seats: Iterable[str]) -> str | None:
    """The first of these names that no seat may have, or that two have; None if there is none."""
    known = set[str]()
    for seat in seats:
        if seat in known or seat in RESERVED or not NAME.fullmatch(seat):
            return seat
        known.add(seat)
    return None
