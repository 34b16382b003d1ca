"""Positions that come again: how often one has stood, when a draw may be claimed, and when it is declared.

A State keeps `positions`, to which a turn that begins adds its own by `once_more`. A View has `repeated`: how often the
position stands now, 0 as soon as it is another one.
"""

from collections.abc import Iterator, Mapping
from typing import Any

CLAIMED_AT, DECLARED_AT = 3, 5

Stood = tuple[Any, ...]
"""Positions in the order in which they came, each as often as it stood."""


def once_more(stood: Stood, position: Any) -> Stood:
    """The positions after one more; what counts as the same position is equal."""
    return (*stood, position)


def times(stood: Stood) -> int:
    """How often the last position has stood."""
    return stood.count(stood[-1]) if stood else 0


def claimable(v: Any) -> bool:
    """Whether a draw may be claimed for the position that stands."""
    return bool(v.repeated >= CLAIMED_AT)


def notes(v: Any, rule: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What the table says of a position that has stood before: a key of `notes` and its values."""
    if v.repeated > 1 and not v.outcome:
        yield "repeated", {"times": v.repeated, "rule": rule}
