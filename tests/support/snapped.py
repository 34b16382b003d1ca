"""A game in progress by mail with a snapshot beside its record, and what is asked about it."""

import hmac
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from awkward.world import World, begin, simple

from referee.api import Table
from referee.desk.games import snapshot_key
from referee.record.stores import File
from referee.table import snapshots
from referee.table.folded import Folded

WORDS = 9
"""So many letters come that the beginnings of most rows lie in the record alone, where few are kept."""


def played(path: Path) -> World:
    """A game in progress, in which much was said; its snapshot is as of its last pass."""
    world = begin(path)
    for n in range(WORDS):
        world.post(simple(world, "loki", f"say word {n}", 100 + n), minutes=60)
    assert snapshot(world).exists()
    return world


def snapshot(world: World) -> Path:
    """Where the snapshot of the game lies."""
    return snapshots.beside(world.home.record_path("g1"))


def key(world: World) -> bytes:
    """The key of its seal."""
    return snapshot_key(world.home, "g1")


def read_whole(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Tells each time that a record is read whole, and how many entries it had."""
    reads, read = list[int](), Folded._read

    def told(self: Folded, reading: Any) -> None:
        reads.append(len(reading.documents))
        read(self, reading)

    monkeypatch.setattr(Folded, "_read", told)
    return reads


def resealed(world: World, change: Callable[[bytes], bytes]) -> None:
    """Change what is under the seal, and seal it again with the right key."""
    data = snapshot(world).read_bytes()[len(snapshots.MAGIC) + 32 :]
    text = change(data)
    seal = hmac.digest(key(world), snapshots.MAGIC + text, "sha256")
    snapshot(world).write_bytes(snapshots.MAGIC + seal + text)


def fitting(world: World) -> None:
    """Make the snapshot of a copied home anew: a copy of a record is another file."""
    path = world.home.record_path("g1")
    assert snapshots.keep(path, key(world), Table(File(path)))
    assert kept(world)


def kept(world: World) -> Any:
    """What is kept of the game."""
    found = snapshots.kept(world.home.record_path("g1"), key(world))
    assert found is not None
    return found


def left_of(world: World) -> Mapping[str, bytes]:
    """Every record, notebook and letter of a home."""
    names = ("record.yaml", "notes.yaml")
    found = [path for path in world.path.rglob("*") if path.name in names or path.suffix == ".eml"]
    return {str(path.relative_to(world.path)): path.read_bytes() for path in found}
