"""The guide for authors, walked through: every command in it ends well, and every change fits the file it is of."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "examples" / "AUTHORS.md"
BLOCK = re.compile(r"^```(sh|diff)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INSTALLED = "-m pip install -q --no-deps --no-build-isolation --target"


def changed(text: str, hunk: list[str]) -> str:
    """A file with one change: context and removed lines stand in it once; what only adds goes to its end."""
    old = "\n".join(line[1:] for line in hunk if not line.startswith("+"))
    new = "\n".join(line[1:] for line in hunk if not line.startswith("-"))
    if not old:
        return f"{text.rstrip()}\n{new}\n"
    assert text.count(f"{old}\n") == 1, old
    return text.replace(f"{old}\n", f"{new}\n")


def hunks(block: str) -> Iterator[tuple[str, list[str]]]:
    """The changes of a block, each with the file it is of."""
    for part in block.split("--- ")[1:]:
        name, *lines = part.rstrip("\n").split("\n")
        yield name, [line or " " for line in lines]


def test_a_change_fits_once_or_not_at_all() -> None:
    """Text that is missing, or there twice, is no change."""
    assert changed("a\nb\n", [" a", "+c", " b"]) == "a\nc\nb\n"
    assert changed("a\n", ["+c"]) == "a\nc\n"
    for text in ("b\n", "a\na\n"):
        with pytest.raises(AssertionError):
            changed(text, ["-a", "+b"])


@pytest.mark.slow
def test_the_guide_leads_from_nothing_to_a_whole_game(tmp_path: Path) -> None:
    """All commands and changes in their order, in a fresh folder; the package is installed beside."""
    (site := tmp_path / "site").mkdir()
    env = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(site),
        "PYTHONDONTWRITEBYTECODE": "1",
        "REFEREE_HOME": str(tmp_path / "home"),
    }
    here, done = tmp_path, 0
    for kind, block in BLOCK.findall(GUIDE.read_text("utf-8")):
        if kind == "diff":
            for name, lines in hunks(block):
                path = here / name
                path.write_text(changed(path.read_text("utf-8"), lines), "utf-8")
                done += 1
            continue
        script = block.replace("pip install -e .", f"{sys.executable} {INSTALLED} {site} .")
        script = re.sub(
            r"^(REFEREE_UPDATE=1 )?pytest",
            rf"\1{sys.executable} -m pytest -p no:cacheprovider",
            script,
            flags=re.MULTILINE,
        )
        script = re.sub(r"^referee ", f"{sys.executable} -m referee ", script, flags=re.MULTILINE)
        ran = subprocess.run(  # noqa: S603  ours
            ["/bin/sh", "-ec", f"{script}\npwd"],
            cwd=here,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
        )
        assert ran.returncode == 0, f"{block}\n{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
        here = Path(ran.stdout.rstrip().rpartition("\n")[2])
        done += block.count("\n")
    assert done > 25
    assert "Red looks at Blue's bid." in ran.stdout
