"""Tables for the tests of the house: a small game in memory, and what the house says to a letter."""

from typing import Any

from referee.api import Table
from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.rules import first_broken
from referee.house.chapters import AT_EVERY_TABLE
from referee.house.state import House, Standing
from referee.notation.readings import Guard
from referee.record.entries import Letter

AT = "2026-01-01T12:00:00Z"


def opened(*, invite: bool = False, **how: Any) -> Table:
    """A game of Odin's Table that has just begun, or an invitation to one; its clock stands still."""
    return Table.open("odins_table", seed="07", clock=lambda: AT, invite=invite, **how)


def told(table: Table, seat: str, *lines: str) -> list[str]:
    """What becomes of the lines of a letter of this seat: verdict, rule and reason, as far as there are any."""
    table.play(seat, lines)
    entry = table.entries[-1]
    assert isinstance(entry, Letter)
    return [" ".join(filter(None, (one.verdict, one.rule, one.why))) for one in entry.lines]


def happened(table: Table, event: Event) -> Table:
    """The table after an event that came by no letter."""
    table.write_down("note", events=[event])
    return table


def standing(house: House, *, seat: str = "odin", guard: Guard | None = None, written: str = "") -> Standing:
    """An order of a seat at position 7.2."""
    return Standing(house, seat, (7, 2), guard, None, written)


def broken(house: House, move: Move, **how: Any) -> str:
    """The rule of the house that an order breaks, and why; "" if it keeps all."""
    found = first_broken(AT_EVERY_TABLE, standing(house, **how), move)
    return f"{found.rule} {found.why.key}" if found else ""
