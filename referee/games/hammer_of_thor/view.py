"""What lies on the table for one seat: what others hold and have concealed is only counted."""

from collections.abc import Mapping

from referee.engine.events import face
from referee.engine.kit.base import BaseView
from referee.engine.rules import cites
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor.board import Board
from referee.games.hammer_of_thor.cards import CardSet
from referee.games.hammer_of_thor.duties import owed
from referee.games.hammer_of_thor.figures import Encounter, Figure, Names, Standing, Stop, seat_of
from referee.games.hammer_of_thor.table import Common, State
from referee.util.values import replace

SHOWN = tuple(Common.__annotations__)
"""The fields that lie open for all."""
OF_CARDS = frozenset({"4.1b", "2.2B1"})
"""M26 The sections of stops that are about a card or a rune."""


class View(BaseView, Common, kw_only=True):
    """The table for one seat, or for an onlooker (None).

    Attributes:
        figures: the characters on the map; of items and runes that the reader does not see only the number.
        hand: the reader's own Fate and Prediction cards.
        held: how many each seat has.
        standing: the reader's own standing order.
        answers: the Encounter cards that the reader plays beforehand, by character or seat.
        sealed: the reader's own Encounter card of this round; "" for none yet.
        piles: how many cards each pile has.
        hidden_aside: how many items lie aside of which the reader does not know the name.
    """

    cards: CardSet
    board: Board
    figures: Mapping[str, Figure]
    hand: Names
    held: tuple[tuple[str, int], ...]
    standing: Standing | None
    answers: tuple[tuple[str, str], ...]
    sealed: str
    piles: tuple[tuple[str, int], ...]
    hidden_aside: int

    def owes(self, *duties: str) -> bool:
        """Whether the reader owes one of these."""
        return any(one.seat == self.seat and one.duty in duties for one in self.owed)


@cites("M14", "M32", "2.2A2")
def masked(s: State, figure: Figure, seat: str | None) -> Figure:
    """M14 A character as a seat sees it: concealed items that not all have seen, and runes of others, are counted."""
    if not figure.items and not figure.runes:
        return figure
    if seat == MASTER:
        return replace(figure, runes=tuple(map(face, figure.runes)))
    if seat and seat_of(s, figure.name) == seat:
        return replace(figure, runes=tuple(sorted(map(face, figure.runes))))
    items = tuple(one for one in figure.items if one in s.known or one in figure.revealed)
    if len(items) == len(figure.items) and not figure.runes:
        return figure
    return replace(
        figure, items=items, unknown=len(figure.items) - len(items), runes=(), unseen=len(figure.runes)
    )


def _encounter(s: State, seat: str | None) -> tuple[Encounter | None, str]:
    """The encounter as a seat sees it, and its own card; the cards of others are shown when all are in."""
    if s.encounter is None:
        return None, ""
    mine = {one.id for one in s.counters if seat and one.seat == seat}
    own = next((card for number, card in s.encounter.sealed if number in mine), "")
    return (replace(s.encounter, sealed=()) if s.encounter.asks else s.encounter), own


def _stop(stop: Stop, seat: str | None) -> Stop:
    """M26 A stop as a seat sees it: what a player asks only that player and the master read, what a card says all."""
    return stop if seat in {stop.seat, MASTER} or stop.section in OF_CARDS else replace(stop, text="")


@cites("M10", "M32")
def view(s: State, seat: str | None) -> View:
    """What lies on the table for this seat; None is an onlooker."""
    encounter, own = _encounter(s, seat)
    shown = {name: getattr(s, name) for name in SHOWN}
    aside = tuple(one for one in s.aside if seat == MASTER or one not in s.cards.items or one in s.known)
    mine = seat or ""
    return View.of(
        s,
        seat,
        owed(s),
        **{
            **shown,
            "encounter": encounter,
            "aside": aside,
            "stops": tuple(_stop(one, seat) for one in s.stops),
        },
        cards=s.cards,
        board=s.board,
        figures={name: masked(s, one, seat) for name, one in s.figures.items()},
        hand=tuple(map(face, s.hand(mine))),
        held=tuple((one, len(s.hand(one))) for one in s.players),
        standing=s.standing.get(mine),
        answers=s.answers.get(mine, ()),
        sealed=own,
        piles=tuple((pile, len(cards)) for pile, cards in s.stacks.items()),
        hidden_aside=len(s.aside) - len(aside),
    )
