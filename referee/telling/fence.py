"""The fence: no line of ours reads as an order, so that a letter of ours, quoted without marks, plays nothing.

In a text, a line that would begin like an order is put after `| `; but where it goes on with a sentence, the words
before it are carried over to it instead. On a page such a line begins with a sign that nobody sees, and that reads as
that mark. The same reader that reads letters decides what begins like an order, in the words of the seat's language.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from referee.engine.game import Game
from referee.house.games import find
from referee.notation import requests
from referee.notation.folding import Folded
from referee.notation.reader import Misread, Prose, Reader, Reading
from referee.notation.readings import Opening, reading_of
from referee.util.regexes import regex
from referee.util.text import MARK, UNSEEN, WIDTH, block, wrapped
from referee.util.values import Value

LEAD = regex(r"\s*(?:\S+\s+){0,8}\S*")
"""As much of a line as shows whether it is an order: a bullet, a guard, the verb, and some words more."""
NEVER = regex(r"\s*(?:[|=<\[#^/]|$)")
"""Beginnings that make no order, whatever follows."""
POSITION = regex(r" *\d+\.\d+(?:-\d+\.\d+)? {1,2}")
"""A position before what happened there."""
SET = regex(r"\S {2,}\S")
"""A line whose words are aligned with those of other lines is nothing that was broken."""
ENDS = ".:!?]"
MOST_CARRIED = 8
"""How many words are carried over at most."""
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
        """A text of one line on a page, after the mark that nobody sees where it needs one."""
        return text if self.harmless(text) else UNSEEN + text

    def text(self, text: str) -> str:
        """A text laid out in lines, those that need it after the mark. No line gets wider than the width.

        No sentence is cut: a line that goes on with one gets words of the line before it instead.
        """
        done, left = list[str](), text.split("\n")[::-1]
        while left:
            line = left.pop()
            if self.harmless(line):
                done.append(line)
            elif done and (carried := self._carried(done, line)):
                done[-1], whole = carried
                first, *over = wrapped(whole, WIDTH, _margin(whole))
                done.append(first)
                left += _moved_on(line, over, left)[::-1]
            else:
                done.append(_marked(line))
        return "\n".join(done)

    def _carried(self, done: list[str], line: str) -> tuple[str, str] | None:
        """The last line and this one with words carried over from the first to the second, so that neither is an order.

        None if they are no lines of one text, or if no few words help.
        """
        before = done[-1]
        if not (_goes_on(before, line) or _amid(done, line)):
            return None
        margin, words = _margin(line), line.split()
        kept = before.split(" ")
        for _ in range(MOST_CARRIED):
            words.insert(0, kept.pop())
            first, second = " ".join(kept).rstrip(), margin + " ".join(words)
            if not first.strip():
                return None
            if self.harmless(first) and self.harmless(second):
                return first, second
        return None


def _margin(line: str) -> str:
    """The blanks with which a line begins."""
    return line[: len(line) - len(line.lstrip(" "))]


def _moved_on(line: str, over: list[str], left: list[str]) -> list[str]:
    """The rest of a text whose line was broken earlier than before: what was left over of it, and its other lines.

    Those are taken from the end of `left`, where the next line stands last.
    """
    moved = list[str]()
    while over and left and _goes_on(line, left[-1]):
        line = left.pop()
        margin = _margin(line)
        words = [*" ".join(over).split(), line.lstrip(" ")]
        *more, last = wrapped(margin + " ".join(words), WIDTH, margin)
        moved, over = ([*moved, *more], [last]) if more else ([*moved, last], [])
    return [*moved, *over]


def _goes_on(before: str, line: str) -> bool:
    """Whether a line goes on with the text that begins in the one before it, which was broken at the width."""
    deeper = len(_margin(line)) - len(_margin(before))
    return _broken(before, line) and (deeper > 0 or (deeper == 0 and not _ended(before, line)))


def _amid(done: list[str], line: str) -> bool:
    """Whether a line goes on with a text that was broken before, whatever sign its last line ends with."""
    if len(done) < 2 or _margin(line) != _margin(done[-1]):  # noqa: PLR2004  this line is the third of a text
        return False
    return _broken(done[-1], line) and _goes_on(done[-2], done[-1])


def _broken(before: str, line: str) -> bool:
    """Whether two lines of plain text, none aligned with others, may be parts of one that was too wide."""
    if not before.strip() or MARK in before or MARK in line:
        return False
    if SET.search(POSITION.sub("", before)) or SET.search(line):
        return False
    return len(before) + 1 + len(line.lstrip(" ").partition(" ")[0]) > WIDTH


def _ended(before: str, line: str) -> bool:
    """Whether a text ends with a line: not before the number of its rule, nor where `(at most 6):` tells more."""
    return before[-1] in ENDS and not before.endswith("):") and not line.lstrip(" ").startswith("[")


def _marked(line: str) -> str:
    """A line after the mark, which replaces its first blanks if it is indented."""
    body = line.removeprefix(" " * len(MARK))
    return MARK + body if len(MARK) + len(body) <= WIDTH else block(MARK + body, "")


class _Deck(Value, uncompared=("content",)):
    """The names of the cards of a game, which are words of its orders; the options they come from."""

    names: tuple[tuple[str, str], ...]
    content: Mapping[str, Any]


def fence_of(game: Game, content: Mapping[str, Any], language: str = "en") -> Fence:
    """The fence for the letters of a game with these options. Raises `Faulty` for an unknown language."""
    return _made(game.name, language, _Deck(tuple(reading_of(game).card_names(content)), content))


@lru_cache(DECKS)
def _made(name: str, language: str, deck: _Deck) -> Fence:
    return Fence(_Beginnings(find(name), deck.content, (language,)))
