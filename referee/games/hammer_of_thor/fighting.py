"""S6 The fight of the supplement: three rounds of blows, and who stands after them."""

from collections.abc import Generator, Mapping
from typing import Any

from referee.engine.events import Event, Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.carried import Broken
from referee.games.hammer_of_thor.closing import closed
from referee.games.hammer_of_thor.dying import dies
from referee.games.hammer_of_thor.fared import StaminaChanged
from referee.games.hammer_of_thor.figures import Names, OnTable, character, is_norn, reputation
from referee.games.hammer_of_thor.measured import NEVER, fallen, measure, needed, reaction, thrown
from referee.games.hammer_of_thor.met import Blow, CombatBegun
from referee.games.hammer_of_thor.spoils import Fall, after_fight
from referee.games.hammer_of_thor.table import State
from referee.util.values import Struct, Value, field

ROUNDS = 3
"""S6 Of blows."""
BRONZE = "bronze"
Struck = Generator[Event, Any, State]


class Band(Value):
    """One side of a fight: who fights, in order of joining, and whether its blows are to subdue."""

    names: Names
    subdual: bool


class Fight(Struct):
    """A fight while it goes on: its sides, that of the counter on turn first, and who has fallen by whose blow."""

    bands: tuple[Band, Band]
    falls: dict[str, Fall] = field(default_factory=dict)

    def standing(self, t: OnTable, band: Band) -> Names:
        """Who of a side still stands."""
        return tuple(one for one in band.names if one in t.figures and one not in self.falls)

    def goes_on(self, t: OnTable) -> bool:
        """Whether somebody of both sides stands."""
        return all(self.standing(t, band) for band in self.bands)

    def sides(self, name: str) -> tuple[Band, Band]:
        """The side of a fighter, and the other."""
        own, other = self.bands
        return (own, other) if name in own.names else (other, own)


@cites("2.1A", "2.1H", "S6")
def may_strike(t: OnTable, name: str, at: str) -> bool:
    """S6 Never mother or father, never a Norn."""
    return at not in character(t, name).relatives and not is_norn(t, at)


@cites("S6")
def in_order(t: OnTable, fight: Fight) -> Names:
    """S6 In order of REACTION; at a tie the counter on turn, then who joined first."""
    names = (one for band in fight.bands for one in fight.standing(t, band))
    return tuple(sorted(names, key=lambda one: -reaction(t, one)))


@cites("S6")
def target(t: OnTable, fight: Fight, name: str) -> str:
    """S6 The standing enemy with the highest REPUTATION, at a tie who joined first; "" for nobody."""
    _, enemies = fight.sides(name)
    able = [one for one in fight.standing(t, enemies) if may_strike(t, name, one)]
    return max(able, key=lambda one: reputation(t, one), default="")


@cites("2.1B", "S6")
def subdues(t: OnTable, fight: Fight, name: str, at: str) -> bool:
    """S6 Whether a blow is to subdue: by the card, or because it is at a friend."""
    return fight.sides(name)[0].subdual or at in character(t, name).friends


@cites("S6", "S7")
def fought(s: State, bands: tuple[Band, Band], lots: Lots) -> Happening:
    """S6 Three rounds of blows; when nobody of one side stands, the fight and the encounter are over."""
    fight = Fight(bands)
    s = yield CombatBegun("S6")
    for _ in range(ROUNDS):
        for name in in_order(s, fight):
            stands = not s.outcome and name in fight.standing(s, fight.sides(name)[0])
            if stands and (at := target(s, fight, name)):
                s = yield from struck(s, fight, name, at, lots)
    over = not fight.goes_on(s)
    s = yield from after_fight(s, tuple(fight.falls.values()), lots)
    return (yield from closed(s, lots)) if over and not s.outcome else s


@cites("S6", "S4")
def odds(t: OnTable, name: str, at: str) -> tuple[int, int]:
    """S6 What a blow has to show at most, ACCURACY against AGILITY, and the STAMINA that a hit costs."""
    need = needed(measure(t, name, "accuracy"), measure(t, at, "agility"))
    return need, 1 + measure(t, name, "strength") // 2


@cites("S6", "S4")
def struck(s: State, fight: Fight, name: str, at: str, lots: Lots) -> Struck:
    """S6 A blow: ACCURACY against AGILITY; a hit costs 1 and half the STRENGTH in STAMINA."""
    need, loss = odds(s, name, at)
    s, shown = yield from thrown(s, "blow", name, need, lots, "S6")
    loss = loss if shown <= need else 0
    subdual = subdues(s, fight, name, at)
    s = yield Blow(name, at, bool(loss), loss, subdual, "S6")
    if shown == NEVER:
        s = yield from bronze_breaks(s, (name, at))
    if not loss:
        return s
    s = yield StaminaChanged(at, -loss, subdual, "S6")
    if not fallen(s, at):
        return s
    figure = s.figures[at]
    fight.falls[at] = Fall(at, name, subdual, reputation(s, at), figure.items)
    return s if subdual else (yield from dies(s, at, "S6", lots))


@cites("2.2A5", "M22")
def bronze_breaks(s: State, names: Names) -> Struck:
    """2.2A5 After a 9 all revealed bronze items of both break (M22)."""
    for name in names:
        figure = s.figures[name]
        for item in figure.items:
            if item in figure.revealed and s.cards.items[item].kind == BRONZE:
                s = yield Broken(item, "2.2A5")
    return s


def bands_of(t: Any, card: str, cards: Mapping[int, str], on_turn: int, other: int) -> tuple[Band, Band]:
    """S5 Who fights by a card, and how: `challenge` the leaders to subdue, else all.

    Each side strikes as its own card of the round says, `attack` or `subdue`; a side that has played no such card
    strikes as the card says by which it comes to the fight.
    """
    made = []
    for number in (on_turn, other):
        counter = t.counter(number)
        if card == "challenge":
            made.append(Band((counter.leader,), subdual=True))
        else:
            own = cards.get(number, "")
            mode = own if own in {"attack", "subdue"} else card
            made.append(Band(counter.members, subdual=mode == "subdue"))
    return made[0], made[1]
