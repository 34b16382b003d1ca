"""A turn as data in, orders out: the example for those who write programs that play."""

import json
import runpy
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from support.postfix import RECIPES

from referee.api import Table
from referee.desk.letters.as_data import document
from referee.house.games import find
from referee.testing.random_games import seats_of

EXAMPLE = RECIPES / "partner/partner.py"
answered = runpy.run_path(str(EXAMPLE))["answered"]
GAMES = ("thunder", "odins_table")


def opened(game: str, seed: str = "07") -> Table:
    """A game that was dealt."""
    players = ",".join(f"{seat}:{seat}" for seat in seats_of(find(game), {}))
    return Table.open(game, seed=seed, options={"players": players})


def turn(table: Table, seat: str) -> bytes:
    """What comes with a letter to a seat now."""
    made = document(table, seat, len(table.points) - 1, f"g1.{seat}.1", table.told(seat))
    return json.dumps(made).encode()


@pytest.mark.parametrize("game", GAMES)
def test_its_orders_are_played(game: str) -> None:
    """Turn after turn what it prints is played, and who owes nothing gets nothing."""
    table, turns = opened(game), 0
    while table.outcome is None and turns < 25:
        seat = table.owed()[0].seat
        orders = answered(json.loads(turn(table, seat)), Random(turns))
        assert orders
        assert table.play(seat, list(orders)).verdicts[0] == "played", orders
        idle = [one for one in table.seats if one not in {owed.seat for owed in table.owed()}]
        assert [answered(json.loads(turn(table, one))) for one in idle] == [[]] * len(idle)
        turns += 1


def test_a_file_is_answered_line_by_line(tmp_path: Path) -> None:
    """The first likely turn, an order on each line; the same for the same file."""
    table = opened("thunder")
    path = tmp_path / "g1.loki.1.data.json"
    path.write_bytes(turn(table, "loki"))
    command = [sys.executable, str(EXAMPLE), str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603  ours
    assert ran.stdout.splitlines() == json.loads(path.read_bytes())["likely"][0]
