"""A whole game of The Hammer of Thor on its table, from the opening on, with the dice that a test names."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from referee.engine import driver
from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.lots import Lot
from referee.engine.moves import Resign
from referee.engine.rules import first_broken
from referee.games import hammer_of_thor as package
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import View

T = TypeVar("T")
GAME: Any = package.GAME
USUAL = {"births": 0, "encounter": 9}


class Dice:
    """Lots by what they are for: the numbers named, then the usual one; each shuffle turns a pile upside down."""

    def __init__(self, named: Mapping[str, Sequence[int]]) -> None:
        self.named = {key: list(values) for key, values in named.items()}
        self.drawn: list[Lot] = []
        self.shuffled: list[str] = []
        self.asked: list[tuple[str, int]] = []

    def below(self, label: str, n: int) -> int:
        """The next number that was named for this, else the usual one."""
        self.asked.append((label, n))
        what = label.split(maxsplit=1)[0]
        return values.pop(0) if (values := self.named.get(what)) else USUAL.get(what, 0)

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The pile upside down."""
        self.shuffled.append(label)
        return tuple(reversed(items))

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """There are no other dice than those of `below`."""
        raise AssertionError(label, sides, count)

    def heard(self, seat: str, line: str) -> None:
        """What was played makes no difference here."""


@cache
def _options(given: tuple[tuple[str, str], ...]) -> Mapping[str, Any]:
    content: Mapping[str, Any] = GAME.options(dict(given))
    return content


class Table:
    """A game that goes on: the state now, and all that has happened."""

    def __init__(self, state: State, **dice: Sequence[int]) -> None:
        self.state = state
        self.events: list[Event] = []
        self.dice = Dice(dice)

    def why(self, seat: str, move: Move) -> str:
        """The number of the rule that a move breaks, and the key of why; "" for one that is taken."""
        broken = first_broken(GAME.MOVES[type(move)][1], self.view(seat), move)
        return f"{broken.rule} {broken.why.key}" if broken else ""

    def view(self, seat: str | None) -> View:
        """The table as a seat sees it."""
        seen: View = GAME.view(self.state, seat)
        return seen

    def does(self, seat: str, *moves: Move) -> "Table":
        """A seat makes moves, all of them taken."""
        for move in moves:
            assert self.why(seat, move) == ""
            self.state = driver.make(GAME, self.state, seat, move, self.dice, self.events)
        return self

    def goes_on(self) -> "Table":
        """What happens by nobody's choice."""
        self.state = driver.proceed(GAME, self.state, self.dice, self.events)
        return self

    def silent(self) -> "Table":
        """Who owes something first does not answer."""
        owed = GAME.owed(self.state)[0]
        self.state = driver.silence(GAME, self.state, owed, self.dice, self.events)
        return self

    def leaves(self, seat: str) -> "Table":
        """A seat gives the game up."""
        return self.does(seat, Resign(self.state.game))

    @property
    def owes(self) -> list[str]:
        """Who owes what."""
        return [f"{one.seat} {one.duty}" for one in GAME.owed(self.state)]

    def of(self, kind: str) -> list[Any]:
        """The events of that name."""
        return [one for one in self.events if type(one).__name__ == kind]


def opened(seats: int = 3, first: Sequence[int] = (), supplement: str = "none", **dice: Any) -> Table:
    """A game as it is opened: set up, and the first player found: red, if the dice do not say another."""
    content = _options((("seats", str(seats)), ("supplement", supplement)))
    rolled = first or tuple(range(9, 9 - seats, -1))
    table = Table(GAME.blank("g", content), first=rolled, **dice)
    table.state = driver.settle(GAME, table.state, GAME.setup(table.state, content, table.dice), table.events)
    return table.goes_on()


CHOSEN = (("thor", 5), ("thrym", 30), ("hod", 7))


def begun(*chosen: tuple[str, int], **given: Any) -> Table:
    """A game in its first player-turn: each seat in turn has chosen a character and where it starts."""
    chosen = chosen or CHOSEN
    table = opened(len(chosen), **given)
    for name, place in chosen:
        seat = table.owes[0].split()[0]
        table.does(seat, m.Choose(name), m.Start(place))
    return table


def turns(table: Table, count: int) -> Table:
    """So many player-turns pass without anything else."""
    for _ in range(count):
        seat = table.state.on_turn
        hand = table.state.hand(seat)
        if len(hand) > 1:
            table.does(seat, m.Discard(hand[0].split(".")[1]))
        table.does(seat, m.Halt(), m.EndTurn())
    return table
