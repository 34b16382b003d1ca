"""The house itself: who imports whom, how long modules and functions are, that numbers are kept equal."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import yaml

import referee
from referee.game import find
from referee.rules import cited

ROOT = Path(referee.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
LONGEST_MODULE, LONGEST_FUNCTION = 400, 40
GAMES = ("thunder",)


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """The modules of this package that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("referee"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("referee"))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_and_functions_are_short(path: Path) -> None:
    """No module is over 400 lines, no function over 40."""
    source = path.read_text("utf-8")
    assert source.count("\n") <= LONGEST_MODULE
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, node.name


DESK = ("referee.table", "referee.home", "referee.stores", "referee.record", "referee.entries", "referee.cli")
MAY_NOT: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("referee.games", (*DESK, "referee.report", "referee.receipt", "referee.catalog", "referee.play")),
    ("referee.report", (*DESK, "referee.games.thunder.table")),
    ("referee.told", (*DESK, "referee.games.thunder.table")),
    ("referee.receipt", (*DESK, "referee.games.thunder.table")),
    ("referee.rules", ("referee.",)),
    ("referee.events", (*DESK, "referee.games", "referee.game", "referee.play", "referee.report")),
    ("referee.play", (*DESK, "referee.games", "referee.report", "referee.catalog")),
    (
        "referee.record",
        ("referee.games", "referee.play", "referee.table", "referee.entries", "referee.report"),
    ),
    ("referee.worlds", (*DESK, "referee.games", "referee.report")),
)


@pytest.mark.parametrize(("who", "whom"), MAY_NOT, ids=[who for who, _ in MAY_NOT])
def test_imports_go_one_way(who: str, whom: tuple[str, ...]) -> None:
    """Games know rules, events and lots; reports know events and views; only the desk knows all."""
    mine = [path for path in MODULES if name_of(path) == who or name_of(path).startswith(who + ".")]
    assert mine
    for path in mine:
        assert not [one for one in imports(path) if one.startswith(whom)], path


FORBIDDEN = frozenset({"time", "datetime", "random", "secrets", "socket", "os", "subprocess", "urllib"})


def test_games_have_no_clock_network_or_chance() -> None:
    """No module of a game imports a clock, the network, or chance; samples of moves are given theirs."""
    for path in (ROOT / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                assert not {alias.name.split(".")[0] for alias in node.names} & FORBIDDEN, path
            if isinstance(node, ast.ImportFrom):
                names = {alias.name for alias in node.names}
                assert (node.module or "").split(".")[0] not in FORBIDDEN or names == {"Random"}, path


def numbers_in_rulebook(game: str) -> set[str]:
    """Every number that the rulebook of a game lists."""
    text = (ROOT / "games" / game / "rulebook.yaml").read_text("utf-8")
    book = yaml.safe_load(text)
    return {str(rule["number"]) for chapter in book["chapters"] for rule in chapter["rules"]}


@pytest.mark.parametrize("game", GAMES)
def test_code_and_rulebook_hold_the_same_numbers(game: str) -> None:
    """Every rule of the rulebook is cited by the code that carries it out, and no other is."""
    package = type(find(game)).__module__
    for path in (ROOT / "games" / game).glob("*.py"):
        import_module(name_of(path))
    assert {number for number, _, _ in cited(package)} == numbers_in_rulebook(game)


@pytest.mark.parametrize("game", GAMES)
def test_tests_and_rulebook_hold_the_same_numbers(game: str) -> None:
    """Every rule of the rulebook has a test under its number, and no test bears a number that is none."""
    found = set()
    for path in (Path(__file__).parent / game).glob("test_*.py"):
        for name in re.findall(r"^def test_(\d+_\d+)_", path.read_text("utf-8"), re.MULTILINE):
            found.add(name.replace("_", "."))
    assert found == numbers_in_rulebook(game)
