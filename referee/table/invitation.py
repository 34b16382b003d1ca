"""Who takes part in a game before it is dealt, by its record: for the letters of that time."""

from collections.abc import Mapping

from referee.house.docket import ARBITER
from referee.house.invitation import Accepted, Declined
from referee.house.keeper import Abandoned
from referee.house.players import SeatTaken
from referee.house.time import Lapsed
from referee.table.table import Table


def invited(table: Table, n: int) -> bool:
    """Whether nothing has been dealt yet after entry n: the letters are about the invitation then."""
    return table.index.dealt is None or n < table.index.dealt


def is_rematch(table: Table) -> bool:
    """H30 Whether a game is a rematch, which one of its players has asked for."""
    return bool(table.index.asked)


def first_letter(table: Table, seat: str | None) -> int:
    """The number of a seat's first letter, on the opening and, but for the arbiter, on what accepts a rematch (H30)."""
    return 1 + (is_rematch(table) and seat != ARBITER)


def names_of(table: Table, until: int) -> Mapping[str, str]:
    """The players' names by seat after entry `until`, before the deal.

    They are those of the opening, or of players who took over.
    """
    names = dict(zip(table.seats, table.content.get("players", ()), strict=False))
    events = (event for point in table.points[: until + 1] for event in point.entry.events)
    names |= {event.by: event.name for event in events if isinstance(event, SeatTaken)}
    return {seat: name for seat, name in names.items() if name.lower() != seat}


def accepted_by(table: Table, until: int) -> tuple[str, ...]:
    """The seats whose players have accepted, after entry `until`."""
    accepted = dict.fromkeys(table.seats, False)
    for point in table.points[: until + 1]:
        for event in point.entry.events:
            if isinstance(event, Accepted | SeatTaken):
                accepted[event.by] = isinstance(event, Accepted)
    return tuple(seat for seat, yes in accepted.items() if yes)


def who_ended(ending: Declined | Abandoned | Lapsed | None) -> str:
    """The seat that ended a game before the deal, by declining or by silence; "" if none did."""
    match ending:
        case Declined(by=seat) | Lapsed(of=seat):
            return seat
    return ""


def called_off(table: Table, until: int) -> Declined | Abandoned | Lapsed | None:
    """What ended a game before it was dealt, up to entry `until`."""
    events = (event for point in table.points[: until + 1] for event in point.entry.events)
    return next((event for event in events if isinstance(event, Declined | Abandoned | Lapsed)), None)
