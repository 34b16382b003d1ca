"""A game of six and a master, as its record has it: opened, everybody chosen, and played by lines."""

from functools import cache

from referee.api import Table
from referee.games.hammer_of_thor.seats import SEATS

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Mo")
CHOSEN = (("heimdall", 7), ("thrym", 30), ("tyr", 2), ("hel", 41), ("frigg", 3), ("loki", 6))
SEED = "07"
"""With it red has the first turn, and the others follow in the order of the seats."""


@cache
def _begun() -> bytes:
    names = ",".join(f"{seat}:{name}" for seat, name in zip(SEATS, NAMES, strict=True))
    table = Table.open("hammer_of_thor", seed=SEED, options={"seats": "6", "players": names})
    for name, at in CHOSEN:
        played(table, table.owed()[0].seat, f"choose {name}", f"start {at}")
    return table.record.encode()


def begun() -> Table:
    """The first player-turn has begun, which is red's."""
    return Table.load(_begun())


def played(table: Table, seat: str, *lines: str) -> Table:
    """A letter of a seat, every line of which is played."""
    assert set((done := table.play(seat, list(lines))).verdicts) == {"played"}, done
    return table
