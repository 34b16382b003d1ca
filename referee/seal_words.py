"""Seals in words, so that two people can compare them by eye or on the telephone: one word for each of the first four bytes.

The words stand in `seal-words.txt` beside this module, in the order of the bytes. They are the same in every language,
and no two are one letter apart.
"""

from functools import cache
from importlib.resources import files

WORDS = 4
"""So many bytes of a seal are told in words."""


@cache
def seal_words() -> tuple[str, ...]:
    """The 256 words: that of byte n is the n-th, counted from 0."""
    return tuple(files("referee").joinpath("seal-words.txt").read_text("ascii").split())


def in_words(seal: str) -> str:
    """The first four bytes of a seal (hex) as four words with blanks between; "" for no seal.

    Raises ValueError for what is no hexadecimal number.
    """
    words = seal_words()
    return " ".join(words[byte] for byte in bytes.fromhex(seal)[:WORDS])
