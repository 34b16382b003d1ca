"""Exchange texts by the thousand: random games there and back, damaged texts read.

    python tests/exchange.py games 2000      random whole games with random notes, as text and back
    python tests/exchange.py games 100 --game sindri      the same of a game that is installed
    python tests/exchange.py fuzz 100000     damaged texts: no exception, each problem with a place in the text

It is a script, no test; the README has its figures.
"""

import sys
import time
from random import Random

import click
from support.golden import EXAMPLES, GAMES
from support.texts import back, damaged, differences, random_notes

from referee.api import Table
from referee.archive.exchange.making import make
from referee.archive.exchange.reading import read
from referee.archive.exchange.telling import told
from referee.archive.exchange.writing import render
from referee.house.games import find
from referee.testing.random_games import LINES_AT_MOST, play_whole
from referee.verify.export import redacted, whole


@click.command()
@click.argument("what", type=click.Choice(["games", "fuzz"]))
@click.argument("count", type=int)
@click.option("--seed", type=int, default=0, help="The first seed.")
@click.option("--lines", type=int, default=LINES_AT_MOST, help="How many lines a random game has at most.")
@click.option(
    "--game", "played", multiple=True, help="The games that are played; else those that come with the house."
)
def run(what: str, count: int, seed: int, lines: int, played: tuple[str, ...]) -> None:
    """Try them, and tell what was found."""
    start, faults = time.perf_counter(), 0
    for n in range(seed, seed + count):
        found = _game(n, lines, played or tuple(GAMES)) if what == "games" else _fuzz(n)
        faults += bool(found)
        for one in found:
            click.echo(f"{n}: {one}")
        if sys.stderr.isatty() and n % 100 == 0:
            click.echo(f"\r{n}", err=True, nl=False)
    click.echo(f"{what}: {count}, wrong: {faults}, {time.perf_counter() - start:.0f} s")


def _game(n: int, lines: int, played: tuple[str, ...]) -> list[str]:
    rng = Random(n)
    table = Table.load(whole(play_whole(find(played[n % len(played)]), n, at_most=lines), keeper=True))
    notes = random_notes(table, rng, rng.randint(0, 60))
    found = differences(table, notes, back(table, notes))
    known = render(told(Table.load(redacted(table, rng.choice([None, *table.seats])))))
    return found + ["redacted"] * ("".join(map(render, read(known))) != known)


def _texts() -> list[str]:
    tables = [Table.load(path) for path in sorted(EXAMPLES.glob("*/*/record.yaml"))]
    return [render(told(one, random_notes(one, Random(n), 8))) for n, one in enumerate(tables)]


def _begins(text: str, rng: Random) -> str:
    """The beginning of a text, mostly: of a whole game most damage comes after something that is wrong."""
    parts = text.split("\n\n")
    return text if rng.random() < WHOLE else "\n\n".join(parts[: rng.randint(1, 6)]) + "\n"


WHOLE = 0.02
"""How many of the texts that are damaged are whole games."""
TEXTS: list[str] = []


def _fuzz(n: int) -> list[str]:
    TEXTS[:] = TEXTS or _texts()
    rng = Random(n)
    text = damaged(_begins(rng.choice(TEXTS), rng), rng)
    lines = text.removeprefix("\ufeff").split("\n")
    try:
        made = [make(game, clock=lambda: "2027-01-01T00:00:00Z") for game in read(text)]
    except Exception as error:  # noqa: BLE001  this is what is looked for
        return [f"{type(error).__name__}: {error}"]
    places = [one.at for each in made for one in (*each.problems, *each.unnoted)]
    return [
        f"{at} is no place"
        for at in places
        if not (1 <= at.line <= len(lines) and 1 <= at.column <= len(lines[at.line - 1]) + 1)
    ]


if __name__ == "__main__":
    run()
