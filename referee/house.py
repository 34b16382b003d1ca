"""The rules of the house, which hold at every table: H1 to H3. Their sentences stand in the catalogues."""

from typing import Annotated, Any

from referee.events import Event, Open, event, seen_by
from referee.notation import Guard
from referee.rules import Why, rule, why


@rule("H1")
def at_its_position(position: tuple[int, int], guard: Guard | None) -> Why | None:
    """An order with a guard is played at the position it names, and at no other."""
    if guard is None or guard.now or (guard.turn, guard.action) == position:
        return None
    meant, stands = f"{guard.turn}.{guard.action}", f"{position[0]}.{position[1]}"
    return why("stale", meant=meant, stands=stands)


@event("H2")
class Said(Event):
    """Words of one player to all, passed on as written."""

    by: Open[str]
    text: Open[str]

    def change(self, state: Any) -> Any:
        """Words change nothing on the table."""
        return state


@event("H3", only="by")
class Noted(Event):
    """Words of a player to nobody else."""

    by: Open[str]
    text: Annotated[str, seen_by("by")]

    def change(self, state: Any) -> Any:
        """Words change nothing on the table."""
        return state


EVENTS: dict[str, type[Event]] = {"Said": Said, "Noted": Noted}
"""Events of the house, which every game's table knows."""
