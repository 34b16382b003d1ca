"""The rulebook as data: each entry has what it needs, and names nothing that is not there."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from referee.engine.game import Game
from referee.house.rulebook import LAYERS
from referee.testing.places import root_of
from referee.util import plainyaml
from referee.util.errors import Faulty

BOOK = "rulebook.yaml"
BookEntry = tuple[str, Mapping[str, Any]]
"""The place of an entry in its file, and its content."""


def found(game: Game) -> Iterator[Faulty]:
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


def _entries(marked: plainyaml.Marked, *path: str | int) -> Iterator[BookEntry]:
    """The entries of a list in the file."""
    content: Any = marked.value
    for step in path:
        content = content[step] if isinstance(step, int) else content.get(step)
    for at, entry in enumerate(content or ()):
        yield marked.place((*path, at)), entry


def _rules(marked: plainyaml.Marked) -> Iterator[BookEntry]:
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
