"""Tables on a terminal, and times as the keeper's clock shows them. Words of players are text in them, never markup."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from referee.home.home import Home
from referee.util.errors import Faulty
from referee.util.text import clean

Row = tuple[Sequence[str], str]
"""The cells of a row, and its style: "" or one of rich, such as `red`. Without a terminal styles are not shown."""


WIDEST = 0.45
"""What part of the screen the first column may take."""
TIME = 17
"""Text of this length is not broken, where there is room: times."""


def print_table(headings: str, rows: Iterable[Row]) -> None:
    """Print a table. The headings are separated by commas; text in the first column is never broken.

    Where that column leaves little room for the others, its text stands above that of the last one.
    """
    from rich.box import SIMPLE  # noqa: PLC0415  slow to load
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table as Grid  # noqa: PLC0415

    console = Console(markup=False, emoji=False, highlight=False)
    names, styles = [one.strip() for one in headings.split(",")], list[str]()
    table = list[list[str]]()
    for cells, style in rows:
        table.append([clean(cell) for cell in cells])
        styles.append(style)
    first = max((len(cells[0]) for cells in table), default=0)
    above = first > WIDEST * console.width
    if above:
        names = [*names[1:-1], f"{names[0]}, {names[-1]}"]
        table = [[*cells[1:-1], f"{cells[0]}\n{cells[-1]}"] for cells in table]
    grid = Grid(box=SIMPLE)
    for number, name in enumerate(names):
        short = (
            above and first + 2 * TIME <= console.width and all(len(cells[number]) <= TIME for cells in table)
        )
        last = above and number == len(names) - 1
        wide = first if last else None
        grid.add_column(name, overflow="fold", no_wrap=short or not (above or number), width=wide)
    for cells, style in zip(table, styles, strict=True):
        grid.add_row(*cells, style=style or None)
    console.print(grid)


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
