"""Words as they stand in the index: small, without accents, each of its parts a word too."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

APART = "_"
"""Stands between two moves, so that no phrase goes from one to the next."""
_WORD = re.compile(r"[^\W_]+(?:[.'\u2019-][^\W_]+)*")
_PART = re.compile(r"[.'\u2019-]")
_QUOTES = str.maketrans("", "", "'\u2019")


def folded(text: str) -> str:
    """A text small and without accents: `Frîgg` is `frigg`, `ß` is `ss`."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def words(text: str) -> Iterator[str]:
    """The words of a text: `female-archer`, `8.2` and `don't` are one word each (`dont`).

    After each one of several parts come these parts, but for numbers and single letters.
    """
    for one in _WORD.findall(folded(text)):
        yield one.translate(_QUOTES)
        parts = _PART.split(one)
        if len(parts) > 1:
            yield from (part for part in parts if len(part) > 1 and not part.isdigit())


def column(texts: Iterable[str]) -> str:
    """Texts as a column of the index, each apart from the next."""
    return f" {APART} ".join(" ".join(words(text)) for text in texts)
