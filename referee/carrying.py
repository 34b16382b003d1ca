"""How each effect of a ruling is carried out, in memory: events and lots, and what stands after each."""

from typing import TYPE_CHECKING, Any

from referee import fold, play
from referee.events import Event, Happening
from referee.game import Faulty
from referee.knowledge import unseen
from referee.lots import Lot, Lots
from referee.points import written_position
from referee.rulings import REDEAL, SAME, Adjudged, Redealt, RolledBack, RulingMade

if TYPE_CHECKING:
    from referee.table import Table


class Bench:
    """A ruling in the making; what it brings about is in `events`, and written down by nobody yet."""

    def __init__(
        self, table: "Table", by: str, reason: str, *, until: int | None = None, lots: Lots | None = None
    ) -> None:
        """Rule on this table; `by` is `arbiter` or `keeper`. As entry `until` (else the next), with these lots (else the game's)."""
        self.table, self.by, self.reason = table, by, reason
        self.points = table.points[:until]
        self.now = fold.Now(self.points[-1].state, self.points[-1].content)
        self._given = lots
        self.lots: Lots = self.lots_after()
        self.events: list[Event] = []

    def lots_after(self, entry: int | None = None) -> Lots:
        """The lots to come now, or those that came after an entry."""
        return self._given or self.table.lots(entry)

    @property
    def drawn(self) -> tuple[Lot, ...]:
        """The lots drawn."""
        return tuple(self.lots.drawn)

    def begin(self, effect: str) -> None:
        """Say which effect comes next."""
        self.do(RulingMade(self.by, effect, self.reason))

    def do(self, event: Event) -> None:
        """Let an event happen."""
        self.events.append(event)
        self.now = fold.folded(self.table.game, self.points, self.now, event)

    def happen(self, happening: Happening) -> None:
        """Let events of the game happen, and what follows from them."""
        game = self.table.game
        state = play.settle(game, self.now.state, happening, self.events)
        self.now = fold.Now(play.proceed(game, state, self.lots, self.events), self.now.content)

    def settle(self) -> None:
        """Let the table proceed. Raises what a table raises on which nobody can look."""
        self.happen(_nothing())
        for seat in (*self.table.game.seats, None):
            self.table.game.view(self.now.state, seat)


def _nothing() -> Happening:
    yield from ()


def uphold(bench: Bench, effect: Any) -> None:
    """What happened stands."""


def roll_back(bench: Bench, effect: Any) -> None:
    """The table stands again as it stood; what nobody has seen may be dealt anew. Raises `Faulty`."""
    if effect.lots not in {SAME, REDEAL}:
        raise Faulty("ruling-lots", lots=str(effect.lots), known=(SAME, REDEAL))
    back(bench, effect.to, effect.lots)
    if effect.lots == REDEAL:
        redeal(bench, effect.to)


def back(bench: Bench, to: int, lots: str) -> None:
    """Go back to where the table stood after an entry. Raises `Faulty` for one before the deal, and for the last one."""
    table = bench.table
    first, last = table.index.dealt or 0, len(bench.points) - 2
    if type(to) is not int or not first <= to <= last:
        raise Faulty("ruling-entry", entry=to, first=first, last=last)
    if lots == SAME:
        bench.lots = bench.lots_after(to)
    position = written_position(table.game.position(bench.points[to].state))
    bench.do(RolledBack(to, position, lots))


def redeal(bench: Bench, to: int) -> None:
    """The cards of each draw pile that nobody was ever shown there change their places by lot; all others keep theirs."""
    free = unseen(bench.points, bench.table.game.seats, to)
    for name, cards in bench.now.state.piles().items():
        places = [place for place, card in enumerate(cards) if card in free]
        if len(places) > 1:
            order, drawn = list(cards), bench.lots.shuffle(f"redeal {name}", [cards[one] for one in places])
            for place, card in zip(places, drawn, strict=True):
                order[place] = card
            bench.do(Redealt(name, tuple(order)))


def adjudge(bench: Bench, effect: Any) -> None:
    """The game is over by the ruling. Raises `Faulty` for a seat that there is not."""
    seats = bench.table.game.seats
    if effect.winner is not None and effect.winner not in seats:
        raise Faulty("no-such-seat", seat=effect.winner, seats=seats)
    bench.do(Adjudged(effect.winner or "", bench.reason))


def back_to(effect: Any) -> int:
    """The entry to which an effect goes back."""
    return int(effect.to)
