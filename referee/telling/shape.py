"""The shape of a letter: how much of the table and of the moves it tells, by what it answers.

Worked out from what its reader wrote and was told, so it is the same in every world the reader cannot tell apart.
"""

from collections.abc import Sequence

from referee.notation import dispute_verbs
from referee.table.points import Told
from referee.table.verdicts import Verdict

WHOLE = "whole"
"""The table, the moves, and how to answer: the first letter, and one of ten."""
SHORT = "short"
"""What happened, the table, and the moves where the reader is to go on; nothing of how to answer."""
ANSWER = "answer"
"""The reader has asked, or spoken, and nothing has happened: the answer first, then whose turn it is, and the links."""
ASKED = frozenset({"answered", "noted", "said"})
"""Verdicts of lines that change nothing on the table."""
TABLE = "table"
"""The question for the table, which is told where a letter would leave it out."""


def asks(verdicts: Sequence[Verdict], nobody_wrote: Sequence[Verdict]) -> bool:
    """Whether a letter only asks, speaks or chooses how letters come, and not for the table."""
    counted = [one for one in verdicts if one.kind != "prose"]
    verbs = {getattr(one.line.reading, "verb", "") for one in counted}
    apart = nobody_wrote or verbs & ({TABLE} | dispute_verbs.TEXTS | dispute_verbs.ALONE)
    return bool(counted) and not apart and all(one.kind in ASKED for one in counted)


def shape_of(told: Sequence[Told], *, asked: bool, always: bool) -> str:
    """The shape of a letter that tells this, besides a receipt.

    `asked`: the letter that it answers only asks; `always`: it reminds of all there is.
    """
    if asked and not told:
        return ANSWER
    return WHOLE if always else SHORT
