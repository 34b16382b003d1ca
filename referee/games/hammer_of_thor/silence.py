"""M31 What silence means: lots at set-up, the held card kept, the turn ended; in an encounter the master decides."""

from typing import Any

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Owed
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor import meeting
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.doing import followed
from referee.games.hammer_of_thor.figures import counters_of
from referee.games.hammer_of_thor.met import CardSealed, MasterSilent
from referee.games.hammer_of_thor.played import FateDiscarded, PhaseBegun
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.turns import aftermath


def silence(game: Any, s: State, owed: Owed, lots: Lots) -> Move | Happening:
    """What no answer by the deadline means."""
    match owed.duty:
        case "choose" | "start" | "discard" | "lose" | "side":
            return by_lot(game, s, owed, lots)
        case "fate" | "begin" | "movement":
            return turn_silent(game, s, owed.seat, lots)
        case "card":
            return card_silent(s, owed.seat)
        case "ruling":
            return master_silent(s)
    return m.EndTurn()


@cites("M31")
def by_lot(game: Any, s: State, owed: Owed, lots: Lots) -> Move:
    """M31 Where something has to be chosen, the lot chooses."""
    moves = game.choices(game.view(s, owed.seat)).forward()
    able: list[Move] = [one for one in moves if type(one).__name__.lower() == owed.duty]
    if owed.duty == "discard":  # of too many items: not a card, which can be discarded at the same time
        able = [one for one in able if isinstance(one, m.Discard) and one.thing in s.cards.items]
    return able[lots.below(f"{owed.duty} {owed.seat}", len(able))]


@cites("M31")
def turn_silent(game: Any, s: State, seat: str, lots: Lots) -> Happening:
    """M31 The held card is kept and the new one discarded; then `halt`, `end turn`."""
    if len(s.hand(seat)) > 1:
        s = yield FateDiscarded(seat, s.hand(seat)[-1])
    if s.done.phase == "fate":
        s = yield PhaseBegun(seat, "movement")
    s = yield from followed(s, game.MOVES[m.Halt][0](s, seat, m.Halt(), lots))
    s = yield from followed(s, aftermath(s))
    if not (s.encounter or s.stops or s.outcome) and s.on_turn == seat:
        yield from game.MOVES[m.EndTurn][0](s, seat, m.EndTurn(), lots)


@cites("M31")
def card_silent(s: State, seat: str) -> Happening:
    """M31 In an encounter the master decides, so no card is played; with the supplement `evade`, or `attack`."""
    assert s.encounter is not None  # noqa: S101  a card is owed in an encounter only
    both = {s.encounter.own, s.encounter.other}
    counter = next(one for one in counters_of(s, seat) if one.id in both)
    yield CardSealed(seat, counter.leader, meeting.unanswered(s, counter) if s.house else "")


@cites("M31")
def master_silent(s: State) -> Happening:
    """M31 All are told that the master has not answered; the keeper may seat another."""
    if MASTER not in s.overdue:
        yield MasterSilent(MASTER)
