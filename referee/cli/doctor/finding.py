"""What the doctor finds."""

from collections.abc import Mapping
from typing import Any

from referee.util.values import Value, field

OK, NOTE, WRONG = "ok", "note", "wrong"


class Finding(Value):
    """One thing that was tried: which part of the house, its state, and the key of what is said about it.

    `fault` is what went wrong, if something did; its own sentence is then told.
    """

    part: str
    state: str
    key: str
    params: Mapping[str, Any] = field(default_factory=dict)
    fault: Exception | None = None


def fine(part: str, key: str, **params: Any) -> Finding:
    """It works."""
    return Finding(part, OK, key, params)


def note(part: str, key: str, **params: Any) -> Finding:
    """It is not wrong, but worth knowing."""
    return Finding(part, NOTE, key, params)


def wrong(part: str, key: str, fault: Exception | None = None, /, **params: Any) -> Finding:
    """It does not work."""
    return Finding(part, WRONG, key, params, fault)
