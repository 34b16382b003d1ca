"""Letters to many games in a store, for one, two and four `referee serve`, with or without kills; letters a second.

    python tests/store_run.py [--letters 10000] [--games 1000] [--workers 1,2,4] [--kills 0] [--servers 0]

A PostgreSQL of its own is started, with everything synced as in earnest. All letters lie in the spools of the hosts,
one for each worker, before the first worker starts; the time runs from there until each is ruled on, and on until all
mails are sent (to a folder). With `--kills` workers are killed with `kill -9` and started again, one a second, and with
`--servers` the server so often. Afterwards each record is read: what was lost, what counted twice, what came out of
order.
"""

import argparse
import resource
import tempfile
import time
from pathlib import Path
from random import Random

from support.postgres import server, why_not
from support.serving_stores import Farm

from referee.store import database


def run(farm: Farm, workers: int, letters: int, kills: int, restart: list[int]) -> str:
    """One run: how many letters a second, and what went wrong."""
    rng, before = Random(workers), time.monotonic()
    farm.come(letters // len(farm.games), workers)
    put, begun = time.monotonic() - before, time.monotonic()
    for host in range(workers):
        farm.serve(host)
    for kill in range(kills):
        time.sleep(1)
        farm.kill(farm.on[host := rng.randrange(workers)])
        farm.serve(host)
        if kill in restart:
            farm.server.kill()
            farm.server.start()
    farm.until(lambda: farm.ruled() >= farm.before + letters, 3600)
    ruled = time.monotonic() - begun
    farm.wait(3600)
    took = time.monotonic() - begun
    codes = farm.stop()
    faults = farm.faults(farm.folder / "exported")
    farm.refuse_missing_mails(farm.folder / "exported")
    with database.connect(farm.address) as link:
        size = link.execute("SELECT pg_database_size(current_database())").fetchone()
    return (
        f"{workers} workers: {letters:,} letters to {len(farm.games):,} games in {ruled:.0f} s, {letters / ruled:.0f} letters/s; "
        f"all mails out after {took:.0f} s; {kills} kills, {len(restart)} of the server; held {farm.held()}; "
        f"lost {faults.lost}, doubled {faults.doubled}, out of order {faults.disordered}; exit codes {codes}; "
        f"store {size[0] / 1e6 if size else 0:.0f} MB; letters spooled in {put:.0f} s"
    )


def main() -> None:
    """Run for each number of workers."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--letters", type=int, default=10_000)
    asked.add_argument("--games", type=int, default=1_000)
    asked.add_argument("--workers", default="1,2,4")
    asked.add_argument("--kills", type=int, default=0)
    asked.add_argument("--servers", type=int, default=0)
    given = asked.parse_args()
    if why := why_not():
        raise SystemExit(why)
    for workers in map(int, given.workers.split(",")):
        with (
            tempfile.TemporaryDirectory() as folder,
            server("-c fsync=on") as one,
            Farm(Path(folder), one.database(), one) as farm,
        ):
            farm.build(given.games, every="30 seconds")
            restart = [given.kills * (n + 1) // (given.servers + 1) for n in range(given.servers)]
            print(run(farm, workers, given.letters, given.kills, restart), flush=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{used.ru_utime + used.ru_stime:.0f} s of CPU in all, at most {used.ru_maxrss / 1024:.0f} MB a process"
    )


if __name__ == "__main__":
    main()
