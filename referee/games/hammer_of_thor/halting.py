"""4.3 The Encounter phase: the Movement phase ends, it is rolled for a random encounter, others are sought."""

from collections.abc import Iterable, Iterator, Mapping

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.kit.base import RestsOn
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.hammer_of_thor import house, meeting, roads
from referee.games.hammer_of_thor.doing import followed
from referee.games.hammer_of_thor.figures import Counter, counter_of, counters_of, group_of, place_of
from referee.games.hammer_of_thor.grounds import OWN_TURN
from referee.games.hammer_of_thor.happened import Rolled
from referee.games.hammer_of_thor.met import Stopped
from referee.games.hammer_of_thor.moves import Halt, Meet, Roll
from referee.games.hammer_of_thor.played import Met, PhaseBegun, RolledFor
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.timing import IN_ENCOUNTER_PHASE, IN_MOVEMENT, named
from referee.games.hammer_of_thor.timing import own_group as of_own
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

D10 = 10


@rule("M16")
def once_a_turn(v: View, _m: Roll) -> Why | None:
    """At most one random encounter is rolled for in a player-turn."""
    return why("rolled-already") if v.done.rolled else None


@rule("M16")
def own_counter(v: View, m: Roll) -> Why | None:
    """It is rolled for one of the seat's own counters."""
    return of_own(v, m.group)


@rule("M16")
def same_location(v: View, m: Meet) -> Why | None:
    """Another counter is met in the location of one of the seat's own."""
    other = counter_of(v, m.other)
    if other is None or other.seat == v.seat:
        return why("nobody-to-meet", name=m.other)
    return None if seeker(v, v.seat or "", other) else why("not-here", name=other.leader, place=other.at)


@rule("M16")
def met_once(v: View, m: Meet) -> Why | None:
    """Each other counter is met once in a player-turn."""
    other = counter_of(v, m.other)
    return why("met-already", name=other.leader) if other and other.id in v.done.met else None


def seeker(t: State | View, seat: str, other: Counter) -> Counter | None:
    """M16 The seat's counter that meets another one there: the one that moved, else its first."""
    there = [one for one in counters_of(t, seat) if one.at == other.at]
    moved = (one for one in there if t.done.moved and one.id == t.done.mover)
    return next(moved, there[0] if there else None)


@cites("M16", "4.0", "S17")
def halt(s: State, by: str, m: Halt, lots: Lots) -> Happening:
    """M16 The Movement phase ends; a counter that moved without CAUTION is rolled for at once."""
    s = yield PhaseBegun(by, "encounter")
    mover = next((one for one in s.counters if one.id == s.done.mover), None)
    if mover and s.done.moved:
        s = yield from roads.reached(s, by, mover)
    if mover and s.done.moved and (not s.done.caution or place_of(s, mover).must_roll):
        yield from rolled_for(s, by, mover, lots)


def roll(s: State, by: str, m: Roll, lots: Lots) -> Happening:
    """M16 A seat may have it rolled for one of its counters, where none is due."""
    counter = named(s, by, m.group)
    assert counter is not None  # noqa: S101  the rules have seen to it
    yield from rolled_for(s, by, counter, lots)


@cites("4.5", "M16", "1.0a", "S16")
def rolled_for(s: State, by: str, counter: Counter, lots: Lots) -> Happening:
    """M16 One die, or two where the map says so; an encounter if one is below the location's number (S16: searched).

    Where the map has no number the master is asked; in the supplement nobody is met there.
    """
    place = place_of(s, counter)
    number = 0 if place.encounter is None else place.encounter + roads.sooner(s, counter)
    if place.encounter is None and not s.house:
        s = yield RolledFor(by, counter.leader, place.number, comes=True)
        return (yield Stopped("4.5", by, (counter.leader,), ""))
    comes = False
    for n in range(place.rolls):
        value = lots.below(f"encounter {counter.leader} {n}", D10)
        comes = comes or value < number
        s = yield Rolled("encounter", counter.leader, value, number - 1, "4.5")
    s = yield RolledFor(by, counter.leader, place.number, comes)
    if not comes:
        return s
    if s.house:
        return (yield from followed(s, house.random_encounter(s, lots, counter.leader)))
    return (yield Stopped("4.5", by, (counter.leader,), ""))


@cites("4.4", "4.6", "M16", "M26")
def meet(s: State, by: str, m: Meet, lots: Lots) -> Happening:
    """4.4 A counter of the seven is met, 4.6 or one of another seat."""
    other = group_of(s, m.other)
    own = seeker(s, by, other)
    assert own is not None  # noqa: S101  the rules have seen to it
    number = "4.6" if other.seat else "4.4"
    s = yield Met(by, own.leader, other.leader, number)
    if s.house:
        return (yield from house.met(s, own.leader, other.leader, number, lots))
    return (yield from meeting.opened(s, own.leader, other.leader, number, lots))


MOVES: Moves = {
    Halt: (halt, IN_MOVEMENT),
    Roll: (roll, (*IN_ENCOUNTER_PHASE, once_a_turn, own_counter)),
    Meet: (meet, (*IN_ENCOUNTER_PHASE, same_location, met_once)),
}
RESTS_ON: Mapping[type[Move], RestsOn] = dict.fromkeys(MOVES, OWN_TURN)


def candidates(v: View) -> Iterator[tuple[str, str, Iterable[Move]]]:
    """Ending the movement, rolling, and whom one may meet."""
    mine = counters_of(v, v.seat or "")
    yield "halt", "M16", [Halt()]
    yield "roll", "M16", [Roll(one.leader) for one in mine]
    places = {one.at for one in mine}
    yield "meet", "M16", [Meet(one.leader) for one in v.counters if one.seat != v.seat and one.at in places]
