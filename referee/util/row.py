"""A row of things that is only ever added to, and whose beginning may lie elsewhere until somebody asks for it."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar, overload

T = TypeVar("T")
Fetch = Callable[[], None]
"""Gets the beginnings of all rows of its kind from where they lie: each row is `filled`."""


class Row(Sequence[T]):
    """A row. Of some rows the first things are not at hand: whoever looks at one of them has all fetched."""

    __slots__ = ("_fetch", "_held", "_missing")

    def __init__(self, held: Iterable[T] = (), missing: int = 0, fetch: Fetch | None = None) -> None:
        """A row of `missing` things that `fetch` gets, and then those held."""
        self._held, self._missing, self._fetch = list(held), missing, fetch

    def append(self, one: T) -> None:
        """Add one."""
        self._held.append(one)

    def filled(self, beginning: Sequence[T]) -> None:
        """The first things were fetched: these, which are at least as many as were missing."""
        if self._missing:
            self._held[:0] = beginning[: self._missing]
            self._missing, self._fetch = 0, None

    def last(self, many: int) -> "tuple[int, list[T]]":
        """How many things come before the last ones, or before those held if these are fewer; and these."""
        first = max(self._missing, len(self) - many)
        return first, self._held[first - self._missing :]

    def _from(self, first: int) -> list[T]:
        """What is held, from a thing on that somebody asks for, or from an earlier one."""
        if first < self._missing and self._fetch:
            self._fetch()
        return self._held

    def __len__(self) -> int:
        return self._missing + len(self._held)

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> list[T]: ...

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            if not range(start, stop, step):
                return []
            held = self._from(min(start, stop))
            return held[start - self._missing : max(stop - self._missing, 0) : step]
        if at < 0:
            at += len(self)
        if not 0 <= at < len(self):
            raise IndexError(at)
        held = self._from(at)
        return held[at - self._missing]

    def __setitem__(self, at: int, one: T) -> None:
        at = range(len(self))[at]
        self._from(at)[at - self._missing] = one

    def __iter__(self) -> Iterator[T]:
        return iter(self._from(0) if self._missing else self._held)

    def __eq__(self, other: object) -> bool:
        return list(self) == other if isinstance(other, list) else self is other

    __hash__ = None  # type: ignore[assignment]  # a row changes

    def count(self, value: Any) -> int:
        """How many of the things are equal to this."""
        return list(self).count(value)


class Before(Sequence[T]):
    """The things of a row before one of them, or all that it has and will have; shares the row."""

    def __init__(self, row: Row[T], until: int | None = None) -> None:
        """Those before number `until` of a row, which is at least as long."""
        self.row, self._until = row, until

    def __len__(self) -> int:
        return len(self.row) if self._until is None else self._until

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            return self.before(stop) if (start, step) == (0, 1) else self.row[start:stop:step]
        return self.row[at if self._until is None else range(self._until)[at]]

    def before(self, until: int) -> Sequence[T]:
        """The things before one."""
        return Before(self.row, until)

    def __iter__(self) -> Iterator[T]:
        return islice(iter(self.row), len(self))

    def __reversed__(self) -> Iterator[T]:
        return (self.row[n] for n in reversed(range(len(self))))


def count_before(rising: Sequence[int], until: int) -> int:
    """How many numbers of a row, in which each is greater than the one before, are less than this."""
    if not isinstance(rising, Row):
        return bisect_left(rising, until)
    held, missing = rising._held, rising._missing  # noqa: SLF001  it is its own kind
    if missing and (not held or until <= held[0]):
        held, missing = rising._from(0), rising._missing  # noqa: SLF001
    return missing + bisect_left(held, until)
