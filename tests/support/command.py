"""The command `referee` for tests: run in this process, on a home of its own."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.cli import run
from referee.util.values import Value

DEPLOY = ("play", "g1", "--seat", "loki", "deploy dragon, frigg, ravens")
"""A letter that is played completely in the game opened with the seed 07."""


class Ran(Value, dict=True):
    """The result of one run of the command: its exit code, stdout and stderr."""

    code: int
    out: str
    err: str

    @property
    def doc(self) -> Any:
        """The document on stdout."""
        return json.loads(self.out)


Command = Callable[..., Ran]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder that does not exist yet, which the command uses."""
    path = tmp_path / "home"
    monkeypatch.setenv("REFEREE_HOME", str(path))
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("REFEREE_DEBUG", "_REFEREE_COMPLETE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return path


@pytest.fixture
def referee(home: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command, run in this process on that home."""
    assert not home.exists()

    def ran(*args: str) -> Ran:
        capsys.readouterr()
        code = run(args)
        return Ran(code, *capsys.readouterr())

    return ran


@pytest.fixture
def game(referee: Command) -> Command:
    """The same, with a game g1 opened with the seed 07."""
    assert referee("open", "thunder", "--seed", "07").code == 0
    return referee


def process(*args: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """The command as a separate process; its stderr is caught, and by default its stdout."""
    command = [sys.executable, "-m", "referee", *args]
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **more}
    return subprocess.run(command, check=False, **given)  # noqa: S603  ourselves


def record_of(home: Path) -> Path:
    """The path of the record of g1."""
    return home / "games" / "g1" / "record.yaml"


def spoil(record: Path) -> None:
    """Change one letter in the first entry of a record."""
    data = record.read_bytes()
    at = data.index(b"Shuffled")
    record.write_bytes(data[:at] + b"s" + data[at + 1 :])
