"""How Trio is played: each player in turn calls a number; after two rounds the most points win.

The master may add to it.
"""

from collections.abc import Mapping
from typing import Any

from referee.engine.choices import Choices, Move, plain
from referee.engine.events import Event, Happening, Open, event
from referee.engine.game import Moves, Owed
from referee.engine.kit import windows
from referee.engine.kit.base import BaseState, BaseView, seated
from referee.engine.kit.customs import SidesTaken as AnySidesTaken
from referee.engine.kit.customs import customs, heard_of, not_in_turn, own_event, still_offered
from referee.engine.kit.options import Rulings, ruling
from referee.engine.lots import Lots
from referee.engine.moves import move
from referee.engine.rules import cites, rule, why
from referee.engine.seating import MASTER
from referee.util.errors import Why
from referee.util.values import field, replace

CUSTOMS = customs(__name__, over="2.1", resign="2.2", draw="2.2", silence="2.3", several=True)
SidesTaken = own_event("H11", __name__, AnySidesTaken)
WINDOWS = windows.windows(__name__, "1.3")
UNTIL = ("turn", "end")
ROUNDS = 2
NUMBERS = ("one", "two", "three")


@move("call {number}")
class Call(Move):
    """`call two`: two points more (1.1)."""

    number: str


@move("award {seat}")
class Award(Move):
    """`award brand`: a point more, by the master (1.2)."""

    seat: str


@move("doubt")
class Doubt(Move):
    """`doubt`: what was called does not count (1.3)."""


Points = tuple[tuple[str, int], ...]


class Options(Rulings):
    """Whether a call may be doubted."""

    doubts: str = ruling("1.3", "no", "yes", "whether a call may be doubted.")


class State(windows.Reacting, BaseState, kw_only=True, dict=True):
    """Everything on the table. `called` says who has called what, as long as others may doubt it."""

    options: Options = field(default_factory=Options)
    called: tuple[str, str] = ("", "")
    points: Points = ()


class View(BaseView, kw_only=True, dict=True):
    """The table for one seat."""

    points: Points
    asked: tuple[str, ...]
    reacting: tuple[str, ...]
    passing: tuple[tuple[str, str], ...]


def more(s: State, seat: str, number: int) -> State:
    """The table with this many more points for a seat."""
    known = dict(s.points)
    known[seat] = known.get(seat, 0) + number
    return replace(s, points=tuple((one, known[one]) for one in s.players if one in known))


@event("1.1")
class TurnBegun(Event):
    """A turn begins."""

    by: Open[str]

    def change(self, s: State) -> State:
        passing = windows.passing_over(s, "turn", self.by)
        return replace(s, turn=s.turn + 1, action=0, on_turn=self.by, called=("", ""), **passing)


@event("1.1")
class Skipped(Event):
    """The turn of a seat that has left."""

    by: Open[str]

    def change(self, s: State) -> State:
        return replace(s, turn=s.turn + 1)


@event("1.1")
class Called(Event):
    """A player calls a number, and the turn is over."""

    by: Open[str]
    said: Open[str]

    def change(self, s: State) -> State:
        s = replace(more(s, self.by, NUMBERS.index(self.said) + 1), called=(self.by, self.said))
        return replace(
            s, action=1, on_turn="", offer=still_offered(s.offer, self.by), overdue=heard_of(s, self.by)
        )


@event("1.2")
class Awarded(Event):
    """The master gives a point."""

    to: Open[str]

    def change(self, s: State) -> State:
        return more(s, self.to, 1)


@event("1.3")
class Doubted(Event):
    """What was called does not count."""

    by: Open[str]

    def change(self, s: State) -> State:
        seat, said = s.called
        return replace(more(s, seat, -NUMBERS.index(said) - 1), reacting=())


@rule("1.3")
def may_doubt(v: View, m: Doubt) -> Why | None:
    """What was called is doubted while the window is open."""
    return None if v.seat in v.reacting else why("no-window")


@rule("1.1")
def in_turn(v: View, m: Call) -> Why | None:
    """Numbers are called in turn."""
    return not_in_turn(v)


@rule("1.1")
def a_number(v: View, m: Call) -> Why | None:
    """One, two or three is called."""
    return None if m.number in NUMBERS else why("no-number")


@rule("1.2")
def by_the_master(v: View, m: Award) -> Why | None:
    """The master alone gives points, and to players."""
    return None if v.seat == MASTER and m.seat in v.players else why("no-master")


def call(s: State, by: str, m: Call, lots: Lots) -> Happening:
    """1.1 A number is called."""
    s = yield Called(by, m.number)
    if s.options.doubts == "yes":
        yield WINDOWS.opened(tuple(one for one in s.still_in if one != by))


def doubt(s: State, by: str, m: Doubt, lots: Lots) -> Happening:
    """1.3 A call is doubted."""
    yield Doubted(by)


def award(s: State, by: str, m: Award, lots: Lots) -> Happening:
    """1.2 A point is given."""
    yield Awarded(m.seat)


def set_up(s: State, options: Mapping[str, Any], lots: Lots) -> Happening:
    """H11 The seats are taken."""
    yield from seated(SidesTaken, s.seats, options, lots)


@cites("2.1")
def proceed(s: State, lots: Lots) -> Happening:
    """The next turn begins, except of a seat that has left; or two rounds are over."""
    s = (yield from WINDOWS.over(s)) or s
    if s.outcome or s.asked or (s.on_turn and s.on_turn not in s.gone):
        return
    if s.turn < ROUNDS * len(s.players):
        seat = s.players[s.turn % len(s.players)]
        yield TurnBegun(seat) if seat in s.still_in else Skipped(seat)
    else:
        standings = tuple(sorted(s.points, key=lambda one: -one[1]))
        winners = tuple(seat for seat, one in standings if one == standings[0][1])
        yield CUSTOMS.ended(winners, "2.1", "most", standings)


def silence(s: State, owed: Owed, lots: Lots) -> Move | Happening:
    """1.3 A seat that says nothing passes; 2.3 if it is that seat's turn, the others may claim."""
    return windows.Pass() if owed.optional else CUSTOMS.let_pass(s, owed)


def owed(s: State) -> tuple[Owed, ...]:
    """The seat on turn owes a number; before that, the others owe a doubt or a pass."""
    if s.asked and not s.outcome:
        return WINDOWS.owed(s, "doubt")
    return () if s.outcome or not s.on_turn else (Owed(s.on_turn, "number", "1.1"),)


def view(s: State, seat: str | None) -> View:
    """What lies on the table."""
    shown = WINDOWS.seen_by(s, seat)
    known = WINDOWS.owed(replace(s, reacting=shown["reacting"]), "doubt") if s.asked else owed(s)
    return View.of(s, seat, known, points=s.points, **shown)


def choices(v: View) -> Choices:
    """The legal moves of a seat."""
    if v.seat is None or v.outcome:
        return Choices(list, tuple)
    calls: list[Move] = [Call(one) for one in NUMBERS if v.on_turn == v.seat]
    awards: list[Move] = [Award(one) for one in v.players if v.seat == MASTER]
    doubts: list[Move] = [Doubt()] if v.seat in v.reacting else []
    passes = WINDOWS.families(v, UNTIL)
    forward = (
        plain("call", "1.1", calls),
        plain("award", "1.2", awards),
        plain("doubt", "1.3", doubts),
        *passes,
    )
    return Choices(
        lambda: [*calls, *awards, *doubts, *(one for family in passes for one in family.moves())],
        lambda: (*forward, *CUSTOMS.resigning(v), *CUSTOMS.families(v)),
    )


MOVES: Moves = {
    Call: (call, (CUSTOMS.game_goes_on, in_turn, a_number)),
    Award: (award, (CUSTOMS.game_goes_on, by_the_master)),
    Doubt: (doubt, (CUSTOMS.game_goes_on, may_doubt)),
    **WINDOWS.moves(CUSTOMS.game_goes_on),
    **CUSTOMS.moves(CUSTOMS.game_goes_on),
}
