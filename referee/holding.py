"""What the house holds a letter to, by the record it comes to."""

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.clock import Clocks
from referee.house import House, talk_left
from referee.index import number_in
from referee.points import written_position
from referee.times import moment
from referee.undoing import Undoing

if TYPE_CHECKING:
    from referee.table import Table


def house_for(table: "Table", seat: str, reply: str, until: int | None = None, at: str = "") -> House:
    """What the house holds a letter to, as entry `until` (else the next), that answers our mail of the number `reply`.

    `at` is when it came (RFC 3339, UTC); left out, when that entry was made.
    """
    n = len(table.points) if until is None else until
    came = at or table.points[n].entry.at
    hours = Clocks(table.game, table.terms, table.points[:n]).hours(seat, moment(came))
    house = replace(
        table.points[n - 1].house,
        talk=talk_left(table.index.talk[seat], n, came),
        hours=hours,
        undoing=Undoing(table, seat, n),
        told=table.index.entry_of(seat, number_in(reply, table.id, seat)),
    )
    told = house.told
    if (
        told is None
        or table.game.ended(table.points[n - 1].state)
        or not table.index.overtaken(seat, told, n)
    ):
        return house
    return replace(house, answers=written_position(table.game.position(table.points[told].state)))
