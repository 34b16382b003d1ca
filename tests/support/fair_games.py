"""Whole games with words in their shuffles, their proofs, and a keeper who forges them: for the tests of fair lots."""

import json
from collections.abc import Callable
from functools import cache
from itertools import cycle
from random import Random
from typing import Any, cast

from referee.api import Table
from referee.record.entries import Entry, Opening
from referee.record.file import Last
from referee.record.seals import START as NOTHING
from referee.record.stores import Memory
from referee.table.index import Index
from referee.table.parts import Closing
from referee.table.points import written_position
from referee.table.proofs import Sealed, proof
from referee.testing.chance import chosen
from referee.util.values import replace

WORDS = ("a wolf howls", "two ravens")
TIME = "2026-01-01T00:00:00Z"
SEED = 7
"""Of both games here this one has every kind of lot.

Some are drawn late, some after lines of the same letter; all decks are drawn from.
"""


def begun(name: str, seed: int, **how: Any) -> Table:
    """A game just dealt, to which each seat came with words of its own."""
    table = Table.open(name, seed=f"{seed:08x}", invite=True, clock=lambda: TIME, **how)
    for seat, words in zip(table.seats, cycle(WORDS), strict=False):
        table.play(seat, f"accept {words}")
    return table


@cache
def finished(name: str, seed: int = SEED, at_most: int = 3000) -> Table:
    """A random whole game by letters of one line to four. Raises `RuntimeError` for one that does not end."""
    table, rng, lines = begun(name, seed), Random(f"fair {seed}"), 0
    while table.outcome is None and lines < at_most:
        seat = rng.choice(table.owed()).seat
        letter = [chosen(table.choices(seat).families, rng).written for _ in range(rng.randint(1, 4))]
        table.play(seat, letter)
        lines += len(letter)
    if table.outcome is None:
        raise RuntimeError(name, seed)
    return table


@cache
def proofs_of(table: Table) -> tuple[tuple[str, bytes], ...]:
    """What went with the letters of all seats, if each entry had been told in a letter of its own."""
    found = []
    for seat in table.seats:
        for number, n in enumerate(table.index.concerning[seat], 1):
            letter = f"{table.id}.{seat}.{number}"
            if data := proof(table, seat, letter, n - 1, n, Sealed("5e" * 32)):
                found.append((letter, data))
    return tuple(found)


def forged(table: Table, change: Callable[[list[Entry]], None]) -> Table:
    """The game as a keeper could write it again after changing entries: every mark and seal is right."""
    entries = list(table.entries)
    change(entries)
    opening = cast("Opening", entries[0])
    closing, index = Closing(opening, lambda: bytes(32)), Index(table.game, table.seats)
    store, mark, state = Memory(), NOTHING, table.game.blank(opening.id, opening.options)
    for entry in entries:
        positions = []
        for event in entry.events:
            state = table.game.apply(state, event)
            positions.append(written_position(table.game.position(state)))

        def make(last: Last, entry: Entry = entry, after: Any = positions) -> Any:
            return closing.document(replace(entry, entry=0, salt="", seal=""), index, after, last)

        mark = store.append(make, mark).mark
        index.take_in(entry)
    return Table(store)


def changed(data: bytes, change: Callable[[Any], None]) -> bytes:
    """A proof with something changed in it."""
    content = json.loads(data)
    change(content)
    return json.dumps(content).encode()
