"""How Trio is played: each in turn calls a number, and who has called most after two rounds wins. The master may add to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.engine.choices import Choices, Move, plain
from referee.engine.events import Event, Happening, Open, event
from referee.engine.game import Moves, Owed
from referee.engine.kit.base import BaseState, BaseView, seated
from referee.engine.kit.customs import SidesTaken as AnySidesTaken
from referee.engine.kit.customs import customs, heard_of, own_event, still_offered
from referee.engine.lots import Lots
from referee.engine.moves import move
from referee.engine.rules import cites, rule, why
from referee.engine.seating import MASTER
from referee.util.errors import Why

CUSTOMS = customs(__name__, over="2.1", resign="2.2", draw="2.2", silence="2.3", several=True)
SidesTaken = own_event("H11", __name__, AnySidesTaken)
ROUNDS = 2
NUMBERS = ("one", "two", "three")


@move
class Call(Move):
    """`call two`: two points more (1.1)."""

    number: str


@move
class Award(Move):
    """`award brand`: a point more, by the master (1.2)."""

    seat: str


BUILDERS: Mapping[str, Callable[..., Any]] = {"call": Call, "award": Award, "card": str}
WRITTEN: Mapping[type[Move], Callable[[Any], str]] = {
    Call: lambda m: f"call {m.number}",
    Award: lambda m: f"award {m.seat}",
}
Points = tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True)
class State(BaseState):
    """Everything on the table."""

    on_turn: str = ""
    points: Points = ()


@dataclass(frozen=True, kw_only=True)
class View(BaseView):
    """The table for one seat."""

    on_turn: str
    points: Points


def more(s: State, seat: str, number: int) -> State:
    """The table with so many points more for a seat."""
    known = dict(s.points)
    known[seat] = known.get(seat, 0) + number
    return replace(s, points=tuple((one, known[one]) for one in s.players if one in known))


@event("1.1")
class TurnBegun(Event):
    """A turn begins."""

    by: Open[str]

    def change(self, s: State) -> State:
        return replace(s, turn=s.turn + 1, action=0, on_turn=self.by)


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
        s = more(s, self.by, NUMBERS.index(self.said) + 1)
        return replace(
            s, action=1, on_turn="", offer=still_offered(s.offer, self.by), overdue=heard_of(s, self.by)
        )


@event("1.2")
class Awarded(Event):
    """The master gives a point."""

    to: Open[str]

    def change(self, s: State) -> State:
        return more(s, self.to, 1)


@rule("1.1")
def in_turn(v: View, m: Call) -> Why | None:
    """Numbers are called in turn."""
    position = f"{v.turn}.{v.action}"
    return None if v.on_turn == v.seat else why("not-your-turn", seat=v.on_turn, position=position)


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
    yield Called(by, m.number)


def award(s: State, by: str, m: Award, lots: Lots) -> Happening:
    """1.2 A point is given."""
    yield Awarded(m.seat)


def set_up(s: State, options: Mapping[str, Any], lots: Lots) -> Happening:
    """H11 The seats are taken."""
    yield from seated(SidesTaken, s.seats, options, lots)


@cites("2.1")
def proceed(s: State, lots: Lots) -> Happening:
    """A turn begins, but for who has left; or two rounds are over."""
    if s.outcome or (s.on_turn and s.on_turn not in s.gone):
        return
    if s.turn < ROUNDS * len(s.players):
        seat = s.players[s.turn % len(s.players)]
        yield TurnBegun(seat) if seat in s.still_in else Skipped(seat)
    else:
        standings = tuple(sorted(s.points, key=lambda one: -one[1]))
        winners = tuple(seat for seat, one in standings if one == standings[0][1])
        yield CUSTOMS.ended(winners, "2.1", "most", standings)


def owed(s: State) -> tuple[Owed, ...]:
    """A number, of whoever is on turn."""
    return () if s.outcome or not s.on_turn else (Owed(s.on_turn, "number", "1.1"),)


def view(s: State, seat: str | None) -> View:
    """What lies on the table."""
    return View.of(s, seat, owed(s), on_turn=s.on_turn, points=s.points)


def choices(v: View) -> Choices:
    """The legal moves of a seat."""
    if v.seat is None or v.outcome:
        return Choices(list, tuple)
    calls: list[Move] = [Call(one) for one in NUMBERS if v.on_turn == v.seat]
    awards: list[Move] = [Award(one) for one in v.players if v.seat == MASTER]
    forward = (plain("call", "1.1", calls), plain("award", "1.2", awards))
    return Choices(lambda: calls + awards, lambda: (*forward, *CUSTOMS.resigning(v), *CUSTOMS.families(v)))


MOVES: Moves = {
    Call: (call, (CUSTOMS.game_goes_on, in_turn, a_number)),
    Award: (award, (CUSTOMS.game_goes_on, by_the_master)),
    **CUSTOMS.moves(CUSTOMS.game_goes_on),
}
