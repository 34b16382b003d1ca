"""Chance for tests: lots from a seeded generator, and a move at random."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from referee.engine.choices import Family, Move
from referee.engine.lots import Lot, label_of_roll

T = TypeVar("T")


class PlainDice:
    """Dice made of single numbers, for lots that say nothing else about dice."""

    def below(self, label: str, n: int) -> int:
        """A number from 0 to n - 1."""
        raise NotImplementedError

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """What this many dice show."""
        return tuple(self.below(f"{label} {n}", sides) + 1 for n in range(count))


class Chance:
    """Lots from a seeded generator, written down as they are drawn."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.drawn: list[Lot] = []

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order."""
        order = self.rng.sample(range(len(items)), len(items))
        self.drawn.append(Lot(label, len(items), tuple(order)))
        return tuple(items[place] for place in order)

    def below(self, label: str, n: int) -> int:
        """A number from 0 to n - 1."""
        number = self.rng.randrange(n)
        self.drawn.append(Lot(label, n, (number,)))
        return number

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """What this many dice show."""
        dice = tuple(self.rng.randint(1, sides) for _ in range(count))
        self.drawn.append(Lot(label_of_roll(label, sides, count), sides, dice))
        return dice

    def heard(self, seat: str, line: str) -> None:
        """The words make no difference here."""

    def taken(self) -> tuple[Lot, ...]:
        """The lots drawn since the last call."""
        drawn, self.drawn = tuple(self.drawn), []
        return drawn


ENDS = ("resign", "accept draw", "claim")
"""Families that end a game at once: chosen seldom, so that games reach their end by play."""


def chosen(families: Sequence[Family], rng: Random) -> Move:
    """A move at random: mostly one that carries the game on, sometimes any other, seldom one that ends it."""
    weights = [
        0.002 if f.key.startswith(ENDS) else 0.5 if not f.listed or "standing" in f.key else min(f.count, 40)
        for f in families
    ]
    return rng.choices(families, weights)[0].draw(rng)
