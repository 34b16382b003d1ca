"""A pass that breaks off at any of its steps, and what can be made again afterwards: nothing is lost, nothing doubled.

At every call to the system: `test_crash_points.py`; by kill -9: `test_kills.py`.

Clock and salts stand still here, so an undisturbed run and one that was broken off and taken up again must leave the
very same bytes: records, and letters out.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from awkward.world import ADDRESS, PLAYERS, World, begin, copy, simple
from support.crash_homes import bare
from support.faults import Crash, crash_at

from referee.api import Table
from referee.cli import run as command
from referee.desk import keeper
from referee.desk.desk import Desk
from referee.desk.status import status
from referee.home import config
from referee.home.home import Home
from referee.post.outbox import Outbox
from referee.post.spool import Spool, arrival
from referee.post.ways.local import post
from referee.record.entries import Entry
from referee.record.file import Busy, Damaged
from referee.util import files
from referee.util.values import Value, replace
from referee.verify import check

COMMAND = (sys.executable, "-m", "referee")


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Mapping[bool, World]:
    """A game just opened, and one in progress; tests play on with copies of them."""
    folder = tmp_path_factory.mktemp("crashes")
    return {False: begin(folder / "opened", opening=()), True: begin(folder / "on")}


class Left(Value, dict=True):
    """What a run leaves that anybody may look at: the record, the letters out as they went out, the letters in."""

    record: bytes
    out: Mapping[str, bytes]
    done: frozenset[bytes]


class Run:
    """Letters that are delivered, one pass, letters posted: once, or as often as it takes."""

    def __init__(self, world: World, letters: Sequence[tuple[str, str]]) -> None:
        """The clock stands still from now on, at a time after the last letter."""
        self.world, self.box = world, world.path.with_name("box")
        times = [world.time + timedelta(minutes=n) for n in range(1, len(letters) + 1)]
        self.mails = [simple(world, *one, n) for n, one in enumerate(letters)]
        self.waiting = dict(zip(self.mails, times, strict=True))
        world.time += timedelta(hours=1)

    def go(self) -> None:
        """What a mail server and cron do. The mail server keeps what it was not told is safely here."""
        for mail in list(self.waiting):
            try:
                self.world.desk.spool.put(mail, at=self.waiting[mail])
            except OSError:
                return  # another day, and in the same order
            del self.waiting[mail]
        try:
            self.world.fresh()
            with self.world.desk.held(0):
                self.world.desk.run()
            for _ in post(self.world.desk.outbox, self.box, "eml"):
                pass
        except OSError:
            return

    def left(self) -> Left:
        """What the run has left in the end."""
        path = self.world.path
        letters = path.glob("post/done/*/*")
        return Left(
            self.world.record(),
            {one.name: one.read_bytes() for one in self.box.glob("*.eml")},
            frozenset(one.read_bytes() for one in letters),
        )

    def refuse_unfinished(self) -> None:
        """Nothing waits, nothing is held, nothing is due, nothing is half done that counts."""
        desk = self.world.desk
        assert not desk.spool.waiting()
        assert not desk.spool.held()
        assert not desk.outbox.due()
        assert not check.check(self.world.home.record_path("g1")).fault


def undisturbed(base: World, letters: Sequence[tuple[str, str]], to: Path) -> Left:
    """What a run leaves that nothing disturbs."""
    ran = Run(copy(base, to / "home"), letters)
    ran.go()
    ran.refuse_unfinished()
    assert set(ran.mails) <= ran.left().done
    return ran.left()


# Steps of a pass


STEPS: Mapping[str, tuple[type, str, int, bool]] = {
    "appended": (Table, "play", 1, True),
    "before the receipt": (Outbox, "put", 1, False),
    "after the receipt": (Outbox, "put", 1, True),
    "before it is put away": (Spool, "done", 1, False),
    "after it is put away": (Spool, "done", 1, True),
    "before the report to the other": (Outbox, "put", 2, False),
    "after the report to the other": (Outbox, "put", 2, True),
    "before it is noted that all is told": (Outbox, "mark_told", 1, False),
    "after it is noted that all is told": (Outbox, "mark_told", 1, True),
}
ONE = (("loki", "draw\nsay Your turn soon."),)


@pytest.mark.slow
@pytest.mark.parametrize("lost", [False, True], ids=["outbox there", "outbox lost"])
@pytest.mark.parametrize("step", STEPS)
def test_a_pass_dies_at_a_step(
    step: str, lost: bool, begun: Mapping[bool, World], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letter is in the record, and the pass dies at a later step: the next pass sends what is still due, once.

    What was mailed before is not mailed again, even if the outbox is lost with the pass.
    """
    whole = undisturbed(begun[True], ONE, tmp_path)
    run = Run(copy(begun[True], tmp_path / "again" / "home"), ONE)
    with monkeypatch.context() as patch:
        crash_at(patch, *STEPS[step][:3], after=STEPS[step][3])
        with pytest.raises(Crash):
            run.go()
    assert run.world.record() == whole.record
    if lost:
        lose(run.world, "out", "sent", "told")
    run.go()
    run.refuse_unfinished()
    left = run.left()
    assert left.record == whole.record
    if not lost:
        assert left.out == whole.out
    else:
        # As long as the letter is in the spool its pass is not over, and nothing of it counts as sent.
        over = step in list(STEPS)[list(STEPS).index("after it is put away") :]
        assert left.out == ({} if over else whole.out)


def lose(world: World, *folders: str) -> None:
    """Delete folders of the post."""
    for name in folders:
        shutil.rmtree(world.path / "post" / name, ignore_errors=True)


# What can be made again


def on(world: World, *letters: tuple[str, str], fresh: int = 100) -> Mapping[str, bytes]:
    """The letters out after these letters, a pass for each; `fresh` numbers them, so that none is one that was."""
    found: dict[str, bytes] = {}
    for n, one in enumerate(letters):
        came = world.post(simple(world, *one, fresh + n))
        assert not came.done.troubles
        assert not came.done.held
        found |= {letter.name: letter.raw for letter in came.out}
    return found


AFTERWARDS = (
    ("loki", "note all is well"),
    ("loki", "draw"),
    ("thor", "help\nsay I am here"),
    ("loki", "draw\ndraw"),
)


@pytest.fixture
def two(begun: Mapping[bool, World], tmp_path: Path) -> tuple[World, World]:
    """The same game in two homes: in the first one nothing happens to it."""
    return copy(begun[True], tmp_path / "one"), copy(begun[True], tmp_path / "two")


@pytest.mark.slow
def test_a_pass_after_the_outbox_was_lost_sends_nothing(two: tuple[World, World]) -> None:
    """The outbox is lost during a game: everything before the last pass counts as sent."""
    lose(two[1], "out", "sent", "told")
    assert two[1].post().out == []
    assert two[1].post().out == []


def test_a_game_goes_on_after_the_outbox_was_lost(two: tuple[World, World]) -> None:
    """The first letter after the loss brings a receipt and a report, with the numbers and bytes they would have had."""
    lose(two[1], "out", "sent", "told")
    assert on(two[1], ("loki", "draw")) == on(two[0], ("loki", "draw"))


@pytest.mark.slow
def test_nothing_is_told_twice_after_the_outbox_was_lost(two: tuple[World, World]) -> None:
    """The first letter after the loss concerns its writer alone; the other is still not told again what was told."""
    lose(two[1], "out", "sent", "told")
    assert on(two[1], *AFTERWARDS) == on(two[0], *AFTERWARDS)


def test_a_pass_dies_after_the_outbox_was_lost(
    begun: Mapping[bool, World], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first pass after the loss dies between receipt and report: the report goes out, and nothing else."""
    whole = undisturbed(begun[True], ONE, tmp_path)
    run = Run(copy(begun[True], tmp_path / "again" / "home"), ONE)
    lose(run.world, "out", "sent", "told")
    with monkeypatch.context() as patch:
        crash_at(patch, Outbox, "put", 1, after=True)
        with pytest.raises(Crash):
            run.go()
    run.go()
    assert run.left().out == whole.out


def test_the_keeper_acts_after_the_outbox_was_lost(two: tuple[World, World]) -> None:
    """The first thing after the loss is a new secret: its seat is told, or it could never answer again."""
    lose(two[1], "out", "sent", "told")
    for world in two:
        with world.desk.held():
            assert keeper.new_secret(world.desk, "g1", "loki") == ["g1.loki.7"]
    assert [one.raw for one in two[0].send()] == [one.raw for one in two[1].send()]


@pytest.mark.slow
def test_the_index_of_seats_is_made_anew(two: tuple[World, World]) -> None:
    """The folder of secrets is lost: the next pass knows every seat, and the game goes on as before."""
    shutil.rmtree(two[1].path / "seats")
    assert on(two[1], *AFTERWARDS) == on(two[0], *AFTERWARDS)
    assert sorted((two[1].path / "seats").iterdir(), key=str)
    assert len(list((two[1].path / "seats").iterdir())) == 2


@pytest.mark.slow
def test_a_home_is_made_anew(two: tuple[World, World], tmp_path: Path) -> None:
    """Key, configuration, rosters, records and letters in are all it takes: the game goes on with the same bytes.

    One letter waits, one was being worked on, one is on hold.
    """
    old, letters = two[1], [simple(two[1], *one, n) for n, one in enumerate(AFTERWARDS[1:])]
    for world in two:
        for mail in letters:
            world.desk.spool.put(mail, at=world.time + timedelta(minutes=1 + letters.index(mail)))
        names = world.desk.spool.waiting()
        world.desk.spool.take(names[0])
        world.desk.spool.hold(world.desk.spool.take(names[2]), "robot")
    kept = ("key", "config.yaml", "games", *(f"post/{name}" for name in ("new", "work", "done", "hold")))
    files.private_folder(tmp_path / "made")
    for name in kept:
        (shutil.copytree if (old.path / name).is_dir() else shutil.copy)(
            old.path / name, tmp_path / "made" / name
        )
    for path in (tmp_path / "made" / "games").glob("*/record.snapshot"):
        path.unlink()
    for path in (tmp_path / "made" / "games").glob("*/*"):
        assert path.name in {"record.yaml", "roster.yaml"}
    made = World(tmp_path / "made", old.time)
    went = [{one.name: one.raw for one in world.post().out} for world in (two[0], made)]
    assert went[0] == went[1]
    assert made.record() == two[0].record()
    for world in (two[0], made):
        world.desk.spool.release(world.desk.spool.held()[0].name)
    went = [{one.name: one.raw for one in world.post().out} for world in (two[0], made)]
    assert went[0] == went[1]
    assert made.record() == two[0].record()


@pytest.mark.slow
def test_letters_put_away_play_the_game_again(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """The letters that were put away, in a new home with the same key, make the same game, event for event."""
    old = copy(begun[True], tmp_path / "old")
    on(old, *AFTERWARDS, ("thor", "resign g1"))
    files.private_folder(tmp_path / "new")
    shutil.copy(old.path / "key", tmp_path / "new")
    home = Home(tmp_path / "new")
    config.write(home, config.Config(ADDRESS, pictures="no"))
    new = World(tmp_path / "new", old.time)
    with new.desk.held():
        keeper.invite(new.desk, "thunder", PLAYERS, id="g1", seed="07", options={})
    for path in (old.path / "post" / "done").glob("*/*"):
        new.desk.spool.put(path.read_bytes(), at=arrival(path.name))
    came = new.post()
    assert not came.done.troubles
    assert [one.events for one in new.entries()] == [one.events for one in old.entries()]
    assert [one.at for one in new.entries()][1:] == [one.at for one in old.entries()][1:]


# A record that ends before its mail


def cut_off(world: World, entries: int) -> bytes:
    """The record loses its last entries, at an edge; gives what it was."""
    path, whole = world.home.record_path("g1"), world.record()
    ends = [found.end() for found in re.finditer(rb"^\.\.\. # [0-9a-f]{64}\n", whole, re.MULTILINE)]
    path.write_bytes(whole[: ends[-1 - entries]])
    return whole


def test_a_record_that_was_cut_is_found(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """Mail of an entry has gone out that is not in the record: nothing is ruled on, the letters wait, uncounted."""
    world = copy(begun[True], tmp_path / "home")
    whole = cut_off(world, 1)
    cut = world.record()
    for _ in range(5):
        came = world.post(*([] if _ else [simple(world, "loki", "draw", 9)]))
        assert came.out == []
        assert (came.done.ruled, came.done.aside, came.done.held) == (0, 0, [])
        assert {type(error) for _, error in came.done.troubles} == {Damaged}
        assert {error.why.key for _, error in came.done.troubles} == {"record-cut"}  # type: ignore[attr-defined]
        assert world.record() == cut
    assert len(world.desk.spool.waiting()) == 1
    world.home.record_path("g1").write_bytes(whole)
    assert [one.name for one in world.post().out] == ["g1.loki.7.eml", "g1.thor.8.eml"]


def test_status_tells_of_a_record_that_was_cut(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """A game whose record ends before its mail is told as one that cannot be read, and why."""
    world = copy(begun[True], tmp_path / "home")
    cut_off(world, 1)
    (game,) = status(world.home).games
    assert game.state == "unreadable"
    assert isinstance(game.fault, Damaged)
    assert game.fault.why.key == "record-cut"


def test_other_games_go_on_beside_a_cut_record(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """A record that was cut stops its own game and no other."""
    world = copy(begun[True], tmp_path / "home")
    with world.desk.held():
        keeper.invite(world.desk, "thunder", PLAYERS, id="g2")
    world.send()
    cut_off(world, 1)
    letter = simple(world, "thor", "accept").replace(
        world.reply_to("thor").encode(), world.reply_to("thor", "g2").encode()
    )
    came = world.post(simple(world, "loki", "draw", 9), letter)
    assert came.done.ruled == 1
    assert {one.name.partition(".")[0] for one in came.out} == {"g2"}


# Several at once


def test_two_passes_at_once(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """The second process waits until the first has left, or is told at once that the desk is taken."""
    world = copy(begun[True], tmp_path / "home")
    with world.desk.held(), pytest.raises(Busy, match="desk-busy"), Desk(world.home).held(0):
        pass
    with Desk(world.home).held(0):
        pass


def test_a_pass_at_a_desk_that_is_taken_ends_with_75(
    begun: Mapping[bool, World],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every verb that writes says that another is at work, with code 75, and nothing happens."""
    world = copy(begun[True], tmp_path / "home")
    monkeypatch.setenv("REFEREE_HOME", str(world.path))
    monkeypatch.setattr("referee.util.files._PAUSE", 0.001)
    real = Desk.held
    monkeypatch.setattr(Desk, "held", lambda desk: real(desk, 0.01))
    seat = ("g1", "--seat", "thor")
    verbs = (
        ("run",),
        ("newkey", *seat),
        ("resend", *seat),
        ("address", *seat, "a@b.example"),
        ("replace", *seat, "a@b.example"),
        ("silence", *seat),
        ("abandon", "g1", "--yes", "--reason", "snow"),
        ("abandon", "g1", "--now", "--yes", "--reason", "snow"),
        ("abandon", "g1", "--take-back"),
        ("delete", "g1", "--yes", "--force"),
        ("release", "x"),
        ("open", "thunder", "--seat", "thor=a@b.example", "--seat", "loki=c@d.example"),
    )
    before = {path: path.read_bytes() for path in world.path.rglob("*") if path.is_file()}
    with files.locked(world.path / "lock", 1):
        for verb in verbs:
            assert command(verb) == 75, verb
            assert "another pass, or another verb, is at work here" in capsys.readouterr().err
    after = {path: path.read_bytes() for path in world.path.rglob("*") if path.is_file()}
    assert after == before


@pytest.mark.slow
def test_mail_comes_in_during_a_pass(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """The desk is taken, and letters are taken in all the same: they are ruled on by the pass after."""
    world = copy(begun[True], tmp_path / "home")
    with files.locked(world.path / "lock", 1):
        ran = referee(world, "mail", given=simple(world, "loki", "draw", 9))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert world.post().done.ruled == 1


def referee(world: World, *args: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command as a process of its own, on this home."""
    place = {**os.environ, "REFEREE_HOME": str(world.path)}
    return subprocess.run([*COMMAND, *args], input=given, env=place, capture_output=True, check=False)  # noqa: S603  ourselves


GAME = (
    ("thor", "accept red herring"),
    ("loki", "accept"),
    ("loki", "deploy dragon, viking warriors, viking warriors"),
    ("thor", "deploy huscarl, viking warriors, shield wall\nsay Good luck!"),
    ("loki", "draw\ndraw\ndraw\nmoves"),
    ("thor", "draw\nnote I wonder\ndraw\nlay thor Z9"),
    ("loki", "try draw\nwhy draw"),
    ("thor", "draw"),
    ("loki", "resign g1"),
    ("thor", "history"),
)
"""A whole small game."""
DRAWN = re.compile(rb"^Date: .*\n|(?<=@r-)[a-z2-7]{8}(?=\.)", re.MULTILINE)
"""The time, and the marks of our ids, which come from the salts of the entries."""


def spooled(base: World, to: Path) -> World:
    """A game that was just opened, with all its letters waiting."""
    world = copy(base, to)
    for n, one in enumerate(GAME):
        world.desk.spool.put(simple(world, *one, n), at=world.time + timedelta(minutes=n))
    return world


def came_of(world: World) -> tuple[list[Entry], dict[str, bytes]]:
    """The entries without what is drawn by lot for each, and the letters out without the time and such marks."""
    entries = Table.load(world.home.record_path("g1")).entries
    out = {path.name: DRAWN.sub(b"", bare(path.read_bytes())) for path in world.desk.outbox.due()}
    return [replace(one, salt="", seal="", leaves={}, mended="") for one in entries], out


@pytest.mark.slow
def test_two_processes_at_once(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """Two passes are begun at the same time: one waits, and all is done once."""
    one, two = spooled(begun[False], tmp_path / "one"), spooled(begun[False], tmp_path / "two")
    assert referee(one, "run").returncode == 0
    place = {**os.environ, "REFEREE_HOME": str(two.path)}
    both = [subprocess.Popen([*COMMAND, "run"], env=place, stdout=subprocess.PIPE) for _ in range(2)]  # noqa: S603  ourselves
    told = sorted(process.communicate()[0] for process in both)
    assert [process.returncode for process in both] == [0, 0]
    assert [line.split(b";")[0] for line in told] == [b"Letters ruled on: 0", b"Letters ruled on: 10"]
    assert came_of(two) == came_of(one)
