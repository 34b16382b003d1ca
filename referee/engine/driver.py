"""What drives a game: events happen, the table proceeds, letters begin and end, silence has its meaning."""

from types import GeneratorType
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import Event, Happening
from referee.engine.game import Game, Owed
from referee.engine.lots import Lots
from referee.engine.moves import CLAIMS


def settle(game: Game, state: Any, happening: Happening, events: list[Event]) -> Any:
    """Carry out a happening: apply each event, send the state back, collect the events."""
    # Most happenings have no event: these are asked in a way that raises nothing.
    if (event := next(happening, None)) is None:
        return state
    apply, going_on = game.apply, happening.send
    try:
        while True:
            events.append(event)
            state = apply(state, event)
            event = going_on(state)
    except StopIteration:
        return state


def proceed(game: Game, state: Any, lots: Lots, events: list[Event]) -> Any:
    """Let the table proceed until nothing more happens without somebody's choice."""
    while True:
        before = len(events)
        state = settle(game, state, game.proceed(state, lots), events)
        if len(events) == before:
            return state


def make(game: Game, state: Any, seat: str, move: Move, lots: Lots, events: list[Event]) -> Any:
    """Make a legal move and let the table proceed; returns the state after it."""
    happen = game.MOVES[type(move)][0]
    state = settle(game, state, happen(state, seat, move, lots), events)
    return proceed(game, state, lots, events)


def after_standing_orders(game: Game, move: Move) -> bool:
    """Whether a standing order of the writer acts before a move: it does not before what is no move on the table."""
    return type(move) not in {*game.ANY_TIME, *CLAIMS}


def begin_letter(game: Game, state: Any, seat: str, lots: Lots, events: list[Event]) -> Any:
    """Carry out a seat's standing orders before an order of its letter, and what follows from them."""
    before = len(events)
    state = settle(game, state, game.letter_begins(state, seat, lots), events)
    return state if len(events) == before else proceed(game, state, lots, events)


def standing_act(game: Game, state: Any, lots: Lots, events: list[Event]) -> tuple[str, Any]:
    """Carry out a standing order after somebody else's letter: returns its owner ("": there is none) and the state."""
    acts = game.standing_acts(state, lots)
    return ("", state) if acts is None else (acts[0], settle(game, state, acts[1], events))


def end_letter(game: Game, state: Any, seat: str, lots: Lots, events: list[Event]) -> Any:
    """Carry out what the end of a seat's letter means, and what follows from it."""
    before = len(events)
    state = settle(game, state, game.letter_over(state, seat, lots), events)
    return state if len(events) == before else proceed(game, state, lots, events)


def silence(game: Game, state: Any, owed: Owed, lots: Lots, events: list[Event]) -> Any:
    """Apply the rule for silence: returns the state after it, as if a letter had said so."""
    answer = game.silence(state, owed, lots)
    if isinstance(answer, Move):
        state = make(game, state, owed.seat, answer, lots, events)
    else:
        assert isinstance(answer, GeneratorType)  # noqa: S101  the contract: a move or a happening
        state = proceed(game, settle(game, state, answer, events), lots, events)
    return end_letter(game, state, owed.seat, lots, events)


def leave(game: Game, state: Any, seat: str, why_so: tuple[str, str], lots: Lots, events: list[Event]) -> Any:
    """Let a seat leave, by a rule and for a reason: returns the state after it and all that follows."""
    return proceed(game, settle(game, state, game.leaves(state, seat, *why_so, lots), events), lots, events)
