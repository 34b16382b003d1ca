"""How lots fall in a variation: as they fell in the game, as its text names them, or from a fixed seed.

While a variation follows the game, order for order, its lots fall as they fell. What lies in a pile lies there in
a variation too. Other lots are drawn from a seed that is always the same, so a variation reads the same twice.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, TypeVar

from referee.engine.events import Event, face
from referee.engine.lots import Lot, label_of_roll
from referee.notation.folding import parts
from referee.notation.words import Vocabulary
from referee.table.knowledge import cards_in

T = TypeVar("T")
MOST_TRIES = 2_000
"""At most in how many ways the lots of a text are tried until they fall as named."""
_NUMBERS = re.compile(r"[0-9]{1,4}")


class Seeded:
    """Lots from a seed; the first ones may be given as numbers, dice, or cards to come first.

    `drawn` are the lots as they fell, `asked` what each was asked for: a kind, and of how many.
    """

    def __init__(self, seed: str, given: Sequence[Any] = ()) -> None:
        self._rng, self._given = Random(seed), list(given)  # noqa: S311  a lot of no game
        self.drawn: list[Lot] = []
        self.asked: list[tuple[str, Any]] = []

    def _next(self, kind: str, of: Any) -> Any:
        self.asked.append((kind, of))
        return self._given.pop(0) if self._given else None

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order; the one whose place is given comes first."""
        first = self._next("shuffle", len(items))
        order = list(range(len(items)))
        self._rng.shuffle(order)
        if first is not None:
            order.remove(first)
            order.insert(0, first)
        self.drawn.append(Lot(label, len(items), tuple(order)))
        return tuple(items[place] for place in order)

    def heard(self, seat: str, line: str) -> None:
        """What is played makes no difference here."""

    def below(self, label: str, n: int) -> int:
        """A number from 0 to n - 1."""
        given = self._next("below", n)
        number = self._rng.randrange(n) if given is None else given
        self.drawn.append(Lot(label, n, (number,)))
        return int(number)

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """What the dice show."""
        given = self._next("roll", (sides, count))
        dice = given or tuple(self._rng.randint(1, sides) for _ in range(count))
        self.drawn.append(Lot(label_of_roll(label, sides, count), sides, dice))
        return tuple(dice)


@dataclass(frozen=True, slots=True)
class Named:
    """What the text says of how lots fall: the names of cards, and what dice show."""

    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.cards or self.numbers)

    def holds(self, events: Iterable[Event], lots: Sequence[Lot], written: str) -> bool:
        """Whether it came about: the cards are among those that turned up, the dice or their sum are these."""
        found = Counter(
            face(card).rpartition(".")[2]
            for card in {
                card for event in events for one in event.shown for card in cards_in(getattr(event, one.name))
            }
        )
        said = Counter(self.cards) + Counter(name for name in written.split() if name in self.cards)
        return said <= found and self._rolled(lots)

    def _rolled(self, lots: Sequence[Lot]) -> bool:
        if not self.numbers:
            return True
        rolls = [lot.drawn for lot in lots if lot.is_roll()]
        wanted = sorted(self.numbers)
        return any(sorted(roll) == wanted or [sum(roll)] == wanted for roll in rolls)


def named(texts: Iterable[str], vocabulary: Vocabulary) -> Named | None:
    """What these texts name, such as `draws tyr` or `rolls 7`, in the words of a language; None if nothing."""
    cards, numbers, said = list[str](), list[int](), list[str]()
    for text in texts:
        said.append(text)
        numbers += map(int, _NUMBERS.findall(text))
        keys = list(parts(text))
        while keys:
            here = (one for one in vocabulary.beginning_with(keys[0]) if one.card)
            found = next((one for one in here if tuple(keys[: len(one.parts)]) == one.parts), None)
            cards += [found.value] if found else []
            keys = keys[len(found.parts) if found else 1 :]
    told = Named(tuple(cards), tuple(numbers))
    return told if told or not said else None


def ways(
    state: Any, wanted: Named, asked: Sequence[tuple[str, Any]]
) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The ways in which lots could fall as named: the table with a pile in another order, and the first lots given."""
    for name, pile in state.piles().items():
        for at, card in enumerate(pile):
            if at and face(card).rpartition(".")[2] in wanted.cards:
                swapped = (card, *pile[1:at], pile[0], *pile[at + 1 :])
                yield state.with_pile(name, swapped), ()
    outcomes = [list(_outcomes(kind, of)) for kind, of in asked[:2]]
    for given in product(*outcomes):
        yield state, given


def _outcomes(kind: str, of: Any) -> Iterable[Any]:
    if kind == "roll":
        sides, count = of
        return product(range(1, sides + 1), repeat=count) if sides**count <= MOST_TRIES else ()
    return range(of)
