"""One order of a variation at one table: ruled on by the rules of its game, and carried out; nothing is written.

A variation has no letters of its own. A seat's orders one after another are one letter, which ends where
another seat goes on, or where the same seat has nothing left to do in it.
"""

from dataclasses import dataclass, replace
from typing import Any

from referee.engine import driver
from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.lots import Lots
from referee.engine.rules import why
from referee.house.invitation import ANSWERS
from referee.notation.reader import Line, Misread, Order
from referee.table.legality import Sitting, rule_line
from referee.table.verdicts import NOT_PLAYED, PASSED_OVER, PLAYED, Verdict


@dataclass(frozen=True, slots=True)
class At:
    """A table within a variation: its state, and whose letter is under way ("": nobody's).

    `before` is what happened since the order before: the end of its letter.
    """

    state: Any
    writer: str = ""
    before: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """An order ruled on: whose it was, the verdict, the table after it, and what happened."""

    seat: str
    verdict: Verdict
    after: At
    events: tuple[Event, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether the variation goes on after it."""
        return self.verdict.kind in {PLAYED, PASSED_OVER}


def made(game: Game, at: At, seat: str, line: Line, lots: Lots) -> Made:
    """An order of a seat at a table; if the seat can make it only in a letter of its own, its letter ends first.

    Raises what the lots raise.
    """
    here = at if at.writer in ("", seat) else ended(game, at, lots)
    found = _ruled(game, here, seat, line, lots)
    if found.stands or at.writer != seat:
        return found
    fresh = ended(game, at, lots)
    if fresh.state is at.state:
        return found
    again = _ruled(game, fresh, seat, line, lots)
    return again if again.stands else found


def _ruled(game: Game, at: At, seat: str, line: Line, lots: Lots) -> Made:
    if not isinstance(line.reading, Order | Misread):
        return Made(seat, Verdict(line, NOT_PLAYED, reason=why("line-no-move")), at)
    state, events = at.state, list(at.before)
    move = line.reading.move if isinstance(line.reading, Order) else None
    if move is not None and type(move) not in ANSWERS and driver.after_standing_orders(game, move):
        state = driver.begin_letter(game, state, seat, lots, events)
    over = game.ended(state) is not None
    verdict = rule_line(line, Sitting(game, seat, game.view(state, seat), None, over=over))
    if verdict.kind != PLAYED or verdict.move is None or type(verdict.move) in ANSWERS:
        return Made(seat, verdict, at)
    lots.heard(seat, verdict.written)
    state = driver.make(game, state, seat, verdict.move, lots, events)
    return Made(seat, verdict, At(state, seat), tuple(events))


def closed(game: Game, one: Made, lots: Lots) -> Made:
    """An order with the end of its letter, if its seat has nothing left to do."""
    if not one.stands or any(owed.seat == one.seat for owed in game.owed(one.after.state)):
        return one
    return with_end(game, one, lots)


def with_end(game: Game, one: Made, lots: Lots) -> Made:
    """An order with the end of its letter."""
    after = ended(game, one.after, lots)
    return replace(one, after=replace(after, before=()), events=(*one.events, *after.before))


def ended(game: Game, at: At, lots: Lots) -> At:
    """The table after the end of the letter that is under way; the same if there is none."""
    if not at.writer:
        return at
    events = list(at.before)
    state = driver.end_letter(game, at.state, at.writer, lots, events)
    while True:
        before = len(events)
        _, state = driver.standing_act(game, state, lots, events)
        if len(events) == before:
            return At(state, "", tuple(events))


def to_move(game: Game, at: At, reader: str | None) -> tuple[str, ...]:
    """Whose order may come next, where the text does not say: the writer of the letter under way comes first."""
    owing = tuple(dict.fromkeys(one.seat for one in game.owed(at.state)))
    first = tuple(seat for seat in (at.writer, reader) if seat and (seat in owing or not owing))
    return first[:1] or owing
