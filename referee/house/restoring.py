"""What is told of an old copy of the home that was put back: rule H24 of the house."""

from typing import Annotated

from referee.engine.events import Event, Open, event, seen_by
from referee.house.time import LeavesTheTable


@event("H24", only="by")
class Restored(LeavesTheTable):
    """What happened after a time is lost: letters to this seat after number `last` do not count, until `first`.

    `since` is that time (RFC 3339, UTC), "" if nobody knows it. Each seat has an event of its own in the entry, and so has the
    arbiter.
    """

    by: Open[str]
    since: Annotated[str, seen_by("by")]
    last: Annotated[int, seen_by("by")]
    first: Annotated[int, seen_by("by")]


RESTORE_EVENTS: dict[str, type[Event]] = {Restored.__name__: Restored}
"""Events of a home that was put back, which every game's table knows."""
