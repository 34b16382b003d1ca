"""A line as a phone writes it, reduced to plain letters, with the way back to the line as written."""

import unicodedata
from functools import lru_cache
from itertools import islice
from re import compile as pattern

from referee.util.values import Value

PLAIN = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4`", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043", "-"),
    **dict.fromkeys("\u2192\u21d2\u27a1\u2794", "->"),
    **dict.fromkeys("\u2022\u00b7\u25e6\u2023\u2219\u25cf", "*"),
    **dict.fromkeys("\n\r\t\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029", " "),
    "\u2063": "|",  # our own mark, which no reader sees, before a line of a page that must not count as an order
    "\u00d7": "x",
    "\u0131": "i",
    "\u0142": "l",
    "\u00f8": "o",
    "\u00d8": "o",
    "\u00f0": "d",
    "\u00d0": "d",
    "\u0111": "d",
    "\u00fe": "th",
    "\u00de": "th",
    "\u00e6": "ae",
    "\u00c6": "ae",
    "\u0153": "oe",
    "\u0152": "oe",
}
"""Marks and letters that NFKD leaves alone, and what they stand for in an order."""

SILENT = frozenset({"Mn", "Me", "Cf"})
"""Categories of characters that are dropped: accents, zero-width characters, soft hyphens, directions."""

TWINS = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458"
    "\u0501\u051b\u03b1\u03b2\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0261\u04cf\u0475",
    "abekmhopctyxsijdqabenikvoptuxglv",
)
"""Cyrillic and Greek letters, and a phonetic one, with the Latin letters they look like."""

UMLAUT = pattern("(?<=[aou])e")
WORD = pattern(r"[^\W\d_]+(?:'[^\W\d_]+)*")


class Folded(Value):
    """A line reduced to small letters without accents; `columns[i]` is where character i was written.

    Columns count from 0 in the line as written; there is one more than there are characters, for the end.
    `cut` is the place of a particle that was moved next to its verb (see `referee.notation.words`), or -1.
    """

    text: str
    columns: tuple[int, ...]
    cut: int = -1


@lru_cache(4096)
def fold_character(character: str) -> str:
    """What one character stands for in an order; "" for an invisible one."""
    if character in PLAIN:
        return PLAIN[character]
    if unicodedata.category(character) == "Zs":
        return " "
    parts = unicodedata.normalize("NFKD", character).casefold()
    return "".join(PLAIN.get(part, part) for part in parts if unicodedata.category(part) not in SILENT)


def fold(line: str) -> Folded:
    """A line in the form in which it is compared; it is kept only as written."""
    if line.isascii() and line.isprintable():
        plain = line.lower().replace("`", "'")
        return Folded(plain, tuple(range(len(line) + 1)))
    folded = [(part, at) for at, character in enumerate(line) for part in fold_character(character)]
    return Folded("".join(part for part, _ in folded), (*(at for _, at in folded), len(line)))


def key(word: str) -> str:
    """A folded word as dictionaries hold it: no apostrophes, and `oe`, `ae`, `ue` are `o`, `a`, `u`."""
    return UMLAUT.sub("", word.replace("'", ""))


def parts(form: str) -> tuple[str, ...]:
    """The keys of a name of several words, written with blanks or hyphens."""
    return tuple(key(word) for word in WORD.findall(fold(form).text))


def untwinned(text: str) -> str:
    """The text with look-alike letters replaced by those they look like; its length stays the same."""
    return text if text.isascii() else text.translate(TWINS)


def foreign(text: str, alphabet: frozenset[str]) -> int:
    """Where the first letter or digit stands that no dictionary of the reader has; -1 if there is none."""
    if text.isascii():
        return -1
    return next(
        (
            at
            for at, character in enumerate(text)
            if character.isalnum() and not character.isascii() and character not in alphabet
        ),
        -1,
    )


def split(letter: str) -> list[str]:
    """The lines of a text; only line feeds and carriage returns end one."""
    return letter.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def behind_words(text: str, at: int, count: int) -> int:
    """The place after `count` words of a folded text, counted from a character on."""
    found = [word.end() for word in islice(WORD.finditer(text, at), count)]
    return found[-1] if found else at
