"""The table: where every card lies. Values only; every change makes a new one."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Self

from referee.engine.events import face
from referee.engine.game import Outcome
from referee.engine.kit.base import DeckedState, Stood
from referee.games.thunder.cards import LASTING, LEADERS, SEATS, Decks, back_of, name_of, other
from referee.games.thunder.options import Options
from referee.util.values import Value, replace

Cards = tuple[str, ...]
Columns = tuple[Cards, Cards, Cards]
COLUMNS = "ABC"
ROWS = 4
HAND_LIMIT = 12


class Side(Value, dict=True):
    """One player's cards.

    Attributes:
        deck: its top first.
        pile: its top last.
        columns: each with its front card first.
        up: the cards of the columns that lie face up.
        using: the card just played for its power.
        open: a card turned up that is still to be settled (15.5, 19.1).
        falling: cards that left the table together and are not on the pile yet, in default order (14.2, 14.3).
        shown: the faces of all discards as everyone saw them.
        taken: how many of these were taken since, unseen (21.4).
        barred: a Thor/Loki that Hel took this turn (17.1).
        sealed: the three cards chosen by 1.3.
        answered: the names of a discard order given for this one fall (14.2, 14.6).
    """

    hand: Cards = ()
    deck: Cards = ()
    pile: Cards = ()
    columns: Columns = ((), (), ())
    up: frozenset[str] = frozenset()
    using: str = ""
    open: str = ""
    falling: Cards = ()
    shown: Cards = ()
    taken: int = 0
    barred: str = ""
    sealed: Cards | None = None
    answered: Cards | None = None
    standing_discards: Cards = ()
    standing_lay: Cards = ()
    turns: int = 0

    def leader_column(self) -> int:
        """The column of this player's own Thor/Loki in play, or -1."""
        return leader_column(self.columns)


@lru_cache(maxsize=4096)
def leader_column(columns: Columns) -> int:
    """The column with a Thor/Loki in front, or -1."""
    led = [index for index, column in enumerate(columns) if column and name_of(column[0]) in LEADERS]
    return led[0] if led else -1


class Pending(Value):
    """A decision that somebody owes before anything else can happen: `place`, `seer`, `order`.

    An order that is `done` stays sealed until the other player's is in; only its writer knows (14.2).
    """

    duty: str
    by: str
    rule: str
    card: str = ""
    to: Cards = ()
    done: bool = False


class Seering(Value):
    """A Seer at work: how many cards are drawn, and the columns named beforehand still to use."""

    drawn: int
    to: Cards


class State(DeckedState[Side], kw_only=True):
    """Everything on the table. `holders` are the seats whose Berserker and Idunn are in effect."""

    decks: Decks
    options: Options
    thor: Side = Side()
    loki: Side = Side()
    phase: str = "setup"
    ap_total: int = 0
    ap_used: int = 0
    pending: tuple[Pending, ...] = ()
    seering: Seering | None = None
    holders: tuple[str, str] = ("", "")
    lost: Cards = ()
    positions: Stood = ()

    def called_off(self, outcome: Outcome) -> Self:
        """The table of a game that is over: nobody owes anything."""
        return replace(super().called_off(outcome), phase="over", pending=())

    @property
    def ap(self) -> int:
        """Action points left."""
        return self.ap_total - self.ap_used

    def put_pile(self, seat: str, side: Side, **changes: Any) -> Self:
        """As `put`, where the top of that pile may have changed: looks at the tops (11.4, 11.5)."""
        after = replace(self, **{seat: side}, **changes)
        holders = awake(after)
        return after if holders == after.holders else replace(after, holders=holders)


def awake(state: State) -> tuple[str, str]:
    """The seats whose Berserker and whose Idunn are in effect.

    A card is in effect while it tops a pile. If both piles have one on top, it is the one that came first.
    """
    tops = [(seat, name_of(side.pile[-1])) for seat in SEATS if (side := state.side(seat)).pile]
    found = []
    for kind, before in zip(LASTING, state.holders, strict=True):
        on_top = [seat for seat, name in tops if name == kind]
        if len(on_top) == 2:  # noqa: PLR2004  two seats
            found.append(before or state.on_turn)
        else:
            found.append(on_top[0] if on_top else "")
    return found[0], found[1]


def column_index(letter: str) -> int:
    """A, B, C as 0, 1, 2."""
    return COLUMNS.index(letter)


def without(cards: Cards, card: str) -> Cards:
    """The cards without one of them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def take_out(side: Side, column: int, row: int) -> tuple[Side, str]:
    """A card off the battlefield; the cards behind it move forward (2.2)."""
    cards = side.columns[column]
    card = cards[row - 1]
    return with_column(side, column, cards[: row - 1] + cards[row:], side.up - {card}), card


def put_in(side: Side, column: int, row: int, card: str, *, up: bool) -> Side:
    """A card onto the battlefield; that row's card and those behind it move back (2.3)."""
    cards = side.columns[column]
    lifted = side.up | {card} if up else side.up
    return with_column(side, column, (*cards[: row - 1], card, *cards[row - 1 :]), lifted)


def with_column(side: Side, column: int, cards: Cards, up: frozenset[str]) -> Side:
    """The side with one column replaced."""
    return replace(side, columns=(*side.columns[:column], cards, *side.columns[column + 1 :]), up=up)


def onto_pile(side: Side, cards: Iterable[str], bottom: Iterable[str] = ()) -> Side:
    """Cards discarded face up, one after another, the last on top; some of them to the bottom (11.3)."""
    low, fallen = set(bottom), tuple(cards)
    under = tuple(card for card in reversed(fallen) if card in low)
    over = tuple(card for card in fallen if card not in low)
    return replace(
        side,
        pile=under + side.pile + over,
        shown=tuple(map(face, under)) + side.shown + tuple(map(face, over)),
    )


def pick(cards: Cards, seat: str, name: str) -> str:
    """The physical card that a name in a move means: the first one in the hand, own or captured (17.3).

    In a pile, given top first, it is the one nearest the top (R25).
    """
    word, _, bare = name.rpartition(" ")
    for card in cards:
        if name_of(card) == bare and (not word or (back_of(card) == seat) == (word == "own")):
            return card
    raise LookupError(name)


def barred_by(state: State, seat: str, card: str) -> bool:
    """Whether this card goes to the bottom: the enemy pile is topped by one of its name (11.3, 12.3)."""
    pile = state.side(other(seat)).pile
    return name_of(card) in LASTING and bool(pile) and name_of(pile[-1]) == name_of(card)
