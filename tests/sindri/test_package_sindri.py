"""Sindri's Forge as a package: how long it is, and that rulebook, code and tests cite the same numbers."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from forge import sindri  # noqa: F401  fixture

from referee.engine.rules import cited
from referee.house.rulebook import rulebook
from referee.telling.authored import playable

PACKAGE = Path(__file__).parents[2] / "examples" / "sindri" / "sindri"


def code(source: str) -> Iterator[str]:
    """Its lines that are neither blank nor said in words."""
    said = set[int]()
    for node in ast.walk(ast.parse(source)):
        for one in getattr(node, "body", []) if isinstance(getattr(node, "body", None), list) else []:
            if (
                isinstance(one, ast.Expr)
                and isinstance(one.value, ast.Constant)
                and isinstance(one.value.value, str)
            ):
                said |= {*range(one.lineno, (one.end_lineno or one.lineno) + 1)}
    for number, line in enumerate(source.split("\n"), 1):
        if line.strip() and number not in said and not line.strip().startswith("#"):
            yield line


def test_the_game_is_short() -> None:
    """Seats, sealed bids, dice, cards in another's turn, a master: less than 400 lines of code.

    A game need not say in which worlds a seat could be; this one does, in a module of its own.
    """
    modules = [path for path in PACKAGE.glob("*.py") if path.name != "imagined.py"]
    assert sum(1 for path in modules for _ in code(path.read_text("utf-8"))) < 400


def test_rulebook_code_and_tests_cite_the_same_numbers(sindri: Any) -> None:  # noqa: F811
    """Each rule of the rulebook is carried out by the code, and has a test under its number."""
    assert sindri
    written = set(rulebook("sindri").rules)
    assert written == {number for number, _, _ in cited("sindri") if not number.startswith("H")}
    tests = (Path(__file__).parent / "test_rules.py").read_text("utf-8")
    assert written == {f"{a}.{b}" for a, b in re.findall(r"def test_(\d)_(\d)_", tests)}


def test_nothing_of_it_is_missing(sindri: Any) -> None:  # noqa: F811
    """Every event has a sentence, every key a text, every page a template."""
    assert playable("sindri") is sindri
