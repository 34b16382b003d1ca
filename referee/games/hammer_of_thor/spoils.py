"""S7, S8 What a fight or fair words bring: REPUTATION, what the dead carried, and new members of a group."""

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.carried import Passed
from referee.games.hammer_of_thor.doing import joins
from referee.games.hammer_of_thor.effects import Join
from referee.games.hammer_of_thor.fared import ReputationChanged
from referee.games.hammer_of_thor.figures import (
    Counter,
    Names,
    OnTable,
    counter_of,
    fits,
    group_of,
    seat_of,
    value,
)
from referee.games.hammer_of_thor.judged import impossible
from referee.games.hammer_of_thor.measured import endurance
from referee.games.hammer_of_thor.met import Subdued
from referee.games.hammer_of_thor.table import State, is_starter
from referee.util.values import Value

MOST = 7
"""S8 Somebody joins a group only while it has fewer members."""
RANSOM = 3
"""S7 What a starting character that is subdued loses in REPUTATION."""


class Fall(Value):
    """Who fell in a fight, by whose blow, whether it was to subdue; REPUTATION and items at that moment."""

    name: str
    by: str
    subdual: bool
    worth: int
    items: Names


def is_stranger(t: OnTable, name: str) -> bool:
    """Whether a character was drawn off a race deck for this encounter."""
    counter = counter_of(t, name)
    return counter is not None and bool(counter.deck)


@cites("M15")
def praised(s: State, name: str, amount: int, rule: str) -> Happening:
    """REPUTATION gained or lost, never below 0; a stranger, who goes back into its deck, has none to win."""
    if name not in s.figures or is_stranger(s, name):
        return s
    least = -max(0, value(s, name, "reputation") + s.figures[name].gained)
    told = max(amount, least)
    return (yield ReputationChanged(name, told, rule)) if told else s


@cites("S8", "2.2A1")
def may_join(s: State, name: str, group: Counter) -> bool:
    """S8 Whether there is room for somebody in a group, and no second boat comes with it."""
    room = len(group.members) < MOST
    return room and not group.deck and impossible(s, Join(name, group.leader)) is None


@cites("S7", "S8", "2.1F")
def joined_if_able(s: State, name: str, to: str, lots: Lots, rule: str) -> Happening:
    """Somebody joins a group with what is listed on its card, if there is room."""
    if not may_join(s, name, group_of(s, to)):
        return s
    return (yield from joins(s, name, to, lots, rule))


@cites("S7")
def after_fight(s: State, falls: tuple[Fall, ...], lots: Lots) -> Happening:
    """S7 What a kill brings, and who is subdued; by a blow of one who has fallen too nobody is captured."""
    fallen = {one.name for one in falls}
    for fall in falls:
        if s.outcome:
            return s
        if fall.subdual:
            s = yield from _subdued(s, fall, lots, captured=fall.by not in fallen)
        elif fall.by in s.figures:
            s = yield from _killed(s, fall)
    return s


@cites("S7", "2.2A1")
def _killed(s: State, fall: Fall) -> Happening:
    """S7 Half the REPUTATION of the dead, at least 1, and what it carried, for all to see, as far as it fits."""
    if is_stranger(s, fall.by):
        return s
    s = yield from praised(s, fall.by, max(1, fall.worth // 2), "S7")
    seat = seat_of(s, fall.by)
    for item in fall.items:
        if item in s.aside and fits(s, fall.by, item):
            s = yield Passed(
                fall.by, fall.name, (seat,) if seat else (), item, item, revealed=False, rule="S7"
            )
    return s


@cites("S7", "S8")
def _subdued(s: State, fall: Fall, lots: Lots, *, captured: bool) -> Happening:
    """S7 Its loss falls to half its STAMINA; the captor gains 1, and it joins; a starting character loses 3 instead."""
    if fall.name not in s.figures:
        return s
    lost = min(s.figures[fall.name].lost, endurance(s, fall.name) // 2)
    s = yield Subdued(fall.name, fall.by, lost)
    if not captured or fall.by not in s.figures:
        return s
    s = yield from praised(s, fall.by, 1, "S7")
    if is_starter(s, fall.name):
        return (yield from praised(s, fall.name, -RANSOM, "S7"))
    return (yield from joined_if_able(s, fall.name, fall.by, lots, "S7"))
