"""A mail that we cannot handle is tried three times, then held with its reason; the queue goes on, in its own game too.

This is row 72 of the table of threats.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

import pytest
from awkward.world import PLAYERS, World, begin, copy, simple

from referee.desk import keeper
from referee.desk.intake import intake
from referee.desk.letters.sending import Sending
from referee.desk.report import Done
from referee.post.reading import Mail, read_mail

GAMES = ("g1", "g2", "g3", "g4", "g5")
MARK = "ZZPOISONZZ"
EACH = 20
"""Normal letters to each game: a hundred in all, with the poisoned one among those to g3."""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A home of five games that everybody has accepted."""
    world = begin(tmp_path_factory.mktemp("poison") / "home", opening=())
    with world.desk.held():
        for game in GAMES[1:]:
            keeper.invite(world.desk, "thunder", PLAYERS, id=game, seed="07", options={})
    world.send()
    world.post(*(letter(world, game, seat, "accept\n") for game in GAMES for seat in PLAYERS))
    return world


@pytest.fixture
def world(opened: World, tmp_path: Path) -> World:
    """A copy of that home, in which a hundred and one letters wait, those to g3 first.

    Each says something else to the table.
    """
    world = copy(opened, tmp_path / "home")
    for game in ("g3", *(game for game in GAMES if game != "g3")):
        for n in range(EACH):
            if (n, game) == (EACH // 2, "g3"):
                put(world, letter(world, "g3", "loki", f"say {MARK}\n"))
            put(world, letter(world, game, ("thor", "loki")[n % 2], f"say number {n}\n"))
    return world


def letter(world: World, game: str, seat: str, body: str) -> bytes:
    """A letter of a seat in one of the games."""
    own = world.reply_to(seat).encode()
    return (
        simple(world, seat, body)
        .replace(own, world.reply_to(seat, game).encode())
        .replace(b"<plain", f"<{game}".encode())
    )


def put(world: World, raw: bytes) -> None:
    """A letter comes in, a minute later than the one before."""
    world.time += timedelta(minutes=1)
    world.desk.spool.put(raw, at=world.time)


def one_pass(world: World) -> Done:
    """One pass of the desk, by another process as it were."""
    world.fresh()
    with world.desk.held():
        return world.desk.run()


def answered(world: World, game: str) -> list[int]:
    """The numbers of the letters to a game that have their answers among the letters out, by their record."""
    out = [path.read_bytes() for path in world.desk.outbox.due()]
    ids = {found[1] for raw in out for found in re.finditer(rb"^In-Reply-To: <([^>]*)>", raw, re.MULTILINE)}
    said = [
        line.raw
        for entry in world.entries(game)
        for line in getattr(entry, "lines", ())
        if "number" in line.raw
    ]
    sent = [
        (n, ("thor", "loki")[n % 2], f"say number {n}\n") for n in (int(line.split()[-1]) for line in said)
    ]
    ends = {n: re.search(rb"<([^>]*)>", letter(world, game, seat, body)) for n, seat, body in sent}
    return [n for n, found in ends.items() if found and found[1] in ids]


def _recursion() -> NoReturn:
    _recursion()


def _memory() -> NoReturn:
    raise AssertionError(len(b"x" * (1 << 62)))


def _words() -> NoReturn:
    raise KeyError(f"{MARK}\x1b[2J\nlog: forged")


HOWS: dict[str, Callable[[], NoReturn]] = {
    "RecursionError": _recursion,
    "MemoryError": _memory,
    "KeyError": _words,
}


def poisoned(how: Callable[[], NoReturn]) -> Callable[..., Mail]:
    """A reader of mails to which the marked one does that."""

    def read(raw: bytes, *, own: tuple[str, ...] = ()) -> Mail:
        return how() if MARK.encode() in raw else read_mail(raw, own=own)

    return read


@pytest.mark.slow
@pytest.mark.parametrize("kind", HOWS)
def test_a_poisoned_mail_among_a_hundred(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    """Other games notice nothing. Its own game waits for two passes.

    In the third it is held, with the kind of error, and all others have answers.
    """
    monkeypatch.setattr(intake, "read_mail", poisoned(HOWS[kind]))
    for number in (1, 2):
        done = one_pass(world)
        assert [fault.why.key for _, fault in done.troubles] == ["letter-crashed"]  # type: ignore[attr-defined]
        assert done.held == []
        assert all(answered(world, game) == list(range(EACH)) for game in GAMES if game != "g3")
        assert len(answered(world, "g3")) == EACH // 2, number
    done = one_pass(world)
    assert answered(world, "g3") == list(range(EACH))
    (reason,) = world.held()
    assert re.fullmatch(rf"crashed {kind} in test_poison\.py:\d+", reason)
    assert [why for _, why in done.held] == [reason]
    assert one_pass(world) == Done()
    told = caplog.text + "".join(str(fault) for _, fault in done.troubles)
    assert kind in told
    assert MARK not in told
    assert "\x1b" not in told


@pytest.mark.slow
def test_a_poisoned_mail_of_a_stranger_stops_no_game(
    opened: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mail without a secret that we cannot handle: no game waits for it."""
    world = copy(opened, tmp_path / "home")
    monkeypatch.setattr(intake, "read_mail", poisoned(_recursion))
    put(world, b"From: x@y.example\r\nTo: referee@games.example\r\n\r\n" + MARK.encode())
    put(world, letter(world, "g2", "loki", "say number 1\n"))
    one_pass(world)
    assert answered(world, "g2") == [1]


@pytest.mark.slow
def test_a_mail_that_was_ruled_on_and_cannot_be_answered(
    opened: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the receipt itself fails, the letter is held as well, and the other seat has its letters all the same."""
    world = copy(opened, tmp_path / "home")
    real = Sending._put

    def put_or_crash(self: Sending, one: object) -> str:
        return _words() if getattr(one, "seat", "") == "thor" else real(self, one)  # type: ignore[arg-type]

    monkeypatch.setattr(Sending, "_put", put_or_crash)
    put(world, letter(world, "g2", "thor", "say hello\n"))
    put(world, letter(world, "g4", "loki", "say number 1\n"))
    for _ in range(3):
        one_pass(world)
        assert answered(world, "g4") == [1]
    assert [reason.split()[:2] for reason in world.held()] == [["crashed", "KeyError"]]
    assert "hello" in "".join(path.read_text() for path in world.desk.outbox.due() if ".loki." in path.name)


DEATHS = {
    "SIGKILL": "os.kill(os.getpid(), signal.SIGKILL)",
    "exit": "os._exit(3)",
}
PROGRAM = """
import os, resource, signal, sys
from referee.desk.intake import intake
from referee.__main__ import main
real = intake.read_mail
def read(raw, *, own=()):
    if b"{mark}" in raw:
        {death}
    return real(raw, own=own)
intake.read_mail = read
main()
"""


def process(world: World, death: str, *args: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a process of its own in which the marked mail does that."""
    program = PROGRAM.format(mark=MARK, death=death)
    command = [sys.executable, "-c", program, "--home", str(world.path), *args]
    wide = {**os.environ, "COLUMNS": "300"}
    return subprocess.run(command, capture_output=True, check=False, env=wide)  # noqa: S603  ourselves


@pytest.mark.slow
@pytest.mark.parametrize("death", DEATHS)
def test_a_mail_that_kills_us_among_a_hundred(world: World, death: str) -> None:
    """Three passes end at it; from the second on all other games have their answers.

    The fourth holds it and answers the rest.
    """
    for number in (1, 2, 3):
        assert process(world, DEATHS[death], "run").returncode not in {0, 1}
        world.fresh()
        if number > 1:
            assert all(answered(world, game) == list(range(EACH)) for game in GAMES if game != "g3")
    assert process(world, DEATHS[death], "run").returncode == 0
    world.fresh()
    assert world.held() == ["tries"]
    assert all(answered(world, game) == list(range(EACH)) for game in GAMES)
    found = process(world, "pass", "status")
    assert b"three times the process ended while it was read" in found.stdout


@pytest.mark.slow
def test_a_mail_that_takes_all_memory(world: World) -> None:
    """Where the system limits the memory, the letters after such a mail are answered in the same pass."""
    death = "resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29)); hoard = [bytearray(1 << 22) for _ in range(1000)]"
    for _ in range(3):
        assert process(world, death, "run").returncode == 1
        world.fresh()
        assert all(answered(world, game) == list(range(EACH)) for game in GAMES if game != "g3")
    assert [reason.split()[:2] for reason in world.held()] == [["crashed", "MemoryError"]]
    assert answered(world, "g3") == list(range(EACH))
    found = process(world, "pass", "status")
    assert b"it stopped us three times (MemoryError in <string>:8)" in found.stdout
