"""Rules H7 and H8: who plays in a seat, and how letters reach them."""

import pytest
from houses import happened, opened

from referee.engine.events import Event
from referee.house.players import AddressCorrected, SeatTaken, SecretRenewed


def test_h7_another_player_has_the_seat_and_its_cards() -> None:
    """The name is new, for all to see; nothing on the table is."""
    table = opened(options={"players": "thor:Anna,odin:Bert"})
    cards = table.view("thor").mine
    happened(table, SeatTaken("thor", "Cleo"))
    assert dict(table.view(None).names) == {"thor": "Cleo", "odin": "Bert"}
    assert table.view("thor").mine == cards
    for seat in ("odin", "thor", None):
        assert [dict(one.seen.fields) for one in table.told(seat, 1)] == [{"by": "thor", "name": "Cleo"}]


@pytest.mark.parametrize("event", [AddressCorrected("thor"), SecretRenewed("thor")])
def test_h8_how_letters_reach_a_seat_is_told_to_that_seat_alone(event: Event) -> None:
    """The table stays as it is."""
    table = opened()
    before = table.state
    happened(table, event)
    assert table.state == before
    assert [dict(one.seen.fields) for one in table.told("thor", 1)] == [{"by": "thor"}]
    assert table.told("odin", 1) == table.told(None, 1) == ()
