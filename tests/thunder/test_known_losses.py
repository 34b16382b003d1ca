"""No first tap is a known loss: after such an order its seat has lost, whatever the other holds, where it need not."""

from random import Random
from typing import Any

import pytest

from referee.adapters.position import NoWorldError, Position, Table
from referee.games.thunder.likely import likely
from referee.partner.mailing import plain_order

SOME, MANY, WORLDS = 4, 20, 3
"""So many positions are looked at (the second: in the slow test) in which some order is a known loss.

And so many tables at which the seat could be sitting.
"""


NEAR = 3
"""A seat with fewer cards on the battlefield may lose soon."""


def has_lost(before: Position, order: str) -> bool:
    """Whether the seat to move has lost after an order: at once, or because its turn ended with no card laid (8.3)."""
    seat, at = before.mover, before.after(before.orders.index(order))
    if at.over:
        return at.returns()[at.table.seats.index(seat)] < 0
    view: Any = at.view(seat)
    return view.on_turn != seat and not any(view.mine.columns) and any(view.theirs.columns)


def certain(at: Position, order: str) -> bool:
    """Whether it has lost in this world, and in others too that its seat cannot tell from it."""
    return has_lost(at, order) and all(
        order in other.moves and has_lost(other, order)
        for n in range(WORLDS)
        for other in [at.imagined(f"loss {n}")]
    )


def looked_at(count: int) -> list[tuple[Position, list[str]]]:
    """Positions of random games against the plain player, each with the orders that lose for certain, and others."""
    found, table = list[tuple[Position, list[str]]](), Table.of("thunder", {})
    for n in range(500):
        chance, at = Random(n), table.opened(f"losses {n}")
        while not at.over:
            weak = at.mover == table.seats[n % 2]
            if weak and not at.writing and sum(map(len, at.view(at.mover).mine.columns)) < NEAR:
                found += [(at, lost)] if 0 < len(lost := known_losses(at)) < len(at.orders) else []
            wanted = "" if weak else plain_order(table.game, at.view(at.mover), chance)
            at = at.after(at.orders.index(wanted) if wanted in at.moves else chance.randrange(len(at.orders)))
            if len(found) >= count:
                return found
    return found


def known_losses(at: Position) -> list[str]:
    """The orders of a position that lose for certain."""
    try:
        return [order for order in at.orders if certain(at, order)]
    except NoWorldError:
        return []


@pytest.mark.parametrize("count", [SOME, pytest.param(MANY, marks=pytest.mark.slow)])
def test_no_first_tap_is_a_known_loss(count: int) -> None:
    """8.1, 8.2, 8.3 In positions where some orders are, the first line of the first likely turn is another."""
    found = looked_at(count)
    assert len(found) == count
    for at, lost in found:
        view = at.view(at.mover)
        turns = likely(view, at.table.game.choices(view))
        assert turns
        assert turns[0][0].written not in lost, (turns[0], lost, at.line[-3:])
