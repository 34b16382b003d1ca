"""What events do to piles of cards, and so from which place of a deck as it was dealt each card came.

A game names in `DECKS` each event by which a pile lies in a new order (`Lies`), each by which cards are drawn off the
top of one (`Drawn`), each by which cards are taken by name (`Taken`), and each by
which one is cut (`Cut`). As long as a pile lies as it was dealt, one
can show that a card drawn from it lay there from the beginning (H19).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.events import Event, may_see, shows
from referee.util.row import Keepable
from referee.util.values import Value

Cards = tuple[str, ...]
REDEALT = "Redealt"
"""The event by which a ruling deals again what nobody has seen of a pile, which is its field `pile` (H21)."""


class _On(Value):
    pile: str
    cards: str

    def name(self, event: Event) -> str:
        """The pile that it is about."""
        return str(getattr(event, self.pile)) if self.pile else ""

    def of(self, event: Event) -> Cards:
        """Its cards, in the order of the pile from the top."""
        value: Any = getattr(event, self.cards)
        return value if isinstance(value, tuple) else (value,)


class Lies(_On):
    """A pile lies in a new order: the field that names the pile ("": there is only one), and that of the cards."""


class Drawn(_On):
    """Cards are drawn off the top of a pile: the field that names the pile, and that of the card or cards."""


class Taken(_On):
    """Cards are taken by name out of whatever pile they lie in: pile "", the field of some, and the fields of more."""

    more: tuple[str, ...] = ()

    def of(self, event: Event) -> Cards:
        """All the cards that are taken."""
        values: list[Any] = [getattr(event, one) for one in (self.cards, *self.more)]
        return tuple(card for value in values for card in (value if isinstance(value, tuple) else (value,)))


class Cut(_On):
    """A pile is cut: of its cards only the first ones stay, and under them come others; the field of how many stay."""

    count: str = "count"

    def after(self, event: Event, pile: Cards) -> Cards:
        """The pile after it."""
        return (*pile[: getattr(event, self.count)], *self.of(event))


DeckEvents = Mapping[type[Event], Lies | Drawn | Taken | Cut]
"""For each event of a game that changes the order of a pile, what it does."""


class Opened(Value):
    """A card drawn from a deck as it was dealt: the deck, the place from 0, the card, the seats that see its face."""

    deck: str
    place: int
    card: str
    seats: tuple[str, ...]


class Decks(Keepable):
    """The decks that the deal fixed, and what was drawn from them since, entry by entry.

    A pile gives no more openings once it was shuffled again, or a card came that did not lie on top of it.
    The same holds for a pile that was dealt again by a ruling, even if its cards lie as before. Example: Loki
    has seen the top card, so it keeps its place. Thor must not learn that from an opening which proves that
    the card never moved.

    Attributes:
        fixed: the cards of each deck by its name, top first.
        opened: what was drawn in each entry.
    """

    NOT_KEPT = ("_what",)

    def __init__(self, what: DeckEvents, seats: Sequence[str]) -> None:
        """Nothing has been dealt yet."""
        self._what, self._seats = what, seats
        self._lying: dict[str, tuple[str, int]] = {}
        self.fixed: dict[str, Cards] = {}
        self.opened: dict[int, tuple[Opened, ...]] = {}

    def at_table_of(self, what: DeckEvents) -> None:
        """Go on at a table of a game with these events, after having been put away."""
        self._what = what

    def take_in(self, n: int, events: Sequence[Event], names: Sequence[str] = ()) -> None:
        """Add the events of an entry; if it is the deal, `names` are those of the decks, in their order."""
        left = list(names)
        drawn: list[Opened] = []
        for event in events:
            if (kind := type(event)) not in self._what and kind.__name__ != REDEALT:
                continue
            if kind.__name__ == REDEALT:
                self._lying[getattr(event, "pile")] = ("", 0)  # noqa: B009
            match self._what.get(kind):
                case Lies() as on:
                    name = left.pop(0) if left else ""
                    if name:
                        self.fixed[name] = on.of(event)
                    self._lying[on.name(event)] = (name, 0)
                case Drawn() as on:
                    drawn += self._drawn(on, event)
        if drawn:
            self.opened[n] = tuple(drawn)

    def _drawn(self, on: Drawn, event: Event) -> list[Opened]:
        pile, cards = on.name(event), on.of(event)
        deck, place = self._lying.get(pile, ("", 0))
        if not deck or self.fixed[deck][place : place + len(cards)] != cards:
            self._lying[pile] = ("", 0)
            return []
        self._lying[pile] = (deck, place + len(cards))
        audience = next(field.audience for field in event.shown if field.name == on.cards)
        seats = tuple(one for one in self._seats if shows(event, one) and may_see(event, audience, one))
        return [Opened(deck, at, card, seats) for at, card in enumerate(cards, place)]
