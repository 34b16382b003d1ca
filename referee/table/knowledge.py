"""What each seat knows of the cards, worked out from what it was shown: the account of a rollback (H21).

A seat knows a card from the place where the card was last shown to it, until the card is next touched out of
its sight. So a card that was shown, shuffled back and drawn again is new to the seat that sees it then. Cards
are followed as pieces of cardboard, and told as faces. The result is for the judge: it tells copies of a card
apart, which no player can.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.decks import Taken
from referee.engine.events import CARD, Event, face_value, may_see, shows
from referee.engine.game import Game
from referee.engine.plain import as_json
from referee.house.rulings import RolledBack
from referee.table.folded import Folded
from referee.table.points import Point
from referee.util.regexes import regex
from referee.util.values import Value

# Faces of cards in what a seat sees and is shown, as plain data.


FACE = regex(r"[a-z]+\.[a-z][a-z-]*")


def faces_in(value: Any) -> Iterator[str]:
    """The faces of all cards named in a value, each as often as it stands there."""
    yield from (found for _, found in placed_faces(value))


def placed_faces(value: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    """The same faces, each with its place: a path of names, without positions in lists."""
    for path, text in _texts(as_json(value), ()):
        if FACE.fullmatch(known := face_value(text, in_order=False)):
            yield path, known


def placed_names(value: Any, names: Collection[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Those of some names that stand in a value, each with its place."""
    yield from ((path, text) for path, text in _texts(as_json(value), ()) if text in names)


def _texts(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    match value:
        case dict():
            for key, item in value.items():
                yield from _texts(item, (*path, key))
        case list():
            for item in value:
                yield from _texts(item, path)
        case str():
            yield path, value


Cards = frozenset[str]
NO_CARDS: Cards = frozenset()


class Named(Value):
    """The cards of a game that are known by names of their own, and the events that take such a card by its name."""

    cards: Cards = NO_CARDS
    taking: frozenset[str] = frozenset()

    def told_by(self, kind: str) -> Cards:
        """Those that an event of this kind shows where it names them."""
        return NO_CARDS if kind in self.taking else self.cards


NONE_NAMED = Named()


def named(game: Game, points: Sequence[Point]) -> Named:
    """Whatever has lain in a draw pile and is no piece of cardboard by what it is called."""
    lain = {card for point in points for pile in point.state.piles().values() for card in pile}
    taking = (one.__name__ for one, how in game.DECKS.items() if isinstance(how, Taken))
    return Named(frozenset(card for card in lain if not CARD.fullmatch(card)), frozenset(taking))


def cards_in(value: Any, names: Collection[str] = NO_CARDS) -> Iterator[str]:
    """The physical cards named in the value of a field, and those of some names."""
    for item in value if isinstance(value, tuple) else (value,):
        if isinstance(item, tuple):
            yield from cards_in(item, names)
        elif isinstance(item, str) and (CARD.fullmatch(item) or item in names):
            yield item


def split(event: Event, seat: str | None, also: Named = NONE_NAMED) -> tuple[Cards, Cards]:
    """The cards that an event shows a seat (None: an onlooker), and those it touches without showing them."""
    visible, unseen = set[str](), set[str]()
    names = also.told_by(type(event).__name__)
    for field in event.shown:
        found = set(cards_in(getattr(event, field.name), names))
        (visible if shows(event, seat) and may_see(event, field.audience, seat) else unseen).update(found)
    return frozenset(visible), frozenset(unseen - visible)


class Known:
    """Which cards each seat knows; onlookers are the seat None."""

    def __init__(self, seats: Iterable[str], also: Named = NONE_NAMED) -> None:
        """Nothing has been shown."""
        self.also = also
        self.cards: dict[str | None, Cards] = {seat: frozenset() for seat in (*seats, None)}

    def take_in(self, event: Event) -> Mapping[str | None, Cards]:
        """Add an event; returns the cards that it makes new to each seat."""
        new = {}
        for seat, known in self.cards.items():
            visible, unseen = split(event, seat, self.also)
            new[seat] = visible - known
            self.cards[seat] = known - unseen | visible
        return new

    @property
    def anybody(self) -> Cards:
        """The cards that at least one seat knows."""
        return frozenset().union(*self.cards.values())


def known_after(points: Sequence[Point], seats: Iterable[str], entry: int, also: Named = NONE_NAMED) -> Known:
    """Which cards each seat knows after an entry; what was rolled back stays known."""
    known = Known(seats, also)
    for point in points[: entry + 1]:
        for event in point.entry.events:
            known.take_in(event)
    return known


def learned(table: Folded, since: int, until: int | None = None) -> Mapping[str | None, tuple[str, ...]]:
    """The faces of the cards that each seat was shown after entry `since` and before `until`, and did not know then."""
    points = table.points
    shown = _shown(points, table.seats, since, until, named(table.game, points))
    return {
        seat: tuple(sorted(face_value(card, in_order=False) for card in cards))
        for seat, cards in shown.items()
    }


def _shown(
    points: Sequence[Point], seats: Sequence[str], since: int, until: int | None, also: Named
) -> dict[str | None, Cards]:
    known = known_after(points, seats, since, also).cards
    shown: dict[str | None, set[str]] = {seat: set() for seat in known}
    for point in points[since + 1 : until]:
        for event in point.entry.events:
            for seat in shown:
                shown[seat] |= split(event, seat, also)[0]
    return {seat: frozenset(cards) - known[seat] for seat, cards in shown.items()}


def unseen(table: Folded, points: Sequence[Point], entry: int) -> Cards:
    """The cards that nobody knew after an entry and nobody was shown since: these may be dealt again."""
    also = named(table.game, points)
    since = _shown(points, table.seats, entry, None, also).values()
    seen_by_any = known_after(points, table.seats, entry, also).anybody.union(*since)
    everything = {
        card
        for point in points
        for event in point.entry.events
        for field in event.shown
        for card in cards_in(getattr(event, field.name))
    }
    return frozenset(everything | also.cards) - seen_by_any


def recalled(table: Folded, seat: str, since: int, until: int) -> tuple[str, ...]:
    """The faces that a seat has learned and that rollbacks took back, after entry `since` up to entry `until`."""
    found = Counter[str]()
    for n in range(since + 1, until + 1):
        for event in table.points[n].entry.events:
            if isinstance(event, RolledBack):
                found |= _learned(table, seat, event.to, n)
    return tuple(sorted(found.elements()))


def _learned(table: Folded, seat: str, to: int, n: int) -> Counter[str]:
    """How many of each face are new to a seat after entry `to` and before entry `n`."""
    game = table.game
    told = [one.seen for one in table.told(seat, to + 1, n)]
    shown = [one.fields for one in told]
    views = [game.view(point.state, seat) for point in table.points[to + 1 : n]]
    # Before the first event a table shows only printed matter, such as a list of the decks: no card lies
    # there.
    printed = frozenset(path for path, _ in placed_faces(game.view(_blank(table), seat)))
    most = Counter[str]()
    for value in (*shown, *views):
        for count in _places(value, printed):
            most |= count
    then = game.view(table.points[to].state, seat)
    known = sum(_places(then, printed), Counter[str]())
    also = named(game, table.points)
    names = {name for one in told for _, name in placed_names(one.fields, also.told_by(one.kind))}
    return most - known + Counter(names - names_lying(table, then, seat, also.cards))


def names_lying(table: Folded, view: Any, seat: str | None, names: Cards) -> Cards:
    """The cards known by name that lie in sight; a list of all cards that is part of a view is printed matter."""
    if not names:
        return NO_CARDS
    printed = {path for path, _ in placed_names(table.game.view(_blank(table), seat), names)}
    return frozenset(name for path, name in placed_names(view, names) if path not in printed)


def _blank(table: Folded) -> Any:
    return table.game.blank(table.id, table.opening.options)


def _places(value: Any, printed: Collection[tuple[str, ...]]) -> Sequence[Counter[str]]:
    """How many of each face stand in each place where cards lie."""
    places = defaultdict[tuple[str, ...], Counter[str]](Counter)
    for path, lying in placed_faces(value):
        if path not in printed:
            places[path][lying] += 1
    return list(places.values())
