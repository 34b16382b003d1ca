"""The part of a long rule that decides: below a refusal nobody reads seventeen lines, where one sentence was meant."""

import re
from collections.abc import Sequence

WHOLE = 260
"""A rule up to this length is told whole; of a longer one no more than about this much is."""
SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_a-z]|[\"„“(])")
WORDS = re.compile(r"[^\W\d_]+")
CLAUSES = re.compile(r"(?<=[,;:])\s+")
ROOT, SHORTEST = 5, 4
"""How many letters two words share that are about the same, and how long a word is that says anything."""
LEFT_OUT = "..."


def deciding(text: str, reason: str) -> str:
    """A rule as it is told below a refusal: all of it, or the sentence that has most words in common with the reason.

    What is left out before and after it is marked by dots. A sentence that is long itself is cut at its commas.
    """
    if len(text) <= WHOLE:
        return text
    sentences = SENTENCES.split(text)
    at = _likest(sentences, reason)
    first, last = _widened(sentences, at)
    if last - first == 1 and len(sentences[at]) > WHOLE:
        clauses = CLAUSES.split(sentences[at])
        begins, ends = _widened(clauses, _likest(clauses, reason))
        middle = " ".join(clauses[begins:ends])
    else:
        middle = " ".join(sentences[first:last])
    before = f"{LEFT_OUT} " if not text.startswith(middle) else ""
    return before + middle + (f" {LEFT_OUT}" if not text.endswith(middle) else "")


def _likest(pieces: Sequence[str], reason: str) -> int:
    """Which of some pieces of a text has most words in common with the reason; the first of equal ones."""
    wanted = _roots(reason)
    return max(range(len(pieces)), key=lambda n: len(wanted & _roots(pieces[n])))


def _widened(pieces: Sequence[str], at: int) -> tuple[int, int]:
    """Where the pieces begin and end that are told: the one that is meant, and what there is room for after it."""
    end, size = at + 1, len(pieces[at])
    while end < len(pieces) and size + 1 + len(pieces[end]) <= WHOLE:
        size += 1 + len(pieces[end])
        end += 1
    return at, end


def _roots(text: str) -> set[str]:
    """The beginnings of the words of a text that say something."""
    return {word[:ROOT] for word in WORDS.findall(text.casefold()) if len(word) >= SHORTEST}
