"""A folded text as tokens for a grammar: words, numbers and signs, and cards as letters print them."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import product
from typing import Any

from lark import Lark, Token
from lark.parsers.lalr_analysis import Shift

from referee.notation.folding import WORD, key
from referee.notation.printed import Printed, printed
from referee.notation.spelling import distance, slips
from referee.notation.words import Meaning, Vocabulary
from referee.util.regexes import regex
from referee.util.values import Value, replace

ATOM = regex(WORD.pattern + r"'?|\d+|->|\S")
IDLE = frozenset("\"'().,:-")
"""Signs that a mending source skips."""
MOST_SLIPS = 4
AS_WRITTEN = frozenset({"text", "words", "saying"})
"""Kinds of free text: of its pattern the group, if it has one, as it was written."""
AS_IF_SLIP = 3
"""How many slips it counts to take the beginning of a word for the whole."""


class Grammar(Value):
    """A game's grammar, ready to parse: its terminals by kind, the patterns, the builders."""

    lark: Lark
    terminals: Mapping[str, str]
    patterns: Mapping[str, re.Pattern[str]]
    builders: Mapping[str, Callable[..., Any]]
    implied: Mapping[str, Collection[str]]


class Atom(Value):
    """A word, a number or a sign of a folded text; the key of a word, else ""."""

    start: int
    end: int
    key: str


class Fitting:
    """The terminals that a parser can take where it stands.

    These are exact, because the reductions that each asks for are followed. (A state of the LALR table alone
    also names terminals that lead nowhere.)
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
    """A folded text as tokens: each is the longest form that the parser can use where it stands.

    A mending source goes on where that fails: it takes the nearest word of the vocabulary, adds a comma, or
    skips everyday words. Its result is only ever a hint.
    """

    def __init__(
        self,
        grammar: Grammar,
        vocabulary: Vocabulary,
        text: str,
        start: int,
        verb: str | None = None,
        written: Callable[[int, int], str] | None = None,
        without: Collection[str] = (),
    ) -> None:
        """Split `text` from `start` on. A `verb` (or "") makes the source mend; it replaces a wrong first word.

        `written` gives what stands between two characters of the text as its writer wrote it. Words whose keys are
        among those to be read `without` are left out, and a comma before the last of them.
        """
        self.grammar, self.vocabulary, self.text, self.verb = grammar, vocabulary, text, verb
        self.written = written or (lambda start, end: text[start:end])
        self.atoms = [
            Atom(found.start(), found.end(), key(found[0]) if found[0][0].isalpha() else "")
            for found in ATOM.finditer(text, start)
        ]
        while without and self.atoms and (self.atoms[-1].key in without or self._sign(-1) == ","):
            self.atoms.pop()
        self.atoms = [atom for atom in self.atoms if atom.key not in without]
        self.slips = 0 if verb is None else MOST_SLIPS
        self.at = self.taken = 0
        self.qualified = -1

    def take(self, accepted: Fitting) -> Token | None:
        """The next token, None at the end. One that does not fit is given as it is, for the parser to refuse."""
        self.taken = self.at
        while self.at < len(self.atoms):
            unfit, whole = "UNKNOWN", self.atoms
            for kind, value, end in self._forms():
                terminal = self.grammar.terminals.get(kind, "UNKNOWN")
                if terminal in accepted:
                    self.qualified, self.at = self.at if end == self.at else -1, end
                    return Token(terminal, value)
                unfit, self.atoms = (terminal if unfit == "UNKNOWN" else unfit), whole
            if self.slips == 0:
                return Token(unfit, "")
            self.slips -= 1
            if (token := self._mended(accepted)) is not None:
                return token
        return None

    def _forms(self) -> Iterator[tuple[str, str, int]]:
        """What may stand here: kind, value, and the atom after it.

        Printed cards come first, then patterns, then words, the longest first. A word that belongs to a
        printed card comes before it, and takes up no atom.
        """
        here = self.atoms[self.at]
        if card := printed(self.text, self.atoms, self.at, self.vocabulary):
            yield from self._card(card)
        for kind, form in self.grammar.patterns.items():
            if found := form.match(self.text, here.start):
                value = found[0] if kind == "name" else found[0].upper()
                if kind in AS_WRITTEN:
                    value = self.written(*found.span(found.lastindex or 0))
                yield kind, value, self._behind(found.end())
        for meaning in self.vocabulary.beginning_with(here.key):
            if end := self._spans(meaning):
                yield meaning.kind, meaning.value, end

    def _card(self, card: Printed) -> Iterator[tuple[str, str, int]]:
        if card.word and self.qualified != self.at:
            yield card.word.kind, card.word.value, self.at
        yield card.kind, card.value, card.end

    def _behind(self, position: int) -> int:
        """The atom after the one that ends at a character; one that goes further is split there (`xc3` after `b2`)."""
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
        """The atom after a form that stands here, its words separated by blanks or one hyphen; 0 if it is not here."""
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
        """What may have been meant here, or None when the atom is skipped."""
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
        """The one word that is nearest to this place, among those that fit; and the atom after it."""
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
        """The keys of one or two words from here on, joined, and the atom after them; "" if these are not words."""
        end = self.at + 1
        if size == 1:
            return self.atoms[self.at].key, end
        end += self._sign(end) == "-"
        second = self.atoms[end].key if end < len(self.atoms) else ""
        return (self.atoms[self.at].key + second if second else ""), end + 1


def _nearness(entry: tuple[float, int, Meaning]) -> tuple[float, int]:
    return entry[:2]
