"""Standing orders seen from the other side of the table: one game played by standing orders, and again by hand.

In a random game one player has standing orders that act. The same game is played again without them: that
player writes as lines what the orders did, at the same places of the same letters, while the other player
writes the same letters. A third game is like the one by hand, but with standing orders that never act, given
and withdrawn in their own letters. Everything that anybody else is shown must be the same in all three.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from random import Random
from typing import Any, TypeVar

from referee.engine import driver
from referee.engine.choices import Move
from referee.engine.events import Event, shows
from referee.engine.game import Game, refused
from referee.engine.kit import customs
from referee.engine.lots import Lot
from referee.table import ruling
from referee.testing.chance import chosen
from referee.testing.worlds import Illegal, Step, World, stand
from referee.util.values import Struct, Value, field
from support.plain_dice import PlainDice
from support.suite import suite

T = TypeVar("T")
Letters = list[tuple[str, tuple[Move, ...]]]
TRIES = 20
FIRST, ALONE, AGAIN, STOPS, GIVES, NEVER = 4, 0.06, 0.1, 0.4, 0.1, 0.3
"""How a game is made at random.

That is: how many letters are tried to find one by which an order acts; in how many places at the beginning
one is given anyway; how likely the rest is, letter by letter.
"""


class LabelLots(PlainDice):
    """Lots that depend on their label and how often it was used, and on nothing drawn in between."""

    def __init__(self, seed: str) -> None:
        self.seed, self.times = seed, Counter[str]()
        self.drawn: list[Lot] = []

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order, whatever their order was."""
        ordered = sorted(range(len(items)), key=lambda place: str(items[place]))
        drawn = tuple(self._rng(label).sample(ordered, len(ordered)))
        self.drawn.append(Lot(label, len(items), drawn))
        return tuple(items[place] for place in drawn)

    def below(self, label: str, n: int) -> int:
        """A number from 0 to n - 1."""
        number = self._rng(label).randrange(n)
        self.drawn.append(Lot(label, n, (number,)))
        return number

    def heard(self, seat: str, line: str) -> None:
        """Nothing depends on the words here."""

    def copy(self, *, drawn: bool = True) -> "LabelLots":
        """The same lots; without `drawn` they go on from here, and nothing counts as drawn."""
        other = LabelLots(self.seed)
        other.times = Counter(self.times) if drawn else self.times
        return other

    def _rng(self, label: str) -> Random:
        self.times[label] += 1
        return Random(f"{self.seed} {label} {self.times[label]}")


class Slot(Value, dict=True):
    """A place in the game: the letters written there, what happened, and the table after it."""

    letters: Letters
    events: tuple[Event, ...]
    state: Any


class Telling(Struct):
    """One game being played: its table, its lots, its places so far."""

    game: Game
    content: Mapping[str, Any]
    seed: str
    slots: list[Slot] = field(default_factory=list)
    lots: Any = None
    events: list[Event] = field(default_factory=list)
    letters: Letters = field(default_factory=list)
    state: Any = None

    def __post_init__(self) -> None:
        """Deal the game, unless it goes on as a copy."""
        if self.state is not None:
            return
        self.lots = LabelLots(self.seed)
        blank = self.game.blank("g1", self.content)
        self.state = ruling.lay_out(self.game, blank, self.content, self.lots, self.events)
        self.done()

    def done(self) -> None:
        """Close a place in the game."""
        self.slots.append(Slot(self.letters, tuple(self.events), self.state))
        self.letters, self.events = [], []

    def begin(self, seat: str) -> list[Move]:
        """What standing orders do in a letter before an order, as lines by hand."""
        before = len(self.events)
        self.state = driver.begin_letter(self.game, self.state, seat, self.lots, self.events)
        return suite(self.game.name).by_hand(self.events[before:])

    def make(self, seat: str, move: Move) -> Move:
        """Play an order. Raises `Illegal`."""
        if refused(self.game, self.view(seat), move) is not None:
            raise Illegal(move.written)
        self.state = driver.make(self.game, self.state, seat, move, self.lots, self.events)
        return move

    def end(self, seat: str, moves: Sequence[Move]) -> list[Move]:
        """End the letter; what standing orders then did in the open, as lines by hand."""
        before = len(self.events)
        self.state = driver.end_letter(self.game, self.state, seat, self.lots, self.events)
        by_hand = suite(self.game.name).by_hand(self.events[before:])
        self.state = stand(self.game, self.state, self.lots, self.events)
        self.letters.append((seat, tuple(moves)))
        return by_hand

    def letter(self, seat: str, moves: Sequence[Move]) -> list[Move]:
        """A letter with these orders; gives the lines for what standing orders did in it. Raises `Illegal`."""
        acted = []
        for move in moves:
            acted += self.begin(seat) if driver.after_standing_orders(self.game, move) else []
            self.make(seat, move)
        return acted + self.end(seat, moves)

    def view(self, seat: str | None) -> Any:
        """The table as a seat sees it."""
        return self.game.view(self.state, seat)

    def owing(self) -> list[str]:
        """Who owes something."""
        return [one.seat for one in self.game.owed(self.state)]

    def copy(self) -> "Telling":
        """The same game, to try something out."""
        other = copy(self)
        other.lots, other.slots = self.lots.copy(), [*self.slots]
        other.letters, other.events = [*self.letters], [*self.events]
        return other

    def world(self) -> World:
        """The game as a world, a step for each place."""
        steps = tuple(Step("", None, (), slot.events) for slot in self.slots)
        return World(steps, (self.game.blank("g1", self.content), *(slot.state for slot in self.slots)))


class Thrice(Struct, dict=True):
    """A game by one seat's standing orders, the same by hand, and by hand with orders that never act."""

    seat: str
    ordered: Telling
    hand: Telling
    quiet: Telling
    rng: Random
    acted: int = 0
    given: int = 0

    @property
    def each(self) -> tuple[Telling, Telling, Telling]:
        """All three of them."""
        return self.ordered, self.hand, self.quiet

    def go_on(self) -> bool:
        """Play one more place, unless the game ends there; of some letters one by which a standing order acts."""
        game = self.ordered.game
        for _ in range(TRIES):
            ahead = self.ordered.copy()
            if self.rng.random() < ALONE:
                writer = self.seat
                lines = ahead.letter(writer, self.orders(ahead))
                acted = len(lines)
            else:
                writer = self.rng.choice(ahead.owing())
                lines, acted = self.at_random(ahead, writer)
            if acted or acts_unseen(ahead):
                break
        if game.ended(ahead.state) is not None:
            return False
        self.ordered = ahead
        self.acted += acted
        if lines:
            assert self.hand.letter(writer, lines) == []
            self.kept(writer, lines)
        for one in self.each:
            one.done()
        return True

    def orders(self, told: Telling) -> list[Move]:
        """A random standing order that may act, if it may be given now."""
        one = suite(told.game.name)
        order = one.standing(tuple(self.rng.sample(one.columns, self.rng.randint(2, len(one.columns)))))
        return [order] if refused(told.game, told.view(self.seat), order) is None else []

    def at_random(self, told: Telling, seat: str) -> tuple[list[Move], int]:
        """A letter of some orders, the seat's first a standing one; as lines by hand, and how often an order acted."""
        orders, lines, acted = list[Move](), list[Move](), 0
        if seat == self.seat and (len(told.slots) < FIRST or self.rng.random() < AGAIN):
            orders += [told.make(seat, order) for order in self.orders(told)]
        while seat in told.owing():
            # Offers and claims trigger no standing order, so they prove nothing here.
            began = told.begin(seat)
            families = [
                one
                for one in told.game.choices(told.view(seat)).families
                if one.key not in customs.ANY_TIME and "standing" not in one.key
            ]
            move = told.make(seat, chosen(families, self.rng))
            orders.append(move)
            lines += [*began, move]
            acted += len(began)
            if self.rng.random() < STOPS:
                break
        by_hand = told.end(seat, orders)
        return [*lines, *by_hand], acted + len(by_hand)

    def kept(self, writer: str, lines: Sequence[Move]) -> None:
        """The letter by hand, with a standing order given now and then, and withdrawn before it would act."""
        one = suite(self.quiet.game.name)
        if self.rng.random() < GIVES:
            orders = [one.standing(())] if self.rng.random() < NEVER else self.orders(self.quiet)
            self.given += bool(orders) and self.unnoticed(self.seat, orders, [])
        if not self.unnoticed(writer, lines, self.hand.events):
            self.quiet.letter(self.seat, [one.standing(())])
            assert self.unnoticed(writer, lines, self.hand.events)

    def unnoticed(self, seat: str, moves: Sequence[Move], wanted: Sequence[Event]) -> bool:
        """Play a letter in which no standing order acts, so that exactly `wanted` happens; otherwise do nothing."""
        ahead = self.quiet.copy()
        ahead.events = []
        try:
            ahead.letter(seat, moves)
        except Illegal:
            return False
        if ahead.events[0 if wanted else 1 :] != [*wanted]:
            return False
        ahead.events = [*self.quiet.events, *ahead.events]
        self.quiet = ahead
        return True


def acts_unseen(told: Telling) -> bool:
    """Whether a standing order did something in the current place that only its owner sees."""
    played = [move for _, moves in told.letters for move in moves]
    return sum(not shows(event, None) for event in told.events) > sum(
        type(move) in told.game.ANY_TIME for move in played
    )


def thrice(name: str, content: Mapping[str, Any], seat: str, seed: int, most: int) -> Thrice:
    """The first places of a random game, at most this many, played in three ways; it never comes to its end."""
    game = suite(name).game
    ordered, hand, quiet = (Telling(game, content, f"{seed}") for _ in range(3))
    told = Thrice(seat, ordered, hand, quiet, Random(f"thrice {name} {seat} {seed}"))
    while len(told.ordered.slots) < most and told.go_on():
        pass
    return told
