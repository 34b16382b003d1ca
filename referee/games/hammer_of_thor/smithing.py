"""S14 The smith: forged items for runes."""

from collections.abc import Iterable, Iterator, Mapping

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.kit.base import RestsOn
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.carried import RunesSpent, Took
from referee.games.hammer_of_thor.customs import CUSTOMS
from referee.games.hammer_of_thor.figures import (
    Counter,
    Pairs,
    abilities,
    fits,
    group_of,
    of_seat,
    seat_of,
)
from referee.games.hammer_of_thor.grounds import OWN_TURN
from referee.games.hammer_of_thor.played import PhaseBegun
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

SMITH = "smith"


@rule("S14")
def after_halt(v: View, _m: m.Smith) -> Why | None:
    """With the supplement a smith works after `halt`, in your own player-turn, outside encounters."""
    if not v.house:
        return why("no-supplement")
    if not v.on_turn:
        return why("not-begun")
    if v.on_turn != v.seat:
        return why("not-your-turn", seat=v.on_turn, position=f"{v.turn}.{v.action}")
    if v.encounter:
        return why("encounter-open")
    return None if v.owes("encounter", "after") else why("halt-first")


@rule("S14")
def smith_there(v: View, m: m.Smith) -> Why | None:
    """A character of the counter has the ability smith."""
    if m.name not in v.figures or seat_of(v, m.name) != v.seat:
        return why("not-yours", name=m.name)
    able = any(SMITH in abilities(v, one) for one in group_of(v, m.name).members)
    return None if able else why("no-smith", name=m.name)


@rule("2.2A6")
def in_the_forge(v: View, m: m.Smith) -> Why | None:
    """Forged, flaming and bronze items lie in the face-up Forged deck."""
    return None if m.item in v.forged else why("not-forged", item=m.item)


@rule("2.2A1")
def fits_the_bearer(v: View, m: m.Smith) -> Why | None:
    """At most one item of a letter for each character, and one boat for a group."""
    return None if fits(v, m.name, m.item) else why("does-not-fit", item=m.item, name=m.name)


@rule("2.2B2")
def runes_enough(v: View, m: m.Smith) -> Why | None:
    """An item costs as many of the counter's runes as it has REPUTATION, at least one."""
    cost = price(v, m.item)
    has = sum(len(v.figures[one].runes) for one in group_of(v, m.name).members)
    return None if has >= cost else why("too-few-runes", item=m.item, cost=cost, has=has)


def price(t: State | View, item: str) -> int:
    """S14 How many runes an item costs."""
    return max(1, t.cards.items[item].reputation)


def _spent(s: State, counter: Counter, cost: int) -> Pairs:
    """From whom the runes are taken: who joined first gives first."""
    found: dict[str, int] = {}
    for name in counter.members:
        count = min(len(s.figures[name].runes), cost - sum(found.values()))
        if count:
            found[name] = count
    return tuple(found.items())


@cites("S14", "2.2B2")
def smith(s: State, by: str, m: m.Smith, lots: Lots) -> Happening:
    """S14 Runes leave play, and the item is the character's; only taking, looking, smithing and the end may follow."""
    s = yield RunesSpent(_spent(s, group_of(s, m.name), price(s, m.item)))
    s = yield Took(by, m.item, m.name, "S14")
    if s.done.phase != "after":
        s = yield PhaseBegun(by, "after")
    return s


MOVES: Moves = {
    m.Smith: (
        smith,
        (CUSTOMS.game_goes_on, after_halt, smith_there, in_the_forge, fits_the_bearer, runes_enough),
    )
}
RESTS_ON: Mapping[type[Move], RestsOn] = dict.fromkeys(MOVES, OWN_TURN)


def candidates(v: View) -> Iterator[tuple[str, str, Iterable[Move]]]:
    """Each item of the Forged deck for each character of the seat."""
    names = of_seat(v, v.seat) if v.seat and after_halt.check(v, None) is None else ()
    yield SMITH, "S14", [m.Smith(item, name) for item in v.forged for name in names]
