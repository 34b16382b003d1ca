"""The grammars of the games at work: folded text to tokens by a vocabulary, tokens to a move by Lark.

This module imports Lark; `referee.notation.reader` imports it when the first order is read.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, cast

from lark import Lark, Token, Tree, UnexpectedToken
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

from referee.engine.choices import Move
from referee.engine.forms import alias_of
from referee.engine.game import Game
from referee.engine.kit.foreseen import AND, ANY, THEIR, THEY, Fact, foreseen_of
from referee.engine.moves import (
    Decline,
)
from referee.notation import requests
from referee.notation.readings import MOST_TOKENS, Opening, Table, reading_of
from referee.notation.requests import BUILDERS, CUSTOMARY
from referee.notation.tokens import Fitting, Grammar, Source
from referee.notation.words import Vocabulary, by_kind, kind_of
from referee.util import data
from referee.util.ready import ready
from referee.util.values import Value

# H27 What orders beforehand wait for: what the grammar `foreseen.lark` is made of in a game.


def builders(game: Game) -> Mapping[str, Callable[..., Any]]:
    """What the rules of `foreseen.lark` make of their parts: facts, or None for what the game does not have."""
    seats, deeds = game.seats, foreseen_of(game).deeds

    def lies(whose: str | None, place: str, card: str) -> Fact:
        return Fact("is", whose or THEIR, "".join(place.lower().split()), card)

    def befalls(whose: str | None, card: str, deed: str) -> Fact | None:
        if whose not in {None, ANY} and not any(shown.of for shown in deeds[deed].events):
            return None  # it is told of no card whose it is
        return Fact("befalls", whose or ANY, card, deed)

    def does(who: str, deed: str, about: str | None) -> Fact | None:
        known = who == THEY or who in seats
        return Fact("does", who, "".join((about or "").lower().split()), deed) if known else None

    return {
        "start": lambda *facts: facts,
        "is": lies,
        "befalls": befalls,
        "does": does,
        "did": lambda who, about, deed: does(who, deed, about),
        "mine": lambda: Fact("owed", "", "", ""),
        "turn": lambda number: Fact("turn", "", str(int(number)), ""),
    }


def written(facts: Sequence[Fact]) -> str:
    """Facts in canonical words."""
    return AND.join(one.written for one in facts)


def patterns(game: Game) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The terminals of conditions that are no words."""
    how = foreseen_of(game)
    for kind, form in (("place", how.places), ("target", how.targets), ("number", r"[1-9]\d{0,3}(?!\d)")):
        if form:
            yield kind, re.compile(form)


# Lark's parsers of the grammars of the games. Their tables are worked out once, and kept for other processes.
#
# This module imports Lark.


def lark_of(file: str, lexer: type[Lexer]) -> tuple[Lark, str]:
    """The parser of a grammar, which takes its tokens from such a lexer, and the text. Raises what Lark raises.

    The tables of our own are kept; what a grammar of another package imports could change, and nobody would see it.
    """
    text, own = data.text("grammar", file), ours()

    def make() -> Any:
        return _tables(built(text, lexer))

    known = tuple(part for one in own.items() for part in one)
    facts, memo = ready(("grammar", file), known, make) if file in own else make()
    facts["options"]["lexer"] = facts["parser"]["lexer_conf"]["lexer_type"] = lexer
    return Lark.load({"data": facts, "memo": memo}), text


@cache
def ours() -> Mapping[str, str]:
    """All grammars of this program by their names: each imports none but these."""
    found = {one.name: one for one in data.folder("grammar").iterdir() if one.name.endswith(".lark")}
    return {name: found[name].read_text("utf-8") for name in sorted(found)}


def built(text: str, lexer: type[Lexer]) -> Lark:
    """The parser of a grammar, made from its text. Raises what Lark raises."""
    return Lark(text, parser="lalr", lexer=lexer, import_paths=[_imported], maybe_placeholders=True)


def _tables(lark: Lark) -> Any:
    """What Lark saves of a parser, without the lexer and the grammars that it read, which are code."""
    facts, memo = lark.memo_serialize([TerminalDef, Rule])
    facts["options"].update(lexer="", import_paths=[])
    facts["parser"]["lexer_conf"]["lexer_type"] = ""
    return _plain(facts), _plain(memo)


def _plain(value: Any) -> Any:
    """The same without Lark's own kinds of text."""
    if isinstance(value, dict):
        return {_plain(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(_plain, value))
    return str(value) if isinstance(value, str) else value


def _imported(_: Any, path: str) -> tuple[str, str]:
    """A grammar that another one imports, wherever ours are kept. Raises `OSError` for Lark's own."""
    return path, data.text("grammar", path)


PATTERNS: Mapping[str, str] = {
    "name": r"[^\s,]+",
    "position": requests.POSITION,
    "letter": requests.LETTER,
    "row": r"\d{1,3}(?!\d)",
    "rule": r"[a-z]?\d{1,3}(?:\.\d{1,3}(?:[a-z]\d{0,2}(?!\w))?)?(?![.\d]*\d)|[a-z](?!\w)",
    "zero": r"00?(?!\d)",
    "number": r"0?[1-9](?!\d)|[1-9]\d(?!\d)",
    "comma": ",",
    "to": "->?",
}
"""Terminals that are not words, by kind, as expressions for folded text. A game adds its own."""

CONDITIONS = "foreseen.lark"
IMPLIED: Mapping[str, Collection[str]] = {"comma": ("and",)}
"""Kinds that are not reported as expected where the first one is."""


class Stuck(Value):
    """Why and where a text is not an order: characters of the folded text, what was expected, a line that is near."""

    key: str
    start: int
    end: int
    expected: tuple[str, ...] = ()
    hint: str = ""


def grammar_of(game: Game) -> Grammar:
    """The grammar `<game>.lark`, with the additions of the game's `reading`; made once for each game."""
    return _made(cast("Hashable", game))


@cache
def _made(game: Any) -> Grammar:
    file = f"{game.name}.lark"
    lark, text = lark_of(file, FromSource)
    how, states = reading_of(game), lark.parser.parser._parse_table.states.values()  # noqa: SLF001
    patterns = {kind: re.compile(form) for kind, form in {**PATTERNS, **how.PATTERNS}.items()}
    terminals = by_kind({str(name) for state in states for name in state if name.isupper()}, text, file)
    builders = {**moves_of(game), **BUILDERS, **how.BUILDERS}
    return Grammar(lark, terminals, patterns, builders, {**IMPLIED, **how.IMPLIED})


def moves_of(game: Game) -> Mapping[str, Callable[..., Move]]:
    """What makes the moves of a game, by the names of the alternatives of its grammar; see `alias_of`."""
    kinds: tuple[type[Move], ...] = (*CUSTOMARY, Decline, *game.MOVES)
    return {alias_of(kind): kind.FORMS.read for kind in kinds if kind.FORMS.forms}


@cache
def grammar_of_conditions(game: Any) -> Grammar:
    """H27 The grammar of what orders beforehand wait for, with what this game has of it."""
    lark, text = lark_of(CONDITIONS, FromSource)
    states = lark.parser.parser._parse_table.states.values()  # noqa: SLF001
    terminals = by_kind({str(name) for state in states for name in state if name.isupper()}, text, CONDITIONS)
    return Grammar(lark, terminals, dict(patterns(game)), builders(game), {})


def condition(game: Game, vocabulary: Vocabulary, text: str) -> str | int:
    """H27 The canonical words of a condition in a folded text; or the character at which it cannot be read."""
    source = Source(grammar_of_conditions(cast("Hashable", game)), vocabulary, text, 0)
    facts = _run(source)
    if isinstance(facts, Wanted) or None in facts:
        return source.atoms[source.taken].start if source.taken < len(source.atoms) else len(text)
    return written(facts)


class FromSource(Lexer):
    """Lets Lark take its tokens from a `Source`, which is asked what fits where the parser stands."""

    __future_interface__ = 2

    def __init__(self, conf: Any) -> None:
        """Lark passes its configuration, which is not used: it holds no patterns."""

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """The tokens of the source, one by one."""
        source: Source = lexer_state.text
        while (token := source.take(Fitting(parser_state))) is not None:
            yield token


def parse(
    game: Game,
    vocabulary: Vocabulary,
    text: str,
    opening: Opening,
    written: Callable[[int, int], str] | None = None,
) -> Move | Table | Stuck:
    """The move or question in a folded text, from its opening on; or where it cannot be read.

    `written` gives what stands between two of its characters as the writer wrote it.
    """
    grammar = grammar_of(game)
    if text.startswith(":", opening.behind):
        text = f"{text[: opening.behind]} {text[opening.behind + 1 :]}"
    source = Source(grammar, vocabulary, text, opening.at, written=written)
    if len(source.atoms) > MOST_TOKENS and opening.verb not in reading_of(game).TEXTS:
        one_too_many = source.atoms[MOST_TOKENS]
        return Stuck("too-many-words", one_too_many.start, one_too_many.end)
    result = _run(source)
    if isinstance(result, Wanted) and (plain := _without_fillers(source, opening)):
        result = plain
    if not isinstance(result, Wanted):
        read = cast("Move | Table", result)
        move = read.move if isinstance(read, Table) else read
        # The common grammar has claims and offers that not every game allows.
        if isinstance(move, CUSTOMARY) and type(move) not in game.MOVES:
            return Stuck("unexpected", source.atoms[-1].start, source.atoms[-1].end)
        return read
    key, start, end = "unexpected", len(text), len(text)
    if source.taken < len(source.atoms):
        start, end = source.atoms[source.taken].start, source.atoms[source.taken].end
    elif source.atoms:
        key = "unfinished"
    if opening.near:
        key = "unclear-verb" if source.atoms[source.taken].key in vocabulary.unclear else "near-verb"
    found = (_mended_line(source, opening, verb) for verb in opening.near or ("",))
    lines = tuple(dict.fromkeys(filter(None, found)))
    # Of the verbs that an unclear word may mean, the likeliest stands first.
    hint = lines[0] if lines and (len(lines) == 1 or key == "unclear-verb") else ""
    return Stuck(key, start, end, _expected(grammar, vocabulary, result.terminals, opening.near), hint)


def _without_fillers(source: Source, opening: Opening) -> Move | Table | None:
    """What a text means when the words in it that say nothing are left out: `lay the dragon B1, please`.

    Never an end of the game, an offer or an answer to one: these are meant as they stand, or not at all.
    """
    fillers = source.vocabulary.fillers
    if not opening.verb or not any(atom.key in fillers for atom in source.atoms):
        return None
    given = (source.grammar, source.vocabulary, source.text, opening.at)
    read = _run(Source(*given, written=source.written, without=fillers))
    move = read.move if isinstance(read, Table) else read
    return read if isinstance(move, Move) and not isinstance(move, CUSTOMARY) else None


class _Recording(Source):
    """A source that remembers its tokens: from which character to which, kind and value."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.spans: list[tuple[int, int, str, str]] = []

    def take(self, accepted: Fitting) -> Token | None:
        """The next token, remembered."""
        token = super().take(accepted)
        if token is not None and self.at > self.taken:
            start, end = self.atoms[self.taken].start, self.atoms[self.at - 1].end
            self.spans.append((start, end, kind_of(token.type), str(token)))
        return token


def taken_apart(
    game: Game, vocabulary: Vocabulary, text: str, start: int = 0
) -> list[tuple[int, int, str, str]]:
    """The words of an order in a folded text, from a character on: beginning, end, kind and value of each.

    [] for text that is not an order.
    """
    source = _Recording(grammar_of(game), vocabulary, text, start)
    return [] if isinstance(_run(source), Wanted) else source.spans


class Wanted(Value):
    """What the parser could have gone on with, where it stopped."""

    terminals: frozenset[str]


def _run(source: Source) -> Any:
    """What a source says, or what was `Wanted` where it ended or did not fit."""
    try:
        tree = source.grammar.lark.parse(source)
    except UnexpectedToken as error:
        return Wanted(frozenset(error.accepts or error.expected))
    return _built(tree, source.grammar.builders)


def _built(node: Any, builders: Mapping[str, Callable[..., Any]]) -> Any:
    """The value of a part of a tree. Trees are shallow: the grammars nest only a few levels deep."""
    if isinstance(node, Tree):
        rule = node.data.rpartition("__")[2]  # imported: common__resign
        parts = tuple([_built(child, builders) for child in node.children])
        if made := builders.get(rule):
            return made(*parts)
        return parts[0] if len(parts) == 1 else parts
    return None if node is None else str(node)


def _mended_line(source: Source, opening: Opening, verb: str) -> str:
    """The canonical form of what a line may have been meant to be; "" if nothing is near enough."""
    match _run(
        Source(source.grammar, source.vocabulary, source.text, opening.at, verb, written=source.written)
    ):
        case Table(verb=word, argument=argument, move=move):
            return f"{word} {move.written if move else argument}".strip()
        case Move() as move:
            return move.written
    return ""


def _expected(
    grammar: Grammar, vocabulary: Vocabulary, terminals: Collection[str], verbs: tuple[str, ...]
) -> tuple[str, ...]:
    """What to report as expected: the printed words of the seat's language, and kinds in capitals."""
    kinds = {"nothing-more" if terminal == "$END" else kind_of(terminal) for terminal in terminals}
    if kinds & vocabulary.verb_kinds:
        kinds = {*verbs} or {"verb"}
    kinds -= {implied for kind in kinds for implied in grammar.implied.get(kind, ())}
    told = {"comma": ",", "semicolon": ";", "row": "NUMBER", **vocabulary.printed}
    return tuple(sorted(told.get(kind, kind.upper()) for kind in kinds))
