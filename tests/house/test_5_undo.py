"""Rule H22: taking a letter back by consent. What can be taken back, and that it tells nothing: see `test_undo.py`."""

import pytest
from houses import broken, happened, opened

from referee.engine.events import Event
from referee.engine.moves import OfferDraw, Resign
from referee.house.state import House
from referee.house.undo import UndoAccepted, UndoDeclined, UndoOffered
from referee.table.index import Leaves, undo_after


def test_h22_whoever_offers_plays_nothing_more_but_may_resign() -> None:
    """The other plays on."""
    house = House(undo="odin")
    assert broken(house, OfferDraw()) == "H22 undo-waits"
    assert broken(house, OfferDraw(), seat="thor") == broken(house, Resign("g1")) == ""


@pytest.mark.parametrize("event", [UndoOffered("thor"), UndoAccepted("thor"), UndoDeclined("thor")])
def test_h22_an_offer_and_its_answer_leave_the_table_as_it_is(event: Event) -> None:
    """That the table goes back is an event of its own. An offer stands until it is answered."""
    table = opened()
    before = table.state
    happened(table, event)
    assert table.state == before
    assert undo_after(event, Leaves(table.game)) == ("thor" if isinstance(event, UndoOffered) else "")
