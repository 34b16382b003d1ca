"""A pass that breaks off: at every call to the system, at every step, by kill -9. Nothing is lost, nothing doubled.

Clock and salts stand still here, so an undisturbed run and one that was broken off and taken up again must leave the
very same bytes: records, and letters out.
"""

import errno
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from awkward.world import ADDRESS, PLAYERS, World, begin, copy, simple
from faults import Crash, disk

from referee import checking, config, files, keeper
from referee.cli import run as command
from referee.desk import Desk
from referee.entries import Act, Entry
from referee.game import Faulty
from referee.home import Home
from referee.outbox import Outbox
from referee.post.folder import post
from referee.post.spool import Spool, arrival
from referee.record import Busy, Damaged
from referee.status import status
from referee.table import Table

KILLS = int(os.environ.get("REFEREE_KILLS", "40"))
COMMAND = (sys.executable, "-m", "referee")
INVITED = (("thor", "accept red herring"), ("loki", "accept\nsay Hello"))
PLAYED = (("loki", "draw\nnote mine alone\nchallenge C"), ("thor", "say Well done!\ndraw"))
ENDED = (("thor", "rules 6.5\nHello there,"), ("loki", "draw\nresign g1"))
SCENES: Mapping[str, tuple[bool, Sequence[tuple[str, str]]]] = {
    "invited": (False, INVITED),
    "played": (True, PLAYED),
    "ended": (True, ENDED),
}
"""Whether the game is in progress, and the letters that come in one pass: acceptance and deal, play, the end."""
VARIES = re.compile(
    rb"Seal [0-9a-f]{64}|^(?:seal|mended): .*?\n|, \"/mended\"|^\.\.\. # [0-9a-f]{64}"
    rb"|Content-Type: application/yaml.*?--=_m\.",
    re.MULTILINE | re.DOTALL,
)
"""What depends on whether a torn tail was moved aside: seals and marks, and the record that goes with a last letter."""
FULL = bool(os.environ.get("REFEREE_FULL"))
"""Whether every call fails in every way; else writes do, and of others each in one."""


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Mapping[bool, World]:
    """A game just opened, and one in progress; tests play on with copies of them."""
    folder = tmp_path_factory.mktemp("crashes")
    return {False: begin(folder / "opened", opening=()), True: begin(folder / "on")}


@dataclass(frozen=True)
class Left:
    """What a run leaves that anybody may look at: the record, the letters out as they went out, the letters in."""

    record: bytes
    out: Mapping[str, bytes]
    done: frozenset[bytes]

    def without_seals(self) -> tuple[bytes, Mapping[str, bytes]]:
        """The same, but for what depends on a torn tail having been moved aside."""
        return bare(self.record), {name: bare(mail) for name, mail in self.out.items()}


def bare(data: bytes) -> bytes:
    """Without seals, marks and the names of torn tails."""
    return VARIES.sub(b"", data.replace(b"\r\n", b"\n").replace(b"=\n", b""))


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
        """What there is in the end."""
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
        assert not checking.check(self.world.home.record_path("g1")).fault


def undisturbed(base: World, letters: Sequence[tuple[str, str]], to: Path) -> tuple[Left, list[str]]:
    """What a run leaves that nothing disturbs, and which calls to the system it makes."""
    ran, calls = Run(copy(base, to / "home"), letters), list[str]()
    with disk() as double:
        real = double.call

        def noted(name: str, *args: Any) -> Any:
            calls.append(name)
            return real(name, *args)

        double.call = noted  # type: ignore[method-assign]
        ran.go()
    assert len(calls) == double.count
    ran.refuse_unfinished()
    assert set(ran.mails) <= ran.left().done
    return ran.left(), calls


def disturbed(base: World, letters: Sequence[tuple[str, str]], to: Path, number: int, how: str) -> Run:
    """A run whose n-th call to the system fails, taken up again."""
    ran = Run(copy(base, to / "home"), letters)
    with suppress(Crash), disk(number, how, errno.EIO if number % 2 else errno.ENOSPC):
        ran.go()
    for _ in range(1 + (number % 8 == 0)):
        ran.go()
    ran.refuse_unfinished()
    return ran


def points(hows: Sequence[str], calls: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Each call, and how it fails: each write in every way, others in one."""
    for number, name in enumerate(calls, 1):
        every = FULL or name == "write"
        yield from ((number, how) for at, how in enumerate(hows) if every or number % len(hows) == at)


@pytest.mark.parametrize("scene", SCENES)
def test_every_call_may_be_the_last(
    scene: str, begun: Mapping[bool, World], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whichever call a run dies at, before it, after it, or half way: it leaves what an undisturbed run leaves."""
    on, letters = SCENES[scene]
    whole, calls = undisturbed(begun[on], letters, tmp_path)
    ran = torn = 0
    for number, how in points(("crash", "crash-after", "crash-half"), calls):
        place = tmp_path / f"{number}-{how}"
        run = disturbed(begun[on], letters, place, number, how)
        left, at = run.left(), f"call {number} of {len(calls)}, {how}"
        if any(run.world.home.folder("g1").glob("*.torn-*")):
            torn += 1
            assert left.without_seals() == whole.without_seals(), at
        else:
            assert left.record == whole.record, at
            assert left.out == whole.out, at
        # A delivery that died when the letter was there may bring it twice; none is missing, none is foreign.
        assert left.done == whole.done, at
        shutil.rmtree(place)
        ran += 1
    with capsys.disabled():
        print(f"[{scene}: died at {ran} points, {len(calls)} calls, {torn} records torn]", end=" ")
    assert torn
    assert ran >= len(calls) > 80


@pytest.mark.parametrize("scene", SCENES)
def test_every_call_may_fail(
    scene: str, begun: Mapping[bool, World], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whichever call fails once: the record is that of an undisturbed run, and everything is told once.

    A letter that waits for the next pass may be told of in a report of its own; so a letter out is compared if the
    one before it has the same number.
    """
    on, letters = SCENES[scene]
    whole, calls = undisturbed(begun[on], letters, tmp_path)
    ran, wrong = 0, []
    for number, how in points(("once", "short"), calls):
        place = tmp_path / f"{number}-{how}"
        left = disturbed(begun[on], letters, place, number, how).left()
        if (left.record, left.done) != (whole.record, whole.done) or not told_the_same(left.out, whole.out):
            wrong.append(number)
        shutil.rmtree(place)
        ran += 1
    with capsys.disabled():
        print(f"[{scene}: failed at {ran} points, {len(calls)} calls; wrong after {wrong}]", end=" ")
    assert not wrong


def told_the_same(out: Mapping[str, bytes], whole: Mapping[str, bytes]) -> bool:
    """Whether these letters tell what those do, perhaps one report in two."""
    there, those = numbers(out), numbers(whole)
    return whole.keys() <= out.keys() and all(out[name] == whole[name] for name, _ in there & those)


def numbers(out: Mapping[str, bytes]) -> set[tuple[str, str]]:
    """Each letter out with the one to the same seat before it."""
    by_seat: dict[str, list[str]] = {}
    for name in sorted(out, key=lambda name: (name.split(".")[1], int(name.split(".")[2]))):
        by_seat.setdefault(name.split(".")[1], [""]).append(name)
    return {(name, before) for names in by_seat.values() for before, name in pairwise(names)}


# Steps of a pass


def crash_at(patch: pytest.MonkeyPatch, owner: type, name: str, call: int, *, after: bool) -> None:
    """The process dies before or after the n-th call of a method."""
    real, calls = getattr(owner, name), []

    def dying(*args: Any, **more: Any) -> Any:
        calls.append(name)
        if len(calls) == call and not after:
            raise Crash
        done = real(*args, **more)
        if len(calls) == call:
            raise Crash
        return done

    patch.setattr(owner, name, dying)


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


@pytest.mark.parametrize("lost", [False, True], ids=["outbox there", "outbox lost"])
@pytest.mark.parametrize("step", STEPS)
def test_a_pass_dies_at_a_step(
    step: str, lost: bool, begun: Mapping[bool, World], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letter is in the record, and the pass dies at a step behind: the next one sends what is due still, once.

    What was mailed before is not mailed again, even if the outbox is lost with the pass.
    """
    whole, _ = undisturbed(begun[True], ONE, tmp_path)
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
    """Folders of the post are gone."""
    for name in folders:
        shutil.rmtree(world.path / "post" / name, ignore_errors=True)


# What can be made anew


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


def test_a_pass_after_the_outbox_was_lost_sends_nothing(two: tuple[World, World]) -> None:
    """The outbox is gone in the middle of a game: what is older than the last pass counts as sent."""
    lose(two[1], "out", "sent", "told")
    assert two[1].post().out == []
    assert two[1].post().out == []


def test_a_game_goes_on_after_the_outbox_was_lost(two: tuple[World, World]) -> None:
    """The first letter after the loss brings a receipt and a report, with the numbers and bytes they would have had."""
    lose(two[1], "out", "sent", "told")
    assert on(two[1], ("loki", "draw")) == on(two[0], ("loki", "draw"))


def test_nothing_is_told_twice_after_the_outbox_was_lost(two: tuple[World, World]) -> None:
    """The first letter after the loss concerns its writer alone; the other is still not told again what was told."""
    lose(two[1], "out", "sent", "told")
    assert on(two[1], *AFTERWARDS) == on(two[0], *AFTERWARDS)


def test_a_pass_dies_after_the_outbox_was_lost(
    begun: Mapping[bool, World], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first pass after the loss dies between receipt and report: the report goes out, and nothing else."""
    whole, _ = undisturbed(begun[True], ONE, tmp_path)
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


def test_the_index_of_seats_is_made_anew(two: tuple[World, World]) -> None:
    """The folder of secrets is gone: the next pass knows every seat, and the game goes on as if nothing were."""
    shutil.rmtree(two[1].path / "seats")
    assert on(two[1], *AFTERWARDS) == on(two[0], *AFTERWARDS)
    assert sorted((two[1].path / "seats").iterdir(), key=str)
    assert len(list((two[1].path / "seats").iterdir())) == 2


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


def test_letters_put_away_play_the_game_again(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """The letters that are put away, in a new home with the same key, bring about the same game, event for event."""
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


# The keeper's verbs, and a desk that is taken


def invite(world: World) -> None:
    """A second game is opened."""
    with world.desk.held(0):
        keeper.invite(world.desk, "thunder", PLAYERS, id="g2", seed="08")


def test_every_call_of_an_invitation_may_be_the_last(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """An invitation breaks off: there is no game, or both seats are invited and the desk knows their secrets."""
    with disk() as double:
        invite(copy(begun[False], tmp_path / "whole"))
    lost, stuck = [], []
    for number in range(1, double.count + 1):
        for how in ("crash", "crash-after", "crash-half"):
            world = copy(begun[False], tmp_path / f"{number}-{how}")
            with suppress(Crash), disk(number, how):
                invite(world)
            world.fresh()
            with world.desk.held(0):
                done = world.desk.run()
            out = sorted(one.name for one in world.send())
            if done.troubles:
                stuck.append((number, how))
            elif "g2" in world.home.games():
                assert out == ["g2.loki.1.eml", "g2.thor.1.eml"]
                seats = [world.desk.seats.find(world.secret(seat, "g2")) for seat in PLAYERS]
                if seats != [("g2", seat) for seat in PLAYERS]:
                    lost.append((number, how))
            else:
                assert not out
    assert (lost, stuck) == ([], [])


def test_every_call_of_a_new_secret_may_be_the_last(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """A new secret breaks off and is asked for again: the player has a letter with the secret that is good."""

    def renew(world: World) -> None:
        with world.desk.held(0):
            keeper.new_secret(world.desk, "g1", "loki")

    with disk() as double:
        renew(copy(begun[True], tmp_path / "whole"))
    for number in range(1, double.count + 1):
        world = copy(begun[True], tmp_path / str(number))
        with suppress(Crash), disk(number, ("crash", "crash-after", "crash-half")[number % 3]):
            renew(world)
        world.fresh()
        renew(world)
        world.send()
        came = world.post(simple(world, "loki", "draw", 9))
        assert came.done.ruled == 1
        last = world.letter(f"g1.loki.{int(world.last('loki').split('.')[2]) - 1}")
        assert str(last.mail["Reply-To"]) == world.reply_to("loki")
        assert sum(1 for one in (world.path / "seats").iterdir()) <= 4


def test_every_call_of_a_correction_may_be_the_last(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """An address is corrected, and it breaks off; asked for again, the player is told once, at the new address."""

    def correct(world: World) -> None:
        with world.desk.held(0), suppress(Faulty):
            keeper.correct_address(world.desk, "g1", "loki", "bert@new.example")

    with disk() as double:
        correct(copy(begun[True], tmp_path / "whole"))
    untold = []
    for number in range(1, double.count + 1):
        world = copy(begun[True], tmp_path / str(number))
        with suppress(Crash), disk(number, ("crash", "crash-after", "crash-half")[number % 3]):
            correct(world)
        world.fresh()
        correct(world)
        world.post()
        acts = [one.act for one in world.entries() if isinstance(one, Act)]
        found = world.desk.outbox.find("g1.loki.7")
        if acts != ["address"] or found is None or b"To: bert@new.example\r\n" not in found.read_bytes():
            untold.append((number, acts))
    assert not untold


def test_every_call_of_an_end_may_be_the_last(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """The keeper ends a game and it breaks off: it is ended once, and both are told once."""

    def end(world: World) -> None:
        with world.desk.held(0):
            keeper.abandon(world.desk, "g1", "over")

    with disk() as double:
        end(copy(begun[True], tmp_path / "whole"))
    for number in range(1, double.count + 1):
        world = copy(begun[True], tmp_path / str(number))
        with suppress(Crash), disk(number, ("crash", "crash-after", "crash-half")[number % 3]):
            end(world)
        out = [one.name for one in world.post().out]
        if not isinstance(world.entries()[-1], Act):
            assert not out
            end(world)
            out = [one.name for one in world.send()]
        assert sorted(out) == ["g1.loki.7.eml", "g1.thor.8.eml"]
        assert [one.kind for one in world.entries()].count("act") == 1


def test_every_call_of_a_deletion_may_be_the_last(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """A deletion breaks off and is asked for again: no address, no record, no letter out is left."""

    def delete(world: World) -> None:
        with world.desk.held(0):
            keeper.delete(world.desk, "g1", force=True)

    with disk() as double:
        delete(copy(begun[True], tmp_path / "whole"))
    left = []
    for number in range(1, double.count + 1):
        world = copy(begun[True], tmp_path / str(number))
        with suppress(Crash), disk(number, ("crash", "crash-after")[number % 2]):
            delete(world)
        world.fresh()
        with suppress(Faulty):
            delete(world)
        found = [path.name for path in (world.path / "games" / "g1").iterdir() if path.name != "deleted"]
        if found or any(world.path.glob("post/sent/g1/*")):
            left.append((number, found))
    assert not left


# Several at once


def test_two_passes_at_once(begun: Mapping[bool, World], tmp_path: Path) -> None:
    """Whoever comes second waits until the first has gone, or hears at once that the desk is taken."""
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
    monkeypatch.setattr("referee.files._PAUSE", 0.001)
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
        ("abandon", "g1"),
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
DATE = re.compile(rb"^Date: .*\n", re.MULTILINE)


def spooled(base: World, to: Path) -> World:
    """A game that was just opened, with all its letters waiting."""
    world = copy(base, to)
    for n, one in enumerate(GAME):
        world.desk.spool.put(simple(world, *one, n), at=world.time + timedelta(minutes=n))
    return world


def came_of(world: World) -> tuple[list[Entry], dict[str, bytes]]:
    """The entries but for what is drawn by lot for each, and the letters out but for the time."""
    entries = Table.load(world.home.record_path("g1")).entries
    out = {path.name: DATE.sub(b"", bare(path.read_bytes())) for path in world.desk.outbox.due()}
    return [replace(one, salt="", seal="", hidden=(), mended="") for one in entries], out


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


def test_kill_9(begun: Mapping[bool, World], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`referee run` is killed at any moment, again and again: the game and its letters are what they would have been.

    A letter at which three passes were killed is on hold, as it must be; the rest of that game is then not compared.
    """
    whole = spooled(begun[False], tmp_path / "whole")
    began = time.monotonic()
    assert referee(whole, "run").returncode == 0
    took = time.monotonic() - began
    kills, games, held, letters = 0, 0, 0, len(whole.desk.outbox.due())
    chance = random.Random(9)
    while kills < KILLS:
        world = spooled(begun[False], tmp_path / f"killed{games}")
        games += 1
        while kills < KILLS and (world.desk.spool.waiting() or len(world.desk.outbox.due()) < letters):
            place = {**os.environ, "REFEREE_HOME": str(world.path)}
            process = subprocess.Popen([*COMMAND, "run"], env=place, stdout=subprocess.DEVNULL)  # noqa: S603  ourselves
            time.sleep(chance.uniform(took / 3, took * 1.1))
            process.send_signal(signal.SIGKILL)
            kills += process.wait() == -signal.SIGKILL
        assert referee(world, "run").returncode == 0
        if world.desk.spool.held():
            held += 1
            assert set(world.held()) == {"tries"}
            continue
        assert came_of(world) == came_of(whole)
        assert world.put_away() == len(GAME)
        assert not world.desk.spool.waiting()
    with capsys.disabled():
        print(f"[killed {kills} times in {games} games, {held} with a letter held]", end=" ")
