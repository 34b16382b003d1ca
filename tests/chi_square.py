"""Are the lots even? Chi-square over many seeds: the first card of a deck, pairs of cards, and picks.

    python tests/chi_square.py [SEEDS]

Prints for each the statistic, its degrees of freedom, and how often chance alone gives as much or more (by Wilson and
Hilferty's cube root). A value very near 0 means bias; one very near 1 that the lots are more even than chance is.
"""

import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from hashlib import sha256

from referee.engine.lots import DealLots, DrawLots, count_bytes
from referee.util.values import Value

Shuffle = Callable[[int, int], Sequence[int]]
"""Of a seed and a number of cards, the order of the deck."""
SEEDS = 100_000


class Evenness(Value, dict=True):
    """A test: what was counted, over how many seeds, the statistic, its degrees of freedom, the p-value."""

    what: str
    seeds: int
    statistic: float
    freedom: int
    p: float

    def __str__(self) -> str:
        return (
            f"{self.what}: {self.seeds:,} seeds, chi-square {self.statistic:,.1f}, "
            f"{self.freedom:,} degrees of freedom, p = {self.p:.3f}"
        )


def secret_of(seed: int) -> bytes:
    """The secret of a game of that number."""
    return sha256(count_bytes(seed)).digest()


def dealt(seed: int, cards: int) -> Sequence[int]:
    """A deck as the deal of a game shuffles it."""
    return DealLots(secret_of(seed), "g1", {"thor": "", "loki": ""}).shuffle("deck thor", range(cards))


def picked(seed: int, outcomes: int) -> int:
    """A later lot of a game."""
    return DrawLots(secret_of(seed), "g1").below("ravens loki", outcomes)


def evenness(what: str, found: Counter[Hashable], cells: int, seeds: int) -> Evenness:
    """The chi-square of counts that should be the same in each of this many cells."""
    expected = seeds / cells
    statistic = sum((count - expected) ** 2 for count in found.values()) / expected
    statistic += (cells - len(found)) * expected
    return Evenness(what, seeds, statistic, cells - 1, survival(statistic, cells - 1))


def survival(statistic: float, freedom: int) -> float:
    """How often chance gives so much or more: the cube root of chi-square over its freedom is nearly normal."""
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2


def looked_at(seeds: int, cards: int, outcomes: int = 7, shuffle: Shuffle = dealt) -> Iterator[Evenness]:
    """First card, first two, first and last, last two, of decks of this many cards; and picks of one of this many."""
    first, pair, ends, last, picks = (Counter[Hashable]() for _ in range(5))
    for seed in range(seeds):
        order = shuffle(seed, cards)
        first[order[0]] += 1
        pair[tuple(order[:2])] += 1
        ends[order[0], order[-1]] += 1
        last[tuple(order[-2:])] += 1
        picks[picked(seed, outcomes)] += 1
    pairs = cards * (cards - 1)
    yield evenness(f"first card of {cards}", first, cards, seeds)
    yield evenness("first two cards", pair, pairs, seeds)
    yield evenness("first and last card", ends, pairs, seeds)
    yield evenness("last two cards", last, pairs, seeds)
    yield evenness(f"one of {outcomes}", picks, outcomes, seeds)


if __name__ == "__main__":
    began = time.perf_counter()
    for one in looked_at(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS, 50):
        print(one)
    print(f"{time.perf_counter() - began:.0f} s")
