"""`referee partner`: a turn as data in, orders out, as an example for those who write programs that play."""

import json
from pathlib import Path
from random import Random

import pytest
from support import command
from support.command import Command

from referee.api import Table
from referee.cli.letters import answered, turn_in
from referee.desk.letters.as_data import document
from referee.house.games import find
from referee.testing.random_games import seats_of
from referee.util.errors import Faulty

home, referee = command.home, command.referee
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
        orders = answered(turn_in(turn(table, seat), "-"), Random(turns))
        assert orders
        assert table.play(seat, list(orders)).verdicts[0] == "played", orders
        idle = [one for one in table.seats if one not in {owed.seat for owed in table.owed()}]
        assert [answered(turn_in(turn(table, one), "-"), Random(1)) for one in idle] == [()] * len(idle)
        turns += 1


def test_a_file_is_answered_line_by_line(referee: Command, tmp_path: Path) -> None:
    """The first likely turn, an order on each line; the same for the same file."""
    table = opened("thunder")
    path = tmp_path / "g1.loki.1.data.json"
    path.write_bytes(turn(table, "loki"))
    ran = referee("partner", str(path))
    assert ran.code == 0
    assert ran.out.splitlines() == json.loads(path.read_bytes())["likely"][0]


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"[]",
        b"{}",
        b'"turn"',
        b"\xff",
        b'{"form": 2, "seat": "loki", "likely": [], "owed": [], "choices": {"families": []}}',
        b'{"form": 1, "seat": "loki", "likely": [], "owed": [3], "choices": {"families": []}}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_turn_is_told_by_its_name(referee: Command, tmp_path: Path, given: bytes) -> None:
    """With what would be right; no traceback."""
    with pytest.raises(Faulty, match="no-turn"):
        turn_in(given, "there")
    path = tmp_path / "other.json"
    path.write_bytes(given)
    ran = referee("partner", str(path))
    assert ran.code == 65
    assert "this is not the data of a letter" in ran.err
