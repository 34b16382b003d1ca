"""Tables of the supplement as tests want them: groups, an encounter, what happens with the dice given."""

from collections.abc import Callable, Iterable
from typing import Any

from thor_table import settled, table

from referee.engine.events import Event
from referee.engine.seating import seating_of
from referee.games.hammer_of_thor.figures import Encounter, Figure
from referee.games.hammer_of_thor.happened import Rolled
from referee.games.hammer_of_thor.table import State
from referee.testing.chance import ScriptedLots
from referee.util.values import replace

SEATS = ("red", "blue", "green")
Group = tuple[str, int, str]


def house(*groups: Group, **changes: Any) -> State:
    """A table without a master, on which groups stand; a group of "" is nobody's."""
    given = {"supplement": "house", "seating": seating_of(SEATS), **changes}
    return table(*groups, **given)


def encounter(own: str, other: str, *, whose: str = "", deck: str = "", **changes: Any) -> State:
    """Red's group has met another in 24: that of a seat, nobody's, or with `deck` a stranger of it."""
    s = house(("red", 24, own), (whose, 24, other))
    s = s.moved(2, deck=deck)
    return replace(s, encounter=Encounter(1, 2, "4.5", **{"round": 1, "asks": True, **changes}))


def joined_later(s: State, number: int, *names: str) -> State:
    """The same table; characters off the race decks are in that counter too."""
    figures = {**s.figures, **{one: Figure(one) for one in names}}
    members = (*s.counter(number).members, *names)
    return replace(s, figures=figures).moved(number, members=members)


def thrown(s: State, make: Callable[[ScriptedLots], Any], *script: Any) -> tuple[State, list[Event]]:
    """What happens with these lots, all of them drawn."""
    lots = ScriptedLots(script)
    after, events = settled(s, make(lots))
    assert not lots.left
    return after, events


def as_it_lies(cards: Iterable[str]) -> list[str]:
    """A shuffle that leaves a pile as it is."""
    return list(cards)


def of(events: Iterable[Event], kind: str) -> list[Any]:
    """The events of that name."""
    return [one for one in events if type(one).__name__ == kind]


def rolls(events: Iterable[Event]) -> list[tuple[str, str, int, int, str]]:
    """What was thrown, each die with all that is told of it."""
    return [(one.what, one.by, one.value, one.need, one.rule) for one in events if isinstance(one, Rolled)]
