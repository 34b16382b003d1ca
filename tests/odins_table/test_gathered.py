"""What a player was not shown is told column by column at the end: each card once, in its order, with its turn."""

from random import Random

import pytest

from referee.api import Table
from referee.desk.letters.uncovering import unseen
from referee.engine.events import face
from referee.games.odins_table.board import COLUMNS
from referee.games.odins_table.drawing import Replaced
from referee.games.odins_table.gathered import gathered
from referee.games.odins_table.setting_up import Placed
from referee.house.rulings import RolledBack


def played(seed: int) -> Table:
    """A game of random moves, resigned in the end."""
    table, rng = Table.open("odins_table", seed=f"{seed:08x}"), Random(seed)
    for _ in range(60):
        if table.outcome:
            return table
        seat = rng.choice([one.seat for one in table.owed()])
        table.play(
            seat,
            [rng.choice([one for one in table.moves(seat) if "draw" not in one and "resign" not in one])],
        )
    table.play("thor", f"resign {table.id}")
    return table


@pytest.mark.parametrize("seed", range(6))
def test_each_card_of_the_other_stands_at_its_column(seed: int) -> None:
    """As the record has it; the rest is told as ever, and nothing twice."""
    table = played(seed)
    told = unseen(table, "odin", len(table.points))
    (group,), left = gathered(told)
    assert group.heading[1] == {"seat": "thor"}
    laid: dict[str, list[tuple[str, int]]] = {}
    for point in table.points:
        for event, position in zip(point.entry.events, point.positions, strict=True):
            turn = int(position.partition(".")[0])
            if isinstance(event, Placed) and event.by == "thor":
                laid |= {column: [(face(card), 0)] for column, card in zip(COLUMNS, event.cards, strict=True)}
            elif isinstance(event, Replaced) and event.of == "thor":
                laid[event.column].append((face(event.card), turn))
    assert {column: list(values["cards"]) for column, (_, values) in group.rows} == laid
    assert {one.seen.kind for one in told} - {one.seen.kind for one in left} == {"Sealed", "Replaced"}
    assert len(told) == len(left) + 1 + sum(map(len, laid.values())) - 6


def test_what_was_taken_back_stays_where_it_was_told() -> None:
    """It lay there for nobody: its line says so."""
    table = Table.open("odins_table", seed="07")
    for seat in ("odin", "thor"):
        table.play(seat, [next(iter(table.moves(seat)))])
    before, position = len(table.points) - 1, table.position
    for _ in range(30):
        seat = table.owed()[0].seat
        table.play(seat, [max(table.moves(seat), key=lambda one: ("x" in one, one))])
    table.write_down("undo", "thor", events=[RolledBack(before, position, "same")])
    told = unseen(table, "odin", len(table.points))
    drawn = [one for one in told if one.seen.kind == "Replaced"]
    assert drawn
    assert all(one.undone for one in drawn)
    (group,), left = gathered(told)
    assert [one for one in left if one.seen.kind == "Replaced"] == drawn
    assert all(len(values["cards"]) == 1 for _, (_, values) in group.rows)
