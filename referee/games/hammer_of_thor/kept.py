"""What is made of a file's content, made once: every question about a card asks for it again."""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

T = TypeVar("T")

MOST = 64
"""How many contents are remembered; a folder of records has few different ones."""


def once(make: Callable[[Mapping[str, Any]], T]) -> Callable[[Mapping[str, Any]], T]:
    """The same function, which makes the same thing of the same content, and of equal ones, only once.

    A content that was handed in is not changed afterwards, as no content of a record is.
    """
    lately: dict[int, tuple[Mapping[str, Any], T]] = {}

    @lru_cache(MOST)
    def by_contents(content: str) -> T:
        return make(json.loads(content))

    def found(content: Mapping[str, Any]) -> T:
        if id(content) in lately:
            return lately[id(content)][1]
        made = by_contents(json.dumps(content))
        if len(lately) >= MOST:
            lately.clear()
        lately[id(content)] = content, made  # kept with it, so that its id is nobody else's
        return made

    return found
