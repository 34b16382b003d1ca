"""What the clock brings about, as entries of the record: reminders, lateness, silence, forfeits, and that the referee was away.

A pass of the desk lets all of it happen that is due by a time, in order, before it rules on a letter that came then. So a
letter and a deadline meet in the order in which they fell, however late both are looked at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.clock import NEVER, Clocks, Running
from referee.dispute_events import ArbiterShown
from referee.disputes import ARBITER, FINAL, PACKET, STATEMENTS, events_of
from referee.entries import Act
from referee.events import Event
from referee.game import Faulty
from referee.house import Unanswered
from referee.table import Table
from referee.time_events import Downtime, Forfeited, Lapsed, Late, Reminded
from referee.times import moment, stamp

SPOKE = "silence-spoke"


@dataclass(frozen=True, slots=True)
class Turn:
    """Something that the clock brings about: when, for which seat, and what: the name of an act."""

    at: datetime
    seat: str
    act: str


def clocks_of(table: Table, until: int | None = None) -> Clocks:
    """The clocks of a table before entry `until` (else now)."""
    return Clocks(table.game, table.terms, table.points[:until])


def turns(clock: Clocks) -> Iterator[Turn]:
    """What the clock brings about next for each thing that is owed, and in a dispute."""
    if next_act := clock.dispute_act():
        yield Turn(next_act[0], ARBITER if next_act[1] == STATEMENTS else "", next_act[1])
    for one in clock.running():
        done = set(_done(clock, one))
        for at, act in _turns(clock, one):
            if at is not None and at < NEVER and act not in done:
                yield Turn(at, one.owed.seat, act)
                break


def _turns(clock: Clocks, one: Running) -> Sequence[tuple[datetime | None, str]]:
    """The times of a clock, in order, and the acts that fall then."""
    invited = bool(clock.points[-1].house.waiting)
    end: tuple[tuple[datetime | None, str], ...]
    end = ((one.last, "lapse"),) if invited else ((one.last, "silence"), (one.lost, "forfeit"))
    grace = (one.due, "late") if one.last > one.due else (None, "late")
    return ((one.reminder, "reminder"), grace, *end)


def _done(clock: Clocks, one: Running) -> Iterator[str]:
    """The acts of this clock that have fallen already; a later one makes an earlier one needless."""
    order = ("reminder", "late", "silence", "forfeit")
    # H21 Where a ruling gives more time, all of it falls anew.
    since = max([n for n, event in clock.adjusted(one.owed.seat, one.entry) if event.seconds > 0], default=0)
    fallen = [
        point.entry.act
        for point in clock.points[max(one.entry, since) + 1 :]
        if isinstance(point.entry, Act) and point.entry.seat == one.owed.seat and point.entry.act in order
    ]
    last = max(map(order.index, fallen), default=-1)
    return iter(order[: last + 1])


def next_turn(table: Table) -> Turn | None:
    """What the clock brings about next at a table; None if nothing waits."""
    seats = ("", ARBITER, *table.game.seats)
    return min(turns(clocks_of(table)), key=lambda one: (one.at, seats.index(one.seat)), default=None)


def keep(table: Table, until: datetime) -> int:
    """Let everything happen that the clock brings about by then; how many entries that made. Raises what writing raises."""
    made = 0
    if (one := next_turn(table)) and one.at <= until:
        table.stand()  # what answers the last letter comes before what the clock brings about behind it
    while (one := next_turn(table)) and one.at <= until:
        _let_happen(table, one)
        settle(table)
        made += 1
    return made


def settle(table: Table) -> None:
    """What follows from the last entry in a dispute (H20, H23): the packet is made, a ruling is final at once. Raises what writing raises.

    It is done at the time of that entry, whoever comes to do it, and when. What fell due before it is the clock's.
    """
    case, now = table.index.house.docket.case, table.points[-1].entry.at
    if case and case.judging and not case.shown:
        shown = ArbiterShown(case.judge, case.position, tuple(table.game.seats))
        table.write_down(PACKET, ARBITER if case.judge == ARBITER else "", events=[shown], at=now)
    act = clocks_of(table).dispute_act()
    if act and act[1] == FINAL and act[0] == moment(now):
        table.write_down(FINAL, events=tuple(events_of(FINAL)), at=now)


def _let_happen(table: Table, one: Turn) -> None:
    at = stamp(one.at)
    match one.act:
        case "silence":
            _silence(table, one.seat, at)
        case "reminder":
            table.write_down(one.act, one.seat, events=[Reminded(one.seat)], at=at)
        case "late":
            table.write_down(one.act, one.seat, events=[Late(one.seat)], at=at)
        case "lapse":
            table.write_down(one.act, one.seat, events=[Lapsed(one.seat)], at=at)
        case "forfeit":
            winner = next(seat for seat in table.game.seats if seat != one.seat)
            table.write_down(one.act, one.seat, events=[Forfeited(one.seat, winner)], at=at)
        case _:
            table.write_down(one.act, one.seat, events=tuple(events_of(one.act)), at=at)


def _silence(table: Table, seat: str, at: str) -> None:
    """Silence speaks; where it has nothing more to say, that it was silence is all that is written down."""
    try:
        table.silence(seat, at=at)
    except Faulty as fault:
        if fault.why.key != SPOKE:
            raise
        table.write_down("silence", seat, events=[Unanswered(seat)], at=at)


def absent(table: Table, since: datetime | None, until: datetime, patience: timedelta) -> bool:
    """H16 Write down that no pass ran between these times, if a clock was running; whether it was written.

    `since` None: nobody knows when the last pass was, so none counts since the last entry. What is no longer than `patience`
    is not worth a word.
    """
    events = [event for point in table.points for event in point.entry.events]
    known = [moment(one.until) for one in events if isinstance(one, Downtime)]
    opened, last = moment(table.points[0].entry.at), moment(table.points[-1].entry.at)
    begin = max([since or last, opened, *known])
    clocks = clocks_of(table)
    if until - begin <= patience or not (clocks.running() or clocks.dispute_act()):
        return False
    told: list[Event] = [Downtime(stamp(begin), stamp(until))]
    table.write_down("downtime", events=told, at=stamp(begin))
    return True


def next_time(table: Table) -> datetime | None:
    """When the clock brings something about at a table; None if it never does as things stand."""
    one = next_turn(table)
    return one.at if one else None
