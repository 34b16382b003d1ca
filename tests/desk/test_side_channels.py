"""The list of side channels (`side_channels.yaml`): each has existing tests, or a reason why it is harmless."""

import ast
from functools import cache
from pathlib import Path

import pytest

from referee.util import plainyaml

HERE = Path(__file__).parents[1]
LIST = HERE / "side_channels.yaml"


@cache
def rows() -> list[dict[str, object]]:
    """The list."""
    found = plainyaml.read_all(LIST.read_bytes(), LIST.name)[0].value
    assert isinstance(found, list)
    return found


@cache
def functions_in(name: str) -> frozenset[str]:
    """The tests of a file."""
    tree = ast.parse((HERE / name).read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def named(row: dict[str, object]) -> list[str]:
    """The tests that a row names."""
    tests = row.get("tests", [])
    assert isinstance(tests, list)
    return tests


def test_a_channel_stands_there_once() -> None:
    """No two rows are about the same channel, and a row has a test, a reason, or both, and nothing else."""
    channels = [row["channel"] for row in rows()]
    assert len(channels) == len(set(channels))
    assert all(row.keys() <= {"channel", "tests", "reason"} for row in rows())
    assert all(named(row) or row.get("reason") for row in rows())


@pytest.mark.parametrize("row", rows(), ids=lambda row: str(row["channel"])[:60])
def test_each_test_that_is_named_is_there(row: dict[str, object]) -> None:
    """A row names tests by file and function, and a test is found under each name."""
    for test in named(row):
        file, _, function = test.partition("::")
        assert function.startswith("test_")
        assert function in functions_in(file), test
