"""H10 The subject of a letter names who did what: whoever wrote the letter, and nobody for what came by itself."""

from typing import Any

import pytest

from referee.api import Table
from referee.house.players import SeatTaken
from referee.record.entries import Act
from referee.telling.letter import Letter, bodies

PLAYERS = {"players": "red:Anna,blue:Bert,green:Cleo,master:Mo"}
CHOSEN = (("thor", 1), ("thrym", 20), ("hod", 7))


def begun() -> tuple[Table, str]:
    """A game in its first player-turn, and the seat that chose last; then the dice were rolled and a card drawn."""
    table = Table.open("hammer_of_thor", seed="07", options=PLAYERS)
    seat = ""
    for name, place in CHOSEN:
        seat = table.owed()[0].seat
        assert set(table.play(seat, [f"choose {name}", f"start {place}"]).verdicts) == {"played"}
    return table, seat


def subject(table: Table, reader: str, entries: int = 1) -> str:
    """How the subject of a letter to a seat begins that tells of the last entries."""
    told = [one for point in table.points[-entries:] for one in point.told(reader)]
    more: dict[str, Any] = {
        "game": table.game,
        "content": table.content,
        "number": f"g1.{reader}.3",
        "told": told,
    }
    shown = bodies(Letter(view=table.view(reader), choices=table.choices(reader), **more))
    return shown.subject.partition(":")[0]


def test_h10_what_comes_by_itself_is_nobodys_doing() -> None:
    """The first player's turn began and a card was drawn in the letter of the last one who set a counter down."""
    table, last = begun()
    first = table.state.on_turn
    assert first != last
    (reader,) = {"red", "blue", "green"} - {first, last}
    assert any(one.seen.fields.get("by") == first for one in table.points[-1].told(reader))
    assert subject(table, reader) == f"{last.title()} has moved"


@pytest.mark.parametrize("owes", ["begin", "ruling"])
def test_h10_who_is_silent_has_not_moved(owes: str) -> None:
    """What the referee does for a silent player, and that the master was silent."""
    table, _ = begun()
    if owes == "ruling":
        table.play("master", ["stop 8.0"])
    assert [one.duty for one in table.owed()] == [owes]
    seat = table.owed()[0].seat
    table.silence(seat)
    for reader in {"red", "blue", "green"} - {seat, *(one.seat for one in table.owed())}:
        assert "has moved" not in subject(table, reader)


def test_h10_whom_the_keeper_has_seated_has_not_written() -> None:
    """Another player takes a seat: an act of the keeper."""
    table, last = begun()
    table.enter(Act(at=table.entries[-1].at, act="seat", events=(SeatTaken(last, "Dora"),)))
    (reader,) = {"red", "blue", "green"} - {table.state.on_turn, last}
    assert subject(table, reader) == f"Another plays on as {last.title()}"
