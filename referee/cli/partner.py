"""The verb for a program that plays by the data of a letter: an example for those who write one."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import click

from referee.cli.terminal import tell
from referee.util.errors import Faulty

GIVING_UP = ("resign", "offer", "accept", "decline", "claim", "standing")
"""How families of orders begin that this program never writes."""


@click.command("partner")
@click.argument(
    "file", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True), default="-"
)
@click.option("--seed", metavar="NUMBER", type=int, help="For orders at random; the same gives the same.")
def partner(file: Path, seed: int | None) -> None:
    """Answer a turn given as data: print what to write, an order on each line.

    FILE is what comes with each letter of a player who has written `json yes`, `-` for stdin. The answer is the
    first of the likely turns in it, else an order at random. Nothing is printed where the seat owes no answer. It
    is an example: a program of your own can do the same with more thought, and mail its answer. A seat is played
    by this home itself with `--seat loki=partner`, see `referee open`.

    \b
    Examples:
      referee partner g1.loki.9.data.json
      referee partner < turn.json
    """  # noqa: D301  \b is click's mark
    with click.open_file(str(file), "rb") as read:
        given = read.read()
    for order in answered(turn_in(given, str(file)), Random(seed)):  # noqa: S311  a player's thoughts, no lots
        tell(order)


def turn_in(given: bytes, where: str) -> Mapping[str, Any]:
    """The data of a letter, held to what is needed of its form. Raises `Faulty`."""
    try:
        turn = json.loads(given)
        fits = turn["form"] == 1 and isinstance(turn["seat"], str) and isinstance(turn["likely"], list)
        fits = fits and all("seat" in one for one in turn["owed"])
        fits = fits and all(isinstance(one["moves"], list) for one in turn["choices"]["families"])
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise Faulty("no-turn", where=where) from error
    if not fits:
        raise Faulty("no-turn", where=where)
    return turn  # type: ignore[no-any-return]


def answered(turn: Mapping[str, Any], chance: Random) -> Sequence[str]:
    """The orders that answer a turn: the first likely one, else one at random; none if nothing is owed."""
    if all(one["seat"] != turn["seat"] for one in turn["owed"]):
        return ()
    if turn["likely"]:
        return tuple(map(str, turn["likely"][0]))
    listed = [one for one in turn["choices"]["families"] if not one["family"].startswith(GIVING_UP)]
    orders = [order for one in listed for order in one["moves"]]
    return (str(chance.choice(orders)),) if orders else ()
