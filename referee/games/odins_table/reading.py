"""How Odin's Table is read: patterns of squares and columns, and the helper rules of its grammar.

A helper rule is one that is not a move; here stands what becomes of its parts.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from referee.engine.rules import cites
from referee.games.odins_table.cards import NAMES

PATTERNS: Mapping[str, str] = {
    "square": r"[a-f][1-5](?=\b|x|[a-f][1-5](?!\w))",
    "column": r"[a-f](?!\w)",
    "value": r"\d",
    "takes": r"x(?![^\W\d_]{2})|:",
    "card": r"hugin ?& ?munin(?!\w)",
}
"""Terminals that are no words, as expressions for folded text; a square may stand right before its `x`."""

OPENINGS = (
    r"[a-z]\d{1,2} ?(?:->?|x|:) ?[a-z]\d{1,2}(?!\w)",
    r"[a-f][1-5] ?[a-f][1-5](?=[ .!?]*$|[,;{])",
    r"[a-f][1-5] (?P<word>[^\W\d_]+) [a-f][1-5](?!\w)",
)
"""How an order may begin beside verbs: two squares with a sign between; one off the board is told as a slip.

A `word` may stand between the two squares, in a language of the seat.
"""
OPENING_WORDS = ("to", "takes")
"""What such a word says."""

IMPLIED: Mapping[str, Collection[str]] = {
    "column": ("column-word",),
    "value": ("card",),
    "comma": ("and",),
    "square": ("piece", "back"),
}
"""Kinds that are not told as expected where the first one is."""


@cites("1.6")
def card_names(options: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Name and title of every card of the deck of a game; no side is named in orders (1.6)."""
    return [(row["card"], row["title"]) for row in options["deck"]]


def card_strengths(_options: Mapping[str, Any]) -> Mapping[str, Collection[str]]:
    """The value of each card, which stands behind its name in letters."""
    return {name: (str(value),) for value, name in enumerate(NAMES)}


BUILDERS: Mapping[str, Callable[..., Any]] = {
    "many": lambda card, count: (card,) * int(count),
    "square": str.lower,
    "column": str.lower,
    "value": lambda digit: NAMES[int(digit)],
    "card": lambda word: NAMES[0] if "&" in word else word,
}
"""What the rules of the grammar make of their parts: text for terminals."""
