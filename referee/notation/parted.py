"""Verbs in two pieces: `greife c3 an` is read as `greife an c3`, which the dictionary of orders holds."""

from collections.abc import Collection

from referee.notation.folding import WORD, Folded, key
from referee.notation.tails import body_end

Parted = tuple[tuple[str, ...], str]
"""The keys of the words that stand first, and the key of the particle that may stand last."""


def rejoined(folded: Folded, start: int, verbs: Collection[Parted]) -> Folded:
    """The order that begins at `start`, with the particle moved from its end to its verb; the same if it has none.

    Blanks replace the particle, and every character keeps the place where it was written, so messages point
    into the line as written.
    """
    text, end = folded.text, body_end(folded.text, start)
    found = list(WORD.finditer(text, start, end))
    if not found or found[-1].end() != end:
        return folded
    keys, last = tuple(key(word[0]) for word in found), found[-1]
    for stem, particle in verbs:
        if particle == keys[-1] and keys[: len(stem)] == stem and len(stem) < len(keys):
            return _moved(folded, found[len(stem) - 1].end(), last.start(), end)
    return folded


def _moved(folded: Folded, to: int, start: int, end: int) -> Folded:
    """The word from `start` to `end`, and the blank before it, moved to `to`; blanks replace them."""
    text, columns, first = folded.text, folded.columns, start - 1
    if first < to or text[first] != " ":
        return folded
    gone = " " * (end - first)
    return Folded(
        text[:to] + text[first:end] + text[to:first] + gone + text[end:],
        columns[:to] + columns[first:end] + columns[to:first] + columns[first:end] + columns[end:],
        columns[first],
    )
