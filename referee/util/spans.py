"""Spans of time as people write them: `72 hours`, `3 days`, `90 min`, `72h`, `3d`, in seconds."""

import re

UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
SPAN = re.compile(r"([0-9]{1,6}) (second|minute|hour|day|week)s?", re.ASCII)
SHORT = {"s": "second", "sec": "second", "min": "minute", "h": "hour", "hr": "hour", "d": "day", "w": "week"}
"""A lone `m` is missing: it may mean minutes or months."""
LOOSE = re.compile(r"([0-9]{1,6}) ?([a-z]+?)s?", re.ASCII)


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
