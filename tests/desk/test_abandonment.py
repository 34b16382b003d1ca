"""H6 `abandon` asks, takes effect after an hour, and can be taken back till then."""

import os
from collections.abc import Callable, Mapping
from datetime import timedelta
from io import StringIO
from pathlib import Path

import click
import pytest
from awkward.world import World, begin, copy, simple
from support.command import Ran

from referee.cli import run as command
from referee.desk import keeper
from referee.desk.backup import back_up
from referee.desk.desk import Desk
from referee.desk.restore import put_back, read_copy
from referee.desk.status import game_status
from referee.home import abandonment
from referee.home.home import Home
from referee.home.lock import at_desk
from referee.util.errors import Faulty

HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, World]:
    """A game in play with Loki on turn; tests play with copies."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _fd: None)
        return {"on": begin(tmp_path_factory.mktemp("abandonment") / "on")}


@pytest.fixture
def on(bases: Mapping[str, World], tmp_path: Path) -> World:
    """A game in play, all letters of which have gone out."""
    world = copy(bases["on"], tmp_path / "home")
    world.run()
    world.send()
    return world


@pytest.fixture
def cli(on: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """The command line on that home."""
    monkeypatch.setenv("REFEREE_HOME", str(on.path))
    monkeypatch.setenv("COLUMNS", "200")

    def ran(*args: str, says: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", StringIO(says))
        capsys.readouterr()
        return Ran(command(args), *capsys.readouterr())

    return ran


def act(world: World, what: Callable[[Desk], object]) -> None:
    """The keeper acts at the desk."""
    world.fresh()
    with world.desk.held():
        what(world.desk)


def later(world: World) -> None:
    """The keeper asks for the end."""
    act(world, lambda desk: keeper.abandon_later(desk, "g1", "at sea"))


def files_of(world: World) -> dict[str, bytes]:
    """All files of a home but locks and what is worked out anew."""
    skip = ("lock", "clock", "snapshot")
    paths = (
        path for path in world.path.rglob("*") if path.is_file() and not any(s in str(path) for s in skip)
    )
    return {str(path): path.read_bytes() for path in paths}


def test_it_takes_effect_after_an_hour(on: World) -> None:
    """Before: no entry, no letter, and the players play on. Then the next pass ends the game, and tells both, once."""
    before = on.record("g1")
    later(on)
    on.time += HOUR - timedelta(seconds=1)
    assert (on.run().written, on.record("g1"), on.send()) == ([], before, [])
    assert game_status(on.home, "g1").state == "on"
    on.time += timedelta(seconds=1)
    assert sorted(on.run().written) == [on.last("loki"), on.last("thor")]
    assert [event.__class__.__name__ for event in on.entries()[-1].events][:1] == ["Abandoned"]
    assert all("at sea" in one.text for one in on.send())
    assert (game_status(on.home, "g1").state, on.run().written) == ("over", [])
    assert abandonment.pending(on.home, "g1") is None


def test_nothing_that_is_mailed_in_the_hour_depends_on_it(on: World, tmp_path: Path) -> None:
    """A letter that is played meanwhile brings the same letters, byte for byte, as in a game that goes on."""
    other = copy(on, tmp_path / "other")
    later(on)
    letters = [
        [(one.name, one.raw) for one in world.post(simple(world, "loki", "draw", 7)).out]
        for world in (on, other)
    ]
    assert letters[0] == letters[1] != []


def test_it_can_be_taken_back_until_then(on: World) -> None:
    """The game goes on as if nothing had been asked; a second time there is nothing to take back."""
    before = files_of(on)
    later(on)
    act(on, lambda desk: keeper.take_back(desk, "g1"))
    assert files_of(on) == before
    on.time += 2 * HOUR
    assert on.run().written == []
    with pytest.raises(Faulty, match="not-abandoned"):
        act(on, lambda desk: keeper.take_back(desk, "g1"))
    act(on, lambda desk: keeper.abandon(desk, "g1", "now"))
    with pytest.raises(Faulty, match="not-abandoned"):
        act(on, lambda desk: keeper.take_back(desk, "g1"))


def test_a_game_that_is_over_by_then_stays_as_it_ended(on: World) -> None:
    """Whoever resigns within the hour has lost; the request is forgotten."""
    later(on)
    on.post(simple(on, "loki", "resign g1", 7))
    ended = on.record("g1")
    on.time += 2 * HOUR
    on.run()
    assert (on.record("g1"), abandonment.pending(on.home, "g1")) == (ended, None)


def test_an_earlier_request_is_replaced(on: World) -> None:
    """The hour begins anew, with the new reason."""
    later(on)
    on.time += HOUR / 2
    act(on, lambda desk: keeper.abandon_later(desk, "g1", "on land"))
    on.time += HOUR / 2
    assert on.run().written == []
    on.time += HOUR / 2
    on.run()
    assert on.entries()[-1].reason == "on land"


def test_a_copy_that_is_put_back_ends_no_game(on: World, tmp_path: Path) -> None:
    """It may be older than the second thoughts."""
    later(on)
    back_up(on.home, tmp_path / "copy.tar", on.time)
    put_back(read_copy(tmp_path / "copy.tar"), tmp_path / "new", on.time)
    assert abandonment.pending(Home(tmp_path / "new"), "g1") is None
    assert abandonment.pending(on.home, "g1") is not None


@pytest.mark.parametrize("content", [b"", b"at: never\nreason: x\n", b"- 1\n", b"reason: x\n"])
def test_a_file_that_is_not_ours_is_named(on: World, content: bytes) -> None:
    """The pass says which file, and what to do."""
    path = on.home.folder("g1") / abandonment.NAME
    path.write_bytes(content)
    with pytest.raises(Faulty, match="abandon-form"):
        abandonment.pending(on.home, "g1")


# By the command line


def test_it_asks_and_says_what_it_will_end(on: World, cli: Callable[..., Ran]) -> None:
    """Game, rules, players, position; no answer, or no, leaves everything as it is, with code 1."""
    before = files_of(on)
    for says in ("", "n\n", "\n"):
        ran = cli("abandon", "g1", "--reason", "at sea", says=says)
        assert (ran.code, files_of(on)) == (1, before)
        assert "g1: Thunder & Lightning, with thor (Anna), loki (Bert), at 3.0." in ran.err
    assert cli("abandon", "g1", "--reason", "at sea", says="y\n").code == 0
    assert abandonment.pending(on.home, "g1") is not None


@pytest.mark.parametrize(
    "args", [(), ("--reason", " "), ("--take-back", "--now"), ("--take-back", "--reason", "x")]
)
def test_a_reason_is_wanted(on: World, cli: Callable[..., Ran], args: tuple[str, ...]) -> None:
    """Without one, or with what does not go together, it is a wrong use."""
    before = files_of(on)
    assert (cli("abandon", "g1", "--yes", *args).code, files_of(on)) == (2, before)


@pytest.mark.parametrize("verb", [("abandon", "g1", "--reason", "Moved."), ("delete", "g1", "--force")])
def test_passes_go_on_while_nobody_answers(
    on: World, cli: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, verb: tuple[str, ...]
) -> None:
    """The desk is free while a verb asks."""
    free = list[bool]()

    def asks(*_: object, **__: object) -> None:
        with at_desk(on.path, 0.0):
            free.append(True)

    monkeypatch.setattr(click, "confirm", asks)
    assert (cli(*verb).code, free) == (0, [True])


def test_status_tells_it_until_it_is_done(on: World, cli: Callable[..., Ran]) -> None:
    """When, and how to take it back; after that no more."""
    assert cli("abandon", "g1", "--yes", "--reason", "at sea").code == 0
    assert "its keeper ends it [H6]; to let it go on: referee abandon g1 --take-back" in cli("status").out
    (game,) = (one for one in cli("status", "--json").doc["games"] if one["game"] == "g1")
    asked = abandonment.pending(on.home, "g1")
    assert asked is not None
    assert game["abandon"] == {"at": asked.at, "reason": "at sea"}
    assert cli("abandon", "g1", "--take-back").code == 0
    assert "abandon" not in cli("status").out
    ran = cli("abandon", "g1", "--take-back")
    assert (ran.code, "not about to end" in ran.err) == (1, True)


def test_now_is_at_once(on: World, cli: Callable[..., Ran]) -> None:
    """It asks all the same, and ends the game for good."""
    assert cli("abandon", "g1", "--now", "--reason", "at sea").code == 1
    assert cli("abandon", "g1", "--now", "--yes", "--reason", "at sea").code == 0
    assert game_status(on.home, "g1").state == "over"
