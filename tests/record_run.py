"""Random whole games played through letters and the record: for the contract suite and for larger runs."""

from random import Random
from typing import Any

from contract import chosen, options_of
from suite import suite

from referee.api import Table
from referee.engine.game import Game
from referee.table.audit import audit
from referee.telling.spoken import spoken
from referee.util.translations import languages


def options_given(game: Game, seed: int) -> dict[str, str]:
    """The options of `options_of`, as they are given on the command line."""
    content = options_of(game, seed)
    return {key: content[key] for key, _ in suite(game.name).options}


def play_whole(game: Game, seed: int, *, at_most: int = 3000) -> Table:
    """A random whole game by letters of one to four lines, each seat's in a language; cards are counted after every letter."""
    rng = Random(f"letters {seed}")
    codes = languages()
    spoken_by = {seat: codes[(seed + at) % len(codes)] for at, seat in enumerate(game.seats)}
    table = Table.open(
        game.name,
        seed=f"{seed:08x}",
        options=options_given(game, seed),
        clock=lambda: TIME,
        languages=spoken_by,
    )
    cards_on_table = suite(game.name).cards
    cards = cards_on_table(table.state)
    lines = 0
    while table.outcome is None and lines < at_most:
        owed = [one.seat for one in table.owed()]
        seat = rng.choice(game.seats) if rng.random() < 0.05 else rng.choice(owed)
        letter = []
        for _ in range(rng.randint(1, 4)):
            move = chosen(table.choices(seat).families, rng)
            letter.append(spoken(game, table.content, spoken_by[seat], game.write(move)))
        lines += len(letter)
        table.play(seat, letter)
        assert cards_on_table(table.state) == cards
    return table


TIME = "2026-01-01T00:00:00Z"


def whole_game(game: Game, seed: int) -> tuple[str, int]:
    """One random game: how it ended, and how many lines it took. The fold is equal, the audit clean."""
    table = play_whole(game, seed)
    again = Table.load(table.record.encode())
    assert again.state == table.state
    found: Any = audit(again)
    assert found.clean, (seed, found.differences[:3])
    lines = sum(len(getattr(entry, "lines", ())) for entry in table.entries)
    return (table.outcome.rule if table.outcome else "unfinished"), lines
