"""How the letters to one table are read: in the language of their writers, and in English."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from referee.engine.game import Game
from referee.notation.languages import checked
from referee.notation.reader import Line, Reader
from referee.notation.readings import reading_of
from referee.util.translations import ENGLISH
from referee.util.values import Value

Lines = str | Sequence[str] | Sequence[tuple[int, str]]
"""The lines of a letter, as one text, or with their numbers."""
Left = Sequence[tuple[int, str, str]]
"""Lines of a mail that are not its writer's own: number, text, and why they are left out."""

MOST = 64
"""How many readers are remembered: most tables of a game have the same deck, and each letter opens its table again."""


class _Deck(Value, uncompared=("content",)):
    """What a reader takes from a table: its game, the names of its cards, and the strengths printed on them."""

    game: Game
    names: tuple[tuple[str, str], ...]
    strengths: tuple[tuple[str, tuple[str, ...]], ...]
    content: Mapping[str, Any]

    @classmethod
    def of(cls, game: Game, content: Mapping[str, Any]) -> "_Deck":
        how = reading_of(game)
        strengths = how.card_strengths(content).items()
        printed = tuple((name, tuple(sorted(each))) for name, each in strengths)
        return cls(game, tuple(how.card_names(content)), printed, content)


@lru_cache(MOST)
def _reader(deck: _Deck, language: str, invited: bool, own_words: bool) -> Reader:
    """The same reader for tables with the same deck: it looks at nothing else of them."""
    return Reader(deck.game, deck.content, (language,), invited=invited, own_words=own_words)


class Readers:
    """The readers of one table; each is made when it is first needed."""

    def __init__(self, game: Game, content: Mapping[str, Any], *, own_words: bool = True) -> None:
        """Read for this game, with all its options. `own_words`: consent in other words than `accept` counts (H4)."""
        self._game, self._content, self._own_words = game, content, own_words
        self._readers: dict[tuple[str, bool], Reader] = {}

    def reader(self, language: str = ENGLISH, *, invited: bool = False) -> Reader:
        """The reader for a language. Raises `Faulty` for an unknown one."""
        if (language, invited) not in self._readers:
            deck = _Deck.of(self._game, self._content)
            made = _reader(deck, checked(language), invited, self._own_words)
            self._readers[language, invited] = made
        return self._readers[language, invited]

    def read(
        self,
        lines: Lines,
        left: Left = (),
        *,
        language: str = ENGLISH,
        invited: bool = False,
    ) -> list[Line]:
        """The lines of a letter as read, in their order, including lines left out that would have been orders."""
        reader = self.reader(language, invited=invited)
        given = lines if isinstance(lines, str) else list(lines)
        if given and isinstance(given[0], str) and not isinstance(given, str):
            given = "\n".join(map(str, given))
        return sorted(
            [*reader.read_letter(given), *reader.left_out(left)],  # type: ignore[arg-type]
            key=lambda line: line.numbers,
        )
