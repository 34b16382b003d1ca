"""A home whose key is not the one with which its running games began writes nothing, and says which game it is."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from awkward.world import OPENING, PLAYERS, World, simple

from referee.cli import run
from referee.desk import keeper
from referee.home import config
from referee.home.config import Config
from referee.home.home import Home
from referee.util import files
from referee.util.errors import Faulty

CONFIG = 78
OTHER = "ff" * 32


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A running game whose lots come from the key, not from a seed given by hand."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    path = tmp_path / "home"
    files.private_folder(path)
    files.write_new(path / "key", b"5a" * 32 + b"\n")
    config.write(Home(path), Config("referee@games.example", pictures="no"))
    world = World(path)
    with world.desk.held():
        keeper.invite(world.desk, "thunder", PLAYERS, id="g1")
    world.send()
    for number, (seat, body) in enumerate(OPENING[:2]):
        world.post(simple(world, seat, body, number))
    return world


def everything(home: Path) -> dict[str, bytes]:
    """Every file of a home but its locks."""
    there = (one for one in home.rglob("*") if one.is_file() and not one.name.endswith("lock"))
    return {str(one.relative_to(home)): one.read_bytes() for one in there}


WRITING: Sequence[Sequence[str]] = (
    ("run",),
    ("open", "thunder", "--seat", "thor=x@example.org", "--seat", "loki=y@example.org"),
    ("open", "thunder", "--id", "g9"),
    ("play", "g1", "--seat", "loki", "draw"),
    ("address", "g1", "--seat", "thor", "new@example.org"),
    ("newkey", "g1", "--seat", "thor"),
    ("resend", "g1", "--seat", "thor"),
    ("silence", "g1", "--seat", "loki", "--reason", "x"),
    ("abandon", "g1", "--reason", "x"),
    ("delete", "g1", "--yes"),
)


@pytest.mark.parametrize("verb", WRITING, ids=" ".join)
def test_no_verb_writes_with_another_key(
    world: World, verb: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code is that of a home which is not what it should be; each file is as it was."""
    home = world.home.path
    (home / "key").write_text(f"{OTHER}\n")
    before = everything(home)
    code = run(["--home", str(home), *verb])
    assert (code, "g1" in capsys.readouterr().err) == (CONFIG, True)
    assert everything(home) == before


def test_a_desk_that_stays_sees_a_key_that_is_replaced(world: World) -> None:
    """It looks at the key whenever it takes the lock; with the right one it goes on."""
    key = world.home.path / "key"
    right = key.read_text()
    key.write_text(f"{OTHER}\n")
    with pytest.raises(Faulty, match="key-other"), world.desk.held():
        pass
    key.write_text(right)
    with world.desk.held():
        assert not world.desk.run().troubles


def test_the_doctor_names_the_games(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    """The finding is about the key."""
    (world.home.path / "key").write_text(f"{OTHER}\n")
    run(["--home", str(world.home.path), "doctor"])
    assert "is not the key with which these running games began: g1" in " ".join(
        capsys.readouterr().out.split()
    )
