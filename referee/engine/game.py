"""The contract of a game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from referee.engine.choices import Choices, Move
from referee.engine.decks import DeckEvents
from referee.engine.events import Event, Happening, Seen
from referee.engine.lots import Lots
from referee.engine.rules import Refused, Rule, first_broken
from referee.engine.seating import Seating
from referee.util.values import Value


class Owed(Value):
    """A decision that is due: whose, which (a key of the catalogue), and the rule that asks.

    An `optional` one may be left unanswered: it has a shorter limit of its own, and silence means passing.
    Ask everybody who, as far as the others know, may react; otherwise the list of those asked tells what they
    hold.
    """

    seat: str
    duty: str
    rule: str
    optional: bool = False


Standings = tuple[tuple[str, int], ...]


class Outcome(Value):
    """How a game ended: the seats that won (none: drawn), the rule, and a key of the catalogue.

    `standings` are the seats with what each has, the best first, if the game counts it.
    """

    winners: tuple[str, ...]
    rule: str
    reason: str
    standings: Standings = ()


class Ambiguous(Value):
    """A line that fits several moves: each of them, and their canonical notation."""

    moves: tuple["Move", ...]
    readings: tuple[str, ...]


Happen = Callable[[Any, str, Any, Lots], Happening]
"""How a move happens: (state, seat, move, lots) -> events."""

Moves = Mapping[type[Move], tuple[Happen, tuple[Rule, ...]]]


class Game(Protocol):
    """What a game answers. States, views, moves and events are frozen values.

    How a move is written is not asked of the game: the class of the move says it (`referee.engine.moves.move`), and
    `move.written` is its canonical notation.

    States and views are values with the fields of `referee.engine.kit.base.BaseState` and `BaseView`: the
    house reads these. A state also has `seats`, the names of the seats of its table, and these methods:

        called_off(outcome)        the table of a game that the house has ended
        taken_over(seat, name)     the same table with another player in a seat
        piles()                    for rulings: the draw piles by name, top first
        with_pile(name, cards)     for rulings: the same table with one pile in another order
        kept_below(name)           for rulings: how many cards at the bottom of a pile belong there
        with_options(content)      for rulings: the same table with other options
    """

    name: str
    title: str
    edition: str
    seats: tuple[str, ...]
    """Every seat that a table of it may have, players in their order; `master` is the master's."""
    MOVES: Moves
    ANY_TIME: frozenset[type[Move]]
    """Moves that do not depend on how the table stands: a letter that the table has overtaken may still make them."""
    TURN: type[Event]
    """The event with which a turn begins: a heading in reports, by the text `turn` over its fields."""
    LEAVE_THE_TABLE: tuple[type[Event], ...]
    """Events that leave the table as it stood: an order written before them is still good."""
    CALLS: tuple[type[Event], ...]
    """Events that a seat which they name is to know of at once, though it owes nothing: its leader has fallen."""
    DECKS: DeckEvents
    """What its events do to decks, so that one can show that cards lay where they were dealt."""
    DECK_LIST: Any
    """The file that lists its cards, a `referee.engine.kit.decklist.DeckFile`; None where it has none."""
    FILES: Mapping[str, Any]
    """Its other files of which players may have their own, each by the option that names one: a map, a card set."""
    events: Mapping[str, type[Event]]
    """Its own events, by name; the house adds those that every table knows."""
    reading: Any
    """How it is read: a module, or an object that answers `referee.engine.kit.defaults.Reading`.

    How it is told (`telling`) and its `rulebook.yaml` are found beside its class.
    """

    def options(self, given: Mapping[str, str]) -> Mapping[str, Any]:
        """The options in full, as content that the record embeds. Raises `Faulty` for a wrong one."""

    def chosen(self, content: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
        """Of options in full, those that are not the default ones: name, value, ruling."""

    def schema(self, kind: str) -> Mapping[str, Any] | None:
        """The JSON Schema of its `options`, its `deck` file or one of `FILES`, for editors; or None."""

    def seating(self, content: Mapping[str, Any]) -> Seating:
        """The seats of a table with these options in full: players in their order, then the master, if there is one."""

    def fits(self, content: Mapping[str, Any]) -> None:
        """Check the options that a record embeds against those that `options` gives. Raises `Faulty` for any other."""

    def blank(self, game: str, options: Mapping[str, Any]) -> Any:
        """The state of the game of that id before its first event."""

    def setup(self, state: Any, options: Mapping[str, Any], lots: Lots) -> Happening:
        """The game is laid out, the shuffles too, as events."""

    def apply(self, state: Any, event: Event) -> Any:
        """The state after an event. Dumb and total; no lots."""

    def proceed(self, state: Any, lots: Lots) -> Happening:
        """What happens by nobody's choice; nothing when somebody owes a decision or all is over."""

    def letter_begins(self, state: Any, seat: str, lots: Lots) -> Happening:
        """What a seat's standing orders do, in the open, in its own letter before an order.

        Nothing if they have acted already.
        """

    def letter_over(self, state: Any, seat: str, lots: Lots) -> Happening:
        """What the end of a seat's letter means."""

    def standing_acts(self, state: Any, lots: Lots) -> tuple[str, Happening] | None:
        """What a standing order does at once after somebody else's letter.

        Gives its seat, and events that are shown to that seat alone. The others are shown the result by
        `letter_begins`. So neither what they get nor when they get it tells them that there is a standing
        order.
        """

    def owed(self, state: Any) -> tuple[Owed, ...]:
        """Who must answer what; () and not ended means the table proceeds."""

    def silence(self, state: Any, owed: Owed, lots: Lots) -> Move | Happening:
        """What no answer by the deadline means: a move made for the seat, or other events instead."""

    def stands(self, move: Move, then: Any, now: Any) -> bool:
        """Whether what a move rests on is as it was, though the table has changed for its writer in between.

        `then` is the writer's view when our mail was written that is answered, `now` the one at the beginning of
        the letter. It is safe to say no: the order is then refused as stale, and may be written again.
        """

    def leaves(self, state: Any, seat: str, rule: str, reason: str, lots: Lots) -> Happening:
        """What it means that a seat leaves: it resigned, lost by the clock or by a claim, or a ruling has it leave.

        `rule` is the rule by which it leaves, `reason` a key of the outcomes. The game ends, or goes on
        without the seat.
        """

    def choices(self, view: Any) -> Choices:
        """The legal moves of the seat whose view this is; they are worked out from the view alone."""

    def forward(self, state: Any, seat: str) -> Sequence[Move]:
        """The moves of a seat that carry the game on: those that the choices of its view list.

        A game may tell them without making a whole view; it gives the same moves, by what the view shows.
        """

    def view(self, state: Any, seat: str | None) -> Any:
        """What lies on the table for this seat, field by field; None is an onlooker."""

    def ended(self, state: Any) -> Outcome | None:
        """How the game ended, if it did."""

    def uncovered(self, state: Any) -> Any:
        """Everything that was hidden on a table, as plain data: told to all when the game is over."""

    def imagined(self, view: Any, told: Sequence[Seen], dealer: Any) -> Any:
        """A state that the reader of a view could be in: its view of it is this one, and the rest is dealt at random.

        `told` is what that seat was shown up to there; nothing else is looked at. `dealer` is a
        `referee.engine.kit.imagining.Dealer`. None if what was dealt led to no such state, or the game cannot tell.
        """

    def resolve(self, move: Move, view: Any) -> Move | Ambiguous:
        """A move as written made exact by the writer's own view."""

    def position(self, view: Any) -> tuple[int, int]:
        """The public position: number of the turn, number of the action within it."""


def refused(game: Game, view: Any, move: Move) -> Refused | None:
    """The first rule that a move breaks, judged by the mover's own view; None if it is legal."""
    return first_broken(game.MOVES[type(move)][1], view, move)
