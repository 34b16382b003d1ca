"""What calls for a letter at once, and what waits for the next one: worked out from what the seat was shown.

A seat whose letters come `my-turn` (H10) is written to

- when it comes to owe something, or the table changes while it owes something: an answer to an older letter would
  be out of date;
- when its own turn is over after all, because another seat had to answer first;
- when words, an offer, a dispute, a deadline, a ruling or the end of the game concern it, or an event of which its game
  says so (`Game.CALLS`).

A seat whose letters come together (`digest 18:00`) is written to at that hour if any of this has happened since
the last time; and at once when the clock tells it of a deadline, or a deadline of its own is nearer than the next
digest.

The single orders of others wait for the next letter, which tells everything since the last one. A letter of the
seat itself is always answered. That a letter does not go out says nothing that its reader may not know: events as
the seat was shown them, and its own view, decide, and nothing else.
"""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from itertools import chain
from typing import NamedTuple
from zoneinfo import ZoneInfo

from referee.engine.events import Event, Seen, seen, shows
from referee.engine.game import Game
from referee.house.chapters import EVENTS
from referee.house.invitation import Accepted
from referee.house.letters import EVERY_ORDER, LettersChosen, digest_hour
from referee.house.time import BankOpened, Late, Reminded
from referee.table.clocks.counted import utc
from referee.table.clocks.deadlines import clocks_of
from referee.table.index import STANDING, is_own
from referee.table.invitation import invited
from referee.table.table import Table
from referee.util.row import count_before
from referee.util.times import moment

QUIET = frozenset({Accepted.__name__})
"""Events of the house of which the next letter may tell: that another seat has accepted."""
AT_ONCE = EVENTS.keys() - QUIET
"""Events of the house that call for a letter to each seat that is shown them."""
OF_THE_CLOCK = (Reminded, BankOpened, Late)
"""Events by which the clock tells a seat of its deadline: they call for a letter before the next digest."""


def calls(table: Table, seat: str, since: int, until: int, default: str, now: datetime) -> bool:
    """Whether what a seat was shown after entry `since`, up to entry `until`, calls for a letter now.

    `default` is how letters come to a seat that has not chosen.
    """
    if since < 0 or seat not in table.seats:
        return True
    pace = table.index.chosen.value(LettersChosen, seat, until + 1) or default
    if hour := digest_hour(pace):
        return _in_a_digest(table, seat, since, until, Digest.of(table, seat, hour, now))
    return pace == EVERY_ORDER or _at_once(table, seat, since, until)


class Digest(NamedTuple):
    """When letters came together last, and when they do next, as of now."""

    last: datetime
    next: datetime
    now: datetime

    @classmethod
    def of(cls, table: Table, seat: str, hour: time, now: datetime) -> "Digest":
        """The digests of a seat that wants them at an hour of its own time zone."""
        zone = ZoneInfo(clocks_of(table).zone(seat))
        today = now.astimezone(zone).date()
        days = (today + timedelta(days=by) for by in (-1, 0, 1, 2))
        times = [utc(datetime.combine(day, hour, zone)) for day in days]
        return cls(max(at for at in times if at <= now), min(at for at in times if at > now), now)


def _in_a_digest(table: Table, seat: str, since: int, until: int, digest: Digest) -> bool:
    """Whether a digest is to tell it by now, or its time is shorter than until the next one."""
    entries = range(since + 1, until + 1)
    events = (event for n in entries for event in table.points[n].entry.events)
    if any(isinstance(event, OF_THE_CLOCK) and shows(event, seat) for event in events):
        return True
    known = [n for n in entries if moment(table.points[n].entry.at) < digest.last]
    if known and _at_once(table, seat, since, known[-1]):
        return True
    due = (
        one.until(digest.now) for one in clocks_of(table, until + 1).seen_by(seat) if one.owed.seat == seat
    )
    return any(at <= digest.next for at in due) and _at_once(table, seat, since, until)


def _at_once(table: Table, seat: str, since: int, until: int) -> bool:
    """Whether a seat whose letters come `my-turn` is written to."""
    return (
        any(_urgent(table, seat, n) for n in range(since + 1, until + 1))
        or _waited_for(table, seat, since, until)
        or _turn_over(table, seat, since, until)
    )


def _urgent(table: Table, seat: str, n: int) -> bool:
    """Whether an entry tells a seat of words, an offer, a dispute, a deadline, an act about the seat, or the end."""
    entry, game = table.points[n].entry, table.game
    if is_own(entry, seat) and getattr(entry, "act", "") != STANDING:
        return True
    told = [event for event in entry.events if shows(event, seat)]
    loud = any(
        type(event).__name__ in AT_ONCE
        or isinstance(event, game.LEAVE_THE_TABLE)
        or _named(event, seat, game)
        for event in told
    )
    return bool(told) and (loud or game.ended(table.points[n].state) is not None)


def _named(event: Event, seat: str, game: Game) -> bool:
    """Whether an event that changes the game for the seats that it names is about this one."""
    return (
        isinstance(event, game.CALLS)
        and (shown := seen(event, seat)) is not None
        and seat in shown.fields.values()
    )


def _waited_for(table: Table, seat: str, since: int, until: int) -> bool:
    """Whether the seat owes something, and the table has changed for it since its last letter."""
    changed = table.index.changed[seat]
    if invited(table, until) or count_before(changed, since + 1) == count_before(changed, until + 1):
        return False
    view = table.game.view(table.points[until].state, seat)
    return any(one.seat == seat for one in view.owed)


def _turn_over(table: Table, seat: str, since: int, until: int) -> bool:
    """Whether the turn that was on at the seat's last letter was its own, or nobody's yet, and is over now."""
    begun = [turn for n in range(since + 1, until + 1) for turn in _turns(table, seat, n)]
    if not begun or invited(table, since):
        return bool(begun)
    before = chain.from_iterable(_turns(table, seat, n) for n in range(since, -1, -1))
    turn = next(before, None)
    return turn is None or seat in turn.fields.values()


def _turns(table: Table, seat: str, n: int) -> Iterator[Seen]:
    """The turns that began in an entry, as the seat was shown them, the last first."""
    turns = (one for one in reversed(table.points[n].entry.events) if isinstance(one, table.game.TURN))
    return (shown for one in turns if (shown := seen(one, seat)))
