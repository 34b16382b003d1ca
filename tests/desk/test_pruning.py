"""Letters in that are done with go after a time; what the keeper, a dispute or the ledger may need stays."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from awkward.world import ADDRESS, World, begin, simple

from referee.desk.status import status
from referee.home import config


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in play, with some letters that were put away, one of a stranger among them."""
    world = begin(tmp_path_factory.mktemp("pruning") / "home")
    world.post(f"From: mailer-daemon@e.example\nTo: {ADDRESS}\nAuto-Submitted: auto-replied\n\nx\n".encode())
    return world


@pytest.fixture
def world(begun: World, tmp_path: Path) -> World:
    """A copy of it."""
    shutil.copytree(begun.path, tmp_path / "home")
    return World(tmp_path / "home", begun.time, begun.roster)


def done(world: World) -> int:
    """How many letters are put away."""
    return len(list(world.path.glob("post/done/*/*")))


@pytest.mark.slow
def test_letters_of_a_game_that_is_on_stay(world: World) -> None:
    """However old they are; what belongs to no game goes."""
    before = done(world)
    world.time += timedelta(days=1000)
    world.run()
    assert done(world) == before - 1


@pytest.mark.slow
@pytest.mark.parametrize(("days", "stay"), [(89, True), (92, False)])
def test_letters_of_a_game_that_is_over_go_after_90_days(world: World, days: int, stay: bool) -> None:
    """All letters are deleted by the end of the game, even the one that came last; the record and letters out stay."""
    world.post(simple(world, "loki", "resign g1", 9))
    record, sent = world.record(), len(list(world.path.glob("post/sent/g1/*")))
    before = done(world)
    world.time += timedelta(days=days)
    world.run()
    assert bool(done(world)) == stay
    assert (done(world) == before) == stay or not stay
    assert (world.record(), len(list(world.path.glob("post/sent/g1/*")))) == (record, sent)
    again = world.post(simple(world, "loki", "resign g1", 9))
    assert (again.done.ruled, again.done.aside) == (0, 1)


@pytest.mark.slow
def test_the_time_is_the_keepers_to_choose(world: World) -> None:
    """`keep: 1 day` in the configuration."""
    config.write(world.home, config.Config(ADDRESS, keep="1 days"))
    world.post(simple(world, "loki", "resign g1", 9))
    world.time += timedelta(days=2)
    world.run()
    assert done(world) == 0


@pytest.mark.slow
def test_letters_on_hold_stay(world: World) -> None:
    """They are the keeper's."""
    world.post(f"From: anna@example.org\nTo: {ADDRESS}\n\nhello\n".encode())
    world.time += timedelta(days=4000)
    world.run()
    assert world.held() == ["no-seat"]


def test_it_is_looked_for_once_a_day(world: World) -> None:
    """Not in every pass, for all heads are read; a clock that was set back makes no difference."""
    world.time += timedelta(days=91)
    world.run()
    before = done(world)
    world.post(f"From: mailer-daemon@e.example\nTo: {ADDRESS}\nAuto-Submitted: auto-replied\n\nx\n".encode())
    world.time += timedelta(hours=20)
    world.run()
    assert done(world) == before + 1
    world.time += timedelta(days=95)
    world.run()
    assert done(world) == before


def test_status_tells_the_size_of_the_home(world: World) -> None:
    """In bytes, of the whole and of its parts."""
    sizes = status(world.home).sizes
    assert sizes["home"] == sum(path.stat().st_size for path in world.path.rglob("*") if path.is_file())
    letters = sum(path.stat().st_size for path in world.path.glob("post/done/*/*"))
    assert sizes["letters_in"] == letters > 0
    assert sizes["games"] + sizes["letters_in"] + sizes["letters_out"] < sizes["home"]
