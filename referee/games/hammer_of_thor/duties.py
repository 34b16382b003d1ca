"""Who owes what: a set-up choice, a phase of the player-turn, an Encounter card, the master's word."""

from typing import Any

from referee.engine.game import Owed
from referee.engine.rules import cites
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor.barring import is_rolled, playable
from referee.games.hammer_of_thor.figures import NEUTRAL, Counter, character, counter_of, of_seat, too_many
from referee.games.hammer_of_thor.table import State, is_starter, living, side_of, starter_of
from referee.util.values import remembered

PHASES = ("fate", "movement", "encounter", "after")
"""4.0 The phases of a player-turn; the last is what may follow the third (M28)."""
BOTH = 2
"""4.1c With so many Fate and Prediction cards one has to go."""


@remembered
@cites("M26", "M4", "4.0", "M23", "M30")
def owed(s: State) -> tuple[Owed, ...]:
    """Who must answer what; () and not ended means the table proceeds."""
    if s.outcome:
        return ()
    match s.stage:
        case "choosing":
            return _setting_up(s)
        case "ragnarok" if sides := _sides(s):
            return sides
        case "turns":
            return _with_discards(s, _asked(s) or _turn(s))
        case "ragnarok":
            return _asked(s)
    return ()


def _setting_up(s: State) -> tuple[Owed, ...]:
    """M4 Each seat chooses, starts and discards before the next one chooses."""
    seat = next((one for one in living(s) if one not in s.chosen), "")
    if not seat:
        return ()
    if not starter_of(s, seat):
        return (Owed(seat, "choose", "1.0d"),)
    if not any(one.seat == seat for one in s.counters):
        return (Owed(seat, "start", "1.0e"),)
    return (Owed(seat, "discard", "M8"),) if too_many(s, starter_of(s, seat)) else ()


@cites("M23", "2.2A1")
def _with_discards(s: State, others: tuple[Owed, ...]) -> tuple[Owed, ...]:
    """M23 Whose kleptomaniac was cured discards down to what 2.2A1 allows, before anything else of that seat."""
    seats = tuple(seat for seat in living(s) if any(too_many(s, name) for name in of_seat(s, seat)))
    down = (Owed(seat, "discard", "M23") for seat in seats)
    return (*down, *(one for one in others if one.seat not in seats))


def _sides(s: State) -> tuple[Owed, ...]:
    """M30 The neutral seats that have not named their side."""
    neutral = [one for one in living(s) if starter_of(s, one) and _is_neutral(s, one)]
    return tuple(Owed(one, "side", "M30") for one in neutral if not side_of(s, one))


def _is_neutral(s: State, seat: str) -> bool:
    return character(s, starter_of(s, seat)).alignment == NEUTRAL


@cites("4.3A")
def _asked(s: State) -> tuple[Owed, ...]:
    """M26 The master, while a stop is open; of an encounter there is nothing to rule until the cards are shown."""
    cards = tuple(Owed(seat, "card", "4.3A") for seat in choosers(s))
    asked = s.has_master and MASTER not in s.gone and bool(s.stops)
    if asked and (not cards or s.stops[-1].beside):
        return (*cards, Owed(MASTER, "ruling", "M26"))
    return cards


def _turn(s: State) -> tuple[Owed, ...]:
    """4.0 The seat on turn, by its phase; a Pathological Liar's seat says first who leaves (M23)."""
    if not s.on_turn or s.stage != "turns" or s.stops:
        return ()
    if s.encounter:
        return ()
    if liar_due(s):
        return (Owed(s.on_turn, "lose", "2.2A8"),)
    return (Owed(s.on_turn, *_due(s)),) if s.done.phase in PHASES else ()


@cites("M10", "4.1c")
def _due(s: State) -> tuple[str, str]:
    """M10 In the Fate phase a card is owed by who holds two; with one or none the turn goes on by any order."""
    if s.done.phase != "fate":
        return s.done.phase, "4.0"
    return ("fate", "M10") if len(s.hand(s.on_turn)) >= BOTH else ("begin", "4.0")


@cites("M23")
def liar_due(t: Any) -> str:
    """The Pathological Liar (of a state or a view) that has to lose somebody before the turn ends; "" for none."""
    return next((one for one in t.losing if followers(t, one)), "")


@cites("2.2A8", "M23")
def followers(t: Any, liar: str) -> tuple[str, ...]:
    """Whom a Pathological Liar may lose: who else is in the group that it leads, but for starting characters."""
    group = counter_of(t, liar)
    if group is None or group.leader != liar:
        return ()
    return tuple(one for one in group.members if one != liar and not is_starter(t, one))


@cites("2.2A8", "M23")
def choosers(s: State) -> tuple[str, ...]:
    """The seats that still have to choose an Encounter card in this round; a schizophrenic's card is rolled."""
    return tuple(one.seat for one in without_card(s) if not is_rolled(s, one))


@cites("2.2A8", "M23")
def without_card(s: State) -> tuple[Counter, ...]:
    """The groups of seats whose Encounter card of this round is to come; a leader who cannot play any has none."""
    found = s.encounter
    if found is None or not found.asks:
        return ()
    sealed = {number for number, _ in found.sealed}
    both = (one for number in (found.own, found.other) for one in s.counters if one.id == number)
    waiting = (one for one in both if one.seat and one.id not in sealed)
    return tuple(one for one in waiting if playable(s, one, found.round))
