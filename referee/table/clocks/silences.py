"""What the clock does about seats that have fallen silent (H35): when others may vote, and when a vote is over."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from referee.engine.events import Event, shows
from referee.house import replacing
from referee.house.chapters import declared_in
from referee.house.letters import Said
from referee.house.replacing import Quiet, carried, may_vote
from referee.house.state import House
from referee.record.entries import Act, Entry, Letter
from referee.table.clocks.clock import Clocks
from referee.table.clocks.counted import NEVER, later, length
from referee.util.values import replace

SILENT, OFFERED, VOTE_OVER = "silent", "offered", "vote-over"
"""The acts: a seat has been silent for long enough; all who have to vote have done so; a vote was not carried."""


class Silence(NamedTuple):
    """What the clock does about a silent seat: when, the seat, the act."""

    at: datetime
    seat: str
    act: str


def silences(clock: Clocks) -> Iterator[Silence]:
    """What the clock does next about each seat that has fallen silent."""
    point = clock.points[-1]
    if not (clock.on and clock.terms.replaces) or point.house.waiting:
        return
    for one in point.house.quiet:
        if one.seat not in point.state.gone and (found := _next(clock, one)) and found.at < NEVER:
            yield found


def _next(clock: Clocks, one: Quiet) -> Silence | None:
    point = clock.points[-1]
    if one.offered:
        return None
    if not one.told:
        due = [
            each.due for each in clock.seen_by(None) if each.owed.seat == one.seat and not each.owed.optional
        ]
        # Who is asked again after a silence has until the deadline of that answer.
        return Silence(max(_after(clock, one, one.entry), min(due)), one.seat, SILENT) if due else None
    if carried(point.house.quiet, may_vote(point.state), one):  # those silent since then have no vote
        return Silence(clock.times[-1], one.seat, OFFERED)
    return Silence(_after(clock, one, one.voted), one.seat, VOTE_OVER) if one.votes else None


def _after(clock: Clocks, one: Quiet, entry: int) -> datetime:
    """The time so long after an entry as the terms say, in time in which the clock of the seat runs."""
    dial = clock.dial(one.seat, clock.zone(one.seat, entry))
    return later(clock.times[entry], length(clock.terms.replace), dial.still)


# Which seats have fallen silent (H35), entry by entry, from what all were shown.


EVENTS: tuple[type[Event], ...] = tuple(declared_in(replacing).values())
"""What happens to silent seats."""
SILENCE = "silence"
"""The act by which the rule for silence is applied to a seat (H9)."""


def after(house: House, n: int, entry: Entry) -> House:
    """The house after entry n: who is silent, who is heard of again, and the votes on them; or the same object."""
    quiet = house.quiet
    falls = isinstance(entry, Act) and entry.act == SILENCE
    if not (quiet or falls):
        return house
    told = [event for event in entry.events if shows(event, None)]
    speaks = isinstance(entry, Letter) and bool(told and replacing.found(quiet, entry.seat))
    for event in entry.events:
        quiet = replacing.after(quiet, event, n)
    if isinstance(entry, Act) and falls and told:
        quiet = replacing.fell(quiet, entry.seat, n)
    if isinstance(entry, Letter) and speaks:
        words_alone = all(isinstance(event, Said | replacing.VoteOver) for event in told)
        quiet = replacing.heard(quiet, entry.seat, n, words_alone=words_alone)
    return house if quiet == house.quiet else replace(house, quiet=quiet)
