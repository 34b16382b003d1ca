"""A ruling as one entry of the record: all its effects carried out, or none.

    rule(table, [RollBack(12, "same")], by="keeper", reason="the order was misread")
    preview(table, [RollBack(12, "redeal")]).learned

Everything is worked out before anything is written. A ruling that is not possible is refused, and the record
stays as it was, to the byte.
"""

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from referee.house.rulings import REDEAL, SAME
from referee.record.entries import Line, Ruling
from referee.table.folded import Folded
from referee.table.knowledge import learned, unseen
from referee.table.rulings.bench import Bench
from referee.table.rulings.effects import Effect, ReadAs, RollBack
from referee.util.errors import Faulty, NotAllowed, WrongUsage
from referee.util.values import Value

BY = ("arbiter", "keeper")
NO_ROLLBACK = "none"


S = TypeVar("S", bound=Folded)


class Preview(Value, Generic[S]):
    """What a ruling would do.

    Attributes:
        table: the table after it, in memory.
        learned: the faces that each seat (None: an onlooker) has learned since; empty without a rollback.
        remedies: how a rollback may be done: those of `same`, `redeal`, `none` that are possible.
    """

    table: S
    learned: Mapping[str | None, tuple[str, ...]]
    remedies: tuple[str, ...]


def rule(
    table: Folded,
    effects: Sequence[Effect],
    *,
    by: str,
    reason: str,
    at: str = "",
    digest: str = "",
    message: str = "",
    body: str = "",
    lines: Sequence[Line] = (),
) -> Ruling:
    """Carry out a ruling as one entry, all of it or nothing; `at` is its time (RFC 3339, UTC), else now.

    `by` is `arbiter` or `keeper`; `digest`, `message`, `body` and `lines` are of the mail it came by. Raises
    `Faulty`, naming the effect that is not possible, and whatever writing raises: then nothing has happened.
    """
    bench = _worked_out(table, effects, by, reason)
    ruling = Ruling(
        at=at or table.clock(),
        by=by,
        digest=digest,
        message=message,
        body=body,
        lines=tuple(lines),
        reason=reason,
        events=tuple(bench.events),
        lots=bench.drawn,
    )
    table.enter(ruling)
    entered = table.points[-1].entry
    assert isinstance(entered, Ruling)  # noqa: S101  just written
    table.stand()
    return entered


def preview(table: S, effects: Sequence[Effect], *, by: str = BY[0]) -> Preview[S]:
    """What a ruling would do; nothing is written. Raises `Faulty` as `rule` does."""
    after = table.at(len(table.points) - 1)
    rule(after, effects, by=by, reason="", at=table.points[-1].entry.at)
    to = next((int(one.to) for one in effects if isinstance(one, RollBack | ReadAs)), None)
    if to is None:
        return Preview(after, {}, ())
    return Preview(after, learned(table, to), remedies(table, to))


def remedies(table: Folded, to: int) -> tuple[str, ...]:
    """How a rollback to an entry may be done.

    With the same lots, with what nobody has seen dealt again, or not at all.
    """
    if table.outcome is not None:
        return (NO_ROLLBACK,)
    free = unseen(table, table.points, to)
    piles = table.points[to].state.piles().values()
    moving = any(len(free.intersection(pile)) > 1 for pile in piles)
    return (SAME, REDEAL, NO_ROLLBACK) if moving else (SAME, NO_ROLLBACK)


def _worked_out(table: Folded, effects: Sequence[Effect], by: str, reason: str) -> Bench:
    """Work out a ruling; nothing of it is written. Raises `Faulty`."""
    if by not in BY:
        raise ValueError(by)
    _refuse_together(table, effects)
    return carried_out(Bench(table, by, reason), effects)


def carried_out(bench: Bench, effects: Sequence[Effect]) -> Bench:
    """Carry out the effects one after another. Raises `Faulty`, naming the one that is not possible."""
    for number, effect in enumerate(effects, 1):
        try:
            bench.begin(effect.key)
            effect.happen(bench)
            bench.settle()
        except Faulty as fault:
            fault.where = fault.where or f"{number} {effect.key}"
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise NotAllowed("ruling-fold", effect=effect.key, number=number) from error
    return bench


def _refuse_together(table: Folded, effects: Sequence[Effect]) -> None:
    """Raise `Faulty` for effects that cannot stand together, and where there is no game to rule on."""
    if not effects:
        raise WrongUsage("ruling-nothing")
    if table.index.house.waiting or table.index.dealt is None:
        raise NotAllowed("ruling-undealt", game=table.id)
    for number, effect in enumerate(effects, 1):
        if effect.goes_back and number > 1:
            raise WrongUsage("ruling-order", effect=effect.key, number=number)
        if table.outcome is not None and not effect.ends:
            raise NotAllowed("ruling-over", effect=effect.key, number=number)
