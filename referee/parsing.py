"""The grammars of the games at work: folded text to tokens by a vocabulary, tokens to a move by Lark.

This module imports Lark; `referee.notation` imports it when the first order is read.
"""

import re
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any, cast

from lark import Lark, Token, Tree, UnexpectedToken
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

from referee import asides, share
from referee.folding import WORD, key
from referee.game import Game, Move
from referee.moves import AcceptDraw, ClaimDraw, ClaimWin, Decline, DeclineDraw, OfferDraw, Resign
from referee.notation import MOST_TOKENS, Opening, Table, reading_of
from referee.spelling import distance, slips
from referee.words import Meaning, Vocabulary

PATTERNS: Mapping[str, str] = {
    "name": r"[^\s,]+",
    "position": asides.POSITION,
    "letter": asides.LETTER,
    "row": r"\d{1,3}(?!\d)",
    "rule": r"[a-z]?\d{1,3}(?:\.\d{1,3})?(?![.\d]*\d)",
    "zero": r"00?(?!\d)",
    "number": r"0?[1-9](?!\d)|[1-9]\d(?!\d)",
    "comma": ",",
    "to": "->?",
}
"""Terminals that are no words, by kind, as expressions for folded text. A game adds its own."""

BUILDERS: Mapping[str, Callable[..., Any]] = {
    "resign": Resign,
    "offer_draw": OfferDraw,
    "accept_draw": AcceptDraw,
    "decline_draw": DeclineDraw,
    "claim_draw": ClaimDraw,
    "claim_win": ClaimWin,
    "decline": Decline,
    "moves": lambda: Table("moves"),
    "history": lambda: Table("history"),
    "rules": lambda rule: Table("rules", rule or ""),
    "try": lambda move: Table("try", move=move),
    "why": lambda move: Table("why", move=move),
    "why_there": lambda position: Table("why", asides.place(position)),
    "why_line": lambda letter, row: Table("why", asides.place(letter, row)),
    "help": lambda: Table("help"),
    "language": lambda name: Table("language", name or ""),
    "newkey": lambda: Table("newkey"),
    "address": lambda name: Table("address", name or ""),
    "offer_undo": lambda: Table("offer", "undo"),
    "accept_undo": lambda: Table("accept", "undo"),
    "decline_undo": lambda: Table("decline", "undo"),
    "end": lambda: Table("end"),
}
"""What the rules of `common.lark` make of their parts."""

IMPLIED: Mapping[str, Collection[str]] = {"comma": ("and",)}
"""Kinds that are not told as expected where the first one is."""

ATOM = re.compile(WORD.pattern + r"'?|\d+|->|\S")
IDLE = frozenset("\"'().,:-")
"""Signs that a mending source passes over."""
MOST_SLIPS = 4
AS_IF_SLIP = 3
"""How far the beginning of a word counts to be from the whole."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """Why and where a text is no order: characters of the folded text, what was expected, a line that is near."""

    key: str
    start: int
    end: int
    expected: tuple[str, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Grammar:
    """A game's grammar, ready to parse: the names of its terminals by kind, the patterns, the builders."""

    lark: Lark
    terminals: Mapping[str, str]
    patterns: Mapping[str, re.Pattern[str]]
    builders: Mapping[str, Callable[..., Any]]
    implied: Mapping[str, Collection[str]]


@dataclass(frozen=True, slots=True)
class Atom:
    """A word, a number or a sign of a folded text; the key of a word, else ""."""

    start: int
    end: int
    key: str


def kind_of(terminal: str) -> str:
    """The kind of a terminal: `_IN_ORDER` is `in-order`."""
    return terminal.strip("_").lower().replace("_", "-")


def grammar_of(game: Game) -> Grammar:
    """The grammar `<game>.lark`, with what the game's `reading` says of it; made once for each game."""
    return _made(cast("Hashable", game))


@cache
def _made(game: Any) -> Grammar:
    lark = Lark(
        share.text("grammar", f"{game.name}.lark"),
        parser="lalr",
        lexer=FromSource,
        import_paths=[_imported],
        maybe_placeholders=True,
    )
    how, states = reading_of(game), lark.parser.parser._parse_table.states.values()  # noqa: SLF001
    patterns = {kind: re.compile(form) for kind, form in {**PATTERNS, **how.PATTERNS}.items()}
    terminals = {kind_of(name): str(name) for state in states for name in state if name.isupper()}
    return Grammar(lark, terminals, patterns, {**BUILDERS, **how.BUILDERS}, {**IMPLIED, **how.IMPLIED})


def _imported(_: Any, path: str) -> tuple[str, str]:
    """A grammar that another one imports, wherever ours are kept. Raises `OSError` for Lark's own."""
    return path, share.text("grammar", path)


class FromSource(Lexer):
    """Lets Lark take its tokens from a `Source`, which is asked what fits where the parser stands."""

    __future_interface__ = 2

    def __init__(self, conf: Any) -> None:
        """Lark hands over its configuration; there are no patterns in it."""

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """The tokens of the source, one by one."""
        source: Source = lexer_state.text
        while (token := source.take(Fitting(parser_state))) is not None:
            yield token


class Fitting:
    """The terminals that a parser can take where it stands: exactly these, by reducing as far as they ask for.

    (A state of an LALR table alone also names some that are in vain.)
    """

    __slots__ = ("stack", "states")

    def __init__(self, parser_state: Any) -> None:
        """Look at a parser as it is now."""
        self.states, self.stack = parser_state.parse_conf.states, parser_state.state_stack

    def __contains__(self, terminal: str | None) -> bool:
        stack = list(self.stack)
        while found := self.states[stack[-1]].get(terminal):
            action, rule = found
            if action is Shift:
                return True
            if rule.expansion:
                del stack[-len(rule.expansion) :]
            stack.append(self.states[stack[-1]][rule.origin.name][1])
        return False


class Source:
    """A folded text as tokens: each the longest form that the parser can use where it stands.

    A mending source goes on where that fails: it takes the word of the vocabulary that is nearest, adds a
    comma, passes over everyday words. What it makes is only ever a hint.
    """

    def __init__(
        self, grammar: Grammar, vocabulary: Vocabulary, text: str, start: int, verb: str | None = None
    ) -> None:
        """Take `text` apart from `start` on. A `verb` (or "") makes it mend; it stands for a word that is none."""
        self.grammar, self.vocabulary, self.text, self.verb = grammar, vocabulary, text, verb
        self.atoms = [
            Atom(found.start(), found.end(), key(found[0]) if found[0][0].isalpha() else "")
            for found in ATOM.finditer(text, start)
        ]
        self.slips = 0 if verb is None else MOST_SLIPS
        self.at = self.taken = 0

    def take(self, accepted: Fitting) -> Token | None:
        """The next token, None at the end; one that does not fit is given as it is, for the parser to refuse."""
        self.taken = self.at
        while self.at < len(self.atoms):
            unfit, whole = "UNKNOWN", self.atoms
            for kind, value, end in self._forms():
                terminal = self.grammar.terminals.get(kind, "UNKNOWN")
                if terminal in accepted:
                    self.at = end
                    return Token(terminal, value)
                unfit, self.atoms = (terminal if unfit == "UNKNOWN" else unfit), whole
            if self.slips == 0:
                return Token(unfit, "")
            self.slips -= 1
            if (token := self._mended(accepted)) is not None:
                return token
        return None

    def _forms(self) -> Iterator[tuple[str, str, int]]:
        """What may stand here: kind, value, and the atom behind it. Patterns first, then words, longest first."""
        here = self.atoms[self.at]
        for kind, form in self.grammar.patterns.items():
            if found := form.match(self.text, here.start):
                value = found[0] if kind == "name" else found[0].upper()
                yield kind, value, self._behind(found.end())
        for meaning in self.vocabulary.beginning_with(here.key):
            if end := self._spans(meaning):
                yield meaning.kind, meaning.value, end

    def _behind(self, position: int) -> int:
        """The atom behind what ends at a character; one that reaches further is parted there (`xc3` behind `b2`)."""
        at = self.at
        while at < len(self.atoms) and self.atoms[at].start < position:
            at += 1
        last = self.atoms[at - 1]
        if last.end > position:
            rest = self.text[position : last.end]
            parted = Atom(position, last.end, key(rest) if rest[0].isalpha() else "")
            self.atoms = [*self.atoms[: at - 1], replace(last, end=position), parted, *self.atoms[at:]]
        return at

    def _spans(self, meaning: Meaning) -> int:
        """The atom behind a form that stands here, its words apart by blanks or one hyphen; 0 if it does not."""
        at = self.at
        for number, part in enumerate(meaning.parts):
            at += number > 0 and self._sign(at) == "-"
            if at >= len(self.atoms) or self.atoms[at].key != part:
                return 0
            at += 1
        return at

    def _sign(self, at: int) -> str:
        return self.text[self.atoms[at].start : self.atoms[at].end] if at < len(self.atoms) else ""

    def _mended(self, accepted: Fitting) -> Token | None:
        """What may have been meant here, or None when the atom is passed over."""
        if self.verb and self.grammar.terminals.get(self.verb) in accepted:
            self.at += 1
            return Token(self.grammar.terminals[self.verb], self.verb)
        if near := self._nearest(accepted):
            meaning, self.at = near
            return Token(self.grammar.terminals[meaning.kind], meaning.value)
        word, comma = self.atoms[self.at].key, self.grammar.terminals.get("comma")
        if self.vocabulary.beginning_with(word) and comma and comma in accepted:
            return Token(comma, ",")
        if word in self.vocabulary.prose or self._sign(self.at) in IDLE:
            self.at += 1
            return None
        return Token("UNKNOWN", "")

    def _nearest(self, accepted: Fitting) -> tuple[Meaning, int] | None:
        """The one word nearest to what stands here, among those that fit; and the atom behind it."""
        best: dict[tuple[str, str], tuple[float, int, Meaning]] = {}
        inner, terminals = self.vocabulary.inner, self.grammar.terminals
        kinds = {word.kind for word in inner}
        kinds = {kind for kind in kinds if terminals.get(kind) in accepted}
        fit = [word for word in inner if word.kind in kinds and not word.brief]
        for meaning, size in product(fit, (2, 1)):
            word, end = self._run_together(size)
            form = "".join(meaning.parts)
            limit = max(slips(form), 1)
            if not word or size > len(meaning.parts):
                continue
            away = distance(word, form, limit)
            if away > limit and len(word) >= AS_IF_SLIP and form.startswith(word):
                away = limit = AS_IF_SLIP
            if away <= limit:
                entry = (away / size, -end, meaning)
                known = best.setdefault((meaning.kind, meaning.value), entry)
                best[meaning.kind, meaning.value] = min(known, entry, key=_nearness)
        nearest = sorted(best.values(), key=_nearness)
        if not nearest or [_nearness(entry) for entry in nearest].count(_nearness(nearest[0])) > 1:
            return None
        return nearest[0][2], -nearest[0][1]

    def _run_together(self, size: int) -> tuple[str, int]:
        """The keys of one or two words from here on as one, and the atom behind them; "" if they are none."""
        end = self.at + 1
        if size == 1:
            return self.atoms[self.at].key, end
        end += self._sign(end) == "-"
        second = self.atoms[end].key if end < len(self.atoms) else ""
        return (self.atoms[self.at].key + second if second else ""), end + 1


def _nearness(entry: tuple[float, int, Meaning]) -> tuple[float, int]:
    return entry[:2]


def parse(game: Game, vocabulary: Vocabulary, text: str, opening: Opening) -> Move | Table | Stuck:
    """The move or question that a folded text is from its opening on, or where it cannot be read."""
    grammar = grammar_of(game)
    if text.startswith(":", opening.behind):
        text = f"{text[: opening.behind]} {text[opening.behind + 1 :]}"
    source = Source(grammar, vocabulary, text, opening.at)
    if len(source.atoms) > MOST_TOKENS:
        one_too_many = source.atoms[MOST_TOKENS]
        return Stuck("too-many-words", one_too_many.start, one_too_many.end)
    result = _run(source)
    if not isinstance(result, Wanted):
        return cast("Move | Table", result)
    key, start, end = "unexpected", len(text), len(text)
    if source.taken < len(source.atoms):
        start, end = source.atoms[source.taken].start, source.atoms[source.taken].end
    elif source.atoms:
        key = "unfinished"
    if opening.near:
        key = "unclear-verb" if source.atoms[source.taken].key in vocabulary.unclear else "near-verb"
    lines = {line for verb in opening.near or ("",) if (line := _mended_line(game, source, opening, verb))}
    hint = lines.pop() if len(lines) == 1 else ""
    return Stuck(key, start, end, _expected(grammar, vocabulary, result.terminals, opening.near), hint)


class _Recording(Source):
    """A source that keeps what it gave: from which character to which, kind and value."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.spans: list[tuple[int, int, str, str]] = []

    def take(self, accepted: Fitting) -> Token | None:
        """The next token, kept."""
        token = super().take(accepted)
        if token is not None and self.at > self.taken:
            start, end = self.atoms[self.taken].start, self.atoms[self.at - 1].end
            self.spans.append((start, end, kind_of(token.type), str(token)))
        return token


def taken_apart(
    game: Game, vocabulary: Vocabulary, text: str, start: int = 0
) -> list[tuple[int, int, str, str]]:
    """The words of an order in a folded text from a character on: beginning, end, kind and value of each.

    [] for what is no order.
    """
    source = _Recording(grammar_of(game), vocabulary, text, start)
    return [] if isinstance(_run(source), Wanted) else source.spans


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the parser would have gone on with, where it could not."""

    terminals: frozenset[str]


def _run(source: Source) -> Any:
    """What a source says, or what was `Wanted` where it ended or did not fit."""
    try:
        tree = source.grammar.lark.parse(source)
    except UnexpectedToken as error:
        return Wanted(frozenset(error.accepts or error.expected))
    return _built(tree, source.grammar.builders)


def _built(node: Any, builders: Mapping[str, Callable[..., Any]]) -> Any:
    """The value of a part of a tree. Trees are shallow: nothing in the grammars nests more than a few deep."""
    if isinstance(node, Tree):
        rule = node.data.rpartition("__")[2]  # imported: common__resign
        return builders[rule](*(_built(child, builders) for child in node.children))
    return None if node is None else str(node)


def _mended_line(game: Game, source: Source, opening: Opening, verb: str) -> str:
    """The canonical form of what a line may have been meant to be; "" if it is too far off."""
    result = _run(Source(source.grammar, source.vocabulary, source.text, opening.at, verb))
    match result:
        case Wanted():
            return ""
        case Table(verb=word, argument=argument, move=move):
            return f"{word} {game.write(move) if move else argument}".strip()
        case _:
            return game.write(result)


def _expected(
    grammar: Grammar, vocabulary: Vocabulary, terminals: Collection[str], verbs: tuple[str, ...]
) -> tuple[str, ...]:
    """What to tell as expected: the printed words of the seat's language, and kinds in capitals."""
    kinds = {"nothing-more" if terminal == "$END" else kind_of(terminal) for terminal in terminals}
    if kinds & vocabulary.verb_kinds:
        kinds = {*verbs} or {"verb"}
    kinds -= {implied for kind in kinds for implied in grammar.implied.get(kind, ())}
    told = {"comma": ",", "row": "NUMBER", **vocabulary.printed}
    return tuple(sorted(told.get(kind, kind.upper()) for kind in kinds))
