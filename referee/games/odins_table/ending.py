"""6 How a game is won or drawn, and what happens by nobody's choice."""

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Owed
from referee.engine.kit.base import CLAIMED_AT, DECLARED_AT, claimable, times
from referee.engine.lots import Lots
from referee.engine.moves import ClaimDraw
from referee.engine.rules import cites, rule, why
from referee.games.odins_table.cards import SEATS, other
from referee.games.odins_table.customs import CHOICE, CUSTOMS, Ended
from referee.games.odins_table.moves import Pass
from referee.games.odins_table.moving import has_turn, pass_turn
from referee.games.odins_table.scouting import letter_begins
from referee.games.odins_table.setting_up import drawn_by_lot, lay_down
from referee.games.odins_table.table import State, at_home
from referee.games.odins_table.turn import TurnBegun
from referee.games.odins_table.view import View
from referee.util.errors import Why

HOME_TO_WIN = 3
IDLE_TURNS = 200
"""6.7 A hundred turns each."""


@rule("6.5")
def draw_is_due(v: View, m: ClaimDraw) -> Why | None:
    """A draw may be claimed if a position stands for the third time, or after 100 turns each without an entry (6.7)."""
    if draw_due(v):
        return None
    return why("no-draw-due", times=v.repeated, needed=CLAIMED_AT, idle=v.idle, limit=IDLE_TURNS)


@cites("6.7")
def draw_due(v: View) -> bool:
    """Whether a draw may be claimed, by 6.5 or 6.7."""
    return claimable(v) or v.idle >= IDLE_TURNS


def claim_draw(s: State, by: str, m: ClaimDraw, lots: Lots) -> Happening:
    """6.5, 6.7 A draw, claimed."""
    if s.action == 0 and times(s.positions) >= CLAIMED_AT:
        yield Ended((), "6.5", "repeated")
    else:
        yield Ended((), "6.7", "no-progress")


@cites("2.2", "6.3")
def proceed(s: State, lots: Lots) -> Happening:
    """What happens by nobody's choice: cards laid down, the win looked at, the next turn begun."""
    if s.outcome:
        return
    match s.phase:
        case "place" if not CHOICE.owed(s):
            s = yield from lay_down(s)
            yield from next_turn(s, SEATS[0])
        case "after":
            yield from won(s)
        case "next":
            yield from next_turn(s, other(s.on_turn))


@cites("6.2", "6.3", "5.9")
def won(s: State) -> Happening:
    """6.3 The turn is settled: three own pieces in the enemy fortress win; then nobody scouts (5.9)."""
    if s.entered != s.turn:
        return
    for seat in SEATS:
        if at_home(seat, s.side(seat).pieces) >= HOME_TO_WIN:
            yield Ended((seat,), "6.3", "three-home")
            return


@cites("2.4", "3.6", "6.5")
def next_turn(s: State, seat: str) -> Happening:
    """2.4 A turn begins; 6.5 the fifth time of a position is a draw; 3.6 so is a table on which nobody has a turn."""
    s = yield TurnBegun(seat)
    if times(s.positions) >= DECLARED_AT:
        yield Ended((), "6.5", "repeated-five-times")
    elif not (can_turn(s, seat) or can_turn(s, other(seat))):
        yield Ended((), "3.6", "no-legal-turn")


def can_turn(s: State, seat: str) -> bool:
    """3.6 Whether this player has a legal turn."""
    side, enemy = s.side(seat), s.side(other(seat))
    return has_turn(s.options.diagonal, seat, side.pieces, enemy.pieces, side.captured)


@cites("2.5", "3.6", "6.8")
def silence(s: State, owed: Owed, lots: Lots) -> Move | Happening:
    """6.8 What no answer by the deadline means: cards placed by lot, a pass where there is no turn, else a claim."""
    if owed.duty == "place":
        return drawn_by_lot(s, owed.seat, lots)
    return CUSTOMS.let_pass(s, owed) if can_turn(s, owed.seat) else silent_pass(s, owed.seat, lots)


def silent_pass(s: State, seat: str, lots: Lots) -> Happening:
    """3.6 Silence passes; what a standing order has scouted is done before, as by a letter (5.7)."""
    s = yield from letter_begins(s, seat, lots)
    yield from pass_turn(s, seat, Pass(), lots)
