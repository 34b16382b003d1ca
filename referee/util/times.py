"""Times as the record holds them: RFC 3339, UTC, to the second."""

import re
from datetime import UTC, datetime
from functools import cache
from zoneinfo import available_timezones

from referee.util.regexes import regex

TIME = r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z"
_FORM = regex(TIME, re.ASCII)
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


# Spans of time as people write them: `72 hours`, `3 days`, `90 min`, `72h`, `3d`, in seconds.


UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
SPAN = regex(r"([0-9]{1,6}) (second|minute|hour|day|week)s?", re.ASCII)
SHORT = {"s": "second", "sec": "second", "min": "minute", "h": "hour", "hr": "hour", "d": "day", "w": "week"}
"""A lone `m` is missing: it may mean minutes or months."""
LOOSE = regex(r"([0-9]{1,6}) ?([a-z]+?)s?", re.ASCII)


class NotSpan(ValueError):
    """A text that is not a span of time."""


def seconds(text: str) -> int:
    """The length of a span in seconds. Raises `NotSpan`."""
    found = SPAN.fullmatch(text)
    if not found:
        raise NotSpan(text)
    return int(found[1]) * UNITS[found[2]]


def spelled_out(text: str) -> str:
    """An abbreviated span in full: `72h` is `72 hours`. Raises `NotSpan`."""
    if SPAN.fullmatch(text):
        return text
    found = LOOSE.fullmatch(text.strip().lower())
    unit = SHORT.get(found[2], found[2]) if found else ""
    if found is None or unit not in UNITS:
        raise NotSpan(text)
    count = int(found[1])
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def whole_span(length: int) -> str:
    """A number of seconds in days, hours and minutes, begun minutes as whole ones: `2 days, 3 hours`; "" for none."""
    rest, told = -(-length // 60) * 60, list[str]()
    for unit in ("day", "hour", "minute"):
        count, rest = divmod(rest, UNITS[unit])
        told += [f"{count} {unit}" if count == 1 else f"{count} {unit}s"] * bool(count)
    return ", ".join(told)


def span(length: int) -> str:
    """A number of seconds in the largest unit that divides them: `3 days`, `90 minutes`."""
    name, unit = max((one for one in UNITS.items() if length % one[1] == 0), key=lambda one: one[1])
    count = length // unit
    return f"{count} {name}" if count == 1 else f"{count} {name}s"


# Time zones by the names that players write.


def zone_named(name: str) -> str:
    """The time zone with that name, in any case; "" if there is none. `europe/berlin`, `berlin`, `UTC`."""
    wanted = "_".join(name.casefold().split())
    return _zones().get(wanted, "")


@cache
def _zones() -> dict[str, str]:
    """The zones by name, and by the name of their city where only one zone has it."""
    names = sorted(available_timezones() - {"localtime"})
    cities: dict[str, list[str]] = {}
    for name in names:
        if "/" in name and not name.startswith(("Etc/", "posix/", "right/", "SystemV/", "US/")):
            cities.setdefault(name.rpartition("/")[2].casefold(), []).append(name)
    alone = {city: found[0] for city, found in cities.items() if len(found) == 1}
    return {**alone, **{name.casefold(): name for name in names}}
