"""An exchange text read: any text that says what it means, whatever its spaces, widths and line ends.

    for game in read(text):
        print(game.tag("Game"), len(game.entries), [str(problem.at) for problem in game.problems])

A game begins where a tag stands at the start of a line and none stood before it. What is wrong with one game is
told in its `problems`, and the others are read.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken, v_args

from referee.archive.exchange.model import (
    Entry,
    Fact,
    Game,
    Glyph,
    Item,
    Order,
    Problem,
    Said,
    Spot,
    Tag,
    wrong_at,
)
from referee.archive.exchange.writing import NoValue, unescaped, unescaped_variation, value_of
from referee.archive.notes import STANDING, glyph_of
from referee.util import data
from referee.util.regexes import regex

LONGEST = 8 * 1024 * 1024
"""Of the text of one game, in characters."""
_TAG = regex(r"\[[A-Za-z][^\s\"\[\]]*\s*(?:\"|\Z)")
_JUDGED = regex(
    rf"(?P<move>.*?)(?:\s*(?P<sign>!!|!\?|\?!|!|(?<![\s?])\?{{1,2}}|(?<=\s)(?:{STANDING})))?", re.DOTALL
)
"""A question mark that stands alone is no sign, but an unknown card."""
_JOINED = regex(r",[ \t\r]*\n\s*")


@cache
def _parser() -> Lark:
    return Lark(
        data.text("grammar", "archive.lark"),
        parser="lalr",
        lexer="contextual",
        propagate_positions=True,
        maybe_placeholders=False,
    )


def read(text: str) -> Iterator[Game]:
    """The games of a text, one after another."""
    for line, part in _parted(text.removeprefix("\ufeff")):
        yield _game(part, line)


def _parted(text: str) -> Iterator[tuple[int, str]]:
    """The text of each game, with the number of the line it begins at.

    A tag goes on in the lines right after it that begin with a blank.
    """
    lines, start, tagged, goes_on = text.split("\n"), 0, True, False
    for n, line in enumerate(lines):
        is_tag = bool(_TAG.match(line))
        if is_tag and not tagged and any(map(str.strip, lines[start:n])):
            yield start + 1, "\n".join(lines[start:n])
            start = n
        goes_on = is_tag or (goes_on and line[:1] in {" ", "\t"})
        tagged = goes_on or (tagged and _says_nothing(line))
    if any(not _says_nothing(line) for line in lines[start:]):
        yield start + 1, "\n".join(lines[start:])


def _says_nothing(line: str) -> bool:
    return not line.strip() or line.startswith("%")


def _game(text: str, first: int) -> Game:
    at = Spot(first + next((n for n, line in enumerate(text.split("\n")) if line.strip()), 0), 1)
    if len(text) > LONGEST:
        return Game(problems=(wrong_at(at, "text-long", most=LONGEST),), at=at)
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        return Game(_tags_of(text, first), problems=(_problem(error, text, first),), at=at)
    made = _Made(text, first)
    tags, entries = made.transform(tree)
    return Game(tags, entries, tuple(made.problems), at)


def _tags_of(text: str, first: int) -> tuple[Tag, ...]:
    """The tags of a game that cannot be read further, so that it can be named."""
    found = (re.match(r'\[([^\s"\[\]]+)[ \t]*"([^"\\]*)"', line) for line in text.split("\n"))
    return tuple(Tag(one[1], one[2], at=Spot(first, 1)) for one in found if one)


def _problem(error: UnexpectedInput, text: str, first: int) -> Problem:
    if error.line < 1 or (isinstance(error, UnexpectedToken) and error.token.type == "$END"):
        lines = text.rstrip().split("\n")
        return wrong_at(Spot(first + len(lines) - 1, len(lines[-1]) + 1), "text-ends")
    spot = Spot(first + error.line - 1, error.column)
    row = text.split("\n")[error.line - 1][error.column - 1 :]
    found = row[:1] if isinstance(error, UnexpectedCharacters) else row.strip()
    opens = {"{": "}", '"': '"', "`": "`"}.get(row[:1])
    if opens and isinstance(error, UnexpectedCharacters):
        return wrong_at(spot, "text-open", given=row[:1], due=opens)
    return wrong_at(spot, "text-unread", given=found[:40])


@v_args(meta=True)
class _Made(Transformer[Token, Any]):
    """Makes the model of one tree; what cannot be understood goes to `problems`."""

    def __init__(self, text: str, first: int) -> None:
        super().__init__(visit_tokens=False)
        self._text, self._first = text, first
        self.problems: list[Problem] = []

    def start(self, _meta: Any, parts: Sequence[Any]) -> tuple[tuple[Tag, ...], tuple[Entry, ...]]:
        """The tags of the game, and its entries."""
        tags = tuple(one for one in parts if isinstance(one, Tag))
        return tags, tuple(one for one in parts if isinstance(one, Entry))

    def tag(self, meta: Any, parts: Sequence[Any]) -> Tag:
        """A fact of the game as a whole."""
        name, value, *keys = parts
        return Tag(str(name), self._value(value), dict(keys), self._spot(meta))

    def key(self, _meta: Any, parts: Sequence[Any]) -> tuple[str, Any]:
        """A name with its value."""
        return str(parts[0]), self._value(parts[1])

    def entry(self, _meta: Any, parts: Sequence[Any]) -> Entry:
        """A letter or an act."""
        head, *rest = parts
        found = re.match(r"([0-9]+\.[0-9]*)?\s*(.*)", str(head), re.DOTALL)
        position, what = (found[1] or "", found[2]) if found else ("", str(head))
        time = "".join(one for one in rest if isinstance(one, Token) and one.type == "TIME")
        items = tuple(item for one in rest if not isinstance(one, Token) for item in one)
        return Entry(position, tuple(what.split()), time, items, self._spot(head))

    def order(self, meta: Any, parts: Sequence[Any]) -> tuple[Item, ...]:
        """An order; a sign of judgement that stands right after it is taken off it."""
        first, *written = parts
        at = self._spot(meta)
        if first.type == "STRING":
            return (Order("", self._value(first), at),)
        found = _JUDGED.fullmatch(_JOINED.sub(", ", str(first)).strip())
        order = Order(found["move"] if found else "", written[0] if written else "", at)
        return (order, _glyph(found["sign"], at)) if found and found["sign"] else (order,)

    def written(self, _meta: Any, parts: Sequence[Any]) -> Any:
        """How an order was written."""
        return self._value(parts[0])

    def glyph(self, meta: Any, parts: Sequence[Any]) -> tuple[Item]:
        """A glyph that stands by itself."""
        return (_glyph(str(parts[0]), self._spot(meta)),)

    def comment(self, meta: Any, parts: Sequence[Any]) -> tuple[Item]:
        """A comment in braces, or to the end of its line."""
        token, at = str(parts[0]), self._spot(meta)
        text = token[1:].strip() if token.startswith(";") else self._plain(token[1:-1], at)
        return (Said(text, False, at),)

    def variation(self, meta: Any, _parts: Sequence[Any]) -> tuple[Item]:
        """A variation, as a text."""
        at = self._spot(meta)
        text = self._plain(self._text[meta.start_pos + 1 : meta.end_pos - 1], at, unescaped_variation)
        return (Said(text, True, at),)

    def part(self, _meta: Any, parts: Sequence[Any]) -> Any:
        """A word, a value or a sign within a fact."""
        return parts[0]

    def fact(self, meta: Any, parts: Sequence[Any]) -> tuple[Item]:
        """A fact with its words, and its values by name."""
        name, *left = parts
        words, keys = list[Any](), dict[str, Any]()
        while left:
            if left[0].type == "WORD" and left[1:2] == ["="] and len(left) > 2:  # noqa: PLR2004  a name, =, a value
                keys[str(left[0])] = self._value(left[2])
                del left[:3]
            else:
                words += [] if left[0] in {*",:=/"} else [self._value(left[0])]
                del left[0]
        return (Fact(str(name), tuple(words), keys, self._spot(meta)),)

    def _spot(self, one: Any) -> Spot:
        return Spot(self._first + one.line - 1, one.column)

    def _value(self, token: Any) -> Any:
        try:
            return value_of(str(token))
        except NoValue:
            self.problems.append(wrong_at(self._spot(token), "text-value", given=str(token)[:40]))
            return ""

    def _plain(self, text: str, at: Spot, plain: Callable[[str], str] = unescaped) -> str:
        try:
            return plain(_stripped(text))
        except ValueError:
            self.problems.append(wrong_at(at, "text-value", given=text[:40]))
            return ""


def _glyph(written: str, at: Spot) -> Glyph:
    """One that has a sign has it whether or not it was written with its number."""
    return Glyph(glyph_of(written) or written, at)


def _stripped(text: str) -> str:
    """Without the blanks at both ends, but for one that is escaped."""
    told = text.strip(" \t\r\n")
    slashes = len(told) - len(told.rstrip("\\"))
    return told + (text[len(text.rstrip(" \t\r\n")) :][:1] if slashes % 2 else "")
