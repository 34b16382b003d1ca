"""H10 Whoever loses the starting character in the turn of another is written to at once, and nobody else is."""

from datetime import UTC, datetime

import pytest

from referee.api import Table
from referee.desk.letters.calling import calls
from referee.engine.events import Event
from referee.games.hammer_of_thor.fared import Arrived, PartTaken
from referee.house.letters import MY_TURN
from referee.telling.moves import likely_turns
from referee.telling.sentences import reader_of

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
OPTIONS = {"supplement": "house", "players": "red:a,blue:b,green:c"}


def tapped(seed: str, lines: int) -> Table:
    """A game in which everybody sends the likeliest turn."""
    table = Table.open("hammer_of_thor", seed=seed, options=OPTIONS)
    for _ in range(lines):
        if table.outcome is not None:
            break
        seat, view = (one := table.owed()[0].seat), table.view(one)
        choices = table.choices(seat)
        turns = likely_turns(reader_of(table.game, table.content, view), choices)
        table.play(seat, (turns[0] if turns else next(iter(choices)).written).splitlines())
    return table


def falls(table: Table) -> list[tuple[int, str, Event]]:
    """The entries in which a seat gets another starting character: their numbers, the seat, the event."""
    return [
        (n, event.seat, event)
        for n, point in enumerate(table.points)
        for event in point.entry.events
        if isinstance(event, Arrived | PartTaken)
    ]


@pytest.fixture(scope="module")
def table() -> Table:
    """A game in which Blue's leader falls in the turn of another, while Blue owes nothing."""
    return tapped("00000017", 90)


def test_h10_a_fall_is_told_at_once_to_whom_it_befell(table: Table) -> None:
    """In the turn of another too; without the game's word this letter would wait for the next."""
    assert len(falls(table)) > 1
    for n, seat, _ in falls(table):
        assert calls(table, seat, n - 1, n, MY_TURN, NOW), (n, seat)


def test_h10_only_events_that_name_the_seat_call(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is not named is written to only if something else calls, as it would be anyway."""
    told = {
        (n, one): calls(table, one, n - 1, n, MY_TURN, NOW) for n, _, _ in falls(table) for one in table.seats
    }
    monkeypatch.setattr(type(table.game), "CALLS", ())
    before = {(n, one): calls(table, one, n - 1, n, MY_TURN, NOW) for n, one in told}
    changed = {one for one in told if told[one] != before[one]}
    assert changed
    assert changed <= {(n, seat) for n, seat, _ in falls(table)}
