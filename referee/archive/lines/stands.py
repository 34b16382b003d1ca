"""Where a variation begins: the table at a place of a game, and what a seat knew of it there."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from referee.archive.moments import Moment
from referee.archive.places import Place
from referee.engine.lots import Lot, done
from referee.house.rulings import RolledBack
from referee.record.entries import Act, Letter
from referee.table import fold
from referee.table.index import STANDING
from referee.table.points import Point, Told, written_position
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.table.verdicts import PLAYED
from referee.util.errors import NotFound
from referee.util.values import Value, replace


class Follows(Value):
    """How the game went on from a place: the orders played, each with its seat and entry, and the lots that fell."""

    orders: tuple[tuple[str, str, int], ...] = ()
    lots: tuple[Lot, ...] = ()


class Stands(Value):
    """A table at a place.

    Attributes:
        entry: the entry of the record that led there, or was about to be ruled on.
        position: the public position.
        view: the table as the reader sees it there.
        told: everything that the reader was shown up to there.
        state: the whole table; None if only one audience's knowledge is at hand.
        writer: the seat whose letter goes on there; "" between letters.
        follows: how the game went on.
    """

    entry: int
    position: str
    view: Any
    told: tuple[Told, ...]
    state: Any = None
    writer: str = ""
    follows: Follows = Follows()


def stands_at(table: Table, moment: Moment, place: Place, seat: str | None) -> Stands:
    """The table at a place, for a reader (None: an onlooker).

    A position is the end of what led to it. A line of a letter is the table before that line. Raises `Faulty` for
    a redacted record that is another audience's, and where its audience does not know how the table stood.
    """
    if isinstance(table, Redacted):
        return _known(table, moment, place, seat)
    n, point = moment.number, table.points[moment.number]
    count = _events_before(point, place)
    now = table.points[n - 1] if n else None
    start = fold.Now(now.state, now.content) if now else _blank(table)
    for after in fold.each_folded(table.game, table.points[:n], start, point.entry.events[:count]):
        start = after
    part = replace(point, entry=replace(point.entry, events=point.entry.events[:count]))
    shown = replace(part, positions=point.positions[:count]).told(seat)
    lines = _lines_before(point, count)
    return Stands(
        n,
        written_position(table.game.position(start.state)),
        table.game.view(start.state, seat),
        (*table.told(seat, until=n), *shown),
        start.state,
        point.entry.seat
        if isinstance(point.entry, Letter) and lines > 0 and count < _ends(point)[-1]
        else "",
        _follows(table, n, lines, whole=count == len(point.entry.events)),
    )


def _blank(table: Table) -> fold.Now:
    return fold.blank(table.game, table.id, table.opening.options)


def _ends(point: Point) -> tuple[int, ...]:
    """After how many events of an entry the table can stand: before each line of a letter, and at the end."""
    counts = [line.events for line in point.entry.lines] if isinstance(point.entry, Letter) else []
    return (*accumulate(counts, initial=0), len(point.entry.events))


def _events_before(point: Point, place: Place) -> int:
    """How many events of an entry come before a place."""
    ends = _ends(point)
    if place.line and isinstance(point.entry, Letter):
        numbers = [line.number for line in point.entry.lines]
        return ends[numbers.index(place.line)]
    if not place.position:
        return ends[-1]
    led = [at for at, position in enumerate(point.positions, 1) if position == place.position]
    return min(end for end in ends if end >= (led[-1] if led else 0))


def _lines_before(point: Point, count: int) -> int:
    """How many lines of a letter had been ruled on after so many of its events; all, if that is its end."""
    if not isinstance(point.entry, Letter):
        return 0
    return sum(end <= count for end in _ends(point)[1:-1]) if count else 0


def _follows(table: Table, n: int, lines: int, *, whole: bool) -> Follows:
    """How the game went on after some lines of entry n (`whole`: after all of it), as far as by letters alone."""
    orders, lots = list[tuple[str, str, int]](), list[Lot]()
    entry = table.points[n].entry
    if isinstance(entry, Letter) and not whole:
        orders += _orders(entry, lines)
        played = sum(bool(line.verdict == PLAYED and done(line.move)) for line in entry.lines[:lines])
        lots += [lot for lot in entry.lots if lot.heard > played or not lines]
    for later in (point.entry for point in table.points[n + 1 :]):
        if any(isinstance(event, RolledBack) for event in later.events):
            break
        if isinstance(later, Letter):
            orders += _orders(later, 0)
        elif later.events and not (isinstance(later, Act) and later.act == STANDING):
            break
        lots += later.lots
    return Follows(tuple(orders), tuple(lots))


def _orders(letter: Letter, lines: int) -> Iterator[tuple[str, str, int]]:
    return ((letter.seat, line.move, letter.entry) for line in letter.lines[lines:] if line.verdict == PLAYED)


def _known(table: Redacted, moment: Moment, place: Place, seat: str | None) -> Stands:
    """The table at a place, from a redacted record: it is known at the end of each entry, and before a letter."""
    n = moment.number
    first = moment.letter.lines[0].number if moment.letter and moment.letter.lines else 0
    before = place.line == first > 0 or (place.position not in {"", *moment.positions})
    view = table.view_after(n - 1 if before else n)
    told = table.told(seat, until=n if before else n + 1)
    position = written_position(table.game.position(view))
    if seat != table.audience:
        table.view(seat)  # raises
    if (place.line and not before) or (place.position and position != place.position):
        raise NotFound("line-view", place=str(place), position=position)
    return Stands(n, position, view, tuple(told))
