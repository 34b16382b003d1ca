"""A game as other people's programs play it: positions that are never changed, and orders with numbers.

The number of an order is its place in the sorted list of what the seat to move may order, as written; so it depends
on the position, and on nothing that this seat does not know. Listed is what carries the game on: no resigning, no
offers of a draw, no standing orders, no orderings beside a move. Where a letter could go on though nobody owes an
answer, its end is one more order.

Where several seats owe an answer at once they are asked in the order of seats. What a seat knows of a sealed choice
of another is what it is shown, which does not say who was asked first.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, Self
from zlib import crc32

from referee.engine import driver
from referee.engine.choices import Choices, Move
from referee.engine.events import Event, Seen, seen
from referee.engine.game import Game
from referee.engine.kit.imagining import RandomDealer
from referee.engine.moves import CLAIMS, OfferDraw, Resign
from referee.engine.plain import as_json
from referee.engine.seating import names, players
from referee.house.games import find
from referee.testing.chance import Chance
from referee.util.values import Struct, Value, field, field_names, replace

ORDERS_AT_MOST = 1024
"""So many orders have numbers in a position; of more, some are left out at equal distances."""
MOVES_AT_MOST = 3000
"""The game is given up as drawn after so many orders. Random games of ours end far earlier, but no rule says so."""
SAMPLES = 8
"""How many orders are drawn of each kind that has too many to list, where nothing else may be ordered."""
END, SILENCE = "(end of letter)", "(no answer)"
"""What is no order but has a number: the letter ends; nothing can be ordered, and no answer comes."""
TRIES = 40
"""So often a table is dealt to a seat's knowledge, before it is said that there is none."""
NOT_ASKED = (Resign, OfferDraw, *CLAIMS)


class NoWorldError(RuntimeError):
    """No table was found that a seat could be sitting at: its game cannot tell, or it is too hard to find one."""


class Unknown(ValueError):
    """A number that no order has in this position."""


class Table(Value, dict=True):
    """A game with the options as given and in full, its seats, and how long it may last; `of` makes it."""

    game: Game
    given: Mapping[str, str]
    content: Mapping[str, Any]
    seats: tuple[str, ...]
    bound: int

    @classmethod
    def of(cls, name: str, given: Mapping[str, str], bound: int = MOVES_AT_MOST) -> Self:
        """The game of that name with options as on the command line. Raises `Faulty`."""
        game = find(name)
        content = game.options(given)
        return cls(game, given, content, names(game.seating(content)), bound)

    def __reduce__(self) -> Any:
        return Table.of, (self.game.name, dict(self.given), self.bound)

    def opened(self, seed: str) -> "Position":
        """The position after the deal; the same seed deals the same, and lets all later lots fall the same."""
        lots, events = Chance(Random(f"{seed} 0")), list[Event]()  # noqa: S311  to be repeated, and no game by mail
        state = driver.settle(self.game, self.blank, self.game.setup(self.blank, self.content, lots), events)
        state = driver.proceed(self.game, state, lots, events)
        return Position(self, state, shown(dict.fromkeys(self.seats, ()), events), seed)

    @cached_property
    def blank(self) -> Any:
        """The state before the first event."""
        return self.game.blank("g1", self.content)

    def on_view(self, view: Any) -> dict[str, Any]:
        """A view field by field, without what came with the box and lies there as it came: a map, a set of cards."""
        return {
            name: value
            for name in field_names(view) or ()
            if not same_object(value := getattr(view, name), getattr(self.blank, name, None))
        }


def same_object(value: Any, before: Any) -> bool:
    """Whether a mapping or a value is as before."""
    return isinstance(value, Mapping | Struct) and (value is before or value == before)


def as_text(value: Any) -> str:
    """A value of a game as JSON, on one line."""
    return json.dumps(as_json(value), default=str, sort_keys=True)


Told = Mapping[str, tuple[Seen, ...]]


def shown(before: Told, events: Iterable[Event]) -> Told:
    """What each seat has been shown, these events too."""
    late = tuple(events)
    return {
        seat: (*told, *(one for event in late if (one := seen(event, seat)) is not None))
        for seat, told in before.items()
    }


def carrying_on(choices: Choices, *, none: bool = False) -> Sequence[Move]:
    """The moves that carry the game on; some of each kind that has too many to list, unless there may be `none`."""
    if (listed := choices.forward()) or none:
        return listed
    some = (
        one.draw(Random(n))  # noqa: S311  the same for every table that looks the same
        for one in choices.families
        if not one.key.startswith("standing")
        for n in range(SAMPLES)
    )
    return [one for one in some if not isinstance(one, NOT_ASKED)]


class Position(Value, dict=True):
    """A game at one moment: the table, what each seat was shown, and the orders so far with their seats.

    `writing` is the seat that has acted last, if nobody owes an answer and its letter can go on.
    """

    table: Table
    state: Any
    told: Told
    seed: str
    writing: str = ""
    line: tuple[tuple[str, str], ...] = field(default=())
    imagined_by: str = ""
    """The seat that could be at this table, for all it knows; "" for a table that was dealt."""
    first: str = ""
    """A seat that is asked before all others: where it imagines the table, they may still have to choose."""

    def __deepcopy__(self, memo: Any) -> Self:
        return self  # never changed

    def __reduce__(self) -> Any:
        if self.imagined_by:
            raise TypeError("an imagined table cannot be played again from the deal")
        return replayed, (self.table, self.seed, tuple(order for _, order in self.line))

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """The seats that owe an answer, in the order of seats; or the one whose letter can go on."""
        if self.over:
            return ()
        owing = {one.seat for one in self.table.game.owed(self.state)}
        asked = sorted(self.table.seats, key=lambda seat: seat != self.first)
        return tuple(seat for seat in asked if seat in owing) or (self.writing,)

    @cached_property
    def mover(self) -> str:
        """The seat to move; "" when all is over."""
        return self.asked[0] if self.asked else ""

    @property
    def given_up(self) -> bool:
        """Whether the game has lasted as long as it may, and is drawn for that."""
        return len(self.line) >= self.table.bound and self.table.game.ended(self.state) is None

    @cached_property
    def over(self) -> bool:
        """Whether nobody moves any more."""
        return self.given_up or self.table.game.ended(self.state) is not None

    @cached_property
    def moves(self) -> Mapping[str, Move | None]:
        """What the seat to move may order, as written, sorted; None for what is no order."""
        if not self.mover:
            return {}
        found: dict[str, Move | None] = {one.written: one for one in self._listed()}
        if self.writing:
            found[END] = None
        written = sorted(found) or [SILENCE]
        return {one: found.get(one) for one in written[:: -(-len(written) // ORDERS_AT_MOST)]}

    def _listed(self) -> Iterable[Move]:
        return carrying_on(self.table.game.choices(self.view(self.mover)), none=bool(self.writing))

    @cached_property
    def orders(self) -> tuple[str, ...]:
        """What the seat to move may order, as written: the place of each is its number."""
        return tuple(self.moves)

    def after(self, number: int) -> "Position":
        """The position after the order with this number. Raises `Unknown`."""
        if not 0 <= number < len(self.orders):
            raise Unknown(f"{number}: there are {len(self.orders)} orders")
        written, game, seat = self.orders[number], self.table.game, self.mover
        move, state = self.moves[written], self.state
        lots, events = Chance(Random(f"{self.seed} {len(self.line) + 1}")), list[Event]()  # noqa: S311
        if move is not None:
            state = driver.make(game, state, seat, move, lots, events)
        elif written == SILENCE:
            owed = next(one for one in game.owed(state) if one.seat == seat)
            state = driver.silence(game, state, owed, lots, events)
        goes_on = move is not None and self._goes_on(state, seat)
        if not goes_on:
            state = driver.end_letter(game, state, seat, lots, events)
        idle = not game.owed(state) and game.ended(state) is None
        line = (*self.line, (seat, written))
        told, writing = shown(self.told, events), seat if idle else ""
        return replace(self, state=state, told=told, writing=writing, line=line, first="")

    def _goes_on(self, state: Any, seat: str) -> bool:
        """Whether the letter of a seat could go on, though nobody owes an answer."""
        game = self.table.game
        if game.ended(state) is not None or game.owed(state):
            return False
        return bool(game.forward(state, seat))

    def returns(self) -> tuple[float, ...]:
        """What each seat has from the game, in their order: see `returns_of`."""
        outcome = self.table.game.ended(self.state)
        return returns_of(self.table.seats, outcome.winners if outcome else ())

    def view(self, seat: str | None) -> Any:
        """What lies on the table for a seat; None is an onlooker."""
        return self.table.game.view(self.state, seat)

    def imagined(self, seed: str) -> "Position":
        """A position in which the seat to move could be, for all it knows; what it may not know is dealt from the seed.

        It is made of that seat's view, what it was shown and its own orders. The others know there what they see,
        and are shown what comes. Raises `NoWorldError`.
        """
        seat, game = self.mover, self.table.game
        view, told = self.view(seat), self.told[seat]
        line = tuple(one for one in self.line if one[0] == seat)
        for n in range(TRIES):
            state = game.imagined(view, told, RandomDealer(f"{seed} {n}"))
            if state is None:
                continue
            those = {one: self.told[one] if one == seat else () for one in self.table.seats}
            found = Position(self.table, state, those, f"{seed} {n}", self.writing, line, seat, seat)
            if found.known(seat) == self.known(seat):
                return found
        raise NoWorldError(f"{seat} at {game.name}, after {TRIES} tries")

    def observed(self, seat: str | None) -> str:
        """The table as a seat sees it, as JSON: its view, and whether it is asked. None is an onlooker.

        Left out is what came with the box and never changes.
        """
        if seat not in self._observed:
            asked = {"asked": seat in self.asked} if seat is not None else {}
            self._observed[seat] = as_text({**asked, "view": self.table.on_view(self.view(seat))})
        return self._observed[seat]

    @cached_property
    def _observed(self) -> dict[str | None, str]:
        return {}

    def known(self, seat: str) -> str:
        """All that a seat knows: what it was shown, event by event, a line each, and the table as it sees it."""
        return "\n".join((seat, *map(as_text, self.told[seat]), self.observed(seat)))


def replayed(table: Table, seed: str, orders: Iterable[str]) -> Position:
    """The position after the deal of a seed and these orders. Raises `Unknown` for one that there is not."""
    at = table.opened(seed)
    for order in orders:
        at = at.after(at.orders.index(order) if order in at.moves else -1)
    return at


def returns_of(seats: tuple[str, ...], winners: tuple[str, ...]) -> tuple[float, ...]:
    """1 shared by the winners, -1 for each player who lost, 0 for all where nobody lost or won; 0 for a master."""
    playing = players(seats)
    if not winners or set(winners) >= set(playing):
        return (0.0,) * len(seats)
    share = 1 / len(winners)
    return tuple(share if one in winners else -1.0 if one in playing else 0.0 for one in seats)


# A table as a row of bits, for programs that learn: which facts hold for the seat that looks at it.


SIZE = 2048
"""How many bits: a fact sets the one that its text hashes to, and different facts now and then share one."""


def facts(value: Any, path: str = "") -> Iterator[str]:
    """Each leaf of a JSON value with the way to it: `view.loki.hand.0="dragon"`."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from facts(one, f"{path}.{key}")
    elif isinstance(value, list):
        yield f"{path} {len(value)}"
        for at, one in enumerate(value):
            yield from facts(one, f"{path}.{at}")
    else:
        yield f"{path}={value}"


def bits(observed: str) -> list[int]:
    """The bits that are set for what a seat sees, given as JSON: their places, sorted, each below `SIZE`."""
    return sorted({crc32(one.encode()) % SIZE for one in facts(json.loads(observed))})
