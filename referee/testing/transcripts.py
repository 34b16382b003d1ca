"""A whole game as one text: letters in, receipts and reports out, in the order they come and go."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from referee.api import Table
from referee.engine.events import seen
from referee.testing.scripts import Script

BEGINS = datetime(2026, 1, 1, 8, tzinfo=UTC)


def table_of(script: Script) -> Table:
    """The table of a script: with the same clock, the same lots and the same salts whenever it is played."""
    hours, salts = iter(range(10**6)), iter(range(10**6))
    return Table.open(
        script.game,
        id=script.id,
        seed=script.seed,
        options=script.options,
        languages=script.languages,
        clock=lambda: (BEGINS + timedelta(hours=7 * next(hours))).strftime("%Y-%m-%dT%H:%M:%SZ"),
        salts=lambda: hashlib.sha256(f"{script.seed} {next(salts)}".encode()).digest(),
    )


def transcript(script: Script) -> tuple[Table, str]:
    """Play the game; returns it, and all that went in and out."""
    table = table_of(script)
    return table, "\n".join(_pages(table, script)) + "\n"


def _pages(table: Table, script: Script) -> Iterator[str]:
    for seat in table.seats:
        yield _page(f"report to {seat}", table.report(seat))
    for number, (seat, letter) in enumerate(script.letters, 1):
        yield _page(f"letter {number} from {seat}", letter)
        played = table.play(seat, letter)
        yield _page(f"receipt to {seat}", played.receipt)
        for other in table.seats:
            if other != seat and any(seen(event, other) for event in played.ruled.events):
                yield _page(f"report to {other}", table.report(other))
    yield _page("report to onlookers", table.report(None))


def _page(title: str, text: str) -> str:
    return f"=== {title}\n{text.rstrip()}\n"
