"""Letters of the record judged again: each line is held to the rules as it was then, by the view of then.

`ruled_again` plays a whole letter by today's rules, with the lots as they fell. `held_lines` judges each line
by itself: the table is that of the record, so the verdict does not depend on what today's rules would have
made of the lines before it. `own_lines` does the same with a redacted record, as far as the views are known.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine import driver
from referee.engine.events import Event, Happening, LeavesTheTable, Seen
from referee.engine.lots import Lots, LotsDiffer, RecordedLots
from referee.house.annotations import NamePublished, Remarked
from referee.house.chapters import event_named
from referee.house.invitation import Accepted
from referee.house.state import House
from referee.notation.misread import LEFT
from referee.notation.reader import Left, Misread, Order, Prose, Reader, Reading, Text
from referee.notation.reader import Line as WrittenLine
from referee.record.entries import Letter, Line
from referee.record.private import is_shut
from referee.table import fold, ruling
from referee.table.beforehand import plays
from referee.table.legality import Sitting, rule_line
from referee.table.points import Point, written_position
from referee.table.redacted import Redacted
from referee.table.ruling import LetterInHand
from referee.table.table import Table
from referee.table.verdicts import (
    ANSWERED,
    MISREAD,
    NOT_PLAYED,
    PLAYED,
    PROSE,
    RULED_ON,
    Ruled,
    Tried,
    Verdict,
)
from referee.util.translations import ENGLISH
from referee.util.values import Value, replace

STANDING = "standing "
"""Every standing order begins with this, in canonical notation."""


# A letter as it was written


def ruled_again(table: Table, n: int, lots: RecordedLots | None = None) -> Ruled:
    """What today's rules say to the letter of entry n, at the table as it stood.

    Raises `referee.engine.lots.LotsDiffer`.
    """
    letter = _letter(table, n)
    recorded = RecordedLots(letter.lots) if lots is None else lots
    house = _house(table, n)

    def deal(state: Any, _words: object) -> tuple[Lots, Happening]:
        return recorded, table.game.setup(state, ruling.as_seated(table.points[0].content, state), recorded)

    read, before = read_again(table, n, house), table.points[n - 1].state
    return ruling.rule_on(table.game, before, letter.seat, read, recorded, house=house, deal=deal)


def _letter(table: Table, n: int) -> Letter:
    letter = table.points[n].entry
    assert isinstance(letter, Letter)  # noqa: S101  the caller has looked
    return letter


def _house(table: Table, n: int) -> House:
    letter = _letter(table, n)
    house = table.house_for(letter.seat, letter.reply, until=n, at=letter.at)
    return replace(house, playing=plays(letter))


def read_again(
    table: Table | Redacted, n: int, house: House, letter: Letter | None = None
) -> list[WrittenLine]:
    """The lines of the letter of entry n, read as they were written, in the language its seat had then."""
    letter = letter or _letter(table, n)
    left = [
        (line.number, line.raw, line.why) for line in letter.lines if is_left(line) and not is_shut(line.raw)
    ]
    language = ENGLISH if plays(letter) else table.index.language(letter.seat, n)
    read = table.read(list(as_it_came(letter)), left, invited=bool(house.waiting), language=language)
    shut = [
        WrittenLine((line.number,), "", _shut(line, events))
        for line, events in with_events(letter)
        if is_shut(line.raw)
    ]
    return sorted((*read, *shut), key=lambda line: line.numbers)


def _shut(line: Line, events: Sequence[Event]) -> Reading:
    """Stands for a line whose text is private; for the game it makes no difference which it was."""
    if is_left(line):
        return Left(line.why)
    if any(isinstance(event, Remarked | NamePublished) for event in events):
        return Prose()
    known: dict[str, Reading] = {MISREAD: Misread(1), ANSWERED: Text("statement", "")}
    return known.get(line.verdict, Prose())


def is_left(line: Line) -> bool:
    """Whether a line was left out because it is not its writer's own."""
    return line.verdict == NOT_PLAYED and line.why in LEFT


def as_it_came(letter: Letter) -> Iterator[tuple[int, str]]:
    """The writer's lines of a letter with their numbers; a blank one where numbers are missing, which ends a `say`."""
    due = 1
    for line in letter.lines:
        if is_left(line) or is_shut(line.raw):
            continue
        if line.number > due:
            yield line.number - 1, ""
        rows = line.raw.split("\n")
        yield from enumerate(rows, line.number)
        due = line.number + len(rows)


# Line by line


class Held(Value):
    """A line of a letter as it was ruled on, and as it reads today.

    Attributes:
        line: as recorded.
        reading: as it reads today.
        position: where the table stood.
        verdict: what today's rules say to it; None for a line that was not ruled on.
        events: what the line caused, whoever saw it.
    """

    line: Line
    reading: Reading | None
    position: str
    verdict: Verdict | None
    events: tuple[Event, ...]

    @property
    def tried(self) -> Tried | None:
        """The rules that a move was held to; None where there was no move."""
        return self.verdict.tried if self.verdict else None

    @property
    def readings(self) -> tuple[str, ...]:
        """The possible meanings of an unclear line."""
        return self.verdict.readings if self.verdict else ()

    @property
    def today(self) -> str:
        """What today's rules say: the verdict, and the rule broken if any."""
        match self.reading:
            case Misread() | Prose() if self.line.verdict in RULED_ON:
                return MISREAD if isinstance(self.reading, Misread) else PROSE
        return self.verdict.ruling if self.verdict else ""

    @property
    def same(self) -> bool:
        """Whether a line that was ruled on as an order then would be ruled on in the same way today."""
        held = self.line.verdict in RULED_ON and not is_shut(self.line.raw)
        return not held or self.today == f"{self.line.verdict} {self.line.rule}".strip()


class _Again(LetterInHand, kw_only=True):
    """A letter of the record in hand again: between its lines the table is that of the record."""

    letter: Letter
    reader: Reader
    content: Any
    points: Sequence[Point]

    def held(self, line: Line, read: WrittenLine | None, events: tuple[Event, ...]) -> Held:
        """Judge one line; then put the table where it stood after it."""
        now = self.sitting()
        position = written_position(self.game.position(now.view))
        verdict = self.ruled(line, read, now) if read and line.verdict != NOT_PLAYED else None
        for event in events:
            then = fold.Now(self.state, self.content)
            self.state = fold.folded(self.game, self.points, then, event).state
        self.after(line.verdict, events)
        return Held(line, read.reading if read else None, position, verdict, events)

    def ruled(self, line: Line, read: WrittenLine, now: Sitting) -> Verdict:
        """What the rules say to a line, after the writer's standing orders have done their part."""
        asked = self.as_then(line, read)
        if not self.stands_first(asked):
            return rule_line(asked, now)
        try:
            state = driver.begin_letter(self.game, self.state, self.seat, RecordedLots(self.letter.lots), [])
        # The lots come later in the letter, so by today's rules no standing order goes before it.
        except LotsDiffer:
            return rule_line(asked, now)
        if state is not self.state:
            self.before = self.game.position(now.view)
        return rule_line(asked, self.sitting(state))

    def as_then(self, line: Line, read: WrittenLine) -> WrittenLine:
        """A line with the order that was ruled on then, however it would be read today."""
        then = self.reader.read(line.move) if line.move and line.verdict in RULED_ON else None
        if not isinstance(then, Order):
            return read
        today = read.reading if isinstance(read.reading, Order) else then
        return replace(read, reading=replace(today, move=then.move))


def held_lines(table: Table, n: int) -> tuple[Held, ...]:
    """The lines of the letter of entry n, in their order."""
    letter, house, before = _letter(table, n), _house(table, n), table.points[n - 1]
    read = by_number(read_again(table, n, house))
    desk = _Again(
        *(table.game, before.state, letter.seat, house),
        letter=letter,
        reader=table.readers.reader(invited=bool(house.waiting)),
        content=before.content,
        points=table.points[:n],
    )
    return tuple(
        desk.held(line, next(read[line.number], None), events) for line, events in with_events(letter)
    )


def by_number(lines: Iterable[WrittenLine]) -> Mapping[int, Iterator[WrittenLine]]:
    """Lines as read, by their numbers: several orders of one line, in their order."""
    found: dict[int, list[WrittenLine]] = {}
    for line in lines:
        found.setdefault(line.numbers[0], []).append(line)
    return defaultdict(lambda: iter(()), {number: iter(some) for number, some in found.items()})


def with_events(letter: Letter) -> Iterator[tuple[Line, tuple[Event, ...]]]:
    """Each line of a letter with the events that it caused."""
    at = 0
    for line in letter.lines:
        yield line, letter.events[at : at + line.events]
        at += line.events


# Of a redacted record


class RedactedLine(Value):
    """A line of the audience's own letter.

    Attributes:
        line: as recorded.
        read: as it reads today.
        shown: what was shown of it.
        view: the view it was held to; None if that is not known.
    """

    line: Line
    read: WrittenLine | None
    shown: tuple[Seen, ...]
    view: Any

    def ruled(self, table: Redacted) -> Verdict | None:
        """What the rules of the game say to an order; None for any other line, and where that is not known."""
        match self.read.reading if self.read else None:
            case Order(bare=True):
                return None  # H22 which offer was meant depends on the offers of that time
            case Order(move=move) if type(move) in table.game.MOVES and self.view is not None:
                assert self.read  # noqa: S101  it has a reading
                return rule_line(self.read, Sitting(table.game, table.audience or "", self.view, None))
        return None


def own_lines(table: Redacted, n: int) -> Iterator[RedactedLine]:
    """The lines of entry n; none if it is no letter of the audience's own.

    A line is held to the view that its writer had. After the first line of a letter that view is known only
    while no event was shown that changes the table. It is not known either where a standing order of the
    writer may have acted before the line.
    """
    letter, told = table.known[n].letter, [one.seen for one in table.known[n].told]
    if letter is None:
        return
    house = table.known[n - 1].house if n else House()
    read = by_number(read_again(table, n, house, letter))
    view, standing = table.view_after(n - 1), _has_standing(table, n)
    for line in letter.lines:
        shown, told = told[: line.events], told[line.events :]
        reading = next(read[line.number], None)
        order = reading.reading if reading else None
        known = not (
            standing and isinstance(order, Order) and driver.after_standing_orders(table.game, order.move)
        )
        yield RedactedLine(line, reading, tuple(shown), view if known else None)
        if not all(_leaves(table, one) for one in shown):
            view = None


def _has_standing(table: Redacted, n: int) -> bool:
    """Whether the audience had given a standing order before the end of entry n."""
    letters = (one.letter for one in table.known[: n + 1] if one.letter)
    played = (line.move for letter in letters for line in letter.lines if line.verdict == PLAYED)
    return any(move.startswith(STANDING) for move in played)


def _leaves(table: Redacted, seen: Seen) -> bool:
    """Whether an event leaves the view as it was."""
    cls = event_named(table.game, seen.kind)
    return cls is not None and issubclass(cls, Accepted | LeavesTheTable)
