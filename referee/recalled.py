"""What a seat itself is told of what it has learned, when the table goes back (H21): from its own letters alone.

`referee.knowledge` follows cards as pieces of cardboard; a seat cannot, and may learn by no remark of ours which of two
alike it saw. So faces are counted: as many as were in sight at once since, in one place or in one event, less those
that were in sight anywhere then. What is told is new for certain; of cards alike it may be too few.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from referee.places import placed_faces
from referee.rulings import RolledBack

if TYPE_CHECKING:
    from referee.table import Table


def recalled(table: "Table", seat: str, since: int, until: int) -> tuple[str, ...]:
    """The faces that a seat has learned and that were taken back, by the rollbacks after entry `since`, up to entry `until`."""
    found = Counter[str]()
    for n in range(since + 1, until + 1):
        for event in table.points[n].entry.events:
            if isinstance(event, RolledBack):
                found |= _learned(table, seat, event.to, n)
    return tuple(sorted(found.elements()))


def _learned(table: "Table", seat: str, to: int, n: int) -> Counter[str]:
    """How many of each face are new to a seat after entry `to` and before entry `n`."""
    game = table.game
    shown = [one.seen.fields for one in table.told(seat, to + 1, n)]
    views = [game.view(point.state, seat) for point in table.points[to + 1 : n]]
    # What stands on a table before the first event is printed matter, as a list of the decks: no card lies there.
    printed = frozenset(path for path, _ in placed_faces(game.view(_blank(table), seat)))
    most = Counter[str]()
    for value in (*shown, *views):
        for count in _places(value, printed):
            most |= count
    known = sum(_places(game.view(table.points[to].state, seat), printed), Counter[str]())
    return most - known


def _blank(table: "Table") -> Any:
    return table.game.blank(table.id, table.opening.options)


def _places(value: Any, printed: Collection[tuple[str, ...]]) -> Sequence[Counter[str]]:
    """How many of each face stand in each place where cards lie."""
    places = defaultdict[tuple[str, ...], Counter[str]](Counter)
    for path, face in placed_faces(value):
        if path not in printed:
            places[path][face] += 1
    return list(places.values())
