"""The shape of a letter: how much of the table and of the moves it tells, by what it answers.

Worked out from what its reader wrote and was told, so it is the same in every world the reader cannot tell apart.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.house.rulings import RolledBack
from referee.house.time import PauseAsked, PauseOver, PauseWithdrawn, VacationEnded, VacationTaken
from referee.notation import dispute_verbs
from referee.table.points import Told
from referee.table.verdicts import AMBIGUOUS, MISREAD, PASSED_OVER, PLAYED, REFUSED, Verdict
from referee.table.verdicts import NOT_PLAYED as STOPPED

WHOLE = "whole"
"""The table, the moves, and how to answer: the first letter, and one of ten."""
SHORT = "short"
"""What happened, the table, and the moves where the reader is to go on; nothing of how to answer."""
ANSWER = "answer"
"""The reader's letter has changed nothing, nor has anybody else: what came of it, whose turn it is, and the links."""
NOT_PLAYED = frozenset({REFUSED, PASSED_OVER, MISREAD, AMBIGUOUS, STOPPED})
"""What can become of an order that was not played."""
TABLE = "table"
"""The question for the table, which is told where a letter would leave it out."""
WAITS = "foreseen"
"""H27 The note on the orders beforehand that wait: told below what happened, and once."""
LAPSED = "offer-lapsed"
"""The note that an offer of a draw has lapsed."""
BELOW = frozenset({WAITS, LAPSED})
"""Notes that a report tells below what happened."""
LOOKS = frozenset({"stale", "stale-reply", "undo-stale", "ruling-stale"})
"""Why an order is not played that its writer is to look at the table for: it has changed."""


def idle(verdicts: Sequence[Verdict], nobody_wrote: Sequence[Verdict]) -> bool:
    """Whether a letter changes nothing: it asks, speaks, is no order, or is refused; and does not ask for the table."""
    verbs = {getattr(one.line.reading, "verb", "") for one in verdicts if one.kind != "prose"}
    apart = nobody_wrote or verbs & ({TABLE} | dispute_verbs.TEXTS | dispute_verbs.ALONE)
    return not apart and not any(_changed(one) or _looks(one) for one in verdicts)


def _changed(verdict: Verdict) -> bool:
    """Whether a line was played, or a standing order before it; or it took the table back."""
    back = any(isinstance(one, RolledBack) for one in verdict.events)
    return back or verdict.kind == PLAYED or (verdict.kind in NOT_PLAYED and bool(verdict.events))


def _looks(verdict: Verdict) -> bool:
    """Whether the writer is to look at the table before the line is sent again."""
    whys = (verdict.reason, verdict.broken.why if verdict.broken else None)
    return any(one is not None and one.key in LOOKS for one in whys)


OF_CLOCKS = frozenset(
    one.__name__ for one in (PauseAsked, PauseOver, PauseWithdrawn, VacationEnded, VacationTaken)
)
"""H14, H15 What changes clocks and nothing else."""


def shape_of(told: Sequence[Told], *, still: bool, always: bool, idles: bool = False) -> str:
    """The shape of a letter that tells this, besides a receipt.

    `still`: the letter that it answers changes nothing; `always`: it reminds of all there is; `idles`: it may leave the
    table out where it tells of clocks alone.
    """
    of_clocks = bool(told) and all(one.seen.kind in OF_CLOCKS for one in told)
    if (still and not told) or (idles and of_clocks):
        return ANSWER
    return WHOLE if always else SHORT


def quiet(view: Any, receipt: Any) -> Mapping[str, bool]:
    """Whether the letter that is answered is `still`, by its receipt, if there is one; whether the reader `idles`.

    That is one who owes nothing and has played nothing. An onlooker could not ask for the table.
    """
    owes = any(one.seat == view.seat for one in view.owed)
    idles = view.seat is not None and not view.outcome and not owes and (receipt is None or receipt.still)
    return {"still": receipt is not None and receipt.still, "idles": idles}
