"""What players choose about the letters to their seats (H10, H12, H17), each declared once, on its event.

    @seat_setting("json", yes_or_no, how="json-how")
    @event("H10", only="by")
    class DataChosen(SeatChoice):
        by: Open[str]
        wanted: Annotated[bool, seen_by("by")]

The verb, in `referee.notation.requests.SETTINGS` and the words of each language, brings the event about;
`referee.table.index` says what stands for a seat. What the setting does is up to whoever asks that.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from referee.engine.events import LeavesTheTable
from referee.util.values import Value

C = TypeVar("C", bound="type[SeatChoice]")
Read = Callable[[str], Any]
"""The value that the words after a verb name; None if they name none."""


class SeatChoice(LeavesTheTable):
    """What a player chooses about letters to the seat: nobody else is told of it, and it is no part of the game."""

    private_to_player = untold = about_mail = True
    by: str

    @property
    def value(self) -> Any:
        """What was chosen: the field besides `by`."""
        (name,) = (one.name for one in self.shown if one.name != "by")
        return getattr(self, name)


class SeatSetting(Value):
    """One setting.

    Attributes:
        verb: the word by which it is chosen.
        event: what records the choice; its one field besides `by` holds the value.
        read: makes the value of words.
        how: the key of what is told to who wrote the verb with other words, or alone; "" where that is told otherwise.
        remains: whether it holds for a later player of the seat too.
        timed: whether it can be chosen only where a clock runs.
    """

    verb: str
    event: type[SeatChoice]
    read: Read
    how: str = ""
    remains: bool = False
    timed: bool = False


SETTINGS: dict[str, SeatSetting] = {}
"""Every setting, by its verb; `referee.house.chapters` has them all."""


def seat_setting(
    verb: str, read: Read, *, how: str = "", remains: bool = False, timed: bool = False
) -> Callable[[C], C]:
    """Declare that an event records what a player chose by this verb; see `SeatSetting`."""

    def declare(cls: C) -> C:
        SETTINGS[verb] = SeatSetting(verb, cls, read, how, remains, timed)
        return cls

    return declare


def yes_or_no(said: str) -> bool | None:
    """The value of `yes` and `no`."""
    return {"yes": True, "no": False}.get(said)
