"""Tables on a terminal, and times as the keeper's clock shows them. Words of players are text in them, never markup."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from referee.home.home import Home

Row = tuple[Sequence[str], str]
"""The cells of a row, and its style: "" or one of rich, such as `red`. Without a terminal styles are not shown."""


def print_table(headings: str, rows: Iterable[Row]) -> None:
    """Print a table. The headings are separated by commas; text in the first column is never broken."""
    from rich.box import SIMPLE  # noqa: PLC0415  slow to load
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table as Grid  # noqa: PLC0415

    from referee.util.text import clean  # noqa: PLC0415

    grid = Grid(box=SIMPLE)
    for number, heading in enumerate(headings.split(",")):
        grid.add_column(heading.strip(), overflow="fold", no_wrap=not number)
    for cells, style in rows:
        grid.add_row(*map(clean, cells), style=style or None)
    Console(markup=False, emoji=False, highlight=False).print(grid)


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
    from referee.util.errors import Faulty  # noqa: PLC0415

    with suppress(Faulty, OSError):
        terms: Any = config.read(home).terms
        if terms.zone != "UTC":
            return ZoneInfo(terms.zone), terms.zone
    here = datetime.now(UTC).astimezone()
    return None, here.tzname() or "UTC"
