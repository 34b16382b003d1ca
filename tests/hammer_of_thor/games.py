"""Many random whole games from the command line: how long they last and how they end, by the number of seats.

For example:

    python tests/hammer_of_thor/games.py house 2000
    python tests/hammer_of_thor/games.py none 500 5000 figures.txt    # the first seed is 5000
    python tests/hammer_of_thor/games.py wild-none 150                # cards and a map of one's own

Each seed has its number of seats, two to six by turns. With `none` a master rules at random. Of each game it is held
that after each line every card of the box lies somewhere, once, and that the events make the same tables again; that
each step that comes by nobody's choice comes once, by its events alone; and that nobody owes what cannot be done. The
table is printed at the end, and as it stands it is written into the file from time to time; exit 1 if a game broke off,
did not end, lost a card or came out otherwise.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import mean, median
from typing import Any

from hammer_suite import HAMMER as GAME
from hammer_suite import cards, in_the_box, suite
from steps import counted, not_to_be_met
from thor_games import AT_MOST, WILD, options, played, wild

from referee.testing.contract import told
from referee.testing.promises import Sample, folds_alike, keeps_its_cards
from referee.testing.worlds import World

SEATS = (2, 3, 4, 5, 6)
OFTEN = 10
Ends = Counter[str]


class Wrong(Exception):
    """A game that does not keep what it must."""


class Played(Sample, dict=True):
    """A random whole game with the options that it was given."""

    given: Mapping[str, Any]

    @property
    def content(self) -> Mapping[str, Any]:
        """Its options in full."""
        return self.given


def made(layer: str, seats: int, seed: int, at_most: int = AT_MOST) -> tuple[Mapping[str, Any], World]:
    """The options of a random game, and the game; a wild one has cards and a map of its own."""
    supplement = layer.removeprefix("wild-")
    content = options(supplement, seats)
    if supplement == layer:
        return content, played(content, seed, at_most=at_most)
    content = wild(content, seed)
    return content, played(content, seed, at_most=at_most, by=WILD)


def stepped(world: World) -> Ends:
    """When a game was stopped for the master; each step came once, and nobody owed what cannot be done.

    Raises `Wrong`.
    """
    count = counted(one.events for one in world.steps)
    owed = [
        f"after line {n}: {one}" for n, state in enumerate(world.states[1:]) for one in not_to_be_met(state)
    ]
    if found := [*count.faults, *owed]:
        raise Wrong("; ".join(found))
    return count.moments


def held(layer: str, seats: int, seed: int) -> World:
    """A random whole game that keeps its cards, folds alike and ends. Raises `Wrong`."""
    content, world = made(layer, seats, seed)
    one = Played(suite(), seed, world, content)
    if found := [*keeps_its_cards(one), *folds_alike(one)]:
        raise Wrong(told(found))
    if cards(world.states[1]) != in_the_box(world.states[1].cards):
        raise Wrong("not every card of the box lies on the table")
    if GAME.ended(world.states[-1]) is None:
        raise Wrong(f"not over after {len(world.steps) - 1} lines")
    return world


class Rows:
    """What came out, by the number of seats."""

    def __init__(self, layer: str, first: int) -> None:
        self.layer, self.first, self.games = layer, first, 0
        self.lines: dict[int, list[int]] = {seats: [] for seats in SEATS}
        self.turns: dict[int, list[int]] = {seats: [] for seats in SEATS}
        self.ends: dict[int, Ends] = {seats: Counter() for seats in SEATS}
        self.moments: Ends = Counter()
        self.began = time.monotonic()

    def add(self, seats: int, world: World) -> None:
        """One more game."""
        last = world.states[-1]
        outcome = GAME.ended(last)
        self.games += 1
        self.moments += stepped(world)
        self.lines[seats].append(len(world.steps) - 1)
        self.turns[seats].append(last.game_turn)
        self.ends[seats][f"{outcome.rule} {outcome.reason}" if outcome else "not over"] += 1

    def table(self) -> Iterator[str]:
        """The rows as text."""
        spent = time.monotonic() - self.began
        yield f"{self.layer}: {self.games} games, seeds {self.first} to {self.first + self.games - 1}, {spent:.0f} s"
        yield "seats games  lines: least median  mean  most  game-turns: median most  endings"
        for seats in SEATS:
            if not (lines := self.lines[seats]):
                continue
            turns = self.turns[seats]
            ends = ", ".join(f"{count} {end}" for end, count in sorted(self.ends[seats].items()))
            yield (
                f"{seats:5} {len(lines):5}  {min(lines):12} {median(lines):6.0f} {mean(lines):5.0f} {max(lines):5}"
                f"  {median(turns):18.0f} {max(turns):4}  {ends}"
            )
        total = sum(self.ends.values(), Ends())
        yield "endings: " + ", ".join(f"{count} {end}" for end, count in sorted(total.items()))
        if self.moments:
            yield "stops: " + ", ".join(f"{count} {when}" for when, count in sorted(self.moments.items()))


def main() -> None:
    """Play many random games and say what came out; a game that breaks off is told with its seed."""
    layer, games, *more = sys.argv[1:]
    first = int(more[0]) if more else 0
    rows = Rows(layer, first)
    for seed in range(first, first + int(games)):
        seats = SEATS[seed % len(SEATS)]
        try:
            rows.add(seats, held(layer, seats, seed))
        except Exception as error:  # noqa: BLE001  the run goes on, and the seed is told
            rows.games += 1
            rows.ends[seats]["broke off"] += 1
            print(f"seed {seed}: {type(error).__name__}: {error}", flush=True)
        if len(more) > 1 and rows.games % OFTEN == 0:
            Path(more[1]).write_text("\n".join(rows.table()) + "\n", "utf-8")
    print("\n".join(rows.table()))
    sys.exit(any(ends["broke off"] for ends in rows.ends.values()))


if __name__ == "__main__":
    main()
