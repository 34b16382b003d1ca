"""Players whom a ruling puts into a seat (H7, H21): the roster first, for the record holds no addresses, and then the entry."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from referee import judging
from referee.arbiter_orders import Replace
from referee.game import Faulty
from referee.notation import Line, Order
from referee.roster import Player
from referee.table import Table

if TYPE_CHECKING:
    from referee.desk import Desk
    from referee.judging import Judged


def seat_all(desk: "Desk", table: Table, judged: "Judged", written: Sequence[Line]) -> "Judged":
    """Have them on the roster, each with a new secret; or give the ruling as refused, and nothing is changed.

    The table has to be asked for again after it. A process that ends before the entry is written leaves the seat with a secret
    that nobody was told, until the letter is read again.
    """
    for seat, player in judged.replaced.items():
        try:
            _refuse(desk, table, seat, player)
            refuse_one_for_two(seat, judged.replaced)
        except Faulty as fault:
            line = next(one for one in written if _seat_of(one) == seat)
            return judging.failed(written, line, fault.why)
    _enter(desk, table, judged.replaced)
    return judged


def _seat_of(line: Line) -> str:
    order = line.reading.move if isinstance(line.reading, Order) else None
    return order.seat if isinstance(order, Replace) else ""


def _refuse(desk: "Desk", table: Table, seat: str, player: Player) -> None:
    from referee import keeper  # noqa: PLC0415  it needs the desk, and the desk what rules

    keeper.player_of(desk, table.id, seat)
    keeper.refuse_shared(desk, table.id, seat, player.address, shared=False)


def refuse_one_for_two(seat: str, replaced: Mapping[str, Player]) -> None:
    """Raises `Faulty` where the same ruling has letters of another seat go to the address: hands would be shown."""
    address = replaced[seat].address
    for one, player in replaced.items():
        if one != seat and player.address.lower() == address.lower():
            raise Faulty("address-shared", address=address, seat=one)


def _enter(desk: "Desk", table: Table, replaced: Mapping[str, Player]) -> None:
    from referee import keeper  # noqa: PLC0415

    for seat, player in replaced.items():
        before = keeper.player_of(desk, table.id, seat)
        language = player.language or table.index.language(seat)
        keeper.seat_player(desk, table.id, seat, replace(player, key=before.key + 1, language=language))
