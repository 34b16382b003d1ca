"""Time zones by the names that players write."""

from functools import cache
from zoneinfo import available_timezones


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
