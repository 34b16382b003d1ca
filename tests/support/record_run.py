"""Random whole games played through letters and the record, with the cards counted after every letter."""

from typing import Any

from referee.api import Table
from referee.engine.game import Game
from referee.table.audit import audit
from referee.testing import random_games
from support.suite import suite


def play_whole(game: Game, seed: int, *, at_most: int = random_games.LINES_AT_MOST) -> Table:
    """A random whole game by letters of one to four lines, with the cards counted after every letter."""
    cards_on_table, counted = suite(game.name).cards, list[Any]()

    def count(table: Table) -> None:
        counted[:1] = counted[:1] or [cards_on_table(table.state)]
        assert cards_on_table(table.state) == counted[0]

    return random_games.play_whole(game, seed, at_most=at_most, after_each=count)


def whole_game(game: Game, seed: int) -> tuple[str, int]:
    """One random game: how it ended, and how many lines it took. The fold must be equal, the audit clean."""
    table = play_whole(game, seed)
    again = Table.load(table.record.encode())
    assert again.state == table.state
    found: Any = audit(again)
    assert found.clean, (seed, found.differences[:3])
    lines = sum(len(getattr(entry, "lines", ())) for entry in table.entries)
    return (table.outcome.rule if table.outcome else "unfinished"), lines
