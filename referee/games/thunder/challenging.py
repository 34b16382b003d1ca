"""6 Challenging: two cards are turned up, the stronger stays."""

from referee.engine.events import Event, Happening, Open, event
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.thunder.berserker import strength_in_challenge
from referee.games.thunder.cards import GIANTS, LEADERS, TREASURES, name_of, other
from referee.games.thunder.discards import fall
from referee.games.thunder.idunn import wins_ties
from referee.games.thunder.moves import Challenge
from referee.games.thunder.nightmare import column_falls
from referee.games.thunder.table import Cards, State, column_index
from referee.games.thunder.turn import acted
from referee.games.thunder.view import Half, Spot, View
from referee.util.errors import Why
from referee.util.values import Value, replace


@event("6.1")
class Challenged(Event):
    """A front card challenges the front card it faces."""

    by: Open[str]
    column: Open[str]

    def change(self, s: State) -> State:
        return acted(s)


@event("6.4")
class TurnedUp(Event):
    """A card on the battlefield is turned face up (6.4; 13.2 by Frigg; 15.2 by Ravens)."""

    of: Open[str]
    column: Open[str]
    row: Open[int]
    card: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        side = s.side(self.of)
        return s.put(self.of, replace(side, up=side.up | {self.card}))


@event("6.5")
class Stood(Event):
    """A card of a challenge stays on the battlefield, face up; `rule` tells why it was not the loser."""

    of: Open[str]
    card: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        return s


@rule("6.1")
def both_columns_hold(v: View, m: Challenge) -> Why | None:
    """Their own front card of a column challenges the enemy front card of the same column."""
    index = column_index(m.column)
    if not v.mine.columns[index]:
        return why("own-column-empty", column=m.column)
    return None if v.theirs.columns[index] else why("their-column-empty", column=m.column)


@rule("6.2")
def able_to_challenge(v: View, m: Challenge) -> Why | None:
    """A card without strength, Thor, Loki, Ring, Crown, Shield Wall and Nightmare never challenge."""
    return cannot_challenge(v, v.mine, m.column)


@rule("6.3")
def not_the_leader(v: View, m: Challenge) -> Why | None:
    """Thor/Loki cannot be challenged from the opposing column."""
    front = v.theirs.columns[column_index(m.column)][0]
    return why("leader-unchallenged", card=front.name) if front.name in LEADERS else None


def cannot_challenge(v: View, side: Half, column: str) -> Why | None:
    """6.2 Why the front card of an own column cannot challenge; None if it can."""
    front: Spot = side.columns[column_index(column)][0]
    if front.face in v.decks.fighters:
        return None
    return why("cannot-challenge", card=front.name, column=column)


class Standing(Value):
    """A card in a challenge: whose side, where, and the physical card."""

    of: str
    column: str
    row: int
    card: str

    @property
    def place(self) -> str:
        """Its place as written: `B2`."""
        return f"{self.column}{self.row}"


def standing(s: State, seat: str, column: str, row: int) -> Standing:
    """The card of this side at this place."""
    return Standing(seat, column, row, s.side(seat).columns[column_index(column)][row - 1])


@cites("6.1")
def challenge(s: State, by: str, m: Challenge, lots: Lots) -> Happening:
    """6.1 Front card against front card."""
    s = yield Challenged(by, m.column)
    yield from clash(s, standing(s, by, m.column, 1), standing(s, other(by), m.column, 1), m.order)


@cites("6.4", "6.9", "20.2")
def clash(s: State, challenger: Standing, target: Standing, order: Cards) -> Happening:
    """6.4 Both are turned up; 14 a Nightmare empties the column; else 6.5 the loser goes."""
    for one in (challenger, target):
        if one.card not in s.side(one.of).up:
            s = yield TurnedUp(one.of, one.column, one.row, one.card, "6.4")
    if name_of(target.card) == "nightmare":
        return (yield from column_falls(s, target.column, order))
    verdict = compare(s, challenger, target)
    for one in (challenger, target):
        if one not in verdict.losers:
            s = yield Stood(one.of, one.card, verdict.rule)
    for one in verdict.losers:
        s = yield from fall(s, one.of, one.card, one.place, verdict.rule)
    return s


class Verdict(Value):
    """Who loses a challenge, the turn player's card first, and by which rule."""

    losers: tuple[Standing, ...]
    rule: str


@cites("6.5", "6.6", "6.7", "12.1", "12.2", "12.4", "13.4", "16.1", "16.2")
def compare(s: State, challenger: Standing, target: Standing) -> Verdict:
    """Who loses: special targets first (6.9), then 6.7, 13.4, then strength against strength."""
    attack, defence = name_of(challenger.card), name_of(target.card)
    if defence == "shield-wall":
        return Verdict((target,), "16.2") if attack == "female-archer" else Verdict((challenger,), "16.1")
    strength = strength_in_challenge(s, target, challenging=False)
    if strength is None or defence in TREASURES:
        return Verdict((target,), "6.7")
    if attack == "frigg" and defence in GIANTS:
        return Verdict((target,), "13.4")
    own = strength_in_challenge(s, challenger, challenging=True) or 0
    if own == strength:
        return tie(s, challenger, target)
    weaker = target if own > strength else challenger
    if (attack in GIANTS) == (defence in GIANTS) or name_of(weaker.card) not in GIANTS:
        return Verdict((weaker,), "6.5")
    return Verdict((target if weaker is challenger else challenger,), "13.4")


def tie(s: State, challenger: Standing, target: Standing) -> Verdict:
    """6.6 Equal strengths: both go, unless an Idunn in effect lets one stay (12.1, 12.2, 12.4)."""
    favoured = wins_ties(s)
    if favoured == challenger.of:
        return Verdict((target,), "12.1")
    if favoured == target.of:
        return Verdict((challenger,), "12.1")
    return Verdict((challenger, target), "6.6")
