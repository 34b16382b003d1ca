"""A whole game as one text: letters in, receipts and reports out, in the order they come and go."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from referee.api import Table
from referee.cli.demo.examples import Example
from referee.engine.events import seen

EXAMPLES = Path(__file__).parents[1] / "examples"
NAMES = sorted(f"{path.parent.parent.name}/{path.parent.name}" for path in EXAMPLES.glob("*/*/letters.txt"))
GAMES = sorted({name.partition("/")[0] for name in NAMES})
"""Every example of every game, `thunder/first-blood`; and the games."""
BEGINS = datetime(2026, 1, 1, 8, tzinfo=UTC)


def table_of(example: Example) -> Table:
    """The table of an example: the same clock, the same lots, the same salts whenever it is played."""
    hours, salts = iter(range(10**6)), iter(range(10**6))
    return Table.open(
        example.game,
        id=example.id,
        seed=example.seed,
        options=example.options,
        languages=example.languages,
        clock=lambda: (BEGINS + timedelta(hours=7 * next(hours))).strftime("%Y-%m-%dT%H:%M:%SZ"),
        salts=lambda: hashlib.sha256(f"{example.seed} {next(salts)}".encode()).digest(),
    )


def transcript(example: Example) -> tuple[Table, str]:
    """The game played, and all that went in and out."""
    table = table_of(example)
    return table, "\n".join(_pages(table, example)) + "\n"


def _pages(table: Table, example: Example) -> Iterator[str]:
    for seat in table.game.seats:
        yield _page(f"report to {seat}", table.report(seat))
    for number, (seat, letter) in enumerate(example.letters, 1):
        yield _page(f"letter {number} from {seat}", letter)
        played = table.play(seat, letter)
        yield _page(f"receipt to {seat}", played.receipt)
        for other in table.game.seats:
            if other != seat and any(seen(event, other) for event in played.ruled.events):
                yield _page(f"report to {other}", table.report(other))
    yield _page("report to onlookers", table.report(None))


def _page(title: str, text: str) -> str:
    return f"=== {title}\n{text.rstrip()}\n"
