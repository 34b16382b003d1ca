"""A card of those of which one is chosen, named where none can be: `card follower` outside an encounter.

It is the word by which one asks what a card is, so it is told as a question. The record says that it was refused.
"""

from collections.abc import Sequence

from referee.engine.game import Game
from referee.notation.readings import Order, Table, reading_of
from referee.table.verdicts import ANSWERED, PLAYED, REFUSED, Verdict
from referee.util.values import replace


def as_question(game: Game, verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
    """The lines of a letter; such a card as an answer, if it is the only order of the letter.

    A guard says that it was meant to be played. Where cards are or were chosen, the letter is overtaken (H1), or orders
    something else, it is refused as ever: a game says for which reasons it cannot have been meant (`ASKED_BY`).
    """
    orders = [one for one in verdicts if isinstance(one.line.reading, Order)]
    if len(orders) != 1 or orders[0].kind != REFUSED or orders[0].events:
        return verdicts
    reading = orders[0].line.reading
    assert isinstance(reading, Order)  # noqa: S101  looked at before
    plain = type(reading.move) in reading_of(game).ONE_OF and not (
        reading.guard or reading.remark or reading.mark
    )
    broken = orders[0].broken
    if not (plain and broken and broken.why.key in reading_of(game).ASKED_BY):
        return verdicts
    return [_asked(one) if one is orders[0] else one for one in verdicts]


def _asked(one: Verdict) -> Verdict:
    """The line as a question, which is answered by why the card cannot be chosen: that says what it does."""
    name = one.written.partition(" ")[2]
    line = replace(one.line, reading=Table("about", name))
    return Verdict(line, ANSWERED, written=one.written, reason=one.broken.why if one.broken else None)


def of_the_house(verdict: Verdict) -> bool:
    """Whether a line did something by the rules of the house alone (H4), which its events tell: nothing was played."""
    return bool(verdict.events) and all(one.number.startswith("H") for one in verdict.events)


def played_below(verdicts: Sequence[Verdict], asked: Verdict) -> bool:
    """Whether an order below a question was played: what is allowed after it says nothing about what was asked."""
    below = [*verdicts][next(at for at, one in enumerate(verdicts) if one is asked) + 1 :]
    return any(one.kind == PLAYED for one in below)
