"""The numbers of the rules: the same in the rulebook, in the code, in the texts, and in the tests."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from referee.engine.game import Game
from referee.engine.rules import NUMBER, cited
from referee.house.rulebook import rulebook
from referee.testing.checks.code import calls, constant, loaded
from referee.testing.places import folder_of, line_of, root_of
from referee.util.errors import Faulty

NUMBERED: Mapping[str, tuple[tuple[int, str], ...]] = {
    "Owed": ((2, "rule"),),
    "Outcome": ((1, "rule"),),
    "ended": ((1, "rule"),),
    "plain": ((1, "rule"),),
    "event": ((0, "number"),),
    "rule": ((0, "number"),),
    "cites": tuple((n, "") for n in range(9)),
    "customs": tuple((99, name) for name in ("over", "resign", "draw", "silence")),
}
"""The calls that take the number of a rule: at which places, or under which names."""
OWN = re.compile(rf"(?!H){NUMBER}", re.ASCII)
"""A number of the game's: those with H are of the house."""
BRACKETED = rf"\[((?=[A-Z]|[0-9]+\.)(?!H){NUMBER})\]"
"""A number in brackets; one without dot or letter, as in `all[0]`, is an index in a template."""
IN_TEXT = re.compile(rf'"rule": *"((?!H){NUMBER})"|{BRACKETED}', re.ASCII)
TESTED = re.compile(r"^\s*def test_([a-z]?\d+(?:_\d+(?:[a-z]\d*)?)?)_", re.MULTILINE)
SHOWN = re.compile(BRACKETED, re.ASCII)


def found(game: Game) -> Iterator[Faulty]:
    """Numbers in the code and the texts that the rulebook lacks, and rules that no code cites."""
    paths, known = loaded(game), rulebook(game.name).rules
    book = root_of(game) / "rulebook.yaml"
    if not known:
        yield Faulty("game-file", where=str(root_of(game)), game=game.name, name="rulebook.yaml")
        return
    for place, number in (*_in_code(paths), *_in_texts(game)):
        if number not in known:
            yield Faulty("check-number", where=place, number=number)
    carried_out = {number for number, _, _ in cited(type(game).__module__)}
    for number in known.keys() - carried_out:
        yield Faulty("check-uncited", where=_line(book, number), number=number)


def _line(book: Path, number: str) -> str:
    return line_of(book, f'number: "{number}"')


def _in_code(paths: list[Path]) -> Iterator[tuple[str, str]]:
    for path in paths:
        for name, call in calls(path):
            for at, word in NUMBERED.get(name, ()):
                if OWN.fullmatch(number := constant(call, at, word)):
                    yield f"{path}:{call.lineno}", number


def _in_texts(game: Game) -> Iterator[tuple[str, str]]:
    folder = folder_of(game, "templates")
    for path in sorted((*folder.glob("*.txt"), *folder.glob("*.html"), *folder.glob("*.yaml"))):
        for at, line in enumerate(path.read_text("utf-8").split("\n"), 1):
            for one in IN_TEXT.finditer(line):
                yield f"{path}:{at}", one[1] or one[2]


def untested(game: Game, tests: Path) -> Iterator[Faulty]:
    """Rules that neither a test under their number nor a transcript of a script shows; and tests of unknown rules."""
    known, under = rulebook(game.name).rules, dict[str, str]()
    for path in sorted(tests.rglob("*.py")):
        for one in TESTED.finditer(text := path.read_text("utf-8")):
            under.setdefault(one[1], f"{path}:{text.count(chr(10), 0, one.start(1)) + 1}")
    shown = {
        number for path in tests.rglob("transcript.txt") for number in SHOWN.findall(path.read_text("utf-8"))
    }
    called = {named(number): number for number in known}
    for name, place in under.items():
        if (
            name not in called and name[:1].isdigit() and "_" in name
        ):  # `test_3_players_` is about three players
            yield Faulty("check-number", where=place, number=name.replace("_", "."))
    for number in known:
        if named(number) not in under and number not in shown:
            place = _line(root_of(game) / "rulebook.yaml", number)
            yield Faulty("check-untested", where=place, number=number, test=f"test_{named(number)}_")


def named(number: str) -> str:
    """A number as names of tests bear it: `test_2_1d2_` is about 2.1D2, and `test_4_2a_` about both 4.2a and 4.2A."""
    return number.replace(".", "_").lower()
