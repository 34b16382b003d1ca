"""What a verification finds, thing by thing: what was looked at, where, and whether it is right.

What is said of a finding stands in `templates/verify.en.yaml`, by its key.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

RIGHT, NOTE, WRONG = "right", "note", "wrong"


@dataclass(frozen=True, slots=True)
class LookedAt:
    """One thing that was looked at: right, wrong, or only to be known; the key of what is said of it.

    `place` is a record with its entry, a letter with where it was kept, or a mailbox.
    """

    state: str
    key: str
    place: str
    params: Mapping[str, Any] = field(default_factory=dict)


def right(key: str, place: str, /, **params: Any) -> LookedAt:
    """It is as it must be."""
    return LookedAt(RIGHT, key, place, params)


def note(key: str, place: str, /, **params: Any) -> LookedAt:
    """It is not wrong, but to be known."""
    return LookedAt(NOTE, key, place, params)


def wrong(key: str, place: str, /, **params: Any) -> LookedAt:
    """It is not as it must be."""
    return LookedAt(WRONG, key, place, params)


def summed(faults: list[LookedAt], fine: LookedAt | None) -> Iterator[LookedAt]:
    """Everything that is wrong with one thing; if nothing is, that it is right."""
    yield from faults
    if fine and not faults:
        yield fine
