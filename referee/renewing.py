"""A new secret by mail (H8): the record says that a letter asked for one, the roster how many the seat was given.

The entry comes first, then the index and the roster. A process may end between them: whoever takes up the game next
carries out what the record asks for, once for each letter, before anything else is read or told.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from referee import roster
from referee.table import Table

if TYPE_CHECKING:
    from referee.desk import Desk


def settle(desk: "Desk", table: Table) -> None:
    """Give each seat the new secret that its last letter asked for, if it has not got it yet. Raises `Faulty`, OSError.

    The old secret stays in the index, and the one before it goes: it lets nobody in, but a letter that was ruled on is known
    by it when it comes again.
    """
    path = desk.home.roster_path(table.id)
    for seat, entry in table.index.renewed.items():
        known = roster.read(path)
        player = known.seats.get(seat)
        if player is None or known.renewed.get(seat, -1) >= entry:
            continue
        desk.seats.add(table.id, seat, player.key + 1)
        renewed = known.with_player(seat, replace(player, key=player.key + 1))
        roster.write(path, replace(renewed, renewed={**known.renewed, seat: entry}))
        if player.key:
            desk.seats.remove(table.id, seat, player.key - 1)
