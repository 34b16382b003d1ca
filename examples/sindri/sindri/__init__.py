"""Sindri's Forge, a game of bids, dice and mischief for three to five gods and a Norn: the rules of `rulebook.yaml`."""

from types import SimpleNamespace

from referee.engine.kit.base import BaseGame

from sindri import rules, table
from sindri.imagined import imagined


class Sindri(BaseGame):
    """The game as the referee calls it; what is not said here is as in `BaseGame`."""

    name = "sindri"
    title = "Sindri's Forge"
    edition = "an example of a game for several players and a master"
    seats = (*table.GODS, "master")
    fewest = 3
    State = table.State
    MOVES = rules.MOVES
    TURN = rules.TurnBegun
    LEAVE_THE_TABLE = rules.WORDS  # type: ignore[assignment]
    DECKS = rules.DECKS
    CUSTOMS = rules.CUSTOMS
    reading = SimpleNamespace(
        BUILDERS={"strike": lambda: True, "keep": lambda: False},
        KINDS={**dict.fromkeys(table.GODS, "god"), **dict.fromkeys(rules.UNTIL, "when")},
        PATTERNS={"gold": r"\d{1,2}(?!\d)"},
    )

    setup = staticmethod(rules.set_up)
    proceed = staticmethod(rules.proceed)
    silence = staticmethod(rules.silence)
    owed = staticmethod(table.owed)
    view = staticmethod(table.view)
    choices = staticmethod(rules.choices)
    uncovered = staticmethod(table.uncovered)
    imagined = staticmethod(imagined)


GAME = Sindri()
