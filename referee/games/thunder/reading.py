"""How Thunder & Lightning is read: the helper rules of `thunder.lark`, and its cards by kind.

A helper rule is one that is not a move; here stands what becomes of its parts.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain
from typing import Any

KINDS: Mapping[str, str] = {
    "ravens": "ravens",
    "frigg": "frigg",
    "freya": "freya",
    "hel": "hel",
    "longships": "longships",
    "odin": "odin",
    "gungnir": "spear",
    "mjolnir": "spear",
    "baldr": "shifting",
    "valkyries": "shifting",
    "vidarr": "vidarr",
    "seer": "seer",
    "berserker": "lasting",
    "idunn": "lasting",
}
"""The kind of terminal of a card with a power from the hand (7.5); all others are just a `card`."""

CARD_FIRST = ("use", "lay", "deploy")
"""Verbs that may be meant where a line begins with a card: `gungnir C1`, `dragon, ravens, hel`."""

PATTERNS: Mapping[str, str] = {"column": r"[abc](?![^\W\d_])"}
"""Terminals that are no words, as expressions for folded text."""

IMPLIED: Mapping[str, Collection[str]] = {
    "card": {*KINDS.values(), "column", "own", "captured", "times", "and"},
    "column": ("to", "from", "column-word"),
    "comma": ("and", "times"),
    "none": ("zero",),
}
"""Kinds that are not told as expected where the first one is."""


def card_names(options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Name and title of every card of both decks of a game, and its name in short on the board, each once."""
    rows = list(chain.from_iterable(options["deck"].values()))
    return iter(dict.fromkeys((row["card"], row[form]) for form in ("title", "short") for row in rows))


def card_strengths(options: Mapping[str, Any]) -> Mapping[str, Collection[str]]:
    """The strengths printed on the cards of that name, in either deck."""
    found: dict[str, set[str]] = {}
    for row in chain.from_iterable(options["deck"].values()):
        found.setdefault(row["card"], set()).update([] if row["strength"] is None else [str(row["strength"])])
    return found


BUILDERS: Mapping[str, Callable[..., Any]] = {
    "many": lambda number, card: (card,) * int(number),
    "many_behind": lambda card, number: (card,) * int(number),
    "unplaced": lambda card, *_: card,
    "that_many": lambda number: ("ravens",) * int(number),
    "card": lambda *words: " ".join(word for word in words if word),
}
"""What the rules of the grammar make of their parts: text for terminals, None for what was left out."""
