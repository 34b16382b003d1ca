"""4 Drawing."""

from typing import Annotated

from referee.engine.events import Event, Happening, Open, event, seen_by
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.moves import Draw
from referee.games.thunder.table import HAND_LIMIT, State
from referee.games.thunder.turn import spent
from referee.games.thunder.view import View
from referee.util.errors import Why
from referee.util.values import replace


@event("4.1")
class Drew(Event):
    """The top card of their own deck goes into the hand; only its owner sees it."""

    by: Open[str]
    card: Annotated[str, seen_by("by")]

    def change(self, s: State) -> State:
        side = s.side(self.by)
        side = replace(side, hand=(*side.hand, self.card), deck=side.deck[1:])
        return s.put(self.by, side, **spent(s))


@rule("4.2")
def deck_not_empty(v: View, m: Draw) -> Why | None:
    """An empty deck gives no card, and is never shuffled again."""
    return None if v.mine.deck_size else why("deck-empty")


@rule("3.6")
def hand_not_full(v: View, m: Draw) -> Why | None:
    """At no time does a hand hold more than 12 cards."""
    return None if v.mine.hand_size < HAND_LIMIT else why("hand-full", limit=HAND_LIMIT)


@cites("4.1")
def draw(s: State, by: str, m: Draw, lots: Lots) -> Happening:
    """4.1 Take the top card of their own deck."""
    yield Drew(by, s.side(by).deck[0])
