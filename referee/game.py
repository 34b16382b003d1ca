"""The contract of a game, and where the games are found."""

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Protocol

from referee.decks import DeckEvents
from referee.events import Event, Happening
from referee.lots import Lots
from referee.rules import Refused, Rule, Why, first_broken


@dataclass(frozen=True, slots=True)
class Owed:
    """A decision that is due: whose, which (a key of the catalogue), and the rule that asks."""

    seat: str
    duty: str
    rule: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seat (None: drawn), the rule, and a key of the catalogue."""

    winner: str | None
    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A line that fits several moves: each of them, and in canonical notation."""

    moves: tuple["Move", ...]
    readings: tuple[str, ...]


class Move:
    """A move as a value. Subclasses are frozen dataclasses; a game says how each is written."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Family:
    """Legal moves of one kind: a plain list, or described where there are too many to list.

    `count` is exact. `moves()` lists a plain family; a described one lists a few examples only.
    """

    key: str
    rule: str
    count: int
    moves: Callable[[], Sequence[Move]]
    holds: Callable[[Move], bool]
    draw: Callable[[Random], Move]
    listed: bool = True
    form: str = ""

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self.holds(move)


def plain(key: str, rule: str, moves: Sequence[Move]) -> Family:
    """A family that is simply a list of moves."""
    return Family(key, rule, len(moves), lambda: moves, moves.__contains__, lambda rng: rng.choice(moves))


class Choices:
    """What a seat may do, by families. `move in choices` holds exactly for the moves that would be played.

    `forward` lists the moves that carry the game on (actions, and answers to a question); `families` makes
    all families, those possible at any time too. Both are worked out when they are first asked for.
    """

    __slots__ = ("_families", "_forward", "_make")

    def __init__(self, forward: Callable[[], list[Move]], families: Callable[[], Iterable[Family]]) -> None:
        self._forward = forward
        self._make = families
        self._families: tuple[Family, ...] | None = None

    def forward(self) -> list[Move]:
        """The listed moves that carry the game on."""
        return self._forward()

    @property
    def families(self) -> tuple[Family, ...]:
        """The families that hold a move here, in the order they are told."""
        if self._families is None:
            self._families = tuple(family for family in self._make() if family.count)
        return self._families

    def __contains__(self, move: object) -> bool:
        return any(move in family for family in self.families)

    def __iter__(self) -> Iterator[Move]:
        """The moves of the plain families, one by one; described families are not listed."""
        for family in self.families:
            if family.listed:
                yield from family.moves()

    def __bool__(self) -> bool:
        return bool(self.families)

    @property
    def count(self) -> int:
        """How many moves there are in all, exactly, those of described families included."""
        return sum(family.count for family in self.families)

    def family(self, key: str) -> Family | None:
        """The family of that name, if it holds any move here."""
        return next((one for one in self.families if one.key == key), None)


Happen = Callable[[Any, str, Any, Lots], Happening]
"""How a move happens: (state, seat, move, lots) -> events."""

Moves = Mapping[type[Move], tuple[Happen, tuple[Rule, ...]]]


class Game(Protocol):
    """What a game answers. States, views, moves and events are frozen values.

    A state also has `called_off(outcome)`, the table of a game that the house has ended, and `taken_over(seat, name)`,
    the same table with another player in a seat; and for rulings `piles()`, the draw piles by their names, top first,
    `with_pile(name, cards)`, the same with one in another order, and `with_options(content)`, the same with other options.
    """

    name: str
    title: str
    edition: str
    seats: tuple[str, ...]
    MOVES: Moves
    ANY_TIME: frozenset[type[Move]]
    """Moves that do not rest on how the table stands: a letter that the table has overtaken may still make them."""
    TURN: type[Event]
    """The event with which a turn begins: a heading in reports, by the text `turn` over its fields."""
    LEAVE_THE_TABLE: tuple[type[Event], ...]
    """Events after which the table stands as it stood: an order written before them is good."""
    DECKS: DeckEvents
    """What its events do to decks, so that cards can be shown to have lain where they were dealt."""
    events: Mapping[str, type[Event]]
    reading: Any
    """How it is read: a module, or what answers `referee.defaults.How`. How it is told (`telling`), its `rulebook.yaml` and the
    schemas of its files (`schema`) are found beside its class."""

    def options(self, given: Mapping[str, str]) -> Mapping[str, Any]:
        """The options in full, as content that the record embeds. Raises `Faulty` for a wrong one."""

    def fits(self, content: Mapping[str, Any]) -> None:
        """Hold the options that a record embeds to those that `options` gives. Raises `Faulty` for any other."""

    def blank(self, game: str, options: Mapping[str, Any]) -> Any:
        """The state of the game of that id before its first event."""

    def setup(self, state: Any, options: Mapping[str, Any], lots: Lots) -> Happening:
        """The game is laid out, the shuffles too, as events."""

    def apply(self, state: Any, event: Event) -> Any:
        """The state after an event. Dumb and total; no lots."""

    def proceed(self, state: Any, lots: Lots) -> Happening:
        """What happens by nobody's choice; nothing when somebody owes a decision or all is over."""

    def letter_begins(self, state: Any, seat: str, lots: Lots) -> Happening:
        """What a seat's standing orders do, in the open, in its own letter before an order; nothing if it is done."""

    def letter_over(self, state: Any, seat: str, lots: Lots) -> Happening:
        """What the end of a seat's letter means."""

    def standing_acts(self, state: Any, lots: Lots) -> tuple[str, Happening] | None:
        """What a standing order does at once after somebody else's letter: whose, and events that this seat alone is shown.

        What the others are shown of it follows in `letter_begins`: so neither what they get nor when tells them
        that there is a standing order.
        """

    def owed(self, state: Any) -> tuple[Owed, ...]:
        """Who must answer what; () and not ended means the table proceeds."""

    def silence(self, state: Any, owed: Owed, lots: Lots) -> Move | Happening:
        """What no answer by the deadline means: a move made for the seat, or what happens instead."""

    def choices(self, view: Any) -> Choices:
        """The legal moves of the seat whose view this is. It has nothing else to go by."""

    def view(self, state: Any, seat: str | None) -> Any:
        """What lies on the table for this seat, field by field; None is an onlooker."""

    def ended(self, state: Any) -> Outcome | None:
        """How the game ended, if it did."""

    def uncovered(self, state: Any) -> Any:
        """Everything that was hidden on a table, as plain data: told to all when the game is over."""

    def resolve(self, move: Move, view: Any) -> Move | Ambiguous:
        """A move as written made exact by the writer's own view."""

    def write(self, move: Move) -> str:
        """The canonical notation of a move."""

    def position(self, view: Any) -> tuple[int, int]:
        """The public position: number of the turn, number of the action within it."""


def refused(game: Game, view: Any, move: Move) -> Refused | None:
    """The first rule that a move breaks, judged by the mover's own view; None if it is legal."""
    return first_broken(game.MOVES[type(move)][1], view, move)


class Faulty(ValueError):
    """Something given to the referee by hand that cannot be used: a key, its values, and where it stands."""

    def __init__(self, key: str, *, where: str = "", **params: Any) -> None:
        super().__init__(f"{where}: {key} {params}" if where else f"{key} {params}")
        self.why = Why(key, params)
        self.where = where


BUILT_IN = {"thunder": "referee.games.thunder", "odins_table": "referee.games.odins_table"}


@cache
def find(name: str) -> Game:
    """The game of that name: built in, or an entry point of the group `referee.games`.

    Raises `Faulty` if there is none, if it calls something of its own by a name of the house (see `referee.clashes`), or
    if something of it is missing (see `referee.authored`).
    """
    from referee.authored import refuse_unfinished  # noqa: PLC0415  they need the house, which needs this module
    from referee.clashes import refuse_clashes  # noqa: PLC0415

    found = _found(name)
    refuse_clashes(name, found)
    if name not in BUILT_IN:
        refuse_unfinished(found)
    return found


def _found(name: str) -> Game:
    if name in BUILT_IN:
        return importlib.import_module(BUILT_IN[name]).GAME  # type: ignore[no-any-return]
    for point in announced():
        if point.name == name:
            from referee.authored import loaded  # noqa: PLC0415  it needs this module

            return loaded(point)
    raise Faulty("unknown-game", name=name, games=tuple(sorted(names())))


def names() -> set[str]:
    """The names of all games to be had."""
    return {*BUILT_IN, *(point.name for point in announced())}


def announced() -> Iterable[Any]:
    """The games that other packages announce, as entry points of the group `referee.games`."""
    from importlib.metadata import entry_points  # noqa: PLC0415  slow to load, and seldom needed

    return entry_points(group="referee.games")
