"""The contract of a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from referee.engine.choices import Choices, Move
from referee.engine.decks import DeckEvents
from referee.engine.events import Event, Happening, Seen
from referee.engine.lots import Lots
from referee.engine.rules import Refused, Rule, first_broken
from referee.engine.seating import Seating


@dataclass(frozen=True, slots=True)
class Owed:
    """A decision that is due: whose, which (a key of the catalogue), and the rule that asks.

    An `optional` one may be left: it has a shorter limit of its own, and silence then means the same as passing. Ask everybody who may
    react as far as the others know; else whom it asks tells what they hold.
    """

    seat: str
    duty: str
    rule: str
    optional: bool = False


Standings = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the seats that won (none: drawn), the rule, and a key of the catalogue.

    `standings` are the seats with what each has, the best first, where a game counts it.
    """

    winners: tuple[str, ...]
    rule: str
    reason: str
    standings: Standings = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A line that fits several moves: each of them, and in canonical notation."""

    moves: tuple["Move", ...]
    readings: tuple[str, ...]


Happen = Callable[[Any, str, Any, Lots], Happening]
"""How a move happens: (state, seat, move, lots) -> events."""

Moves = Mapping[type[Move], tuple[Happen, tuple[Rule, ...]]]


class Game(Protocol):
    """What a game answers. States, views, moves and events are frozen values.

    A state also has `seats`, what the seats of its table are called; `called_off(outcome)`, the table of a game that the house has ended, and `taken_over(seat, name)`,
    the same table with another player in a seat; and for rulings `piles()`, the draw piles by their names, top first,
    `with_pile(name, cards)`, the same with one in another order, and `with_options(content)`, the same with other options.
    """

    name: str
    title: str
    edition: str
    seats: tuple[str, ...]
    """Every seat that there may be at a table of it, players in their order; `master` is the master's."""
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
    """Its own, by their names; the house adds those that every table knows."""
    reading: Any
    """How it is read: a module, or what answers `referee.engine.kit.defaults.How`. How it is told (`telling`), its `rulebook.yaml` and the
    schemas of its files (`schema`) are found beside its class."""

    def options(self, given: Mapping[str, str]) -> Mapping[str, Any]:
        """The options in full, as content that the record embeds. Raises `Faulty` for a wrong one."""

    def seating(self, content: Mapping[str, Any]) -> Seating:
        """The seats of a table with these options in full: players in their order, then the master, if there is one."""

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

    def stands(self, move: Move, then: Any, now: Any, since: Sequence[Seen]) -> bool:
        """Whether a move in answer to one of our mails is good though the table has changed for its writer since that mail.

        `then` and `now` are the writer's views, `since` is what the writer was shown of others' doing in between. A game that says no
        is on the safe side: then the order is refused as stale, and may be written again.
        """

    def leaves(self, state: Any, seat: str, rule: str, reason: str, lots: Lots) -> Happening:
        """What it means that a seat leaves: it has given up, lost by the clock, been claimed against, or a ruling has it leave.

        By this rule, for a reason that is a key of the outcomes: it ends the game, or the game goes on without the seat.
        """

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
