"""What is made of a file's content, made once: every question about a card asks for it again."""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")

MOST = 64
"""How many contents are remembered; a folder of records has few different ones."""


def by_identity(make: Callable[[S], T]) -> Callable[[S], T]:
    """The same function, which makes something of the same object only once; the object is never changed."""
    lately: dict[int, tuple[S, T]] = {}

    def found(it: S) -> T:
        if id(it) not in lately:
            if len(lately) >= MOST:
                lately.clear()
            lately[id(it)] = it, make(it)  # kept with it, so that its id is nobody else's
        return lately[id(it)][1]

    return found


def by_value(make: Callable[[S], T]) -> Callable[[S], T]:
    """The same function, which makes something of equal objects only once, though they may have no hash.

    A state that was kept beside its record comes back with a map of its own, equal to the one that was drawn before.
    """
    known: list[tuple[S, T]] = []

    def of_equal(it: S) -> T:
        made = next((made for one, made in known if one == it), None)
        if made is None:
            made = make(it)
            known[MOST - 1 :] = []
            known.insert(0, (it, made))
        return made

    return by_identity(of_equal)


def once(make: Callable[[Mapping[str, Any]], T]) -> Callable[[Mapping[str, Any]], T]:
    """The same function, which makes the same thing of the same content, and of equal ones, only once.

    A content that was handed in is not changed afterwards, as no content of a record is.
    """

    @lru_cache(MOST)
    def by_contents(content: str) -> T:
        return make(json.loads(content))

    return by_identity(lambda content: by_contents(json.dumps(content)))
