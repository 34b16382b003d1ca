"""What the clock does, as entries of the record: reminders, lateness, silence, forfeits, absences of the referee.

Before a pass of the desk rules on a letter, it carries out everything that was due before the letter came, in
order. So letters and deadlines take effect in the order in which they fell, however late both are looked at.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from referee.engine.events import Event
from referee.house.disputes import FINAL, PACKET, STATEMENTS, ArbiterShown, events_of
from referee.house.docket import ARBITER
from referee.house.replacing import LATE, FellSilent, Quiet, SeatOffered, VoteOver, carried, may_vote
from referee.house.terms import DAYS, Terms
from referee.house.time import (
    BankOpened,
    Downtime,
    Forfeited,
    Lapsed,
    Late,
    PauseOver,
    Reminded,
    RemindersChosen,
    Unanswered,
)
from referee.record.entries import Act, Entry
from referee.table.clocks.clock import Clocks, Running
from referee.table.clocks.counted import NEVER, later, length
from referee.table.index import SILENCE
from referee.table.table import Table
from referee.util.errors import Faulty
from referee.util.times import moment, stamp
from referee.util.values import Value

SILENT, OFFERED, VOTE_OVER = "silent", "offered", "vote-over"
"""The acts: a seat has been silent for long enough; all who have to vote have done so; a vote was not carried."""
SPOKE = "silence-spoke"
REMINDER, BANK, PAUSE_OVER = "reminder", "bank", "pause-over"
REACTION = "reaction"
"""The act by which a seat has let the time for a reaction pass."""


class Turn(Value):
    """Something that the clock does: when, for which seat, and the name of the act."""

    at: datetime
    seat: str
    act: str


def clocks_of(table: Table, until: int | None = None) -> Clocks:
    """The clocks of a table before entry `until` (else now)."""
    return Clocks(table.game, table.terms, table.points[:until])


def turns(clock: Clocks) -> Iterator[Turn]:
    """What the clock does next for each thing that is owed, and in a dispute."""
    if next_act := clock.dispute_act():
        yield Turn(next_act[0], ARBITER if next_act[1] == STATEMENTS else "", next_act[1])
    if clock.on and (over := clock.pauses_over()):
        yield Turn(over, "", PAUSE_OVER)
    yield from _of_silences(clock)
    for one in clock.running():
        steps = _steps(clock, one)
        for step in steps[_done(clock, one, steps) :]:
            if step.at is not None and step.at < NEVER:
                yield Turn(step.at, one.owed.seat, step.act)
                break


def _of_silences(clock: Clocks) -> Iterator[Turn]:
    """What the clock does next about each seat that has fallen silent (H35): others may vote, or have done so."""
    point = clock.points[-1]
    if not (clock.on and clock.terms.replaces) or point.house.waiting:
        return
    for one in point.house.quiet:
        if one.seat not in point.state.gone and (found := _of_silence(clock, one)) and found.at < NEVER:
            yield found


def _of_silence(clock: Clocks, one: Quiet) -> Turn | None:
    point = clock.points[-1]
    if one.offered:
        return None
    if not one.told:
        due = [
            each.due for each in clock.seen_by(None) if each.owed.seat == one.seat and not each.owed.optional
        ]
        # Who is asked again after a silence has until the deadline of that answer.
        return Turn(max(_after(clock, one, one.entry), min(due)), one.seat, SILENT) if due else None
    if carried(point.house.quiet, may_vote(point.state), one):  # those silent since then have no vote
        return Turn(clock.times[-1], one.seat, OFFERED)
    return Turn(_after(clock, one, one.voted), one.seat, VOTE_OVER) if one.votes else None


def _after(clock: Clocks, one: Quiet, entry: int) -> datetime:
    """The time so long after an entry as the terms say, in time in which the clock of the seat runs."""
    dial = clock.dial(one.seat, clock.zone(one.seat, entry))
    return later(clock.times[entry], length(clock.terms.replace), dial.still)


class Step(NamedTuple):
    """What a clock does: the act, from when on an entry of it counts as this step, and when it is due (None: not)."""

    act: str
    since: datetime | None
    at: datetime | None


def _steps(clock: Clocks, one: Running) -> Sequence[Step]:
    """What a clock does, in order."""
    if one.owed.optional:
        return (Step(REACTION, one.last, one.last),)
    silence = "lapse" if clock.points[-1].house.waiting else SILENCE
    forfeit = one.lost if silence == SILENCE else None
    return (
        *(Step(REMINDER, reminder.early, reminder.at) for reminder in one.reminders),
        Step(BANK, one.nominal, one.nominal if one.nominal < one.due else None),
        Step("late", one.due, one.due if one.last > one.due else None),
        Step(silence, one.last, one.last),
        Step("forfeit", forfeit, forfeit),
    )


def _done(clock: Clocks, one: Running, steps: Sequence[Step]) -> int:
    """How many steps of this clock were taken already; a later one makes an earlier one needless.

    An act before the clock's present times is carried out again: a ruling has moved them, or the keeper was
    early. Whoever chooses when to be reminded needs no reminder that would have come before that.
    """
    done = 0
    for point, at in zip(clock.points[one.entry + 1 :], clock.times[one.entry + 1 :], strict=True):
        act = _act_of(point.entry, one.owed.seat)
        taken = (n for n, step in enumerate(steps, 1) if step.act == act and step.since and at >= step.since)
        done = max(done, *taken, 0)
    return done


def _act_of(entry: Entry, seat: str) -> str:
    """The act of the clock for a seat that an entry is, or stands for; "" for none."""
    if isinstance(entry, Act) and entry.seat == seat:
        return entry.act
    chosen = any(isinstance(event, RemindersChosen) and event.by == seat for event in entry.events)
    return REMINDER if chosen else ""


def next_turn(table: Table) -> Turn | None:
    """What the clock does next at a table; None if nothing waits."""
    seats = ("", ARBITER, *table.seats)
    return min(turns(clocks_of(table)), key=lambda one: (one.at, seats.index(one.seat)), default=None)


def keep(table: Table, until: datetime) -> int:
    """Carry out everything that the clock does before then; returns how many entries that made.

    Raises what writing raises. H12 A letter that comes in the very second of a deadline is in time: so
    nothing happens before that second is over.
    """
    made, until = 0, until.replace(microsecond=0)
    if (one := next_turn(table)) and one.at < until:
        table.stand()  # the answers of standing orders to the last letter come before anything the clock does after it
    while (one := next_turn(table)) and one.at < until:
        _let_happen(table, one)
        settle(table)
        made += 1
    return made


def settle(table: Table) -> None:
    """Carry out what follows from the last entry in a dispute (H20, H23).

    The packet is made, or a ruling becomes final at once. It has the time of that entry, whichever process
    does it, and however late. What fell due before that entry is left to the clock. Raises what writing
    raises.
    """
    case, now = table.index.house.docket.case, table.points[-1].entry.at
    if case and case.judging and not case.shown:
        shown = ArbiterShown(case.judge, case.position, tuple(table.seats))
        table.write_down(PACKET, ARBITER if case.judge == ARBITER else "", events=[shown], at=now)
    act = clocks_of(table).dispute_act()
    if act and act[1] == FINAL and act[0] == moment(now):
        table.write_down(FINAL, events=tuple(events_of(FINAL)), at=now)


BY_ITSELF: Mapping[str, Callable[[str], Event]] = {
    REMINDER: Reminded,
    BANK: BankOpened,
    "late": Late,
    "lapse": Lapsed,
    PAUSE_OVER: lambda _: PauseOver(),
    SILENT: FellSilent,
    OFFERED: SeatOffered,
    VOTE_OVER: lambda seat: VoteOver(seat, LATE),
}
"""The event of each act that is entered and no more; the last three are about a silent seat (H35)."""


def _let_happen(table: Table, one: Turn) -> None:
    at = stamp(one.at)
    match one.act:
        case "silence":
            _silence(table, one.seat, at)
        case "reaction":
            table.let_pass(one.seat, at)
        case "forfeit":
            table.leave(one.seat, Forfeited(one.seat), "H13", "forfeited", act=one.act, at=at)
        case act:
            events = [BY_ITSELF[act](one.seat)] if act in BY_ITSELF else tuple(events_of(act))
            table.write_down(act, one.seat, events=events, at=at)


def _silence(table: Table, seat: str, at: str) -> None:
    """Apply the rule for silence; where it changes nothing more, only the silence itself is entered."""
    try:
        table.silence(seat, at=at)
    except Faulty as fault:
        if fault.why.key != SPOKE:
            raise
        table.write_down("silence", seat, events=[Unanswered(seat)], at=at)


def absent(table: Table, since: datetime | None, until: datetime, patience: timedelta) -> bool:
    """H16 Enter that no pass ran between these times, if a deadline may have fallen meanwhile; whether it was entered.

    With `since` None nobody knows when the last pass was, so none counts since the last entry. An absence of
    at most `patience` is not entered.
    """
    events = (event for _, event in table.points.seldom())
    known = [moment(one.until) for one in events if isinstance(one, Downtime)]
    opened, last = moment(table.points[0].entry.at), moment(table.points[-1].entry.at)
    begin = max([since or last, opened, *known])
    if until - begin <= patience or not _concerns(clocks_of(table), begin, until):
        return False
    told: list[Event] = [Downtime(stamp(begin), stamp(until))]
    table.write_down("downtime", events=told, at=stamp(begin))
    return True


def _concerns(clocks: Clocks, begin: datetime, until: datetime) -> bool:
    """Whether the referee's absence matters to a clock: a deadline would have fallen then, or within as long again.

    A letter that came then and is still to be read may start a clock for which that is true.
    """
    running, act = clocks.running(), clocks.dispute_act()
    if not running and not act:
        return False
    ends = [end for one in running for end in (one.nominal, one.due, one.last, one.lost) if end]
    ends += [at for at in (act and act[0], clocks.pauses_over()) if at]
    stands = any(one.due >= NEVER or clocks.away(one.owed.seat, begin) for one in running)
    soon = until + (until - begin)
    return stands or any(begin < end <= soon for end in ends) or until - begin >= shortest(clocks.terms)


def shortest(terms: Terms) -> timedelta:
    """The shortest time after which a clock that begins may do something."""
    days = DAYS.fullmatch(terms.deadline)
    spans = [length(one) for one in (terms.statement, terms.ruling, terms.appeal) if one]
    if days:
        spans.append((int(days["days"]) - 1) * 86400 + int(days["hour"]) * 3600)
    elif terms.deadline:
        spans.append(length(terms.deadline))
    return timedelta(seconds=min(spans, default=0))


def next_time(table: Table) -> datetime | None:
    """When the clock next does something at a table; None if it never does as things stand."""
    one = next_turn(table)
    return one.at if one else None
