"""S13 Who is ahead: both sides with their seats, as all see them, and what a neutral seat may choose between."""

from typing import NamedTuple

from referee.engine.rules import cites
from referee.games.hammer_of_thor.ending import worth
from referee.games.hammer_of_thor.figures import EVIL, GOOD
from referee.games.hammer_of_thor.ragnarok import brings, mights
from referee.games.hammer_of_thor.table import living, side_of
from referee.games.hammer_of_thor.view import View
from referee.util.values import replace

Ranked = tuple[tuple[str, int], ...]
"""Seats with what each has (M15), the highest first."""
Undecided = tuple[tuple[str, int, int], ...]
"""Seats without a side: what each has, and what it adds to the side that it names."""


class Camp(NamedTuple):
    """A side: its might before the rolls, and its seats."""

    might: int
    seats: Ranked


class Choice(NamedTuple):
    """What a neutral seat brings about: both mights if it names this side, and who is highest on it then."""

    side: str
    good: int
    evil: int
    first: tuple[str, ...]


class Outlook(NamedTuple):
    """Both sides, the seats that have none yet, and the choices of a reader who is asked for one."""

    good: Camp
    evil: Camp
    open: Undecided
    choices: tuple[Choice, ...]


@cites("S13", "M15", "M30")
def outlook(v: View) -> Outlook:
    """S13 How things lie, before a roll for each seat."""
    found = mights(v)
    camps = {side: Camp(found[side], _seats(v, side)) for side in (GOOD, EVIL)}
    asked = (GOOD, EVIL) if v.owes("side") else ()
    none = tuple((seat, value, brings(v, seat)) for seat, value in _seats(v, ""))
    return Outlook(camps[GOOD], camps[EVIL], none, tuple(_choice(v, side) for side in asked))


def _seats(v: View, side: str) -> Ranked:
    found = [(seat, worth(v, seat)) for seat in living(v) if side_of(v, seat) == side]
    return tuple(sorted(found, key=lambda one: -one[1]))


def _choice(v: View, side: str) -> Choice:
    then = replace(v, sides=(*v.sides, (v.seat or "", side)))
    found, ranked = mights(then), _seats(then, side)
    best = tuple(seat for seat, value in ranked if value == ranked[0][1])
    return Choice(side, found[GOOD], found[EVIL], best)
