"""Trio, a game of tests alone: two to four players and a master, to hold the house to what it says of any number of seats."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from referee.engine.kit import options
from referee.engine.kit.base import BaseGame
from trio import rules

SECOND: options.SecondValues = {"doubts": ("1.3", "no", "yes")}


class Trio(BaseGame):
    """The game as the referee calls it."""

    name = "trio"
    title = "Trio"
    edition = "a game of tests"
    seats = ("asa", "brand", "cleo", "dagny", "master")
    fewest = 2
    State = rules.State
    MOVES = rules.MOVES
    TURN = rules.TurnBegun
    CUSTOMS = rules.CUSTOMS
    RESTS_ON = MappingProxyType({rules.Award: (), rules.Doubt: (rules.Called, rules.TurnBegun)})

    def options(self, given: Mapping[str, str]) -> Mapping[str, Any]:
        """How many play, and whether a call may be doubted."""
        return options.full_options(given, self.seats, SECOND, fewest=self.fewest)

    def fits(self, content: Mapping[str, Any]) -> None:
        """As they can be given."""
        options.held(content, self.seats, SECOND, fewest=self.fewest)

    def blank(self, game: str, options: Mapping[str, Any]) -> rules.State:
        """The table before the first event."""
        return rules.State(game=game, seating=self.seating(options), doubts=options["doubts"] == "yes")

    silence = staticmethod(rules.silence)
    setup = staticmethod(rules.set_up)
    proceed = staticmethod(rules.proceed)
    owed = staticmethod(rules.owed)
    view = staticmethod(rules.view)
    choices = staticmethod(rules.choices)


GAME = Trio()
