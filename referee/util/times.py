"""Times as the record holds them: RFC 3339, UTC, to the second."""

import re
from datetime import UTC, datetime

TIME = r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z"
_FORM = re.compile(TIME, re.ASCII)
FIRST, LAST = "1000", "9000"
"""The years of a record: near the ends of the calendar no zone can be told, nor when something falls due."""


def utc_now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def stamp(at: datetime) -> str:
    """A time with a zone, as the record holds it."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment(at: str) -> datetime:
    """A time from a record. Raises ValueError for any other text."""
    return datetime.fromisoformat(at)


def is_time(text: str) -> bool:
    """Whether a text is a time as the record holds it: there are no 30th of February, 24:00 and second 60."""
    if not (_FORM.fullmatch(text) and FIRST <= text < LAST) or text[11:13] == "24":
        return False
    try:
        moment(text)
    except ValueError:
        return False
    return True


def now() -> str:
    """The time now, as the record holds it."""
    return stamp(utc_now())
