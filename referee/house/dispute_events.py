"""What happens in a dispute, as events: rules H20 and H23 of the house. A ruling and its effects (H21) are elsewhere.

Their sentences stand in the catalogues. What stage a dispute is in, and when it ends, is worked out in `referee.house.disputes`.
"""

from typing import Annotated, ClassVar

from referee.engine.events import Event, Open, event, seen_by
from referee.house.time import LeavesTheTable


@event("H20")
class Disputed(LeavesTheTable):
    """A player disputes what was ruled or what happened at a position: play rests from now on."""

    by: Open[str]
    position: Open[str]
    text: Open[str]


@event("H20", only="by")
class Stated(LeavesTheTable):
    """A player says to the judge how it was; the other players are not told."""

    private: ClassVar[str] = "text"
    by: Open[str]
    text: Annotated[str, seen_by("by")]


@event("H20")
class DisputeWithdrawn(LeavesTheTable):
    """Who has raised a dispute takes it back: the game goes on as it stands."""

    by: Open[str]


@event("H20")
class PassedToKeeper(LeavesTheTable):
    """The arbiter has not ruled in time, so the keeper is to."""


@event("H20")
class DisputeLapsed(LeavesTheTable):
    """Nobody has ruled in time: the game goes on as it stands."""


@event("H20")
class ArbiterShown(LeavesTheTable):
    """Who rules was shown the table as these seats see it, as of a position: `by` is "arbiter" or "keeper"."""

    by: Open[str]
    position: Open[str]
    of: Open[tuple[str, ...]]


@event("H23")
class Appealed(LeavesTheTable):
    """A player asks the keeper to rule once more."""

    by: Open[str]
    text: Open[str]


@event("H23")
class RulingAccepted(LeavesTheTable):
    """A player accepts a ruling, and will not appeal."""

    by: Open[str]


@event("H23")
class RulingFinal(LeavesTheTable):
    """A ruling is final: the dispute is over, and play goes on."""


DISPUTE_EVENTS: dict[str, type[Event]] = {
    one.__name__: one
    for one in (
        Disputed,
        Stated,
        DisputeWithdrawn,
        PassedToKeeper,
        DisputeLapsed,
        ArbiterShown,
        Appealed,
        RulingAccepted,
        RulingFinal,
    )
}
"""Events of a dispute, which every game's table knows."""
