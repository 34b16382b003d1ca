"""Orders in the words of another language: canonical notation, as players of that language would write it.

Records hold canonical notation alone. What a reader is shown goes through here word by word, each in the form
that the language prints. What is shown reads back as the same move.
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from referee.engine.game import Game
from referee.notation import words
from referee.notation.folding import WORD, behind_words, fold, key
from referee.notation.reader import GUARD, Reader
from referee.notation.readings import reading_of
from referee.util.translations import ENGLISH

KEPT = 64
"""How many games and decks are kept prepared."""
REMEMBERED = 8192


class Spoken:
    """The orders of one game in one language."""

    def __init__(self, game: Game, content: Mapping[str, Any], language: str) -> None:
        """Prepare the words. Raises `Faulty` for a language without words."""
        self._game = game
        self._reader = Reader(game, content)
        self._words = words.of_language(language, game.name)
        self._cards = {"card", *reading_of(game).KINDS.values()}
        self.order = lru_cache(REMEMBERED)(self._order)

    def _order(self, written: str) -> str:
        from referee.notation import parser  # noqa: PLC0415  Lark is slow to load

        folded = fold(written)
        text, columns = folded.text, folded.columns
        guard = GUARD.match(text)
        at = guard.end() if guard else 0
        spans = parser.taken_apart(self._game, self._reader.vocabulary, text, at) or self._verb(text, at)
        said = [written[:at].replace("now", self.word("now"))]
        beside = ""
        for n, (begins, ends, kind, value) in enumerate(spans):
            start, end = columns[begins], columns[ends]
            if word := self._beside(kind, spans[n + 1 :]):
                said, beside, at = [*said, written[at:start]], word, columns[spans[n + 1][0]]
                continue
            one = self._said(written[start:end], kind, value)
            said += [
                written[at:start],
                f"{one} ({beside})" if beside else one,
            ]
            at, beside = end, ""
        return "".join([*said, written[at:]])

    def _beside(self, kind: str, after: Sequence[tuple[int, int, str, str]]) -> str:
        """A word before a card as it is told after it, in brackets, as letters print cards: so it needs no ending."""
        card = bool(after) and after[0][2] in self._cards
        return self._words.printing.get(f"{kind} card", "") if card else ""

    def _verb(self, text: str, at: int) -> list[tuple[int, int, str, str]]:
        """The verb alone of a line that no grammar reads: words of its writer follow it (`accept a wolf howls`)."""
        verb = self._reader.vocabulary.verb([key(word) for word in WORD.findall(text, at)])
        return [(at, behind_words(text, at, len(verb.parts)), verb.kind, verb.value)] if verb else []

    def _said(self, found: str, kind: str, value: str) -> str:
        """One word of an order; signs, numbers and places are the same in every language."""
        if len(found) == 1 or not found[0].isalpha():
            return found
        if (form := self._words.printed.get(kind)) is not None:
            return self._words.printing.get(found, form)
        return self._words.titles.get(value, found).replace(" ", "-") if kind in self._cards else found

    def word(self, kind: str) -> str:
        """The form of a word that is printed."""
        return self._words.printed.get(kind, kind)


def spoken(game: Game, content: Mapping[str, Any], language: str, written: str) -> str:
    """An order in canonical notation, in the words of a language. Raises `Faulty` for a language without words."""
    if language == ENGLISH:
        return written
    return speaking(game, content, language).order(written)


def word_of(game: Game, content: Mapping[str, Any], language: str, kind: str) -> str:
    """A word of orders in the form that a language prints. Raises `Faulty` for a language without words."""
    return kind if language == ENGLISH else speaking(game, content, language).word(kind)


def speaking(game: Game, content: Mapping[str, Any], language: str) -> Spoken:
    """The orders of a game with these options in a language, made once. Raises `Faulty` for one without words."""
    return _made(cast("Hashable", game), language, _Content(content))


class _Content(dict[str, Any]):
    """Options in full, usable as a key: two are the same if they are the same mapping."""

    def __hash__(self) -> int:  # type: ignore[override]
        return len(self)


@lru_cache(KEPT)
def _made(game: Any, language: str, content: Mapping[str, Any]) -> Spoken:
    return Spoken(game, content, language)
