"""8 The end: how a game is won, drawn, given up; and what happens by nobody's choice."""

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Owed
from referee.engine.kit.base import CLAIMED_AT, DECLARED_AT, claimable, times
from referee.engine.lots import Lots
from referee.engine.moves import ClaimDraw
from referee.engine.rules import cites, rule, why
from referee.games.thunder.actions import can_act
from referee.games.thunder.cards import other
from referee.games.thunder.customs import CHOICE, CUSTOMS, Ended
from referee.games.thunder.leaders import standing_lay
from referee.games.thunder.moves import Order, Place, Stop
from referee.games.thunder.nightmare import bury
from referee.games.thunder.powers import put_away
from referee.games.thunder.setting_up import drawn_by_lot, reveal_rows
from referee.games.thunder.table import State
from referee.games.thunder.turn import TurnBegun, TurnEnded, points
from referee.games.thunder.view import View, glance
from referee.util.errors import Why


@rule("8.8")
def thrice_repeated(v: View, m: ClaimDraw) -> Why | None:
    """Either player may claim a draw when the same position stands for the third time."""
    return None if claimable(v) else why("not-repeated", times=v.repeated, needed=CLAIMED_AT)


def claim_draw(s: State, by: str, m: ClaimDraw, lots: Lots) -> Happening:
    """8.8 A draw by repetition, claimed."""
    yield Ended((), "8.8", "repeated")


@cites("8.1", "8.2", "8.3", "8.4", "8.6", "8.8", "1.3")
def proceed(s: State, lots: Lots) -> Happening:
    """What happens by nobody's choice, in the order of 8.6: the line settled whole, then the checks."""
    if s.outcome or s.pending:
        return
    if s.phase == "deploy":
        if not CHOICE.owed(s):
            s = yield from reveal_rows(s)
            yield from next_turn(s, "loki")
        return
    if s.thor.falling or s.loki.falling:
        s = yield from bury(s)
    if s.on_turn and s.side(s.on_turn).using:
        s = yield from put_away(s, s.on_turn)
    if s.lost:
        yield from treasure_lost(s)
    elif s.ap_total == 0:
        yield from next_turn(s, other(s.on_turn))
    else:
        yield from checks_of_a_turn(s)


@cites("8.1", "8.4")
def treasure_lost(s: State) -> Happening:
    """8.1 Who loses their own Ring/Crown loses; 8.4 both at once: the player whose turn it is."""
    if len(s.lost) > 1:
        yield Ended((other(s.on_turn),), "8.4", "both-treasures-lost")
    else:
        yield Ended((other(s.lost[0]),), "8.1", "treasure-lost")


@cites("8.3")
def next_turn(s: State, seat: str) -> Happening:
    """8.3 A player who starts a turn without a card on the battlefield loses; else the points are counted."""
    if not any(s.side(seat).columns):
        yield Ended((other(seat),), "8.3", "empty-battlefield")
    else:
        yield TurnBegun(seat, points(s, seat))


@cites("8.2", "8.8")
def checks_of_a_turn(s: State) -> Happening:
    """8.2: points left and no legal action; 8.8 the fifth time is a draw."""
    if times(s.positions) >= DECLARED_AT:
        yield Ended((), "8.8", "repeated-five-times")
        return
    if s.ap > 0 and not can_act(glance(s, s.on_turn)):
        yield Ended((other(s.on_turn),), "8.2", "no-action-left")


@cites("1.5", "3.4", "3.5")
def letter_over(s: State, seat: str, lots: Lots) -> Happening:
    """3.5 The turn ends with the first letter after which no points are left and nobody owes a decision.

    That may be the enemy's letter, if it gives the last answer. A standing order of the player on turn to lay
    Thor/Loki is then carried out in the enemy's letter, because that player can write no further line.
    """
    if seat == s.on_turn or is_over(s):
        s = yield from standing_lay(s, s.on_turn)
    if is_over(s):
        yield TurnEnded(s.on_turn)


def is_over(s: State) -> bool:
    """3.5 Whether nothing is left to do in the turn but to end the letter."""
    return s.phase == "play" and not (s.outcome or s.pending or s.ap)


def letter_begins(s: State, seat: str, lots: Lots) -> Happening:
    """3.5 A standing lay is carried out before the first line of its owner's letter, as if written there."""
    yield from standing_lay(s, seat)


def standing_acts(s: State, lots: Lots) -> None:
    """In another player's letter a standing order does nothing but what all see (14.6)."""


@cites("8.7")
def silence(s: State, owed: Owed, lots: Lots) -> Move | Happening:
    """8.7 What no answer by the deadline means. A turn is never played for anyone."""
    match owed.duty:
        case "deploy":
            return drawn_by_lot(s, owed.seat, lots)
        case "order":
            return Order(())
        case "place":
            return Place(s.pending[0].to[0])
        case "seer":
            return Stop()
    return CUSTOMS.let_pass(s, owed)
