"""21 Who sees what: the table as one seat sees it, field by field. What is not named here is not shown."""

from functools import cache, lru_cache
from typing import NamedTuple

from referee.engine.events import face
from referee.engine.game import Owed
from referee.engine.kit.base import SidedView, times
from referee.engine.rules import cites
from referee.games.thunder.cards import SEATS, Decks, back_of, name_of, other
from referee.games.thunder.customs import CHOICE
from referee.games.thunder.options import Options
from referee.games.thunder.table import Cards, Columns, Pending, Side, State, leader_column
from referee.util.values import Struct, Value, remembered


class Spot(NamedTuple):
    """A card on the battlefield as somebody sees it: whose back, face up or down, and its face if known."""

    back: str
    up: bool
    face: str | None

    @property
    def name(self) -> str:
        """The card's name, or "" where this seat does not see it."""
        return name_of(self.face) if self.face else ""


Line = tuple[Spot, ...]
Lines = tuple[Line, Line, Line]


class Half(Value):
    """One player's cards as a seat sees them.

    Only the owner sees `hand`, `pile`, `standing_*`, `barred`, `sealed` and `answered`.

    Attributes:
        hand: sorted.
        pile: its top last.
        backs: how many cards in the hand have the back of the other deck.
        shown: all discards as everyone saw them, in the order of the pile.
        taken: how many of these were taken since, unseen (21.4).
        falling: cards that lie face up beside the pile until they are ordered (14.2).
        led: the column (0 to 2) of the Thor/Loki in play here, or -1. That card always lies face up, so all see it.
    """

    seat: str
    hand_size: int
    backs: int
    deck_size: int
    pile_size: int
    pile_top: str
    shown: Cards
    taken: int
    columns: Lines
    using: str
    open: str
    falling: Cards
    turns: int
    led: int
    hand: Cards | None = None
    pile: Cards | None = None
    standing_discards: Cards = ()
    standing_lay: Cards = ()
    barred: str = ""
    sealed: Cards | None = None
    answered: Cards | None = None


class View(SidedView[Half], kw_only=True):
    """The whole table for one seat; `seat` None is an onlooker."""

    thor: Half
    loki: Half
    decks: Decks
    options: Options
    phase: str
    ap: int
    pending: tuple[Pending, ...]
    drawn: int
    holders: tuple[str, str]
    repeated: int


class Glance(Struct):
    """As much of a seat's view as tells what it may do, made in a fraction of the time; the same in each field."""

    seat: str
    mine: Half
    theirs: Half
    decks: Decks
    options: Options
    phase: str
    on_turn: str
    ap: int
    pending: tuple[Pending, ...]


Sight = View | Glance
"""What the choices of a seat are worked out from."""


@cache
def _spot(card: str, up: bool, known: bool) -> Spot:
    return Spot(back_of(card), up, face(card) if known else None)


@lru_cache(maxsize=4096)
def _faces(cards: Cards) -> Cards:
    return tuple(map(face, cards))


@lru_cache(maxsize=4096)
def _hand(cards: Cards) -> Cards:
    return tuple(sorted(_faces(cards)))


@lru_cache(maxsize=4096)
def _backs(cards: Cards, seat: str) -> int:
    return len(cards) - [*map(back_of, cards)].count(seat)


@lru_cache(maxsize=4096)
def _lines(columns: Columns, up: frozenset[str], owner: bool) -> Lines:
    a, b, c = columns
    return _line(a, up, owner), _line(b, up, owner), _line(c, up, owner)


@lru_cache(maxsize=4096)
def _line(cards: Cards, up: frozenset[str], owner: bool) -> Line:
    return tuple([_spot(card, card in up, owner or card in up) for card in cards])


@cites("21.1", "21.2", "21.4", "21.5", "2.5")
@remembered
def half(side: Side, seat: str, owner: bool) -> Half:
    """One player's cards: what all see (21.1, 21.4), and for the owner what only the owner sees (2.5, 21.2)."""
    hand, pile = side.hand, side.pile
    common = (
        seat,
        len(hand),
        _backs(hand, seat),
        len(side.deck),
        len(pile),
        face(pile[-1]) if pile else "",
        side.shown,
        side.taken,
        _lines(side.columns, side.up, owner),
        side.using and face(side.using),
        side.open and face(side.open),
        side.falling and _hand(side.falling),
        side.turns,
        leader_column(side.columns),
    )
    if not owner:
        return Half(*common)
    own = (
        _hand(hand),
        _faces(pile),
        side.standing_discards,
        side.standing_lay,
        side.barred and face(side.barred),
        None if side.sealed is None else _faces(side.sealed),
        side.answered,
    )
    return Half(*common, *own)


@remembered
def view(state: State, seat: str | None) -> View:
    """What lies on the table for this seat; None is an onlooker, who sees what all see (21.5)."""
    seering = state.seering
    pending = _pending(state, seat) if state.pending else ()
    return View.of(
        state,
        seat,
        _as_far_as_known(state, seat, pending),
        thor=half(state.thor, "thor", seat == "thor"),
        loki=half(state.loki, "loki", seat == "loki"),
        decks=state.decks,
        options=state.options,
        phase=state.phase,
        ap=state.ap,
        pending=pending,
        drawn=seering.drawn if seering else 0,
        holders=state.holders,
        repeated=times(state.positions) if state.action == 0 else 0,
    )


def glance(state: State, seat: str) -> Glance:
    """What this seat needs to see of the table to know what it may do."""
    enemy = other(seat)
    return Glance(
        seat,
        half(state.side(seat), seat, True),
        half(state.side(enemy), enemy, False),
        state.decks,
        state.options,
        state.phase,
        state.on_turn,
        state.ap,
        _pending(state, seat) if state.pending else (),
    )


def _pending(state: State, seat: str | None) -> tuple[Pending, ...]:
    """The decisions owed. All see the card to be placed (15.5, 19.2); only its writer knows that an order is in."""
    return tuple(
        Pending(p.duty, p.by, p.rule, face(p.card) if p.card else "", p.to, p.done and p.by == seat)
        for p in state.pending
    )


def _as_far_as_known(state: State, seat: str | None, pending: tuple[Pending, ...]) -> tuple[Owed, ...]:
    """Who owes what, as far as this seat may know: only its writer knows that a choice is sealed (1.3)."""
    if state.outcome:
        return ()
    if pending:
        return tuple(Owed(p.by, p.duty, p.rule) for p in pending if not p.done)
    if state.phase == "deploy":
        return CHOICE.owed_as_known(state, seat)
    return owed(state)


def owed(state: State) -> tuple[Owed, ...]:
    """Who must answer what: a decision before the turn, the turn, or the three cards of 1.3."""
    if state.outcome:
        return ()
    if state.pending:
        return tuple(Owed(p.by, p.duty, p.rule) for p in state.pending if not p.done)
    if state.phase == "deploy":
        return CHOICE.owed(state)
    if state.phase == "play" and state.ap_total > state.ap_used:
        return TURN_OWED[state.on_turn]
    return ()


TURN_OWED = {seat: (Owed(seat, "turn", "3.4"),) for seat in SEATS}
