"""Times as the record holds them: RFC 3339, UTC, to the second."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def stamp(at: datetime) -> str:
    """A time with a zone, as the record holds it."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment(at: str) -> datetime:
    """A time from a record. Raises ValueError for any other text."""
    return datetime.fromisoformat(at)


def now() -> str:
    """The time now, as the record holds it."""
    return stamp(utc_now())
