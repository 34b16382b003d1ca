"""Random words for the shuffle, for a player who would give none: they stand in the link that accepts (H19)."""

import hmac

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aeio"
WORDS = 6
"""How many words of two syllables: 72 bits."""
LABEL = b"pbem/accept/v1"


def tossed(secret: str) -> str:
    """Words for a player, made from the secret of the seat: the same whenever the letter is made.

    The secret comes from random bytes, and so the words are random too.
    """
    number = int.from_bytes(hmac.digest(secret.encode(), LABEL, "sha256"))
    words = []
    for _ in range(WORDS):
        word = ""
        for letters in (CONSONANTS, VOWELS, CONSONANTS, VOWELS):
            number, at = divmod(number, len(letters))
            word += letters[at]
        words.append(word)
    return " ".join(words)
