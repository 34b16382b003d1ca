"""What a user names is read only if it is a file: a pipe, a folder or a loop of links is told, and never waited for."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import Command, home, referee

__all__ = ["home", "referee"]
NO, DATA, NO_INPUT, CANNOT_READ = 1, 65, 66, 74
RECORD = Path(__file__).parents[2] / "examples" / "thunder" / "treasure-lost" / "record.yaml"


def loop(path: Path) -> None:
    """A link to itself."""
    path.symlink_to(path)


def gone(path: Path) -> None:
    """A link to nothing."""
    path.symlink_to(path.with_name("nothing"))


NONE: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "loop": loop,
    "gone": gone,
}


@pytest.mark.parametrize("kind", NONE)
def test_what_is_no_file_is_not_read(kind: str, tmp_path: Path, referee: Command) -> None:
    """By no verb that takes a text, a deck, a letter, notes or records."""
    there = tmp_path / "there.yaml"
    NONE[kind](there)
    for verb in (
        ("import", str(there), "--out", str(tmp_path / "out")),
        ("open", "thunder", "--option", f"deck={there}"),
        ("verify", str(RECORD), "--notes", str(there)),
        ("handbook", "thunder", "--option", f"deck={there}"),
    ):
        assert referee(*verb).code in (NO, 2, DATA, NO_INPUT), (kind, verb)
    assert referee("check", str(tmp_path)).code in (0, NO, NO_INPUT, DATA)


@pytest.mark.parametrize("kind", [*NONE, "empty"])
def test_notes_beside_a_record_that_are_none_are_wrong(kind: str, tmp_path: Path, referee: Command) -> None:
    """An empty notebook, a pipe, a folder or a link to nothing in its place is named by `verify`."""
    (tmp_path / "record.yaml").write_bytes(RECORD.read_bytes())
    NONE.get(kind, Path.touch)(tmp_path / "notes.yaml")
    ran = referee("verify", str(tmp_path / "record.yaml"))
    assert ran.code == NO
    assert "WRONG" in ran.out
    assert "notes.yaml" in ran.out.partition("WRONG")[2]
