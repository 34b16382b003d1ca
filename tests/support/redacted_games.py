"""Random games with all that a record may hold besides moves: notes, words, questions, refusals, standing orders."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from random import Random
from typing import Any

from referee.api import Table
from referee.record import seals
from referee.table.index import Index
from referee.table.parts import Parts
from referee.table.table import Table as AnyTable
from referee.testing.chance import ENDS
from referee.util.times import stamp
from support.suite import suite

BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
BESIDE = (
    "note they have no idea",
    "say hello there",
    "What a game!",
    "moves",
    "standing",
    "try",
    "faulty",
    "faulty",
)


def lines_at_random(table: Table, seat: str, rng: Random, beside: Sequence[str]) -> Iterator[str]:
    """A letter: one order or several, and other lines."""
    one = suite(table.game.name)
    choices = table.choices(seat)
    moves = choices.forward()
    if rng.random() < 0.4:
        yield from _beside(one, rng, beside)
    if moves:
        yield rng.choice(moves).written
    elif more := [one for one in choices.families if not one.key.startswith(ENDS)]:
        yield more[0].draw(rng).written
    if rng.random() < 0.3:
        yield from _beside(one, rng, beside)
    if moves and rng.random() < 0.5:
        yield rng.choice(moves).written


def _beside(one: Any, rng: Random, beside: Sequence[str]) -> Iterator[str]:
    match rng.choice(beside):
        case "standing":
            yield one.standing(tuple(sorted(rng.sample(one.columns, rng.randint(0, 2))))).written
        case "try":
            yield f"try {one.order}"
        case "faulty":
            yield rng.choice(one.faulty)
        case line:
            yield f"{line}\n" if line.startswith(("note", "say")) else line


@cache
def game_of(name: str, seed: int, letters: int = 40, *, standing: bool = True) -> Table:
    """A random game of this many letters, or to its end, with or without standing orders; always the same."""
    beside = [one for one in BESIDE if standing or one != "standing"]
    rng, times, salts = Random(f"redacted {seed}"), count(), count()
    table = Table.open(
        name,
        seed=f"{seed:08x}",
        options={key: rng.choice(values) for key, values in suite(name).options},
        clock=lambda: stamp(BEGINS + timedelta(minutes=7 * next(times))),
        salts=lambda: hashlib.sha256(f"{seed} {next(salts)}".encode()).digest(),
    )
    for _ in range(letters):
        if table.outcome is not None:
            break
        owed = [one.seat for one in table.owed()]
        seat = rng.choice(table.game.seats) if rng.random() < 0.15 else rng.choice(owed)
        table.play(seat, "\n".join(lines_at_random(table, seat, rng, beside)))
    return table


def unbound(table: AnyTable) -> tuple[tuple[int, str], ...]:
    """The parts that today's referee makes differently from what a whole record's seals bind: entry, and audience.

    A seal proves that a part was not changed; this shows whether it was right when it was made.
    """
    parts, before, found = Parts(table.seats), Index(table.game, table.seats), list[tuple[int, str]]()
    for point, doc in zip(table.points, table.documents, strict=True):
        made = parts.of(point.entry, before, point.positions)
        found += [(before.entries, name) for name in seals.wrong_leaves(doc, made)]
        before.take_in(point.entry)
    return tuple(found)
