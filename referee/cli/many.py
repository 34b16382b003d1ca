"""What verbs share that look at many records: how many workers do it, what is kept of it, how far it is."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from referee.cli.terminal import bar, fault_sentence, say, trouble
from referee.util import VERSION
from referee.util.errors import Faulty, Why
from referee.verify.many import AHEAD, Each, Look, Outcome, guarded, looked_at, one_by_one, side_by_side


class How(NamedTuple):
    """How many records are looked at: by so many processes, or a Dask cluster; `log` keeps what was found."""

    workers: int
    scheduler: str
    log: Path | None


def cores() -> int:
    """How many cores there are."""
    return os.cpu_count() or 1


workers_option = click.option(
    "--workers",
    "--jobs",
    "workers",
    type=click.IntRange(1, 64),
    default=cores,
    metavar="N",
    help="How many processes look at records; else one per core.",
)


def how_many(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Give a verb the options for many records."""
    for option in (
        click.option(
            "--log",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help="Keep there what was found: broken off, the same command goes on where it was.",
        ),
        click.option(
            "--scheduler",
            default="",
            metavar="ADDRESS",
            help="Have it done by the workers of this Dask scheduler, who see the same paths: tcp://host:8786.",
        ),
        workers_option,
    ):
        verb = option(verb)
    return verb


def outcomes(look: Look, paths: Iterable[Path], how: How, name: str, beside: str = "") -> Iterator[Outcome]:
    """What the looks come to, in the order of the paths.

    `name` says in the log what is looked for, and `beside` is the name of a file that is looked at with each record.
    What goes wrong with one of several records is told of that one. Raises `Faulty` as `many.looked_at` and
    `many.pool` do, and for a single record as the look does.
    """
    # A worker elsewhere may have been started in any folder.
    every = [path.absolute() for path in paths] if how.scheduler else list(paths)
    safe = partial(guarded, look, broken) if len(every) > 1 else look
    with (
        bar("records-looking") as told,
        closing(
            looked_at(safe, every, _each(how, len(every)), how.log, f"{name} {VERSION}", beside)
        ) as found,
    ):
        for n, one in enumerate(found, 1):
            told(n, len(every))
            yield one


def _each(how: How, count: int) -> Each:

    # To start processes takes longer than a few records.
    if how.scheduler or (how.workers > 1 and count > AHEAD):
        return side_by_side(broken, how.workers, how.scheduler)
    return one_by_one


def broken(path: Path, why: Why) -> Outcome:
    """What is told of a record that could not be looked at."""
    error = trouble(Faulty(why.key, **why.params)).document()
    line = say("audit-broken", record=path, why=fault_sentence(why))
    return Outcome({"record": str(path), "verdict": "broken", "error": error}, (line,), "broken", wrong=True)
