"""What follows from what a player says to the house (`referee.notation.requests`): an event, or else an answer."""

from datetime import date

from referee.engine.events import Event
from referee.engine.rules import why
from referee.house.annotations import NamePublished, NotesOpened, name_given
from referee.house.chapters import SETTINGS
from referee.house.players import DAYS_TO_CONFIRM, TAKEN_OUT, WISHES_A_DAY, SecretRenewed
from referee.house.terms import MOST_REMINDERS
from referee.house.time import (
    Hours,
    PauseAsked,
    PauseWithdrawn,
    VacationEnded,
    VacationTaken,
)
from referee.notation.archive_verbs import LONGEST_NAME
from referee.notation.requests import days_until
from referee.util.errors import Why
from referee.util.regexes import regex
from referee.util.values import replace

LEAVE = regex(r"(?P<count>[1-9][0-9]{0,2}) (?P<unit>day|week)|over")
DAYS = {"day": 1, "week": 7}
SECONDS = 86400
SUCH = 10
"""The days of the example of a vacation."""


def done(verb: str, said: str, seat: str, hours: Hours) -> Event | None:
    """The event that follows; None for a question, and for a wish that cannot be met."""
    if (setting := SETTINGS.get(verb)) and (hours.on or hours.invited or not setting.timed):
        value = setting.read(said)
        return None if value is None else setting.event(seat, value)  # type: ignore[call-arg]  # `by`, and its value
    match verb:
        case "newkey":
            return SecretRenewed(seat)
        case "open notes":
            return NotesOpened(seat)
        case "publish" if (name := name_given(said)) is not None:
            return NamePublished(seat, name)
        case "vacation":
            return _vacation(said, seat, hours)
        case "pause" if not said and hours.on and hours.pauses and seat not in hours.pausing:
            return PauseAsked(seat)
        case "resume" if seat in hours.pausing:
            return PauseWithdrawn(seat)
    return None


def after(hours: Hours, event: Event) -> Hours:
    """What the clocks say to the writer of a letter after an event of one of its lines."""
    match event:
        case VacationTaken(days=days):
            return replace(hours, leave=hours.leave - days * SECONDS, away=True)
        case VacationEnded():
            return replace(hours, away=False)
        case PauseAsked(by=seat):
            return replace(hours, pausing=hours.pausing | {seat})
        case PauseWithdrawn(by=seat):
            return replace(hours, pausing=hours.pausing - {seat})
    return hours


def _vacation(said: str, seat: str, hours: Hours) -> Event | None:
    found = LEAVE.fullmatch(said)
    if not found or not hours.on:
        return None
    if not found["count"]:
        return VacationEnded(seat) if hours.away else None
    days = int(found["count"]) * DAYS[found["unit"]]
    fits = not hours.late and days * SECONDS <= hours.leave
    return VacationTaken(seat, days) if fits else None


def answer(verb: str, said: str, hours: Hours) -> Why | None:  # noqa: C901  a case a word
    """What to tell where no event followed; None where that is told in another way."""
    match verb:
        case "timezone" if said:
            return why("timezone-unknown", wanted=said, zone=hours.zone)
        case "timezone":
            return why("timezone-now", zone=hours.zone)
        case _ if verb in SETTINGS and (how := SETTINGS[verb].how):
            return why(how)
        case "reminders" if hours.on or hours.invited:
            return why("reminders-how", before=hours.reminders, most=MOST_REMINDERS)
        case "address" if said == TAKEN_OUT:
            # H8 The same words whatever the address is, and whoever uses it.
            return why("address-asked", days=DAYS_TO_CONFIRM, most=WISHES_A_DAY)
        case "address":
            return why("address-none", given=said) if said else why("address-how")
        case "publish":
            return why("publish-how", most=LONGEST_NAME)
        case "language" | "newkey" | "notes" | "replay":
            return None
        case _ if hours.invited:
            return why("no-clock-invited")
        case _ if not hours.on:
            return why("no-clock")
        case "vacation" if hours.late:
            return why("vacation-late")
        case "vacation":
            return _not_away(said, hours) if said else _leave_left(hours)
        case "pause" if said:
            return _not_away(said, hours, "pause-not")
        case "pause":
            return why("pause-asked" if hours.pauses else "pauses-over")
    return why("not-paused")


def _leave_left(hours: Hours) -> Why:
    """H14 How many days are left, and such as can be taken; whether the writer is on vacation now."""
    days = hours.leave // SECONDS
    return why("vacation-how", days=days, such=min(days, SUCH), away=hours.away)


def _not_away(said: str, hours: Hours, key: str = "vacation-not") -> Why:
    """H14 Why words after `vacation` did not take one; with its days, if they say until when and it is not too long.

    The same for words after `pause`, which has no end (H15): `pause-not`.
    """
    found = LEAVE.fullmatch(said)
    span = int(found["count"]) * DAYS[found["unit"]] if found and found["count"] else 0
    count, days = span or days_until(said, date.fromisoformat(hours.today)), hours.leave // SECONDS
    fits = 0 < count <= days and not (hours.late and key == "pause-not")
    such = {"such": min(days, SUCH)} if key == "vacation-not" else {}
    return why(key, count=count, fits=fits, days=days, **such)
