"""Tables on a terminal, and times as the keeper's clock shows them. Words of players are text in them, never markup."""

import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from itertools import zip_longest
from textwrap import wrap
from typing import Any
from zoneinfo import ZoneInfo

import click

from referee.home.home import Home
from referee.util.errors import Faulty
from referee.util.text import clean

Row = tuple[Sequence[str], str]
"""The cells of a row, and its style: "" or one of `STYLES`, which a terminal alone shows."""
WIDEST = 0.45
"""What part of the screen the first column may take."""
GAP = "  "
STYLES: Mapping[str, Mapping[str, Any]] = {
    "red": {"fg": "red"},
    "yellow": {"fg": "yellow"},
    "dim": {"dim": True},
}


def print_table(headings: str, rows: Iterable[Row]) -> None:
    """Print a table. The headings are separated by commas; text in the first column is never broken.

    Where that column leaves little room for the others, its text stands above that of the last one.
    """
    room, table, styles = shutil.get_terminal_size().columns, [headings.split(", ")], [""]
    for cells, style in rows:
        table.append([clean(cell) for cell in cells])
        styles.append(style)
    whole, first = 0, max(len(cells[0]) for cells in table)
    if first > WIDEST * room:
        whole, (name, *names, last) = -1, table[0]
        table = [
            [*names, f"{name}, {last}"],
            *([*cells[1:-1], f"{cells[0]}\n{cells[-1]}"] for cells in table[1:]),
        ]
    widths = [
        max(len(line) for cell in column for line in cell.split("\n")) for column in zip(*table, strict=True)
    ]
    least = [1] * len(widths)
    least[whole] = first
    while sum(widths) + len(GAP) * len(widths) > room and widths != least:
        wide = [at for at, width in enumerate(widths) if width > least[at]]
        widths[max(wide, key=widths.__getitem__)] -= 1
    for cells, style in zip(table, styles, strict=True):
        columns = [
            [part for line in cell.split("\n") for part in wrap(line, width) or [""]]
            for cell, width in zip(cells, widths, strict=True)
        ]
        for parts in zip_longest(*columns, fillvalue=""):
            line = GAP.join(("", *map(str.ljust, parts, widths))).rstrip()
            click.echo(click.style(line, **STYLES.get(style, {})))


class Clock:
    """Times as the keeper reads them: in the zone of the configuration's terms, or else in that of this machine."""

    def __init__(self, home: Home) -> None:
        """Read the zone of a home; a configuration that cannot be read names none."""
        self._zone, self.name = _zone(home)
        self.now = datetime.now(UTC)

    def time(self, stamp: str, *, seconds: bool = False) -> str:
        """A time (RFC 3339) such as `Sat 21 Nov 18:30`, with the year if it is not this one; "" for ""."""
        if not stamp:
            return ""
        at = datetime.fromisoformat(stamp).astimezone(self._zone)
        year = "" if at.year == self.now.astimezone(self._zone).year else f" {at.year}"
        hour = f"{at:%H:%M:%S}" if seconds else f"{at:%H:%M}"
        return f"{DAYS[at.weekday()]} {at.day} {MONTHS[at.month - 1]}{year} {hour}"

    def past(self, stamp: str) -> bool:
        """Whether a time has passed."""
        return bool(stamp) and datetime.fromisoformat(stamp) < self.now


DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _zone(home: Home) -> tuple[tzinfo | None, str]:
    from referee.home import config  # noqa: PLC0415  slow to load

    with suppress(Faulty, OSError):
        terms: Any = config.read(home).terms
        if terms.zone != "UTC":
            return ZoneInfo(terms.zone), terms.zone
    here = datetime.now(UTC).astimezone()
    return None, here.tzname() or "UTC"
