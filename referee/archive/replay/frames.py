"""The frames of a replay: a game order by order, with what each side sees and is told at each.

A game that is over, with its whole record, is shown from all sides. Of any other game a replay is made of the
redacted record of one audience, and of nothing else: so it cannot tell what that audience does not know.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from referee.engine.events import Event, Seen, everything, seen
from referee.house.chapters import EVENTS
from referee.house.letters import Noted
from referee.house.rulings import RolledBack
from referee.house.state import House
from referee.record.entries import Letter, Line
from referee.record.private import is_shut
from referee.record.seals import ONLOOKER
from referee.table import fold
from referee.table.points import Point, Told
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.values import Value, replace

EVERYTHING = "everything"
"""The key of the side from which all cards lie open."""
PLAYED = "played"
ABOUT_MAIL = frozenset(name for name, one in EVENTS.items() if one.about_mail)
"""The names of events that are no part of the game."""


class Side(Value):
    """From where a game is looked at: a seat, or None for an onlooker; `open` with all cards open."""

    key: str
    seat: str | None
    open: bool = False


Group = tuple[tuple[Line, ...], int]
"""Orders, and how many events are told with them."""


def side_of(seat: str | None) -> Side:
    """The side of a seat, or of an onlooker."""
    return Side(seat or ONLOOKER, seat)


class Frame(Value):
    """One step of a replay.

    Attributes:
        moment: which entry it is part of, as `referee.archive.moments` counts them.
        positions: those that it led to, each once; the position that stands, if it led to none.
        seat: whose orders these are, "" for nobody's.
        lines: the orders that were played.
    """

    moment: int
    positions: tuple[str, ...]
    seat: str
    lines: tuple[Line, ...]

    @property
    def position(self) -> str:
        """Where the table stands after it."""
        return self.positions[-1]


class WholeFilm:
    """A game that is over, from all sides. `open_seats` are those whose private notes may be read."""

    def __init__(self, table: Table, open_seats: frozenset[str]) -> None:
        """Fold the game order by order."""
        self.table, self.game, self._open = table, table.game, open_seats
        self._cuts = tuple(_cuts(table))
        self.frames = tuple(cut.frame for cut in self._cuts)
        self.sides = (*map(side_of, (*table.seats, None)), Side(EVERYTHING, None, open=True))
        self._views: tuple[int, dict[str | None, Any]] = 0, {}

    def content(self, n: int) -> Mapping[str, Any]:
        """The options in full, as of frame n."""
        return self._cuts[n].now.content

    def house(self, n: int) -> House:
        """What the house knows after the entry of frame n."""
        return self._cuts[n].point.house

    def view(self, n: int, seat: str | None) -> Any:
        """The table after frame n, as a seat saw it then."""
        at, views = self._views
        if at != n:
            self._views = _, views = n, {}
        if seat not in views:
            views[seat] = self.game.view(self._cuts[n].now.state, seat)
        return views[seat]

    def uncovered(self, n: int) -> Any:
        """All that lay hidden after frame n."""
        return self.game.uncovered(self._cuts[n].now.state)

    def told(self, n: int, side: Side) -> Sequence[Told]:
        """What a side was shown in frame n; from the open side, all that happened."""
        cut = self._cuts[n]
        return [
            Told(position, shown)
            for event, position in cut.happened
            if (shown := self._shown(cut, event, side)) is not None
        ]

    def others(self, seat: str | None) -> Sequence[str]:
        """The seats but this one."""
        return [one for one in self.table.seats if one != seat]

    def happened(self, n: int) -> Sequence[Event]:
        """The events of frame n."""
        return [event for event, _ in self._cuts[n].happened]

    def _shown(self, cut: "_Cut", event: Event, side: Side) -> Seen | None:
        shown = everything(event) if side.open else seen(event, side.seat)
        if shown is None or shown.kind in ABOUT_MAIL or not self._may_tell(cut, event):
            return None
        if isinstance(event, RolledBack) and not side.open:
            return replace(shown, fields={**shown.fields, "back": cut.point.back[side.seat]})
        return shown

    def _may_tell(self, cut: "_Cut", event: Event) -> bool:
        """H3, H20 What is private to a player stays so, but for notes that the player has opened."""
        if not event.private_to_player:
            return True
        by = str(getattr(event, "by", ""))
        open_now = isinstance(event, Noted) and by in self._open and not is_shut(event.text)
        return open_now and cut.frame.moment >= self.table.index.taken.get(by, 0)


class OwnFilm:
    """A game as the audience of a redacted record knows it."""

    def __init__(self, table: Redacted) -> None:
        """Look at the entries that tell something."""
        self.table, self.known, self.game = table, table, table.game
        self.sides = (side_of(table.audience),)
        self.frames = tuple(self._frames())

    def _frames(self) -> Iterator[Frame]:
        stood = "0.0"
        for n, one in enumerate(self.known.known):
            lines = tuple(line for line in one.letter.lines if line.verdict == PLAYED) if one.letter else ()
            positions = tuple(dict.fromkeys(told.position for told in one.told))
            if positions or lines or n == 0:
                yield Frame(n, positions or (stood,), one.letter.seat if one.letter else "", lines)
            stood = positions[-1] if positions else stood

    def content(self, n: int) -> Mapping[str, Any]:  # noqa: ARG002  it knows only how they are now
        """The options in full."""
        return self.table.content

    def house(self, n: int) -> House:
        """What the house knows after frame n."""
        return self.known.known[self.frames[n].moment].house

    def view(self, n: int, seat: str | None) -> Any:  # noqa: ARG002  there is one audience
        """The table after frame n, as the audience saw it then."""
        return self.known.view_after(self.frames[n].moment)

    def uncovered(self, n: int) -> Any:  # noqa: ARG002
        """Nothing: a redacted record does not hold it."""
        return

    def told(self, n: int, side: Side) -> Sequence[Told]:
        """What the audience was shown in frame n."""
        at = self.frames[n].moment
        shown = self.table.told(side.seat, at, at + 1)
        return [one for one in shown if one.seen.kind not in ABOUT_MAIL]


Film = WholeFilm | OwnFilm
"""A game frame by frame, as far as a replay may show it."""


class _Cut(Value, dict=True):
    """A frame of a whole game: what happened in it, and what stood after it."""

    frame: Frame
    point: Point
    now: fold.Now
    happened: tuple[tuple[Event, str], ...]


def _cuts(table: Table) -> Iterator[_Cut]:
    points = table.points
    now = fold.blank(table.game, table.id, table.opening.options)
    for n, point in enumerate(points):
        stood = list(fold.each_folded(table.game, points[:n], now, point.entry.events))
        at = 0
        for lines, count in _split(_groups(point), point, table.game.TURN):
            last = stood[at + count - 1] if count else now
            yield _cut(n, point, last, lines, at, count)
            at, now = at + count, last


def _cut(n: int, point: Point, now: fold.Now, lines: tuple[Line, ...], at: int, count: int) -> _Cut:
    happened = tuple(zip(point.entry.events, point.positions, strict=True))[at : at + count]
    positions = tuple(dict.fromkeys(position for _, position in happened))
    stood = getattr(point.entry, "position", "") or "0.0"
    seat = point.entry.seat if lines and isinstance(point.entry, Letter) else ""
    return _Cut(Frame(n, positions or (stood,), seat, lines), point, now, happened)


def _groups(point: Point) -> Iterator[Group]:
    """The orders of an entry, each with how many events are told with it; an entry without orders is one group.

    What the other lines of a letter did is told with the order after them, and the end of a letter with its
    last order.
    """
    entry, before = point.entry, 0
    groups = list[Group]()
    for line in entry.lines if isinstance(entry, Letter) else ():
        before += line.events
        if line.verdict == PLAYED:
            groups.append(((line,), before))
            before = 0
    rest = len(entry.events) - sum(count for _, count in groups)
    if groups:
        lines, count = groups.pop()
        groups.append((lines, count + rest))
    elif rest or entry.entry == 0:
        groups.append(((), rest))
    yield from _without_empty(groups)


def _without_empty(groups: Sequence[Group]) -> Iterator[Group]:
    """Orders that did nothing visible by themselves go with the next one."""
    held: tuple[Line, ...] = ()
    for at, (lines, count) in enumerate(groups):
        if count or at == len(groups) - 1:
            yield (*held, *lines), count
            held = ()
        else:
            held = (*held, *lines)


def _split(groups: Iterable[Group], point: Point, turn: type[Event]) -> Iterator[Group]:
    """The same groups, but each turn begins with a frame of its own."""
    at = 0
    for lines, count in groups:
        begins = [n for n in range(at + 1, at + count) if isinstance(point.entry.events[n], turn)]
        for first, last in pairwise((at, *begins, at + count)):
            yield (lines if first == at else ()), last - first
        at += count
