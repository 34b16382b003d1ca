"""Which places of the battlefield changed last, for the picture: from events alone, as their reader was shown them."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from referee.engine.events import Seen

Spot = tuple[str, str, int]
"""A side, a column and a row."""
Marks = frozenset[Spot]
HAS_PLACE = 2
"""Characters of the name of a place, `B2`."""


def marked(seen: Iterable[Seen]) -> frozenset[tuple[str, str]]:
    """The side and the name of each place into which a card came, or where one was turned up.

    A mark goes with its card, as cards behind it or before it come and go (2.2, 2.3).
    """
    marks: Marks = frozenset()
    for one in seen:
        if (step := STEPS.get(one.kind)) is not None:
            marks = step(one, marks)
    return frozenset((seat, f"{column}{row}") for seat, column, row in marks)


def _put(marks: Marks, seat: str, column: str, row: int) -> Marks:
    return _moved(marks, seat, column, row, 1) | {(seat, column, row)}


def _taken(marks: Marks, seat: str, column: str, row: int) -> Marks:
    return _moved(marks - {(seat, column, row)}, seat, column, row + 1, -1)


def _moved(marks: Marks, seat: str, column: str, row: int, by: int) -> Marks:
    """The marks, those of this column from this row on moved back by one, or forward."""
    there = frozenset(one for one in marks if one[:2] == (seat, column) and one[2] >= row)
    return marks - there | {(seat, column, at + by) for _, _, at in there}


def _laid(one: Seen, marks: Marks) -> Marks:
    return _put(marks, one["by"], one["column"], one["row"])


def _in_front(one: Seen, marks: Marks) -> Marks:
    return _put(marks, one.get("of", one["by"]), one["column"], 1)


def _turned_up(one: Seen, marks: Marks) -> Marks:
    return marks | {(one["of"], one["column"], one["row"])}


def _shifted(one: Seen, marks: Marks) -> Marks:
    without = _taken(marks, one["of"], one["column"], one["row"])
    return _put(without, one["of"], one["to_column"], one["to_row"])


def _discarded(one: Seen, marks: Marks) -> Marks:
    place = one["place"]
    return _taken(marks, one["of"], place[0], int(place[1])) if len(place) == HAS_PLACE else marks


def _fell(one: Seen, marks: Marks) -> Marks:
    return marks - {spot for spot in marks if spot[1] == one["column"]}


STEPS: Mapping[str, Callable[[Seen, Marks], Marks]] = MappingProxyType(
    {
        "Laid": _laid,
        "LeaderLaid": _in_front,
        "Forced": _in_front,
        "TurnedUp": _turned_up,
        "Shifted": _shifted,
        "Discarded": _discarded,
        "ColumnFell": _fell,
    }
)
"""What each kind of event does to the marks."""
