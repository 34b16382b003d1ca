"""A row of things that is only ever added to, and whose beginning may not be at hand until somebody asks for it."""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Generic, Self, TypeVar, overload
from zlib import crc32

T = TypeVar("T")
K = TypeVar("K")
Fetch = Callable[[], None]
"""Gets the beginnings of all rows of its kind from where they lie: each row is `filled`."""


KEPT = 48
"""How many of the last things are kept where a row is put away."""


class Keepable:
    """What can be put away and made again of its parts, which are plain: here, its attributes."""

    NOT_KEPT: ClassVar[tuple[str, ...]] = ()
    """The attributes that are not put away."""

    def parts(self) -> Sequence[Any]:
        """What is put away."""
        return ({name: value for name, value in vars(self).items() if name not in self.NOT_KEPT},)

    @classmethod
    def of_parts(cls, *parts: Any) -> Self:
        """The same made again, but for what was not put away."""
        made = cls.__new__(cls)
        vars(made).update(*parts)
        return made


class Lying(Keepable, ABC):
    """Something of which a part may not be at hand: `fetch` gets it then, for all its kind."""

    fetch: Fetch | None = None

    @abstractmethod
    def filled(self, whole: Any) -> None:
        """All of it was worked out again, as it was when the part was left out."""


class Row(Lying, Sequence[T]):
    """A row. Of some rows the first things are not at hand: whoever looks at one of them has all fetched."""

    def __init__(
        self, held: Iterable[T] = (), missing: int = 0, fetch: Fetch | None = None, first: Iterable[T] = ()
    ) -> None:
        """A row of `missing` things that `fetch` gets, and then those held; the `first` one may be at hand too."""
        self._held, self._missing, self.fetch, self._first = list(held), missing, fetch, list(first)
        self.append: Callable[[T], None] = self._held.append
        """Add one."""

    def parts(self) -> Sequence[Any]:
        """The last things, how many there are before these, and the first one."""
        missing = max(self._missing, len(self) - KEPT)
        first = self._first if self._missing else self._held[:1]
        return self._held[missing - self._missing :], missing, first if missing else []

    @classmethod
    def of_parts(cls, *parts: Any) -> Self:
        """The row again."""
        held, missing, first = parts
        return cls(held, missing, first=first)

    def filled(self, whole: Any) -> None:
        """The row was worked out again, as long as it was or longer: its beginning is taken from there."""
        if self._missing:
            self._held[:0] = whole[: self._missing]
            self._missing, self.fetch = 0, None

    def _from(self, first: int) -> list[T]:
        """What is held, from a thing on that somebody asks for, or from an earlier one."""
        if first < self._missing and self.fetch:
            self.fetch()
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
        if at == 0 and self._missing and self._first:
            return self._first[0]
        held = self._from(at)
        return held[at - self._missing]

    def __reversed__(self) -> Iterator[T]:
        return (self[n] for n in reversed(range(len(self))))

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


class Known(Lying, Generic[K, T]):
    """A mapping that is only ever added to, and whose older part may not be at hand until one of its keys is asked for.

    Of the older keys only four bytes each are known. Where these are those of another key, the older part is fetched
    for nothing.
    """

    def __init__(
        self, held: Mapping[K, T] | None = None, older: bytes = b"", fetch: Fetch | None = None
    ) -> None:
        """A mapping of what is held, and of `older` keys that `fetch` gets."""
        self._held, self._older, self.fetch = dict(held or {}), older, fetch

    def parts(self) -> Sequence[Any]:
        """What is under the last keys, and four bytes for each of the others."""
        keys = list(self._held)
        older = self._older + b"".join(map(_mark, keys[:-KEPT]))
        return {key: self._held[key] for key in keys[-KEPT:]}, older

    @classmethod
    def of_parts(cls, *parts: Any) -> Self:
        """The mapping again."""
        return cls(*parts)

    def filled(self, whole: Any) -> None:
        """The mapping was worked out again; what was added since is taken from here."""
        if self._older:
            self._held = {**whole._held, **self._held}  # noqa: SLF001  it is its own kind
            self._older, self.fetch = b"", None

    def get(self, key: K) -> T | None:
        """What is under a key; None for nothing."""
        if key not in self._held and self._older and _marked(self._older, _mark(key)) and self.fetch:
            self.fetch()
        return self._held.get(key)

    def __contains__(self, key: K) -> bool:
        return self.get(key) is not None

    def setdefault(self, key: K, value: T) -> T:
        """What is under a key; put there, if there was nothing."""
        found = self.get(key)
        return self._held.setdefault(key, value) if found is None else found


def _mark(key: object) -> bytes:
    """Four bytes that are usually others for another key, and always the same for this one."""
    return crc32(repr(key).encode()).to_bytes(4)


def _marked(marks: bytes, mark: bytes) -> bool:
    """Whether a mark is among these."""
    at = marks.find(mark)
    while at >= 0 and at % len(mark):
        at = marks.find(mark, at + 1)
    return at >= 0


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
