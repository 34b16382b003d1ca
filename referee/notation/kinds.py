"""The terminals of grammars by their kinds: `_IN_ORDER` is `in-order` for words and patterns."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from referee.util import data
from referee.util.errors import Faulty

COMMON = "common.lark"
DECLARED = re.compile(r"^%declare\s+([^/]*)")


def kind_of(terminal: str) -> str:
    """The kind of a terminal."""
    return terminal.strip("_").lower().replace("_", "-")


def declared(grammar: str) -> Iterator[tuple[str, int]]:
    """The terminals that the text of a grammar declares, each with its line."""
    for number, line in enumerate(grammar.split("\n"), 1):
        if found := DECLARED.match(line):
            yield from ((name, number) for name in found[1].split())


@cache
def shared() -> Mapping[str, str]:
    """The kinds that the grammar of all games declares, each with its place."""
    return {kind_of(name): f"{COMMON}:{line}" for name, line in declared(data.text("grammar", COMMON))}


def by_kind(terminals: Iterable[str], grammar: str, file: str) -> Mapping[str, str]:
    """Terminals by their kinds, of the grammar with this text.

    Raises `Faulty`, with file and line, for two terminals of one kind: a word could be either.
    """
    found: dict[str, str] = {}
    lines = dict(declared(grammar))
    for name in sorted(terminals, key=lambda one: lines.get(one, 0)):
        if (other := found.setdefault(kind_of(name), name)) != name:
            raise Faulty("two-of-a-kind", where=f"{file}:{lines.get(name, 1)}", name=name, other=other)
    return found
