"""What each seat knows of the cards, worked out from what it was shown: the account of a rollback (H21).

A seat knows a card from the place where the card was last shown to it, until the card is next touched out of
its sight. So a card that was shown, shuffled back and drawn again is new to the seat that sees it then. Cards
are followed as pieces of cardboard, and told as faces. The result is for the judge: it tells copies of a card
apart, which no player can.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.events import CARD, Event, face, may_see, shows
from referee.house.rulings import RolledBack
from referee.table.faces import placed_faces
from referee.table.points import Point
from referee.table.source import Source

Cards = frozenset[str]


def cards_in(value: Any) -> Iterator[str]:
    """The physical cards named in the value of a field."""
    for item in value if isinstance(value, tuple) else (value,):
        if isinstance(item, tuple):
            yield from cards_in(item)
        elif isinstance(item, str) and CARD.fullmatch(item):
            yield item


def split(event: Event, seat: str | None) -> tuple[Cards, Cards]:
    """The cards that an event shows a seat (None: an onlooker), and those it touches without showing them."""
    visible, unseen = set[str](), set[str]()
    for field in event.shown:
        found = set(cards_in(getattr(event, field.name)))
        (visible if shows(event, seat) and may_see(event, field.audience, seat) else unseen).update(found)
    return frozenset(visible), frozenset(unseen - visible)


class Known:
    """Which cards each seat knows; onlookers are the seat None."""

    def __init__(self, seats: Iterable[str]) -> None:
        """Nothing has been shown."""
        self.cards: dict[str | None, Cards] = {seat: frozenset() for seat in (*seats, None)}

    def take_in(self, event: Event) -> Mapping[str | None, Cards]:
        """Add an event; returns the cards that it makes new to each seat."""
        new = {}
        for seat, known in self.cards.items():
            visible, unseen = split(event, seat)
            new[seat] = visible - known
            self.cards[seat] = known - unseen | visible
        return new

    @property
    def anybody(self) -> Cards:
        """The cards that at least one seat knows."""
        return frozenset().union(*self.cards.values())


def known_after(points: Sequence[Point], seats: Iterable[str], entry: int) -> Known:
    """Which cards each seat knows after an entry; what was rolled back stays known."""
    known = Known(seats)
    for point in points[: entry + 1]:
        for event in point.entry.events:
            known.take_in(event)
    return known


def learned(
    points: Sequence[Point], seats: Sequence[str], since: int, until: int | None = None
) -> Mapping[str | None, tuple[str, ...]]:
    """The faces of the cards that each seat was shown after entry `since` and before `until`, and did not know then."""
    return {
        seat: tuple(sorted(map(face, cards))) for seat, cards in _shown(points, seats, since, until).items()
    }


def _shown(
    points: Sequence[Point], seats: Sequence[str], since: int, until: int | None
) -> dict[str | None, Cards]:
    known = known_after(points, seats, since).cards
    shown: dict[str | None, set[str]] = {seat: set() for seat in known}
    for point in points[since + 1 : until]:
        for event in point.entry.events:
            for seat in shown:
                shown[seat] |= split(event, seat)[0]
    return {seat: frozenset(cards) - known[seat] for seat, cards in shown.items()}


def unseen(points: Sequence[Point], seats: Sequence[str], entry: int) -> Cards:
    """The cards that nobody knew after an entry and nobody was shown since: these may be dealt again."""
    since = _shown(points, seats, entry, None).values()
    seen_by_any = known_after(points, seats, entry).anybody.union(*since)
    everything = {
        card
        for point in points
        for event in point.entry.events
        for field in event.shown
        for card in cards_in(getattr(event, field.name))
    }
    return frozenset(everything) - seen_by_any


def recalled(table: Source, seat: str, since: int, until: int) -> tuple[str, ...]:
    """The faces that a seat has learned and that rollbacks took back, after entry `since` up to entry `until`."""
    found = Counter[str]()
    for n in range(since + 1, until + 1):
        for event in table.points[n].entry.events:
            if isinstance(event, RolledBack):
                found |= _learned(table, seat, event.to, n)
    return tuple(sorted(found.elements()))


def _learned(table: Source, seat: str, to: int, n: int) -> Counter[str]:
    """How many of each face are new to a seat after entry `to` and before entry `n`."""
    game = table.game
    shown = [one.seen.fields for one in table.told(seat, to + 1, n)]
    views = [game.view(point.state, seat) for point in table.points[to + 1 : n]]
    # Before the first event a table shows only printed matter, such as a list of the decks: no card lies
    # there.
    printed = frozenset(path for path, _ in placed_faces(game.view(_blank(table), seat)))
    most = Counter[str]()
    for value in (*shown, *views):
        for count in _places(value, printed):
            most |= count
    known = sum(_places(game.view(table.points[to].state, seat), printed), Counter[str]())
    return most - known


def _blank(table: Source) -> Any:
    return table.game.blank(table.id, table.opening.options)


def _places(value: Any, printed: Collection[tuple[str, ...]]) -> Sequence[Counter[str]]:
    """How many of each face stand in each place where cards lie."""
    places = defaultdict[tuple[str, ...], Counter[str]](Counter)
    for path, lying in placed_faces(value):
        if path not in printed:
            places[path][lying] += 1
    return list(places.values())
