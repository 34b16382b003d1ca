"""What is missing or inconsistent in a game, as far as it shows without playing: file and line of each."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.engine.game import Game
from referee.engine.rules import NUMBER, cited
from referee.house.rulebook import LAYERS, rulebook
from referee.telling.authored import refuse_unfinished
from referee.testing.checks.languages import idle_texts, language_faults
from referee.testing.checks.orders import order_faults
from referee.testing.places import calls, constant, crash, folder_of, line_of, loaded, root_of
from referee.util import plainyaml
from referee.util.errors import Faulty
from referee.util.marked import Marked
from referee.util.plainyaml import faults_of
from referee.util.regexes import regex

Check = Callable[[Game], Iterator[Faulty]]


def static(game: Game, tests: Path | None = None) -> list[Faulty]:
    """Everything that is wrong with a game before it is played; `tests` is the folder with its tests, if any."""
    checks: tuple[Check, ...] = (
        book_faults,
        _unfinished,
        number_faults,
        order_faults,
        language_faults,
        idle_texts,
        *((lambda one: untested(one, tests),) if tests else ()),
    )
    found = [fault for check in checks for fault in _held(check, game)]
    return list({(one.where, str(one)): one for one in found}.values())


def _unfinished(game: Game) -> Iterator[Faulty]:
    refuse_unfinished(game)
    yield from ()


def _held(check: Check, game: Game) -> Iterator[Faulty]:
    """What a check finds; an error in it is one more finding, at the last place of the game that it went through."""
    try:
        yield from check(game)
    except Faulty as fault:
        for one in faults_of(fault):
            if one.where.startswith(f"{game.name}/messages"):  # so a file of texts is called
                one.where = str(folder_of(game, "templates").parent / one.where)
            yield one
    except Exception as error:  # noqa: BLE001  whatever the game's files hold is told with its place
        yield crash(error, game)


BOOK = "rulebook.yaml"
BookEntry = tuple[str, Mapping[str, Any]]
"""The place of an entry in its file, and its content."""


def book_faults(game: Game) -> Iterator[Faulty]:
    """Rules and rulings that lack a field, stand there twice, or name a rule, ruling, layer or value that is none."""
    file = root_of(game) / BOOK
    if not file.is_file():  # told elsewhere
        return
    marked = plainyaml.read_text(file.read_text("utf-8"), str(file))
    rules, rulings = list(_rules(marked)), list(_entries(marked, "rulings"))
    missing = [*_missing_fields(rules, "number", "text"), *_missing_fields(rulings, "number", "rule", "text")]
    yield from missing
    if not missing:
        yield from _duplicates((*rules, *rulings))
        yield from _unknown_names(rules, rulings)
    entries = (("", marked.value), *_entries(marked, "chapters"), *rules)
    for place, entry in entries:
        if (layer := entry.get("layer")) and layer not in LAYERS:
            yield Faulty("check-layer", where=place or str(file), layer=layer, layers=LAYERS)


def _entries(marked: Marked, *path: str | int) -> Iterator[BookEntry]:
    """The entries of a list in the file."""
    content: Any = marked.value
    for step in path:
        content = content[step] if isinstance(step, int) else content.get(step)
    for at, entry in enumerate(content or ()):
        yield marked.place((*path, at)), entry


def _rules(marked: Marked) -> Iterator[BookEntry]:
    for at in range(len(marked.value.get("chapters") or ())):
        yield from _entries(marked, "chapters", at, "rules")


def _missing_fields(entries: list[BookEntry], *needed: str) -> Iterator[Faulty]:
    for place, entry in entries:
        for name in needed:
            if not entry.get(name):
                yield Faulty("check-book-lacks", where=place, name=name)


def _duplicates(entries: tuple[BookEntry, ...]) -> Iterator[Faulty]:
    count = Counter(str(entry["number"]) for _, entry in entries)
    for place, entry in entries:
        if count[str(entry["number"])] > 1:
            yield Faulty("check-book-twice", where=place, number=entry["number"])


def _unknown_names(rules: list[BookEntry], rulings: list[BookEntry]) -> Iterator[Faulty]:
    """Rulings and rules that an entry names, and that there are not; a rule may count as a ruling."""
    numbers = {str(entry["number"]) for _, entry in rules}
    known = numbers | {str(entry["number"]) for _, entry in rulings}
    for place, entry in rules:
        for number in entry.get("rulings") or ():
            if str(number) not in known:
                yield Faulty("check-number", where=place, number=number)
    for place, entry in rulings:
        if str(entry["rule"]) not in numbers:
            yield Faulty("check-number", where=place, number=entry["rule"])
        for value in entry.get("variants") or ():
            if value not in (entry.get("values") or {}):
                yield Faulty("check-variant", where=place, value=value, number=entry["number"])


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
OWN = regex(rf"(?!H){NUMBER}", re.ASCII)
"""A number of the game's: those with H are of the house."""
BRACKETED = rf"\[((?=[A-Z]|[0-9]+\.)(?!H){NUMBER})\]"
"""A number in brackets; one without dot or letter, as in `all[0]`, is an index in a template."""
IN_TEXT = regex(rf'"rule": *"((?!H){NUMBER})"|{BRACKETED}', re.ASCII)
TESTED = regex(r"^\s*def test_([a-z]?\d+(?:_\d+(?:[a-z]\d*)?)?)_", re.MULTILINE)
SHOWN = regex(BRACKETED, re.ASCII)


def number_faults(game: Game) -> Iterator[Faulty]:
    """Numbers in the code and the texts that the rulebook lacks, and rules that no code cites."""
    paths, known = loaded(game), rulebook(game.name).rules
    book = root_of(game) / BOOK
    if not known:
        yield Faulty("game-file", where=str(root_of(game)), game=game.name, name=BOOK)
        return
    for place, number in (*_in_code(paths), *_in_texts(game)):
        if number not in known:
            yield Faulty("check-number", where=place, number=number)
    carried_out = {number for number, _, _ in cited(type(game).__module__)}
    for number in known.keys() - carried_out:
        yield Faulty("check-uncited", where=_line_in_book(book, number), number=number)


def _line_in_book(book: Path, number: str) -> str:
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
            place = _line_in_book(root_of(game) / BOOK, number)
            yield Faulty("check-untested", where=place, number=number, test=f"test_{named(number)}_")


def named(number: str) -> str:
    """A number as names of tests bear it: `test_2_1d2_` is about 2.1D2, and `test_4_2a_` about both 4.2a and 4.2A."""
    return number.replace(".", "_").lower()
