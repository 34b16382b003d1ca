"""Many random games, through the record too, from the command line; the promises are in `referee.testing`.

For example:

    python tests/contract.py thunder 2000
    python tests/contract.py odins_table 2000 5000    # the first seed is 5000
"""

import sys
from collections import Counter

from support.record_run import whole_game

from referee.house.games import find
from referee.util.values import Struct, field


class Found(Struct, dict=True):
    """What a run over many random games found."""

    games: int = 0
    lines: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    longest: int = 0


def main() -> None:
    """Play many random games and say what came out; the first seed is the second argument."""
    name, games, *first = sys.argv[1:]
    game, found = find(name), Found()
    start = int(first[0]) if first else 0
    for seed in range(start, start + int(games)):
        ended, lines = whole_game(game, seed)
        found.games += 1
        found.lines += lines
        found.longest = max(found.longest, lines)
        found.endings[ended] += 1
    print(f"seeds {start} to {start + int(games) - 1}: {found.games} games, {found.lines} lines,", end=" ")
    print(f"longest {found.longest}, endings {dict(sorted(found.endings.items()))}")


if __name__ == "__main__":
    main()
