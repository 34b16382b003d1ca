"""A look before an order counts: rule H32 of the house.

Who has chosen it is told first what an order would do, as far as `try` tells it: so it tells nothing more than `try`.
Nothing is played by such a letter; an answer that says `confirm` below the same orders plays them.
"""

from typing import Annotated

from referee.engine.events import LeavesTheTable, Open, event, seen_by
from referee.engine.rules import why

FIRST = why("confirm-first")
"""Why the orders of a letter are not played that was not confirmed."""


@event("H32", only="by")
class ConfirmChosen(LeavesTheTable):
    """Letters of a seat with orders are answered with a look first, or no longer; nobody else learns that."""

    by: Open[str]
    wanted: Annotated[bool, seen_by("by")]
