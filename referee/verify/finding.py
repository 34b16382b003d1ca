"""The findings of a verification, one by one: what was checked, where, and whether it is right.

The text of a finding stands in `templates/verify.en.yaml`, by its key.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

RIGHT, NOTE, WRONG = "right", "note", "wrong"


@dataclass(frozen=True, slots=True)
class LookedAt:
    """One thing that was checked: right, wrong, or just worth a note; with the key of its text.

    `place` is a record with its entry, a letter with the place where it was kept, or a mailbox.
    """

    state: str
    key: str
    place: str
    params: Mapping[str, Any] = field(default_factory=dict)


def right(key: str, place: str, /, **params: Any) -> LookedAt:
    """A finding: this is as it must be."""
    return LookedAt(RIGHT, key, place, params)


def note(key: str, place: str, /, **params: Any) -> LookedAt:
    """A finding: this is not wrong, but the reader should know it."""
    return LookedAt(NOTE, key, place, params)


def wrong(key: str, place: str, /, **params: Any) -> LookedAt:
    """A finding: this is not as it must be."""
    return LookedAt(WRONG, key, place, params)


def summed(faults: list[LookedAt], fine: LookedAt | None) -> Iterator[LookedAt]:
    """All that is wrong with one thing; if nothing is, the finding that it is right."""
    yield from faults
    if fine and not faults:
        yield fine
