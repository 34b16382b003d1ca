"""What most games answer alike, as classes to start from: a game says only what is its own.

    class NineRunes(BaseGame): ...

Nothing has to be made of them: every object that answers `referee.engine.game.Game` is a game. They serve
games that keep the customs of play by mail (`referee.engine.kit.customs`), and whose states and views are
`BaseState` and `BaseView`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

from referee.engine.choices import Move
from referee.engine.decks import DeckEvents
from referee.engine.events import EVENTS, Event, Happening, Seen
from referee.engine.game import Ambiguous, Moves, Outcome, Owed
from referee.engine.kit import options
from referee.engine.kit.customs import Customs, SidesTaken
from referee.engine.kit.decklist import DeckFile, Schema
from referee.engine.kit.options import NO_RULINGS, Rulings
from referee.engine.lots import Lots
from referee.engine.moves import OfferDraw, Resign
from referee.engine.rules import cites
from referee.engine.seating import Seating, names, players, still_in
from referee.util.values import Value, replace, worked_out


class Seated:
    """Questions about the seats of a table, which are the field `seating`."""

    __slots__ = ()
    seating: Seating
    gone: tuple[str, ...]

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, the master's too."""
        return names(self.seating)

    @property
    def players(self) -> tuple[str, ...]:
        """The seats of players, in their order."""
        return players(self.seats)

    @property
    def still_in(self) -> tuple[str, ...]:
        """The seats of players who have not left."""
        return still_in(self)


class BaseState(Seated, Value, kw_only=True, dict=True):
    """The part of a table that the house and the customs look at; a game adds what lies on its own.

    Attributes:
        on_turn: the seat whose turn it is; "" if it is nobody's or everybody's.
        gone: the seats that have left.
        offer: the seat that offered a draw.
        agreed: those who agree to it.
        overdue: the seats whose deadline has passed, and against which a claim can be made.
        options: the rulings in force.
    """

    game: str
    seating: Seating = ()
    options: Rulings = NO_RULINGS
    turn: int = 0
    action: int = 0
    on_turn: str = ""
    gone: tuple[str, ...] = ()
    offer: str = ""
    agreed: tuple[str, ...] = ()
    overdue: tuple[str, ...] = ()
    outcome: Outcome | None = None
    names: tuple[tuple[str, str], ...] = ()

    def called_off(self, outcome: Outcome) -> Self:
        """The table of a game that is over."""
        return replace(self, outcome=outcome, offer="", agreed=())

    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """The draw piles, top first, each under the name of its owner: there are none (H21)."""
        return {}

    def kept_below(self, name: str) -> int:  # noqa: ARG002
        """How many cards at the bottom of a draw pile are dealt again among themselves (H21): none."""
        return 0

    def with_pile(self, name: str, cards: tuple[str, ...]) -> Self:
        """The same table with the cards of a draw pile in another order (H21)."""
        raise LookupError(name, cards)

    def with_options(self, content: Mapping[str, Any]) -> Self:
        """The same table with other rulings in force (H21)."""
        return replace(self, options=type(self.options).of(content))

    def taken_over(self, seat: str, name: str) -> Self:
        """The same table with another player in a seat, who has the whole time for an answer (H7)."""
        known = dict(self.names) | {seat: name}
        names = tuple((one, known[one]) for one in self.seats if one in known)
        return replace(self, names=names, overdue=tuple(one for one in self.overdue if one != seat))


class BaseView(Seated, Value, kw_only=True, dict=True):
    """The part of a view that every report shows; a game adds what its own seats see."""

    game: str
    seating: Seating
    seat: str | None
    turn: int
    action: int
    on_turn: str
    owed: tuple[Owed, ...]
    gone: tuple[str, ...]
    offer: str
    agreed: tuple[str, ...]
    overdue: tuple[str, ...]
    outcome: Outcome | None
    names: tuple[tuple[str, str], ...]

    @property
    def begun(self) -> bool:
        """Whether the first turn has begun."""
        return self.turn > 0

    @classmethod
    def of(cls, state: BaseState, seat: str | None, owed: tuple[Owed, ...], **own: Any) -> Self:
        """The view of a seat (None: an onlooker), with who has to answer, and the fields of the game's own.

        Raises `TypeError` where a field is missing or unknown.
        """
        return cls(
            game=state.game,
            seating=state.seating,
            seat=seat,
            turn=state.turn,
            action=state.action,
            on_turn=state.on_turn,
            owed=owed,
            gone=state.gone,
            offer=state.offer,
            agreed=state.agreed,
            overdue=state.overdue,
            outcome=state.outcome,
            names=state.names,
            **own,
        )


@cites("H11")
def seated(
    sides: type[SidesTaken], seats: Sequence[str], options: Mapping[str, Any], lots: Lots
) -> Happening:
    """H11 The players take their seats, as agreed or by lot, and the master that of the master.

    Nothing happens if no names were given.
    """
    if given := tuple(options["players"]):
        drawn, many = options["sides"] == "lot", len(players(seats))
        sat = (*lots.shuffle("sides", given[:many]), *given[many:]) if drawn else given
        yield sides(sat, drawn, tuple(seats))


RestsOn = Callable[[Any, Any], object]
"""What a move rests on, by a view of its seat and the move: equal values for views that make no difference to it."""


class BaseGame:
    """The answers of `referee.engine.game.Game` that are the same in most games.

    A game gives `name`, `title`, `edition`, `seats` (and `fewest`, if not all of them have to be taken),
    `State`, `MOVES`, `TURN` and `CUSTOMS`. It gives `reading` if its orders have more than words
    (`referee.engine.kit.defaults.Reading`). It defines `setup`, `proceed`, `owed`, `choices` and `view`. Its
    class stands in `__init__.py` of its package, its events in modules beside it.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    edition: ClassVar[str]
    seats: ClassVar[tuple[str, ...]]
    fewest: ClassVar[int] = 0
    """How few players may play; 0: one for each seat."""
    State: ClassVar[type[BaseState]]
    """The class of the table, made with the id of a game, its seating and its options as before the first event."""
    Options: ClassVar[type[Rulings]] = Rulings
    """The rulings that players may choose otherwise."""
    MOVES: ClassVar[Moves]
    TURN: ClassVar[type[Event]]
    CUSTOMS: ClassVar[Customs]
    ANY_TIME: ClassVar[frozenset[type[Move]]] = frozenset({Resign, OfferDraw})
    RESTS_ON: ClassVar[Mapping[type[Move], RestsOn]] = {}
    """What a move rests on, of what its seat sees; a kind of moves that is left out rests on the whole table.

    A letter that others have overtaken may still make a move while that is as it was.
    """
    DECK_LIST: ClassVar[DeckFile | None] = None
    """The file that lists its cards, of which its State keeps the field `decks`."""
    FILES: ClassVar[Mapping[str, DeckFile]] = {}
    """Other files of which players may have their own, by option; the game itself reads them in `options`."""
    DECKS: ClassVar[DeckEvents] = {}
    CALLS: ClassVar[tuple[type[Event], ...]] = ()
    """Events that a seat which they name is to know of at once, though it owes nothing (H10)."""
    reading: Any = None

    @cached_property
    def events(self) -> Mapping[str, type[Event]]:
        """The events of the modules of its package."""
        return EVENTS[type(self).__module__]

    @cached_property
    def LEAVE_THE_TABLE(self) -> tuple[type[Event], ...]:  # noqa: N802  as the contract has it
        """Lateness, an offer of a draw, the consent of some to it, and its refusal."""
        customs = self.CUSTOMS
        some = tuple(one for one in (customs.overdue, customs.agreed) if one)
        return (customs.offered, customs.declined, *some)

    def options(self, given: Mapping[str, str]) -> Mapping[str, Any]:
        """Its rulings with two values, and who plays. Raises `Faulty`."""
        second = self.Options.second_values()
        return options.full_options(given, self.seats, second, self.DECK_LIST, fewest=self.fewest)

    def fits(self, content: Mapping[str, Any]) -> None:
        """Hold the options that a record embeds to those that can be given. Raises `Faulty` for any other."""
        options.held(content, self.seats, self.Options.second_values(), self.DECK_LIST, fewest=self.fewest)

    def chosen(self, content: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
        """The options that are not the default ones: name, value, ruling."""
        return options.chosen(content, self.Options.second_values())

    def schema(self, kind: str) -> Schema | None:
        """The JSON Schema of its `options`, its `deck` file or one of `FILES`, for editors; or None."""
        if kind == "options":
            return options.schema(self.title, self.Options, self.seats, self.DECK_LIST, fewest=self.fewest)
        file = self.DECK_LIST if kind == "deck" else self.FILES.get(kind)
        return file.schema if file else None

    def seating(self, content: Mapping[str, Any]) -> Seating:
        """The seats of a table with these options: all of its own, or as many as are to play."""
        return options.seating(self.seats, content)

    def blank(self, game: str, options: Mapping[str, Any]) -> Any:
        """The table before the first event."""
        decks = {"decks": self.DECK_LIST.laid(options["deck"])} if self.DECK_LIST else {}
        seating, rulings = self.seating(options), self.Options.of(options)
        return self.State(game=game, seating=seating, options=rulings, **decks)

    def apply(self, state: Any, event: Event) -> Any:
        """The table after an event."""
        return event.change(state)

    def letter_begins(self, state: Any, seat: str, lots: Lots, /) -> Happening:  # noqa: ARG002
        """There are no standing orders."""
        yield from ()

    def letter_over(self, state: Any, seat: str, lots: Lots, /) -> Happening:  # noqa: ARG002
        """The end of a letter means nothing."""
        yield from ()

    def standing_acts(self, state: Any, lots: Lots, /) -> tuple[str, Happening] | None:  # noqa: ARG002
        """There are no standing orders."""
        return None

    def silence(self, state: Any, owed: Owed, lots: Lots, /) -> Move | Happening:  # noqa: ARG002
        """The other may claim the win."""
        return self.CUSTOMS.let_pass(state, owed)

    def stands(self, move: Move, then: Any, now: Any, /) -> bool:
        """A move of `RESTS_ON` stands while all that it rests on is as it was."""
        rests = self.RESTS_ON.get(type(move))
        return rests is not None and bool(rests(then, move) == rests(now, move))

    def leaves(self, state: Any, seat: str, rule: str, reason: str, lots: Lots, /) -> Happening:
        """As its customs say: the other of two wins, or of more the last one who has not left."""
        return self.CUSTOMS.leaves(state, seat, rule, reason, lots)

    def forward(self, state: Any, seat: str) -> Sequence[Move]:
        """The moves of a seat that carry the game on, by its view."""
        game: Any = self
        return game.choices(game.view(state, seat)).forward()  # type: ignore[no-any-return]

    def ended(self, state: Any) -> Outcome | None:
        """How the game ended, if it did."""
        return state.outcome  # type: ignore[no-any-return]

    def uncovered(self, state: Any, /) -> Any:  # noqa: ARG002
        """Nothing lay hidden."""
        return None

    def imagined(self, view: Any, told: Sequence[Seen], dealer: Any, /) -> Any:  # noqa: ARG002
        """It cannot tell."""
        return None

    def resolve(self, move: Move, view: Any, /) -> Move | Ambiguous:  # noqa: ARG002
        """A move is exact as it is written."""
        return move

    def position(self, view: Any, /) -> tuple[int, int]:
        """Number of the turn, and of the action within it."""
        return view.turn, view.action


# Tables on which each seat has a side of its own: a field with the seat's name, in the state and in the view.


S = TypeVar("S")
Cards = tuple[str, ...]


class SidedState(BaseState, Generic[S], kw_only=True):
    """A table of sides: a game declares one field for each seat, `urd: Side = Side()`, `skuld: Side = Side()`."""

    def side(self, seat: str) -> S:
        """What a seat has."""
        return getattr(self, seat)  # type: ignore[no-any-return]

    def put(self, seat: str, side: S, **changes: Any) -> Self:
        """The table with another side for this seat, and other changes."""
        changes[seat] = side
        return replace(self, **changes)


class DeckedState(SidedState[S], kw_only=True):
    """A table of sides each of which has a draw pile: its field `deck`, the top first."""

    def piles(self) -> Mapping[str, Cards]:
        """The draw piles, top first, each under the name of whose it is (H21)."""
        sides: Mapping[str, Any] = {seat: self.side(seat) for seat in self.seats}
        return {seat: side.deck for seat, side in sides.items()}

    def with_pile(self, name: str, cards: Cards) -> Self:
        """The same table with the cards of a draw pile in another order (H21)."""
        side: Any = self.side(name)
        return self.put(name, replace(side, deck=cards))


class SidedView(BaseView, Generic[S], kw_only=True):
    """A table of two sides for one seat."""

    def half(self, seat: str) -> S:
        """What this seat sees of another's side, or of its own."""
        return getattr(self, seat)  # type: ignore[no-any-return]

    @worked_out
    def mine(self) -> S:
        """The reader's own half; for an onlooker that of the first seat."""
        return self.half(self.seat or self.seating[0].name)

    @worked_out
    def theirs(self) -> S:
        """The other half."""
        first, second = self.seating
        return self.half(first.name if self.seat == second.name else second.name)


# Positions that come again: how often one has stood, when a draw may be claimed, and when it is declared.
#
# A State keeps `positions`, to which a turn that begins adds its own by `once_more`. A View has `repeated`: how
# often the position stands now, 0 as soon as it is another one.


CLAIMED_AT, DECLARED_AT = 3, 5

Stood = tuple[Any, ...]
"""Positions in the order in which they came, each as often as it stood."""


def once_more(stood: Stood, position: Any) -> Stood:
    """The positions after one more; what counts as the same position is equal."""
    return (*stood, position)


def times(stood: Stood) -> int:
    """How often the last position has stood."""
    return stood.count(stood[-1]) if stood else 0


def claimable(v: Any) -> bool:
    """Whether a draw may be claimed for the position that stands."""
    return bool(v.repeated >= CLAIMED_AT)


def notes(v: Any, rule: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What the table says of a position that has stood before: a key of `notes` and its values."""
    if v.repeated > 1 and not v.outcome:
        yield "repeated", {"times": v.repeated, "rule": rule}
