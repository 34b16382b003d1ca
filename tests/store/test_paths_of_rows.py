"""What comes out of a row of a store is a file of a home, or nothing is written: no row names another path."""

from typing import Any

import pytest

from referee.store import rows
from referee.store.parts import HOUSE, is_stored, refuse_other_part
from referee.store.rows import EVERYTHING
from referee.util.errors import Faulty

OURS = (
    "games/g1/record.yaml",
    "games/g7/",
    "seats/0123abcd",
    "post/done/2026-11-20/20261120T090000000000Z-0123456789abcdef",
    "post/done/umlaut \u00e4/x",
    "post/clock/.passed",
    "company.yaml",
    "restored",
)
OTHERS = (
    "",
    "/",
    "/etc/passwd",
    "../key",
    "key",
    "config.yaml",
    "signing-key",
    "work/x",
    "games/../key",
    "games/../../x",
    "games/g1/..",
    "games/g1/.",
    "games//g1",
    "./games/g1/record.yaml",
    "post/tmp/x",
    "games/g1/lock",
    "games/g1/.record.yaml.01234567.tmp",
    "games/g1/a\nb",
    "games/g1/a\0b",
    "games/" + "a" * 2000,
    "gamesx/g1",
    "games/g1/record.yaml//",
)


class Link:
    """A link whose table of files has one row."""

    def __init__(self, *row: Any) -> None:
        """The row as PostgreSQL gives it."""
        self.row = row

    def execute(self, *_: Any) -> list[Any]:
        """The row, whatever is asked."""
        return [self.row]


def news(path: str, *, size: int = 3, mode: int = 0o600, at: float = 1.7e9) -> Any:
    """What a working folder is told of a file."""
    return rows.news(Link(path, size, mode, "7", "7", False, at), EVERYTHING, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", OURS)
def test_files_of_a_home_count(path: str) -> None:
    """Those that a folder of a home has, and folders with nothing in them."""
    assert is_stored(path)
    assert [one.path for one in news(path)] == [path]


@pytest.mark.parametrize("path", OTHERS)
def test_any_other_path_is_refused(path: str) -> None:
    """Whatever leads out of what is stored, by any detour; the row is named."""
    with pytest.raises(Faulty) as told:
        news(path)
    assert told.value.why.key == "store-path"


@pytest.mark.parametrize(
    "odd",
    [
        {"size": -1},
        {"size": 1 << 50},
        {"mode": 0o4755},
        {"mode": -1},
        {"at": -1.0},
        {"at": float("nan")},
        {"at": 1e12},
    ],
)
def test_sizes_modes_and_times_are_bounded(odd: dict[str, Any]) -> None:
    """No file of a home is so long, may do so much, or is of such a time."""
    with pytest.raises(Faulty):
        news("games/g1/record.yaml", **odd)


@pytest.mark.parametrize("part", ["..", "../g1", "g1/x", "G1", "/", "g1\n", "a" * 40])
def test_a_part_is_a_game_or_the_house(part: str) -> None:
    """A job tells it, and a folder is called so."""
    refuse_other_part("g1")
    refuse_other_part(HOUSE)
    with pytest.raises(Faulty):
        refuse_other_part(part)
