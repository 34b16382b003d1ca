"""How Nine Runes is played: its moves, events and rules, and what happens by nobody's choice."""

from collections.abc import Mapping
from typing import Annotated, Any

from referee.engine.choices import Choices, Move, plain
from referee.engine.decks import DeckEvents, Drawn, Lies
from referee.engine.events import Event, Happening, Hidden, Open, event, seen_by, unordered
from referee.engine.game import Moves, Owed
from referee.engine.kit.base import seated
from referee.engine.kit.customs import SidesTaken as AnySidesTaken
from referee.engine.kit.customs import customs, not_in_turn, own_event, still_offered
from referee.engine.lots import Lots
from referee.engine.moves import move
from referee.engine.rules import cites, rule, why
from referee.util.errors import Why
from referee.util.values import replace

from nine_runes.table import HAND, RUNES, SEATS, WORTH, Runes, State, View, name_of, other

CUSTOMS = customs(__name__, over="4.1", resign="4.2", draw="4.2", silence="4.3")
SidesTaken = own_event("H11", __name__, AnySidesTaken)


@move("give {rune}")
class Give(Move):
    """`give fehu`: a gift for the other (2.1)."""

    rune: str


@move("lay {rune}")
class Lay(Move):
    """`lay fehu`: a rune is laid face up (3.1)."""

    rune: str


def but(s: State, seat: str, **changes: Any) -> State:
    """The table with some fields of one side changed."""
    side: Any = {seat: replace(s.side(seat), **changes)}
    return replace(s, **side)


@event("1.2")
class Shuffled(Event):
    """The runes lie face down in a new order; nobody sees it."""

    runes: Hidden[Runes]

    def change(self, state: State) -> State:
        return state


@event("1.2")
class Dealt(Event):
    """A player draws a hand."""

    by: Open[str]
    runes: Annotated[Runes, seen_by("by"), unordered]

    def change(self, s: State) -> State:
        return but(s, self.by, hand=frozenset(self.runes))


@event("1.2")
class Covered(Event):
    """The ninth rune lies face down."""

    rune: Hidden[str]

    def change(self, s: State) -> State:
        return replace(s, middle=self.rune)


DECKS: DeckEvents = {Shuffled: Lies("", "runes"), Dealt: Drawn("", "runes"), Covered: Drawn("", "rune")}


@event("2.1")
class GiftChosen(Event):
    """A player has chosen a gift."""

    by: Open[str]
    rune: Annotated[str, seen_by("by")]

    def change(self, s: State) -> State:
        return but(s, self.by, gift=self.rune)


@event("2.2")
class Given(Event):
    """A gift changes hands."""

    by: Open[str]
    to: Open[str]
    rune: Annotated[str, seen_by("by", "to")]

    def change(self, s: State) -> State:
        s = but(s, self.by, hand=s.side(self.by).hand - {self.rune})
        return replace(but(s, self.to, hand=s.side(self.to).hand | {self.rune}), given=True)


@event("3.1")
class TurnBegun(Event):
    """A turn begins."""

    by: Open[str]

    def change(self, s: State) -> State:
        return replace(s, turn=s.turn + 1, action=0, on_turn=self.by)


@event("3.1")
class Laid(Event):
    """A rune is laid face up, and the turn is over."""

    by: Open[str]
    rune: Open[str]

    def change(self, s: State) -> State:
        s = but(s, self.by, hand=s.side(self.by).hand - {self.rune})
        offer = still_offered(s.offer, self.by)
        return replace(s, action=1, on_turn="", laid=(*s.laid, self.rune), offer=offer, overdue=())


@event("3.2")
class PairTaken(Event):
    """The player of the higher rune takes the pair."""

    by: Open[str]

    def change(self, s: State) -> State:
        s = but(s, self.by, pairs=s.side(self.by).pairs + 1)
        return replace(s, leader=self.by, laid=(), spent=(*s.spent, *s.laid))


@rule("2.1")
def gift_open(v: View, m: Give) -> Why | None:
    """Each player chooses one gift, before the first turn."""
    return why("gift-chosen") if v.gift or not v.hand else None


@rule("1.2")
def in_hand(v: View, m: Give | Lay) -> Why | None:
    """You give and lay runes of your own hand."""
    return None if m.rune in map(name_of, v.hand) else why("not-in-hand", rune=m.rune)


@rule("3.1")
def in_turn(v: View, m: Lay) -> Why | None:
    """Runes are laid in turn, one in each."""
    return not_in_turn(v)


def choices(v: View) -> Choices:
    """The legal moves of the seat whose view this is; an onlooker has none."""
    if v.seat is None or v.outcome:
        return Choices(list, tuple)
    gives: list[Move] = [Give(name_of(rune)) for rune in v.hand if not v.gift]
    lays: list[Move] = [Lay(name_of(rune)) for rune in v.hand if v.on_turn == v.seat]
    forward = (plain("give", "2.1", gives), plain("lay", "3.1", lays))
    return Choices(lambda: gives + lays, lambda: (*forward, *CUSTOMS.resigning(v), *CUSTOMS.families(v)))


def set_up(s: State, options: Mapping[str, Any], lots: Lots) -> Happening:
    """H11 The seats are taken; 1.2 the runes are dealt."""
    yield from seated(SidesTaken, SEATS, options, lots)
    runes = lots.shuffle("runes", RUNES)
    yield Shuffled(runes)
    for at, seat in enumerate(SEATS):
        yield Dealt(seat, runes[HAND * at : HAND * (at + 1)])
    yield Covered(runes[-1])


def held(s: State, seat: str, name: str) -> str:
    """The rune of that name in a hand."""
    return next(rune for rune in s.side(seat).hand if name_of(rune) == name)


def give(s: State, by: str, m: Give, lots: Lots) -> Happening:
    """2.1 A gift is chosen; the other does not see it yet."""
    yield GiftChosen(by, held(s, by, m.rune))


def lay(s: State, by: str, m: Lay, lots: Lots) -> Happening:
    """3.1 A rune is laid face up."""
    yield Laid(by, held(s, by, m.rune))


@cites("2.3")
def silence(state: State, owed: Owed, lots: Lots) -> Move | Happening:
    """2.3 A gift that has not come is drawn by lot; 4.3 in a turn the other may claim the win."""
    if owed.duty != "gift":
        return CUSTOMS.let_pass(state, owed)
    return Give(name_of(lots.shuffle(f"gift {owed.seat}", sorted(state.side(owed.seat).hand))[0]))


@cites("4.1")
def proceed(s: State, lots: Lots) -> Happening:
    """What happens by nobody's choice: the gifts change hands, a pair is taken, a turn begins, all pairs are taken."""
    if s.outcome or s.on_turn or not (s.urd.gift and s.skuld.gift):
        return
    if not s.given:
        for seat in SEATS:
            s = yield Given(seat, other(seat), s.side(seat).gift)
    if len(s.laid) == len(SEATS):
        first, second = (WORTH[name_of(rune)] for rune in s.laid)
        s = yield PairTaken(s.leader if first > second else other(s.leader))
    if s.urd.hand or s.laid:
        yield TurnBegun(other(s.leader) if s.laid else s.leader)
    elif s.urd.pairs == s.skuld.pairs:
        yield CUSTOMS.ended((), "4.1", "even")
    else:
        yield CUSTOMS.ended(("urd" if s.urd.pairs > s.skuld.pairs else "skuld",), "4.1", "more-pairs")


MOVES: Moves = {
    Give: (give, (CUSTOMS.game_goes_on, gift_open, in_hand)),
    Lay: (lay, (CUSTOMS.game_goes_on, in_turn, in_hand)),
    **CUSTOMS.moves(CUSTOMS.game_goes_on),
}
