"""What awkward mails cost, and that the real program takes them all: no tracebacks, exit 0, one second, 256 MiB."""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryFile

import pytest
from awkward.case import Case
from awkward.costs import MEBIBYTES, SECONDS
from awkward.every import BOMBS, CASES
from awkward.world import World, begin, copy, simple
from support.weighed import Ran, weighed

from referee.post.spool import Spool

HERE = Path(__file__).parents[1]
SAMPLE = tuple(case for at, case in enumerate(CASES) if at % 20 == 0 and not case.prepare)
"""Every twentieth of the awkward mails goes through the program itself."""


def ran(home: Path, *args: str, letter: Iterable[bytes] = ()) -> Ran:
    """The command in a process of its own, with its letter on standard input."""
    with TemporaryFile() as given:
        given.writelines(letter)
        given.seek(0)
        return weighed(sys.executable, "-m", "referee", "--home", home, *args, given=given)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress; tests play on with copies of it."""
    return begin(tmp_path_factory.mktemp("costs") / "home")


@pytest.mark.slow
@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.name)
def test_an_awkward_mail_through_the_program(played: World, tmp_path: Path, case: Case) -> None:
    """`referee mail` takes it silently with 0, `referee run` gives the same as the desk here, and both are cheap."""
    here, there = copy(played, tmp_path / "here"), copy(played, tmp_path / "there")
    letter = case.build(there)
    taken = ran(there.path, "mail", letter=[letter])
    assert (taken.code, taken.printed) == (0, b"")
    done = ran(there.path, "run")
    assert done.code == 0
    assert b"Traceback" not in done.printed
    for one in (taken, done):
        assert one.seconds <= 2 * SECONDS  # the interpreter and everything it loads
        assert one.mebibytes <= MEBIBYTES
    came = here.post(letter)
    there.fresh()
    assert there.held() == here.held() == [case.held] * bool(case.held)
    assert there.put_away() == here.put_away()
    told = [[(one.verdict, one.raw) for one in w.entries()[-1].lines] for w in (here, there) if came.entries]
    assert told[:1] == told[1:]
    assert len(list(there.desk.outbox.due())) == len(came.out)


@pytest.mark.slow
def test_a_hundred_megabytes_on_standard_input(played: World, tmp_path: Path) -> None:
    """A letter of 100 MB is drained and held, never complete in memory or on the disk; the next letter is answered."""
    world = copy(played, tmp_path / "home")
    letter = simple(world, "loki", "draw\n")
    taken = ran(world.path, "mail", letter=[letter, *[b"x" * 1_000_000] * 100])
    assert (taken.code, taken.printed) == (0, b"")
    assert taken.seconds <= SECONDS
    assert taken.mebibytes <= MEBIBYTES // 2
    (name,) = Spool(world.path / "post").waiting()
    assert (world.path / "post" / "new" / name).stat().st_size <= 1_100_000
    assert ran(world.path, "mail", letter=[letter]).code == 0
    done = ran(world.path, "run")
    assert done.code == 0
    assert done.mebibytes <= MEBIBYTES
    world.fresh()
    assert (world.held(), world.put_away()) == (["mail-too-large"], played.put_away() + 1)


@pytest.mark.slow
def test_what_bombs_cost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each bomb in its own process takes at most a second of processor time and 256 MiB, and nothing fails."""
    script = [sys.executable, str(HERE / "awkward" / "measure.py"), str(tmp_path)]
    names = [case.name for case in BOMBS]
    found = subprocess.run([*script, *names], capture_output=True, check=True)  # noqa: S603  ourselves
    rows = [json.loads(line) for line in found.stdout.splitlines()]
    assert [row["name"] for row in rows] == names
    for row in rows:
        assert (row["seconds"] <= SECONDS, row["mebibytes"] <= MEBIBYTES, row["troubles"]) == (
            True,
            True,
            [],
        ), row
    slowest, largest = max(rows, key=lambda row: row["seconds"]), max(rows, key=lambda row: row["mebibytes"])
    with capsys.disabled():
        print(f"\n{len(rows)} bombs; slowest {slowest}; largest {largest}")
