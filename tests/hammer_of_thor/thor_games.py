"""Random whole games of The Hammer of Thor: with the supplement, or with a master who rules at random.

The master ends the game only when RAGNAROK was drawn, and mostly goes on: else no game would get that far.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from hammer_suite import HAMMER as GAME

from referee.engine import driver
from referee.engine.choices import Family, Move
from referee.engine.events import Event
from referee.testing import random_games
from referee.testing.chance import ENDS, Chance
from referee.testing.worlds import Step, World, stand

SELDOM = 0.002
AT_MOST = 6000
"""No random game here is longer: a stated bound on how long a game can last."""
WEIGHTS: Mapping[str, float] = {
    "go on": 25,
    "stop": 0.2,
    "ask": 0.3,
    "mission": 0.3,
    "ruling": 1,
    "encounter": 6,
}
"""Families that are chosen more often, or less, than there are moves in them."""
LEADS_ON = frozenset({"go on", "close"})
"""Where one of these is possible, the master does not end the game."""


def options(layer: str, seats: int) -> Mapping[str, Any]:
    """The options of a game in full: with the supplement "house", or "none" and a master."""
    return GAME.options({"supplement": layer, "seats": str(seats)})


def weight(family: Family, early: bool) -> float:
    """How often a family is chosen, beside the others."""
    if family.key == "win" and early:
        return 0
    if family.key.startswith(ENDS):
        return SELDOM
    return WEIGHTS.get(family.key, 0.5 if not family.listed else min(family.count, 20))


def weighed(families: Sequence[Family], rng: Random) -> Move:
    """A move at random; the game is not ended as long as it can go on."""
    named = (move.written for one in families if one.key in {"go on", "encounter"} for move in one.moves())
    early = any(one in LEADS_ON for one in named)
    weights = [weight(one, early) for one in families]
    return rng.choices(families, weights if any(weights) else None)[0].draw(rng)


@contextmanager
def weighing() -> Iterator[None]:
    """As long as this lasts, the random games of the contract choose by `weighed`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(random_games, "chosen", weighed)
        yield


def opened(content: Mapping[str, Any], lots: Chance) -> tuple[Any, Step, Any]:
    """The table before the first event, the step of setting up, and the table after it."""
    events: list[Event] = []
    blank = GAME.blank("g1", content)
    state = driver.settle(GAME, blank, GAME.setup(blank, content, lots), events)
    state = driver.proceed(GAME, state, lots, events)
    return blank, Step("", None, lots.taken(), tuple(events)), state


def interrupts(state: Any, rng: Random) -> str:
    """Now and then a seat that owes nothing and can do more than leave; "" for none."""
    if rng.random() > 0.05:
        return ""
    seat = rng.choice(state.seats)
    families = GAME.choices(GAME.view(state, seat)).families
    return seat if any(not one.key.startswith(ENDS) for one in families) else ""


def played(content: Mapping[str, Any], seed: int, *, at_most: int = AT_MOST) -> World:
    """A random whole game with these options, or its first `at_most` lines; a letter has one line or several."""
    rng = Random(f"hammer {seed}")
    lots = Chance(rng)
    blank, first, state = opened(content, lots)
    steps, states = [first], [blank, state]
    while GAME.ended(state) is None and len(steps) <= at_most:
        owed = [one.seat for one in GAME.owed(state)]
        seat = interrupts(state, rng) or rng.choice(owed)
        events: list[Event] = []
        move = weighed(GAME.choices(GAME.view(state, seat)).families, rng)
        state = driver.make(GAME, state, seat, move, lots, events)
        closes = not any(one.seat == seat for one in GAME.owed(state)) or rng.random() < 0.5
        if closes:
            state = driver.end_letter(GAME, state, seat, lots, events)
            state = stand(GAME, state, lots, events)
        steps.append(Step(seat, move, lots.taken(), tuple(events), closes))
        states.append(state)
    return World(tuple(steps), tuple(states))
