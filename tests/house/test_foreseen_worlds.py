"""H27 Other worlds: whether an order beforehand is taken, and when it is played, tells nothing of what is hidden."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from houses import AT
from support.suite import NAMES, suite

from referee.api import Table
from referee.engine.events import Seen, seen
from referee.engine.game import Game
from referee.engine.kit.foreseen import Fact, foreseen_of
from referee.house.foreseen import holds, is_never
from referee.table import foreseeing
from referee.testing.random_games import options_of, random_world
from referee.testing.sent import worlds_of
from referee.testing.worlds import World
from referee.util.values import replace

View = Callable[[Game, Any, str], Any]


def own_view(game: Game, state: Any, seat: str) -> Any:
    """What orders beforehand are held to."""
    return game.view(state, seat)


def with_the_cards_of_all(game: Game, state: Any, seat: str) -> Any:
    """A planted leak: the halves of the others as they see them."""
    others = {one: game.view(state, one).half(one) for one in game.seats if one != seat}
    return _with(game.view(state, seat), others)


def _with(view: Any, halves: Mapping[str, Any]) -> Any:

    return replace(view, **halves)


def conditions(name: str, content: Mapping[str, Any]) -> Iterator[Fact]:
    """Facts of every kind that the game knows: each place with each card, each deed with each card."""
    one = suite(name).game
    how = foreseen_of(one)
    cards = sorted({card for card, _ in one.reading.card_names(content)})
    places = {"thunder": ["a1", "b1", "c1", "a2", "b7"], "odins_table": list("abcdef")}[name]
    for card in (*cards, "empty"):
        yield from (Fact("is", whose, place, card) for whose in ("my", "their") for place in places)
    for deed, what in how.deeds.items():
        if what.befalls:
            yield from (
                Fact("befalls", whose, card, deed) for whose in ("my", "their", "any") for card in cards
            )
        else:
            yield from (
                Fact("does", who, about, deed) for who in ("they", *one.seats) for about in ("", "b", *cards)
            )
    yield from (Fact("turn", "", turn, "") for turn in ("1", "3", "9"))


def answers(name: str, content: Mapping[str, Any], world: World, seat: str, view: View) -> list[list[bool]]:
    """After each of some steps: which conditions can never come true, and which hold since the step before that."""
    game, told, found = suite(name).game, list[Seen](), list[list[bool]]()
    asked = list(conditions(name, content))
    for n, step in enumerate(world.steps):
        told += [shown for event in step.events if (shown := seen(event, seat))]
        if n % 5 == 4:
            now = view(game, world.states[n + 1], seat)
            found.append([is_never(game, now, one) for one in asked])
            found.append([holds(game, now, told, one.written) for one in asked])
            told = []
    return found


def differing(name: str, seed: int, view: View, tries: int, lines: int = 30) -> tuple[int, int, int]:
    """How many other worlds were looked at, how many answers were compared, and in how many worlds one differs."""
    one = suite(name)
    content = options_of(one.game, seed)
    world = random_world(one.game, content, seed, at_most=lines)
    worlds = compared = differ = 0
    for seat in one.game.seats:
        here = answers(name, content, world, seat, view)
        for other in worlds_of(one, content, world, seat, seed, tries):
            there = answers(name, content, other, seat, view)
            worlds, compared = worlds + 1, compared + sum(map(len, here))
            differ += here != there
    return worlds, compared, differ


@pytest.mark.parametrize("name", NAMES)
def test_h27_in_every_other_world_the_same_conditions_hold(name: str) -> None:
    """Every condition that the game knows, in every world that a seat could be in; and some worlds were looked at."""
    worlds, compared, differ = differing(name, 3, own_view, 6)
    assert worlds > 3
    assert compared > 1000
    assert differ == 0


def test_h27_a_leak_is_found() -> None:
    """Where conditions are held to the cards of all, they differ from world to world."""
    assert differing("thunder", 3, with_the_cards_of_all, 6)[2] > 0


HIDDEN = ("deploy ravens, frigg, dragon", "deploy dragon, frigg, ravens")
"""What Loki may have laid face down, as far as Thor knows."""
ORDERS = (
    "if their A1 is ravens: resign g1\nif their C1 is ravens: resign g1\nif loki draws: draw; else draw, draw"
)


def worlds_of_two() -> list[Table]:
    """Two games that Thor cannot tell apart: Loki's cards lie face down in another order."""
    return [played(hidden) for hidden in HIDDEN]


def played(hidden: str) -> Table:
    """Thor gives orders beforehand; Loki draws."""
    table = Table.open("thunder", seed="07", clock=lambda: AT, salts=lambda: bytes(32))
    table.play("thor", "deploy ravens, huscarl, viking warriors")
    table.play("loki", hidden)
    table.play("thor", ORDERS)
    table.play("loki", "lay archer A2\nlay archer B2\nlay archer C2")
    return table


def to_thor(table: Table) -> list[object]:
    """All that Thor is told, and whose letters stand where; of the seals nothing can be told."""
    report = [
        line for line in table.report("thor").split("\n") if "Seal" not in line and "words:" not in line
    ]
    letters = [(getattr(one, "seat", ""), len(one.events)) for one in table.entries]
    return [letters, report, table.play("thor", "ifs\nmoves").receipt, table.owed()]


def test_h27_thor_is_told_the_same_whatever_lies_face_down() -> None:
    """What lies face down makes nothing come true, though the order names it."""
    first, second = map(to_thor, worlds_of_two())
    assert first == second


def test_h27_thor_would_be_told_if_hidden_cards_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted leak: the condition is held to what Loki sees, in Loki's half."""
    right = holds

    def leaking(game: Game, view: Any, told: Any, condition: str) -> bool:
        state = leaking.state  # type: ignore[attr-defined]
        return right(game, with_the_cards_of_all(game, state, view.seat), told, condition)

    branch = foreseeing._branch

    def watched(table: Any, n: int, *rest: Any) -> Any:
        leaking.state = table.points[n - 1].state  # type: ignore[attr-defined]
        return branch(table, n, *rest)

    monkeypatch.setattr("referee.house.foreseen.holds", leaking)
    monkeypatch.setattr(foreseeing, "_branch", watched)
    first, second = map(to_thor, worlds_of_two())
    assert first != second


@pytest.mark.parametrize("name", NAMES)
def test_h27_what_can_never_be_true_never_is(name: str) -> None:
    """In random games no condition that was refused so comes true later."""
    one = suite(name)
    rng = Random(name)
    for seed in (rng.randrange(1000) for _ in range(1)):
        content = options_of(one.game, seed)
        world = random_world(one.game, content, seed, at_most=40)
        for seat in one.game.seats:
            asked = [*conditions(name, content)]
            begun = one.game.view(world.states[1], seat)
            never = [fact for fact in asked if is_never(one.game, begun, fact)]
            told = [shown for step in world.steps for event in step.events if (shown := seen(event, seat))]
            assert never
            for state in world.states[1::6]:
                now = one.game.view(state, seat)
                others = [fact for fact in never if not (fact.kind == "does" and fact.whose == seat)]
                assert not [fact for fact in others if holds(one.game, now, told, fact.written)]
