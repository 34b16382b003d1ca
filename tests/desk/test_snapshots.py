"""What was worked out from a record is kept beside it: a pass is the same with it, without it, and with a bad one."""

import hmac
import os
import shutil
import stat
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from awkward.world import World, copy, simple
from msgspec import msgpack
from support.snapped import fitting, kept, key, played, read_whole, resealed, snapshot

from referee.api import Table
from referee.desk.backup import back_up
from referee.record.entries import Letter
from referee.record.file import Damaged
from referee.record.stores import File
from referee.table import snapshots
from referee.table.snapshots import codec
from referee.util import files, row
from referee.util.times import stamp
from referee.util.values import replace

KEPT, LONG = 4, 48
"""So few things of every row are kept here, and so many elsewhere."""


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last few of each row are kept."""
    monkeypatch.setattr(row, "KEPT", KEPT)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress, to be copied."""
    return played(tmp_path_factory.mktemp("snapshots") / "home")


def after_a_letter(world: World, lines: str = "draw") -> tuple[bytes, Mapping[str, bytes]]:
    """The record after one more letter, and the letters out."""
    came = world.post(simple(world, "loki", lines, 900))
    return world.record(), {one.name: one.raw for one in came.out}


def harm(path: Path) -> bytes:
    """Would leave a file behind if whatever it names were called."""
    call = ([("subprocess", "check_call")], [[0, "touch", str(path)], [codec.CLASSES, [0]]])
    return msgpack.encode([call, call])


def forged(world: World) -> None:
    """By somebody who can write here, but does not know the key."""
    data = snapshot(world).read_bytes()
    head = data[len(snapshots.MAGIC) + 32 :].split(b"\n\n", 3)[:3]
    text = b"\n\n".join((*head, harm(world.path / "harmed")))
    seal = hmac.digest(b"another key", snapshots.MAGIC + text, "sha256")
    snapshot(world).write_bytes(snapshots.MAGIC + seal + text)


def foreign(world: World) -> None:
    """Sealed with the right key, and still no class but ours is made from it."""

    def change(text: bytes) -> bytes:
        return b"\n\n".join((*text.split(b"\n\n", 3)[:3], harm(world.path / "harmed")))

    resealed(world, change)


def other_version(world: World) -> None:
    """By other code."""

    def change(text: bytes) -> bytes:
        name, _, rest = text.split(b"\n\n", 2)
        return b"\n\n".join((name, b"0" * 64, rest))

    resealed(world, change)


def old(world: World) -> None:
    """As of the letter before the last one."""
    before = snapshot(world).read_bytes()
    world.post(simple(world, "loki", "say once more", 800))
    snapshot(world).write_bytes(before)


def not_in_the_record(world: World) -> None:
    """Sealed with the right key, but it ends with a mark that the record does not end with."""

    def change(text: bytes) -> bytes:
        name, code, where, rest = text.split(b"\n\n", 3)
        return b"\n\n".join((name, code, where[:-64] + b"0" * 64, rest))

    resealed(world, change)


def of_another_game(world: World) -> None:
    """With the seal of a game of the same home that has another id."""
    data = snapshot(world).read_bytes()
    text = data[len(snapshots.MAGIC) + 32 :]
    seal = hmac.digest(
        world.home.derived("g1", "secrets", "referee/snapshot/v1", "g2"), snapshots.MAGIC + text, "sha256"
    )
    snapshot(world).write_bytes(snapshots.MAGIC + seal + text)


def a_link(world: World) -> None:
    """The same bytes, but the file is somewhere else."""
    snapshot(world).rename(world.path / "elsewhere")
    snapshot(world).symlink_to(world.path / "elsewhere")


SPOILED: Mapping[str, Callable[[World], Any]] = {
    "missing": lambda world: snapshot(world).unlink(),
    "empty": lambda world: snapshot(world).write_bytes(b""),
    "torn": lambda world: os.truncate(snapshot(world), snapshot(world).stat().st_size // 2),
    "rotten": lambda world: snapshot(world).write_bytes(snapshot(world).read_bytes()[:-9] + bytes(9)),
    "forged": forged,
    "foreign": foreign,
    "of another version": other_version,
    "of another mark": not_in_the_record,
    "of another game": of_another_game,
    "open to others": lambda world: snapshot(world).chmod(0o640),
    "a link": a_link,
    "old": old,
}


@pytest.mark.parametrize("how", SPOILED)
def test_a_snapshot_that_does_not_count_is_as_good_as_none(base: World, tmp_path: Path, how: str) -> None:
    """The record is read; record and letters are those of a home that keeps none. Then there is a good one again."""
    spoiled, plain = copy(base, tmp_path / "spoiled"), copy(base, tmp_path / "plain")
    fitting(spoiled)
    SPOILED[how](spoiled)
    if how == "old":
        old(plain)
    assert snapshots.kept(spoiled.home.record_path("g1"), key(spoiled)) is None
    found = after_a_letter(spoiled)
    snapshot(plain).unlink()
    assert found == after_a_letter(plain)
    assert not (spoiled.path / "harmed").exists()
    assert kept(spoiled)


@pytest.mark.parametrize(
    "lines", ["draw", "say hello", "moves", "history", "why 0.0", "offer undo", "note 0.0: hm"]
)
def test_a_letter_is_ruled_on_and_answered_alike_with_a_snapshot(
    base: World, tmp_path: Path, lines: str
) -> None:
    """Whether it needs the beginning of the game or not: the same bytes in the record and in all letters."""
    with_it, plain = copy(base, tmp_path / "kept"), copy(base, tmp_path / "plain")
    fitting(with_it)
    snapshot(plain).unlink()
    assert after_a_letter(with_it, lines) == after_a_letter(plain, lines)


def test_the_clocks_find_what_all_were_told_long_ago(base: World, tmp_path: Path) -> None:
    """So many notes come, of which nobody else is told, that what binds the clocks lies in the record alone."""
    world = copy(base, tmp_path / "home")
    path = world.home.record_path("g1")
    for n in range(2 * KEPT):
        world.post(simple(world, "loki", f"note {n}", 700 + n))
    table = Table(File(path), kept=kept(world))
    table.enter(table.points[-1].entry)
    assert list(table.points.times) == list(Table(File(path)).points.times)


def test_a_letter_does_not_read_the_record_whole(
    base: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the pass that rules on it nor the next one; who asks for the beginning of the game reads it, once."""
    monkeypatch.setattr(row, "KEPT", LONG)
    world = copy(base, tmp_path / "home")
    path = world.home.record_path("g1")
    longer = Table(File(path), clock=lambda: stamp(world.time))
    for seat in ("thor", "loki"):
        said = [
            one.entry for one in longer.points if isinstance(one.entry, Letter) and one.entry.seat == seat
        ][-1]
        for n in range(2 * LONG):
            longer.enter(
                replace(
                    said, at=stamp(world.time), digest=f"{n:064x}", message="", reply="", lines=(), events=()
                )
            )
            world.time += timedelta(hours=1)
    after_a_letter(world, "say none")
    reads = read_whole(monkeypatch)
    for line in ("say one", "draw"):
        world.desk.spool.put(simple(world, "loki", line, 901), at=world.time)
        assert world.run().ruled == 1
    assert not reads
    table = Table(File(path), kept=kept(world))
    assert [len(list(table.points)), *reads] == [len(table.points)] * 2
    assert table.index.letters.get(("thor", f"{7:064x}"))
    assert len(reads) == 1


def test_a_record_that_was_touched_is_read(base: World, tmp_path: Path) -> None:
    """Damage far from the end of it is found by the next pass, as without a snapshot."""
    world = copy(base, tmp_path / "home")
    after_a_letter(world)
    path = world.home.record_path("g1")
    there, data = path.stat(), bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(there.st_atime_ns, there.st_mtime_ns))
    assert snapshots.kept(path, key(world)) is None
    with world.desk.held(), pytest.raises(Damaged):
        world.desk.games.table("g1")


def test_a_snapshot_is_as_secret_as_the_home(base: World, tmp_path: Path) -> None:
    """It can be read by the keeper alone, it is no part of a backup, and it goes with its game."""
    world = copy(base, tmp_path / "home")
    after_a_letter(world)
    assert stat.S_IMODE(snapshot(world).stat().st_mode) == 0o600
    made = back_up(world.home, tmp_path / "backup.tar", world.time)
    assert "games/g1/record.yaml" in made.rows
    assert "games/g1/record.snapshot" not in made.rows
    folder = world.home.folder("g1")
    world.home.delete("g1")
    assert [one.name for one in folder.iterdir()] == ["deleted"]


def test_half_a_snapshot_that_a_killed_pass_left_is_removed(base: World, tmp_path: Path) -> None:
    """It would hold secrets."""
    world = copy(base, tmp_path / "home")
    half = snapshot(world).with_name(f".{snapshots.NAME}.0123abcd.tmp")
    shutil.copy(snapshot(world), half)
    after_a_letter(world)
    assert not half.exists()


def test_nothing_is_kept_of_a_record_that_goes_on(base: World, tmp_path: Path) -> None:
    """A snapshot is made of a table that stands where the record ends, or not at all."""
    world = copy(base, tmp_path / "home")
    path = world.home.record_path("g1")
    before = Table(File(path))
    after_a_letter(world)
    assert not snapshots.keep(path, key(world), before)


def test_a_record_that_went_back_is_read(base: World, tmp_path: Path) -> None:
    """An old copy of the record counts, and not what was made of a later one: nothing of it comes back."""
    world = copy(base, tmp_path / "home")
    path, before = world.home.record_path("g1"), world.record()
    after_a_letter(world)
    for put_back in (path.write_bytes, lambda data: files.replace(path, data)):
        assert kept(world)
        after = world.record()
        put_back(before)
        assert snapshots.kept(path, key(world)) is None
        put_back(after)
        fitting(world)


def test_a_file_of_the_code_that_has_changed_makes_another_code(tmp_path: Path) -> None:
    """Whether its length or only its time is another, and data as well as code; compiled code does not count."""
    (tmp_path / "part" / "__pycache__").mkdir(parents=True)
    code, compiled = tmp_path / "part" / "rules.py", tmp_path / "part" / "__pycache__" / "rules.pyc"
    cards = tmp_path / "part" / "cards.yaml"
    for path in (code, compiled, cards):
        path.write_bytes(b"old")
    seen = [tuple(codec._files(str(tmp_path)))]
    for path, text in ((code, b"new"), (cards, b"other"), (compiled, b"other")):
        path.write_bytes(text)
        seen.append(tuple(codec._files(str(tmp_path))))
    assert len(set(seen)) == 3
    assert seen[-1] == seen[-2]
