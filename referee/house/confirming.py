"""A look before an order counts: rule H32 of the house, which older records hold.

Who had chosen it was told first what an order would do, and played it by the word `confirm`. Nobody can choose it now;
its event and the reason of lines that were not played stay, so that older records read as they did.
"""

from typing import Annotated

from referee.engine.events import LeavesTheTable, Open, event, seen_by
from referee.engine.rules import why

FIRST = why("confirm-first")
"""Why older records hold orders of a letter that was not confirmed as not played."""


@event("H32", only="by")
class ConfirmChosen(LeavesTheTable):
    """Letters of a seat with orders were answered with a look first, or no longer; nobody else learnt that."""

    private_to_player = untold = about_mail = True
    by: Open[str]
    wanted: Annotated[bool, seen_by("by")]
