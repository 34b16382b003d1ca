"""5 Hugin & Munin: turning up an enemy card, by a line of a letter or by standing order."""

from typing import Annotated

from referee.engine.events import Event, Happening, Hidden, Open, event, seen_by
from referee.engine.kit.customs import heard_of
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.odins_table.board import COLUMNS
from referee.games.odins_table.cards import SEATS, Cards, other
from referee.games.odins_table.customs import StandingUsed
from referee.games.odins_table.drawing import PLAYED, Discarded, new_pile, replace_card
from referee.games.odins_table.moves import Scout, StandingScout
from referee.games.odins_table.table import Peek, State
from referee.games.odins_table.turn import TurnEnded
from referee.games.odins_table.view import Sight, View
from referee.util.errors import Why
from referee.util.values import replace

BY_PLAYED, BY_SPENT = "5.1", "5.6"


@event("5.1")
class Scouted(Event):
    """A face-down enemy card is turned up, by the Hugin & Munin of a column or by one spent in an attack ("")."""

    by: Open[str]
    own: Open[str]
    column: Open[str]
    card: Open[str]
    rule: Open[str] = BY_PLAYED

    def change(self, s: State) -> State:
        side, enemy = s.side(self.by), s.side(other(self.by))
        rights = tuple(own for own in side.rights if own != self.own)
        side = replace(side, rights=rights, peeked=tuple(one for one in side.peeked if one.own != self.own))
        s = s.put(self.by, side, action=s.action + 1)
        seen = replace(enemy, up=enemy.up | {self.column})
        return s.put(other(self.by), seen, overdue=heard_of(s, self.by))


@event("5.7", only="by")
class Peeked(Event):
    """A standing order has scouted: its owner is told, and it is done in the open in that player's next letter."""

    by: Open[str]
    own: Open[str]
    column: Open[str]
    card: Annotated[str, seen_by("by")]
    next: Annotated[str, seen_by("by")]
    order: Hidden[Cards]

    def change(self, s: State) -> State:
        side = s.side(self.by)
        peek = Peek(self.own, self.column, self.card, self.next, self.order)
        return s.put(self.by, replace(side, rights=side.rights[1:], peeked=(*side.peeked, peek)))


@event("5.7", only="by")
class StandingScoutSet(Event):
    """A standing order to scout: columns in order of preference, none for never."""

    by: Open[str]
    columns: Annotated[tuple[str, ...], seen_by("by")]

    def change(self, s: State) -> State:
        return s.put(self.by, replace(s.side(self.by), standing=self.columns))


@rule("5.9", stops=False)
def nobody_scouts_after_the_end(v: View, m: Scout) -> Why | None:
    """When the move has ended the game nobody scouts."""
    return why("game-over") if v.outcome else None


@rule("5.5", stops=False)
def has_right(v: View, m: Scout) -> Why | None:
    """You scout once for each right: after your move in the same letter, or after the enemy's before your own."""
    return None if v.mine.rights else why("no-right")


@rule("5.1")
def kept_for_another(v: View, m: Scout) -> Why | None:
    """Before your own turn no line is spent on a card that lies open already: the right stays for another."""
    # After their own move there is no later letter in which it could be used: then the line is passed over (5.8).
    if v.phase != "play" or all(slot.face for slot in v.theirs.columns):
        return None
    return why("column-face-up", column=m.column) if v.theirs.slot(m.column).face else None


@rule("5.8", stops=False)
def card_face_down(v: View, m: Scout) -> Why | None:
    """A card that lies face up is not scouted; when all of the enemy's do, Hugin & Munin stay."""
    if all(slot.face for slot in v.theirs.columns):
        return why("all-face-up")
    return why("column-face-up", column=m.column) if v.theirs.slot(m.column).face else None


@rule("5.7")
def each_column_once(v: View, m: StandingScout) -> Why | None:
    """A standing order names columns, each once, or says never."""
    twice = [column for column in m.columns if m.columns.count(column) > 1]
    return why("column-twice", column=twice[0]) if twice else None


@cites("5.2", "5.4", "5.6", "5.8")
def scout(s: State, by: str, m: Scout, lots: Lots) -> Happening:
    """5.1 A card is turned up; 5.8 the spent Hugin & Munin first; 5.4 one played is discarded and replaced."""
    return carry_out(s, by, s.side(by).rights[0], m.column, lots)


def carry_out(s: State, by: str, own: str, column: str, lots: Lots, order: Cards = ()) -> Happening:
    """One scouting in the open; `order` is the new pile where a standing order has made it already."""
    card = s.side(other(by)).card(column)
    s = yield Scouted(by, own, column, card, BY_PLAYED if own else BY_SPENT)
    if own:
        s = yield Discarded(by, own, s.side(by).card(own), PLAYED)
        s = yield from replace_card(s, by, own, lots, PLAYED, order)
    return s


def standing_scout(s: State, by: str, m: StandingScout, lots: Lots) -> Happening:
    """5.7 A standing order, or none any more."""
    yield StandingScoutSet(by, m.columns)


def wanted(s: State, seat: str) -> str:
    """5.7 The column that a seat's standing order scouts now; "" without a right, an order, or such a column."""
    side, enemy = s.side(seat), s.side(other(seat))
    if not side.rights or not side.standing:
        return ""
    known = enemy.up | {peek.column for peek in side.peeked}
    return next((column for column in side.standing if column not in known), "")


@cites("5.5", "5.7")
def letter_over(s: State, seat: str, lots: Lots) -> Happening:
    """5.5 The mover's letter is over: the standing order scouts what it still may, and the turn ends."""
    if s.phase != "after" or s.outcome:
        return
    s = yield from by_standing_order(s, s.on_turn, lots)
    yield TurnEnded(s.on_turn)


def by_standing_order(s: State, seat: str, lots: Lots) -> Happening:
    """5.7 What a seat's standing order scouts in its own letter, in the open."""
    while column := wanted(s, seat):
        yield StandingUsed(seat, "5.7")
        s = yield from carry_out(s, seat, s.side(seat).rights[0], column, lots)
    return s


@cites("5.7", "5.9")
def standing_acts(s: State, lots: Lots) -> tuple[str, Happening] | None:
    """5.7 The seat whose standing order scouts now, unseen; its own letter is still to come. None if there is none."""
    if s.phase != "play":
        return None
    return next(((seat, peek(s, seat, lots)) for seat in SEATS if wanted(s, seat)), None)


def peek(s: State, by: str, lots: Lots) -> Happening:
    """5.7 The owner learns which card is turned up and which card comes; nothing else changes on the table."""
    while column := wanted(s, by):
        side = s.side(by)
        own, following = side.rights[0], ""
        order: Cards = ()
        if own:
            order = () if side.deck else new_pile(by, (*side.discards, side.card(own)), lots)
            following = (side.deck or order)[0]
        s = yield Peeked(by, own, column, s.side(other(by)).card(column), following, order)


@cites("5.7")
def letter_begins(s: State, seat: str, lots: Lots) -> Happening:
    """5.7 What a standing order has scouted is done in the open, as if its owner had written it first.

    The same holds for a standing order that an earlier line of the same letter gave.
    """
    while s.side(seat).peeked and not s.outcome:
        done = s.side(seat).peeked[0]
        yield StandingUsed(seat, "5.7")
        s = yield from carry_out(s, seat, done.own, done.column, lots, done.order)
    if s.phase == "play" and not s.outcome:
        s = yield from by_standing_order(s, seat, lots)
    return s


def scoutable(v: Sight) -> list[str]:
    """The columns that this seat may scout now."""
    if not v.mine.rights:
        return []
    return [column for column in COLUMNS if not v.theirs.slot(column).face]
