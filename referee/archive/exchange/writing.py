r"""An exchange text written in its one layout, the export form; and how any text and value stands in it.

A game has its tags, an empty line, and its entries, with an empty line after each; no line is longer than `WIDTH`.
What is read is written back in the same way: `render(read(render(game)))` is `render(game)`. Values are words and
whole numbers as they are, other texts as strings, the rest as JSON.

Any text stands between brackets or quotes, on lines of a bounded length, and comes back as it was. A line break with
the blanks around it is one space, so a text may be wrapped by anybody. What must stay is escaped:

    \n  \t      a line break, a tab          \u2028;    a character that is not shown
    \           at the end of a line: the text goes on without a space; before a blank: the blank stays
    \} \" \( \\ the character itself

A variation has comments of its own, in which `\}` and `\\` stand for the characters (`referee.archive.lines.text`).
They are written there once, and not escaped again.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from referee.archive.exchange.model import (
    OF_THE_ENTRY,
    Entry,
    Fact,
    Game,
    Glyph,
    Item,
    Keys,
    Order,
    Said,
    Tag,
)
from referee.archive.notes import GLYPHS, STANDING
from referee.util.layout import WHOLE
from referee.util.regexes import regex

# Texts

WIDTH = 100
"""How many characters a line of the export form has at most."""
_ESCAPE = regex(r"\\(?:u([0-9a-fA-F]{1,6});|\r?\n[ \t]*|([\s\S]))|[ \t]*\r?\n[ \t\r\n]*")
_NAMED = {"n": "\n", "t": "\t"}
_BACK = {"\n": r"\n", "\t": r"\t", "\\": r"\\"}
_HIGHEST, _SURROGATES = 0x10FFFF, range(0xD800, 0xE000)


def unescaped(text: str) -> str:
    r"""What stands between brackets or quotes. Raises ValueError for `\u...;` that is no character."""
    return _ESCAPE.sub(_plain, text)


def _plain(found: re.Match[str]) -> str:
    number, character = found[1], found[2]
    if number is not None:
        if (code := int(number, 16)) > _HIGHEST or code in _SURROGATES:
            raise ValueError(f"no character: {number}")
        return chr(code)
    if character is not None:
        return _NAMED.get(character, character)
    return "" if found[0].startswith("\\") else " "


_COMMENT = regex(r"\\[\s\S]|(\{(?:\\[\s\S]|[^}\\])*\})")
"""What is escaped in a variation, or a comment of it."""


def _pieces(variation: str) -> Iterator[tuple[str, bool]]:
    """The text of a variation piece by piece, each with whether it is a comment."""
    at = 0
    for found in _COMMENT.finditer(variation):
        if found[1]:
            yield variation[at : found.start()], False
            yield found[1], True
            at = found.end()
    yield variation[at:], False


def unescaped_variation(text: str) -> str:
    r"""What stands between parentheses, with `\}` and `\\` in its comments as they are. Raises ValueError."""
    return "".join(
        _ESCAPE.sub(_plain_within, piece) if within else unescaped(piece) for piece, within in _pieces(text)
    )


def _plain_within(found: re.Match[str]) -> str:
    return found[0] if found[2] in {"\\", "}"} else _plain(found)


def escaped(text: str, brackets: str) -> str:
    """A text as one line in which none of these brackets closes it."""
    return _with_ends("".join(_one(character, brackets) for character in text))


def _with_ends(told: str) -> str:
    """With the blanks at its ends escaped."""
    return re.sub(r"\A | \Z", r"\\ ", told)


def _one(character: str, brackets: str) -> str:
    if character in _BACK:
        return _BACK[character]
    if character in brackets:
        return f"\\{character}"
    return character if character == " " or character.isprintable() else f"\\u{ord(character):x};"


_NESTED = regex(r"\\[\s\S]|\{(?:\\[\s\S]|[^}\\])*\}|[(){}]")


def is_balanced(text: str) -> bool:
    """Whether each parenthesis of an escaped text has its other one, and each comment its end."""
    depth = 0
    for found in _NESTED.finditer(text):
        if found[0] in {"{", "}"}:
            return False
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth < 0:
            return False
    return depth == 0


def in_quotes(text: str) -> str:
    """As a string between quotes."""
    return f'"{escaped(text, chr(34))}"'


def in_braces(text: str) -> str:
    """As a comment."""
    return f"{{{escaped(text, '}')}}}"


def in_parentheses(text: str) -> str:
    """As a variation, with its parentheses and comments as they are written if they are balanced."""
    told = _with_ends("".join(_variation(piece, within=within) for piece, within in _pieces(text)))
    fits = is_balanced(told) and unescaped_variation(told) == text
    return f"({told if fits else escaped(text, '(){}')})"


def _variation(piece: str, *, within: bool) -> str:
    """A piece of a variation with each character escaped that must be."""
    parts = re.findall(r"\\[\\}]|[\s\S]", piece) if within else piece
    return "".join(one if len(one) > 1 else _one(one, "") for one in parts)


_PIECE = regex(r"\\u[0-9a-f]+;|\\.|.", re.DOTALL)


def wrapped(text: str, first: str, later: str) -> list[str]:
    """A text on lines of at most `WIDTH` characters, broken at single spaces, else anywhere.

    The first line begins with `first`, the others with `later`.
    """
    lines, line = [], first
    for n, word in enumerate(_words(text)):
        blank = " " if n else ""
        if len(line) + len(blank) + len(word) <= WIDTH:
            line += blank + word
            continue
        if n and line.strip():
            lines.append(line)
            line = later + word
        else:
            line += word
        while len(line) > WIDTH:
            line, rest = _split(line, later)
            lines.append(line)
            line = rest
    return [*lines, line]


def _words(text: str) -> list[str]:
    """Cut at the spaces that may become line breaks: a single one, with something that is no blank on either side."""
    return re.split(r"(?<=[^\s\\]) (?=[^\s\\])", text)


def _split(line: str, later: str) -> tuple[str, str]:
    """A line too long in two, between two characters that belong to no escape."""
    end = 0
    for found in _PIECE.finditer(line):
        if found.end() > WIDTH - 1:
            break
        end = found.end()
    rest = line[end:]
    return f"{line[:end]}\\", later + (f"\\{rest}" if rest.startswith(" ") else rest)


# Values

_NUMBER = regex(r"0|-?[1-9][0-9]{0,15}")
_WORD = regex(r"[A-Za-z][A-Za-z0-9]*(?:[._'-][A-Za-z0-9]+)*")
_WRAP = regex(r"(\\)\r?\n[ \t]*(?:\\(?= ))?|[ \t]*\r?\n[ \t\r\n]*")
"""A line break within JSON: after a backslash the text goes on without a space."""
_CONSTANTS: dict[str, Any] = {"true": True, "false": False, "null": None}
_encode = json.JSONEncoder(separators=(", ", ": ")).encode


class NoValue(ValueError):
    """What stands there is no value."""


def value_of(text: str) -> Any:
    """The value of a word, a string or JSON between backticks. Raises `NoValue`."""
    try:
        if text.startswith('"'):
            return unescaped(text[1:-1])
        if text.startswith("`"):
            return _checked(json.loads(_WRAP.sub(lambda wrap: "" if wrap[1] else " ", text[1:-1])))
    except (ValueError, RecursionError) as error:
        raise NoValue(text[:40]) from error
    return int(text) if _NUMBER.fullmatch(text) else _CONSTANTS.get(text, text)


def _checked(value: Any) -> Any:
    """A value that can stand in a record: JSON without fractions and numbers past 2**53."""
    if isinstance(value, float) or (type(value) is int and not -WHOLE < value < WHOLE):
        raise ValueError("no value of a record")
    if isinstance(value, str):
        value.encode()  # lone surrogates
    for one in (
        (*value, *value.values()) if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        _checked(one)
    return value


def written(value: Any) -> str:
    """A value as it is written in the export form."""
    match value:
        case bool() | None:
            return {True: "true", False: "false", None: "null"}[value]
        case int():
            return str(value)
        case str() if _WORD.fullmatch(value) and value not in _CONSTANTS:
            return value
        case str():
            return in_quotes(value)
    return f"`{_encode(value).replace('`', chr(92) + 'u0060')}`"


# Games

INDENT, FURTHER = "  ", "      "
ORDER = regex(r"[^\W\d_](?:[^\n;{}()\[\]<>\"$=\\!]*[^\s;{}()\[\]<>\"$=\\!,])?")
"""What can stand as an order without quotes."""
WORD = regex(r"[^\s<>\"`=,:/\[\](){}?]+")


def text_of(games: Iterable[Game]) -> str:
    """Games as one text."""
    return "\n".join(map(render, games))


def render(game: Game) -> str:
    """One game in the export form, with a line break at its end."""
    tags = [line for one in game.tags for line in _tag(one)]
    parts = ["\n".join(_entry(one)) for one in game.entries]
    return "\n\n".join([*(["\n".join(tags)] if tags else []), *parts]) + "\n"


def _tag(tag: Tag) -> list[str]:
    return wrapped(f"[{tag.name} {in_quotes(tag.value)}{_keys(tag.keys)}]", "", FURTHER)


def _keys(keys: Keys) -> str:
    return "".join(f" {name}={written(value)}" for name, value in keys.items())


def _entry(entry: Entry) -> Iterator[str]:
    head = " ".join([entry.position, *entry.what]) if entry.position else f"{entry.what[0]}:"
    yield f"{head} {entry.time}" if entry.time else head
    lines: list[str] = []
    for item in entry.items:
        beside = f" {_item(item)}" if lines and _is_beside(item) else ""
        if beside and len(lines[-1]) + len(beside) <= WIDTH:
            lines[-1] += beside
        else:
            lines += _order(item) if isinstance(item, Order) else wrapped(_item(item), INDENT, FURTHER)
    yield from lines


def _is_beside(item: Item) -> bool:
    """Whether a part stands on the line of what it is about."""
    return isinstance(item, Glyph) or (isinstance(item, Fact) and item.name not in OF_THE_ENTRY)


def _order(order: Order) -> list[str]:
    if not order.move:
        return wrapped(in_quotes(order.raw), INDENT, FURTHER)
    lines = _broken(order.move)
    if order.raw:
        *before, last = lines
        return [*before, *wrapped(f"= {in_quotes(order.raw)}", f"{last} ", FURTHER)]
    return lines


def _broken(move: str) -> list[str]:
    """An order on lines that end in a comma where it goes on."""
    lines, line = [], INDENT
    for n, part in enumerate(move.split(", ")):
        if n and len(line) + len(part) + 3 > WIDTH:
            lines.append(f"{line},")
            line = FURTHER + part
        else:
            line += (", " if n else "") + part
    return [*lines, line]


def is_plain(move: str) -> bool:
    """Whether an order can stand without quotes, and on lines that are not too long."""
    fits = (
        ORDER.fullmatch(move)
        and "  " not in move
        and not re.search(rf"\s,|,(?! )|(?:[!?]|{STANDING})\Z", move)
    )
    return bool(fits) and all(len(part) < WIDTH // 2 for part in move.split(", "))


def _item(item: Item) -> str:
    match item:
        case Fact(name, words, keys):
            told = " ".join(map(written, words))
            return f"<{name}{' ' if told else ''}{told}{_keys(keys)}>"
        case Said(text, variation):
            return in_parentheses(text) if variation else in_braces(text)
        case Glyph(text):
            return f"${GLYPHS[text]}" if text in GLYPHS else text
    raise TypeError(f"no item: {item!r}")
