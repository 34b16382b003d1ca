"""Looks at records by the workers of a Dask cluster, on any number of hosts that see them under the same path.

They are told by their whole paths.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError
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

    A record that ends one worker after another is told as broken. Raises `Faulty` without the extra `dask`, where no
    scheduler answers, where it has no workers, and where it ends in the middle.
    """
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415  an extra
        from distributed.comm.core import CommClosedError  # noqa: PLC0415
    except ImportError:
        raise Faulty("no-dask") from None

    def each(look: Look, paths: list[Path]) -> Iterator[Outcome]:
        try:
            client = Client(scheduler, timeout=PATIENCE)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise Faulty("no-scheduler", where=scheduler, trouble=str(error)) from error
        with client:
            cores = _cores(client, scheduler)
            # A worker may have been started in any folder.
            left, waiting = deque(one.absolute() for one in paths), deque[tuple[Path, Any]]()
            while left or waiting:
                while left and len(waiting) < AHEAD * cores:
                    path = left.popleft()
                    waiting.append((path, client.submit(look, path, pure=False, retries=TIMES)))
                path, future = waiting.popleft()
                try:
                    yield future.result()
                except KilledWorker:
                    yield broken(path, Faulty("look-died").why)
                except (CancelledError, CommClosedError) as error:
                    raise Faulty("scheduler-lost", where=scheduler) from error

    return each


def _cores(client: Any, scheduler: str) -> int:
    """How many threads the workers have. Raises `Faulty` where none comes: nothing would ever be done."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise Faulty("no-workers", where=scheduler) from error
    cores: int = sum(client.nthreads().values())
    return max(1, cores)
