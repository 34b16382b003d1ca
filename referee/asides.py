"""What players say to the house about their own letters and their own time: `language de`, `vacation 10 days`, `pause`.

None of it is a move. Each verb stands at the beginning of a line; words behind it have the meaning that a language gives
them (the section `behind` of its words). What comes of it is worked out in `referee.wishes`.
"""

from collections.abc import Mapping

from referee.folding import parts

LONGEST_NAME = 3
"""So many words may stand behind one of these verbs; what has more is prose."""
ALONE = frozenset({"pause", "resume", "newkey"})
"""Verbs behind which nothing stands: a line with more is prose."""
VERBS = frozenset({"language", "timezone", "calendar", "vacation", "address"}) | ALONE


def said(verb: str, words: str, meanings: Mapping[str, str]) -> str | None:
    """What was said behind a verb, in words of ours where a language has given their meaning; None for prose.

    `meanings` are the words of the seat's languages that may stand here, by their keys.
    """
    given = words.split()
    if len(given) > LONGEST_NAME or (given and verb in ALONE):
        return None
    if verb == "address" and len(given) > 1:
        return None
    if verb in {"language", "address"}:
        return words
    return " ".join(meanings.get("".join(parts(word)), word) for word in given)
