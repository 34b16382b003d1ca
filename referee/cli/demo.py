"""The verb `demo`: a whole game played from the letters of an example, with everything anybody was sent."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click

from referee.cli.exits import writing
from referee.game import Faulty

RULES, EXAMPLE = "thunder", "first-blood"
BEGINS = datetime(2026, 1, 1, 8, tzinfo=UTC)
BETWEEN = timedelta(hours=7)
FOLDERS = ("letters", "receipts", "reports")


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("referee-demo"), show_default=True, help="Where."
)
@click.option("--example", default=EXAMPLE, show_default=True, help="Which of the games in examples/thunder.")
@click.option("--force", is_flag=True, help="Even if the folder is there and holds something.")
def demo(out: Path, example: str, force: bool) -> None:
    """Play a whole sample game.

    It is played from the letters of its players; what is left in a folder is its record, and everything that
    anybody was sent.

    \b
    Examples:
      referee demo
      referee demo --out my-folder
    """  # noqa: D301  \b is click's mark
    from referee.cli.says import say  # noqa: PLC0415  slow to load
    from referee.examples import load, named  # noqa: PLC0415
    from referee.stores import File  # noqa: PLC0415
    from referee.table import Table  # noqa: PLC0415

    given = load(named(RULES, example))
    with writing():
        _prepare(out, force=force)
        table = Table.open(
            given.game,
            id=given.id,
            seed=given.seed,
            options=given.options,
            clock=clock(),
            store=File(out / "record.yaml"),
        )
        _write_reports(out, table, 0)
        for number, (seat, letter) in _told(list(enumerate(given.letters, 1))):
            _write(out / "letters" / f"{number:03}-{seat}.txt", letter)
            _write(out / "receipts" / f"{number:03}-{seat}.txt", str(table.play(seat, letter)))
            _write_reports(out, table, number)
    click.echo(
        say("demo-done", about=given.about, letters=len(given.letters), out=out, last=len(given.letters))
    )


def clock() -> Callable[[], str]:
    """A clock that stands at a given time first and goes on by some hours whenever it is asked."""
    ticks = iter(range(10**6))
    return lambda: (BEGINS + next(ticks) * BETWEEN).strftime("%Y-%m-%dT%H:%M:%SZ")


def _prepare(out: Path, *, force: bool) -> None:
    """An empty folder, or with `force` one without the files of an earlier demo. Raises `Faulty`."""
    if out.exists() and not out.is_dir():
        raise Faulty("folder-not-empty", where=str(out))
    if out.exists() and any(out.iterdir()):
        if not force:
            raise Faulty("folder-not-empty", where=str(out))
        (out / "record.yaml").unlink(missing_ok=True)
        for folder in FOLDERS:
            for file in (out / folder).glob("[0-9][0-9][0-9]-*.txt"):
                file.unlink()
    for folder in FOLDERS:
        (out / folder).mkdir(parents=True, exist_ok=True)


def _write_reports(out: Path, table: Any, number: int) -> None:
    for seat in (*table.game.seats, None):
        _write(out / "reports" / f"{number:03}-{seat or 'onlooker'}.txt", table.report(seat))


def _write(path: Path, text: str) -> None:
    path.write_text(text.rstrip("\n") + "\n", "utf-8")


def _told(letters: list[Any]) -> Iterator[Any]:
    """The same, with a bar on stderr that tells how far we are, if that is a terminal."""
    if not sys.stderr.isatty():
        return iter(letters)
    return _with_bar(letters)


def _with_bar(letters: Iterable[Any]) -> Iterator[Any]:
    from rich.console import Console  # noqa: PLC0415  slow to load
    from rich.progress import track  # noqa: PLC0415

    from referee.cli.says import say  # noqa: PLC0415

    with suppress(GeneratorExit):
        yield from track(letters, say("demo-bar"), console=Console(stderr=True), transient=True)
