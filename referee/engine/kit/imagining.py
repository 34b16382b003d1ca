"""Tables that a seat could be sitting at: what it does not see is dealt at random, all ways equally likely.

A game answers `imagined(view, told, dealer)` with a state of which the view of that seat is `view`. It looks at nothing
but the view and what the seat was shown. It knows hard facts only: what must lie somewhere, or cannot. What others
are likely to hold, because of what they did or left undone, is not weighed.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Protocol

from referee.engine.events import face
from referee.util.values import field_names

Cards = tuple[str, ...]
NOTHING = frozenset[str]()


class ImpossibleError(Exception):
    """What was dealt at random so far cannot be: another deal may be possible."""


class Unplaced:
    """The cards of a game that have no place yet, by their backs: the first part of their names."""

    def __init__(self, cards: Iterable[str]) -> None:
        """All these cards."""
        self._left = defaultdict[str, list[str]](list)
        for card in cards:
            self._left[face(card)].append(card)

    def take(self, known: str) -> str:
        """A card with this face, which gets its place. Raises `ImpossibleError` if there is none left."""
        if not self._left.get(known):
            raise ImpossibleError
        return self._left[known].pop(0)

    def take_all(self, faces: Iterable[str]) -> tuple[str, ...]:
        """A card for each of these faces; "" stands for no card."""
        return tuple(one and self.take(one) for one in faces)

    def of(self, back: str) -> tuple[str, ...]:
        """The cards left that bear this back."""
        return tuple(
            card for cards in self._left.values() for card in cards if card.partition(".")[0] == back
        )


def seen_in(view: Any, state: type) -> dict[str, Any]:
    """What a view tells of the fields of a state that it has under the same names."""
    return {name: getattr(view, name) for name in field_names(state) or () if hasattr(view, name)}


class Dealer(Protocol):
    """Deals what a seat does not see. Every way is equally likely."""

    def deal(
        self, cards: Sequence[str], count: int, never: frozenset[str] = NOTHING, first: int = 0
    ) -> Cards:
        """These cards in an order; those with a face of `never` are not among the `first`.

        Raises `ImpossibleError` if there are not just `count` cards, or if there is no such order.
        """

    def pick(self, n: int) -> int:
        """A number from 0 to n - 1. Raises `ImpossibleError` if n is 0."""


class RandomDealer:
    """Deals from a seed: the same seed deals the same."""

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)  # noqa: S311  a lot of no game

    def deal(
        self, cards: Sequence[str], count: int, never: frozenset[str] = NOTHING, first: int = 0
    ) -> Cards:
        """These cards in a random order, but for those of `never`."""
        order = list(cards)
        self._rng.shuffle(order)
        barred = [at for at in range(min(first, len(order))) if face(order[at]) in never]
        free = [at for at in range(first, len(order)) if face(order[at]) not in never]
        if len(cards) != count or len(free) < len(barred):
            raise ImpossibleError
        for at, other in zip(barred, self._rng.sample(free, len(barred)), strict=True):
            order[at], order[other] = order[other], order[at]
        return tuple(order)

    def pick(self, n: int) -> int:
        """A random number."""
        if not n:
            raise ImpossibleError
        return self._rng.randrange(n)
