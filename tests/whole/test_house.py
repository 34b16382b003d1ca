"""The house itself: who imports whom, and that numbers are kept equal."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest
import yaml
from support.source import nodes

import referee
from referee import house
from referee.engine.rules import NUMBER, cited
from referee.house.chapters import CHAPTERS
from referee.house.games import BUILT_IN
from referee.house.rulebook import rulebook
from referee.telling.translations import messages
from referee.util.translations import ENGLISH, HOUSE, languages, translated

ROOT = Path(referee.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
BOOKS = (HOUSE, *sorted(BUILT_IN))
"""Whose rulebooks there are: the house's, and those of the games."""
NINE_RUNES = ROOT.parent / "examples" / "nine_runes" / "nine_runes"


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> tuple[str, ...]:
    """What a module imports of this package, anywhere in it."""
    return tuple(imported(nodes(path)))


def imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """What these statements import of this package."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("referee."):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if f"{alias.name}.".startswith("referee."))
        elif isinstance(node, ast.Call) and called(node.func) in BY_NAME:
            texts = (one.value for one in node.args if isinstance(one, ast.Constant))
            yield from (one for one in texts if isinstance(one, str) and one.startswith("referee."))


def called(func: ast.expr) -> str:
    """The name of what is called, without what it is an attribute of; "" for what has none."""
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


BY_NAME = frozenset({"import_module", "__import__", "find_spec", "LazyLoader"})
"""Calls by which a module is imported by its name."""


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
    "archive",
    "desk",
    "testing",
    "adapters",
    "partner",
    "store",
    "cli",
    "",
)
"""The rooms; each may import those before it. The last is the front door, `referee` itself, and `python -m referee`."""

BESIDE_THE_ROOMS = {
    "whole": "the program as a whole: golden games, README, words, this guard",
    "hosting": "real mail servers, real processes, real kills",
    "sindri": "a game of `examples/`",
    **dict.fromkeys((*BUILT_IN, "hammer_of_thor"), "a game's rules, chapter by chapter"),
}
"""Where tests lie that are about no one room."""


def test_tests_lie_in_the_room_they_are_about() -> None:
    """The tests of a room have its name, so that one finds them.

    What tests share lies in `tests/support`, scripts at the top.
    """
    tests = ROOT.parent / "tests"
    for path in tests.rglob("test_*.py"):
        assert path.parent.parent == tests, path
        assert path.parent.name in {*ROOMS, *BESIDE_THE_ROOMS}, path
    for path in (tests / "support").rglob("*.py"):
        assert "\ndef test_" not in path.read_text("utf-8"), path


def room_of(name: str) -> str:
    """The room of a module, by its dotted name."""
    room = f"{name}.".split(".")[1]
    return "" if room == "__main__" else room


def upward(name: str, inside: Iterable[ast.AST]) -> list[str]:
    """What a module imports from rooms that come after its own, anywhere in it, for any purpose."""
    return [one for one in imported(inside) if ROOMS.index(room_of(one)) > ROOMS.index(room_of(name))]


def test_imports_point_one_way() -> None:
    """From each room to those before it: no exception, whether at the head, within a function, or for types."""
    found = {name_of(path): upward(name_of(path), nodes(path)) for path in MODULES}
    assert {name: names for name, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "line",
    [
        "from referee.desk.keeper import invite",
        "import referee.desk.keeper",
        "from referee import desk",
        "def f() -> None:\n    from referee.desk import keeper",
        "import importlib\n\ndef f() -> None:\n    importlib.import_module('referee.desk.keeper')",
        "keeper = __import__('referee.desk.keeper')",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from referee.desk.desk import Desk",
        "class C:\n    from referee.api import Table",
    ],
)
def test_an_import_of_a_room_to_come_is_found(line: str) -> None:
    """Late, lazy or typed: each is one."""
    assert upward("referee.table.table", ast.walk(ast.parse(line)))
    assert not upward("referee.cli.show", ast.walk(ast.parse(line)))


NAMES = frozenset(map(name_of, MODULES))


def needs_of(path: Path) -> set[str]:
    """The modules that a module imports, anywhere in it, itself left out."""
    found = {one if one in NAMES else one.rpartition(".")[0] for one in imports(path)}
    return found - {name_of(path)}


def circles(needs: dict[str, set[str]]) -> set[str]:
    """The modules of a circle, in which each needs itself by way of others; none if there is no circle."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as circle:
        return set(circle.args[1])
    return set()


def test_no_module_needs_itself() -> None:
    """Every import counted, there is no circle of any size."""
    assert circles({"a": {"b"}, "b": {"a"}, "c": {"a"}}) == {"a", "b"}
    assert circles({name_of(path): needs_of(path) for path in MODULES}) == set()


def test_the_map_is_that_of_the_folders() -> None:
    """The map in `referee/__init__.py` names each room in its order, and its path names modules.

    The README quotes it.
    """
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


def test_no_part_of_the_desk_knows_the_desk() -> None:
    """The desk joins its parts, and they take what they need.

    Only those who act at it have it: the keeper and the process.
    """
    room = [path for path in MODULES if name_of(path).startswith("referee.desk.")]
    those = {name_of(path).rpartition(".")[2] for path in room if "referee.desk.desk" in needs_of(path)}
    assert those == {"keeper", "serving"}
    narrow = [path for path in room if path.stem not in {*those, "desk"}]
    taken = re.compile(r"\bdesk: [\"A-Z]|self\._?desk\b")
    assert not [name_of(path) for path in narrow if taken.search(path.read_text("utf-8"))]


JUDGE = "referee.table.legality"
"""The one module that holds a line to rules."""
HOLDS = frozenset({"refused", "first_broken"})
"""What the engine has to hold a move to its rules."""


def asks_rules(inside: Sequence[ast.AST]) -> bool:
    """Whether a module asks rules: by the engine's means, by the check of one, or by making a move exact."""
    if any(one.startswith("referee.engine.") and one.rpartition(".")[2] in HOLDS for one in imported(inside)):
        return True
    calls = [node for node in inside if isinstance(node, ast.Call)]
    methods = [(one.func, len(one.args)) for one in calls if isinstance(one.func, ast.Attribute)]
    return any(
        (func.attr == "check" and given == 2)
        or (func.attr == "resolve" and ast.unparse(func.value).endswith("game"))
        or (func.attr in HOLDS and ast.unparse(func.value) in {"game", "rules"})
        for func, given in methods
    )


@pytest.mark.parametrize(
    "line",
    [
        "from referee.engine.game import refused",
        "def f() -> None:\n    from referee.engine.rules import first_broken as asked",
        "from referee.engine import rules\nrules.first_broken((), None, None)",
        "one.check(view, move)",
        "self.game.resolve(move, view)",
    ],
)
def test_a_second_judge_is_found(line: str) -> None:
    """However it goes about it."""
    assert asks_rules([*ast.walk(ast.parse(line))])
    assert not asks_rules([*ast.walk(ast.parse("config.check(given)\npath.resolve()\noutbox.refused(1, 2)"))])


def test_one_module_asks_rules() -> None:
    """Except for games, the engine and the tests of the contract, no module asks rules.

    All others tell and carry out what the judge of lines says.
    """
    inside = ("referee.games.", "referee.engine.", "referee.testing.")
    outside = [path for path in MODULES if not name_of(path).startswith(inside)]
    assert [name_of(path) for path in outside if asks_rules(nodes(path))] == [JUDGE]


FOR_GAMES = (
    "referee.engine",
    "referee.util.errors",
    "referee.util.plainyaml",
    "referee.util.regexes",
    "referee.util.values",
)
"""All that a game may know of the house."""


def known_as(one: str, known: tuple[str, ...]) -> bool:
    """Whether an import is one of these modules, or something in one of them."""
    return any(one == name or one.startswith(f"{name}.") for name in known)


@pytest.mark.parametrize("folder", [*(ROOT / "games").glob("[!_]*"), NINE_RUNES], ids=lambda path: path.name)
def test_games_know_little_of_the_house_and_nothing_of_each_other(folder: Path) -> None:
    """A game imports itself and what is made for games; one from another package could have no more."""
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
        for node in nodes(path):
            if isinstance(node, ast.Import):
                assert not {alias.name.split(".")[0] for alias in node.names} & FORBIDDEN, path
            if isinstance(node, ast.ImportFrom):
                names = {alias.name for alias in node.names}
                assert (node.module or "").split(".")[0] not in FORBIDDEN or names == {"Random"}, path


def folder_of(book: str) -> Path:
    """Where a rulebook stands, and the modules that carry it out: that of a game, or the house's."""
    return ROOT / book if book == HOUSE else ROOT / "games" / book


def numbers_in_rulebook(book: str) -> set[str]:
    """Every number that the rulebook of a game, or of the house, lists."""
    content = yaml.safe_load((folder_of(book) / "rulebook.yaml").read_text("utf-8"))
    return {str(rule["number"]) for chapter in content["chapters"] for rule in chapter["rules"]}


def numbers_cited(book: str) -> set[str]:
    """Every number that the code cites from a rulebook; for the house's also what every game takes from the engine."""
    if book == HOUSE:
        shared = {n for n, _, _ in cited("referee.engine") if n.startswith("H")}
        return shared | {n for n, _, _ in cited("referee.house")}
    return {n for n, _, _ in cited(f"referee.games.{book}") if not n.startswith("H")}


def numbers_tested(book: str) -> set[str]:
    """Every number that the name of a test of this rulebook bears: `test_15_2_...`, of the house `test_h1_...`.

    Names of tests are lower case: `test_4_2a_` is about both 4.2a and 4.2A.
    """
    number = r"h\d+" if book == HOUSE else r"\d+_\d+(?:[a-z]\d*)?|[a-gi-z]\d+|0"
    found = (re.findall(rf"^def test_({number})_", text, re.MULTILINE) for text in sources_of_tests(book))
    names = {name for some in found for name in some}
    called = {number: number.replace(".", "_").lower() for number in numbers_in_rulebook(book)}
    known = {number for number, name in called.items() if name in names}
    return known | {name.replace("_", ".").upper() for name in names - {*called.values()}}


def sources_of_tests(book: str) -> Iterator[str]:
    """The source of the tests of a rulebook. Those of the house stand beside what they are about."""
    here = Path(__file__).parents[1]
    for path in here.rglob("test_*.py") if book == HOUSE else (here / book).glob("test_*.py"):
        yield path.read_text("utf-8")


def numbers_told(book: str) -> set[str]:
    """Every number of a rulebook that a sentence names in brackets, in any language.

    A game's sentences name the house's numbers too.
    """
    number = r"\bH\d+\b" if book == HOUSE else rf"(?<=\[)(?=[A-Z]|\d+\.)(?!H){NUMBER}(?=\])"
    known = numbers_in_rulebook(book)
    says = [translated(book, language).pgettext for language in languages()]
    return {
        found if found in known else found.rstrip("abc")  # a part of a rule: `13.2a`
        for name in (BOOKS if book == HOUSE else [book])
        for one in messages(name)
        for say in says
        for found in re.findall(number, say(*one))
    }


@pytest.mark.parametrize("book", BOOKS)
def test_code_and_rulebook_hold_the_same_numbers(book: str) -> None:
    """Every rule of the rulebook is cited by the code that carries it out, and no other is."""
    for path in (*folder_of(book).glob("*.py"), *(ROOT / "engine" / "kit").glob("*.py")):
        import_module(name_of(path))
    assert numbers_cited(book) == numbers_in_rulebook(book)


@pytest.mark.parametrize("book", BOOKS)
def test_tests_and_rulebook_hold_the_same_numbers(book: str) -> None:
    """Every rule of the rulebook has a test under its number, and no test bears an unknown number."""
    assert numbers_tested(book) == numbers_in_rulebook(book)


@pytest.mark.parametrize("book", BOOKS)
def test_sentences_name_rules_that_there_are(book: str) -> None:
    """Every number in a sentence, in any language, is that of a rule; and each rule has a sentence in each language."""
    assert numbers_told(book) <= numbers_in_rulebook(book)
    for language in languages():
        rules = rulebook(book, language).rules
        assert rules.keys() == numbers_in_rulebook(book)
        assert language == ENGLISH or all(
            rule.text != rulebook(book).rules[number].text for number, rule in rules.items()
        )


def test_each_chapter_of_the_house_stands_in_one_module() -> None:
    """In the order of the rulebook, which is that of the map in `referee.house`; each cites no rules but its own."""
    chapters = [{rule.number for rule in one.rules} for one in rulebook(HOUSE).chapters]
    names = [module.__name__ for module in CHAPTERS]
    found = {name: {number for number, module, _ in cited(name) if module == name} for name in names}
    found["referee.house.invitation"].add("H11")  # carried out by `referee.engine.kit.base.seated`
    homes = [next(name for name in names if numbers <= found[name]) for numbers in chapters]
    assert list(dict.fromkeys(homes)) == names
    assert {
        name: set().union(*(c for c, home in zip(chapters, homes, strict=True) if home == name))
        for name in names
    } == found
    rows = re.findall(r"^    ([a-z]+) {2,}(H\d\S*(?: (?:to )?H\d+)*) ", house.__doc__ or "", re.MULTILINE)
    assert [f"referee.house.{name}" for name, _ in rows] == names
    assert [written_out(numbers) for _, numbers in rows] == [found[name] for name in names]


def written_out(numbers: str) -> set[str]:
    """The numbers of a row of the map: `H9 H12 to H14` are four."""
    spans = re.findall(r"H(\d+)(?: to H(\d+))?", numbers)
    return {f"H{n}" for first, last in spans for n in range(int(first), int(last or first) + 1)}
