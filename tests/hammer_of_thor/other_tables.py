"""Nothing hidden leaks in The Hammer of Thor: many random games, each seen by every seat, the master and an onlooker.

Of each game three things are held (promise 3, M32). No event tells a reader what the rules hide from that reader. At
another table, on which all that the reader may not know is otherwise, everything that the reader is sent is the same to
the byte. And so it is in every other world found: the whole game played again with two cards exchanged, or with another
choice of somebody else, as long as every move in it is legal and the reader was shown the same.

    python tests/hammer_of_thor/other_tables.py --games 500 --processes 2 --into tables.jsonl

Each game has its number of seats, two to six by turns, and a master or the supplement. Run again with the same file, it
goes on where it stopped.
"""

import argparse
import json
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import Random
from typing import Any

import hammer_sent
from hammer_knows import Seat, hidden, otherwise, told_too_much
from hammer_suite import HAMMER as GAME
from hammer_suite import suite
from hammer_worlds import KINDS, Worlds
from msgspec.structs import asdict
from thor_games import AT_MOST, options, played

from referee.testing.worlds import World
from referee.util.values import Struct, Value, field

SEATS = (2, 3, 4, 5, 6)
LAYERS = ("house", "none")
LENGTHS = (25, 50, 100)
"""Most games are looked at while they are on, since by its end a game has shown most cards."""
WHOLE = 25
"""Every so many a game is looked at whole."""
TABLES, POINTS = 3, 2
"""At how many places of a game a reader is given another table; at how many places another world is compared."""
WORLDS, MANY = 1, 1
"""Of how many kinds a reader is given other worlds, and how many of each are sought."""
WRITTEN = 5
"""In every so many of these places the reader is written letters as well."""
ASKED = 4
"""How many questions are asked at a table, of all that the suite has."""


class Figures(Struct, dict=True):
    """What was seen.

    Attributes:
        readers: readers of games, each counted in each game.
        told: events that were held against what their readers may know.
        tables: tables on which something was otherwise, for a reader.
        worlds: other worlds, by kind.
        compared: texts compared, by kind.
        otherwise: what was otherwise, and how often.
        differences: what leaked.
    """

    games: int = 0
    readers: int = 0
    told: int = 0
    tables: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    worlds: Counter[str] = field(default_factory=Counter)
    otherwise: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def add(self, other: "Figures") -> None:
        """Add what was seen elsewhere."""
        for name, value in asdict(other).items():
            mine = getattr(self, name)
            if isinstance(mine, Counter):
                mine.update(value)
            else:
                setattr(self, name, mine + value)


class Game(Value, dict=True):
    """A random game, made from its seed alone unless more is given."""

    seed: int
    layer: str = ""
    seats: int = 0
    at_most: int = 0

    @property
    def content(self) -> Mapping[str, Any]:
        """Its options in full."""
        seats = self.seats or SEATS[self.seed % len(SEATS)]
        return options(self.layer or LAYERS[self.seed // len(SEATS) % len(LAYERS)], seats)

    def world(self) -> World:
        """The game as it was played."""
        rng = Random(f"length {self.seed}")
        length = self.at_most or (AT_MOST if rng.random() < 1 / WHOLE else rng.choice(LENGTHS))
        return played(self.content, self.seed, at_most=length)

    @property
    def language(self) -> str:
        """In which language its readers are told."""
        return ("en", "de")[self.seed % 2]


def searched(game: Game) -> Figures:
    """All that is held of one game."""
    world, found = game.world(), Figures(games=1)
    for reader in (*world.states[-1].seats, None):
        found.add(Search(game, world, reader).all())
    return found


class Search:
    """One reader of a game."""

    def __init__(self, game: Game, world: World, reader: Seat) -> None:
        self.game, self.world, self.reader = game, world, reader
        self.content = game.content
        self.rng = Random(f"{game.seed} {reader}")
        self.shown = hammer_sent.shown_to(world, reader)
        self.found = Figures(readers=1)

    def all(self) -> Figures:
        """Everything that is held of it."""
        self.events()
        self.tables()
        self.worlds()
        return self.found

    def differs(self, what: str) -> None:
        """Write down a difference."""
        self.found.differences.append(f"seed {self.game.seed}, {self.reader or 'onlooker'}: {what}")

    def events(self) -> None:
        """No event tells what its reader may not know."""
        state = self.world.states[0]
        secret = hidden(state, self.reader)
        for n, step in enumerate(self.world.steps):
            for event in step.events:
                before, was = state, secret
                state = GAME.apply(state, event)
                secret = was if state is before else hidden(state, self.reader)
                self.found.told += 1
                for thing in told_too_much(event, was & secret, self.reader):
                    self.differs(f"step {n}, {type(event).__name__} tells {thing}")

    def tables(self) -> None:
        """What is sent at some tables, and where all that the reader may not know is otherwise."""
        for n in self._places():
            state = self.world.states[n + 1]
            other, changed = otherwise(state, self.reader, self.rng)
            if changed:
                self.found.tables += 1
                self.found.otherwise.update(changed)
                self.compare(n, state, other, f"at a table with {', '.join(changed)} otherwise")

    def _places(self) -> list[int]:
        """Steps after which the table is looked at: any, and some of those where something is sealed or ordered."""
        every = range(1, len(self.world.steps))
        states = self.world.states
        sealed = [n for n in every if (found := states[n + 1].encounter) and found.asks and found.sealed]
        ordered = [n for n in every if states[n + 1].standing or states[n + 1].answers]
        some = [self.rng.choice(ns) for ns in (sealed, ordered) if ns]
        return sorted({*some, *self.rng.sample(every, min(len(every), TABLES - len(some)))})

    def worlds(self) -> None:
        """What is sent in other worlds, in some places and at the end."""
        last = len(self.world.steps) - 1
        worlds = Worlds(self.content, self.world, self.reader, self.rng)
        for kind, other in worlds.found(self.rng.sample(KINDS, WORLDS), MANY):
            what = f"in a world with something {kind} otherwise"
            if hammer_sent.shown_to(other, self.reader) != self.shown:
                self.differs(f"{what} something else is told, or at another position")
            apart = [n for n in range(1, last + 1) if self.world.states[n + 1] != other.states[n + 1]]
            for n in sorted({last, *self.rng.sample(apart, min(len(apart), POINTS - 1))}):
                self.compare(n, self.world.states[n + 1], other.states[n + 1], what)
            self.found.worlds[kind] += 1

    def compare(self, n: int, state: Any, other: Any, what: str) -> None:
        """Hold two tables after a step to be the same for their reader, now and then in a letter too."""
        pairs = [[hammer_sent.sent(one, self.reader) for one in (state, other)]]
        if self.rng.randrange(WRITTEN) == 0:
            post = hammer_sent.Post(self.content, self.game.language, self.rng.sample(suite().probes, ASKED))
            shown = self.shown[: n + 1]
            pairs.append([hammer_sent.mailed(post, one, self.reader, shown) for one in (state, other)])
        for here, there in pairs:
            self.found.compared.update(here.keys())
            for difference in hammer_sent.differences(here, there):
                self.differs(f"after step {n}, {what}: {difference}")


def one_game(seed: int) -> dict[str, Any]:
    """What was seen of one game, as JSON knows it; a search that breaks off is told as a difference."""
    try:
        found = searched(Game(seed))
    except Exception as error:  # noqa: BLE001  the run goes on, and the seed is told
        traceback.print_exc()
        found = Figures(games=1, differences=[f"seed {seed}: broke off, {type(error).__name__}: {error}"])
    return {"seed": seed, **asdict(found)}


def known_of(path: Path | None) -> Iterator[dict[str, Any]]:
    """What an earlier run has written down."""
    if path is not None and path.exists():
        yield from map(json.loads, path.read_text("utf-8").splitlines())


def total(rows: Mapping[int, dict[str, Any]]) -> Figures:
    """The figures of all games together."""
    found = Figures()
    for row in rows.values():
        kinds = {name: Counter(row[name]) for name in ("compared", "worlds", "otherwise")}
        found.add(Figures(**{**{name: value for name, value in row.items() if name != "seed"}, **kinds}))
    return found


def run(games: int, first: int, processes: int, into: Path | None, minutes: float) -> Figures:
    """Search so many games, but those that the file tells of; no further one is begun after so many minutes."""
    seeds = range(first, first + games)
    rows = {row["seed"]: row for row in known_of(into) if row["seed"] in seeds}
    until = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(processes) as pool:
        futures = [pool.submit(_unless_late, seed, until) for seed in seeds if seed not in rows]
        for one in as_completed(futures):
            if (row := one.result()) is None:
                continue
            rows[row["seed"]] = row
            if into is not None:
                with into.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
            for difference in row["differences"]:
                print(difference, flush=True)
    return total(rows)


def _unless_late(seed: int, until: float) -> dict[str, Any] | None:
    return one_game(seed) if time.monotonic() < until else None


def told(found: Figures) -> str:
    """The figures in a few lines."""
    worlds = ", ".join(f"{count} with something {kind}" for kind, count in sorted(found.worlds.items()))
    return (
        f"{found.games} games, {found.readers} readers; {found.told} times an event was held against its reader;"
        f" {found.tables} other tables; {found.worlds.total()} other worlds ({worlds});"
        f" {found.compared.total()} texts compared; {len(found.differences)} differences\n"
        f"compared: {dict(sorted(found.compared.items()))}\n"
        f"otherwise: {dict(sorted(found.otherwise.items()))}"
    )


def main() -> None:
    """Search as the command line says, and print the figures; exit 1 if anything differs."""
    asked = argparse.ArgumentParser(description="Other worlds and other tables of The Hammer of Thor.")
    asked.add_argument("--games", type=int, default=500)
    asked.add_argument("--seed", type=int, default=0, help="of the first game")
    asked.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked.add_argument(
        "--into", type=Path, help="where each game is written down: a later run goes on from there"
    )
    asked.add_argument("--minutes", type=float, default=1e6, help="no further game is begun after so many")
    given = asked.parse_args()
    began = time.monotonic()
    found = run(given.games, given.seed, given.processes, given.into, given.minutes)
    print(told(found))
    print(f"{time.monotonic() - began:.0f} s in this run")
    sys.exit(bool(found.differences))


if __name__ == "__main__":
    main()
