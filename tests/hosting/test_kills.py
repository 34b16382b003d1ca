"""The real program, killed, run many times at once, stopped, on a full disk: nothing is lost or doubled."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from crash_scenes import place
from kills import COMMAND, LETTERS, Lane, Outcome, message_of, run
from support.crash_homes import House, Letter, begun, faults

from referee.verify import check

KILLS = int(os.environ.get("REFEREE_KILLS", "50"))
AT_ONCE, EACH = 50, 3
UNMOUNT = ("umount",)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder in memory."""
    made = place()
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="module")
def base(folder: Path) -> House:
    """A home in the middle of both games, to be copied."""
    return begun(folder / "base")


@pytest.fixture
def house(base: House, folder: Path, request: pytest.FixtureRequest) -> House:
    """A home in the middle of both games, for one test."""
    return base.copy(folder / request.node.name)


def surroundings(house: House) -> dict[str, str]:
    """The environment of a process: this home."""
    return {**os.environ, "REFEREE_HOME": str(house.path / "home")}


def referee(house: House, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, on this home."""
    run_ = [*COMMAND, *arguments]
    return subprocess.run(run_, input=given, env=surroundings(house), capture_output=True, check=False)  # noqa: S603  ourselves


def started(house: House, *arguments: str) -> subprocess.Popen[bytes]:
    """The command as a process that is not waited for."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*COMMAND, *arguments], env=surroundings(house), stdout=pipe, stderr=pipe)  # noqa: S603  ourselves


def shell(house: House, line: str) -> subprocess.Popen[bytes]:
    """A line for a shell, on this home."""
    pipe, run_ = subprocess.PIPE, ["/bin/sh", "-c", line]
    return subprocess.Popen(run_, env=surroundings(house), stdout=pipe, stderr=pipe)  # noqa: S603  ourselves


def told_by(process: subprocess.Popen[bytes]) -> tuple[int, bytes, bytes]:
    """Wait for a process: its code and its output."""
    out, err = process.communicate()
    return process.returncode, out, err


EVERY = {"mail", "run", "post"}


@pytest.mark.slow
def test_kill_9(capsys: pytest.CaptureFixture[str]) -> None:
    """Fifty processes are killed as they deliver, rule and post: the games end as they would have without that."""
    tally = run(KILLS)
    # How long each command works is measured anew each time: it may have been measured beside much else. Few are killed
    # as they post.
    for seed in (2, 3):
        if tally.at_work <= tally.killed / 10 or set(tally.kills) != EVERY:
            tally.add(run(KILLS, seed=seed))
    with capsys.disabled():
        print(
            f"[{tally.killed} kills {dict(tally.kills)}, {tally.at_work} at work; {tally.letters} letters in {tally.homes} homes:"
            f" {tally.lost} lost, {tally.doubled} doubled]",
            end=" ",
        )
    assert (tally.lost, tally.doubled, tally.wrong) == (0, 0, [])
    assert tally.killed >= KILLS
    assert tally.killed > tally.started / 2
    assert tally.at_work > tally.killed / 10
    assert set(tally.kills) == EVERY


@pytest.mark.slow
def test_a_letter_that_is_lost_is_seen(base: House, folder: Path) -> None:
    """If an acknowledged letter is missing, or counts twice, the comparison shows it."""
    lane = Lane(folder / "seen", base, 1)
    house = base.copy(folder / "seen" / "home")
    for at, mail in enumerate(lane.mails):
        house.desk().spool.put(mail, at=house.time.replace(minute=at))
    house.make_pass()
    house.send()
    whole = Outcome.of(house)
    lane._compare(house, lane.mails, whole)
    assert (lane.tally.lost, lane.tally.doubled, lane.tally.wrong) == (0, 0, [])
    lane._compare(house, [*lane.mails, base.mail(Letter("g1", "thor", "help", 99))], whole)
    assert lane.tally.lost == 1
    next((house.path / "home/post/done").glob("*/*")).unlink()
    lane._compare(house, lane.mails, whole)
    assert lane.tally.wrong


# Several at once


@pytest.mark.slow
def test_fifty_deliveries_at_once(house: House) -> None:
    """Fifty processes deliver three letters each during passes: none is lost or doubled, the record is one chain."""
    seats = (("g1", "thor"), ("g1", "loki"), ("g2", "odin"), ("g2", "thor"))
    letters = [Letter(*seats[n % 4], f"note number {n}", 100 + n) for n in range(AT_ONCE * EACH)]
    mails = [house.mail(one) for one in letters]
    script = f"{sys.executable} -m referee mail"
    shares = [mails[n::AT_ONCE] for n in range(AT_ONCE)]
    processes = []
    for n, share in enumerate(shares):
        for k, mail in enumerate(share):
            (house.path / f"mail.{n}.{k}").write_bytes(mail)
        line = " && ".join(f"{script} < {house.path}/mail.{n}.{k}" for k in range(EACH))
        processes.append(shell(house, line))
    assert referee(house, "run").returncode == 0
    assert {told_by(process) for process in processes} == {(0, b"", b"")}
    assert referee(house, "run").returncode == 0
    house.send()
    assert not [one for one in faults(house) if not one.startswith("left: mail")]
    records = b"".join(house.home.record_path(game).read_bytes() for game in house.home.games())
    assert [records.count(message_of(mail).encode()) for mail in mails] == [1] * len(mails)


@pytest.mark.slow
def test_two_passes_at_once(house: House) -> None:
    """Two passes begin at the same time: one waits for the other, and everything is done once."""
    for at, letter in enumerate(LETTERS):
        house.desk().spool.put(house.mail(letter), at=house.time.replace(minute=at))
    both = [started(house, "run") for _ in range(2)]
    told = sorted(map(told_by, both), key=lambda one: one[1])
    assert [code for code, _, _ in told] == [0, 0]
    assert [line.split(b";")[0] for _, line, _ in told] == [
        b"Letters ruled on: 0",
        b"Letters ruled on: %d" % len(LETTERS),
    ]
    house.send()
    assert not faults(house)


HOLDS = "from referee.util.files import locked\nwith locked({path!r}, 0): print(flush=True); input()"


@pytest.mark.slow
def test_a_stopped_process_holds_the_desk(house: House) -> None:
    """While a stopped process holds the lock, other verbs end with 75 and say why, and letters are accepted with 0."""
    code = HOLDS.format(path=str(house.path / "home/lock"))
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe) as holder:  # noqa: S603  ourselves
        assert holder.stdout is not None
        holder.stdout.readline()
        holder.send_signal(signal.SIGSTOP)
        verbs = (
            ("run",),
            ("newkey", "g1", "--seat", "thor"),
            ("abandon", "g1", "--reason", "away"),
            ("delete", "g1", "--yes", "--force"),
        )
        began = time.monotonic()
        waiting = [started(house, *verb) for verb in verbs]
        taken = referee(house, "mail", given=house.mail(LETTERS[0]))
        assert (taken.returncode, taken.stdout, taken.stderr) == (0, b"", b"")
        assert all(process.poll() is None for process in waiting) or time.monotonic() - began > 10
        for code_, _, told in map(told_by, waiting):
            assert code_ == 75
            assert b"another pass, or another verb, is at work here" in told
        assert time.monotonic() - began >= 10
        assert list(house.home.games()) == ["g1", "g2"]
        late = started(house, "run")
        time.sleep(0.5)
        assert late.poll() is None
        holder.send_signal(signal.SIGCONT)
        assert holder.stdin is not None
        holder.stdin.close()
        code_, told, _ = told_by(late)
        assert code_ == 0
        assert told.startswith(b"Letters ruled on: 1;")


@pytest.mark.slow
def test_a_stopped_pass_holds_one_record_only(house: House) -> None:
    """A pass stopped anywhere keeps no letter out; when it goes on, it ends as if nothing had happened."""
    for at, letter in enumerate(LETTERS):
        house.desk().spool.put(house.mail(letter), at=house.time.replace(minute=at))
    record = house.home.record_path("g1")
    before = record.stat().st_size
    with started(house, "run") as passing:
        while record.stat().st_size == before:
            assert passing.poll() is None
            time.sleep(0.001)
        passing.send_signal(signal.SIGSTOP)
        late = Letter("g1", "thor", "note I came while nobody looked", 9)
        assert referee(house, "mail", given=house.mail(late)).returncode == 0
        assert house.desk().spool.waiting()
        passing.send_signal(signal.SIGCONT)
        assert passing.wait() == 0
    assert referee(house, "run").returncode == 0
    house.send()
    assert not faults(house)
    assert record.read_bytes().count(message_of(house.mail(late)).encode()) == 1


# A full disk


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A separate disk of four megabytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("only root can mount a small disk")
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)]
    made = subprocess.run(mount, capture_output=True, check=False)  # noqa: S603  a disk for this test
    if made.returncode != 0:
        pytest.skip(f"no disk can be mounted here: {made.stderr.decode().strip()}")
    yield disk
    subprocess.run([*UNMOUNT, str(disk)], check=True)  # noqa: S603  the same


def fill(disk: Path, leave: int) -> Path:
    """Fill a disk but for this many bytes."""
    ballast = disk / "ballast"
    ballast.write_bytes(b"")
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    ballast.write_bytes(bytes(max(0, free - leave)))
    return ballast


def played_on(house: House, mails: Sequence[bytes]) -> list[int]:
    """Deliver each letter by its own process; the exit codes."""
    return [referee(house, "mail", given=mail).returncode for mail in mails]


@pytest.mark.slow
def test_a_disk_that_is_full(base: House, small: Path) -> None:
    """A full disk accepts no letter, and a pass waits.

    Once there is space, the result is as if there always had been.
    """
    house = base.copy(small / "house")
    mails = [house.mail(letter) for letter in LETTERS[:4]]
    ballast = fill(small, 0)
    assert set(played_on(house, mails)) == {75}
    assert not house.desk().spool.waiting()
    ballast.unlink()
    assert set(played_on(house, mails[:2])) == {0}
    before = {game: house.home.record_path(game).read_bytes() for game in house.home.games()}
    codes = []
    for leave in (0, 1 << 12, 1 << 13, 1 << 15, 1 << 16):
        ballast = fill(small, leave)
        ran = referee(house, "run")
        codes.append(ran.returncode)
        assert b"Traceback" not in ran.stderr
        ballast.unlink()
        for game, record in before.items():
            assert check.check(house.home.record_path(game)).fault in {"", "torn"}
            assert house.home.record_path(game).read_bytes().startswith(record)
    assert codes[0] != 0
    assert set(played_on(house, mails)) == {0}
    assert referee(house, "run").returncode == 0
    house.send()
    assert not faults(house)
    records = b"".join(house.home.record_path(game).read_bytes() for game in house.home.games())
    assert [records.count(message_of(mail).encode()) for mail in mails] == [1] * len(mails)


@pytest.mark.slow
def test_files_may_not_grow(house: House) -> None:
    """Under a limit on file sizes, a letter gets 75 or is complete, and a pass leaves the rest for later."""
    mails = [house.mail(letter) for letter in LETTERS[:2]]
    (house.path / "given").write_bytes(mails[0])
    for blocks in (0, 1):
        line = f"ulimit -f {blocks}; {sys.executable} -m referee mail < {house.path}/given"
        assert told_by(shell(house, line)) == (75 if blocks == 0 else 0, b"", b"")
        assert len(house.desk().spool.waiting()) == blocks
    (house.path / "given").unlink()
    line = f"ulimit -f 8; exec {sys.executable} -m referee run"
    code, _, told = told_by(shell(house, line))
    assert code != 0
    assert b"Traceback" not in told
    assert set(played_on(house, mails)) == {0}
    assert referee(house, "run").returncode == 0
    house.send()
    assert not faults(house)
