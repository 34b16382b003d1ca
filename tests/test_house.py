"""The house itself: who imports whom, how long modules and functions are, that numbers are kept equal."""

import ast
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

import pytest
import yaml

import referee
from referee.game import BUILT_IN, find
from referee.rules import cited

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


def at_once(path: Path) -> Iterator[str]:
    """The modules of this package that are loaded with a module: not those imported within functions, or for types."""
    left: list[ast.AST] = list(ast.parse(path.read_text("utf-8")).body)
    names = {name_of(one) for one in MODULES}
    while left:
        node = left.pop()
        if isinstance(node, ast.FunctionDef) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        ):
            continue
        left += ast.iter_child_nodes(node)
        yield from (one if one in names else one.rpartition(".")[0] for one in imported([node]))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_and_functions_are_short(path: Path) -> None:
    """No module is over 400 lines, no function over 40."""
    source = path.read_text("utf-8")
    assert source.count("\n") <= LONGEST_MODULE
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, node.name


DESK = (
    *("referee.table", "referee.home", "referee.stores", "referee.record", "referee.entries", "referee.cli"),
    *("referee.desk", "referee.keeper", "referee.roster", "referee.config"),
)
TELLING = ("referee.catalog", "referee.told", "referee.report", "referee.receipt", "referee.bodies")
MAY_NOT: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("referee.games", (*DESK, *TELLING, "referee.play", "referee.notation")),
    ("referee.report", DESK),
    ("referee.told", DESK),
    ("referee.receipt", DESK),
    ("referee.pictures", (*DESK, "referee.play", "referee.receipt", "referee.bodies", "referee.outgoing")),
    ("referee.catalog", (*DESK, "referee.play", "referee.told", "referee.report")),
    ("referee.rules", ("referee.",)),
    ("referee.events", (*DESK, *TELLING, "referee.game", "referee.play")),
    ("referee.play", (*DESK, *TELLING)),
    ("referee.record", ("referee.play", "referee.table", "referee.entries", *TELLING)),
    ("referee.worlds", (*DESK, *TELLING)),
    ("referee.customs", (*DESK, *TELLING, "referee.play", "referee.house", "referee.notation")),
    ("referee.base", (*DESK, *TELLING, "referee.play", "referee.notation")),
    ("referee.notation", (*DESK, *TELLING, "referee.play")),
    ("referee.words", (*DESK, *TELLING, "referee.play", "referee.notation")),
    ("referee.translations", (*DESK, "referee.play", "referee.told", "referee.report", "referee.notation")),
    ("referee.languages", (*DESK, *TELLING, "referee.play", "referee.notation")),
    ("referee.spoken", (*DESK, *TELLING, "referee.play")),
    ("referee.letters", (*DESK, *TELLING, "referee.play", "referee.notation")),
)


@pytest.mark.parametrize(("who", "whom"), MAY_NOT, ids=[who for who, _ in MAY_NOT])
def test_imports_go_one_way(who: str, whom: tuple[str, ...]) -> None:
    """Games know rules, events and lots; reports know events and views; only the desk knows all."""
    mine = [path for path in MODULES if name_of(path) == who or name_of(path).startswith(who + ".")]
    assert mine
    for path in mine:
        assert not [one for one in imports(path) if one.startswith(whom)], path


KNOWN_TO: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("referee.options", ("referee.game", "referee.plainyaml")),
    ("referee.decklist", ("referee.game", "referee.plainyaml")),
    ("referee.file_schemas", ("referee.options", "referee.decklist")),
    ("referee.tails", ("referee.folding",)),
    ("referee.defaults", ("referee.customs",)),
)


@pytest.mark.parametrize(("who", "known"), KNOWN_TO, ids=[who for who, _ in KNOWN_TO])
def test_what_games_share_rests_on_little(who: str, known: tuple[str, ...]) -> None:
    """The modules that games are put together of know these few others, and nothing else of the house."""
    (path,) = [path for path in MODULES if name_of(path) == who]
    assert {one for one in imports(path) if not known_as(one, known)} == set()


FOR_GAMES = (
    *("referee.base", "referee.options", "referee.customs", "referee.decklist", "referee.file_schemas"),
    "referee.decks",
    *("referee.events", "referee.game", "referee.house", "referee.lots", "referee.moves"),
    *("referee.plainyaml", "referee.rules", "referee.defaults", "referee.values"),
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


def test_no_module_needs_itself() -> None:
    """Whatever a module imports when it is loaded has been loaded before: there is no circle."""
    needs = {name_of(path): set(at_once(path)) for path in MODULES}
    left = dict(needs)
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    assert left == {}


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
