"""H22 Taking a letter back by consent: which one, whether it is possible, and where the table goes.

`offer undo` means the last thing that all have seen happen at the table, if it is a letter of the offerer.
The letter can be taken back only if nothing since its beginning opened anything hidden to anybody, drew a
lot, or was another seat's act.

Nobody may learn hidden things from the answer to an offer. So each seat is told only reasons that it can see
itself. The offerer is told that:

- the last public act is no letter of the offerer;
- an event shown to the offerer names a card that the offerer, or everybody, did not see there before;
- such an event has a field that the offerer is not shown, which may be news to another seat.

A seat that has to agree is told that an event shown to it names such a card, or that it has acted since, even
if unseen.

Example: Thor offers to take a letter back, after which Loki has acted unseen. The offer is sent as always; only
Loki is told that it cannot be accepted.

An offerer plays nothing until the offer is answered or withdrawn, so that nothing new is opened to that seat
meanwhile. A reason that none of them can know also keeps the table from going back; the answer then is as if
no offer stood.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from referee.engine.events import Event, may_see, shows
from referee.engine.rules import why
from referee.engine.seating import still_in
from referee.house.rulings import SAME, RolledBack
from referee.house.state import House
from referee.record.entries import Letter
from referee.table import fold
from referee.table.folded import Folded
from referee.table.knowledge import Cards, Named, faces_in, named, names_lying, placed_names
from referee.table.points import Told, written_position
from referee.util.errors import Why


class AskedBack(NamedTuple):
    """An offer to take a letter back that stands: whose, who has agreed, and what a reader was shown of that letter."""

    by: str
    agreed: tuple[str, ...] = ()
    told: tuple[Told, ...] = ()


def asked_back(house: House) -> AskedBack | None:
    """The offer to take a letter back that stands, without what that letter played; None if none does."""
    return AskedBack(house.undo, house.undo_agreed) if house.undo else None


def asked_back_of(table: Folded, seat: str, n: int) -> AskedBack | None:
    """The same before entry n, with what this seat was shown of the letter."""
    stands = asked_back(table.points[n - 1].house)
    at = Undoing(table, stands.by, n).letter() if stands else None
    return stands._replace(told=tuple(table.points[at].told(seat))) if stands and at is not None else stands


class Undoing:
    """What a letter of a seat, as entry n, may take back or agree to take back; worked out when it is asked for."""

    def __init__(self, table: Folded, seat: str, n: int) -> None:
        """The record before entry n."""
        self.table, self.seat, self.n = table, seat, n

    @cached_property
    def _named(self) -> Named:
        """The cards that are known by names of their own."""
        return named(self.table.game, self.table.points[: self.n])

    def offer(self) -> Why | None:
        """Why this seat cannot make the offer, by what it knows; None if it can."""
        first = self._first()
        if first is None or self._letter(first) != self.seat:
            return why("undo-nothing")
        if any(seat not in {"", self.seat} for seat in self._acted(first)):
            return why("undo-answered")
        return why("undo-opened") if self._opened(first, self.seat) else None

    def letter(self) -> int | None:
        """The entry of the letter of this seat that an offer means; None if there is none."""
        first = self._first()
        return first if first is not None and self._letter(first) == self.seat else None

    def asked(self, by: str) -> tuple[str, ...]:
        """The seats that have to agree to an offer: all other players still in.

        All of them have seen what would be undone.
        """
        return tuple(one for one in still_in(self.table.points[self.n - 1].state) if one != by)

    def accept(self, by: str, agreed: Sequence[str] = ()) -> Why | None:
        """Why this seat cannot agree to the offer of another, by what it knows; None if it can.

        Some may have `agreed` already.
        """
        first = self._first()
        if first is None or self._letter(first) != by:
            return why("undo-none")
        if self.seat in self._acted(first):
            return why("undo-acted")
        if self._opened(first, self.seat):
            return why("undo-opened")
        points = self.table.points[first : self.n]
        if any(self._opened(first, one) for one in (by, *agreed)) or any(
            point.entry.lots for point in points
        ):
            return why("undo-none")
        return None

    def back(self) -> tuple[RolledBack, Any]:
        """How the table goes back, and the state then."""
        first = self._first()
        assert first is not None  # noqa: S101  asked before
        game, points, to = self.table.game, self.table.points[: self.n], first - 1
        event = RolledBack(to, written_position(game.position(points[to].state)), SAME)
        now = fold.Now(points[-1].state, points[-1].content)
        return event, fold.folded(game, points, now, event).state

    def _first(self) -> int | None:
        """The last entry that changed the table for all, if it is a letter since the deal and put nothing back."""
        changed = [k for k in self.table.index.changed[None] if k < self.n]
        if not changed or changed[-1] <= (self.table.index.dealt or 0):
            return None
        events = self.table.points[changed[-1]].entry.events
        return None if any(isinstance(one, RolledBack) for one in events) else changed[-1]

    def _letter(self, k: int) -> str:
        """Whose letter an entry is; "" if it is no letter."""
        entry = self.table.points[k].entry
        return entry.seat if isinstance(entry, Letter) else ""

    def _acted(self, first: int) -> Iterator[str]:
        """The seats whose entries after `first` changed the table, as far as this seat was shown.

        Orders count, and standing orders.
        """
        for k, event, before, after in self._events(first + 1):
            if shows(event, self.seat) and before != after:
                yield getattr(self.table.points[k].entry, "seat", "")

    def _opened(self, first: int, seat: str) -> bool:
        """Whether an event that a seat was shown opened something, as far as the seat can tell."""
        return any(
            self._opens(event, seat, before, after)
            for _, event, before, after in self._events(first)
            if shows(event, seat)
        )

    def _events(self, first: int) -> Iterator[tuple[int, Event, Any, Any]]:
        """The events of the entries from `first` on, each with its entry, and the state before and after it."""
        game, points = self.table.game, self.table.points
        for k in range(first, self.n):
            now = fold.Now(points[k - 1].state, points[k - 1].content)
            for event in points[k].entry.events:
                after = fold.folded(game, points[:k], now, event)
                yield k, event, now.state, after.state
                now = after

    def _opens(self, event: Event, seat: str, before: Any, after: Any) -> bool:
        """Whether an event shows a card that lay nowhere in sight, or has a field that the seat is not shown."""
        mine = [field for field in event.shown if may_see(event, field.audience, seat)]
        if len(mine) < len(event.shown) and not self._answers(seat):
            return True
        shown = {field.name: getattr(event, field.name) for field in mine}
        public = {field.name: shown[field.name] for field in mine if field.audience.everyone}
        names = self._named.told_by(type(event).__name__)
        return (
            self._news(shown, seat, before, after)
            or self._new_names(shown, seat, before, names)
            or (
                not event.only
                and (self._news(public, None, before, after) or self._new_names(public, None, before, names))
            )
        )

    def _new_names(self, fields: Any, seat: str | None, before: Any, names: Cards) -> bool:
        """Whether a card known by its name is news: it lay nowhere in sight of a seat (None: of all)."""
        told = {name for _, name in placed_names(fields, names)}
        return bool(told) and not told <= names_lying(
            self.table, self.table.game.view(before, seat), seat, names
        )

    def _answers(self, seat: str) -> bool:
        """Whether this seat is asked to agree.

        Fields hidden from it are then no reason: the offerer was asked about them.
        """
        return seat == self.seat and self.table.points[self.n - 1].house.undo not in {"", seat}

    def _news(self, fields: Any, seat: str | None, before: Any, after: Any) -> bool:
        """Whether named cards are news: they were not just moved within sight of a seat (None: of all)."""
        named = set(faces_in(fields))
        if not named:
            return False
        then, now = self.table.game.view(before, seat), self.table.game.view(after, seat)
        count, counted = Counter(faces_in(then)), Counter(faces_in(now))
        return then == now or any(count[face] != counted[face] for face in named)
