"""Every command of the README and of the manuals is run as it stands there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
MANUALS = (
    "examples",
    "examples/annotated",
    "examples/archive",
    "examples/hammer_of_thor",
    "examples/host",
    "examples/disputes",
    "examples/verify",
    "grammar",
)
"""Where the manuals are whose commands go on from those of the README."""


@pytest.mark.slow
def test_every_shell_command_of_the_readme_works(tmp_path: Path) -> None:
    """The blocks for the shell, of it and of the manuals, one after another in one folder, all end well."""
    texts = [README, *((ROOT / folder / "README.md").read_text("utf-8") for folder in MANUALS)]
    texts.append((ROOT / "examples" / "exchange.md").read_text("utf-8"))
    blocks = [
        one for text in texts for one in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    ]
    assert len(blocks) >= 5
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    script = "set -e\numask 077\n" + "".join(blocks)
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    env |= {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(  # noqa: S603
        ["/bin/sh", "-c", script.replace("referee ", f'"{sys.executable}" -m referee ')]
        if not (Path(sys.executable).parent / "referee").exists()
        else ["/bin/sh", "-c", script],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout[-2000:]


def test_the_readme_is_short() -> None:
    """At most 200 lines: the rest stands in a manual, which it names."""
    assert README.count("\n") <= 200
    assert [one for one in MANUALS[1:] if f"({one}/README.md)" not in README] == []


def test_ci_runs_the_very_commands_of_the_readme() -> None:
    """The two commands for a fresh machine stand in a block of their own, which CI reads and runs."""
    block = re.search(r"^```\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert block is not None
    first, second = block[1].strip().split("\n")
    assert first.startswith("python3 -m venv .venv &&")
    assert "pytest" in second
    assert "README.md" in (ROOT / ".ci" / "run").read_text("utf-8")


@pytest.mark.slow
def test_the_pictures_are_those_that_are_drawn_today() -> None:
    """The README shows a report with the words that a golden game still gives, and a board as it is drawn."""
    from html import unescape

    from picture import BOARD, REPORT, board, report

    drawn = unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", REPORT.read_text("utf-8"))))
    words = drawn.replace("\N{NO-BREAK SPACE}", " ").split()
    assert set(report().split()) <= set(words)
    assert BOARD.read_text("utf-8") == board()
