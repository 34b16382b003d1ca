"""The same look at many records: by several processes or hosts, in order, none stopped by another, and gone on with.

A look is a function of a path that gives an `Outcome`; what it raises is told as an outcome too. With a log, each
outcome is a line of JSON in it, and a record that stands there and has not changed since is not looked at again.
"""

import json
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from referee.util.errors import Faulty, NotFound, NotInstalled, TryAgain, Why

AHEAD = 8
"""So many records are handed out for each worker before the first of them is back."""
PATIENCE = 20
"""Seconds in which a Dask scheduler must answer, and have a worker."""
Look = Callable[[Path], "Outcome"]
Each = Callable[[Look, list[Path]], Iterator["Outcome"]]
"""Looks at records, here or elsewhere: outcomes in the order of the paths, one for each."""
Broken = Callable[[Path, Why], "Outcome"]
"""What is told of a record that could not be looked at."""


class Outcome(NamedTuple):
    """What a look at a record came to.

    Attributes:
        document: as JSON.
        lines: as text; none if there is nothing to tell.
        verdict: the word by which it is counted.
        wrong: whether the exit code must tell.
    """

    document: dict[str, Any]
    lines: tuple[str, ...]
    verdict: str
    wrong: bool = False


def guarded(look: Look, broken: Broken, path: Path) -> Outcome:
    """A look at a record that may be anything at all: what goes wrong is told of this record, and of no other."""
    try:
        return look(path)
    except Faulty as fault:
        return broken(path, fault.why)
    except OSError as error:
        return broken(path, NotFound("cannot-read", error=error.strerror or type(error).__name__).why)
    except Exception as error:  # noqa: BLE001  one record never stops the rest
        return broken(path, Faulty("audit-stuck", kind=type(error).__name__).why)


def one_by_one(look: Look, paths: list[Path]) -> Iterator[Outcome]:
    """In this process."""
    return map(look, paths)


class Pool(NamedTuple):
    """An executor, how many looks go on in it at once, and what it raises where a worker ended."""

    executor: Executor
    workers: int
    died: type[Exception]


@contextmanager
def pool(workers: int, scheduler: str = "") -> Iterator[Pool]:
    """So many processes here; or, by the address of their scheduler (`tcp://host:8786`), the workers of a Dask cluster.

    Those have this program too, and see records under the same path. Raises `Faulty` without the extra `dask`, where no
    scheduler answers, where it has no workers, and where it is lost in the middle.
    """
    if not scheduler:
        with ProcessPoolExecutor(workers, get_context("spawn")) as executor:
            yield Pool(executor, workers, BrokenExecutor)
        return
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415  an extra
        from distributed.comm.core import CommClosedError  # noqa: PLC0415
    except ImportError:
        raise NotInstalled("no-dask") from None
    try:
        client: Any = Client(scheduler, timeout=PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise TryAgain("no-scheduler", where=scheduler, trouble=str(error)) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise TryAgain("no-workers", where=scheduler) from error
        try:
            yield Pool(client.get_executor(pure=False), sum(client.nthreads().values()), KilledWorker)
        except (CancelledError, CommClosedError) as error:
            raise TryAgain("scheduler-lost", where=scheduler) from error


def side_by_side(broken: Broken, workers: int, scheduler: str = "") -> Each:
    """By a pool. Where a worker of it ends, each record that it may have had is looked at again.

    Only a record that ends a process of its own too is told as broken.
    """

    def each(look: Look, paths: list[Path]) -> Iterator[Outcome]:
        left, waiting = deque(paths), deque[tuple[Path, Future[Outcome]]]()
        with ExitStack() as stack:
            here = stack.enter_context(pool(workers, scheduler))
            while left or waiting:
                try:
                    while left and len(waiting) < here.workers * AHEAD:
                        waiting.append((left[0], here.executor.submit(look, left[0])))
                        left.popleft()
                    outcome = waiting[0][1].result()
                except here.died:
                    left.extendleft(path for path, _ in reversed(waiting))
                    waiting.clear()
                    stack.close()
                    here = stack.enter_context(pool(workers, scheduler))
                    yield _alone(look, left.popleft(), broken)
                else:
                    waiting.popleft()
                    yield outcome

    return each


def _alone(look: Look, path: Path, broken: Broken) -> Outcome:
    """Once more, in a process of its own: perhaps another record ended the last one."""
    with pool(1) as own:
        try:
            return own.executor.submit(look, path).result()
        except own.died:
            return broken(path, Faulty("look-died").why)


def looked_at(
    look: Look, paths: Iterable[Path], each: Each, log: Path | None = None, name: str = "", beside: str = ""
) -> Generator[Outcome, None, None]:
    """The outcomes for these records, in their order; with a log, those that stand in it are taken from there.

    `name` says in the log what is looked for, and by which version; `beside` names a file that is looked at with each
    record. A record that has changed since is looked at again. Raises `Faulty` for a log that is none, and OSError
    where it cannot be written.
    """
    every = list(paths)
    if log is None:
        yield from each(look, every)
        return
    there, whole = _logged(log)
    asked = [{"look": name, "record": str(path.absolute()), "stamp": _stamp(path, beside)} for path in every]
    known = [there.get(_key(one)) for one in asked]
    fresh = each(look, [path for path, outcome in zip(every, known, strict=True) if outcome is None])
    with log.open("r+b" if log.exists() else "w+b") as file:
        file.truncate(whole)
        file.seek(whole)
        for one, kept in zip(asked, known, strict=True):
            outcome = kept or next(fresh)
            if kept is None:
                file.write(json.dumps(one | {"outcome": outcome}).encode() + b"\n")
                file.flush()
            yield outcome


def _logged(log: Path) -> tuple[dict[str, Outcome], int]:
    """The outcomes in a log, by what was asked, and its length without a last line that is torn. Raises `Faulty`."""
    found, whole = dict[str, Outcome](), 0
    lines = log.read_bytes().splitlines(keepends=True) if log.exists() else []
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            break
        whole += len(line)
        try:
            row = json.loads(line)
            document, told, verdict, wrong = row["outcome"]
            found[_key(row)] = Outcome(document, tuple(told), verdict, wrong)
        except (ValueError, TypeError, KeyError):
            raise Faulty("not-a-log", where=f"{log}:{number}", name=str(log)) from None
    return found, whole


def _key(row: Mapping[str, Any]) -> str:
    """What was asked: the look, the record, and the stamp that the record had before it was looked at."""
    return json.dumps([row["look"], row["record"], row["stamp"]])


def _stamp(path: Path, beside: str) -> list[int]:
    """What changes when a file does, or the one of that name beside it that is looked at too."""
    stamp = list[int]()
    for one in (path, path.with_name(beside)) if beside else (path,):
        try:
            found = one.stat()
        except OSError:
            stamp.append(0)
        else:
            stamp += (found.st_size, found.st_mtime_ns, found.st_ino)
    return stamp
