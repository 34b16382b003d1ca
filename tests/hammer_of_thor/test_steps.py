"""What comes by nobody's choice comes once, whatever stops in between; and nobody owes what cannot be done."""

from collections.abc import Callable, Sequence

import games
import pytest
from hammer_suite import HAMMER
from steps import counted, not_to_be_met
from thor_games import options, played

from referee.engine.events import Event
from referee.engine.game import Owed
from referee.testing.worlds import World
from referee.util.values import replace

SAMPLE = (("wild-none", 5, 150), ("wild-none", 25, 90), ("wild-none", 31, 120), ("wild-house", 3, 150))
"""Random games with cards and maps of their own, in which it was otherwise once: by their seeds, and so many lines."""
EACH = 12


@pytest.mark.parametrize(("layer", "seed", "at_most"), SAMPLE)
def test_each_step_comes_once_and_nobody_owes_what_cannot_be_done(
    layer: str, seed: int, at_most: int
) -> None:
    """3.0, M12, M25, 10.0, 2.2A8 Counted from the events of a random game alone; every duty has a legal order."""
    games.stepped(games.made(layer, 2 + seed % 2, seed, at_most=at_most)[1])


@pytest.mark.slow
@pytest.mark.parametrize("layer", ["wild-none", "wild-house", "none", "house"])
def test_each_step_comes_once_in_whole_games(layer: str) -> None:
    """The same over whole games; the script `games.py` plays hundreds of them."""
    for seed in range(EACH):
        games.stepped(games.made(layer, games.SEATS[seed % len(games.SEATS)], seed)[1])


@pytest.fixture(scope="module")
def world() -> World:
    """The beginning of a random game, with a master."""
    return played(options("none", 3), 7, at_most=150)


Spoilt = Callable[[list[Event]], Sequence[Event]]


def twice(kind: str) -> Spoilt:
    """The last event of a kind comes twice."""
    return lambda events: [two for one in events for two in [one] * (1 + (one is last(events, kind)))]


def never(kind: str) -> Spoilt:
    """The last event of a kind does not come."""
    return lambda events: [one for one in events if one is not last(events, kind)]


def last(events: Sequence[Event], kind: str) -> Event:
    """The last event of a kind."""
    return next(one for one in reversed(events) if type(one).__name__ == kind)


TWICE = ("GameTurnBegun", "SeasonMoved", "TurnBegun", "TurnEnded", "FateDrawn", "PhaseBegun", "Born")


@pytest.mark.parametrize(
    "spoilt",
    [*map(twice, TWICE), *map(never, ("SeasonMoved", "TurnBegun", "TurnEnded"))],
    ids=[*TWICE, "no season", "no player-turn", "no end"],
)
def test_what_comes_twice_or_not_at_all_is_found(world: World, spoilt: Spoilt) -> None:
    """Each by the counter, which finds nothing in the game as it is."""
    assert counted(one.events for one in world.steps).faults == []
    events = spoilt([event for one in world.steps for event in one.events])
    assert counted([events]).faults


def test_what_cannot_be_done_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A duty that no order meets, and a table that waits for nobody."""
    state = world.states[-1]
    assert not_to_be_met(state) == []
    for owed, said in (((Owed("red", "side", "M30"),), ["red owes side and cannot"]), ((), ["nobody owes"])):
        monkeypatch.setattr(type(HAMMER), "owed", staticmethod(lambda _, owed=owed: owed))
        found = not_to_be_met(replace(state))
        assert len(found) == 1
        assert found[0].startswith(said[0])
