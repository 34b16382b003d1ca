"""Audit: the lines of a record replayed through today's rules, with the lots that were recorded.

The record is not changed: its events are folded, never its lines. An audit says where today's rules would
have ruled otherwise. After the first difference the two games have parted. From then on each line is only
held against the table as it was recorded, and the audit tells whether today's rules would allow it.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from referee.engine import driver
from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.lots import LotsDiffer, RecordedLots
from referee.engine.rules import why
from referee.house.annotations import NamePublished, Remarked
from referee.house.disputes import FINAL, LAPSE, PASS, STATEMENTS
from referee.house.lots import of_the_rules
from referee.house.rulings import RulingMade
from referee.house.time import SilenceCalled, Unanswered
from referee.notation.reader import Misread, Prose
from referee.record.entries import Act, Entry, Letter, Line, Opening, Ruling
from referee.record.private import is_shut
from referee.table import foreseeing
from referee.table import ruling as play
from referee.table.beforehand import plays
from referee.table.clocks.deadlines import OFFERED, SILENT, VOTE_OVER, clocks_of, turns
from referee.table.redacted import Redacted
from referee.table.replay import RedactedLine, held_lines, own_lines, ruled_again
from referee.table.rulings.bench import Bench
from referee.table.rulings.effects import effects_in
from referee.table.rulings.entry import carried_out
from referee.table.table import Table
from referee.table.verdicts import MISREAD, PLAYED, PROSE, RULED_ON, Verdict
from referee.util.errors import Faulty, Why
from referee.util.times import stamp
from referee.util.values import Value

FORFEIT = "forfeit"
BY_THE_CLOCK = frozenset(
    {
        "reminder",
        "bank",
        "late",
        "lapse",
        "pause-over",
        SILENT,
        OFFERED,
        VOTE_OVER,
        FORFEIT,
        STATEMENTS,
        PASS,
        LAPSE,
        FINAL,
    }
)
"""Acts that follow from the terms and from the times in the record."""


class Difference(Value):
    """Where today's rules rule otherwise: the entry, the line's number (0: the entry as a whole), and how."""

    entry: int
    line: int
    why: Why


class Audit(Value):
    """What an audit found, and how many entries it looked at.

    Attributes:
        lines: how many lines could be held to the rules, for a redacted record; None for a whole one.
    """

    entries: int
    differences: tuple[Difference, ...]
    lines: int | None = None

    @property
    def clean(self) -> bool:
        """Whether today's rules lead to the very same events."""
        return not self.differences


def audit(table: Table) -> Audit:
    """Replay a game. No lots are drawn beyond those recorded.

    Of a redacted record only what its audience knows is replayed.
    """
    if isinstance(table, Redacted):
        return _own_audit(table)
    before: Any = table.game.blank(table.id, table.points[0].content)
    found: list[Difference] = []
    for n, point in enumerate(table.points):
        if not found:
            found += _replayed(table, before, n, point.entry)
        else:
            found += _legality(table, n)
        before = point.state
    return Audit(len(table.points), tuple(found))


def _replayed(table: Table, state: Any, n: int, entry: Entry) -> Iterator[Difference]:
    """Compare one entry, while both games are still the same: its verdicts and its events."""
    lots, recorded = RecordedLots(entry.lots), of_the_rules(tuple(filter(_is_known, entry.events)))
    try:
        match entry:
            case Opening():
                events = _opened(table, state, lots) if entry.events else ()
            case Letter():
                events = yield from _letter(table, n, entry, lots)
            case Act(act="silence"):
                events = _acted(table.game, state, entry, lots)
            case Act(act="reaction"):
                yield from _in_time(table, n, entry)
                events = _acted(table.game, state, entry, lots)
            case Act(act="standing"):
                events = _stood(table.game, state, lots)
            case Act(act=act) if act in BY_THE_CLOCK:
                yield from _in_time(table, n, entry)
                events = _forfeited(table.game, state, entry, lots) if act == FORFEIT else recorded
            case Ruling() if any(isinstance(one, RulingMade) for one in entry.events):
                events = _ruled(table, n, entry, lots)
            case _:
                events = recorded
    except LotsDiffer:
        yield Difference(n, 0, why("audit-lots"))
        return
    if events != recorded:
        at = next(
            (i for i, pair in enumerate(zip(events, recorded, strict=False)) if pair[0] != pair[1]), None
        )
        at = min(len(events), len(recorded)) if at is None else at
        told = type(recorded[at]).__name__ if at < len(recorded) else ""
        now = type(events[at]).__name__ if at < len(events) else ""
        yield Difference(n, 0, why("audit-events", at=at + 1, recorded=told, now=now))
    elif lots.left:
        yield Difference(n, 0, why("audit-lots"))


def _is_known(event: Event) -> bool:
    """H25, H26 Whether an event can be looked at: of a note that is its writer's alone nobody else knows the words."""
    return not (isinstance(event, Remarked | NamePublished) and is_shut(event.text))


def _opened(table: Table, state: Any, lots: RecordedLots) -> tuple[Event, ...]:
    events: list[Event] = []
    play.lay_out(table.game, state, table.points[0].content, lots, events)
    return tuple(events)


def _in_time(table: Table, n: int, act: Act) -> Iterator[Difference]:
    """Check that what the clock did fell due then, by the terms and the times in the record."""
    due = [(stamp(one.at), one.seat, one.act) for one in turns(clocks_of(table, n))]
    if (act.at, act.seat, act.act) not in due:
        yield Difference(n, 0, why("audit-clock"))


def _ruled(table: Table, n: int, ruling: Ruling, lots: RecordedLots) -> tuple[Event, ...]:
    """Carry out a ruling again; where today's rules forbid it, the events that came before that."""
    bench = Bench(table, ruling.by, ruling.reason, until=n, lots=lots)
    with suppress(Faulty):
        carried_out(bench, tuple(effects_in(ruling)))
    return tuple(bench.events)


def _acted(game: Game, state: Any, act: Act, lots: RecordedLots) -> tuple[Event, ...]:
    # Records older than H9 do not say that the rule for silence applied.
    events: list[Event] = [one for one in act.events[:1] if isinstance(one, Unanswered | SilenceCalled)]
    first = act.act == "reaction"  # what may be left unanswered comes first then, else last
    due = sorted(
        (one for one in game.owed(state) if one.seat == act.seat), key=lambda one: one.optional != first
    )
    if due:
        driver.silence(game, state, due[0], lots, events)
    return tuple(events)


def _forfeited(game: Game, state: Any, act: Act, lots: RecordedLots) -> tuple[Event, ...]:
    events = list[Event](act.events[:1])
    driver.leave(game, state, act.seat, ("H13", "forfeited"), lots, events)
    return tuple(events)


def _stood(game: Game, state: Any, lots: RecordedLots) -> tuple[Event, ...]:
    events: list[Event] = []
    driver.standing_act(game, state, lots, events)
    return tuple(events)


def _letter(table: Table, n: int, letter: Letter, lots: RecordedLots) -> Any:
    """Rule on a letter again: returns its events, and yields each line that is ruled otherwise."""
    if plays(letter) and foreseeing.due_as(table, letter, n) is None:
        yield Difference(n, 0, why("audit-foreseen"))
    ruled = ruled_again(table, n, lots)
    for then, now in zip(letter.lines, ruled.verdicts, strict=False):
        yield from otherwise(n, then, now)
    if len(ruled.verdicts) != len(letter.lines):
        yield Difference(n, 0, why("audit-lines", recorded=len(letter.lines), now=len(ruled.verdicts)))
    return ruled.events


def otherwise(n: int, then: Line, now: Verdict) -> Iterator[Difference]:
    """How today's rules differ on a line of entry n, if they do."""
    recorded = f"{then.verdict} {then.rule}".strip()
    if is_shut(then.raw):
        return  # what it says is private to its writer
    if recorded != now.ruling:
        yield Difference(n, then.number, why("audit-verdict", recorded=recorded, now=now.ruling))
    elif then.move != now.written:
        yield Difference(n, then.number, why("audit-move", recorded=then.move, now=now.written))


def _legality(table: Table, n: int) -> Iterator[Difference]:
    """After the games have parted: for each line that was played, whether today's rules would allow it."""
    if isinstance(table.points[n].entry, Letter):
        for one in held_lines(table, n):
            if one.line.verdict == PLAYED and not one.same:
                yield Difference(n, one.line.number, why("audit-verdict", recorded=PLAYED, now=one.today))


# Of a redacted record

BY_THE_VIEW = frozenset({*RULED_ON, MISREAD, PROSE})
"""Verdicts that depend only on how a line is read and on the rules of the game."""
OF_THE_HOUSE = "H"
"""The numbers of the rules of the house begin with this; these rules look at more than a view."""


def _own_audit(table: Redacted) -> Audit:
    """Where today's rules would rule otherwise on the audience's own lines, as far as these can be checked."""
    pairs = [(n, own) for n in range(len(table.known)) for own in own_lines(table, n)]
    held = [(n, own.line, now) for n, own in pairs if (now := _ruled_today(table, own))]
    return Audit(len(table.known), tuple(one for found in held for one in otherwise(*found)), len(held))


def _ruled_today(table: Redacted, own: RedactedLine) -> Verdict | None:
    """What today's rules say to a line that was judged by the view alone; None where that cannot be asked."""
    if own.read is None or own.line.verdict not in BY_THE_VIEW or own.line.rule.startswith(OF_THE_HOUSE):
        return None
    match own.read.reading:
        case Misread():
            return Verdict(own.read, MISREAD)
        case Prose():
            return Verdict(own.read, PROSE)
    return own.ruled(table)
