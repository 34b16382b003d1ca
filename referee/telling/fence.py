"""The fence: no line of ours reads as an order, so that a letter of ours, quoted without marks, plays nothing.

A line that would begin like an order is put after `| `. The same reader that reads letters decides what
begins like one, in the words of the seat's language.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from referee.engine.game import Game
from referee.house.games import find
from referee.notation import requests
from referee.notation.folding import Folded
from referee.notation.reader import Misread, Prose, Reader, Reading
from referee.notation.readings import Opening, reading_of
from referee.util.text import MARK, WIDTH, block

LEAD = re.compile(r"\s*(?:\S+\s+){0,8}\S*")
"""As much of a line as shows whether it is an order: a bullet, a guard, the verb, and some words more."""
NEVER = re.compile(r"\s*(?:[|=<\[#^/]|$)")
"""Beginnings that make no order, whatever follows."""
REMEMBERED = 4096
DECKS = 64


class _Beginnings(Reader):
    """Tells only whether a line is an order, and does not read it."""

    def _order(self, line: str, folded: Folded, opening: Opening) -> Reading:
        # A line with more words than a wish to the house may have is prose.
        return super()._order(line, folded, opening) if opening.verb in requests.VERBS else Misread(1)


class Fence:
    """The fence of one game in one language."""

    def __init__(self, reader: Reader) -> None:
        """Build it from a reader of letters."""
        self._reader = reader
        self._harmless = lru_cache(REMEMBERED)(self._reads_as_prose)

    def _reads_as_prose(self, lead: str) -> bool:
        return isinstance(self._reader.read(lead), Prose)

    def harmless(self, line: str) -> bool:
        """Whether this line, quoted without a mark, would be left alone."""
        if NEVER.match(line):
            return True
        lead = LEAD.match(line)
        return self._harmless(lead[0] if lead else line)

    def line(self, text: str) -> str:
        """A text of one line, after the mark where it needs one."""
        return text if self.harmless(text) else MARK + text

    def text(self, text: str) -> str:
        """A text laid out in lines, those that need it after the mark. No line gets wider than the width."""
        return "\n".join([line if self.harmless(line) else _marked(line) for line in text.split("\n")])


def _marked(line: str) -> str:
    """A line after the mark, which replaces its first blanks if it is indented."""
    body = line.removeprefix(" " * len(MARK))
    return MARK + body if len(MARK) + len(body) <= WIDTH else block(MARK + body, "")


@dataclass(frozen=True, slots=True)
class _Deck:
    """The names of the cards of a game, which are words of its orders; the options they come from."""

    names: tuple[tuple[str, str], ...]
    content: Mapping[str, Any] = field(compare=False)


def fence_of(game: Game, content: Mapping[str, Any], language: str = "en") -> Fence:
    """The fence for the letters of a game with these options. Raises `Faulty` for an unknown language."""
    return _made(game.name, language, _Deck(tuple(reading_of(game).card_names(content)), content))


@lru_cache(DECKS)
def _made(name: str, language: str, deck: _Deck) -> Fence:
    return Fence(_Beginnings(find(name), deck.content, (language,)))
