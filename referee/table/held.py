"""The lines of a letter in the record, each held again to the rules it was held to, by the view it was held to then.

The table is that of the record: what a line was held to then does not rest on what today's rules would have made of
the lines before it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.game import Ambiguous, Game, refused
from referee.engine.moves import canonical
from referee.house import disputes, undo
from referee.house.chapters import AT_EVERY_TABLE, declared_in
from referee.house.invitation import ANSWERS, Accepted, Declined, answer_meant
from referee.house.letters import Said, counts
from referee.house.players import SecretRenewed
from referee.house.state import OPEN, House, Standing
from referee.house.time import PauseAsked, VacationTaken
from referee.house.undo import UndoAccepted, UndoDeclined, UndoOffered
from referee.notation.reader import Misread, Order, Prose, Reader, Reading
from referee.notation.readings import Table as Question
from referee.record.entries import Letter, Line
from referee.record.private import is_shut
from referee.table import fold, verdicts
from referee.table.again import met, read_again
from referee.table.points import Point, written_position
from referee.table.table import Table
from referee.table.verdicts import Tried

ORDERS = frozenset({"played", "refused", "passed-over", "ambiguous"})
"""Verdicts of lines that were ruled on as orders."""
WORDS = (
    *(Said, PauseAsked, VacationTaken, SecretRenewed, UndoOffered, UndoAccepted, UndoDeclined),
    *declared_in(disputes).values(),
)
"""Events of the house that count among the words of a day (H18)."""


@dataclass(frozen=True, slots=True)
class Held:
    """A line of a letter: as it was ruled on and as it reads today, where the table stood, the rules it was held to.

    `tried` is None where no move was held to any rule, `readings` what a line that is not clear can mean. `same` tells
    whether today's rules come to the same verdict; `events` are what the line brought about, whoever saw it.
    """

    line: Line
    reading: Reading | None
    position: str
    tried: Tried | None
    readings: tuple[str, ...]
    same: bool
    events: tuple[Event, ...]


@dataclass(slots=True)
class _Desk:
    """A letter gone through again, line by line; `before` as in `referee.house.state.Standing`."""

    game: Game
    letter: Letter
    reader: Reader
    state: Any
    house: House
    invited: bool
    content: Any
    before_it: Sequence[Point]
    before: tuple[int, int] | None = None

    def held(self, line: Line, reading: Reading | None, events: tuple[Event, ...]) -> Held:
        """One line; then the table stands as it stood after it."""
        position = self.position(self.state)
        tried, readings = self.ruled(line, reading)
        same = _same(line, reading, tried, readings)
        for event in events:
            now = fold.Now(self.state, self.content)
            self.state = fold.folded(self.game, self.before_it, now, event).state
        self.after(line, events)
        return Held(line, reading, written_position(position), tried, readings, same, events)

    def position(self, state: Any) -> tuple[int, int]:
        return self.game.position(self.game.view(state, self.letter.seat))

    def ruled(self, line: Line, reading: Reading | None) -> tuple[Tried | None, tuple[str, ...]]:
        """What the rules say to a line, and what it can mean where that is not clear; nothing of one left unruled."""
        if line.verdict == "not-played":
            return None, ()
        if meant := self.meant(reading):
            return None, meant if meant[1:] else ()
        asked = reading.move if isinstance(reading, Question) else None
        move = answer_meant(asked, invited=self.answering) if asked else self.move(line, reading)
        if move is None:
            return None, ()
        state = self.state if asked else self.met(move)
        view = self.game.view(state, self.letter.seat)
        exact = move if type(move) in ANSWERS else self.game.resolve(move, view)
        if isinstance(exact, Ambiguous):
            if asked or any(refused(self.game, view, one) is None for one in exact.moves):
                return None, exact.readings
            exact = exact.moves[0]
        if asked and type(exact) not in ANSWERS:
            return verdicts.tried(self.game, view, exact), ()
        house = self.house.at_any_time if type(exact) in self.game.ANY_TIME else self.house
        guard = reading.guard if isinstance(reading, Order) else None
        place = self.game.position(view)
        over = self.game.ended(state) is not None
        standing = Standing(house, self.letter.seat, place, guard, self.before, over=over)
        return chain(self.game, view, standing, exact), ()

    def meant(self, reading: Reading | None) -> tuple[str, ...]:
        """H22 What a bare word is about while another offers to take a letter back."""
        if not isinstance(reading, Order):
            return ()
        seat = self.letter.seat
        return undo.meant(reading, self.house, self.game.view(self.state, seat), seat)

    def move(self, line: Line, reading: Reading | None) -> Move | None:
        """The move of an order: the one that was ruled on then, however the line would be read today."""
        then = self.reader.read(line.move) if line.move else None
        found = then if isinstance(then, Order) else reading
        if not isinstance(found, Order) or line.verdict not in ORDERS:
            return None
        return answer_meant(found.move, invited=self.answering)

    @property
    def answering(self) -> bool:
        """Whether there is an invitation to decline."""
        return self.invited or bool(self.house.waiting)

    def met(self, move: Move) -> Any:
        """The table as an order meets it, after the writer's standing orders."""
        if self.invited:
            return self.state
        state = met(self.game, self.state, self.letter, move)
        if state is not self.state:
            self.before = self.position(self.state)
        return state

    def after(self, line: Line, events: Sequence[Event]) -> None:
        """What the house knows after a line."""
        offered = line.verdict == "played" and line.move == "offer draw"
        said = (event for event in events if isinstance(event, WORDS))
        spoken = offered + sum(counts(getattr(event, "text", "")) for event in said)
        self.house = undo.after(self.game, self.house, events)
        self.house = replace(self.house, talk=self.house.talk - spoken)
        if line.verdict == "played":
            self.before = None
        for event in events:
            match event:
                case Accepted(by=seat, words=words):
                    self.house = self.house.accepted(seat, words)
                case UndoOffered() | UndoAccepted() | UndoDeclined():
                    self.house = undo.heard(self.house, event)
                case Declined():
                    self.house = replace(OPEN, talk=self.house.talk)


def _same(line: Line, reading: Reading | None, tried: Tried | None, readings: tuple[str, ...]) -> bool:
    """Whether a line that was ruled on as an order then would be ruled on in the same way today."""
    if line.verdict not in ORDERS or is_shut(line.raw):
        return True
    if isinstance(reading, Misread | Prose):
        return False
    if (
        tried is None
    ):  # it is not clear what was meant; or it was no move of the game, which is held to no chain
        return bool(readings) == (line.verdict == "ambiguous")
    return line.verdict != "ambiguous" and line.rule == (tried.broken.rule if tried.broken else "")


def held_lines(table: Table, n: int) -> tuple[Held, ...]:
    """The lines of the letter of entry n, in their order."""
    letter = table.points[n].entry
    assert isinstance(letter, Letter)  # noqa: S101  the caller has looked
    house = table.house_for(letter.seat, letter.reply, until=n, at=letter.at)
    readings = {line.numbers[0]: line.reading for line in read_again(table, n, house)}
    invited = bool(house.waiting)
    reader = table.readers.reader(invited=invited)
    before = table.points[n - 1]
    desk = _Desk(table.game, letter, reader, before.state, house, invited, before.content, table.points[:n])
    return tuple(desk.held(line, readings.get(line.number), events) for line, events in with_events(letter))


def with_events(letter: Letter) -> Iterator[tuple[Line, tuple[Event, ...]]]:
    """Each line of a letter with what it brought about."""
    at = 0
    for line in letter.lines:
        yield line, letter.events[at : at + line.events]
        at += line.events


def chain(game: Game, view: Any, standing: Standing, move: Move) -> Tried:
    """The rules of the house and of the game that an order is held to, up to the first one broken.

    Of those of the house that hold only what matters is told: one that is broken, and that on positions where a
    line names one (H1).
    """
    written = canonical(game, move)
    if type(move) in ANSWERS:
        return verdicts.held_to(ANSWERS[type(move)], standing, move, written)
    house = verdicts.held_to(AT_EVERY_TABLE, replace(standing, written=written), move, written)
    told = tuple(one for one in house.rules if one[2] or (standing.guard and one[0] == "H1"))
    if house.broken:
        return replace(house, rules=told)
    tried = verdicts.tried(game, view, move)
    return replace(tried, rules=(*told, *tried.rules))
