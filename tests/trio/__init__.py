"""Trio, a game for tests alone: two to four players and a master.

It shows that the house keeps its promises for any number of seats.
"""

from types import MappingProxyType

from referee.engine.kit.base import BaseGame
from trio import rules


class Trio(BaseGame):
    """The game as the referee calls it."""

    name = "trio"
    title = "Trio"
    edition = "a game of tests"
    seats = ("asa", "brand", "cleo", "dagny", "master")
    fewest = 2
    State = rules.State
    Options = rules.Options
    MOVES = rules.MOVES
    TURN = rules.TurnBegun
    CUSTOMS = rules.CUSTOMS
    RESTS_ON = MappingProxyType({rules.Award: lambda _v, _m: (), rules.Doubt: lambda v, _m: v.turn})

    silence = staticmethod(rules.silence)
    setup = staticmethod(rules.set_up)
    proceed = staticmethod(rules.proceed)
    owed = staticmethod(rules.owed)
    view = staticmethod(rules.view)
    choices = staticmethod(rules.choices)


GAME = Trio()
