"""A pass that breaks off at any step of a dispute or a ruling: nothing is lost, doubled, or told differently."""

import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from awkward.world import World, copy
from support.disputed import DISPUTE, disputed, letter, write
from support.faults import Crash, crash_at

from referee.api import Table
from referee.post.outbox import Outbox
from referee.post.spool import Spool
from referee.util.values import Value
from referee.verify import check

LETTERS: Mapping[str, tuple[str, str]] = {
    "dispute": ("loki", DISPUTE),
    "statement": ("thor", "statement: it was not so"),
    "ruling": ("arbiter", "roll back to 2.0\nbecause: three were drawn"),
    "question": ("arbiter", "show 2.0 thor"),
    "replaced": ("arbiter", "replace loki: Cleo <cleo@example.org>\nbecause: gone"),
}
STEPS: Mapping[str, tuple[type, str, int]] = {
    "entry": (Table, "_add", 1),
    "what follows": (Table, "_add", 2),
    "first letter": (Outbox, "put", 1),
    "second letter": (Outbox, "put", 2),
    "third letter": (Outbox, "put", 3),
    "put away": (Spool, "done", 1),
    "told": (Outbox, "mark_told", 1),
}


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, World]:
    """A game in which a ruling is final at once, before each of the letters."""
    folder = tmp_path_factory.mktemp("crashes")
    on = disputed(folder / "on", terms={"appeal": ""})
    raised = copy(on, folder / "raised")
    write(raised, "loki", DISPUTE)
    heard = copy(raised, folder / "heard")
    write(heard, "thor", "statement: no")
    return {"dispute": on, "statement": raised, "ruling": heard, "question": heard, "replaced": heard}


class Left(Value, dict=True):
    """What a run leaves: the record, and the letters out by their names."""

    record: bytes
    out: Mapping[str, bytes]


def gone(world: World, mail: bytes) -> Left:
    """One letter and one pass, as often as it takes; the clock stands still."""
    if not (world.desk.spool.waiting() or mail in _done(world)):
        world.desk.spool.put(mail, at=world.time - timedelta(minutes=30))
    assert not world.run().troubles
    out = {path.name: path.read_bytes() for path in world.desk.outbox.due()}
    assert not check.check(world.home.record_path("g1")).fault
    return Left(world.record(), out)


def _done(world: World) -> list[bytes]:
    return [path.read_bytes() for path in (world.path / "post" / "done").glob("*/*")]


@pytest.mark.slow
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("name", LETTERS)
def test_a_pass_dies_in_a_dispute(
    name: str,
    step: str,
    after: bool,
    bases: Mapping[str, World],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next pass comes to the same record and the same letters out, byte for byte, as if nothing had been."""
    worlds = [copy(bases[name], tmp_path / one) for one in ("whole", "again")]
    for world in worlds:
        world.time += timedelta(hours=1)
    mail = letter(worlds[0], *LETTERS[name], 7)
    whole = gone(worlds[0], mail)
    owner, method, call = STEPS[step]
    with monkeypatch.context() as patch:
        crash_at(patch, owner, method, call, after=after)
        try:
            gone(worlds[1], mail)
        except Crash:
            worlds[1].fresh()
    left = gone(worlds[1], mail)
    if name == "replaced":
        # The roster is written first, so a pass that dies before its entry gives the seat one secret more,
        # which nobody was told.
        assert left.out.keys() == whole.out.keys()
        assert left.record == whole.record
    else:
        assert left == whole
