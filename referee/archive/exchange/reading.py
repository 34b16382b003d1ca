"""An exchange text read: any text that says what it means, whatever its spaces, widths and line ends.

    for game in read(text):
        print(game.tag("Game"), len(game.entries), [str(problem.at) for problem in game.problems])

A game begins where a tag stands at the start of a line and none stood before it. What is wrong with one game is
told in its `problems`, and the others are read.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, cast

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from referee.archive.exchange.model import (
    Entry,
    Fact,
    Game,
    Glyph,
    Item,
    Keys,
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

LONGEST = 8 * 1024 * 1024
"""Of the text of one game, in characters."""
_TAG = re.compile(r"\[[A-Za-z][^\s\"\[\]]*\s*(?:\"|\Z)")
_JUDGED = re.compile(
    rf"(?P<move>.*?)(?:\s*(?P<sign>!!|!\?|\?!|!|(?<![\s?])\?{{1,2}}|(?<=\s)(?:{STANDING})))?", re.DOTALL
)
"""A question mark that stands alone is no sign, but an unknown card."""
_JOINED = re.compile(r",[ \t\r]*\n\s*")


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
    tags, entries = made.game(tree)
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


class _Made:
    """Makes the model of one tree; what cannot be understood goes to `problems`."""

    def __init__(self, text: str, first: int) -> None:
        self._text, self._first = text, first
        self.problems: list[Problem] = []

    def game(self, tree: Tree[Token]) -> tuple[tuple[Tag, ...], tuple[Entry, ...]]:
        parts = [one for one in tree.children if isinstance(one, Tree)]
        tags = tuple(self._tag(one) for one in parts if one.data == "tag")
        return tags, tuple(self._entry(one) for one in parts if one.data == "entry")

    def _spot(self, one: Tree[Token] | Token) -> Spot:
        line, column = (one.line, one.column) if isinstance(one, Token) else (one.meta.line, one.meta.column)
        return Spot(self._first + (line or 1) - 1, column or 1)

    def _tag(self, tree: Tree[Token]) -> Tag:
        name, value, *keys = tree.children
        return Tag(str(name), self._value(value), self._keys(keys), self._spot(tree))

    def _entry(self, tree: Tree[Token]) -> Entry:
        head, *rest = tree.children
        assert isinstance(head, Token)  # noqa: S101  the grammar has it so
        found = re.match(r"([0-9]+\.[0-9]*)?\s*(.*)", str(head), re.DOTALL)
        position, what = (found[1] or "", found[2]) if found else ("", str(head))
        times = [str(one) for one in rest if isinstance(one, Token) and one.type == "TIME"]
        items = [item for one in rest if isinstance(one, Tree) for item in self._items(one)]
        return Entry(position, tuple(what.split()), "".join(times), tuple(items), self._spot(head))

    def _items(self, tree: Tree[Token]) -> Iterator[Item]:
        """What a part of an entry says; a sign of judgement that stands right after an order is taken off it."""
        at, children = self._spot(tree), cast("list[Any]", tree.children)
        if tree.data != "order":
            yield self._item(tree, at)
            return
        first, *rest = children
        if first.type == "STRING":
            yield Order("", self._value(first), at)
            return
        raw = self._value(rest[0].children[0]) if rest else ""
        found = _JUDGED.fullmatch(_JOINED.sub(", ", str(first)).strip())
        yield Order(found["move"] if found else "", raw, at)
        if found and found["sign"]:
            yield _glyph(found["sign"], at)

    def _item(self, tree: Tree[Token], at: Spot) -> Item:
        children = tree.children
        match tree.data:
            case "fact":
                return self._fact(children, at)
            case "glyph":
                return _glyph(str(children[0]), at)
            case "variation":
                meta = tree.meta
                text = self._text[meta.start_pos + 1 : meta.end_pos - 1]
                return Said(self._plain(text, at, unescaped_variation), True, at)
        token = str(children[0])
        text = token[1:].strip() if token.startswith(";") else self._plain(token[1:-1], at)
        return Said(text, False, at)

    def _fact(self, children: Sequence[Any], at: Spot) -> Fact:
        name, words, keys = str(children[0]), list[Any](), dict[str, Any]()
        parts: list[Any] = [one.children[0] for one in children[1:]]
        marks = [str(one) for one in parts]
        n = 0
        while n < len(parts):
            if n + 2 < len(parts) and marks[n + 1] == "=" and parts[n].type == "WORD":
                keys[str(parts[n])] = self._value(parts[n + 2])
                n += 3
            else:
                words += [] if marks[n] in ",:=/" else [self._value(parts[n])]
                n += 1
        return Fact(name, tuple(words), keys, at)

    def _keys(self, trees: Sequence[Any]) -> Keys:
        return {str(one.children[0]): self._value(one.children[1]) for one in trees}

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
