"""7 Who sees what: the table as one seat sees it, field by field. What is not named here is not shown."""

from functools import cache, lru_cache
from typing import Any, NamedTuple

from referee.engine.events import face
from referee.engine.game import Owed
from referee.engine.kit.base import SidedView, times
from referee.engine.rules import cites
from referee.games.odins_table.board import COLUMNS
from referee.games.odins_table.cards import SEATS, Cards, Deck, other
from referee.games.odins_table.customs import CHOICE
from referee.games.odins_table.options import Options
from referee.games.odins_table.table import Peek, Side, State, at_home
from referee.util.values import Struct, remembered


class Slot(NamedTuple):
    """A column card as somebody sees it: its face if known, and whether it lies face up."""

    face: str | None
    up: bool


class Half(NamedTuple):
    """One player's pieces and cards as a seat sees them.

    Only the owner sees `sealed`, `standing`, `rights` and `peeked`; see `Side`.

    Attributes:
        pieces: the squares of the pieces, sorted.
        captured: how many pieces were taken off.
        home: how many pieces stand in the enemy fortress.
        columns: the cards of the columns a to f. A slot without a face is a card that this seat does not know, or,
            before the cards are placed, no card.
        discards: the discard pile, its top last.
        six: the first six cards as all saw them, sorted.
    """

    seat: str
    pieces: tuple[str, ...]
    captured: int
    home: int
    columns: tuple[Slot, ...]
    discards: Cards
    deck_size: int
    six: Cards
    sealed: Cards | None = None
    standing: tuple[str, ...] | None = None
    rights: tuple[str, ...] = ()
    peeked: tuple[Peek, ...] = ()

    def slot(self, column: str) -> Slot:
        """The card of a column."""
        return self.columns[COLUMNS.index(column)]


class View(SidedView[Half], kw_only=True):
    """The whole table for one seat; `seat` None is an onlooker.

    `repeated` says how often this position has stood at the start of a turn; it is 0 as soon as the turn's
    player acts.
    """

    odin: Half
    thor: Half
    decks: Deck
    options: Options
    phase: str
    repeated: int
    idle: int


class Glance(Struct):
    """As much of a seat's view as tells what it may do, made in a fraction of the time; the same in each field."""

    seat: str
    mine: Half
    theirs: Half
    options: Options
    phase: str
    on_turn: str


Sight = View | Glance
"""What the choices of a seat are worked out from."""


@cache
def _slot(card: str, up: bool, known: bool) -> Slot:
    return Slot(face(card) if known and card else None, up)


@lru_cache(maxsize=4096)
def _slots(cards: Cards, up: frozenset[str], known: frozenset[str]) -> tuple[Slot, ...]:
    shown = zip(COLUMNS, cards, strict=True)
    return tuple([_slot(card, column in up, column in up or column in known) for column, card in shown])


@lru_cache(maxsize=4096)
def _faces(cards: Cards) -> Cards:
    return tuple(map(face, cards))


ALL, NONE = frozenset(COLUMNS), frozenset[str]()


@remembered
def public(side: Side, seat: str) -> Half:
    """What all see of one player (7.1)."""
    return _half(side, seat, NONE)


def _half(side: Side, seat: str, known: frozenset[str]) -> Half:
    return Half._make((*_common(side, seat, known), None, None, (), ()))


def _common(side: Side, seat: str, known: frozenset[str]) -> tuple[Any, ...]:
    """The fields that all see, so far as the cards of these columns are known."""
    return (
        seat,
        side.pieces,
        side.captured,
        at_home(seat, side.pieces),
        _slots(side.columns, side.up, known),
        _faces(side.discards),
        len(side.deck),
        side.six,
    )


@remembered
def own(side: Side, seat: str) -> Half:
    """What the owner sees of their own half: all but the draw pile (2.3, 7.1)."""
    peeked = tuple(map(_as_faces, side.peeked))
    sealed = None if side.sealed is None else _faces(side.sealed)
    return Half._make((*_common(side, seat, ALL), sealed, side.standing, side.rights, peeked))


def _as_faces(peek: Peek) -> Peek:
    return Peek(peek.own, peek.column, face(peek.card), peek.next and face(peek.next))


@cites("1.5", "2.3", "5.7", "7.1")
def half(s: State, of: str, seat: str | None) -> Half:
    """One player's half as a seat sees it: what it has peeked at by standing order is known to it (5.7)."""
    if of == seat:
        return own(s.side(of), of)
    if seat is not None and (peeked := s.side(other(of)).peeked):
        return _half(s.side(of), of, frozenset(peek.column for peek in peeked))
    return public(s.side(of), of)


@remembered
def view(s: State, seat: str | None) -> View:
    """What lies on the table for this seat; None is an onlooker, who sees what all see."""
    return View.of(
        s,
        seat,
        as_far_as_known(s, seat),
        odin=half(s, "odin", seat),
        thor=half(s, "thor", seat),
        decks=s.decks,
        options=s.options,
        phase=s.phase,
        repeated=times(s.positions) if s.action == 0 else 0,
        idle=s.idle,
    )


def glance(s: State, seat: str) -> Glance:
    """What this seat needs to see of the table to know what it may do."""
    return Glance(seat, half(s, seat, seat), half(s, other(seat), seat), s.options, s.phase, s.on_turn)


def owed(s: State) -> tuple[Owed, ...]:
    """Who must answer what: the order of the six cards (2.2), or the turn (3)."""
    if s.phase == "play":
        return TURN_OWED[s.on_turn]
    if s.phase == "place":
        return CHOICE.owed(s)
    return ()


def as_far_as_known(s: State, seat: str | None) -> tuple[Owed, ...]:
    """Who owes what, as far as this seat may know (2.2).

    While cards are placed, only its writer knows that a choice is in; the other is told when both are.
    """
    if s.phase != "place":
        return owed(s)
    return CHOICE.owed_as_known(s, seat)


TURN_OWED = {seat: (Owed(seat, "turn", "2.4"),) for seat in SEATS}
