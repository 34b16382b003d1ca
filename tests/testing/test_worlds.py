"""Other worlds of a game: each of their steps has the lots that fall there."""

from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import pytest
from support.suite import announced, known

from referee.engine.events import Event, Happening, Hidden, Open, event
from referee.engine.game import Game
from referee.engine.lots import Lot, RecordedLots
from referee.testing.random_games import options_of, random_world
from referee.testing.sent import worlds_of
from referee.testing.worlds import ExchangedLots, World, choice_worlds, other_worlds, run
from referee.util.values import replace


@pytest.fixture(autouse=True)
def _announced() -> Iterator[None]:
    """The games for more than two are there."""
    with announced():
        yield


def happens_by_its_lots(game: Game, content: Any, world: World) -> None:
    """Assert that the lots of each step, drawn again, lead to its events and the state after it."""
    for before, step, after in zip(world.states, world.steps, world.states[1:], strict=False):
        lots: Any = RecordedLots(step.lots)
        if step.events:  # else the world is quieter by it
            assert run(game, before, step, step.move, content, lots) == (after, list(step.events))
            assert not lots.left


@pytest.mark.share(2)
@pytest.mark.parametrize("name", ["thunder", "sindri"])
def test_a_step_of_another_world_has_the_lots_of_that_world(name: str) -> None:
    """Drawn again, they lead to the same events and states, in the deal and in each step: shuffles, picks, dice."""
    game, found = known(name).game, 0
    content = options_of(game, 1)
    world = random_world(game, content, 1, at_most=20)
    for seat in world.states[0].seats[:2]:
        for other in worlds_of(known(name), content, world, seat, 1, 40):
            found += 1
            happens_by_its_lots(game, content, other)
    assert found > 5


@event("1.1")
class Thrown(Event):
    """A die falls under a cup, where nobody sees it."""

    by: Open[str]
    shows: Hidden[int]

    def change(self, s: Any) -> Any:
        """It lies there."""
        return replace(s, passing=(("nobody", str(self.shows)),))


def test_a_number_that_nobody_sees_falls_otherwise_in_another_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """With each call a die is thrown under a cup: another world has another number there, and its lots say so."""
    rules: Any = import_module("trio.rules")
    happen, held = rules.MOVES[rules.Call]

    def call(s: Any, by: str, m: Any, lots: Any) -> Happening:
        yield from happen(s, by, m, lots)
        yield Thrown(by, lots.below("cup", 6))

    monkeypatch.setitem(rules.MOVES, rules.Call, (call, held))
    game = known("trio").game
    content = game.options({"seats": "3"})
    world = random_world(game, content, 2)
    others = list(choice_worlds(game, content, world, "asa", Random(1), 9))
    assert any(
        one.lots != step.lots for other in others for one, step in zip(other.steps, world.steps, strict=True)
    )
    for other in others:
        happens_by_its_lots(game, content, other)


@event("1.2")
class Cast(Event):
    """Two dice fall in the open."""

    by: Open[str]
    one: Open[int]
    two: Open[int]

    def change(self, s: Any) -> Any:
        """They are read, and taken up again."""
        return s


def test_several_dice_fall_in_another_world_as_they_fell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where many are thrown at once, no single other number does for all of them; cards are exchanged all the same."""
    rules: Any = import_module("trio.rules")
    happen, held = rules.MOVES[rules.Call]

    def call(s: Any, by: str, m: Any, lots: Any) -> Happening:
        yield from happen(s, by, m, lots)
        yield Cast(by, lots.below("one", 6), lots.below("two", 6))

    monkeypatch.setitem(rules.MOVES, rules.Call, (call, held))
    game = known("trio").game
    content = game.options({"seats": "3"})
    world = random_world(game, content, 2, at_most=12)
    others = list(other_worlds(game, content, world, "asa", Random(1), 30, known("trio").zones))
    assert others
    for other in others:
        happens_by_its_lots(game, content, other)


def test_exchanged_lots_say_how_they_fell() -> None:
    """A shuffle with both cards of the pair in each other's place, a number as it was picked, dice as they fell."""
    recorded = [Lot("pile", 3, (2, 0, 1)), Lot("pick", 3, (1,)), Lot("roll 2d6 luck", 6, (4, 4))]
    lots = ExchangedLots(recorded, ("a", "c"), 5)
    assert lots.shuffle("pile", ("a", "b", "c")) == ("a", "c", "b")
    assert lots.below("pick", 3) == 2
    assert lots.roll("luck", 6, 2) == (4, 4)
    assert lots.drawn == [Lot("pile", 3, (0, 2, 1)), Lot("pick", 3, (2,)), Lot("roll 2d6 luck", 6, (4, 4))]
    lone = ExchangedLots(recorded[:1], ("a", "z"), None)
    assert lone.shuffle("pile", ("a", "b", "c")) == ("c", "a", "b")
