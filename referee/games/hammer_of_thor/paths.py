"""4.2A The cheapest way of several steps, for whoever names or asks for a place that is not next to the group."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import accumulate
from typing import Any

from referee.engine.kit.defaults import Note, note
from referee.engine.rules import cites, first_broken
from referee.games.hammer_of_thor import moving
from referee.games.hammer_of_thor.described import in_realm, number_of
from referee.games.hammer_of_thor.figures import Counter, allowance, counter_of, counters_of
from referee.games.hammer_of_thor.moves import Step
from referee.games.hammer_of_thor.moving import step_cost
from referee.games.hammer_of_thor.scene import may_go
from referee.games.hammer_of_thor.view import View
from referee.util.values import replace

MOVE = "move"
ENDLESS = 999
"""More SPEED than any way costs."""
RULES = moving.MOVES[Step][1]


def instead(v: View, written: str) -> tuple[str, ...]:
    """The order that goes to the last place of one that follows no line; () for any other, and where SPEED is short."""
    verb, _, rest = written.partition(" ")
    mine = [one for one in counters_of(v, v.seat or "") if may_go(v, one)]
    words = rest.split()
    if verb != MOVE or not mine or not words[-1:] or not words[-1].isdigit():
        return ()
    counter = next((one for one in mine if words[0] in one.members or words[0].isdigit()), None)
    if counter is None:
        return ()
    meant = Step(counter.leader, way(v, counter, int(words[-1])))
    known = meant.places and first_broken(RULES, v, meant) is None
    return (meant.written,) if known and meant.written not in {written, f"{MOVE} {words[-1]}"} else ()


def nearby(v: View, name: str) -> tuple[Note, ...]:
    """Where somebody is; who is at a place, and how each of the reader's groups comes there."""
    if there := counter_of(v, name):
        return (note("stands-there", name=name, place=there.at),)
    number = number_of(v.board, name)
    places = frozenset({number} & v.board.places.keys()) or in_realm(v.board, name)
    return (*_who_is_at(v, number), *_ways_to(v, places))


@cites("4.4")
def _who_is_at(v: View, number: int) -> Iterator[Note]:
    """The counters at a place, as they lie open on the map, and by which order one of another is met there."""
    there = [one for one in v.counters if one.at == number]
    if there:
        met = next((one.leader for one in there if one.seat != v.seat), "")
        yield note("who-is-at", place=number, there=tuple((one.leader, one.seat) for one in there), met=met)


@cites("4.2A", "4.2b", "4.2a")
def _ways_to(v: View, places: Collection[int]) -> tuple[Note, ...]:
    """The cheapest way of each of the reader's groups to the nearest of some places, as SPEED is now."""
    if not places or not v.seat:
        return ()
    mine = (one for one in counters_of(v, v.seat) if one.at not in places)
    return tuple(note("way-there", **_told(v, one, _nearest(v, one, places))) for one in mine)


def _nearest(v: View, counter: Counter, places: Collection[int]) -> int:
    """Of some places the one that a group comes to the cheapest way."""
    if len(places) == 1:
        return next(iter(places))
    costs = {
        to: sum(step_cost(v, counter, v.board.places[one]) for one in way(v, counter, to, ENDLESS))
        for to in places
    }
    return min(sorted(places), key=lambda to: costs[to] or ENDLESS)


def _told(v: View, counter: Counter, to: int) -> Mapping[str, Any]:
    """The values of the text on one group's way: its places, its SPEED, and what of it can be gone now."""
    found, fresh = way(v, counter, to, ENDLESS), replace(counter, spent=0, bonus=0)
    speed, now = allowance(v, fresh), allowance(v, counter) if may_go(v, counter) else 0
    costs = [step_cost(v, counter, v.board.places[one]) for one in found]
    first = found[: _reach(costs, now)]
    step = Step(counter.leader, first)
    return {
        "name": counter.leader,
        "start": counter.at,
        "places": found,
        "cost": sum(costs),
        "speed": speed,
        "turns": _turns(costs, [now] if first else [], speed),
        "order": step.written if first and first_broken(RULES, v, step) is None else "",
    }


def _reach(costs: Sequence[int], speed: int) -> int:
    """How many of these steps can be paid with this SPEED."""
    return sum(total <= speed for total in accumulate(costs))


def _turns(costs: Sequence[int], now: Sequence[int], speed: int) -> int:
    """In how many player-turns these steps can be gone, `now` what is left in this one; 0 where they never can."""
    left, turns = list(costs), 0
    while left:
        gone = _reach(left, now[0] if now and not turns else speed)
        if not gone:
            return 0
        left, turns = left[gone:], turns + 1
    return turns


@cites("4.2A", "4.2b")
def way(v: View, counter: Counter, to: int, most: int = -1) -> tuple[int, ...]:
    """The places on the cheapest way there, the fewest first; () if there is none for this SPEED, or what is left."""
    found = ways(v, counter, most if most >= 0 else allowance(v, counter))
    return next((gone for gone in found if (gone[-1] if gone else counter.at) == to), ())


@cites("4.2A", "4.2b")
def ways(v: View, counter: Counter, left: int) -> Iterator[tuple[int, ...]]:
    """The places on the cheapest way to each place that this SPEED reaches, the cheapest first; () to where it is."""
    best: set[int] = set()
    ahead: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while ahead:
        cost, gone = heappop(ahead)
        at = gone[-1] if gone else counter.at
        if at in best:
            continue
        yield gone
        best.add(at)
        for number in v.board.neighbours[at]:
            then = cost + step_cost(v, counter, v.board.places[number])
            if number not in best and then <= left:
                heappush(ahead, (then, (*gone, number)))
