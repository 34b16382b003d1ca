"""A home copied into one file, and restored: nothing is dealt twice, no number used twice, each player told once."""

import hashlib
import io
import json
import os
import shutil
import stat
import tarfile
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from awkward.world import PLAYERS, World, begin, simple
from support.faults import CHANGING, Crash, disk

from referee.cli import run
from referee.desk import backup, keeper
from referee.desk.backup import back_up
from referee.desk.restore import put_back, read_copy
from referee.home.home import RESTORING, Home, fresh_bytes
from referee.table import snapshots
from referee.util.errors import Faulty

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip syncing, which would only be slow here."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)
    monkeypatch.setattr(os, "sync", lambda: None)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A home with a game in play."""
    return begin(tmp_path_factory.mktemp("backup") / "home")


@pytest.fixture
def world(begun: World, tmp_path: Path) -> World:
    """A copy of it, with a letter that waits to be read and one that waits to go out."""
    shutil.copytree(begun.path, tmp_path / "home")
    made = World(tmp_path / "home", begun.time, begun.roster)
    made.home.fresh = fresh_bytes
    made.desk.spool.put(simple(made, "loki", "draw", 1), at=made.time)
    made.run()
    made.desk.spool.put(simple(made, "loki", "draw", 2), at=made.time + timedelta(minutes=1))
    return made


def tree(home: Path) -> dict[str, bytes]:
    """All files of a home that are not for one process alone, and may not be deleted at any time."""
    paths = (
        path
        for path in home.rglob("*")
        if path.is_file() and not path.name.endswith(("lock", snapshots.NAME))
    )
    return {str(path.relative_to(home)): path.read_bytes() for path in paths}


def copy_of(world: World, to: Path) -> Path:
    """A copy of a home, made now."""
    back_up(world.home, to, world.time)
    return to


# The copy


@pytest.mark.slow
def test_it_holds_everything(world: World, tmp_path: Path) -> None:
    """Every file of the home, byte for byte; it is a tar that others cannot read, and says what it is."""
    file = copy_of(world, tmp_path / "copy.tar")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with tarfile.open(file) as tar:
        inside = {
            one.name.removeprefix("home/"): tar.extractfile(one).read()  # type: ignore[union-attr]
            for one in tar
            if one.name.startswith("home/")
        }
        names = tar.getnames()
    assert inside == tree(world.path)
    assert (names[0], names[-1]) == ("referee-backup.json", "digests.json")
    assert not list(tmp_path.glob(".*.tmp"))


@pytest.mark.slow
def test_an_older_copy_gives_way_and_nothing_else_does(world: World, tmp_path: Path) -> None:
    """A copy replaces one with the same name; any other file stays; and no copy is written into the home."""
    file = copy_of(world, tmp_path / "copy.tar")
    assert back_up(world.home, file, world.time).size == file.stat().st_size
    other = tmp_path / "letters.tar"
    other.write_bytes(b"mine")
    for place, key in ((other, "backup-in-the-way"), (world.path / "copy.tar", "backup-within")):
        with pytest.raises(Faulty, match=key):
            back_up(world.home, place, world.time)
    assert other.read_bytes() == b"mine"


@pytest.mark.parametrize("moment", ["before the rest", "while out is copied"])
def test_what_happens_meanwhile(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Letters come, go out and are put away while the copy is made: it has each at least once, as one pass left it."""
    real, done = backup._Copying.copy, list[str]()

    def copy(self: backup._Copying, below: str) -> None:
        real(self, below)
        if below == ("post/sent" if moment == "before the rest" else "post/out") and not done:
            done.append(below)
            if moment == "before the rest":
                world.run()  # the waiting letter is read, and put away
            for path in world.desk.outbox.due():
                world.desk.outbox.sent(path)
            world.desk.spool.put(simple(world, "thor", "moves", 3), at=world.time)

    monkeypatch.setattr(backup._Copying, "copy", copy)
    out = {path.name for path in world.desk.outbox.due()}
    file = copy_of(world, tmp_path / "copy.tar")
    assert done
    put_back(read_copy(file), tmp_path / "new", world.time)
    names = {path.name for path in (tmp_path / "new").rglob("*")}
    assert out <= names
    assert {path.name for path in (world.path / "post" / "new").iterdir()} <= names
    for game in world.home.games():
        assert Home(tmp_path / "new").record_path(game).read_bytes() == world.record(game)


# Put back


def test_it_is_as_it_was(world: World, tmp_path: Path) -> None:
    """In a new folder and in an empty one: every file, its mode, and empty folders; only letters due are new."""
    (world.path / "Maildir" / "new").mkdir(parents=True)
    (world.path / "password").write_bytes(b"#!/bin/sh\n")
    (world.path / "password").chmod(0o700)
    file = copy_of(world, tmp_path / "copy.tar")
    (tmp_path / "empty").mkdir(mode=0o755)
    for name in ("new", "empty"):
        to_do = put_back(read_copy(file), tmp_path / name, NOW)
        found = tree(tmp_path / name)
        assert found.pop("restored").decode() == to_do.text()
        assert found == tree(world.path)
        assert (to_do.games, to_do.since) == (("g1",), read_copy(file).made)
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / name / "key").stat().st_mode) == 0o600
        assert stat.S_IMODE((tmp_path / name / "password").stat().st_mode) == 0o700
        assert (tmp_path / name / "Maildir" / "new").is_dir()


def test_what_is_there_is_not_lost(world: World, tmp_path: Path) -> None:
    """A folder that is not empty is refused; with `force` it is put aside, and letters that wait there keep waiting."""
    file, before = copy_of(world, tmp_path / "copy.tar"), tree(world.path)
    with pytest.raises(Faulty, match="home-not-empty"):
        put_back(read_copy(file), world.path, NOW)
    assert tree(world.path) == before
    other = tmp_path / "other"
    other.mkdir(mode=0o755)
    (other / "passwd").touch()
    with pytest.raises(Faulty, match="home-not-empty"):
        put_back(read_copy(file), other, NOW)
    assert stat.S_IMODE(other.stat().st_mode) == 0o755  # it is not ours
    late = world.desk.spool.put(simple(world, "thor", "moves", 3), at=world.time)
    put_back(read_copy(file), world.path, NOW, force=True)
    (aside,) = world.path.glob(".before-*")
    assert (aside / "key").read_bytes() == (world.path / "key").read_bytes()
    assert (world.path / "post" / "new" / late).exists()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "a byte of a record": lambda data: data.replace(b"game: thunder", b"game: blunder", 1),
    "a byte of a digest": lambda data: _changed_last(
        data, b'"games/g1/record.yaml": [\n', b'"games/g2/record.yaml": [\n'
    ),
    "cut in the middle": lambda data: data[: len(data) // 2],
    "cut before the digests": lambda data: data[: data.rindex(b"digests.json")],
    "nothing": lambda _: b"",
    "no tar": lambda data: data[512:600] * 100,
    "another version": lambda data: data.replace(b'"format": 1', b'"format": 9', 1),
}


def _changed_last(data: bytes, old: bytes, new: bytes) -> bytes:
    before, _, after = data.rpartition(old)
    return before + new + after


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_copy_does_nothing(world: World, tmp_path: Path, how: str) -> None:
    """It is refused before any file is written."""
    file = copy_of(world, tmp_path / "copy.tar")
    data = DAMAGE[how](file.read_bytes())
    assert data != file.read_bytes()
    file.write_bytes(data)
    with pytest.raises(Faulty, match="backup-"):
        read_copy(file)


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "a/../../evil", "lock", ".restoring/x", "a//b", ""])
def test_a_copy_of_another_hand_writes_nowhere_else(tmp_path: Path, name: str) -> None:
    """A path that leads out of the home, or into what keeps others out of it, makes the whole copy invalid."""
    file = tmp_path / "evil.tar"
    rows = {name: [1, 0o600, hashlib.sha256(b"x").hexdigest()]}
    head = {"format": 1, "made": "2026-11-22T09:00:00Z", "uid": 0, "gid": 0}
    with tarfile.open(file, "w") as tar:
        for inside, data in (
            ("referee-backup.json", json.dumps(head).encode()),
            (f"home/{name}", b"x"),
            ("digests.json", json.dumps({"files": rows, "folders": []}).encode()),
        ):
            info = tarfile.TarInfo(inside)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    with pytest.raises(Faulty, match="backup-damaged"):
        read_copy(file)


def test_nobody_works_in_half_a_home(world: World, tmp_path: Path) -> None:
    """During a restoration, or after one broke off, every verb is refused, and mail servers are told to try again."""
    copied = read_copy(copy_of(world, tmp_path / "copy.tar"))
    put_back(copied, tmp_path / "new", NOW)
    (tmp_path / "new" / RESTORING).mkdir()
    with pytest.raises(Faulty, match="home-restoring"):
        Home(tmp_path / "new")


@pytest.mark.slow
@pytest.mark.parametrize("force", [False, True])
def test_it_may_break_off_anywhere(world: World, tmp_path: Path, force: bool) -> None:
    """After a break at any call that changes something, a second try ends as if nothing had happened.

    No waiting letter is lost.
    """
    copied = read_copy(copy_of(world, tmp_path / "copy.tar"))
    late = simple(world, "thor", "moves", 3)

    def start(name: str) -> Path:
        path = tmp_path / name
        if force:
            shutil.copytree(world.path, path)
            World(path).desk.spool.put(late, at=world.time)
        return path

    with disk(root=tmp_path) as whole:
        put_back(copied, start("whole"), NOW, force=force)
    numbers = [number for number, name in enumerate(whole.made, 1) if name in CHANGING]
    assert len(numbers) > 60
    for number in numbers[:: 3 if force else 2]:
        path = start(str(number))
        with disk(number, "crash", root=tmp_path), suppress(Crash):
            put_back(copied, path, NOW, force=force)
        if not (path / "restored").exists() or (path / RESTORING).exists():
            put_back(copied, path, NOW, force=force)
        found = {name for name in tree(path) if not name.startswith(".before")}
        wanted = {name for name in tree(tmp_path / "whole") if not name.startswith(".before")}
        assert {one for one in found if "post/new" not in one} == {
            one for one in wanted if "post/new" not in one
        }
        texts = [one.read_bytes() for one in (path / "post" / "new").iterdir()]
        assert len(texts) == (2 if force else 1)
        shutil.rmtree(path)


# The drill


@pytest.mark.slow
def test_the_drill(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Play, copy, play on and open another game, lose the home, restore the copy, go on: by the verbs alone."""
    told: dict[str, str] = {}

    def sent() -> list[str]:
        out = world.send()
        for one in out:
            assert told.setdefault(one.name, str(one.mail["Message-ID"])) == one.mail["Message-ID"]
        return [one.name for one in out]

    monkeypatch.setenv("REFEREE_HOME", str(world.path))
    file = tmp_path / "copy.tar"
    assert run(["backup", str(file)]) == 0
    sent()
    world.run()
    sent()
    with world.desk.held() as desk:
        assert keeper.invite(desk, "thunder", PLAYERS) == "g2"
    sent()
    lots, reply = world.home.secret("g2"), world.reply_to("loki", "g2")
    shutil.rmtree(world.path)

    assert run(["restore", str(file)]) == 0
    said = capsys.readouterr().out
    assert "What happened since is lost." in said
    assert "g1.loki.10001" in said
    world.fresh()
    first = sent()
    assert {"g1.loki.10001.eml", "g1.thor.10001.eml"} <= set(first)
    assert world.post(f"From: {PLAYERS['loki'].address}\nTo: {reply}\n\naccept\n".encode()).out == []
    with world.desk.held() as desk:
        assert keeper.invite(desk, "thunder", PLAYERS) == "g2"
    sent_again = {one.name: one.mail["Message-ID"] for one in world.send()}
    assert not {told[name] for name in sent_again if name in told} & set(sent_again.values())
    assert world.home.secret("g2") != lots
    came = world.post(simple(world, "loki", "draw", 9))
    assert [one.name for one in came.out] == ["g1.loki.10002.eml", "g1.thor.10002.eml"]
    assert world.post().out == []
