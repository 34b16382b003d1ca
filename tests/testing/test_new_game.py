"""`referee new-game`: a package that installs, plays by mail in two languages, and passes its own tests at once."""

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.club import Club, by_mail
from support.command import Command, home, referee  # noqa: F401  fixtures
from support.sizes import only_full

from referee.house.games import find
from referee.table.audit import audit
from referee.testing.packages import COLOURS


def run(*args: str | Path, cwd: Path, site: Path | None = None) -> str:
    """What a program says, which ends well; with the packages of a folder."""
    path = {"PYTHONPATH": str(site)} if site else {}
    done = subprocess.run(  # noqa: S603  ours
        (sys.executable, *args),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        cwd=cwd,
        env={**os.environ, **path, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for packages, which this process knows as long as the test runs."""
    (folder := tmp_path / "site").mkdir()
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    yield folder
    for name in [name for name in sys.modules if name.partition("_")[0] == "sky"]:
        del sys.modules[name]
    find.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [("sky_high", 2), pytest.param("sky_low", 4, marks=only_full)])
def test_a_new_game_installs_plays_and_passes(tmp_path: Path, site: Path, name: str, seats: int) -> None:
    """From nothing: the project, its package, its tests, the check, and a whole game by mail, one seat in German."""
    project = tmp_path / "project"
    said = run("-m", "referee", "new-game", name, "--seats", str(seats), "--out", project, cwd=tmp_path)
    assert str(project) in said
    run(
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "--target",
        site,
        project,
        cwd=tmp_path,
    )
    passed = run("-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=project, site=site)
    assert re.search(r"^\d+ passed", passed, re.MULTILINE)
    assert "nothing is missing" in run("-m", "referee", "check-game", ".", cwd=project)
    assert "nothing is missing" in run("-m", "referee", "check-game", name, cwd=tmp_path, site=site)
    importlib.invalidate_caches()
    find.cache_clear()
    game = find(name)
    assert (game.title, game.seats) == (name.replace("_", " ").title(), tuple(COLOURS)[:seats])
    for seed in range(9):
        (folder := tmp_path / f"mail{seed}").mkdir()
        club = Club(folder, name, game.seats, ("en", "de"))
        table, sent = by_mail(club, seed)
        if not any(order.startswith(("decline", "ablehnen")) for order in sent):
            break
    assert table.outcome is not None
    assert table.outcome.rule == "3.1"
    assert audit(table).clean
    words = {re.sub(r"^@\S+ ", "", order).split()[0] for order in sent}
    assert {"accept", "annehmen", "bid", "leg"} <= words
    assert any("Deine Zahlen: " in one.text for one in club.boxes["blue"])
    assert any("Your numbers: " in one.text for one in club.boxes["red"])


@pytest.mark.parametrize("name", ["", "Mill", "1st", "a-b", "a__b", "x" * 31])
def test_a_name_that_no_game_can_have_is_refused(referee: Command, tmp_path: Path, name: str) -> None:  # noqa: F811
    """Nothing is written."""
    ran = referee("new-game", name, "--out", str(tmp_path / "x"))
    assert (ran.code, "no name of a game" in ran.err) == (2, True), ran.err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("name", ["thunder", "json", "referee"])
def test_a_name_that_is_taken_is_refused(referee: Command, tmp_path: Path, name: str) -> None:  # noqa: F811
    """By a game, or by any other module."""
    ran = referee("new-game", name, "--out", str(tmp_path / "x"))
    assert (ran.code, "there already" in ran.err) == (2, True), ran.err


def test_nothing_is_written_over(referee: Command, tmp_path: Path) -> None:  # noqa: F811
    """A folder that holds something is left as it is."""
    (tmp_path / "mine.txt").write_text("mine")
    ran = referee("new-game", "sky_high", "--out", str(tmp_path))
    assert ran.code != 0
    assert [one.name for one in tmp_path.iterdir()] == ["mine.txt"]
