"""Whole games and passes that fail, with snapshots and without: the same records, notes and letters."""

import os
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random

import pytest
from awkward.world import World, copy, simple
from support.golden import EXAMPLES
from support.golden_mail import transcript
from support.ruled import rule_on
from support.snapped import fitting, kept, key, left_of, played, read_whole, snapshot
from support.trio_office import trio  # noqa: F401  a fixture
from test_keeper import keep

from referee.api import Table
from referee.cli.demo import SENT, ByMail
from referee.desk.letters.quotas import Quotas
from referee.desk.letters.sending import Sending
from referee.engine.lots import secret_of_seed
from referee.home import roster
from referee.house.players import Player
from referee.record.stores import File
from referee.table import snapshots
from referee.table.index import Index
from referee.table.rulings.effects import Effect, PlayFor, Replace, RollBack
from referee.testing.scripts import load
from referee.util import data, row
from referee.util.times import stamp
from referee.util.values import replace

KEPT = 4
"""So few things of every row are kept that the beginnings lie in the record alone."""
MOVES, AT = 12, "2026-11-20T09:00:00Z"
Act = Callable[[World], None]


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


# Whole games


def keepers(effect: Effect) -> Act:
    """A ruling of the keeper."""

    def rule(world: World) -> None:
        keep(world, lambda desk: rule_on(desk, "g1", [effect], reason="A letter was lost."))

    return rule


def writes(seat: str, lines: str) -> Act:
    """A letter of a seat."""

    def post(world: World) -> None:
        assert world.post(simple(world, seat, lines, len(world.record()))).done.ruled == 1

    return post


def rolled_back(world: World) -> None:
    """The keeper lets the table go back to an early entry."""
    back = next(n for n, entry in enumerate(world.entries()) if getattr(entry, "position", "") == "3.1")
    keepers(RollBack(back))(world)


COURSE: Sequence[Act] = (
    writes("loki", "draw"),
    writes("loki", "annotate 3.1: !? as I feared\npublish yes as Bert"),
    writes("loki", "say once more"),
    writes("loki", "offer undo"),
    writes("thor", "accept undo"),
    writes("loki", "lay viking warriors B2\nsay there"),
    rolled_back,
    writes("loki", "draw\ndraw\nchallenge C"),
    writes("thor", "moves\nhistory\nwhy 3.1"),
    keepers(PlayFor("thor", ("draw",))),
    writes("thor", "newkey"),
    writes("thor", "say with my new key\nnote mine alone"),
    keepers(Replace("thor", Player("cleo@example.org", "Cleo"))),
    writes("loki", "withdraw note\nannotate game: it ends\nopen notes\nresign g1"),
    writes("loki", "say thanks\nannotate 3.1: too early\nrematch"),
    writes("loki", "notes"),
)
"""What goes back, what is taken back, what replaces somebody, what ends a game, and what comes after it."""


def course(base: World, to: Path, *, keeps: bool) -> World:
    """A home in which all that has happened; in each pass with the snapshot of the one before, or with none."""
    world = copy(base, to)
    for act in COURSE:
        if not keeps:
            snapshot(world).unlink(missing_ok=True)
        world.roster = roster_of(world)
        act(world)
    return world


def roster_of(world: World) -> Mapping[str, Player]:
    """Who plays now."""
    found = roster.read(world.home.roster_path("g1")).seats
    return {seat: Player(one.address, one.name) for seat, one in found.items()}


@pytest.mark.slow
def test_a_whole_game_is_the_same_with_snapshots(base: World, tmp_path: Path) -> None:
    """Undone, rolled back, played for a seat, with other players, over: the same records, notes and letters."""
    found, plain = (course(base, tmp_path / f"home{one}", keeps=one) for one in (True, False))
    assert kept(found)
    assert left_of(found) == left_of(plain)
    assert len(left_of(found)) > len(COURSE)


@pytest.mark.slow
@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("name", ["thunder/first-blood", "odins_table/three-home"])
def test_a_golden_game_is_the_same_with_and_without(
    name: str, keeps: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every mail in and out, whether so little is kept that most is read from the record, or nothing is."""
    if not keeps:
        monkeypatch.setattr(snapshots, "kept", lambda *_: None)
    (tmp_path / SENT).mkdir()
    played = ByMail(tmp_path, load(data.folder("examples").joinpath(name)), pictures="no")
    assert transcript(played) == (EXAMPLES / name / "mail.txt").read_text("utf-8")


def move(table: Table, rng: Random) -> None:
    """A random legal order of a seat that owes one is played."""
    seat = table.owed()[0].seat
    choices = table.choices(seat)
    listed = [one for one in choices.forward() if not one.written.startswith("resign")]
    order = rng.choice(listed) if listed else choices.families[0].draw(rng)
    table.play(seat, order.written)


@pytest.mark.parametrize("name", ["thunder", "odins_table", "hammer_of_thor", "trio"])
def test_every_game_goes_on_from_a_snapshot(
    name: str,
    trio: Callable[..., Table],  # noqa: F811  a fixture
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each move is made by another process, one game is of somebody else: no move needs the record read whole."""
    path = tmp_path / "record.yaml"
    opens = partial(
        trio if name == "trio" else partial(Table.open, name, seed="07"),
        clock=lambda: AT,
        salts=lambda: bytes(32),
    )
    plain, table, rng = opens(), opens(store=File(path)), Random(1)
    monkeypatch.setattr(row, "KEPT", 48)
    records = list[str]()
    while plain.outcome is None and len(records) < MOVES:
        move(plain, rng)
        records.append(plain.record)
    reads, rng = read_whole(monkeypatch), Random(1)
    for record in records:
        assert snapshots.keep(path, b"key", table)
        known = snapshots.kept(path, b"key")
        assert known
        table = Table(File(path), secret_of_seed("07"), lambda: AT, lambda: bytes(32), kept=known)
        move(table, rng)
        assert path.read_text("utf-8") == record
    assert not reads
    assert len(records) > MOVES // 3


# What fails, and what ends early


def test_nothing_is_kept_of_what_was_half_taken_in(
    base: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake of ours after the entry was written: table and record end alike, and still it is no good table."""
    world = copy(base, tmp_path / "home")
    path = world.home.record_path("g1")
    table = Table(File(path), world.home.secret("g1"), lambda: stamp(world.time))

    def fails(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr(Index, "_letter", fails)
    with pytest.raises(LookupError):
        table.play("loki", "draw")
    assert table.last.mark.hex().encode() in path.read_bytes().splitlines()[-1]
    assert not snapshots.keep(path, key(world), table)


@pytest.mark.parametrize("failed", [OSError(28, "No space left on device"), LookupError()])
def test_a_pass_that_fails_after_it_has_written_keeps_nothing(
    base: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failed: Exception
) -> None:
    """The entry is there, the letters are not: the next pass has the record as it is, and writes the same letters."""
    world, plain = copy(base, tmp_path / "home"), copy(base, tmp_path / "plain")
    fitting(world)
    snapshot(plain).unlink()
    before = snapshot(world).read_bytes()

    def fails(*_: object, **__: object) -> None:
        raise failed

    for one in (world, plain):
        with monkeypatch.context() as patch:
            patch.setattr(Sending, "all_due", fails)
            assert one.post(simple(one, "loki", "draw", 900)).done.troubles
    assert not snapshot(plain).exists()
    assert snapshot(world).read_bytes() == before
    assert snapshots.kept(world.home.record_path("g1"), key(world)) is None
    for one in (world, plain):
        one.post(simple(one, "loki", "draw", 901))
    assert left_of(world) == left_of(plain)


def test_a_long_past_answer_counts_no_more_and_is_found_again(base: World, tmp_path: Path) -> None:
    """Quotas forget times of answers that are long past; a letter as old as they are is still counted with them."""
    world = copy(base, tmp_path / "home")
    path = world.home.record_path("g1")
    table = Table(File(path), clock=lambda: stamp(world.time))
    for n in range(3):
        table.play("thor", "moves", at=stamp(world.time), digest=f"{n:064x}")
        world.time += timedelta(days=10)
    limits = replace(world.desk.config.limits, answers_an_hour=1)
    known = Quotas(table, limits)
    known.count(world.time)
    old = table.points[-1].entry.at
    table.play("thor", "moves", at=old, digest="f" * 64)
    n = len(table.points) - 1
    assert known.withheld(n)
    assert Quotas(Table(File(path)), limits).withheld(n)


def test_times_that_a_clock_ahead_counted_count_no_more(base: World, tmp_path: Path) -> None:
    """What was counted while the clock was ahead is not kept for longer than that: so a new process has it."""
    world = copy(base, tmp_path / "home")
    path = world.home.record_path("g1")
    table = Table(File(path), clock=lambda: stamp(world.time))
    ahead = world.time + timedelta(days=400)
    limits = replace(world.desk.config.limits, letters_an_hour=1)
    for n in range(3):
        table.play("thor", "moves", at=stamp(ahead), digest=f"{n:064x}")
    known = Quotas(table, limits)
    known.count(ahead)
    assert known.too_fast("thor", ahead)
    assert not Quotas(Table(File(path)), limits).too_fast("thor", world.time)
    assert not known.too_fast("thor", world.time)
