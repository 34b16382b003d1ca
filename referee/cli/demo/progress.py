"""A demo says what it is doing: a bar where stderr is a terminal, else a line now and then."""

import sys
from collections.abc import Iterator
from typing import Any

PARTS = 8
"""How many lines there are at most where there is no bar, besides the first and the last."""


def told(steps: Iterator[Any], total: int, names: dict[str, str]) -> Iterator[Any]:
    """The same steps; after each it is said who answered. `names`: of the players, by seat."""
    return (_with_bar if sys.stderr.isatty() else _with_lines)(steps, total, names)


def say_on_stderr(key: str, **values: object) -> None:
    """A line of its own on stderr."""
    from referee.cli.sentences import say  # noqa: PLC0415  slow to load
    from referee.cli.terminal import tell  # noqa: PLC0415

    tell(say(key, **values), err=True)


def _with_lines(steps: Iterator[Any], total: int, names: dict[str, str]) -> Iterator[Any]:
    each, went = max(1, -(-total // PARTS)), 0
    for n, step in enumerate(steps):
        went += len(step.posted)
        if n % each == 0 and n:
            say_on_stderr("demo-at", n=n, total=total - 1, went=went, who=names[step.seat])
        yield step


def _with_bar(steps: Iterator[Any], total: int, names: dict[str, str]) -> Iterator[Any]:
    from rich.console import Console  # noqa: PLC0415  slow to load
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415

    from referee.cli.sentences import say  # noqa: PLC0415

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("demo-bar"), total=total)
        for step in steps:
            who = names.get(step.seat)
            bar.update(task, advance=1, description=say("demo-bar-who", who=who) if who else say("demo-bar"))
            yield step
