"""Conduct at a table of six and a master, by mail: deadlines, silence, who leaves, a substitute, the last seat."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from six_seats import CHOSEN, NAMES, begun, played
from support.post_office import Got, Office
from support.trio_office import mail

from referee.api import Table
from referee.desk import keeper
from referee.games.hammer_of_thor.figures import counters_of, group_of
from referee.games.hammer_of_thor.seats import SEATS
from referee.house.players import Player
from referee.table.audit import audit
from referee.verify.lots import prove

PEOPLE = {seat: Player(f"{name.lower()}@example.org", name) for seat, name in zip(SEATS, NAMES, strict=True)}
TERMS = {"deadline": "1 day", "reminder": "12 hours", "grace": "12 hours"}


class Hall(Office):
    """Six players and a master, who have accepted, and chosen in their turn."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, 7, {"seats": "6"}, game="hammer_of_thor", terms=TERMS)
        for seat in PEOPLE:
            table = self.write(seat, "accept")
        for name, at in CHOSEN:
            table = self.write(table.owed()[0].seat, f"choose {name}", f"start {at}")
        self.table = table

    def named(self, _game: str, _languages: Mapping[str, str] | None) -> dict[str, Player]:
        """Who sits where."""
        return PEOPLE

    def write(self, seat: str, *lines: str) -> Table:
        """An answer to the last letter of a seat, and a pass: the table after it."""
        last = Got.of(self.boxes[seat][-1])
        self.put(mail(str(last.mail["To"]), last, lines))
        self.table = self.run()[1]
        return self.table

    def hours(self, count: int) -> Table:
        """Time passes; the desk looks at its clocks every hour."""
        for _ in range(count):
            self.time += timedelta(hours=1)
            self.table = self.run()[1]
        return self.table

    def letters(self, seat: str) -> int:
        """How many letters a seat has got."""
        return len(self.boxes[seat])

    def last(self, seat: str) -> str:
        """The text of the last letter to a seat, in one line."""
        return " ".join(Got.of(self.boxes[seat][-1]).text.split())


@pytest.mark.slow
def test_m31_silence_a_silent_master_a_substitute_and_a_seat_that_leaves(tmp_path: Path) -> None:
    """One game, by mail: each is told in time, nobody waits for who has left, and the record is proved."""
    hall = Hall(tmp_path)
    first, second, *others = [one.seat for one in hall.table.owed()] + [
        one for one in hall.table.state.order if one != hall.table.state.on_turn
    ]
    before = hall.letters(first)
    hall.hours(14)
    assert hall.letters(first) == before + 1  # reminded half a day before the deadline
    assert hall.table.state.on_turn == first
    hall.hours(24)
    assert hall.table.state.on_turn == second  # M31 the card is kept, the turn is over
    assert len(hall.table.state.hand(first)) == 1

    hall.write(second, "halt", "ask may I speak with the dead?")
    before = hall.letters("master")
    hall.hours(38)
    assert hall.letters("master") >= before + 2  # reminded, and told that the time is over
    assert hall.table.state.overdue == ("master",)
    assert [one.seat for one in hall.table.owed()] == ["master"]
    with hall.desk().held() as desk:
        keeper.replace_player(desk, "g1", "master", Player("nina@example.org", "Nina"))
    hall.post()
    assert "Nina" in hall.last(second)
    assert str(Got.of(hall.boxes["master"][-1]).mail["To"]) == "nina@example.org"
    hall.write("master", 'remark "they do not answer"', "go on")
    assert hall.table.state.stops == ()

    hall.write(second, "end turn")
    gone = hall.table.state.on_turn
    name = hall.table.state.starters[hall.table.state.order.index(gone)][1]
    table = hall.write(gone, "resign g1")
    assert (group_of(table.state, name).seat, counters_of(table.state, gone)) == ("", ())
    assert table.state.on_turn not in {gone, ""}
    for _ in range(len(others)):
        seat = hall.table.owed()[0].seat
        assert seat != gone
        hall.write(seat, "halt", "end turn")
    assert hall.table.state.gone == (gone,)
    assert audit(Table.load(hall.record)).clean
    for seat in [one for one in hall.table.still_in if one != first]:
        hall.write(seat, "resign g1")
    assert hall.table.outcome is not None
    assert (hall.table.outcome.winners, hall.table.outcome.reason) == ((first,), "last-in")
    assert prove(hall.table).findings == []


def test_m31_a_game_goes_nowhere_without_its_master() -> None:
    """Who leaves as the master leaves nobody to be asked: the game is over, and nobody has won."""
    table = played(begun(), "master", "resign g1")
    assert table.outcome is not None
    assert (table.outcome.winners, table.owed()) == ((), ())


def test_m25_a_standing_answer_acts_without_its_player() -> None:
    """A card that is played when somebody's turn begins, and nothing else: the seat owes nothing for it."""
    table = played(begun(), "red", "halt", "end turn")
    card = table.state.hand("red")[0].split(".")[1]
    table = played(table, "red", f"when turn green play {card}{_target(table, card)}")
    played(table, "blue", "halt", "end turn")
    events = [type(one).__name__ for one in table.entries[-1].events]
    assert "Played" in events
    assert table.state.hand("red") == ()
    assert audit(Table.load(table.record.encode())).clean


def _target(table: Table, card: str) -> str:
    kinds = {"none": "", "seat": " on green", "group": " on tyr", "character": " on tyr"}
    cards = {**table.state.cards.fate, **table.state.cards.predictions}
    return kinds[cards[card].target]
