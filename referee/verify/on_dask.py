"""Looks at records by the workers of a Dask cluster, on any number of hosts that see them under the same path."""

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.util.errors import Faulty
from referee.verify.many import AHEAD, Broken, Each, Look, Outcome

TIMES = 3
"""A record whose worker ended is looked at again so often, by another."""
PATIENCE = 20
"""Seconds in which a scheduler must answer."""


def by_dask(scheduler: str, broken: Broken) -> Each:
    """By the workers of this scheduler (`tcp://host:8786`), who have this program too.

    A record that ends one worker after another is told as broken. Raises `Faulty` without the extra `dask`, or where
    no scheduler answers.
    """
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415  an extra
    except ImportError:
        raise Faulty("no-dask") from None

    def each(look: Look, paths: list[Path]) -> Iterator[Outcome]:
        try:
            client = Client(scheduler, timeout=PATIENCE)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise Faulty("no-scheduler", where=scheduler, trouble=str(error)) from error
        with client:
            cores = sum(client.nthreads().values())  # type: ignore[no-untyped-call]
            left, waiting = deque(paths), deque[tuple[Path, Any]]()
            while left or waiting:
                while left and len(waiting) < AHEAD * max(1, cores):
                    path = left.popleft()
                    waiting.append((path, client.submit(look, path, pure=False, retries=TIMES)))
                path, future = waiting.popleft()
                try:
                    yield future.result()
                except KilledWorker:
                    yield broken(path, Faulty("look-died").why)

    return each
