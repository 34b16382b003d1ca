"""What the keeper may do at any table: rules H6 and H24 of the house.

End a game without a result; put back an old copy of the home.
"""

from typing import Annotated, Any

from referee.engine.events import Event, LeavesTheTable, Open, event, seen_by
from referee.engine.game import Outcome


@event("H6")
class Abandoned(Event):
    """The keeper ends a game without a result."""

    reason: Open[str]

    def change(self, state: Any) -> Any:
        """The game is called off."""
        return state.called_off(Outcome((), "H6", "abandoned"))


@event("H24", only="by")
class Restored(LeavesTheTable):
    """What happened after a time is lost.

    Letters to this seat with numbers after `last` and before `first` do not count. `since` is that time (RFC
    3339, UTC), "" if it is not known. The entry has one such event for each seat and one for the arbiter.
    """

    untold = about_mail = True
    by: Open[str]
    since: Annotated[str, seen_by("by")]
    last: Annotated[int, seen_by("by")]
    first: Annotated[int, seen_by("by")]
