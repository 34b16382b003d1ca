"""Seals in words: eight words of five letters, 128 bits, which two people can compare by eye or on the telephone.

Each word stands for two bytes: consonant, vowel, consonant, vowel, consonant. So all words have the same
length and belong to no language, and nobody needs a list to check one. To find two histories with the same
eight words somebody must try some 2**64 of them, because both histories can be varied; for the whole seal,
which stands above the words, it takes 2**128.
"""

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aeio"
WORDS = 8
"""How many words are told of a seal: its first sixteen bytes."""


def in_words(seal: str) -> str:
    """The first half of a seal (hex) as eight words with blanks between; "" for no seal.

    Raises ValueError if it is not a hexadecimal number.
    """
    data = bytes.fromhex(seal)[: 2 * WORDS]
    return " ".join(_word(int.from_bytes(data[at : at + 2])) for at in range(0, len(data), 2))


def _word(number: int) -> str:
    """The word for a number of 16 bits, its highest bits first."""
    letters = ((CONSONANTS, 12), (VOWELS, 10), (CONSONANTS, 6), (VOWELS, 4), (CONSONANTS, 0))
    return "".join(some[number >> bits & len(some) - 1] for some, bits in letters)
