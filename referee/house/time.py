"""Time: what the clock does, and what players say about their time. Rules H9, H12 to H17 and H28 of the house.

`referee.table.clocks.clock` works out when each act of the clock is due.
"""

from typing import Annotated, Any

from referee.engine.events import Event, LeavesTheTable, Open, event, seen_by
from referee.engine.game import Outcome
from referee.house.seat_settings import SeatChoice, seat_setting, yes_or_no
from referee.house.terms import LONGEST, MOST_REMINDERS, reminders
from referee.util.regexes import regex
from referee.util.times import SHORT, NotSpan, seconds, spelled_out, zone_named
from referee.util.values import Value, replace


class Hours(Value):
    """What the clocks say to the writer of a letter when it came.

    Attributes:
        on: there are clocks.
        late: the writer is late.
        leave: how many seconds the seat may still be away.
        away: the seat is on vacation.
        pausing: the seats that want a pause.
        zone: the time zone of the seat.
        invited: the deadline is that of the invitation, which nothing stops (H13).
        reminders: how long before a deadline the writer is reminded, as the terms write it.
        pauses: whether there may be a pause still.
        rests: whether play may rest for a dispute still.
        today: the day on which the letter came, where its writer is, as in `2026-12-10`; "" if no clock runs.
    """

    on: bool = False
    late: bool = False
    leave: int = 0
    away: bool = False
    pausing: frozenset[str] = frozenset()
    zone: str = "UTC"
    invited: bool = False
    reminders: str = ""
    pauses: bool = True
    rests: bool = True
    today: str = ""


REMINDERS = regex(r"(?:[1-9][0-9]{0,2} ?[a-z]{1,7}[ ,]*(?:and )?)+")
ONE_REMINDER = regex(r"([0-9]+) ?([a-z]+)")
AS_THE_TERMS = "usual"
"""A player's choice of reminders that are those of the terms."""

NO_HOURS = Hours()
"""A game without deadlines."""


@event("H12", only="by")
class Reminded(LeavesTheTable):
    """A seat is reminded that its answer is due."""

    by: Open[str]


@event("H28", only="by")
class BankOpened(LeavesTheTable):
    """The deadline of a seat has passed, and its time bank runs."""

    by: Open[str]


@event("H12", only="by")
class Late(LeavesTheTable):
    """The deadline of a seat has passed, and grace runs."""

    by: Open[str]


@event("H9", only="by")
class Unanswered(LeavesTheTable):
    """No answer came from a seat, and the rule for its silence applies. What follows are events of the game."""

    by: Open[str]


@event("H9")
class SilenceCalled(LeavesTheTable):
    """The keeper applies the rule for silence to a seat, for a reason.

    `early`: before its deadline and grace were over.
    """

    of: Open[str]
    reason: Open[str]
    early: Open[bool]


@event("H13")
class Lapsed(Event):
    """An invitation was not answered by the end of grace: the game is over before anything was dealt."""

    of: Open[str]

    def change(self, state: Any) -> Any:
        """The game is called off."""
        return state.called_off(Outcome((), "H13", "lapsed"))


@event("H13")
class Forfeited(LeavesTheTable):
    """A seat has lost, because it still owed an answer when the time that the terms allow after grace was over.

    What that means follows as events of the game.
    """

    of: Open[str]


@event("H14")
class VacationTaken(LeavesTheTable):
    """A seat is away for this many days, from this entry on, or from the end of the vacation it is on."""

    by: Open[str]
    days: Open[int]

    def change(self, state: Any) -> Any:
        """The table stays as it is; but where the clock stands still, nobody can claim a win by it."""
        overdue = tuple(one for one in state.overdue if one != self.by)
        return replace(state, overdue=overdue) if overdue != state.overdue else state


@event("H14")
class VacationEnded(LeavesTheTable):
    """A seat is back before its vacation is over."""

    by: Open[str]


@event("H15")
class PauseAsked(LeavesTheTable):
    """A seat wants the clocks to stand still; they do as long as all seats want it."""

    by: Open[str]


@event("H15")
class PauseWithdrawn(LeavesTheTable):
    """A seat wants the clocks to run."""

    by: Open[str]


@event("H15")
class PauseOver(LeavesTheTable):
    """The clocks run again, because pauses have lasted as long as the terms allow; nobody's wish for one stands."""


@event("H16")
class Downtime(LeavesTheTable):
    """The referee was away between two times (RFC 3339, UTC), and no clock ran."""

    since: Open[str]
    until: Open[str]


def reminders_of(said: str) -> str | None:
    """When a seat wants to be reminded, as `RemindersChosen` has it; None for words that do not say so."""
    if said in {"no", "yes"}:
        return "" if said == "no" else AS_THE_TERMS
    if not REMINDERS.fullmatch(said):
        return None
    try:
        spans = [_span(*one.groups()) for one in ONE_REMINDER.finditer(said)]
    except NotSpan:
        return None
    fits = len(spans) <= MOST_REMINDERS and all(0 < seconds(one) <= LONGEST for one in spans)
    return reminders(spans) if fits else None


def _span(count: str, unit: str) -> str:
    """A span of time in full. Raises `NotSpan`."""
    one = unit.removesuffix("s") or unit
    return spelled_out(f"{count} {one}" if count == "1" or one in SHORT else f"{count} {one}s")


@seat_setting("reminders", reminders_of, timed=True)
@event("H12", only="by")
class RemindersChosen(SeatChoice):
    """A seat chooses how long before each of its deadlines it is reminded: spans; "" for never.

    `usual` stands for what the terms say.
    """

    by: Open[str]
    before: Annotated[str, seen_by("by")]


def zone_of(said: str) -> str | None:
    """The time zone that words name; None if they name none."""
    return zone_named(said) or None


@seat_setting("timezone", zone_of)
@event("H17", only="by")
class ZoneChosen(SeatChoice):
    """Letters to a seat tell times in another time zone; its own deadlines follow that zone from its next turn on."""

    by: Open[str]
    zone: Annotated[str, seen_by("by")]


@seat_setting("calendar", yes_or_no, how="calendar-how")
@event("H17", only="by")
class CalendarChosen(SeatChoice):
    """A calendar entry goes with each letter that this seat has to answer; or no longer does."""

    by: Open[str]
    wanted: Annotated[bool, seen_by("by")]
