"""The letters to onlookers (H31) go out once each, whatever breaks off, is lost, is spoiled or was put back."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from awkward.world import Out, World, copy, simple
from test_company import CLEO, DORA, Killed, ask, counted, kept, stranger, to
from test_onlookers import TURN_3, made, positions, turns, watch, world  # noqa: F401  fixtures

from referee.desk.company import ledger
from referee.desk.company.ledger import WATCHES


def watched(at: World, then: Callable[[World, Out], bytes]) -> bytes:
    """Somebody watches; then this letter comes in."""
    return then(at, watch(at)[1])


STEPS: Mapping[str, Callable[[World], bytes]] = {
    "asked": lambda _: stranger("watch g1"),
    "confirmed": lambda at: to(ask(at, "watch g1"), "confirm"),
    "a turn": lambda at: watched(at, lambda at, _: simple(at, *TURN_3[0], 60)),
    "the end": lambda at: watched(at, lambda at, _: simple(at, "loki", "resign g1", 60)),
    "unwatch": lambda at: watched(at, lambda _, letter: to(letter, "unwatch")),
}
"""What comes in, by name, after what went before it."""


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
def test_killed_anywhere_each_letter_goes_out_once(
    made: World,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
) -> None:
    """Killed before each act on files in turn: in the end the same letters went out, and the same people watch."""
    at = copy(made, tmp_path / "start")
    raw = STEPS[step](at)
    whole = finished(copy(at, tmp_path / "whole"), raw)
    points = 0
    for n in range(1, 80):
        one = copy(at, tmp_path / str(n))
        one.desk.spool.put(raw, at=one.time)
        with monkeypatch.context() as patch:
            count = counted(patch, n)
            try:
                one.run()
            except Killed:
                points += 1
        if count[0] < n:
            break
        assert finished(one, b"") == whole
    assert points >= 5


def finished(at: World, raw: bytes) -> object:
    """What there is when all is done: letters out by name, receiver and text; who watches; what waits."""
    if raw:
        at.desk.spool.put(raw, at=at.time)
    at.run()
    at.run()
    out = sorted((one.name, str(one.mail["To"]), one.text) for one in at.send())
    people = [(one.address, one.game, one.state) for one in kept(at).wishes]
    return out, people, at.held(), at.desk.spool.waiting()


def test_what_was_sent_is_not_sent_again_when_the_letters_out_are_lost(world: World) -> None:  # noqa: F811
    """The next letter is that of the next turn."""
    watch(world)
    for folder in ("out", "sent", "told", "sums"):
        shutil.rmtree(world.path / "post" / folder, ignore_errors=True)
    assert not [one for one in world.post().out if "onlooker" in one.name]
    assert positions(turns(world)) == ["3.0", "4.0"]


def test_a_letter_that_was_spoiled_is_made_again(world: World) -> None:  # noqa: F811
    """The same id, the same words, and as if nothing had been."""
    watch(world)
    world.desk.spool.put(simple(world, *TURN_3[0], 60), at=world.time)
    world.run()
    (path,) = [one for one in world.desk.outbox.due() if "onlooker" in one.name]
    good = path.read_bytes()
    path.write_bytes(good[:-30])
    world.desk.outbox.spoiled(path)
    world.run()
    assert path.read_bytes() == good


def test_a_home_that_was_put_back_goes_on(world: World, tmp_path: Path) -> None:  # noqa: F811
    """Of two turns that were lost the onlooker is told as they are played now; who watched then watches."""
    watch(world)
    old = copy(world, tmp_path / "old")
    assert positions(turns(world)) == ["3.0", "4.0"]
    old.time = world.time
    with old.desk.held():
        old.desk.restores.begin(("g1",))
    assert not old.run().troubles
    assert not [one for one in old.send() if "onlooker" in one.name]
    assert [one.address for one in kept(old).watching()] == [CLEO]
    old.fresh()
    assert positions(turns(old, first=70)) == ["3.0", "4.0"]


def test_an_unreadable_ledger_stops_no_game(world: World) -> None:  # noqa: F811
    """Onlookers are told when it is back; players at once."""
    watch(world)
    path = world.path / ledger.NAME
    good = path.read_bytes()
    path.write_text("last: x\n")
    came = world.post(simple(world, *TURN_3[0], 60))
    assert came.to("thor")
    assert not [one for one in came.out if "onlooker" in one.name]
    path.write_bytes(good)
    came = world.post(simple(world, *TURN_3[1], 61))
    assert positions([one for one in came.out if "onlooker" in one.name]) == ["4.0"]


def test_who_watches_is_kept_as_long_as_it_takes(world: World) -> None:  # noqa: F811
    """An onlooker of a year is not forgotten with the wishes that came to nothing."""
    watch(world)
    watch(world, DORA)
    world.post(to(ask(world, "unwatch g1", DORA), "confirm", DORA))
    ledger.write(world.home, kept(world), world.time.replace(year=world.time.year + 1))
    assert [(one.address, one.state) for one in kept(world).wishes] == [(CLEO, WATCHES)]
