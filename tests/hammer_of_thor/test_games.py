"""The run over many random games finds a game that loses a card, comes out otherwise, or does not end."""

from collections.abc import Callable

import games
import pytest
from thor_games import played

from referee.testing.worlds import World
from referee.util.values import replace

LINES = 40
Spoilt = Callable[[World], World]


def a_card_less(world: World) -> World:
    """The same game, whose last table lacks a card of the Forged deck."""
    last = world.states[-1]
    return replace(world, states=(*world.states[:-1], replace(last, forged=last.forged[1:])))


def another_season(world: World) -> World:
    """The same game, whose last table is not what its events make."""
    last = world.states[-1]
    season = "winter" if last.season != "winter" else "summer"
    return replace(world, states=(*world.states[:-1], replace(last, season=season)))


def as_it_was(world: World) -> World:
    """The same game, which is not over yet."""
    return world


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (a_card_less, "card"),
        (another_season, "the same table each time"),
        (as_it_was, "not over after 40 lines"),
    ],
)
def test_what_is_wrong_is_found(spoilt: Spoilt, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that is gone, a table that its events do not make, a game without end: each is told."""
    monkeypatch.setattr(
        games, "played", lambda content, seed, **_: spoilt(played(content, seed, at_most=LINES))
    )
    with pytest.raises(games.Wrong, match=said):
        games.held("house", 2, 7)


def test_a_game_that_is_as_it_should_be_is_taken() -> None:
    """A whole game in which nothing is wrong counts."""
    rows = games.Rows("house", 900_001)
    rows.add(3, games.held("house", 3, 900_001))
    assert rows.ends[3].total() == 1
