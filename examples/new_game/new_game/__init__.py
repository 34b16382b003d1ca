"""New Game: the rules of `rulebook.yaml`."""

from new_game import rules, table
from referee.engine.kit.base import BaseGame


class NewGame(BaseGame):
    """The game as the referee calls it; what is not said here is as in `BaseGame`."""

    name = "new_game"
    title = "New Game"
    edition = "the first"
    seats = table.SEATS
    State = table.State
    MOVES = rules.MOVES
    ANY_TIME = BaseGame.ANY_TIME | {rules.Bid}  # 2.1 letters with bids may cross
    TURN = rules.RoundBegun
    CUSTOMS = rules.CUSTOMS

    setup = staticmethod(rules.set_up)
    proceed = staticmethod(rules.proceed)
    owed = staticmethod(table.owed)
    view = staticmethod(table.view)
    choices = staticmethod(rules.choices)


GAME = NewGame()
