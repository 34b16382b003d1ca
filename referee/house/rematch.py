"""Another game of the same players, once a game is over: rule H30 of the house.

Who asks for it only says so in the record of the old game; the desk opens the new one (`referee.desk.opening`).
"""

from collections.abc import Mapping
from typing import Any

from referee.engine.events import LeavesTheTable, Open, event
from referee.engine.rules import Rule, rule, why
from referee.engine.seating import players
from referee.util.errors import Why
from referee.util.values import Value

OFF, UNDEALT, ASKED = "off", "undealt", "asked"
"""Why none can be asked for: the terms say so, no game was played, somebody has asked already."""
REMATCH = "rematch"
"""The act by which who has asked for a rematch has accepted it, in the record of the new game."""
YES = "yes"
"""The term `rematch` of a game in which one can be asked for."""


@event("H30", only="by")
class RematchAsked(LeavesTheTable):
    """A player asks for a rematch: all are invited to another game, the seats passed on by one."""

    untold = True
    by: Open[str]


class Rematch(Value):
    """What the rules look at: whether the game is over, and why there is no rematch ("" if there can be one)."""

    over: bool
    refused: str = ""


@rule("H30")
def after_the_end(r: Rematch, _verb: str) -> Why | None:
    """A rematch is asked for when the game is over."""
    return None if r.over else why("rematch-early")


@rule("H30")
def where_there_are_rematches(r: Rematch, _verb: str) -> Why | None:
    """The terms of a game may say that there is none."""
    return why("rematch-off") if r.refused == OFF else None


@rule("H30")
def of_a_game_that_was_played(r: Rematch, _verb: str) -> Why | None:
    """There is no rematch of a game that was called off before the deal."""
    return why("rematch-undealt") if r.refused == UNDEALT else None


@rule("H30")
def once_a_game(r: Rematch, _verb: str) -> Why | None:
    """A rematch is asked for once, whoever does."""
    return why("rematch-asked") if r.refused == ASKED else None


RULES: tuple[Rule, ...] = (after_the_end, where_there_are_rematches, of_a_game_that_was_played, once_a_game)


def refused(events: Any, *, dealt: bool, term: str) -> str:
    """Why no rematch can be asked for after these events of a game; "" if one can."""
    if term != YES:
        return OFF
    if not dealt:
        return UNDEALT
    return ASKED if any(isinstance(one, RematchAsked) for one in events) else ""


def passed_on(seats: tuple[str, ...]) -> Mapping[str, str]:
    """By seat, the seat whose player takes it next: the one before it; the master stays the master."""
    playing = players(seats)
    before = dict(zip(playing, (*playing[-1:], *playing[:-1]), strict=True))
    return {seat: before.get(seat, seat) for seat in seats}
