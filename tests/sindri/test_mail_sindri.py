"""Sindri's Forge by mail.

Silence, windows, a seat that leaves, a draw, a letter taken back, a dispute of three, a silent Norn.
"""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from forge import sindri  # noqa: F401  fixture
from support.post_office import Got, Office
from support.trio_office import mail

from referee.api import Table
from referee.desk import keeper
from referee.house.players import Player

PEOPLE = {
    seat: Player(f"{name.lower()}@example.org", name)
    for seat, name in (("odin", "Anna"), ("thor", "Bert"), ("freyja", "Carla"), ("master", "Mo"))
}
TERMS = {"deadline": "3 days", "reminder": "1 day", "grace": "1 day", "reaction": "24 hours"}
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("sindri")]


class Table4(Office):
    """Three gods and the Norn; all have accepted."""

    def __init__(self, folder: Path, **how: Any) -> None:
        """Invite them."""
        super().__init__(folder, 7, {}, game="sindri", **how)
        for seat in PEOPLE:
            self.write(seat, "accept")

    def named(self, _game: str, _languages: Mapping[str, str] | None) -> dict[str, Player]:
        """Who sits where."""
        return PEOPLE

    def write(self, seat: str, *lines: str, back: int = 1) -> Table:
        """An answer to the last letter of a seat (or the one so many before the end), and a pass."""
        self.put(mail(PEOPLE[seat].address, Got.of(self.boxes[seat][-back]), lines))
        return self.run()[1]

    def later(self, **span: int) -> Table:
        """Time passes, hour by hour."""
        until = self.time + timedelta(**span)
        while self.time < until:
            self.time += timedelta(hours=1)
            table = self.run()[1]
        return table

    def rule(self, *lines: str) -> Table:
        """The keeper rules, and a pass."""
        with self.desk().held() as desk:
            self.told = keeper.rule(desk, "g1", lines).text
        return self.run()[1]

    def last(self, seat: str) -> str:
        """The text of the last letter to a seat, on one line."""
        return " ".join(Got.of(self.boxes[seat][-1]).text.split())

    def bids(self, odin: int, thor: int, freyja: int) -> Table:
        """All bid."""
        for seat, gold in (("odin", odin), ("thor", thor), ("freyja", freyja)):
            table = self.write(seat, f"bid {gold}")
        return table


@pytest.fixture
def office(tmp_path: Path) -> Table4:
    """A game with deadlines."""
    return Table4(tmp_path, terms=TERMS)


def owed(table: Table) -> list[str]:
    """Who is asked for what."""
    return [f"{one.seat} {one.duty}" for one in table.owed()]


def test_a_bid_that_does_not_come_and_a_pass_by_silence(office: Table4) -> None:
    """2.3 after the grace, 5.4 all are told; 3.2 a window is over after its own time, and nobody is called late."""
    office.write("odin", "bid 3")
    office.write("thor", "bid 1")
    assert owed(office.later(days=3)) == ["freyja bid"]
    table = office.later(days=1, hours=3)
    assert dict(table.state.bids)["freyja"] == 0
    assert "put Freyja out of the game" in office.last("thor")
    assert owed(table) == ["thor shape", "freyja shape"]
    before = {seat: len(box) for seat, box in office.boxes.items()}
    table = office.later(hours=26)
    assert owed(table) == ["odin stroke"]
    assert not any(
        "[H12]" in Got.of(raw).text for seat in before for raw in office.boxes[seat][before[seat] :]
    )


def test_a_bid_crosses_another_and_a_card_does_not(office: Table4) -> None:
    """2.2 A bid sent before its writer heard of another's is played; a card written for other dice is stale."""
    before = len(office.boxes["thor"])
    office.write("odin", "bid 3")
    table = office.write("thor", "bid 1", back=len(office.boxes["thor"]) - before + 1)
    assert len(office.boxes["thor"]) > before + 1
    assert owed(table) == ["freyja bid"]
    table = office.write("freyja", "bid 1")
    cards = {seat: table.view(seat).hands[0][1] for seat in ("thor", "freyja")}
    order = {seat: f"play {faces[0].partition('.')[2]}" for seat, faces in cards.items()}
    asked = len(office.boxes["freyja"])
    office.write("thor", order["thor"])
    back = len(office.boxes["freyja"]) - asked + 1
    table = office.write("freyja", order["freyja"], back=back)
    assert "freyja shape" in owed(table)
    assert "the table has changed since" in office.last("freyja")


def test_a_pass_beforehand_is_waited_for_by_nobody(office: Table4) -> None:
    """3.2 Thor passes to the end: the next windows are over without him, and the others are told nothing of it."""
    office.write("thor", "pass until end")
    letters = len(office.boxes["odin"])
    table = office.bids(3, 1, 1)
    assert owed(table) == ["freyja shape"]
    told = "".join(Got.of(raw).text for raw in office.boxes["odin"][letters:])
    assert "until the game is over" not in told
    assert owed(office.write("freyja", "pass")) == ["odin stroke"]


def test_a_seat_resigns_and_the_others_play_on(office: Table4) -> None:
    """5.2 Two are left; the next to resign ends it."""
    table = office.write("freyja", "resign g1")
    assert table.outcome is None
    assert owed(table) == ["odin bid", "thor bid"]
    assert "Freyja" in office.last("master")
    table = office.write("odin", "resign g1")
    assert table.outcome is not None
    assert table.outcome.winners == ("thor",)


def test_h7_who_has_left_still_sees_what_that_seat_sees(office: Table4) -> None:
    """The own cards, which nobody else is shown, and what all are told; no bid of the others before it is shown."""
    hand = dict(office.bids(3, 1, 1).view("freyja").hands)["freyja"]
    table = office.write("freyja", "resign g1")
    assert table.outcome is None
    assert dict(table.view("freyja").hands) == {"freyja": hand}
    assert table.moves("freyja") == []
    before = len(office.boxes["freyja"])
    office.write("thor", "pass")
    table = office.write("odin", "keep")
    office.write("odin", "bid 4")
    assert len(office.boxes["freyja"]) > before
    assert all("bid 4" not in Got.of(raw).text for raw in office.boxes["freyja"][before:])
    office.write("thor", "bid 2")
    assert "The bids: Odin 4, Thor 2" in office.last("freyja")


def test_a_draw_by_agreement_of_all(office: Table4) -> None:
    """5.3 Both others accept; the Norn is not asked."""
    office.write("odin", "offer draw")
    assert office.write("thor", "accept draw").outcome is None
    table = office.write("freyja", "accept draw")
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.rule) == ((), "5.3")


def test_a_letter_is_taken_back_when_all_agree(office: Table4) -> None:
    """H22 Anna keeps the dice of the last treasure, and takes that back: both other gods agree, one is not enough."""
    for _ in range(5):
        office.bids(0, 0, 0)
    office.bids(3, 1, 1)
    office.write("thor", "pass")
    assert owed(office.write("freyja", "pass")) == ["odin stroke"]
    assert owed(office.write("odin", "keep")) == ["master tale"]
    office.write("odin", "offer undo")
    assert owed(office.write("thor", "accept undo")) == ["master tale"]
    assert owed(office.write("freyja", "accept undo")) == ["odin stroke"]


def test_a_dispute_with_three_sides(office: Table4) -> None:
    """H20 Play rests; each god may say how it was; the dispute is withdrawn, and play goes on."""
    table = office.bids(3, 1, 1)
    position = table.position
    office.write("thor", f"dispute {position}: those dice were mine")
    for seat in ("thor", "odin", "freyja"):
        table = office.write(seat, "statement: so it was")
    stated: list[Any] = [
        event for point in table.points for event in point.entry.events if type(event).__name__ == "Stated"
    ]
    assert [event.by for event in stated] == ["thor", "odin", "freyja"]
    table = office.write("thor", "withdraw dispute")
    assert set(owed(table)) == {"thor shape", "freyja shape"}


def test_h21_a_ruling_puts_a_seat_out_of_the_game(office: Table4) -> None:
    """The keeper rules by line: nobody waits for that god any more, all are told, and nobody is removed twice."""
    office.bids(3, 1, 1)
    table = office.rule("remove thor", "because: he told his cards to all")
    assert (table.outcome, table.state.gone) == (None, ("thor",))
    assert owed(table) == ["freyja shape"]
    for seat in ("odin", "thor", "freyja", "master"):
        told = office.last(seat)
        assert "A ruling of the keeper: a seat leaves the game. The reason given:" in told
        assert "no further part in the game. [H21]" in told
    assert "thor" not in owed(office.write("freyja", "pass"))
    office.rule("remove thor", "because: again")
    assert "there is no seat thor" in office.told


def test_a_norn_who_does_not_answer(office: Table4) -> None:
    """4.3 After the grace the lot chooses among those tied, and all are told that it did."""
    table = office.bids(4, 1, 4)
    assert owed(table) == ["master tie"]
    table = office.later(days=5)
    assert table.state.forger in {"odin", "freyja"}
    assert any("The lot chooses" in Got.of(raw).text for raw in office.boxes["thor"])


def test_no_letter_names_a_card_that_another_draws(office: Table4) -> None:
    """1.4 Players are told that others draw, and the Norn what."""
    office.bids(3, 0, 1)
    told = {seat: " ".join(Got.of(raw).text for raw in box) for seat, box in office.boxes.items()}
    for seat in ("odin", "thor", "freyja"):
        assert "draws a card." in told[seat]
        assert "You draw a card: " in told[seat]
        assert "draws a card: " not in told[seat]
    assert "draws a card: " in told["master"]
