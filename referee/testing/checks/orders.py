"""The orders: each move has a form that is written, read and shown.

Each word of the grammar has words in the language.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.engine.choices import Move
from referee.engine.game import Game
from referee.engine.kit import customs
from referee.house.rulebook import rulebook
from referee.notation import words
from referee.notation.parser import BUILDERS, PATTERNS, grammar_of, kind_of
from referee.notation.reader import Order, Reader
from referee.notation.readings import reading_of
from referee.testing.checks.code import modules
from referee.testing.places import line_of, place_of, root_of
from referee.util.errors import Faulty
from referee.util.translations import ENGLISH

ALIAS = re.compile(r"->\s*([a-z_]+)")
DEFINED = re.compile(r"^!?([a-z][a-z_]*)(?:\.\d+)?\s*:")
DECLARED = re.compile(r"^%declare\s+(.*)$")


def found(game: Game) -> Iterator[Faulty]:
    """What is wrong with the forms of moves."""
    file = root_of(game) / "grammar" / f"{game.name}.lark"
    if not file.is_file():
        yield Faulty("game-file", where=str(root_of(game) / "grammar"), game=game.name, name=file.name)
        return
    text = file.read_text("utf-8").split("\n")
    builders = list(_builders(game, str(file), text))
    yield from builders
    yield from _terminals(game, str(file), text)
    yield from _written(game)
    try:
        grammar_of(game)
    except Exception as error:  # noqa: BLE001  Lark has many
        line = getattr(error, "line", None) or next(iter(re.findall(r"line (\d+)", str(error))), 1)
        yield Faulty("check-grammar", where=f"{file}:{line}", error=" ".join(str(error).split())[:200])
        return
    if not builders:
        yield from _shown(game)


def _builders(game: Game, file: str, text: list[str]) -> Iterator[Faulty]:
    """Rules of the grammar without a builder, and builders of rules that the grammar lacks."""
    own: Mapping[str, Any] = getattr(game.reading, "BUILDERS", {})
    named = dict[str, int]()
    for at, line in enumerate(text, 1):
        code = line.partition("//")[0]
        for name in (*ALIAS.findall(code), *DEFINED.findall(code)):
            named.setdefault(name, at)
    for name, at in named.items():
        if name not in own and name not in BUILDERS:
            yield Faulty("check-builder", where=f"{file}:{at}", name=name)
    for name in own.keys() - named.keys():
        yield Faulty("check-builder-idle", where=_line_in_code(game, f'"{name}"'), name=name)


def _line_in_code(game: Game, text: str) -> str:
    """The first line of the code that holds a text."""
    places = [line_of(path, text) for path in modules(game)]
    return next((place for place in places if re.search(r":\d+$", place)), str(root_of(game)))


def _terminals(game: Game, file: str, text: list[str]) -> Iterator[Faulty]:
    """Terminals for which there is no word, and words for which there is no terminal."""
    how, kinds = reading_of(game), dict[str, int]()
    for at, line in enumerate(text, 1):
        if one := DECLARED.match(line):
            kinds.update((kind_of(name), at) for name in one[1].partition("//")[0].split())
    known = words.of_language(ENGLISH, game.name)
    there = {one.kind for one in (*known.verbs, *known.words, *known.cards)}
    there |= {*PATTERNS, *how.PATTERNS, *how.KINDS.values()}
    if any(True for _ in how.card_names(game.options({}))):
        there.add("card")
    for kind, at in kinds.items():
        if kind not in there:
            where = f"grammar/{game.name}/words.en.yaml"
            yield Faulty("check-word", where=f"{file}:{at}", name=kind, file=where)
    house = words.load(words.sources(ENGLISH, game.name)[0])
    shared = {one.kind for one in (*house.verbs, *house.words)}
    for kind in {one.kind for one in (*known.verbs, *known.words)} - shared - kinds.keys():
        path = root_of(game) / "grammar" / game.name / "words.en.yaml"
        if not any(re.search(rf"\b_?{re.escape(kind.upper().replace('-', '_'))}\b", line) for line in text):
            yield Faulty("check-word-idle", where=line_of(path, f"{kind}:"), name=kind)


def _written(game: Game) -> Iterator[Faulty]:
    """Moves that cannot be written."""
    written = {**customs.WRITTEN, **getattr(game, "WRITTEN", {})}
    for kind in game.MOVES:
        if _own(game, kind) and hasattr(game, "WRITTEN") and kind not in written:
            yield Faulty("check-form", where=place_of(kind), name=kind.__name__)


def _own(game: Game, kind: type[Move]) -> bool:
    return kind.__module__.startswith(type(game).__module__)


def _shown(game: Game) -> Iterator[Faulty]:
    """Orders of the rulebook that cannot be read, and moves for which no rule shows an order."""
    reader, book = Reader(game, game.options({})), root_of(game) / "rulebook.yaml"
    kinds = set[type]()
    for number, rule in rulebook(game.name).rules.items():
        for order in rule.orders:
            read = reader.read(order)
            if isinstance(read, Order):
                kinds.add(type(read.move))
            else:
                where = line_of(book, f'"{order}"')
                yield Faulty("check-order", where=where, order=order, number=number)
    for kind in game.MOVES:
        if _own(game, kind) and kind not in kinds:
            yield Faulty("check-unshown", where=place_of(kind), name=kind.__name__)
