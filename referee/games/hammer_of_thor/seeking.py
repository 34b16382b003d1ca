"""4.0, 4.4-4.6, M16 Who is met: the end of the movement, the roll for a random encounter, counters sought."""

from collections.abc import Iterator

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.hammer_of_thor import meeting, strangers
from referee.games.hammer_of_thor.figures import Counter, counter_of, counters_of, group_of, place_of
from referee.games.hammer_of_thor.happened import Asked, Rolled
from referee.games.hammer_of_thor.met import Stopped
from referee.games.hammer_of_thor.moves import Ask, Halt, Meet, Mission, Roll
from referee.games.hammer_of_thor.played import Met, PhaseBegun, RolledFor
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.timing import (
    ENCOUNTER,
    IN_ENCOUNTER_PHASE,
    IN_MOVEMENT,
    IN_TURN,
    fate_over,
    named,
)
from referee.games.hammer_of_thor.timing import own_group as why_not_own
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why


@cites("4.0", "M16")
def _halt(s: State, by: str, m: Halt, lots: Lots) -> Happening:
    """The Movement phase ends; for a counter that moved without caution it is rolled at once."""
    s = yield from fate_over(s, by)
    s = yield PhaseBegun(by, ENCOUNTER)
    mover = next((one for one in s.counters if one.id == s.done.mover), None)
    if mover and s.done.moved and (not s.done.caution or place_of(s, mover).must_roll):
        yield from _rolled_for(s, by, mover, lots)


@cites("M16", "4.5")
def _rolled_for(s: State, by: str, counter: Counter, lots: Lots) -> Happening:
    """One die or two against the number of the location; where the map has none, the master is asked."""
    place, name = place_of(s, counter), counter.leader
    if place.encounter is None and not s.house:
        s = yield RolledFor(by, name, place.number, True)
        return (yield Stopped("4.5", by, (name,), ""))
    need, comes = (place.encounter or 0) - 1, False
    for _ in range(place.rolls):
        rolled = lots.below(f"encounter {name}", 10)
        s = yield Rolled("encounter", name, rolled, need, "M16")
        comes = comes or rolled <= need
    s = yield RolledFor(by, name, place.number, comes)
    if not comes:
        return s
    if s.house:
        return (yield from strangers.random_encounter(s, lots, name))
    return (yield Stopped("4.5", by, (name,), ""))


@rule("4.5")
def own_group(v: View, m: Roll) -> Why | None:
    """An encounter is rolled for with an own counter."""
    return why_not_own(v, m.group)


@rule("M16")
def one_roll(v: View, m: Roll) -> Why | None:
    """There is one roll for a random encounter in a player-turn."""
    return why("rolled-already") if v.done.rolled else None


def _roll(s: State, by: str, m: Roll, lots: Lots) -> Happening:
    counter = named(s, by, m.group)
    assert counter  # noqa: S101  `own_group` has found it
    yield from _rolled_for(s, by, counter, lots)


@cites("M16")
def who_meets(t: State | View, seat: str, other: Counter) -> Counter | None:
    """The seat's counter that meets another: the one that moved if it is there, else its first there."""
    there = [one for one in counters_of(t, seat) if one.at == other.at]
    moved = (one for one in there if t.done.moved and one.id == t.done.mover)
    return next(moved, there[0] if there else None)


@rule("M16")
def somebody_else(v: View, m: Meet) -> Why | None:
    """Another counter is met, not an own one."""
    other = counter_of(v, m.other)
    if other is None:
        return why("not-on-the-map", name=m.other)
    return why("own-counter", name=m.other) if other.seat and other.seat == v.seat else None


@rule("M16")
def same_place(v: View, m: Meet) -> Why | None:
    """It stands where an own counter is."""
    other = group_of(v, m.other)
    return None if who_meets(v, v.seat or "", other) else why("nobody-there", name=m.other, place=other.at)


@rule("M16")
def met_once(v: View, m: Meet) -> Why | None:
    """Each counter is met once in a player-turn."""
    return why("met-already", name=m.other) if group_of(v, m.other).id in v.done.met else None


@cites("4.4", "4.6", "S1", "M26")
def _meet(s: State, by: str, m: Meet, lots: Lots) -> Happening:
    """A group of another seat by 4.6, a counter of nobody's by 4.4."""
    other = group_of(s, m.other)
    own = who_meets(s, by, other)
    assert own  # noqa: S101  `same_place` has found it
    number = "4.6" if other.seat else "4.4"
    s = yield Met(by, own.leader, other.leader, number)
    meets = strangers.met if s.house else meeting.opened
    yield from meets(s, own.leader, other.leader, number, lots)


@rule("M26")
def a_master_to_ask(v: View, m: Ask | Mission) -> Why | None:
    """The master is asked, and told of missions; with the supplement there is none."""
    return why("no-master") if v.house else None


def _ask(s: State, by: str, m: Ask | Mission, lots: Lots) -> Happening:
    section = "8.0" if isinstance(m, Ask) else "1.0k"
    s = yield from fate_over(s, by)
    s = yield Asked(by, m.text, section)
    yield Stopped(section, by, (), m.text)


def candidates(v: View) -> Iterator[tuple[str, str, list[Move]]]:
    """The end of the movement, a roll with each own counter, each other counter; asking needs words."""
    yield "halt", "4.0", [Halt()]
    yield "roll", "4.5", [Roll(one.leader) for one in counters_of(v, v.seat or "")]
    yield "meet", "M16", [Meet(one.leader) for one in v.counters if one.seat != v.seat]


MOVES: Moves = {
    Halt: (_halt, IN_MOVEMENT),
    Roll: (_roll, (*IN_ENCOUNTER_PHASE, own_group, one_roll)),
    Meet: (_meet, (*IN_ENCOUNTER_PHASE, somebody_else, same_place, met_once)),
    Ask: (_ask, (*IN_TURN, a_master_to_ask)),
    Mission: (_ask, (*IN_TURN, a_master_to_ask)),
}
