"""Lots for tests: from a seeded generator, or given in advance; and a move at random."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TypeVar

from referee.engine.choices import Family, Move
from referee.engine.lots import Lot, label_of_roll

T = TypeVar("T")


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


class OffScript(Exception):
    """A scripted lot is missing, or does not fit the lot that is drawn."""


class ScriptedLots:
    """Lots whose outcomes are given in advance, for tests.

    The script holds one entry for each lot, in order. Raises `OffScript` where an entry does not fit.

    - `below`: the number.
    - `roll`: what the dice show.
    - `shuffle`: a permutation of range(n); or a list of items, which come first, with the others after them
      in the order they had; or a function from the items to the items in their new order.
    """

    def __init__(self, script: Iterable[Any] = ()) -> None:
        self.drawn: list[Lot] = []
        self._script = list(script)

    @property
    def left(self) -> tuple[Any, ...]:
        """The entries not used yet."""
        return tuple(self._script[len(self.drawn) :])

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in the order that the script says."""
        entry = self._next(label, len(items))
        wanted: Callable[[Sequence[T]], Sequence[T]] | Sequence[Any] = entry
        if not callable(wanted) and not isinstance(wanted, Sequence):
            raise OffScript(f"{label!r} shuffles {len(items)} items, the script has {entry!r}")
        order = _order(wanted, items)
        if sorted(order) != list(range(len(items))):
            raise OffScript(f"{label!r} shuffles {list(items)!r}, the script has {entry!r}")
        self.drawn.append(Lot(label, len(items), order))
        return tuple(items[place] for place in order)

    def heard(self, seat: str, line: str) -> None:
        """What was played makes no difference here."""

    def below(self, label: str, n: int) -> int:
        """The number that the script says."""
        entry = self._next(label, n)
        if type(entry) is not int or not 0 <= entry < n:
            raise OffScript(f"{label!r} draws a number below {n}, the script has {entry!r}")
        self.drawn.append(Lot(label, n, (entry,)))
        return entry

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """What the dice show according to the script."""
        dice = self._next(label, sides)
        lot = Lot(
            label_of_roll(label, sides, count), sides, tuple(dice) if isinstance(dice, Sequence) else ()
        )
        if not lot.is_roll():
            raise OffScript(f"{label!r} rolls {count} dice of {sides} sides, the script has {dice!r}")
        self.drawn.append(lot)
        return lot.drawn

    def _next(self, label: str, outcomes: int) -> Any:
        if not self.left:
            raise OffScript(f"the script ends before lot {len(self.drawn) + 1}, {label!r} of {outcomes}")
        return self.left[0]


def _order(
    wanted: Callable[[Sequence[T]], Sequence[T]] | Sequence[Any], items: Sequence[T]
) -> tuple[int, ...]:
    """The places of the items in the order wanted; missing items have the place -1."""
    if callable(wanted):
        wanted, rest = wanted(items), False
    elif wanted and all(type(one) is int for one in wanted):
        return tuple(wanted)
    else:
        rest = True
    free = list(range(len(items)))
    order: list[int] = []
    for one in wanted:
        place = next((place for place in free if items[place] == one), -1)
        order.append(place)
        if place >= 0:
            free.remove(place)
    return (*order, *free) if rest else tuple(order)
