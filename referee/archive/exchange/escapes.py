r"""How any text stands between brackets or quotes, on lines of a bounded length, and comes back as it was.

A line break with the blanks around it is one space, so a text may be wrapped by anybody. What must stay is escaped:

    \n  \t      a line break, a tab          \u2028;    a character that is not shown
    \           at the end of a line: the text goes on without a space; before a blank: the blank stays
    \} \" \( \\ the character itself

A variation has comments of its own, in which `\}` and `\\` stand for the characters (`referee.archive.lines.text`).
They are written there once, and not escaped again.
"""

import re
from collections.abc import Iterator

WIDTH = 100
"""How many characters a line of the export form has at most."""
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{1,6});|\r?\n[ \t]*|([\s\S]))|[ \t]*\r?\n[ \t\r\n]*")
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


_COMMENT = re.compile(r"\\[\s\S]|(\{(?:\\[\s\S]|[^}\\])*\})")
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


_NESTED = re.compile(r"\\[\s\S]|\{(?:\\[\s\S]|[^}\\])*\}|[(){}]")


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


_PIECE = re.compile(r"\\u[0-9a-f]+;|\\.|.", re.DOTALL)


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
