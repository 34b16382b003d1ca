"""How Sindri's Forge is played: its moves, events and rules, and what happens by nobody's choice."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from referee.engine.choices import Choices, Move, plain
from referee.engine.decks import Drawn, Lies
from referee.engine.events import Event, Happening, Hidden, Open, event, seen_by
from referee.engine.game import Moves, Owed
from referee.engine.kit import customs as c
from referee.engine.kit import windows
from referee.engine.kit.base import seated
from referee.engine.kit.windows import Pass, PassUntil
from referee.engine.lots import Lots
from referee.engine.moves import move
from referee.engine.rules import cites, rule, why
from referee.engine.seating import MASTER
from referee.util.errors import Why
from referee.util.values import replace

from sindri import table
from sindri.table import WINDOWS, Names, Pairs, State, View, name_of, owed


def leaves(s: State, seat: str, rule: str, reason: str, lots: Lots) -> Happening:
    """5.2 The gods play on without one of them; 4.3 without the Norn the lot speaks for her."""
    if seat == MASTER and CUSTOMS.left:
        return (yield CUSTOMS.left(seat, rule, reason))
    return (yield from CUSTOMS.one_less(s, seat, rule, reason, lots))


CUSTOMS = c.customs(
    __name__, over="5.1", resign="5.2", draw="5.3", silence="5.4", several=True, leaves=leaves
)
SidesTaken = c.own_event("H11", __name__, c.SidesTaken)


@move("bid {gold}")
class Bid(Move):
    """`bid 5`: gold for the treasure, sealed (2.2)."""

    gold: int


@move("play {card}")
class Play(Move):
    """`play fly`: a shape of Loki while a treasure is forged for another (3.2)."""

    card: str


@move("{again|keep}", written={"again": lambda _: "strike"})
class Stroke(Move):
    """`strike` or `keep`: whether the smith strikes again, for gold (3.6)."""

    again: bool


@move("choose {god}")
class Choose(Move):
    """`choose thor`: the Norn's word (4.1, 4.2)."""

    god: str


UNTIL = ("turn", "end")


@event("1.2")
class Shuffled(Event):
    """The treasures, or the shapes of Loki, lie in a new order; nobody sees it."""

    pile: Open[str]
    cards: Hidden[Names]

    def change(self, s: State) -> State:
        changes: Any = {self.pile: self.cards}
        return replace(s, **changes)


@event("1.4")
class Drew(Event):
    """A god draws a shape of Loki; the Norn sees it too."""

    pile: ClassVar[str] = "shapes"
    by: Open[str]
    card: Annotated[str, seen_by("by", master=True)]
    rule: Open[str]

    def change(self, s: State) -> State:
        hand = s.god(self.by).hand | {self.card}
        return replace(s.but(self.by, hand=hand), shapes=s.shapes[1:])


@event("2.1")
class TurnBegun(Event):
    """A turn begins: a treasure is turned up."""

    pile: ClassVar[str] = "treasures"
    treasure: Open[str]

    def change(self, s: State) -> State:
        s = replace(s, turn=s.turn + 1, action=0, treasures=s.treasures[1:], treasure=self.treasure)
        return replace(s, stage="bids", bids=(), offer="", agreed=(), **windows.passing_over(s, "turn"))


DECKS = {Shuffled: Lies("pile", "cards"), Drew: Drawn("pile", "card"), TurnBegun: Drawn("pile", "treasure")}


@event("2.2")
class BidSealed(Event):
    """A god has bid; how much is not shown yet."""

    by: Open[str]
    gold: Annotated[int, seen_by("by")]

    def change(self, s: State) -> State:
        return replace(s.but(self.by, bid=self.gold), overdue=c.heard_of(s, self.by))


# 2.2 What another one was written for stands after these: so bids may cross.
WORDS = (CUSTOMS.overdue, CUSTOMS.offered, CUSTOMS.declined, CUSTOMS.agreed, BidSealed)


@event("2.2", only="by")
class BidReplaced(BidSealed):
    """A god has changed a bid; nobody else is told."""


@event("2.4")
class BidsShown(Event):
    """The bids are shown, in the order of the gods; who has bid most may have the treasure."""

    bids: Open[Pairs]

    def change(self, s: State) -> State:
        gods = tuple((seat, replace(god, bid=None)) for seat, god in s.gods)
        most = tuple(seat for seat, gold in self.bids if gold == max(1, *dict(self.bids).values()))
        return replace(s, bids=self.bids, gods=gods, stage="tie", tied=most, action=s.action + 1)


@event("4.1")
class Chosen(Event):
    """The Norn, or the lot, names a god: the highest bidder, or whose words pleased her most."""

    god: Open[str]
    drawn: Open[bool]
    rule: Open[str]

    def change(self, s: State) -> State:
        s = replace(s, action=s.action + 1)
        if s.stage == "tie":
            return replace(s, tied=(self.god,))
        praised = (*s.god(self.god).treasures, ("praise", table.PRAISE))
        return replace(s.but(self.god, treasures=praised), stage="told")


@event("2.5")
class Paid(Event):
    """Gold goes from a god to the smith (""), who works for that god, or to another god."""

    by: Open[str]
    to: Open[str]
    gold: Open[int]
    rule: Open[str]

    def change(self, s: State) -> State:
        s = replace(s.but(self.by, gold=s.god(self.by).gold - self.gold), forger=self.by, action=s.action + 1)
        return s.but(self.to, gold=s.god(self.to).gold + self.gold) if self.to else s


@event("3.1")
class Rolled(Event):
    """Two dice show something new; after another stroke nothing changes it."""

    dice: Open[tuple[int, ...]]
    rule: Open[str]

    def change(self, s: State) -> State:
        return replace(s, dice=self.dice, stage="struck" if self.rule == "3.6" else "shapes")


@event("3.2")
class ShapePlayed(Event):
    """A god plays a shape of Loki while the smith works for another."""

    by: Open[str]
    card: Open[str]

    def change(self, s: State) -> State:
        s = s.but(self.by, hand=s.god(self.by).hand - {self.card})
        asked, reacting = (tuple(one for one in seats if one != self.by) for seats in (s.asked, s.reacting))
        return replace(s, spent=(*s.spent, self.card), action=s.action + 1, asked=asked, reacting=reacting)


@event("3.7")
class Forged(Event):
    """A treasure is done: its owner, and what it is worth. With owner "" it stays with the dwarves (2.5)."""

    by: Open[str]
    treasure: Open[str]
    worth: Open[int]
    rule: Open[str]

    def change(self, s: State) -> State:
        if self.by:
            s = s.but(self.by, treasures=(*s.god(self.by).treasures, (self.treasure, self.worth)))
        else:
            s = replace(s, spent=(*s.spent, self.treasure))
        return replace(s, stage="" if s.treasures else "tale", treasure="", forger="", dice=())


@rule("2.2")
def bids_open(v: View, m: Bid) -> Why | None:
    """A god with gold bids for the treasure of the turn, until all bids are in."""
    return None if v.stage == "bids" and v.gold else why("no-bids")


@rule("1.3")
def has_gold(v: View, m: Bid) -> Why | None:
    """Nobody bids more gold than they have."""
    return None if m.gold <= v.gold else why("no-gold", gold=v.gold)


@rule("3.2")
def may_meddle(v: View, m: Play) -> Why | None:
    """While the smith works, each other god who holds cards may play one of them or pass."""
    return None if v.seat in v.reacting else why("no-window")


@rule("1.4")
def in_hand(v: View, m: Play) -> Why | None:
    """You play cards of your own hand."""
    hand = dict(v.hands).get(v.seat or "", ())
    return None if m.card in map(name_of, hand) else why("not-in-hand", card=m.card)


@rule("3.2")
def not_the_norn(v: View, m: Pass | PassUntil) -> Why | None:
    """The Norn plays no cards."""
    return why("no-window") if v.seat == MASTER else None


@rule("3.6")
def may_strike(v: View, m: Stroke) -> Why | None:
    """When all have answered, the god for whom the treasure is forged decides about another stroke."""
    return None if v.owes("stroke") else why("no-stroke")


@rule("4.1")
def norn_is_asked(v: View, m: Choose) -> Why | None:
    """The Norn chooses a god where she is asked: one of those who stand to choice."""
    if not v.owes("tie", "tale"):
        return why("not-asked")
    return None if m.god in v.eligible else why("not-open", gods=v.eligible)


def choices(v: View) -> Choices:
    """The legal moves of the seat whose view this is; an onlooker, or a god who has left, has none."""
    if v.seat is None or v.outcome or v.seat in v.gone:
        return Choices(list, tuple)
    hand = sorted({name_of(card) for card in dict(v.hands).get(v.seat, ())})
    made: tuple[tuple[str, str, list[Move]], ...] = (
        ("bid", "2.2", [Bid(n) for n in range(v.gold + 1)] if v.stage == "bids" and v.gold else []),
        ("shape", "3.2", [*map(Play, hand)] if v.seat in v.reacting else []),
        ("stroke", "3.6", [Stroke(again=True), Stroke(again=False)] if v.owes("stroke") else []),
        ("choose", "4.1", [*map(Choose, v.eligible)] if v.owes("tie", "tale") else []),
    )
    passes = WINDOWS.families(v, UNTIL if v.seat in v.players else ())
    return Choices(
        lambda: [*(move for *_, moves in made for move in moves), *passes[0].moves()],
        lambda: (*(plain(*one) for one in made), *passes, *CUSTOMS.resigning(v), *CUSTOMS.families(v)),
    )


def set_up(s: State, options: Mapping[str, Any], lots: Lots) -> Happening:
    """H11 The seats are taken; 1.2, 1.4 treasures and shapes are shuffled, and each god draws two."""
    yield from seated(SidesTaken, s.seats, options, lots)
    yield Shuffled("treasures", lots.shuffle("treasures", table.TREASURES))
    s = yield Shuffled("shapes", lots.shuffle("shapes", table.CARDS))
    for seat in s.players * table.HAND:
        s = yield Drew(seat, s.shapes[0], "1.4")


def bid(s: State, by: str, m: Bid, lots: Lots) -> Happening:
    """2.2 A bid is made, or replaced."""
    yield (BidSealed if s.god(by).bid is None else BidReplaced)(by, m.gold)


@cites("3.3", "3.4", "3.5")
def play(s: State, by: str, m: Play, lots: Lots) -> Happening:
    """3.2 A shape of Loki is played: 3.3 the fly, 3.4 the falcon, 3.5 the mare."""
    card = min(card for card in s.god(by).hand if name_of(card) == m.card)
    s = yield ShapePlayed(by, card)
    if m.card == "fly":
        yield Rolled((1, min(s.dice)), "3.3")
    elif m.card == "mare":
        yield Rolled(lots.roll(name_of(s.treasure), 6, 2), "3.5")
    elif gold := min(table.SNATCHED, s.god(s.forger).gold):
        yield Paid(s.forger, by, gold, "3.4")


@cites("3.6")
def stroke(s: State, by: str, m: Stroke, lots: Lots) -> Happening:
    """3.6 The smith strikes again, or the dice stand."""
    if m.again:
        s = yield Paid(by, "", table.PRICE, "3.6")
        yield Rolled(lots.roll(name_of(s.treasure), 6, 2), "3.6")
    else:
        yield from forged(s)


def forged(s: State) -> Happening:
    """3.7 The treasure goes to the god for whom it is forged; 2.5 if there is none, it stays."""
    mine = s.forger in s.still_in
    value = table.FAME[name_of(s.treasure)] + sum(s.dice)
    yield Forged(s.forger if mine else "", s.treasure, value * mine, "3.7" if mine else "2.5")


def choose(s: State, by: str, m: Choose, lots: Lots) -> Happening:
    """4.1, 4.2 The Norn names a god."""
    yield Chosen(m.god, False, "4.1" if s.stage == "tie" else "4.2")


def by_lot(s: State, lots: Lots) -> Happening:
    """4.3 A god is chosen by lot."""
    god = s.eligible[lots.below(f"the Norn's {s.stage}", len(s.eligible))]
    yield Chosen(god, True, "4.1" if s.stage == "tie" else "4.2")


def no_bid(s: State, seat: str) -> Happening:
    """2.3 A bid that has not come is 0; 5.4 the others may claim that the god leaves."""
    s = yield BidSealed(seat, 0)
    yield from CUSTOMS.let_pass(s, Owed(seat, "bid", "2.2"))


def silence(s: State, owed: Owed, lots: Lots) -> Move | Happening:
    """No answer bids nothing (2.3), passes (3.2), keeps (3.6); for the Norn the lot speaks (4.3)."""
    if owed.duty == "bid":
        return no_bid(s, owed.seat)
    return {"shape": Pass(), "stroke": Stroke(again=False)}.get(owed.duty) or by_lot(s, lots)


@cites("2.3", "2.4", "4.2", "4.3", "5.1")
def proceed(s: State, lots: Lots) -> Happening:
    """What happens by nobody's choice, when nobody owes anything."""
    match s.stage:
        case _ if s.outcome or owed(s):
            return
        case "" if s.treasures:
            yield TurnBegun(s.treasures[0])
        case "bids":
            s = yield BidsShown(tuple((seat, s.god(seat).bid or 0) for seat in s.still_in))
            for seat in [seat for seat, gold in s.bids if not gold][: len(s.shapes)]:
                s = yield Drew(seat, s.shapes[0], "2.4")
        case "tie" | "tale" if s.eligible[1:]:
            yield from by_lot(s, lots)
        case "tie" if s.eligible:
            s = yield Paid(s.eligible[0], "", dict(s.bids)[s.eligible[0]], "2.5")
            s = yield Rolled(lots.roll(name_of(s.treasure), 6, 2), "3.1")
            yield WINDOWS.opened(tuple(one for one in s.still_in if one != s.forger and s.god(one).hand))
        case "shapes" if s.asked:
            yield WINDOWS.closed(s.asked)
        case "tie" | "shapes" | "struck":
            yield from forged(s)
        case "told":
            found = table.standings(s)
            best = tuple(seat for seat, worth in found if worth == found[0][1])
            yield CUSTOMS.ended(best, "5.1", "worth-most", found)


HELD = (CUSTOMS.game_goes_on,)
MOVES: Moves = {
    Bid: (bid, (*HELD, bids_open, has_gold)),
    Play: (play, (*HELD, may_meddle, in_hand)),
    Stroke: (stroke, (*HELD, may_strike)),
    Choose: (choose, (*HELD, norn_is_asked)),
    **WINDOWS.moves(*HELD, not_the_norn),
    **CUSTOMS.moves(*HELD),
}
