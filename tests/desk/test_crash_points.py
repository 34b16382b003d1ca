"""Whichever system call fails or is the last, and whenever the power is lost: nothing is lost, nothing doubled.

These are samples, drawn the same way each time; short scenes are taken whole. `python tests/crash_scenes.py
--full` takes every call in every way, `--power 0` every disk.
"""

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from crash_scenes import CAPS, POWER, SCENES, disturbed, killed_first, place, power_lost, run, undisturbed
from support.crash_homes import Left, begun, differences, faults
from support.faults import CHANGING, disk, points
from support.platter import SECTOR, Inode, Platter

from referee.desk.agenda import Agenda
from referee.desk.letters.sending import Sending
from referee.post.spool import Spool, Taken
from referee.util.values import replace

FULL = bool(os.environ.get("REFEREE_FULL"))
SHARES: Mapping[str, int] = {"init": 1, "drop": 4, "accepted": 40, "played": 40, "ended": 40}
"""Of the shortest scene every point is taken, of a long one only every n-th, of the others one in twenty."""


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory."""
    made = place()
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES)
def test_any_call_may_fail_or_be_the_last(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each call fails, or writes a part, or is the last of a process.

    After the next pass all is as in an undisturbed run.
    """
    share = 1 if FULL else SHARES.get(name, 20)
    found = run(SCENES[name], folder, full=FULL, share=share, first=list(SCENES).index(name))
    assert not found.wrong
    assert found.total >= found.calls / share
    with capsys.disabled():
        print(f"[{name}: {found.total} points, {found.calls} calls, {found.torn} torn]", end=" ")


@pytest.mark.slow
def test_every_call_is_counted(folder: Path) -> None:
    """The scenes make every kind of call, the layer counts each, and in an undisturbed run none fails."""
    seen = set[str]()
    for name in ("init", "accepted", "delete"):
        base = SCENES[name].start(folder / name)
        seen |= set(undisturbed(SCENES[name], base, folder / f"{name}.whole")[1])
    assert seen >= CHANGING - {"ftruncate"}
    assert seen >= {"fsync", "flock", "io.open", "pread", "listdir", "scandir", "close", "open"}


# The checks see what they are for


def wrong_in(name: str, folder: Path) -> list[str]:
    """The mistakes found in a scene if a process dies at one of its writes."""
    base = SCENES[name].start(folder / "base")
    whole, calls = undisturbed(SCENES[name], base, folder / "whole")
    wrong: list[str] = []
    for number in [number for number, call in enumerate(calls, 1) if call == "write"]:
        house, _ = disturbed(SCENES[name], base, folder / str(number), (number, "crash", 0))
        wrong += SCENES[name].wrong(house, whole, False) + faults(house)
    return wrong


@pytest.mark.slow
def test_a_letter_put_away_before_it_is_ruled_on_is_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A desk that puts a letter away when it takes it loses it in a crash, and the check says so."""
    real = Spool.take

    def take(spool: Spool, name: str) -> Taken:
        taken = real(spool, name)
        spool.done(taken)
        return replace(taken, path=spool.folder / "done" / f"{taken.at:%Y-%m}" / taken.name)

    done = Spool.done
    monkeypatch.setattr(Spool, "take", take)
    monkeypatch.setattr(
        Spool, "done", lambda spool, taken: done(spool, taken) if taken.path.parent.name == "work" else None
    )
    assert any("record.yaml" in one for one in wrong_in("release", folder))


@pytest.mark.slow
def test_a_letter_noted_as_told_before_it_is_written_is_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A desk that notes that all is told before it is leaves somebody without an answer, and the check says so."""
    real = Sending.all_due

    def all_due(sending: Sending, act: bool = False) -> list[str]:
        size = sending._record.stat().st_size
        sending._outbox.mark_told(sending.table.id, size)
        Agenda(sending._outbox.out.parent).note(sending.table.id, size, None)
        return real(sending, act)

    monkeypatch.setattr(Sending, "all_due", all_due)
    assert any(".eml" in one for one in wrong_in("abandon", folder))


@pytest.mark.slow
def test_differences_are_found(folder: Path) -> None:
    """A byte that differs, a letter that is missing, one too many: each is told."""
    house = begun(folder / "home")
    whole = Left.of(house)
    assert differences(whole, whole) == []
    letter = max(path.name for path in (house.path / "box").glob("g1.loki.*"))
    names = ("home/games/g1/record.yaml", f"box/{letter}", "home/seats/made", "home/config.yaml")
    for name in names:
        other = house.copy(folder / re.sub(r"\W", "-", name))
        path = other.path / name
        path.write_bytes((path.read_bytes() if path.exists() else b"") + b"x")
        assert differences(Left.of(other), whole)
        path.unlink()
        assert name.endswith("made") or differences(Left.of(other), whole)


# The power is lost


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most"), [("thunder", 1), ("standing", 1), ("init", 0), ("open", 1), ("newkey", 1)]
)
def test_any_disk_that_may_be_left(
    name: str, most: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After each step, any part of what was not synced may be lost: in the end all is as in an undisturbed run."""
    base = POWER[name].start(folder / "base")
    dark = power_lost(POWER[name], base, folder, most=0 if FULL else most, cap=CAPS.get(name))
    with capsys.disabled():
        print(
            f"[{name}: {dark.disks} disks may be left, {dark.tried} tried, {dark.torn} records torn]", end=" "
        )
    assert not dark.wrong
    assert dark.disks > (10 if name == "init" else 500)
    assert dark.tried >= 10


@pytest.mark.slow
@pytest.mark.parametrize("name", ["accepted", "played"])
def test_killed_and_then_the_power_is_lost(name: str, folder: Path) -> None:
    """What a killed process had not synced is synced before anything is built on it, or leaves the house."""
    share = 1 if FULL else 32
    number, wrong = killed_first(SCENES[name], folder, share=share)
    assert not wrong
    assert number >= 65 / share


def test_what_may_be_left_of_a_file() -> None:
    """Nothing of what was written, any sector of it, zeros at its end or in one sector.

    The old bytes stay as they were.
    """
    inode = Inode(b"old", [(3, b"x" * SECTOR)])
    states = inode.states()
    assert {
        b"old",
        b"old" + b"x" * SECTOR,
        b"old" + bytes(SECTOR),
        b"old" + b"x" * 509,
        b"old" + b"x" * 509 + bytes(3),
    } <= set(states)
    assert b"old" + bytes(509) + b"xxx" in states
    assert all(one.startswith(b"old") for one in states)
    assert Inode(b"old", [(1, None)]).states() == [b"o", b"old"]
    assert Inode(b"safe").states() == [b"safe"]


def test_what_may_be_left_of_names(tmp_path: Path) -> None:
    """The name of a synced file is sure only when its folder is synced.

    A rename may leave both names, but never none.
    """
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "a" / "x").write_bytes(b"x")
    steps = (("rename", "a/x", "b/x"), ("fsync", "b"), ("fsync", "a"))
    platter, found = Platter(tmp_path), []
    for act, *names in steps:
        platter.do((act, *(f"{tmp_path}/{name}" for name in names)), 0, 0, b"")
        found.append(
            sorted(
                sorted(path for path, data in tree.items() if data is not None) for tree in platter.states()
            )
        )
    assert found == [[["a/x"], ["a/x", "b/x"], ["b/x"]], [["a/x", "b/x"], ["b/x"]], [["b/x"]]]
    other = Platter(tmp_path)
    other.do(("rename", f"{tmp_path}/a/x", f"{tmp_path}/b/x"), 0, 0, b"")
    other.do(("fsync", f"{tmp_path}/a"), 0, 0, b"")
    assert [sorted(path for path, data in tree.items() if data is not None) for tree in other.states()] == [
        ["b/x"]
    ]


@pytest.mark.slow
def test_a_record_not_synced_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If an entry is not synced before it is answered, a disk may hold a torn entry whose letter has gone out."""
    monkeypatch.setattr("referee.util.files.append", os.write)
    dark = power_lost(POWER["thunder"], begun(folder / "base"), folder, most=8, cap=40)
    assert any("told of a torn entry" in one or "record" in one for one in dark.wrong)


@pytest.mark.slow
def test_a_folder_not_synced_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the spool is not synced before a letter counts as taken in, a disk may be left on which it is missing."""
    monkeypatch.setattr("referee.util.files.sync_folder", lambda _path: None)
    dark = power_lost(POWER["thunder"], begun(folder / "base"), folder, most=4, cap=40)
    assert any("letters in" in one for one in dark.wrong)


def test_points_take_every_call() -> None:
    """Without a share each call is taken, and writes in three ways or more.

    With all ways and errors there are eleven times as many points.
    """
    calls = ["create", "write", "fsync", "close", "replace"]
    few, all_ = list(points(calls)), list(points(calls, full=True))
    assert {number for number, _, _ in few} == {1, 2, 3, 4, 5}
    assert len({how for number, how, _ in few if number == 2}) >= 3
    assert len(set(all_)) == 11 * len(calls)
    shares = [point for first in range(3) for point in points(calls, share=3, first=first)]
    assert sorted(shares) == sorted(few)


def test_the_double_leaves_other_folders_alone(tmp_path: Path) -> None:
    """With a root, only calls on what lies in it are counted and fail."""
    (tmp_path / "in").mkdir()
    with disk(1, "from-then-on", root=tmp_path / "in") as double:
        (tmp_path / "out").mkdir()
        with pytest.raises(OSError, match="No space"):
            os.mkdir(tmp_path / "in" / "x")  # noqa: PTH102  this call is what is counted
    assert double.count == 1
