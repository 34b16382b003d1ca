"""The numbers of the rules: the same in the rulebook, in the code, in the texts, and in the tests."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from referee.engine.game import Game
from referee.engine.rules import cited
from referee.house.rulebook import rulebook
from referee.testing.checks.code import calls, constant, loaded
from referee.testing.places import line_of, root_of
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
NUMBER = re.compile(r"[1-9]\d{0,2}\.[1-9]\d{0,2}")
IN_TEXT = re.compile(r'"rule": *"([\d.]+)"|\[([1-9]\d*\.[1-9]\d*)\]')
TESTED = re.compile(r"^\s*def test_(\d+_\d+)_", re.MULTILINE)
SHOWN = re.compile(r"\[([1-9]\d*\.[1-9]\d*)\]")


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
                if NUMBER.fullmatch(number := constant(call, at, word)):
                    yield f"{path}:{call.lineno}", number


def _in_texts(game: Game) -> Iterator[tuple[str, str]]:
    folder = root_of(game) / "templates" / game.name
    for path in sorted((*folder.glob("*.txt"), *folder.glob("*.html"), *folder.glob("*.yaml"))):
        for at, line in enumerate(path.read_text("utf-8").split("\n"), 1):
            for one in IN_TEXT.finditer(line):
                yield f"{path}:{at}", one[1] or one[2]


def untested(game: Game, tests: Path) -> Iterator[Faulty]:
    """Rules that neither a test under their number nor a transcript of a script shows; and tests of unknown rules."""
    known, under = rulebook(game.name).rules, dict[str, str]()
    for path in sorted(tests.rglob("*.py")):
        for one in TESTED.finditer(text := path.read_text("utf-8")):
            under.setdefault(one[1].replace("_", "."), f"{path}:{text.count(chr(10), 0, one.start(1)) + 1}")
    shown = {
        number for path in tests.rglob("transcript.txt") for number in SHOWN.findall(path.read_text("utf-8"))
    }
    for number, place in under.items():
        if number not in known:
            yield Faulty("check-number", where=place, number=number)
    for number in known:
        if number not in under and number not in shown:
            place = _line(root_of(game) / "rulebook.yaml", number)
            yield Faulty(
                "check-untested", where=place, number=number, test=f"test_{number.replace('.', '_')}_"
            )
