"""Times as the record has them: RFC 3339, UTC, to the second."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def stamp(at: datetime) -> str:
    """A time with its zone as the record has it."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment(at: str) -> datetime:
    """The time that stands in a record. Raises ValueError for what is none."""
    return datetime.fromisoformat(at)


def now() -> str:
    """The time now, as the record has it."""
    return stamp(utc_now())
