"""What a table is worth to each seat: what comes of a game that the plain player plays there with itself.

Where the game says what a table promises, that is looked at after a turn of each seat; else it is played to its end.
It is played on states, without what seats are told or how orders are written, which takes more time than the rules.
"""

import time
from random import Random
from typing import Any

from referee.adapters.position import Position, carrying_on, returns_of
from referee.engine import driver
from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.game import Game
from referee.partner.policy import best
from referee.telling.catalog import telling
from referee.testing.chance import Chance

STRAY = 0.03
"""How often any order is taken instead of the best."""
BOTH = 2
LONGEST = 600
"""The game counts as drawn after so many orders."""


class EnoughError(Exception):
    """The time is over."""


def judged(at: Position, chance: Random, ends: float = float("inf")) -> tuple[float, ...]:
    """What each seat of a position has from that game: 1 shared by the winners, -1 for who lost; 0 for all if drawn.

    Raises `EnoughError` at that time (`time.monotonic`).
    """
    if at.over:
        return at.returns()
    game, state, writing, seats = at.table.game, at.state, at.writing, at.table.seats
    enough = state.turn + len(seats)
    for n in range(LONGEST):
        outcome = game.ended(state)
        if outcome is not None:
            return returns_of(seats, outcome.winners)
        if not n % 8 and time.monotonic() > ends:
            raise EnoughError
        if state.turn >= enough and (promised := promises(game, state, seats)):
            return promised
        state, writing = ordered(game, state, writing, chance)
    return (0.0,) * len(seats)


def promises(game: Game, state: Any, seats: tuple[str, ...]) -> tuple[float, ...]:
    """What a table promises to each of two seats, in the mean of how both see it; () where the game does not say."""
    told = [telling(game).outlook(game.view(state, seat)) for seat in seats]
    if len(told) != BOTH or None in told:
        return ()
    gain = (told[0] - told[1]) / 2
    return gain, -gain


def ordered(game: Game, state: Any, writing: str, chance: Random) -> tuple[Any, str]:
    """The state after one more order, or the end of a letter, and the seat whose letter can go on ("": none).

    The seats that owe an answer are asked in any order; `writing` is the seat whose letter can go on, if none does.
    """
    owing = game.owed(state)
    owed = owing[chance.randrange(len(owing))] if owing else None
    seat, events = owed.seat if owed else writing, list[Event]()
    lots = Chance(chance)
    move = wanted(game, game.view(state, seat), chance, none=owed is None)
    if move is None and owed is not None:
        return driver.silence(game, state, owed, lots, events), ""
    if move is not None:
        state = driver.make(game, state, seat, move, lots, events)
        if game.ended(state) is None and not game.owed(state) and game.forward(state, seat):
            return state, seat
    return driver.end_letter(game, state, seat, lots, events), ""


def wanted(game: Game, view: Any, chance: Random, *, none: bool = False) -> Move | None:
    """The best order by the game's own measure over the view, now and then any; None for none, if there may be none."""
    moves = carrying_on(game.choices(view), none=none)
    if not moves:
        return None
    if chance.random() < STRAY:
        return moves[chance.randrange(len(moves))]
    found, move = best(game, view, moves, chance)
    return None if none and found <= 0 else move
