"""S4 How the supplement measures one character against another: values with items, one roll."""

from collections.abc import Generator
from typing import Any

from referee.engine.events import Event
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.figures import (
    EVIL,
    GOOD,
    OnTable,
    character,
    counter_of,
    most_stamina,
    value,
    working,
)
from referee.games.hammer_of_thor.happened import Rolled
from referee.games.hammer_of_thor.table import State

D10, EVEN = 10, 4
SURPRISE, FIRST_ROUND = 3, 1
"""4.2c REACTION more after a reconnaissance that worked, in this round of the encounter."""
NEVER, ALWAYS = 9, 0
"""S4 What a roll shows that fails, and works, whatever is tested."""
Throw = Generator[Event, Any, tuple[State, int]]
Test = Generator[Event, Any, tuple[State, bool]]


@cites("S4")
def bonus(t: OnTable, name: str, characteristic: str) -> int:
    """S4 What the revealed items of a character that work add to one of its characteristics."""
    return sum(item.bonus.get(characteristic, 0) for item in working(t, name))


@cites("S4")
def measure(t: OnTable, name: str, characteristic: str) -> int:
    """S4 A characteristic with what the items add to it."""
    return value(t, name, characteristic) + bonus(t, name, characteristic)


@cites("4.2c", "S3", "S6")
def reaction(t: OnTable, name: str) -> int:
    """4.2c REACTION with what the items add, and 3 more in the first round after a reconnaissance that worked."""
    met = t.encounter
    first = met is not None and met.surprise and met.round == FIRST_ROUND
    counter = counter_of(t, name) if first else None
    ahead = met is not None and counter is not None and counter.id == met.own
    return measure(t, name, "reaction") + (SURPRISE if ahead else 0)


@cites("S6")
def endurance(t: OnTable, name: str) -> int:
    """S6 How much STAMINA a character can lose before it falls, with what the items add; 0 is without limit (2.1H)."""
    most = most_stamina(t, name)
    return most + bonus(t, name, "stamina") if most else 0


@cites("S6")
def fallen(t: OnTable, name: str) -> bool:
    """S6 Whether the loss of a character on the map is its STAMINA or more."""
    most = endurance(t, name)
    return bool(most) and t.figures[name].lost >= most


def thrown(s: State, what: str, by: str, need: int, lots: Lots, rule: str) -> Throw:
    """1.0a A ten-sided die for all to see; `need` is what it has to be at most, -1 if nothing depends on that alone."""
    shown = lots.below(f"{what} {by}", D10)
    s = yield Rolled(what, by, shown, need, rule)
    return s, shown


@cites("S4")
def needed(x: int, y: int) -> int:
    """S4 What a test of x against y has to show at most: 0 always works, 9 never."""
    return min(NEVER - 1, max(ALWAYS, EVEN + x - y))


@cites("S4")
def weighed(s: State, what: str, by: tuple[str, str], at: tuple[str, str], lots: Lots) -> Test:
    """S4 A test of one character's characteristic against another's: (name, characteristic) of both."""
    need = needed(measure(s, *by), measure(s, *at))
    s, shown = yield from thrown(s, what, by[0], need, lots, "S4")
    return s, shown <= need


def opposed(t: OnTable, one: str, other: str) -> bool:
    """S2, S5 Whether one is good and the other evil."""
    return {character(t, one).alignment, character(t, other).alignment} == {GOOD, EVIL}
