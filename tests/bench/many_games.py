"""A collection of many random games, and how long it takes to make one, to add a game and to search it.

    python tests/bench/many_games.py FOLDER --games 500                 games played to their end
    python tests/bench/many_games.py FOLDER --games 10000 --letters 6   given up after six letters: sooner made
    python tests/bench/many_games.py FOLDER --measure                   index, site, one game more, a search

FOLDER gets `games` (one record each), `archive.db` and `site`. Games that are there are not played again.
"""

import argparse
import os
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from referee.api import Table
from referee.archive.collection.index import Collection
from referee.archive.collection.making import made
from referee.archive.collection.site import made_site
from referee.house.games import BUILT_IN, find
from referee.testing.random_games import play_whole

NAMES = ("Anna", "Bert", "Carla", "Dirk", "Edda", "Finn", "Greta", "Hugo", "Ida", "Jens", "Kaja", "Leif")
QUERIES = (
    "nightmare AND ending:8.1",
    "frigg turns<20",
    "winner:loki NOT hel",
    'player:"player"',
    "8.5 OR 6.6",
)


def play(seed: int, folder: Path, letters: int) -> None:
    """Play the game of this seed, to its end or until somebody gives it up, unless it is there."""
    path = folder / f"{seed:05}.yaml"
    if path.exists():
        return
    two = [name for name in sorted(BUILT_IN) if len(find(name).seats) == 2]
    game = find(two[seed % len(two)])
    table = given_up(game.name, seed, letters) if letters else play_whole(game, seed)
    path.write_text(table.record, "utf-8")


def given_up(game: str, seed: int, letters: int) -> Table:
    """A game of two of a dozen players, in which the last to move gives up."""
    rng = Random(seed)
    seats, names = find(game).seats[:2], rng.sample(NAMES, 2)
    table = Table.open(
        game,
        seed=f"{seed:08x}",
        id=f"g{seed}",
        options={"players": ",".join(f"{seat}:{name}" for seat, name in zip(seats, names, strict=True))},
        clock=lambda: time.strftime(
            "%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_767_225_600 + 3_600 * (seed + len(NAMES)))
        ),
    )
    seat = seats[0]
    for _ in range(letters):
        if table.outcome is None:
            seat = table.owed()[0].seat
            table.play(seat, [rng.choice(table.moves(seat))])
    if table.outcome is None:
        table.play(seat, f"resign {table.id}")
    return table


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Tell how long it took, how much of it the processors worked, and the most memory of this process and a worker."""
    begun, worked = time.perf_counter(), processors()
    yield
    most = [getrusage(who).ru_maxrss // 1024 for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    took, work = time.perf_counter() - begun, processors() - worked
    print(f"{what}: {took:.2f} s, {work:.2f} s of processors; {most[0]} and {most[1]} MB", flush=True)


def processors() -> float:
    """How long this process and its workers have used a processor, in seconds."""
    return sum(one.ru_utime + one.ru_stime for one in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def size(path: Path) -> str:
    """How large a file, or all in a folder, is."""
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return f"{sum(one.stat().st_size for one in files) / 1e6:.1f} MB in {len(files)} files"


def measure(folder: Path, workers: int) -> None:
    """Make the collection, add a game, ask it."""
    games, index, site = folder / "games", folder / "archive.db", folder / "site"
    index.unlink(missing_ok=True)
    shutil.rmtree(site, ignore_errors=True)
    aside = max(games.iterdir())
    aside.rename(folder / aside.name)

    def both() -> None:
        made(games, index, workers=workers)
        made_site(games, index, site, replays="none", workers=workers)

    with timed("the index, first"):
        made(games, index, workers=workers)
    with timed("the site, first"):
        made_site(games, index, site, replays="none", workers=workers)
    with timed("nothing changed"):
        both()
    (folder / aside.name).rename(aside)
    with timed("one game more"):
        both()
    for query in QUERIES:
        with timed(f"find {query}"), Collection(index) as collection:
            print(len(collection.find(query)), "games")
    print("games:", size(games), "; index:", size(index), "; site:", size(site))


def main() -> None:
    """Play what is missing, or measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--letters", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--measure", action="store_true")
    given = parser.parse_args()
    (given.folder / "games").mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(given.workers) as pool:
        player = partial(play, folder=given.folder / "games", letters=given.letters)
        list(pool.map(player, range(given.games), chunksize=4))
    if given.measure:
        measure(given.folder, given.workers)


if __name__ == "__main__":
    main()
