"""What a program of the house writes in answer to a letter of its seat (H34).

It is given the table only to ask what its seat sees, was shown and owes.
"""

from collections.abc import Callable
from random import Random

from referee.api import Table
from referee.engine.moves import DeclineDraw
from referee.house.state import House
from referee.partner.policy import plain_order


def answer(table: Table, seat: str, seed: int) -> str:
    """One order; "" if nothing is asked of the seat. The same seed gives the same thoughts."""
    if table.outcome is not None:
        return ""
    house = table.index.house
    said = next((line for asks, line in TO_THE_HOUSE if asks(house, seat)), "")
    if said or house.waiting or house.rests or house.undo:
        return said
    view = table.view(seat)
    if view.offer not in {"", seat} and DeclineDraw() in table.choices(seat):
        return DeclineDraw().written
    if all(one.seat != seat for one in table.owed()):
        return ""
    return plain_order(table.game, view, Random(seed))  # noqa: S311  a player's thoughts, no lots


def _invited(house: House, seat: str) -> bool:
    return seat in house.waiting


def _undoes(house: House, seat: str) -> bool:
    return house.undo not in {"", seat} and seat not in house.undo_agreed


TO_THE_HOUSE: tuple[tuple[Callable[[House, str], bool], str], ...] = (
    (_invited, "accept"),
    (_undoes, "accept undo"),
)
"""What the house may ask of a player, and what the program answers."""
