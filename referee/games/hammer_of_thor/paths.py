"""4.2A The cheapest way of several steps, for whoever names a place that is not next to the group."""

from heapq import heappop, heappush

from referee.engine.rules import cites, first_broken
from referee.games.hammer_of_thor import moving
from referee.games.hammer_of_thor.figures import Counter, allowance, counters_of
from referee.games.hammer_of_thor.moves import Step
from referee.games.hammer_of_thor.moving import step_cost
from referee.games.hammer_of_thor.scene import may_go
from referee.games.hammer_of_thor.view import View

MOVE = "move"
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


@cites("4.2A", "4.2b")
def way(v: View, counter: Counter, to: int) -> tuple[int, ...]:
    """The places on the cheapest way there, the fewest first; () if there is none for the SPEED that is left."""
    left, best = allowance(v, counter), {counter.at}
    ahead: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while ahead:
        cost, gone = heappop(ahead)
        at = gone[-1] if gone else counter.at
        if at == to:
            return gone
        best.add(at)
        for number in v.board.neighbours[at]:
            then = cost + step_cost(v, counter, v.board.places[number])
            if number not in best and then <= left:
                heappush(ahead, (then, (*gone, number)))
    return ()
