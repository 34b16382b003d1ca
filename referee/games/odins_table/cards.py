"""1.3, 1.4 The cards: names, values, and how many of each a deck holds.

A physical card is `odin.loki.2`: its deck, its name, its copy. Its face is `odin.loki`. Both decks are alike.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from referee.engine.rules import cites
from referee.util.values import Value

SEATS = ("odin", "thor")
NAMES = ("hugin-munin", "loki", "baldr", "freyja", "hel", "tyr", "freyr", "thor", "frigg", "odin")
"""The names of the cards by their values, from 0 to 9."""
VALUES: Mapping[str, int] = {name: value for value, name in enumerate(NAMES)}
RAVENS, LOKI = NAMES[0], NAMES[1]

Cards = tuple[str, ...]


def other(seat: str) -> str:
    """The opponent."""
    return "thor" if seat == "odin" else "odin"


@cache
def name_of(card: str) -> str:
    """The name of a card or face: `odin.loki.2` and `odin.loki` are `loki`."""
    return card.split(".", 2)[1]


@cites("1.3")
@cache
def value_of(card: str) -> int:
    """The value of a card or face, 0 to 9."""
    return VALUES[name_of(card)]


class Kind(Value):
    """A row of the deck list."""

    name: str
    title: str
    value: int
    copies: int
    certainty: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Kind":
        """A row as a deck file has it."""
        return cls(row["card"], **{field: value for field, value in row.items() if field != "card"})


class Deck(Value):
    """The deck list of a game: the same object in every state of it."""

    rows: tuple[Kind, ...]

    @classmethod
    def of(cls, content: Sequence[Mapping[str, Any]]) -> "Deck":
        """The deck list in the content of a deck file."""
        return cls(tuple(map(Kind.of, content)))

    @cites("1.4")
    def cards(self, seat: str) -> Cards:
        """The physical cards of a player's deck, in the order of the list."""
        return tuple(f"{seat}.{row.name}.{n}" for row in self.rows for n in range(1, row.copies + 1))

    @property
    def size(self) -> int:
        """How many cards a deck holds."""
        return sum(row.copies for row in self.rows)
