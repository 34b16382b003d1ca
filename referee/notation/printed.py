"""Cards as letters print them: `Frost Giant 4`, `(Ravens1)`, `Archer*2`, `[9]`, `Raben 1 (erbeutet)`.

A card is printed with its name and strength. It stands in brackets if it lies face down; a star or a word
follows it if it bears the other back; and on the board its name is cut short. Players copy any of these into
their orders, and each is read as one card.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from referee.notation.words import Meaning, Vocabulary
from referee.util.values import Value

BRACKETS = {"(": ")", "[": "]"}
STAR = "*"
CUT = 5
"""A name on a board has at least this many letters."""
QUALIFIERS = ("captured", "own")
"""Words that may stand in brackets after a card; a star stands for the first of them."""


class Atom(Protocol):
    """A word, a number or a sign of a text."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""

    @property
    def key(self) -> str:
        """The key of a word, else ""."""


class Printed(Value):
    """A card with what is printed beside it: its kind and value, the atom after it, the word that goes with it."""

    kind: str
    value: str
    end: int
    word: Meaning | None


def printed(text: str, atoms: Sequence[Atom], at: int, vocabulary: Vocabulary) -> Printed | None:
    """The card at this place, if more than its name is printed; None for anything else, and for a bare name."""
    return _Reading(text, atoms, vocabulary).card(at)


class _Reading(Value):
    text: str
    atoms: Sequence[Atom]
    vocabulary: Vocabulary

    def card(self, at: int) -> Printed | None:
        closing = BRACKETS.get(self.sign(at), "")
        start = at + bool(closing)
        if closing and (digit := self.value(start)) and self.sign(start + 1) == closing:
            return Printed("value", digit, start + 2, None)
        for kind, value, named, whole in self.names(start):
            end, word = self.beside(named, value)
            if closing and self.sign(end) not in {closing, ""}:
                continue
            end += bool(closing) and self.sign(end) == closing
            if (end > named) if whole else (closing or end > named):
                return Printed(kind, value, end, word)
        return None

    def sign(self, at: int) -> str:
        return self.text[self.atoms[at].start : self.atoms[at].end] if 0 <= at < len(self.atoms) else ""

    def value(self, at: int) -> str:
        """The card that is known by its value, where the game has cards with that value."""
        digit = self.sign(at)
        known = any(digit in strengths for strengths in self.vocabulary.strengths.values())
        return digit if len(digit) == 1 and digit.isdigit() and known else ""

    def names(self, at: int) -> Iterator[tuple[str, str, int, bool]]:
        """The cards whose names stand here, in full or cut short, with the atom after each: the longest names first."""
        if at >= len(self.atoms) or not (word := self.atoms[at].key):
            return
        whole = False
        for meaning in self.vocabulary.beginning_with(word):
            if meaning.card and (end := self.spans(at, meaning)):
                whole = True
                yield meaning.kind, meaning.value, end, True
        if not whole and len(word) >= CUT:
            tail = self.sign(at + 1 + (self.sign(at + 1) == STAR))
            cut = {
                (one.kind, one.value) for one in self.vocabulary.cards_cut(word) if self.fits(one.value, tail)
            }
            if len(cut) == 1:
                yield (*cut.pop(), at + 1, False)

    def fits(self, value: str, tail: str) -> bool:
        """Whether a card can be printed with this number after it."""
        return not tail.isdigit() or tail in self.vocabulary.strengths.get(value, ())

    def spans(self, at: int, meaning: Meaning) -> int:
        """The atom after a name whose words are separated by blanks or one sign (`Hugin & Munin`); 0 if not here."""
        for number, part in enumerate(meaning.parts):
            at += number > 0 and self.sign(at) in {"-", "&"}
            if at >= len(self.atoms) or self.atoms[at].key != part:
                return 0
            at += 1
        return at

    def beside(self, at: int, value: str) -> tuple[int, Meaning | None]:
        """The atom after what follows a name: a star, the strength, a word in brackets; and the word that they mean."""
        word = None
        if self.sign(at) == STAR:
            at, word = at + 1, self.vocabulary.word(QUALIFIERS[0])
        if self.sign(at) in self.vocabulary.strengths.get(value, ()):
            at += 1
        if closing := BRACKETS.get(self.sign(at), ""):
            for meaning in self.vocabulary.beginning_with(
                self.atoms[at + 1].key if at + 1 < len(self.atoms) else ""
            ):
                if (
                    meaning.kind in QUALIFIERS
                    and (end := self.spans(at + 1, meaning))
                    and self.sign(end) in {closing, ""}
                ):
                    return end + (self.sign(end) == closing), meaning
        return at, word
