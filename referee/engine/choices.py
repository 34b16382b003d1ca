"""What a seat may do: moves, by families."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations, product
from math import prod
from random import Random
from typing import Any, ClassVar, overload

from referee.engine.forms import Forms
from referee.util.values import Value


class Move(Value):
    """A move as a value. Subclasses are declared with `referee.engine.moves.move`."""

    FORMS: ClassVar[Forms] = Forms(object, (), {})

    @property
    def written(self) -> str:
        """The canonical notation, as it stands in records, reports and suggestions."""
        return self.FORMS.written(self)


class Counted(Sequence[Move]):
    """Moves that are counted without being made: each is made when it is asked for, by its number from 0."""

    __slots__ = ()

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Move]: ...
    def __getitem__(self, at: int | slice) -> Move | Sequence[Move]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        return self._made(at % len(self))

    @abstractmethod
    def _made(self, at: int) -> Move:
        """The move of this number, which there is."""


class Held(Counted):
    """The moves of one kind with any of these words in each place, each of them legal and made when it is asked for.

    Whoever makes it has held the words to the rules one by one, which is many times faster than to hold all moves.
    """

    __slots__ = ("_kind", "_words")

    def __init__(self, kind: Callable[..., Move], *words: Sequence[Any]) -> None:
        self._kind, self._words = kind, words

    @property
    def kind(self) -> Callable[..., Move]:
        """Of what kind the moves are."""
        return self._kind

    def __len__(self) -> int:
        return prod(map(len, self._words))

    def _made(self, at: int) -> Move:
        chosen, rest = list[Any](), at
        for some in reversed(self._words):
            rest, own = divmod(rest, len(some))
            chosen.append(some[own])
        return self._kind(*reversed(chosen))

    def __iter__(self) -> Iterator[Move]:
        return (self._kind(*words) for words in product(*self._words))


class Arranged(Counted):
    """The moves of one kind that name some of these words in any order, each different one once, in sorted order.

    A word that is given twice may be named twice. As in `Held`, each move is made when it is asked for.
    """

    __slots__ = ("_kind", "_size", "_words")

    def __init__(self, kind: Callable[[tuple[str, ...]], Move], words: Iterable[str], size: int) -> None:
        self._kind, self._words, self._size = kind, sorted(words), size

    def __len__(self) -> int:
        return arrangements(tuple(sorted(Counter(self._words).values())), self._size)

    def _made(self, at: int) -> Move:
        named, left, rest = list[str](), Counter(self._words), at
        for still in range(self._size - 1, -1, -1):
            for word in sorted(left):
                after = left - Counter((word,))
                behind = arrangements(tuple(sorted(after.values())), still)
                if rest < behind:
                    break
                rest -= behind
            named.append(word)
            left = after
        return self._kind(tuple(named))

    def __iter__(self) -> Iterator[Move]:
        return map(self._kind, dict.fromkeys(permutations(self._words, self._size)))


@cache
def arrangements(copies: tuple[int, ...], size: int) -> int:
    """How many lists of this size there are of words of which there are so many copies each."""
    if not size:
        return 1
    fewer = (
        tuple(sorted((*copies[:at], one - 1, *copies[at + 1 :]))) for at, one in enumerate(copies) if one
    )
    return sum(arrangements(one, size - 1) for one in fewer)


class Family(Value):
    """Legal moves of one kind: a plain list, or described where there are too many to list.

    `count` is exact, but for a family with free text, or of which only the shortest moves are listed (`at_least`):
    there are as many moves or more.
    `moves()` lists a plain family; a described one lists a few examples only. `example` is the one that is told, where
    the game knows which fits best; else one is drawn.
    """

    key: str
    rule: str
    count: int
    moves: Callable[[], Sequence[Move]]
    holds: Callable[[Move], bool]
    draw: Callable[[Random], Move]
    listed: bool = True
    form: str = ""
    at_least: bool = False
    example: Move | None = None

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self.holds(move)


def plain(key: str, rule: str, moves: Sequence[Move]) -> Family:
    """A family that is simply a list of moves."""
    return Family(key, rule, len(moves), lambda: moves, moves.__contains__, lambda rng: rng.choice(moves))


class Choices:
    """What a seat may do, by families. `move in choices` holds exactly for the moves that would be played.

    `forward` lists the moves that carry the game on (actions, and answers to a question). `families` makes
    all families, those possible at any time too. Both are worked out when they are first asked for.
    """

    __slots__ = ("_families", "_forward", "_make")

    def __init__(
        self, forward: Callable[[], Sequence[Move]], families: Callable[[], Iterable[Family]]
    ) -> None:
        self._forward = forward
        self._make = families
        self._families: tuple[Family, ...] | None = None

    def forward(self) -> Sequence[Move]:
        """The listed moves that carry the game on."""
        return self._forward()

    @property
    def families(self) -> tuple[Family, ...]:
        """The families that hold a move here, in the order they are told."""
        if self._families is None:
            self._families = tuple(family for family in self._make() if family.count)
        return self._families

    def __contains__(self, move: object) -> bool:
        return any(move in family for family in self.families)

    def __iter__(self) -> Iterator[Move]:
        """The moves of the plain families, one by one; described families are not listed."""
        for family in self.families:
            if family.listed:
                yield from family.moves()

    def __bool__(self) -> bool:
        return bool(self.families)

    @property
    def count(self) -> int:
        """How many moves there are in all, with those of described families; see `Family.count`."""
        return sum(family.count for family in self.families)

    def family(self, key: str) -> Family | None:
        """The family of that name, if it has a move here."""
        return next((one for one in self.families if one.key == key), None)
