"""4.2 Movement: caution, search, reconnaissance, and the way along the lines of the map."""

from collections.abc import Iterator, Mapping

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.kit.base import RestsOn
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.hammer_of_thor.board import Place
from referee.games.hammer_of_thor.dying import enters
from referee.games.hammer_of_thor.figures import (
    CATATONIA,
    Counter,
    allowance,
    counters_of,
    crosses,
    value,
)
from referee.games.hammer_of_thor.grounds import OWN_TURN, season, together, ways
from referee.games.hammer_of_thor.happened import Rolled
from referee.games.hammer_of_thor.moves import Caution, Reconnoitre, Search, Step
from referee.games.hammer_of_thor.played import Cautious, Entered, Scouted, Searched, WayCut
from referee.games.hammer_of_thor.playing import fired
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.timing import IN_MOVEMENT, fate_over, named
from referee.games.hammer_of_thor.timing import own_group as why_not_own
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

Table = State | View
Grouped = Caution | Search | Reconnoitre | Step
Ahead = Search | Reconnoitre
NO_RECONNAISSANCE = "no-recon"
WINTER = "winter"


@cites("4.2b", "4.2A", "M20")
def step_cost(t: Table, counter: Counter, place: Place) -> int:
    """What a step costs: 1, and 1 more into water that somebody cannot cross, unless it is frozen."""
    frozen = t.season == WINTER and not place.never_freezes
    return 1 + (place.water and not frozen and not crosses(t, counter))


def _of(t: Table, seat: str, m: Grouped) -> Counter:
    """The counter that an order names, once the rules have found it."""
    found = named(t, seat, m.group)
    assert found  # noqa: S101  `own_group` comes before
    return found


def _mine(v: View, m: Grouped) -> Counter:
    return _of(v, v.seat or "", m)


@rule("4.2a")
def own_group(v: View, m: Grouped) -> Why | None:
    """A seat moves its own counters; it names one by any of its characters, or not at all if it has only one."""
    return why_not_own(v, m.group)


@rule("4.2a")
def one_counter(v: View, m: Grouped) -> Why | None:
    """One counter moves in a player-turn, and no other."""
    counter = _mine(v, m)
    if v.done.mover in {0, counter.id}:
        return None
    mover = next((one.leader for one in v.counters if one.id == v.done.mover), "")
    return why("other-counter-moves", name=counter.leader, mover=mover)


@rule("M23")
def not_catatonic(v: View, m: Grouped) -> Why | None:
    """A counter with a catatonic character does not move."""
    name = catatonic(v, _mine(v, m))
    return why("catatonic", name=name) if name else None


def catatonic(t: Table, counter: Counter) -> str:
    """2.2A8 The catatonic character of a counter; "" for none."""
    return next((one for one in counter.members if t.figures[one].insanity == CATATONIA), "")


@rule("M17")
def caution_first(v: View, _m: Caution) -> Why | None:
    """Caution is announced once, before the first search, reconnaissance or step."""
    if v.done.caution:
        return why("cautious-already")
    return why("caution-too-late") if v.done.mover else None


@rule("4.2b")
def caution_paid(v: View, m: Caution) -> Why | None:
    """To move with caution costs one SPEED."""
    return _short(v, _mine(v, m), 1)


def _short(t: Table, counter: Counter, need: int) -> Why | None:
    left = allowance(t, counter)
    return None if need <= left else why("not-enough-speed", name=counter.leader, need=need, left=left)


@rule("4.2A")
def along_a_line(v: View, m: Ahead | Step) -> Why | None:
    """A counter goes along lines of the map; the next location is at the end of one."""
    at = _mine(v, m).at
    for place in m.places if isinstance(m, Step) else (m.place,):
        if place not in v.board.places:
            return why("no-such-place", place=place)
        if place not in v.board.neighbours[at]:
            return why("no-line", start=at, place=place, lines=v.board.neighbours[at])
        at = place
    return None


@rule("M11")
def once_each(v: View, m: Ahead) -> Why | None:
    """A location is searched once and reconnoitred once in a player-turn."""
    known = v.done.searched if isinstance(m, Search) else [place for place, _ in v.done.scouted]
    key = "searched-already" if isinstance(m, Search) else "scouted-already"
    return why(key, place=m.place) if m.place in known else None


@rule("9.0")
def can_be_scouted(v: View, m: Reconnoitre) -> Why | None:
    """There are locations where reconnaissance does not work."""
    found = NO_RECONNAISSANCE in v.board.places[m.place].notes
    return why("no-reconnaissance", place=m.place) if found else None


@rule("4.2b")
def ahead_paid(v: View, m: Ahead) -> Why | None:
    """A search or a reconnaissance costs one SPEED; there must be enough left for the step (M11)."""
    counter = _mine(v, m)
    return _short(v, counter, 1 + step_cost(v, counter, v.board.places[m.place]))


@rule("4.2b")
def way_paid(v: View, m: Step) -> Why | None:
    """Each step costs one SPEED, and one more into water that somebody in the group cannot cross."""
    counter = _mine(v, m)
    return _short(v, counter, sum(step_cost(v, counter, v.board.places[place]) for place in m.places))


def _caution(s: State, by: str, m: Caution, lots: Lots) -> Happening:
    s = yield from fate_over(s, by)
    yield Cautious(by, _of(s, by, m).leader)


def _search(s: State, by: str, m: Search, lots: Lots) -> Happening:
    s = yield from fate_over(s, by)
    yield Searched(by, _of(s, by, m).leader, m.place)


@cites("4.2c")
def _reconnoitre(s: State, by: str, m: Reconnoitre, lots: Lots) -> Happening:
    """The roll is against the lowest SENSES in the group, for all to see."""
    s = yield from fate_over(s, by)
    counter = _of(s, by, m)
    need = min(value(s, one, "senses") for one in counter.members)
    rolled = lots.below(f"senses {counter.leader}", 10)
    s = yield Rolled("senses", counter.leader, rolled, need, "4.2c")
    yield Scouted(by, counter.leader, m.place, rolled <= need)


@cites("M25")
def _step(s: State, by: str, m: Step, lots: Lots) -> Happening:
    """M25e Step by step; where the next one is not possible any more, the way ends."""
    s = yield from fate_over(s, by)
    number = _of(s, by, m).id
    for place in m.places:
        if not _can_step(s, number, place):
            return (yield WayCut(by, place))
        s = yield from _one_step(s, by, number, place, lots)
    return s


def _one_step(s: State, by: str, number: int, place: int, lots: Lots) -> Happening:
    """The group is there; Humans may die (2.1D2), then what was ordered beforehand is played."""
    counter = s.counter(number)
    s = yield Entered(by, counter.leader, place, step_cost(s, counter, s.board.places[place]))
    s = yield from enters(s, s.counter(number), lots)
    there = next((one.leader for one in s.counters if one.id == number), by)
    return (yield from fired(s, "enters", there, place, lots))


def _can_step(s: State, number: int, place: int) -> bool:
    counter = next((one for one in s.counters if one.id == number), None)
    if counter is None or s.stops or s.encounter or s.stage != "turns" or catatonic(s, counter):
        return False
    cost = step_cost(s, counter, s.board.places[place])
    return place in s.board.neighbours[counter.at] and cost <= allowance(s, counter)


def candidates(v: View) -> Iterator[tuple[str, str, list[Move]]]:
    """Each own counter with the locations next to it; longer ways are the same steps one by one."""
    own = counters_of(v, v.seat or "")
    ahead = [(one.leader, place) for one in own for place in v.board.neighbours[one.at]]
    yield "caution", "M17", [Caution(one.leader) for one in own]
    yield "search", "M11", [Search(*one) for one in ahead]
    yield "reconnoitre", "4.2c", [Reconnoitre(*one) for one in ahead]
    yield "move", "4.2A", [Step(name, (place,)) for name, place in ahead]


_ANY = (*IN_MOVEMENT, own_group, one_counter, not_catatonic)
_AHEAD = (*_ANY, along_a_line, once_each)

MOVES: Moves = {
    Caution: (_caution, (*_ANY, caution_first, caution_paid)),
    Search: (_search, (*_AHEAD, ahead_paid)),
    Reconnoitre: (_reconnoitre, (*_AHEAD, can_be_scouted, ahead_paid)),
    Step: (_step, (*_ANY, along_a_line, way_paid)),
}
RESTS_ON: Mapping[type[Move], RestsOn] = dict.fromkeys(MOVES, together(OWN_TURN, season, ways))
