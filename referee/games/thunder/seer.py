"""19 Seer: up to three cards of the enemy deck, one at a time, each settled before the next."""

from typing import Annotated

from referee.engine.events import Event, Happening, Open, event, seen_by
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.cards import other
from referee.games.thunder.discards import fall
from referee.games.thunder.moves import Next, Place, Stop, UseSeer
from referee.games.thunder.placing import Forced, named_beforehand, place_or_ask
from referee.games.thunder.table import HAND_LIMIT, Cards, Pending, Seering, State
from referee.games.thunder.view import View
from referee.util.errors import Why
from referee.util.values import replace

AT_MOST = 3


@event("19.1")
class SeerDrew(Event):
    """A card off the enemy deck, seen by all (19.3)."""

    by: Open[str]
    of: Open[str]
    card: Open[str]
    to: Annotated[Cards, seen_by("by")]

    def change(self, s: State) -> State:
        side = s.side(self.of)
        drawn = s.seering.drawn + 1 if s.seering else 1
        return s.put(
            self.of,
            replace(side, deck=side.deck[1:], open=self.card),
            seering=Seering(drawn, self.to),
            pending=(),
            action=s.action + 1,
        )


@event("19.3")
class Given(Event):
    """A card without strength, or of strength 0, goes into its owner's hand; both have seen it."""

    to: Open[str]
    card: Open[str]

    def change(self, s: State) -> State:
        side = s.side(self.to)
        return s.put(self.to, replace(side, hand=(*side.hand, self.card), open=""))


@event("19.1")
class SeerAsked(Event):
    """The Seer may draw on or stop."""

    by: Open[str]

    def change(self, s: State) -> State:
        return replace(s, pending=(Pending("seer", self.by, "19.1"),))


@event("19.1")
class SeerStopped(Event):
    """The Seer is done."""

    by: Open[str]

    def change(self, s: State) -> State:
        return replace(s, pending=(), seering=None, action=s.action + 1)


@rule("7.2")
def deck_to_look_into(v: View, m: UseSeer) -> Why | None:
    """The Seer needs a card in the enemy deck."""
    return None if v.theirs.deck_size else why("their-deck-empty", seat=v.theirs.seat)


@rule("19.2")
def seer_columns_beforehand(v: View, m: UseSeer) -> Why | None:
    """Columns may be named beforehand, at most three, and only open ones."""
    if len(m.to) > AT_MOST:
        return why("at-most", limit=AT_MOST, count=len(m.to))
    return next((reason for column in m.to if (reason := named_beforehand(v, column))), None)


@rule("19.1")
def seer_is_asked(v: View, m: Next | Stop) -> Why | None:
    """`next` and `stop` answer the Seer's question."""
    return None if any(p.duty == "seer" and p.by == v.seat for p in v.pending) else why("no-seer")


@cites("19.1")
def seer(s: State, by: str, m: UseSeer, lots: Lots) -> Happening:
    """19.1 At least one card."""
    return (yield from draw_one(s, by, m.to))


def seer_next(s: State, by: str, m: Next, lots: Lots) -> Happening:
    """19.1 The next card."""
    return (yield from draw_one(s, by, s.seering.to if s.seering else ()))


def seer_stop(s: State, by: str, m: Stop, lots: Lots) -> Happening:
    """19.1 The player may stop after any card."""
    yield SeerStopped(by)


@cites("19.1", "19.2", "19.3")
def draw_one(s: State, by: str, to: Cards) -> Happening:
    """One card of the enemy deck, settled: 19.2 placed by its strength (R20), 19.3 given, or discarded."""
    of = other(by)
    card = s.side(of).deck[0]
    strong = bool(s.decks.strength(card))
    s = yield SeerDrew(by, of, card, to[1:] if strong else to)
    if strong:
        s = yield from place_or_ask(s, by, of, to[0] if to else "", "19.2")
    elif len(s.side(of).hand) < HAND_LIMIT:
        s = yield Given(of, card)
    else:
        s = yield from fall(s, of, card, "open", "19.3")
    return (yield from seer_goes_on(s, by))


@cites("8.6", "19.1")
def seer_goes_on(s: State, by: str) -> Happening:
    """19.1 Asked whether to draw on, unless three are drawn, the deck is empty, or the game over (8.6)."""
    if s.pending or s.seering is None:
        return s
    if s.lost or s.seering.drawn == AT_MOST or not s.side(other(by)).deck:
        return (yield SeerStopped(by))
    if s.options.seer == "must-draw":
        return (yield from draw_one(s, by, s.seering.to))
    return (yield SeerAsked(by))


def place(s: State, by: str, m: Place, lots: Lots) -> Happening:
    """15.5, 19.2 The column chosen after seeing the card; then the Seer goes on."""
    asked = s.pending[0]
    s = yield Forced(by, other(by), asked.card, m.column, asked.rule)
    return (yield from seer_goes_on(s, by))
