"""Nine Runes, a small card game for Urd and Skuld: the rules of `rulebook.yaml`."""

from referee.engine.kit.base import BaseGame

from nine_runes import rules, table


class NineRunes(BaseGame):
    """The game as the referee calls it; what is not said here is as in `BaseGame`."""

    name = "nine_runes"
    title = "Nine Runes"
    edition = "an example of a game in a package of its own"
    seats = table.SEATS
    State = table.State
    MOVES = rules.MOVES
    ANY_TIME = BaseGame.ANY_TIME | {rules.Give}  # 2.1 letters with gifts may cross
    TURN = rules.TurnBegun
    DECKS = rules.DECKS
    CUSTOMS = rules.CUSTOMS

    setup = staticmethod(rules.set_up)
    proceed = staticmethod(rules.proceed)
    silence = staticmethod(rules.silence)
    owed = staticmethod(table.owed)
    view = staticmethod(table.view)
    choices = staticmethod(rules.choices)
    uncovered = staticmethod(table.uncovered)


GAME = NineRunes()
