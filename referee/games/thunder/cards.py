"""The two decks as data: what is printed on each card.

A physical card is `loki.ravens.4`: the deck whose back it bears, its name, its copy. Its face is
`loki.ravens`. What the referee knows of a face stands in a `Kind`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from referee.engine.events import face
from referee.util.values import Value, worked_out

SEATS = ("thor", "loki")
LEADERS = frozenset({"thor", "loki"})
TREASURES = frozenset({"odins-ring", "odins-crown"})
GIANTS = frozenset({"tyr", "angrboda"})
SPEARS = frozenset({"mjolnir", "gungnir"})
LASTING = ("berserker", "idunn")
NEVER_CHALLENGE = LEADERS | TREASURES | {"shield-wall", "nightmare"}
POWERS = frozenset(
    [
        "baldr",
        "berserker",
        "freya",
        "frigg",
        "hel",
        "idunn",
        "longships",
        "odin",
        "ravens",
        "seer",
        "valkyries",
        "vidarr",
        "mjolnir",
        "gungnir",
    ]
)
"""Cards with a power from the hand (7.5)."""
STANDING = LEADERS | TREASURES | GIANTS | {"female-archer", "frigg", "nightmare", "shield-wall"}
"""Cards with an effect on the battlefield (7.5, 13.4)."""


def other(seat: str) -> str:
    """The opponent."""
    return "loki" if seat == "thor" else "thor"


@cache
def name_of(card: str) -> str:
    """The name of a card or face: `loki.ravens.4` and `loki.ravens` are `ravens`."""
    return card.split(".", 2)[1]


@cache
def back_of(card: str) -> str:
    """The deck that a card or face belongs to, as its back shows to all."""
    return card.partition(".")[0]


class Kind(Value):
    """A row of a deck list. Strength 0 to 7, or None where none is printed."""

    name: str
    title: str
    short: str
    strength: int | None
    symbol: bool
    copies: int
    certainty: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Kind":
        """A row as a deck file has it."""
        return cls(row["card"], **{field: value for field, value in row.items() if field != "card"})


class Decks(Value, dict=True):
    """Both deck lists of a game; the same object in every state of it.

    Attributes:
        kinds: the row of every card and of every face.
        names: the names of all cards.
        wordings: the names as a discard order may write them: alone, with `own` or with `captured`.
        fighters: the faces that may challenge (6.2).
        endless: whether a deck has more than one Hel, so that play need not end (8.8).
    """

    rows: Mapping[str, tuple[Kind, ...]]

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> "Decks":
        """The deck lists in the content of a deck file."""
        return cls({seat: tuple(map(Kind.of, content[seat])) for seat in SEATS})

    @worked_out
    def kinds(self) -> Mapping[str, Kind]:
        """The row of each face and of each physical card."""
        by_face = self._by_face
        by_card = {card: by_face[face(card)] for seat in self.rows for card in self.cards(seat)}
        return {**by_face, **by_card}

    @worked_out
    def names(self) -> tuple[str, ...]:
        """The names of all cards, sorted."""
        return tuple(sorted({row.name for rows in self.rows.values() for row in rows}))

    @worked_out
    def wordings(self) -> frozenset[str]:
        """The names of all cards, with and without the words that say whose a card is."""
        return frozenset(word + name for name in self.names for word in ("", "own ", "captured "))

    @worked_out
    def fighters(self) -> frozenset[str]:
        """The faces that may challenge (6.2)."""
        return frozenset(filter(self._fights, self._by_face))

    @worked_out
    def endless(self) -> bool:
        """Whether a deck has more than one Hel, so that play need not end (8.8)."""
        return self._copies("hel") > 1

    @worked_out
    def _by_face(self) -> Mapping[str, Kind]:
        return {f"{seat}.{row.name}": row for seat, rows in self.rows.items() for row in rows}

    def cards(self, seat: str) -> tuple[str, ...]:
        """The physical cards of one deck, in the order of its list."""
        return tuple(f"{seat}.{row.name}.{n}" for row in self.rows[seat] for n in range(1, row.copies + 1))

    def strength(self, card: str) -> int | None:
        """The strength of a card or face; None where it has none."""
        return self.kinds[card].strength

    def _fights(self, face: str) -> bool:
        return name_of(face) not in NEVER_CHALLENGE and self.kinds[face].strength is not None

    def _copies(self, name: str) -> int:
        return max((row.copies for rows in self.rows.values() for row in rows if row.name == name), default=0)
