"""A ruling of the keeper on a game by mail, given as effects instead of lines."""

from collections.abc import Sequence

from referee.desk import judging
from referee.desk.desk import Desk
from referee.house.docket import KEEPER
from referee.table.rulings import entry
from referee.table.rulings.effects import Effect, replaced


def rule_on(desk: Desk, game: str, wanted: Sequence[Effect], *, reason: str) -> list[str]:
    """Rule, and write the letters that tell of it; returns their numbers. Raises `Faulty`, and changes nothing then."""
    entry.preview(desk.games.table(game), wanted, by=KEEPER)
    taken = replaced(wanted)
    for seat, player in taken.items():
        desk.seating.refuse_player(game, seat, player, shared=False, beside=taken)
    for seat, player in taken.items():
        desk.seating.take_over(game, seat, player, shared=False, beside=taken)
    judging.enter(
        desk.games.table(game),
        KEEPER,
        judging.Judged((), tuple(wanted), reason),
        at=desk.clock.stamp(),
    )
    return desk.games.sending(game).all_due(act=True)
