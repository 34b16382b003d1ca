"""The orders: each move has a form that is written, read and shown.

Each word of the grammar has words in the language.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Any

from referee.engine.choices import Move
from referee.engine.forms import FIELD, alias_of
from referee.engine.game import Game
from referee.house.rulebook import rulebook
from referee.notation import words
from referee.notation.parser import PATTERNS, grammar_of, moves_of
from referee.notation.reader import Order, Reader
from referee.notation.readings import reading_of
from referee.notation.requests import BUILDERS
from referee.notation.words import declared, kind_of
from referee.testing.places import folder_of, line_of, modules, root_of
from referee.util.errors import Faulty
from referee.util.regexes import regex
from referee.util.source import place_of
from referee.util.translations import ENGLISH

ALIAS = regex(r"->\s*([a-z_]+)")
UNBRACKETED = dict.fromkeys(map(ord, "[]"))
DEFINED = regex(r"^!?([a-z][a-z_]*)(?:\.\d+)?\s*:")


def order_faults(game: Game) -> Iterator[Faulty]:
    """What is wrong with the forms of moves."""
    file = folder_of(game, "grammar") / f"{game.name}.lark"
    if not file.is_file():
        yield Faulty("game-file", where=str(folder_of(game, "grammar")), game=game.name, name=file.name)
        return
    text = file.read_text("utf-8").split("\n")
    builders = list(unmade(game, str(file), text))
    yield from builders
    yield from _terminals(game, str(file), text)
    try:
        rules = grammar_of(game).lark.rules
    except Faulty as fault:
        yield fault.at(str(file.parent / fault.where))
        return
    except Exception as error:  # noqa: BLE001  Lark has many
        line = getattr(error, "line", None) or next(iter(re.findall(r"line (\d+)", str(error))), 1)
        yield Faulty("check-grammar", where=f"{file}:{line}", error=" ".join(str(error).split())[:200])
        return
    yield from misfits(game, str(file), text, rules)
    if not builders:
        yield from _shown(game)


def unmade(game: Game, file: str, text: list[str]) -> Iterator[Faulty]:
    """Alternatives of the grammar without a move or builder, and builders and moves that the grammar lacks."""
    own: Mapping[str, Any] = reading_of(game).BUILDERS
    aliases, made = _aliases(text), {*own, *BUILDERS, *moves_of(game), *map(alias_of, game.MOVES)}
    for name, at in aliases.items():
        if name not in made:
            yield Faulty("check-builder", where=f"{file}:{at}", name=name)
    rules = {name for line in text for name in DEFINED.findall(line)}
    for name in own.keys() - aliases.keys() - rules:
        yield Faulty("check-builder-idle", where=_line_in_code(game, f'"{name}"'), name=name)
    for kind in game.MOVES:
        if _own(game, kind) and not kind.FORMS.forms:
            yield Faulty("check-form", where=place_of(kind), name=kind.__name__)
        elif _own(game, kind) and alias_of(kind) not in aliases:
            yield Faulty("check-unread", where=place_of(kind), name=kind.__name__, alias=alias_of(kind))


def _aliases(text: list[str]) -> dict[str, int]:
    """What the alternatives of a grammar are called, each with the first line that has it."""
    found = dict[str, int]()
    for at, line in enumerate(text, 1):
        for name in ALIAS.findall(line.partition("//")[0]):
            found.setdefault(name, at)
    return found


def misfits(game: Game, file: str, text: list[str], rules: Sequence[Any]) -> Iterator[Faulty]:
    """Alternatives with more parts than the form of their move has fields, and rules with the name of a move."""
    aliases, own = _aliases(text), reading_of(game).BUILDERS  # these take the parts as they come
    moves = {alias_of(kind): kind for kind in game.MOVES if _own(game, kind)}
    for rule in rules:
        if rule.options.expand1 and not rule.alias and len(rule.expansion) == 1:
            continue  # such as `start`, the top of every grammar: its one part takes its place
        if (kind := moves.get(name := str(rule.alias or rule.origin.name))) and name not in own:
            forms = kind.FORMS.forms
            if not rule.alias:
                where = line_of(Path(file), f"{name}:")
                yield Faulty("check-rule-name", where=where, name=name)
            elif _parts(rule, rules) > max(len(form.fields) for form in forms):
                where = f"{file}:{aliases[name]}"
                yield Faulty("check-parts", where=where, name=name, form=forms[0].text)


def _parts(rule: Any, rules: Sequence[Any], within: tuple[str, ...] = ()) -> float:
    """How many parts an alternative of a grammar leaves at most; those of a rule with `_` stand in the place of it."""
    count: float = sum(rule.options.empty_indices)
    again = False
    for symbol in rule.expansion:
        if symbol.is_term or not symbol.name.startswith("_"):
            count += not (symbol.is_term and symbol.filter_out)
        elif symbol.name in within:
            again = True
        else:
            deeper = (*within, symbol.name)
            count += max(_parts(one, rules, deeper) for one in rules if one.origin == symbol)
    return inf if again and count else count


def _line_in_code(game: Game, text: str) -> str:
    """The first line of the code that holds a text."""
    places = [line_of(path, text) for path in modules(game)]
    return next((place for place in places if re.search(r":\d+$", place)), str(root_of(game)))


def _terminals(game: Game, file: str, text: list[str]) -> Iterator[Faulty]:
    """Terminals for which there is no word, and words for which there is no terminal."""
    how, kinds = reading_of(game), dict[str, int]()
    kinds.update((kind_of(name), at) for name, at in declared("\n".join(text)))
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
        path = folder_of(game, "grammar") / game.name / "words.en.yaml"
        if not any(re.search(rf"\b_?{re.escape(kind.upper().replace('-', '_'))}\b", line) for line in text):
            yield Faulty("check-word-idle", where=line_of(path, f"{kind}:"), name=kind)


def _own(game: Game, kind: type[Move]) -> bool:
    return kind.__module__.startswith(type(game).__module__)


def _looks(kind: type[Move]) -> set[str]:
    """The forms of a class of moves without brackets and the names of fields: `use {}` shows all that are used so."""
    return {re.sub(FIELD, "{}", form.text).translate(UNBRACKETED) for form in kind.FORMS.forms}


def _shown(game: Game) -> Iterator[Faulty]:
    """Orders of the rulebook that cannot be read, and moves for which no rule shows an order."""
    reader, book = Reader(game, game.options({})), root_of(game) / "rulebook.yaml"
    shown = set[str]()
    for number, rule in rulebook(game.name).rules.items():
        for order in rule.orders:
            read = reader.read(order)
            if isinstance(read, Order):
                shown |= _looks(type(read.move))
            else:
                where = line_of(book, f'"{order}"')
                yield Faulty("check-order", where=where, order=order, number=number)
    for kind in game.MOVES:
        if _own(game, kind) and not _looks(kind) & shown:
            yield Faulty("check-unshown", where=place_of(kind), name=kind.__name__)
