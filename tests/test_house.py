"""The house itself: who imports whom, how long modules and functions are, that numbers are kept equal."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

import pytest
import yaml

import referee
from referee.engine.rules import cited
from referee.house.games import BUILT_IN, find

ROOT = Path(referee.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
LONGEST_MODULE, LONGEST_FUNCTION = 400, 40
GAMES = tuple(sorted(BUILT_IN))
NINE_RUNES = ROOT.parent / "examples" / "nine_runes" / "nine_runes"


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """What a module imports of this package, anywhere in it."""
    yield from imported(ast.walk(ast.parse(path.read_text("utf-8"))))


def imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """What these statements import of this package."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("referee."):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if f"{alias.name}.".startswith("referee."))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_and_functions_are_short(path: Path) -> None:
    """No module is over 400 lines, no function over 40."""
    source = path.read_text("utf-8")
    assert source.count("\n") <= LONGEST_MODULE
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, node.name


ROOMS = (
    "util",
    "engine",
    "games",
    "notation",
    "house",
    "record",
    "table",
    "telling",
    "api",
    "home",
    "post",
    "verify",
    "desk",
    "testing",
    "cli",
    "",
)
"""The rooms, as each may import those before it; the last is the front door, `referee` itself, and `python -m referee`."""
MOST_IN_A_ROOM = 30


def room_of(name: str) -> str:
    """The room of a module, by its dotted name."""
    room = f"{name}.".split(".")[1]
    return "" if room == "__main__" else room


def upward(name: str, tree: ast.AST) -> list[str]:
    """What a module imports of rooms that come after its own, wherever in it, for whatever."""
    return [one for one in imported(ast.walk(tree)) if ROOMS.index(room_of(one)) > ROOMS.index(room_of(name))]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    """From each room to those before it: no exception, whether at the head, within a function, or for types."""
    assert not upward(name_of(path), ast.parse(path.read_text("utf-8")))


@pytest.mark.parametrize(
    "line",
    [
        "from referee.desk.keeper import invite",
        "import referee.desk.keeper",
        "from referee import desk",
        "def f() -> None:\n    from referee.desk import keeper",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from referee.desk.desk import Desk",
        "class C:\n    from referee.api import Table",
    ],
)
def test_an_import_of_a_room_to_come_is_found(line: str) -> None:
    """Late, lazy or typed: each is one."""
    assert upward("referee.table.table", ast.parse(line))
    assert not upward("referee.cli.show", ast.parse(line))


def needs_of(path: Path) -> set[str]:
    """The modules that a module imports, anywhere in it, itself left out."""
    names = {name_of(one) for one in MODULES}
    found = {one if one in names else one.rpartition(".")[0] for one in imports(path)}
    return found - {name_of(path)}


def circles(needs: dict[str, set[str]]) -> set[str]:
    """The modules that need themselves by way of others."""
    return {name for name in needs if name in reached(needs, name)}


def reached(needs: dict[str, set[str]], start: str) -> set[str]:
    """All modules that one needs, and those that these need."""
    found, left = set[str](), [start]
    while left:
        more = needs.get(left.pop(), set()) - found
        found |= more
        left += more
    return found


def test_no_module_needs_itself() -> None:
    """Every import counted, there is no circle of any size."""
    assert circles({"a": {"b"}, "b": {"a"}, "c": {"a"}}) == {"a", "b"}
    assert circles({name_of(path): needs_of(path) for path in MODULES}) == set()


def test_the_map_is_that_of_the_folders() -> None:
    """The map in `referee/__init__.py` names each room in its order, the README quotes it, and its path is of modules."""
    text = referee.__doc__ or ""
    rows = re.findall(r"^    ([a-z]+) {2,}(\S.*)$", text, re.MULTILINE)
    assert [name for name, _ in rows] == list(ROOMS[:-1])
    assert {room_of(name_of(path)) for path in MODULES} == set(ROOMS)
    readme = (ROOT.parent / "README.md").read_text("utf-8")
    assert not [line for line in rows if f"{line[0]:<9} {line[1]}" not in readme]
    there = {name_of(path) for path in MODULES}
    steps = re.findall(r"`([a-z]+\.[a-z]+)`", text.partition("The path of a letter")[2])
    assert len(steps) > len(ROOMS) / 2
    assert not [one for one in steps if f"referee.{one}" not in there]


def test_rooms_are_small() -> None:
    """No folder has more than 30 modules, those of the games apart."""
    folders = Counter(path.parent for path in MODULES if ROOT / "games" not in path.parents)
    assert max(folders.values()) <= MOST_IN_A_ROOM, folders.most_common(3)


FOR_GAMES = (
    "referee.engine",
    "referee.util.errors",
    "referee.util.plainyaml",
    "referee.util.values",
)
"""All that a game may know of the house."""


def known_as(one: str, known: tuple[str, ...]) -> bool:
    """Whether what is imported is one of these modules, or something in one of them."""
    return any(one == name or one.startswith(f"{name}.") for name in known)


@pytest.mark.parametrize("folder", [*(ROOT / "games").glob("[!_]*"), NINE_RUNES], ids=lambda path: path.name)
def test_games_know_little_of_the_house_and_nothing_of_each_other(folder: Path) -> None:
    """A game imports itself and what is made for games; of another package it could not have more."""
    mine = f"referee.games.{folder.name}"
    found = {one for path in folder.rglob("*.py") for one in imports(path)}
    assert found
    assert {one for one in found if not known_as(one, (*FOR_GAMES, mine))} == set()


@pytest.mark.slow
def test_nothing_of_the_house_knows_a_game() -> None:
    """Games are found by their names: no module outside of a game imports one of it."""
    outside = [path for path in MODULES if ROOT / "games" not in path.parents]
    assert len(outside) > len(MODULES) / 3
    assert not [path for path in outside for one in imports(path) if one.startswith("referee.games")]


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
    numbers = {number for number, _, _ in cited(package) if not number.startswith("H")}
    assert numbers == numbers_in_rulebook(game)


@pytest.mark.parametrize("game", GAMES)
def test_tests_and_rulebook_hold_the_same_numbers(game: str) -> None:
    """Every rule of the rulebook has a test under its number, and no test bears a number that is none."""
    found = set()
    for path in (Path(__file__).parent / game).glob("test_*.py"):
        for name in re.findall(r"^def test_(\d+_\d+)_", path.read_text("utf-8"), re.MULTILINE):
            found.add(name.replace("_", "."))
    assert found == numbers_in_rulebook(game)
